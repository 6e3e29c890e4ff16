/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making nodes of the program's tree, with the text they stand for. */
#include "front/sema.h"

tp_tok tp_sema_last(const tp_sema *s, tp_tok last) {
  const tp_token *token = tp_tok_at(&s->tokens, last);
  return token->flags & TOK_F_GROUP ? token->aux : last;
}

tp_node_id tp_sema_node(tp_sema *s, tp_node_kind kind, tp_type_id type,
                        tp_tok begin, tp_tok last) {
  const tp_token *first = tp_tok_at(&s->tokens, begin);
  const tp_token *end = tp_tok_at(&s->tokens, tp_sema_last(s, last));
  tp_node node = {.kind = (uint8_t)kind,
                  .type = type,
                  .begin = first->begin,
                  .end = end->end > first->begin ? end->end : first->begin};
  if (first->flags & TOK_F_SYSTEM)
    node.flags |= TP_F_SYSTEM;
  return tp_tree_add(s->p, node);
}

void tp_sema_set_kids(tp_sema *s, tp_node_id node, const tp_node_id *kids,
                      uint32_t n) {
  tp_node_id *link = &tp_sema_at(s, node)->first;
  for (uint32_t i = 0; i < n; i++) {
    *link = kids[i];
    link = &tp_sema_at(s, kids[i])->next;
  }
  *link = 0;
}

tp_node_id tp_sema_int(tp_sema *s, uint64_t value, tp_type_id type,
                       tp_tok begin, tp_tok last) {
  tp_node_id node = tp_sema_node(s, TP_N_INT, type, begin, last);
  tp_sema_at(s, node)->ref = s->p->ints.n;
  VEC_PUSH(&s->p->ints, value);
  return node;
}

tp_node_id tp_sema_float(tp_sema *s, double value, tp_type_id type,
                         tp_tok begin, tp_tok last) {
  tp_node_id node = tp_sema_node(s, TP_N_FLOAT, type, begin, last);
  tp_sema_at(s, node)->ref = s->p->floats.n;
  VEC_PUSH(&s->p->floats, value);
  return node;
}

tp_node_id tp_sema_opaque(tp_sema *s, tp_type_id type, tp_tok begin,
                          tp_tok last) {
  if (!(tp_tok_at(&s->tokens, begin)->flags & TOK_F_SYSTEM))
    s->p->opaque++;
  return tp_sema_node(s, TP_N_OPAQUE, type, begin, last);
}

void tp_sema_doubt(tp_sema *s, tp_tok at) {
  const tp_token *token = tp_tok_at(&s->tokens, at);
  if (s->is_doubtful || token->flags & TOK_F_SYSTEM)
    return;
  s->is_doubtful = true;
  s->doubt = token->begin;
}
