/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By types: numbers and what holds only numbers are one input; pointers choose
 * an object; records and arrays with pointers in them go member by member.
 */
#include "unit/sizes.h"

#include <stdarg.h>
#include <stdio.h>

#define MAX_POINTERS 3  /* in a row, before NULL ends a structure */
#define MAX_ALIASES 2   /* objects of the same type that are tried */
#define MAX_CALLABLE 16 /* functions that a pointer may mean */
#define WHOLE 4         /* times as many elements of an array of numbers */
#define MAX_LINKED 3    /* elements that hold pointers */

/* What is to be given a value. */
typedef struct slot {
  tp_type_id type;
  const char *lvalue; /* an expression */
  const char *label;  /* how reports call it */
  tp_use_place place; /* 0: none */
  unsigned pointers;  /* that lead to it */
  const char *record; /* of whose type `owner` it is a member; NULL: of none */
  tp_type_id owner;
} slot;

static const tp_type *type_of(const tp_values *v, tp_type_id t) {
  return tp_type_get(&v->p->types, t);
}

static tp_type_id plain(const tp_values *v, tp_type_id t) {
  return type_of(v, t)->unqualified;
}

void tp_values_line(tp_values *v, const char *fmt, ...) {
  char text[2048];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  tp_str_addf(&v->body, "%*s%s\n", (int)v->indent, "", text);
}

void tp_values_init(tp_values *v, const tp_uses *uses, tp_driver_kind kind,
                    uint32_t elements) {
  *v = (tp_values){.p = uses->p,
                   .uses = uses,
                   .kind = kind,
                   .elements = elements,
                   .indent = 2};
}

static void drop_made(tp_values *v, uint32_t n) {
  for (; v->made.n > n; v->made.n--) {
    tp_str_free(&VEC_LAST(&v->made).pointer);
    tp_str_free(&VEC_LAST(&v->made).label);
  }
}

void tp_values_refuse(tp_values *v, const char *label) {
  if (!v->refused.n)
    tp_str_add(&v->refused, label);
}

void tp_values_forget(tp_values *v) {
  drop_made(v, 0);
}

void tp_values_free(tp_values *v) {
  tp_values_forget(v);
  VEC_FREE(&v->made);
  tp_str_free(&v->objects);
  tp_str_free(&v->body);
  tp_str_free(&v->trusted);
  tp_map_free(&v->trusted_places);
  tp_str_free(&v->refused);
}

/* ---- what is one input --------------------------------------------------- */

static bool is_number(const tp_values *v, tp_type_id t) {
  return tp_type_is_integer(&v->p->types, t) ||
         tp_type_is_float(&v->p->types, t);
}

/* Elements of an array that are inputs: of numbers, which cost little, also a
 * few times as many if that is all of them. */
static uint64_t count_inputs(const tp_values *v, const tp_type *array) {
  uint64_t n = v->elements;
  if (v->kind == TP_DRIVER_FULL && is_number(v, array->base) &&
      array->count <= WHOLE * n)
    n = WHOLE * n;
  return array->count < n ? array->count : n;
}

static bool is_reserved(const tp_values *v, tp_name name) {
  return name && tp_names_text(v->p->names, name)[0] == '_';
}

/* A record whose insides are the C library's own: FILE, jmp_buf. */
static bool is_of_library(const tp_values *v, const tp_type *t) {
  return t->kind == TP_T_RECORD &&
         !tp_map_get(&v->uses->opened, t->unqualified) &&
         (is_reserved(v, t->tag) ||
          (t->n && is_reserved(v, v->p->types.fields.at[t->first].name)));
}

/* Numbers only, and no array that is longer than what is asked for. Recursion:
 * as deep as records are nested. */
bool tp_values_is_flat(const tp_values *v, tp_type_id id) {
  const tp_type *t = type_of(v, id);
  if (t->kind == TP_T_ARRAY)
    return t->is_complete && !t->is_variable &&
           t->count <= count_inputs(v, t) && tp_values_is_flat(v, t->base);
  if (t->kind != TP_T_RECORD)
    return is_number(v, id);
  for (uint32_t i = 0; i < t->n; i++)
    if (!tp_values_is_flat(v, v->p->types.fields.at[t->first + i].type))
      return false;
  return t->is_complete && t->n && !is_of_library(v, t);
}

static bool is_complete(const tp_values *v, tp_type_id id) {
  const tp_type *t = type_of(v, id);
  return t->size > 0 && t->kind != TP_T_FUNCTION && t->kind != TP_T_VOID &&
         !t->is_variable;
}

static void add_input(tp_values *v, const char *lvalue, const char *label) {
  tp_values_line(v, "tp2ph_input_object((void *)&%s, sizeof %s, \"%s\");",
                 lvalue, lvalue, label);
}

static void fill(tp_values *v, slot at);

/* ---- pointers ------------------------------------------------------------ */

static void open_block(tp_values *v, const char *head) {
  tp_values_line(v, "%s", head);
  v->indent += 2;
}

static void close_block(tp_values *v, const char *tail) {
  v->indent -= 2;
  tp_values_line(v, "%s", tail);
}

static uint32_t count_behind(const tp_values *v, tp_type_id t) {
  if (v->kind == TP_DRIVER_PAPER)
    return 1;
  if (!tp_map_get(&v->uses->walked, t))
    return 1;
  return tp_values_is_flat(v, t) || v->elements < MAX_LINKED ? v->elements
                                                             : MAX_LINKED;
}

/* static T tp2ph_object_7[8], or a block of the heap if the program gives such
 * back; its name in *name. */
static bool define_object(tp_values *v, tp_type_id t, uint32_t n, bool is_freed,
                          tp_str *name) {
  tp_str whole = {0};
  tp_str_addf(name, "tp2ph_object_%u", ++v->n_made);
  tp_str_addf(&whole, is_freed ? "*%s" : "%s[%u]", name->at, n);
  if (is_freed)
    tp_values_line(v, "%s = __builtin_calloc(%u, sizeof *%s);", name->at, n,
                   name->at);
  if (is_freed)
    tp_values_line(v, "tp2ph_assume_that(%s != 0);", name->at);
  tp_str_add(&v->objects, "static ");
  bool is_named =
      tp_type_declare(&v->p->types, v->p->names, t, whole.at, &v->objects);
  bool is_apart = !is_freed && v->kind == TP_DRIVER_FULL;
  tp_str_addf(&v->objects, "%s;\n", is_apart ? TP_VALUES_APART : "");
  v->is_apart |= is_apart;
  tp_str_free(&whole);
  return is_named;
}

static void assume_element_sizes(tp_values *v, tp_type_id t, uint32_t n,
                                 const char *array) {
  tp_str lvalue = {0};
  for (uint32_t i = 0; i < n && type_of(v, t)->kind == TP_T_RECORD; i++) {
    VEC_CLEAR(&lvalue);
    tp_str_addf(&lvalue, "%s[%u]", array, i);
    tp_sizes_of_record(v, t, lvalue.at);
  }
  tp_str_free(&lvalue);
}

static void fill_elements(tp_values *v, tp_type_id t, uint32_t n,
                          const char *array, const char *label,
                          unsigned pointers) {
  tp_str lvalue = {0}, name = {0};
  if (tp_values_is_flat(v, t)) {
    tp_values_line(v,
                   "tp2ph_input_object((void *)&%s[0], %u * sizeof %s[0], "
                   "\"%s\");",
                   array, n, array, label);
    assume_element_sizes(v, t, n, array);
    return;
  }
  for (uint32_t i = 0; i < n; i++) {
    VEC_CLEAR(&lvalue);
    VEC_CLEAR(&name);
    tp_str_addf(&lvalue, "%s[%u]", array, i);
    tp_str_addf(&name, n == 1 ? "%s" : "%s[%u]",
                label + (n > 1 && label[0] == '*'), i);
    fill(v, (slot){t, lvalue.at, name.at, 0, pointers, NULL, 0});
  }
  tp_str_free(&lvalue);
  tp_str_free(&name);
}

static bool is_element(const slot *at) {
  return at->pointers && !at->place;
}

/* A text has a NUL behind it. */
static void point_to_fresh(tp_values *v, tp_type_id t, slot at) {
  tp_str object = {0}, name = {0};
  bool is_full = v->kind == TP_DRIVER_FULL;
  bool is_text = t == TP_TYPE_CHAR && is_full;
  bool is_freed = is_full && tp_uses_frees(v->uses, at.place, t);
  uint32_t n = is_text ? v->elements : count_behind(v, t);
  if (!define_object(v, t, is_text ? n + 1 : n, is_freed, &object))
    tp_values_refuse(v, at.label);
  tp_values_line(v, "%s = %s;", at.lvalue, object.at);
  uint32_t own = v->made.n;
  VEC_PUSH(&v->made, (tp_made_object){.type = t,
                                      .place = at.pointers ? at.place : 0,
                                      .is_element = is_element(&at),
                                      .is_open = true});
  tp_str_add(&v->made.at[own].pointer, object.at);
  tp_str_add(&v->made.at[own].label, at.label);
  tp_str_addf(&name, "*%s", at.label);
  fill_elements(v, t, n, object.at, name.at, at.pointers + 1);
  v->made.at[own].is_open = false;
  tp_str_free(&object);
  tp_str_free(&name);
}

/* An object that is being filled would point to itself: only if the program
 * knows such ones. One that a member points to: if this one may, too. */
static bool may_point_to(const tp_values *v, const tp_made_object *made,
                         tp_type_id t, const slot *at) {
  if (v->kind == TP_DRIVER_PAPER)
    return true;
  if (made->is_open)
    return tp_map_get(&v->uses->closed, t) != NULL;
  if (made->is_element && is_element(at) && tp_uses_frees(v->uses, 0, t))
    return false; /* each would be given back */
  return !made->place || tp_uses_share(v->uses, made->place, at->place);
}

/* The first that was made before. */
static const tp_made_object *find_made(const tp_values *v, tp_type_id t,
                                       const slot *at, uint32_t *from) {
  for (; *from < v->made.n; ++*from)
    if (v->made.at[*from].type == t &&
        may_point_to(v, &v->made.at[*from], t, at))
      return &v->made.at[(*from)++];
  return NULL;
}

/* A choice, behind those that there are. */
static void open_choice(tp_values *v, bool *is_open, const char *label,
                        const char *what) {
  tp_str head = {0};
  tp_str_addf(&head, "%sif (tp2ph_input_bool(\"%s is %s\")) {",
              *is_open ? "} else " : "", label, what);
  v->indent -= *is_open ? 2 : 0;
  open_block(v, head.at);
  *is_open = true;
  tp_str_free(&head);
}

static void open_else(tp_values *v) {
  v->indent -= 2;
  open_block(v, "} else {");
}

static void choose(tp_values *v, bool *is_open, const slot *at,
                   const char *label, const char *value) {
  open_choice(v, is_open, at->label, label);
  tp_values_line(v, "%s = %s;", at->lvalue, value);
}

/* An object that another pointer has. */
static void choose_made(tp_values *v, bool *is_open, tp_type_id t,
                        const slot *at) {
  const tp_made_object *made;
  uint32_t from = 0;
  for (unsigned i = 0; i < MAX_ALIASES && (made = find_made(v, t, at, &from));
       i++)
    choose(v, is_open, at, made->label.at, made->pointer.at);
}

static bool is_trusted(const tp_values *v, const slot *at) {
  return tp_nulls_is_trusted(&v->uses->nulls, at->place);
}

/* A member is told of once, whatever objects have it. */
static void note_trusted(tp_values *v, const slot *at) {
  bool is_new;
  tp_map_put(&v->trusted_places, at->place, &is_new);
  if (is_new)
    tp_str_addf(&v->trusted, "%s%s != NULL", v->trusted.n ? " && " : "",
                at->label);
}

static void choose_null(tp_values *v, bool *is_open, const slot *at) {
  if (!is_trusted(v, at)) {
    choose(v, is_open, at, "NULL", "0");
    return;
  }
  tp_values_line(v, "/* %s is not NULL: nobody asks, or gives NULL */",
                 at->label);
  note_trusted(v, at);
}

/* As deep as it goes: NULL; what is never NULL is one that is there, or ends
 * the structure by itself. */
static bool end_structure(tp_values *v, tp_type_id t, const slot *at) {
  uint32_t from = 0;
  bool is_over = at->pointers >= MAX_POINTERS;
  const tp_made_object *made =
      is_over && is_trusted(v, at) ? find_made(v, t, at, &from) : NULL;
  bool is_end = !is_complete(v, t) ||
                (is_over && !(is_trusted(v, at) && tp_values_is_flat(v, t)));
  if (is_end)
    tp_values_line(v, "%s = %s;", at->lvalue, made ? made->pointer.at : "0");
  return is_end;
}

static void fill_pointer_as_printed(tp_values *v, tp_type_id t, slot at) {
  uint32_t from = 0;
  const tp_made_object *made = find_made(v, t, &at, &from);
  if (!is_complete(v, t))
    tp_values_line(v, "%s = 0;", at.lvalue);
  else if (made)
    tp_values_line(v, "%s = %s;", at.lvalue, made->pointer.at);
  else
    point_to_fresh(v, t, at);
}

/* What void * means is seen from use; else it is bytes. */
static tp_type_id pointed(const tp_values *v, tp_type_id pointer,
                          tp_use_place place) {
  tp_type_id t = plain(v, type_of(v, pointer)->base);
  if (t != TP_TYPE_VOID || v->kind == TP_DRIVER_PAPER)
    return t;
  tp_type_id meant = tp_uses_meaning(v->uses, place);
  return meant && is_complete(v, meant) ? meant : TP_TYPE_UCHAR;
}

uint32_t tp_values_behind(const tp_values *v, tp_type_id pointer,
                          tp_use_place place) {
  tp_type_id to = pointed(v, pointer, place);
  return to == TP_TYPE_CHAR ? v->elements : count_behind(v, to);
}

/* FILE is complete in glibc, but no one's to fill: one that is empty. */
static bool is_stream(const tp_values *v, tp_type_id t) {
  const tp_type *type = type_of(v, t);
  return is_of_library(v, type) && type->tag &&
         strcmp(tp_names_text(v->p->names, type->tag), "_IO_FILE") == 0;
}

static void fill_pointer(tp_values *v, slot at) {
  bool is_open = false;
  tp_type_id t = pointed(v, at.type, at.place);
  if (v->kind == TP_DRIVER_PAPER) {
    fill_pointer_as_printed(v, t, at);
    return;
  }
  if (end_structure(v, t, &at))
    return;
  choose_null(v, &is_open, &at);
  choose_made(v, &is_open, t, &at);
  if (is_open)
    open_else(v);
  uint32_t before = v->made.n;
  if (is_stream(v, t))
    tp_values_line(v, "%s = fopen(\"/dev/null\", \"r+\");", at.lvalue);
  else
    point_to_fresh(v, t, at);
  if (is_open)
    close_block(v, "}");
  if (!at.pointers && v->made.n > before) /* what it leads to is its own */
    drop_made(v, before + 1);
}

/* ---- functions ----------------------------------------------------------- */

/* The function itself, and those of its type that this file knows. */
static bool is_callable(const tp_values *v, tp_decl_id d, tp_type_id function) {
  const tp_decl *decl = &v->p->decls.at[d];
  return decl->kind == TP_D_FUNCTION && decl->defines && !decl->is_system &&
         decl->type == function;
}

static bool is_dropped(const tp_values *v, tp_decl_id d) {
  tp_func_id f = tp_decl_function(v->p, d);
  for (uint32_t i = 0; v->without && i < v->without->n; i++)
    if (v->without->at[i] == f)
      return true;
  return false;
}

/* One that is made for it, as others may have theirs. */
static void point_to_callback(tp_values *v, slot at, tp_type_id function) {
  tp_str name = {0};
  tp_str_addf(&name, "tp2ph_callback_%u", ++v->n_made);
  if (v->add_callback(v, function, name.at, at.label))
    tp_values_line(v, "else %s = %s;", at.lvalue, name.at);
  tp_str_free(&name);
}

static void fill_function(tp_values *v, slot at, tp_type_id function) {
  unsigned n = 0;
  bool is_full = v->kind == TP_DRIVER_FULL, has_more = v->is_open;
  tp_values_line(v, "%s = 0;", at.lvalue);
  if (is_full)
    tp_values_line(v, "if (tp2ph_input_bool(\"%s is NULL\")) {}", at.label);
  for (tp_decl_id d = 1; d < v->p->decls.n && n < MAX_CALLABLE; d++) {
    if (!is_callable(v, d, function))
      continue;
    if (is_dropped(v, d)) {
      has_more = true;
      continue;
    }
    const char *name = tp_names_text(v->p->names, v->p->decls.at[d].name);
    tp_values_line(v, "%sif (tp2ph_input_bool(\"%s is %s\")) %s = %s;",
                   is_full ? "else " : "", at.label, name, at.lvalue, name);
    n++;
  }
  if (v->add_callback && (n == 0 || has_more))
    point_to_callback(v, at, function);
}

/* ---- records and arrays -------------------------------------------------- */

static void fill_member(tp_values *v, uint32_t field, slot of) {
  const tp_field f = v->p->types.fields.at[field];
  tp_str part = {0}, name = {0};
  const char *member = tp_names_text(v->p->names, f.name);
  tp_str_addf(&part, "%s.%s", of.lvalue, member);
  bool is_behind = of.label[0] == '*';
  tp_str_addf(&name, is_behind ? "%s->%s" : "%s.%s", of.label + is_behind,
              member);
  if (f.is_bitfield)
    tp_values_line(v, "%s = tp2ph_input_llong(\"%s\");", part.at, name.at);
  else
    fill(v, (slot){f.type, part.at, name.at, tp_use_of_field(field),
                   of.pointers, of.lvalue, of.type});
  tp_str_free(&part);
  tp_str_free(&name);
}

static void fill_record(tp_values *v, slot at);

/* A member that has a name, or a record inside that has none. */
static void fill_part(tp_values *v, uint32_t field, slot of) {
  const tp_field f = v->p->types.fields.at[field];
  if (f.name)
    fill_member(v, field, of);
  else if (type_of(v, f.type)->kind == TP_T_RECORD)
    fill_record(v, (slot){f.type, of.lvalue, of.label, 0, of.pointers,
                          of.lvalue, of.type});
}

/* A tag of the record that the union is a member of. */
static bool is_tag_of(const tp_values *v, const tp_tag_use *use, slot at) {
  const tp_type *owner = type_of(v, at.owner);
  const tp_type *of = type_of(v, at.type);
  return at.record && use->tag >= owner->first &&
         use->tag < owner->first + owner->n && use->member >= of->first &&
         use->member < of->first + of->n;
}

/* "v.tag == 1 || v.tag == 2": while one of the members from `first` on is
 * meant. */
static void add_tags(tp_values *v, uint32_t first, uint32_t n, slot at,
                     tp_str *out) {
  tp_str one = {0};
  for (uint32_t i = 0; i < v->uses->tags.at.n; i++) {
    const tp_tag_use *use = &v->uses->tags.at.at[i];
    if (!is_tag_of(v, use, at) || use->member - first >= n)
      continue;
    VEC_CLEAR(&one);
    tp_str_addf(
        &one, "%s.%s == %lldLL", at.record,
        tp_names_text(v->p->names, v->p->types.fields.at[use->tag].name),
        (long long)use->value);
    if (!strstr(tp_str_text(out), one.at))
      tp_str_addf(out, "%s%s", out->n ? " || " : "", one.at);
  }
  tp_str_free(&one);
}

/* The tag says so, or tells nothing of this union. */
static void assume_tag(tp_values *v, uint32_t field, slot at) {
  const tp_type *t = type_of(v, at.type);
  tp_str own = {0}, all = {0};
  add_tags(v, field, 1, at, &own);
  add_tags(v, t->first, t->n, at, &all);
  if (all.n)
    tp_str_addf(&v->body, "%*stp2ph_assume_that(%s%s!(%s));\n", (int)v->indent,
                "", tp_str_text(&own), own.n ? " || " : "", all.at);
  tp_str_free(&own);
  tp_str_free(&all);
}

/* One member is meant, whichever. */
static void fill_union(tp_values *v, slot at) {
  const tp_type *t = type_of(v, at.type);
  bool is_open = false;
  for (uint32_t i = t->first; i < t->first + t->n; i++) {
    tp_name name = v->p->types.fields.at[i].name;
    if (i + 1 < t->first + t->n)
      open_choice(v, &is_open, at.label,
                  name ? tp_names_text(v->p->names, name) : "one without name");
    else if (is_open)
      open_else(v);
    assume_tag(v, i, at);
    fill_part(v, i, at);
  }
  if (is_open)
    close_block(v, "}");
}

static bool is_union(const tp_values *v, uint32_t field) {
  const tp_type *t = type_of(v, v->p->types.fields.at[field].type);
  return t->kind == TP_T_RECORD && t->is_union;
}

/* Tags before what they tell of. */
static void fill_struct(tp_values *v, slot at) {
  const tp_type *t = type_of(v, at.type);
  for (int unions = 0; unions < 2; unions++)
    for (uint32_t i = t->first; i < t->first + t->n; i++)
      if (is_union(v, i) == unions)
        fill_part(v, i, at);
}

static void fill_record(tp_values *v, slot at) {
  if (type_of(v, at.type)->is_union)
    fill_union(v, at);
  else
    fill_struct(v, at);
}

static void fill_array(tp_values *v, slot at) {
  const tp_type *t = type_of(v, at.type);
  uint32_t n = (uint32_t)count_inputs(v, t);
  if (t->is_complete && n)
    fill_elements(v, t->base, n, at.lvalue, at.label, at.pointers);
}

/* Recursion: records as deep as they are nested, pointers up to MAX_POINTERS.
 */
static void fill(tp_values *v, slot at) {
  const tp_type *t = type_of(v, at.type);
  if (tp_values_is_flat(v, at.type))
    add_input(v, at.lvalue, at.label);
  else if (t->kind == TP_T_RECORD && !is_of_library(v, t))
    fill_record(v, at);
  else if (t->kind == TP_T_ARRAY)
    fill_array(v, at);
  else if (t->kind == TP_T_POINTER &&
           type_of(v, t->base)->kind == TP_T_FUNCTION)
    fill_function(v, at, t->base);
  else if (t->kind == TP_T_POINTER)
    fill_pointer(v, at);
  if (t->kind == TP_T_RECORD)
    tp_sizes_of_record(v, at.type, at.lvalue);
}

void tp_values_fill(tp_values *v, tp_type_id type, const char *lvalue,
                    const char *label, tp_use_place place) {
  fill(v, (slot){type, lvalue, label, place, 0, NULL, 0});
}

/* ---- what a stub writes -------------------------------------------------- */

/* Numbers; pointers in a record stay. Recursion: as deep as records are nested.
 */
static void change_record(tp_values *v, tp_type_id type, const char *lvalue,
                          const char *label) {
  const tp_type *t = type_of(v, type);
  for (uint32_t i = t->first; i < t->first + t->n; i++) {
    const tp_field f = v->p->types.fields.at[i];
    tp_str part = {0}, name = {0};
    const char *member = f.name ? tp_names_text(v->p->names, f.name) : "";
    tp_str_addf(&part, "%s.%s", lvalue, member);
    tp_str_addf(&name, "%s.%s", label, member);
    if (f.name && f.is_bitfield)
      tp_values_line(v, "%s = tp2ph_input_llong(\"%s\");", part.at, name.at);
    else if (f.name && tp_values_is_flat(v, f.type))
      add_input(v, part.at, name.at);
    else if (f.name && type_of(v, f.type)->kind == TP_T_RECORD)
      change_record(v, f.type, part.at, name.at);
    tp_str_free(&part);
    tp_str_free(&name);
  }
  tp_sizes_of_record(v, type, lvalue);
}

void tp_values_change(tp_values *v, tp_type_id type, const char *lvalue,
                      const char *label) {
  const tp_type *t = type_of(v, type);
  if (tp_values_is_flat(v, type))
    add_input(v, lvalue, label);
  else if (t->kind == TP_T_RECORD)
    change_record(v, type, lvalue, label);
  else if (t->kind == TP_T_POINTER)
    fill(v, (slot){type, lvalue, label, 0, 0, NULL, 0});
}

bool tp_values_is_complete(const tp_values *v, tp_type_id type) {
  return is_complete(v, type);
}
