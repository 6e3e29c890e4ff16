/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables with initialisers, and the lists of compound literals.
 *
 * The declaration stays; what tells the runtime comes behind it: as a statement
 * after the last declarator, before that (and in the head of a for) as a dummy
 * declarator, `int a = f(), *d = (got(...), (void*)0), b = a + 1;`, which is
 * valid for every type. Elements of lists that may be symbolic are captured in
 * temporaries where they are evaluated, and copied from there. */
#include "instr/work.h"

#include <ctype.h>

enum { PLAIN_INIT, SCALAR_INIT, RESULT_INIT, LIST_INIT, COPY_INIT, VALUE_INIT };

static const tp_decl *decl_of(const tp_writer *w, const tp_frame *f) {
  return &w->p->decls.at[tp_w_node(w, f->node)->ref];
}

static bool is_automatic(const tp_decl *d) {
  return d->scope && !d->is_static && !d->is_extern && !d->is_thread;
}

static bool is_followed(const tp_writer *w, const tp_frame *f) {
  const tp_decl *d = decl_of(w, f);
  tp_decl_id id = tp_w_node(w, f->node)->ref;
  return w->taint && tp_bits_has(&w->taint->decls, d->same ? d->same : id) &&
         !tp_w_is_fixed(w, id) && d->name;
}

static uint8_t form_of(const tp_writer *w, const tp_frame *f, tp_node_id init) {
  tp_type_id t = decl_of(w, f)->type;
  uint8_t kind = tp_w_node(w, init)->kind;
  if (!is_followed(w, f))
    return PLAIN_INIT;
  if (kind == TP_N_INIT_LIST || (kind == TP_N_COMPOUND && tp_w_is_record(w, t)))
    return LIST_INIT;
  if (kind == TP_N_CALL && tp_instr_has_result(w, init) &&
      tp_w_same_type(w, t, tp_w_node(w, init)->type))
    return RESULT_INIT;
  if (tp_w_is_scalar(w, t))
    return SCALAR_INIT;
  return tp_w_is_record(w, t) && tp_w_is_lvalue(w, init) &&
                 tp_w_can_repeat(w, init) && !tp_w_has_symbolic_place(w, init)
             ? COPY_INIT
             : VALUE_INIT;
}

void tp_w_enter_var(tp_writer *w, tp_frame *f) {
  if (!is_automatic(decl_of(w, f)))
    f->kid = 0; /* constant */
  if (f->kid)
    f->form = form_of(w, f, f->kid);
}

tp_ask tp_w_ask_var(tp_writer *w, tp_frame *f, tp_node_id kid) {
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (f->form == LIST_INIT)
    ask.flags = TP_ASK_INITS;
  if (f->form == RESULT_INIT)
    ask.flags = TP_ASK_GOT;
  if (f->form == SCALAR_INIT && tp_w_is_tainted(w, kid))
    ask = tp_w_ask_value(w, kid);
  if (f->form == VALUE_INIT && tp_w_is_tainted(w, kid) &&
      tp_w_is_record(w, decl_of(w, f)->type)) {
    ask = tp_w_ask_record(w, kid, decl_of(w, f)->type);
    f->temp = ask.into;
  }
  return ask;
}

/* ---- lists --------------------------------------------------------------- */

/* One initialiser into a temporary. */
static tp_ask ask_piece(tp_writer *w, const tp_node *init, tp_node_id kid) {
  tp_ask ask = {.want = TP_WANT_EFFECT};
  if (tp_w_is_record(w, init->type))
    return tp_w_ask_record(w, kid, init->type);
  if (!tp_w_is_scalar(w, init->type))
    return ask;
  ask = tp_w_ask_value(w, kid);
  ask.type = init->flags & TP_F_BITFIELD
                 ? tp_w_value_type(w, kid)
                 : tp_type_get(&w->p->types, init->type)->unqualified;
  ask.into = tp_w_take(w, ask.type);
  return ask;
}

/* clang refuses side effects in what [0 ... 3] = repeats: nothing is followed
 * there, and decisions are told in a way that clang takes for none. */
static bool is_without_effects(const tp_writer *w, const tp_frame *f) {
  return w->is_clang && tp_w_node(w, f->node)->flags & TP_F_RANGE;
}

void tp_w_enter_init(tp_writer *w, const tp_frame *f) {
  if (!is_without_effects(w, f) || w->repeats++ > 0)
    return;
  w->outside = w->taint;
  w->taint = NULL;
}

void tp_w_leave_init(tp_writer *w, const tp_frame *f) {
  if (is_without_effects(w, f) && --w->repeats == 0)
    w->taint = w->outside;
}

tp_ask tp_w_ask_init(tp_writer *w, tp_frame *f, tp_node_id kid) {
  const tp_node *node = tp_w_node(w, f->node);
  tp_ask ask = {.want = TP_WANT_EFFECT, .flags = f->ask.flags & TP_ASK_INITS};
  if (node->kind != TP_N_INIT || !ask.flags ||
      tp_w_node(w, kid)->kind == TP_N_INIT_LIST)
    return ask;
  ask.flags = 0;
  if (!tp_w_is_tainted(w, kid))
    return ask;
  if (tp_w_is_record(w, node->type) && tp_w_is_lvalue(w, kid) &&
      tp_w_can_repeat(w, kid) && !tp_w_has_symbolic_place(w, kid)) {
    VEC_PUSH(&w->pieces, (tp_piece){.node = kid,
                                    .offset = node->ref,
                                    .size = tp_w_size(w, node->type)});
    return ask;
  }
  ask = ask_piece(w, node, kid);
  if (ask.into)
    VEC_PUSH(&w->pieces, (tp_piece){.temp = ask.into,
                                    .node = f->node,
                                    .offset = node->ref,
                                    .size = tp_w_size(w, ask.type)});
  return ask;
}

/* A bit-field: the old bytes and the new value make the new bytes. */
static bool plan_bits(tp_writer *w, const tp_piece *piece, uint32_t *e) {
  const tp_node *init = tp_w_node(w, piece->node);
  tp_field field = w->p->types.fields.at[init->extra];
  uint32_t bytes = tp_w_field_bytes(&field), from = w->leaves.n;
  if (bytes > 8)
    return false;
  VEC_PUSH(&w->leaves, (tp_planned_leaf){.node = init->first,
                                         .kind = TP_LEAF_VALUE,
                                         .size = (uint8_t)piece->size});
  VEC_PUSH(&w->leaves,
           (tp_planned_leaf){.kind = TP_LEAF_VALUE, .size = (uint8_t)bytes});
  *e = tp_w_plan(w, TP_PLAN_FIELD, init->first, field.type, from);
  w->plan->exprs.at[*e].field = field;
  w->plan->wire_exprs.at[*e].dst_size = (uint8_t)bytes;
  w->leaves.n = from;
  return true;
}

static bool is_bits(const tp_writer *w, const tp_piece *piece) {
  return piece->temp && tp_w_node(w, piece->node)->flags & TP_F_BITFIELD;
}

static void say_source(const tp_writer *w, tp_str *out, const tp_piece *piece) {
  if (!piece->temp) {
    tp_w_say_address(w, out, piece->node);
    return;
  }
  tp_str_addc(out, '&');
  tp_temps_add_name(out, piece->temp);
}

void tp_w_say_parts(tp_writer *w, tp_str *out, uint32_t from) {
  for (uint32_t i = from; i < w->pieces.n; i++) {
    const tp_piece *piece = &w->pieces.at[i];
    uint32_t e = 0;
    if (is_bits(w, piece) && !plan_bits(w, piece, &e))
      continue;
    say_source(w, out, piece);
    tp_str_addf(out, ",(void*)%uul,(void*)%uul,(void*)%uul,", piece->offset,
                piece->size, e);
  }
}

static void say_bits_piece(tp_writer *w, tp_str *out, const char *to,
                           const tp_piece *piece) {
  tp_str place = {0};
  uint32_t e;
  if (!plan_bits(w, piece, &e))
    return;
  tp_str_addf(&place, "(char*)%s+%u", to, piece->offset);
  tp_str_addf(out, ",__tp2ph_l2(%u,&", e);
  tp_temps_add_name(out, piece->temp);
  tp_str_addf(out, ",%s)", place.at);
  tp_w_say_store(out, e, place.at);
  tp_str_free(&place);
}

void tp_w_say_pieces(tp_writer *w, tp_str *out, const char *to, uint32_t n,
                     uint32_t from) {
  tp_w_say_clear(out, to, n);
  for (uint32_t i = from; i < w->pieces.n; i++) {
    const tp_piece *piece = &w->pieces.at[i];
    tp_str place = {0}, from_text = {0};
    tp_str_addf(&place, "(char*)%s+%u", to, piece->offset);
    if (is_bits(w, piece)) {
      say_bits_piece(w, out, to, piece);
    } else {
      say_source(w, &from_text, piece);
      tp_w_say_copy(out, place.at, from_text.at, piece->size);
    }
    tp_str_free(&place);
    tp_str_free(&from_text);
  }
}

/* ---- the event behind the declarator ------------------------------------- */

static void say_scalar(tp_writer *w, tp_frame *f, tp_str *out, const char *to,
                       tp_node_id init) {
  tp_type_id t = tp_type_get(&w->p->types, decl_of(w, f)->type)->unqualified;
  tp_frame value = {.node = init, .base = f->base};
  tp_str text = {0};
  if (f->is_bad || !tp_w_has_symbol(w, f->base, w->leaves.n) ||
      w->leaves.n - f->base > TP_WIRE_MAX_LEAVES) {
    if (f->is_bad)
      tp_w_note(w, init, TP_NOT_VALUE);
    tp_w_say_clear(out, to, tp_w_size(w, t));
  } else if (tp_w_is_copy(w, &value, t)) {
    tp_w_say_leaf(w, &text, f->base);
    tp_w_say_copy(out, to, text.at, tp_w_size(w, t));
  } else {
    tp_str_addf(&text, ",%s", to);
    tp_w_say_event(w, out, "a", tp_w_plan(w, TP_PLAN_VALUE, init, t, f->base),
                   text.at, f->base);
  }
  tp_str_free(&text);
}

static void say_var(tp_writer *w, tp_frame *f, tp_str *out) {
  tp_node_id init = tp_w_node(w, f->node)->first;
  uint32_t size = tp_w_size(w, decl_of(w, f)->type);
  tp_str to = {0}, from = {0};
  tp_str_addf(&to, "&%s", tp_names_text(w->p->names, decl_of(w, f)->name));
  if (f->form == RESULT_INIT) {
    tp_w_say_got(out, tp_w_node(w, init)->ref, to.at, size);
  } else if (f->form == LIST_INIT) {
    tp_w_say_pieces(w, out, to.at, size, f->pieces);
  } else if (f->form == COPY_INIT) {
    tp_w_say_address(w, &from, init);
    tp_w_say_copy(out, to.at, from.at, size);
  } else if (f->form == VALUE_INIT && f->temp) {
    tp_temps_add_name(&from, f->temp);
    tp_w_say_copy(out, to.at, from.at, size);
  } else if (f->form == VALUE_INIT) {
    if (tp_w_is_tainted(w, init))
      tp_w_note(w, init, TP_NOT_VALUE);
    tp_w_say_clear(out, to.at, size);
  } else {
    say_scalar(w, f, out, to.at, init);
  }
  tp_str_free(&to);
  tp_str_free(&from);
}

/* Behind the initialiser and the parentheses it may stand in. */
static uint32_t end_of_init(const tp_writer *w, tp_node_id init) {
  uint32_t at = tp_w_node(w, init)->end, end = at;
  for (;; at++) {
    char c = w->text[at];
    if (c == ')')
      end = at + 1;
    else if (!isspace((unsigned char)c))
      return end;
  }
}

static bool has_later_init(const tp_writer *w, const tp_node *var) {
  for (tp_node_id n = var->next; n; n = tp_w_node(w, n)->next)
    if (tp_w_node(w, n)->first)
      return true;
  return false;
}

static void write_behind(tp_writer *w, tp_frame *f, const tp_str *event) {
  const tp_node *node = tp_w_node(w, f->node);
  const tp_frame *up = f - 1; /* the TP_N_DECL */
  tp_str text = {0};
  if (!has_later_init(w, node) && !(up->ask.flags & TP_ASK_FOR)) {
    tp_str_addf(&text, "%s;", event->at);
    tp_edits_insert(&w->edits, tp_w_node(w, up->node)->end, w->order++, text.at,
                    text.n);
  } else {
    tp_str_addf(&text, ",*__tp2ph_d%u=(%s,(void*)0)", w->dummies++, event->at);
    tp_edits_insert(&w->edits, end_of_init(w, node->first), w->order++, text.at,
                    text.n);
  }
  tp_str_free(&text);
}

/* Behind the whole declaration; not in the head of a for, nor where a part of
 * it is all that was understood (`int b[n++];`). */
static void write_own(tp_writer *w, const tp_frame *f) {
  const tp_frame *up = f - 1;
  uint32_t end = tp_w_node(w, up->node)->end;
  const char *name = tp_names_text(w->p->names, decl_of(w, f)->name);
  tp_str text = {0};
  tp_str_addf(&text, "__tp2ph_own(&%s,sizeof %s);", name, name);
  if (!(up->ask.flags & TP_ASK_FOR) && w->text[end - 1] == ';')
    tp_edits_insert(&w->edits, end, w->order++, text.at, text.n);
  tp_str_free(&text);
}

void tp_w_leave_var(tp_writer *w, tp_frame *f) {
  tp_str event = {0};
  if (tp_w_has_elements(w, tp_w_node(w, f->node)->ref))
    write_own(w, f);
  if (f->form != PLAIN_INIT) {
    say_var(w, f, &event);
    write_behind(w, f, &event);
  }
  w->leaves.n = f->base;
  w->pieces.n = f->pieces;
  tp_str_free(&event);
}
