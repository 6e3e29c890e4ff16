/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records as values: f(), c ? a : b, (x, a), (a = b), ({ ... a; }), and
 * compound literals.
 *
 * A record that is asked for as a value ends in a temporary of its size: the
 * bytes are copied there for the runtime alone, the program goes on with the
 * value itself. A member of it is a part of that temporary. A compound literal
 * is an object and stays the one it is: the runtime is told what its parts
 * hold by a function that takes its address and gives it back. */
#include "instr/work.h"

#define MAX_RECORD 4096 /* bytes; what the runtime returns at once */

tp_temp tp_w_take_record(tp_writer *w, tp_type_id t) {
  uint32_t n = tp_w_size(w, t);
  tp_temp temp =
      n <= MAX_RECORD ? tp_temps_take_bytes(&w->temps, n) : (tp_temp)0;
  return temp;
}

tp_temp tp_w_take_value(tp_writer *w, tp_type_id t) {
  return tp_w_is_record(w, t) ? tp_w_take_record(w, t) : tp_w_take(w, t);
}

tp_ask tp_w_ask_record(tp_writer *w, tp_node_id n, tp_type_id t) {
  tp_ask ask = tp_w_ask_value(w, n);
  ask.into = tp_w_take_record(w, t);
  ask.type = tp_type_get(&w->p->types, t)->unqualified;
  if (!ask.into)
    ask = (tp_ask){.want = TP_WANT_EFFECT};
  return ask;
}

/* ---- parts of a value ---------------------------------------------------- */

/* The record value that n is a part of; 0: it is a part of an object. */
static tp_node_id value_base(const tp_writer *w, tp_node_id n) {
  for (;;) {
    const tp_node *node = tp_w_node(w, n);
    bool is_part =
        node->kind == TP_N_MEMBER ||
        (node->kind == TP_N_INDEX &&
         tp_type_get(&w->p->types, tp_w_node(w, node->first)->type)->kind ==
             TP_T_ARRAY);
    if (!is_part)
      return tp_w_is_record(w, node->type) && !tp_w_is_lvalue(w, n) &&
                     node->kind != TP_N_COMPOUND
                 ? n
                 : 0;
    n = node->first;
  }
}

bool tp_w_is_part_of_value(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  return (node->kind == TP_N_MEMBER || node->kind == TP_N_INDEX) &&
         value_base(w, n);
}

/* Its own offset inside its kid. */
static bool part_offset(const tp_writer *w, tp_node_id n, uint64_t *out) {
  const tp_node *node = tp_w_node(w, n);
  if (node->kind == TP_N_MEMBER) {
    *out = w->p->types.fields.at[node->ref].offset;
    return true;
  }
  if (!tp_node_constant(w->p, tp_node_kid(w->p, n, 1), out))
    return false;
  *out *= tp_type_get(&w->p->types, node->type)->size;
  return true;
}

void tp_w_read_part(tp_writer *w, tp_frame *f) {
  tp_field field;
  tp_planned_leaf leaf = {
      .node = f->node, .kind = TP_LEAF_VALUE, .at = TP_AT_PART};
  uint64_t offset;
  bool is_known = w->leaves.n == f->base + 1 && !f->is_bad &&
                  VEC_LAST(&w->leaves).temp && part_offset(w, f->node, &offset);
  if (!is_known) {
    w->leaves.n = f->base;
    f->is_bad = true;
    return;
  }
  leaf.temp = VEC_LAST(&w->leaves).temp;
  leaf.offset = VEC_LAST(&w->leaves).offset + (uint32_t)offset;
  uint32_t size = tp_w_bitfield(w, f->node, &field)
                      ? tp_w_field_bytes(&field)
                      : tp_w_size(w, tp_w_type(w, f->node));
  bool is_inner = !tp_w_is_scalar(w, tp_w_type(w, f->node));
  f->is_bad = !is_inner && size > 8;
  leaf.size = is_inner ? 0 : (uint8_t)size;
  VEC_LAST(&w->leaves) = leaf;
}

/* ---- compound literals --------------------------------------------------- */

/* The type in front of it, with its parentheses; 0: it declares something. */
static uint32_t type_end(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  uint32_t depth = 0, at = node->begin;
  if (w->text[at] != '(')
    return 0;
  for (; at < node->end; at++) {
    char c = w->text[at];
    if (c == '{' || c == '#')
      return 0;
    depth += c == '(';
    if (c == ')' && --depth == 0)
      return at + 1;
  }
  return 0;
}

/* The parent does not ask for its parts: it tells of them itself. */
void tp_w_enter_literal(tp_writer *w, tp_frame *f) {
  const tp_type *t = tp_type_get(&w->p->types, tp_w_node(w, f->node)->type);
  bool is_told = tp_w_is_tainted(w, f->node) ||
                 (w->follows_pointers && t->kind == TP_T_ARRAY);
  bool is_own = w->taint && !(f->ask.flags & TP_ASK_INITS) && is_told &&
                t->is_complete && type_end(w, f->node);
  f->form = is_own;
  if (is_own)
    f->ask.flags |= TP_ASK_INITS;
}

/* "(*(__typeof__(T)*)__tp2ph_lit(&" literal ",n,(const void*[]){parts}))" */
static void tell_parts(tp_writer *w, tp_frame *f) {
  const tp_node *node = tp_w_node(w, f->node);
  tp_str open = {0}, close = {0};
  tp_str_add(&open, "(*(__typeof__");
  for (uint32_t i = node->begin; i < type_end(w, f->node); i++)
    tp_str_addc(&open, w->text[i] == '\n' ? ' ' : w->text[i]);
  tp_str_add(&open, "*)__tp2ph_lit(&");
  tp_str_addf(&close, ",%u,(const void*[]){", tp_w_size(w, node->type));
  tp_w_say_parts(w, &close, f->pieces);
  tp_str_add(&close, "0}))");
  tp_w_open(w, f, TP_OPEN_OWN, &open);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
}

void tp_w_leave_literal(tp_writer *w, tp_frame *f) {
  tp_type_id t = tp_w_type(w, f->node);
  if (!f->form) {
    f->is_bad = true;
    return;
  }
  f->ask.flags &= (uint16_t)~TP_ASK_INITS;
  tell_parts(w, f);
  w->pieces.n = f->pieces;
  w->leaves.n = f->base;
  if (f->want != TP_WANT_VALUE)
    return;
  f->is_bad = !tp_w_is_record(w, t) && !tp_w_is_scalar(w, t);
  if (!f->is_bad)
    tp_w_copy_by_pointer(w, f, TP_OPEN_PLAIN);
}
