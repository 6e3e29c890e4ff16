/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses of memory and arithmetic of pointers in, the checks of both out.
 *
 * An array of known size is held against its number of elements; behind a
 * pointer the object is asked for that it points into. An access counts with
 * its whole width; a pointer may go one past the end of its object. What is
 * accessed through a sum, *(p + i) or p[i], is looked at from p: so it does not
 * matter what lies where the sum leads. */
#include "checks/inside.h"

#include <inttypes.h>

typedef struct access {
  tp_node_id whole;   /* the operation, as it is told */
  tp_node_id pointer; /* or an array */
  tp_node_id by;      /* elements from there; 0: none */
  bool is_one;        /* by one element; `by` is 0 */
  bool is_back;
  uint64_t step;  /* bytes of an element */
  uint64_t width; /* bytes from there on that must be inside; 0: a place */
} access;

static const tp_type *type_of(const tp_check_writer *w, tp_node_id n) {
  return tp_type_get(&w->p->types, tp_node_get(w->p, n)->type);
}

static bool is_array(const tp_check_writer *w, tp_node_id n) {
  return type_of(w, n)->kind == TP_T_ARRAY;
}

static bool has(const tp_check_writer *w, tp_check_kind kind) {
  return w->plan.kinds >> kind & 1;
}

/* Where the checks of two operands go: behind the one that has an effect. Not
 * at all if both have. */
static tp_check_target at_both(tp_check_writer *w, tp_node_id a, tp_node_id b) {
  bool is_pure = w->spots[a].is_pure;
  if (!b || (!is_pure && w->spots[b].is_pure))
    return is_pure || !is_array(w, a) ? tp_check_at(w, a)
                                      : (tp_check_target){w, 0, TP_PUT_NOT};
  return is_pure ? tp_check_at(w, b) : (tp_check_target){w, 0, TP_PUT_NOT};
}

/* ---- objects that are asked for ------------------------------------------ */

/* Of 64 bits the product with the step could come round. */
static void add_far(const tp_operand *by, uint64_t step, tp_str *when) {
  const tp_program *p = by->p;
  tp_type_id type = tp_node_get(p, by->node)->type;
  uint64_t far = (UINT64_C(1) << 60) / step;
  if (tp_type_get(&p->types, type)->size == 8)
    tp_str_addf(when, "((unsigned long)%s + %" PRIu64 "UL > %" PRIu64 "UL) | ",
                by->text.at, far, 2 * far);
}

static void add_place(const access *a, const tp_operand *by, tp_str *out) {
  tp_str_add(out, "__tp2ph_o");
  if (a->by)
    tp_str_addf(out, " %c (unsigned long)(long)%s * %" PRIu64 "UL",
                a->is_back ? '-' : '+', by->text.at, a->step);
  else if (a->is_one)
    tp_str_addf(out, " %c %" PRIu64 "UL", a->is_back ? '-' : '+', a->step);
}

static void add_outside(const access *a, const tp_operand *by, tp_str *when) {
  if (a->by)
    add_far(by, a->step, when);
  if (!a->width) {
    tp_str_addc(when, '(');
    add_place(a, by, when);
    tp_str_add(when, " > __tp2ph_n)");
    return;
  }
  tp_str_addf(when, "(__tp2ph_n < %" PRIu64 "UL) | (", a->width);
  add_place(a, by, when);
  tp_str_addf(when, " > __tp2ph_n - %" PRIu64 "UL)", a->width);
}

/* As C sees an operand that is a pointer; an array becomes one. */
static void ask_range(const tp_operand *pointer, tp_str *before) {
  tp_str_addf(before,
              "unsigned long __tp2ph_o = tp2ph_range_place(%s), __tp2ph_n = "
              "tp2ph_range_size(%s); ",
              pointer->text.at, pointer->text.at);
}

static void check_range(tp_check_writer *w, const access *a) {
  tp_check_kind kind = a->width ? TP_CHECK_BOUNDS : TP_CHECK_POINTER;
  tp_check_target t = at_both(w, a->pointer, a->by);
  if (!has(w, kind) || !t.at || !a->step)
    return;
  tp_operand pointer = tp_check_operand(w, a->pointer);
  tp_operand by = a->by ? tp_check_operand(w, a->by) : (tp_operand){0};
  tp_str before = {0}, when = {0};
  ask_range(&pointer, &before);
  add_outside(a, &by, &when);
  tp_check_add(&t,
               &(tp_condition){.kind = kind,
                               .node = a->whole,
                               .what = a->width ? "access outside of its object"
                                                : "a pointer leaves its object",
                               .when = when.at,
                               .before = before.at});
  w->uses_ranges = true;
  tp_str_free(&before);
  tp_str_free(&when);
  tp_str_free(&pointer.text);
  tp_str_free(&by.text);
}

/* ---- arrays of known size ------------------------------------------------ */

/* An array at the end of a record that is pointed to, of one element or none,
 * stands for as many as there is room for. */
static bool is_open_array(const tp_program *p, tp_node_id n,
                          const tp_type *type) {
  const tp_node *node = tp_node_get(p, n);
  if (node->kind != TP_N_MEMBER || type->count > 1)
    return false;
  const tp_type *record =
      tp_type_get(&p->types, tp_node_get(p, node->first)->type);
  return node->ref + 1 == record->first + record->n;
}

bool tp_check_is_sized_array(const tp_check_writer *w, tp_node_id n) {
  const tp_type *type = type_of(w, n);
  return type->kind == TP_T_ARRAY && type->is_complete && !type->is_variable &&
         !is_open_array(w->p, n, type);
}

static void check_count(tp_check_writer *w, const access *a) {
  tp_check_target t = tp_check_at(w, a->by);
  tp_operand o = tp_check_operand(w, a->by);
  bool is_move = tp_node_get(w->p, a->whole)->kind == TP_N_BINARY;
  tp_check_index(a->whole, is_move ? TP_CHECK_POINTER : TP_CHECK_BOUNDS, &o,
                 type_of(w, a->pointer)->count, !a->width, tp_check_add, &t);
  tp_str_free(&o.text);
}

/* ---- pointers that point nowhere ----------------------------------------- */

static bool is_never_null(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  tp_type_kind kind = (tp_type_kind)tp_type_get(&p->types, node->type)->kind;
  return kind != TP_T_POINTER || node->kind == TP_N_ADDR ||
         node->kind == TP_N_STRING;
}

void tp_check_gone(tp_check_writer *w, tp_node_id whole, const tp_operand *o,
                   tp_check_target *t) {
  tp_str before = {0};
  if (!w->has_endings || !has(w, TP_CHECK_POINTER))
    return;
  tp_str_addf(&before, "int __tp2ph_g = tp2ph_range_gone(%s); ", o->text.at);
  tp_check_add(t, &(tp_condition){.kind = TP_CHECK_POINTER,
                                  .node = whole,
                                  .what = "access to an object that has ended",
                                  .when = "__tp2ph_g != 0",
                                  .before = before.at});
  w->uses_ranges = true;
  tp_str_free(&before);
}

static void check_pointer(tp_check_writer *w, const access *a) {
  const tp_types *types = &w->p->types;
  tp_check_target t = tp_check_at(w, a->pointer);
  if (is_never_null(w->p, a->pointer))
    return;
  tp_operand o = tp_check_operand(w, a->pointer);
  tp_str when = {0};
  tp_str_addf(&when, "%s == 0", o.text.at);
  tp_check_add(&t, &(tp_condition){.kind = TP_CHECK_POINTER,
                                   .node = a->whole,
                                   .what = "access through a null pointer",
                                   .when = when.at});
  if (tp_type_get(types, type_of(w, a->pointer)->base)->kind != TP_T_FUNCTION)
    tp_check_gone(w, a->whole, &o, &t);
  tp_str_free(&when);
  tp_str_free(&o.text);
}

/* ---- accesses ------------------------------------------------------------ */

/* How many bytes behind the address of n are used: of a member it is those up
 * to its end; of what is itself a record or array its beginning. */
static uint64_t width_of(const tp_check_writer *w, tp_node_id n) {
  uint64_t offset = 0;
  while (tp_node_get(w->p, w->spots[n].parent)->kind == TP_N_MEMBER) {
    n = w->spots[n].parent;
    const tp_field *f = &w->p->types.fields.at[tp_node_get(w->p, n)->ref];
    offset += f->offset;
    if (f->is_bitfield)
      return offset + 1;
  }
  const tp_type *type = type_of(w, n);
  return offset + (type->kind == TP_T_ARRAY || !type->size ? 1 : type->size);
}

/* Of what a pointer or array leads to. */
static uint64_t step_of(const tp_check_writer *w, tp_node_id pointer) {
  const tp_type *to = tp_type_get(&w->p->types, type_of(w, pointer)->base);
  return to->kind == TP_T_VOID ? 1 : to->size;
}

static void check_access(tp_check_writer *w, tp_node_id n, access *a) {
  bool is_address = w->spots[n].is_address;
  tp_type_kind to = (tp_type_kind)type_of(w, n)->kind;
  if (to == TP_T_FUNCTION)
    return;
  a->width = is_address ? 0 : width_of(w, n);
  a->step = step_of(w, a->pointer);
  if (!is_address)
    check_pointer(w, a);
  if (a->by && !a->is_back && tp_check_is_sized_array(w, a->pointer))
    check_count(w, a);
  else if (a->by || !is_address)
    check_range(w, a);
}

void tp_check_index_of(tp_check_writer *w, tp_node_id n) {
  tp_node_id base = tp_node_get(w->p, n)->first;
  access a = {.whole = n, .pointer = base, .by = tp_node_get(w->p, base)->next};
  tp_type_kind kind = (tp_type_kind)type_of(w, base)->kind;
  if (kind == TP_T_ARRAY || kind == TP_T_POINTER)
    check_access(w, n, &a);
}

/* p + i, p - i in place of p. */
static void take_apart(const tp_check_writer *w, access *a) {
  const tp_node *sum = tp_node_get(w->p, a->pointer);
  tp_node_id l = sum->first, r = l ? tp_node_get(w->p, l)->next : 0;
  if (sum->kind != TP_N_BINARY ||
      (sum->op != TP_OP_ADD && sum->op != TP_OP_SUB))
    return;
  bool is_turned = tp_type_is_integer(&w->p->types, tp_node_get(w->p, l)->type);
  a->pointer = is_turned ? r : l;
  a->by = is_turned ? l : r;
  a->is_back = sum->op == TP_OP_SUB;
}

static void check_through(tp_check_writer *w, tp_node_id deref,
                          tp_node_id whole) {
  access a = {.whole = whole, .pointer = tp_node_get(w->p, deref)->first};
  take_apart(w, &a);
  check_access(w, deref, &a);
}

/* The * of p->f, which is not written. */
static bool is_of_arrow(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_DEREF &&
         node->begin == tp_node_get(p, node->first)->begin;
}

void tp_check_deref(tp_check_writer *w, tp_node_id n) {
  if (!is_of_arrow(w->p, n))
    check_through(w, n, n);
}

void tp_check_arrow(tp_check_writer *w, tp_node_id member) {
  tp_node_id deref = tp_node_get(w->p, member)->first;
  if (is_of_arrow(w->p, deref))
    check_through(w, deref, member);
}

/* Through a pointer to a function, as f() or (*f)(). */
void tp_check_callee(tp_check_writer *w, tp_node_id call) {
  tp_node_id callee = tp_node_get(w->p, call)->first;
  while (tp_node_get(w->p, callee)->kind == TP_N_DEREF)
    callee = tp_node_get(w->p, callee)->first;
  const tp_type *type = type_of(w, callee);
  if (type->kind != TP_T_POINTER || !w->spots[callee].is_pure)
    return;
  check_pointer(w, &(access){.whole = call, .pointer = callee});
}

void tp_check_move(tp_check_writer *w, tp_node_id n, tp_node_id pointer,
                   tp_node_id by, bool is_back) {
  access a = {.whole = n,
              .pointer = pointer,
              .by = by,
              .is_one = !by,
              .is_back = is_back,
              .step = step_of(w, pointer)};
  bool is_stored = tp_node_get(w->p, n)->kind != TP_N_BINARY;
  bool is_used = tp_node_get(w->p, w->spots[n].parent)->kind == TP_N_DEREF;
  if (is_stored ? !w->spots[pointer].is_pure : is_used)
    return; /* of *p++ += 1 there is no second reading; the access is checked */
  if (by && !is_back && tp_check_is_sized_array(w, pointer))
    check_count(w, &a);
  else
    check_range(w, &a);
}

/* ---- variables ----------------------------------------------------------- */

bool tp_check_is_in_block(const tp_check_writer *w, tp_node_id declaration) {
  const tp_node *n = tp_node_get(w->p, declaration);
  return tp_node_get(w->p, w->spots[declaration].parent)->kind == TP_N_BLOCK &&
         w->p->units.at[w->unit].text[n->end - 1] == ';';
}

static bool is_announced(const tp_program *p, const tp_decl *d) {
  const tp_type *type = tp_type_get(&p->types, d->type);
  return (d->address_taken || type->is_variable) && d->name && !d->is_static &&
         !d->is_extern && !d->is_thread && !d->is_register &&
         type->is_complete && type->kind != TP_T_FUNCTION;
}

/* sizeof of an array of variable length is worked out as it runs: nobody who
 * reads the program knows what that does. */
static void announce(const tp_program *p, tp_decl_id id, tp_str *out) {
  const tp_decl *d = &p->decls.at[id];
  const char *name = tp_names_text(p->names, d->name);
  if (!is_announced(p, d))
    return;
  if (tp_type_get(&p->types, d->type)->is_variable)
    tp_str_addf(out,
                " tp2ph_range_object(&%s, (unsigned long)((const char *)(&%s + "
                "1) - (const char *)&%s));",
                name, name, name);
  else
    tp_str_addf(out, " tp2ph_range_object(&%s, sizeof %s);", name, name);
}

static bool insert(tp_check_writer *w, uint32_t at, tp_str *text) {
  bool is_any = text->n > 0;
  if (is_any)
    tp_edits_insert(&w->edits, at, 1, text->at, text->n);
  tp_str_free(text);
  return is_any;
}

bool tp_check_has_labels(const tp_check_writer *w) {
  const tp_func *f = &w->p->funcs.at[w->func];
  static const char word[] = "__label__";
  uint32_t size;
  const char *text = tp_node_text(w->p, f->body, &size);
  return memmem(text, size, word, sizeof word - 1) != NULL;
}

uint32_t tp_check_body(const tp_check_writer *w) {
  return tp_node_get(w->p, w->p->funcs.at[w->func].body)->begin + 1;
}

static bool announce_parameters(tp_check_writer *w) {
  const tp_func *f = &w->p->funcs.at[w->func];
  tp_str text = {0};
  for (uint32_t i = 0; i < f->params.n; i++)
    announce(w->p, f->params.at[i], &text);
  return insert(w, tp_check_body(w), &text);
}

static bool announce_variables(tp_check_writer *w, tp_node_id declaration) {
  tp_str text = {0};
  TP_KIDS (w->p, declaration, var)
    if (tp_node_get(w->p, var)->kind == TP_N_VAR)
      announce(w->p, tp_node_get(w->p, var)->ref, &text);
  return insert(w, tp_node_get(w->p, declaration)->end, &text);
}

static bool is_of_alloca(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_NAME &&
         strstr(tp_names_text(p->names, p->decls.at[node->ref].name), "alloca");
}

/* alloca(n), where n may be said again. */
static bool is_plain_alloca(const tp_check_writer *w, tp_node_id call) {
  const tp_node *node = tp_node_get(w->p, call);
  tp_node_id arg =
      node->kind == TP_N_CALL ? tp_node_get(w->p, node->first)->next : 0;
  return arg && is_of_alloca(w->p, node->first) && w->spots[arg].is_pure &&
         !tp_node_get(w->p, arg)->next;
}

/* Memory of the function that is not a variable. */
static bool makes_room(const tp_check_writer *w, tp_node_id n) {
  return tp_node_get(w->p, n)->kind == TP_N_COMPOUND ||
         (is_of_alloca(w->p, n) && !is_plain_alloca(w, w->spots[n].parent));
}

static bool has_room_of_its_own(const tp_check_writer *w) {
  for (uint32_t i = 0; i < w->order.n; i++)
    if (makes_room(w, w->order.at[i]))
      return true;
  return false;
}

static bool announce_room(tp_check_writer *w, tp_node_id call) {
  const tp_node *node = tp_node_get(w->p, call);
  tp_nest at = {w->order.n, w->spots[call].index, TP_LAYER_VALUE};
  tp_str text = {0};
  tp_str_addf(&text, "({ void *__tp2ph_r%u = ", call);
  tp_edits_insert(&w->edits, node->begin, tp_nest_begins(at), text.at, text.n);
  VEC_CLEAR(&text);
  tp_str_addf(&text, "; tp2ph_range_object(__tp2ph_r%u, ", call);
  tp_check_text(w->p, tp_node_get(w->p, node->first)->next, &text);
  tp_str_addf(&text, "); __tp2ph_r%u; })", call);
  tp_edits_insert(&w->edits, node->end, tp_nest_ends(at), text.at, text.n);
  tp_str_free(&text);
  return true;
}

static bool announce_all(tp_check_writer *w) {
  bool is_any = announce_parameters(w);
  for (uint32_t i = 0; i < w->order.n; i++) {
    tp_node_id n = w->order.at[i];
    if (tp_node_get(w->p, n)->kind == TP_N_DECL && tp_check_is_in_block(w, n))
      is_any |= announce_variables(w, n);
    else if (is_plain_alloca(w, n))
      is_any |= announce_room(w, n);
  }
  return is_any;
}

/* Its own objects begin; those of functions before it, at the same places, are
 * forgotten. Where there is memory without a name between them none is told:
 * what begins where one ends must be known. */
void tp_check_objects(tp_check_writer *w) {
  static const char frame[] = " tp2ph_range_frame();";
  tp_check_kinds kinds =
      1u << TP_CHECK_BOUNDS | 1u << TP_CHECK_POINTER | 1u << TP_CHECK_STRINGS;
  if (!(w->plan.kinds & kinds) || !w->has_pointers || w->has_callbacks ||
      tp_check_has_labels(w) || !(has_room_of_its_own(w) || announce_all(w)))
    return;
  tp_edits_insert(&w->edits, tp_check_body(w), 0, frame, sizeof frame - 1);
  w->uses_ranges = true;
}

/* ---- what the program has ------------------------------------------------ */

/* Something that ends: a block that is freed, a variable of a function that
 * returns. */
static bool ends(const tp_program *p, const tp_decl *d) {
  const char *name = tp_names_text(p->names, d->name);
  bool is_main = d->scope && d->scope == p->entry;
  return (d->scope && !is_main && is_announced(p, d)) ||
         strstr(name, "alloca") || strcmp(name, "free") == 0 ||
         strcmp(name, "realloc") == 0;
}

/* A function outside gets one of the program: it may call it with pointers into
 * frames of its own, where variables of others were before. */
static bool hands_out(const tp_program *p, tp_node_id call) {
  const tp_node *callee = tp_node_get(p, tp_node_get(p, call)->first);
  if (callee->kind == TP_N_NAME && tp_decl_function(p, callee->ref))
    return false;
  for (tp_node_id arg = callee->next; arg; arg = tp_node_get(p, arg)->next) {
    const tp_type *t = tp_type_get(&p->types, tp_node_get(p, arg)->type);
    if (t->kind == TP_T_POINTER)
      t = tp_type_get(&p->types, t->base);
    if (t->kind == TP_T_FUNCTION)
      return true;
  }
  return false;
}

void tp_check_find_endings(tp_check_writer *w) {
  tp_bits used;
  tp_bits_init(&used, w->p->decls.n);
  for (tp_node_id n = 1; n < w->p->nodes.n; n++) {
    const tp_node *node = tp_node_get(w->p, n);
    if (node->kind == TP_N_NAME)
      tp_bits_add(&used, node->ref);
    w->has_callbacks |= node->kind == TP_N_CALL && hands_out(w->p, n);
    w->has_pointers |=
        node->kind == TP_N_DEREF || node->kind == TP_N_INDEX ||
        (node->kind == TP_N_CALL && w->plan.kinds >> TP_CHECK_STRINGS & 1);
  }
  for (tp_decl_id d = 1; d < w->p->decls.n; d++)
    w->has_endings |= tp_bits_has(&used, d) && ends(w->p, &w->p->decls.at[d]);
  tp_bits_free(&used);
}
