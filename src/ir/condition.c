/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions: && || and ! are jumps, an atomic condition is a DECIDE. One that
 * is folded to a constant is evaluated, and jumps. */
#include "ir/build.h"

/* The value of a condition that is known at once. */
static bool is_folded(const tp_ir_builder *b, tp_node_id n, bool *value) {
  tp_decision_id d = tp_ir_node(b, n)->decision;
  if (d) {
    *value = b->p->decisions.at[d].constant;
    return b->p->decisions.at[d].is_constant;
  }
  uint64_t bits;
  bool is_constant = tp_node_constant(b->p, n, &bits);
  *value = is_constant && bits;
  return is_constant;
}

static void push_condition(tp_ir_builder *b, tp_node_id n, tp_ir_label t,
                           tp_ir_label f, uint32_t keep) {
  tp_ir_push(b, TP_IR_DO_CONDITION, n, t, f);
  VEC_LAST(&b->work).keep = keep;
}

static void atomic(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_push(b, TP_IR_DO_BEGIN, 0, b->begin, 0);
  b->begin = b->ir->ops.n;
  tp_ir_push(b, TP_IR_DO_DECIDE, item->node, item->a, item->b);
  VEC_LAST(&b->work).keep = item->keep;
  tp_ir_push(b, TP_IR_DO_VALUE, item->node, 0, 0);
}

static bool is_atomic(const tp_node *node) {
  return node->decision ||
         !(node->kind == TP_N_LOGICAL || node->kind == TP_N_COMMA ||
           node->kind == TP_N_GENERIC ||
           (node->kind == TP_N_UNARY && node->op == TP_OP_NOT));
}

void tp_ir_condition(tp_ir_builder *b, const tp_ir_item *item) {
  const tp_node *node = tp_ir_node(b, item->node);
  if (is_atomic(node)) {
    atomic(b, item);
    return;
  }
  tp_ir_push(b, TP_IR_DO_SPAN, item->node, false, 0);
  tp_node_id first = node->first, right = tp_ir_node(b, first)->next;
  tp_ir_label t = item->a, f = item->b;
  bool is_and = node->op == TP_OP_LOGAND;
  switch (node->kind) {
  case TP_N_LOGICAL: {
    tp_ir_label mid = tp_ir_new_label(b);
    push_condition(b, right, t, f, TP_IR_NONE);
    tp_ir_push(b, TP_IR_DO_PLACE, 0, mid, 0);
    push_condition(b, first, is_and ? mid : t, is_and ? f : mid, TP_IR_NONE);
    break;
  }
  case TP_N_UNARY:
    push_condition(b, first, f, t, TP_IR_NONE);
    break;
  case TP_N_COMMA:
    push_condition(b, right, t, f, item->keep);
    tp_ir_push_unused(b, first);
    break;
  default: /* GENERIC */
    push_condition(b, first, t, f, item->keep);
  }
}

void tp_ir_decide(tp_ir_builder *b, const tp_ir_item *item) {
  bool truth;
  tp_ir_arg value = tp_ir_pop(b);
  if (item->keep != TP_IR_NONE)
    tp_ir_set(b, item->node, item->keep, value);
  if (is_folded(b, item->node, &truth)) {
    tp_ir_jump(b, item->node, truth ? item->a : item->b);
    return;
  }
  tp_ir_op op = {.kind = TP_IR_DECIDE,
                 .node = item->node,
                 .ref = tp_ir_node(b, item->node)->decision};
  tp_ir_emit(b, op, &value, 1);
  tp_ir_add_target(b, item->a, 0);
  tp_ir_add_target(b, item->b, 1);
}

/* && and || whose value is used. */
void tp_ir_logical(tp_ir_builder *b, tp_node_id n) {
  uint32_t value = tp_ir_temporary(b, tp_ir_node(b, n)->type);
  tp_ir_label t = tp_ir_new_label(b), f = tp_ir_new_label(b),
              end = tp_ir_new_label(b);
  tp_ir_push(b, TP_IR_DO_GET, n, value, 0);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, end, 0);
  tp_ir_push(b, TP_IR_DO_SET_TRUTH, n, value, 0);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, f, 0);
  tp_ir_push(b, TP_IR_DO_JUMP, n, end, 0);
  tp_ir_push(b, TP_IR_DO_SET_TRUTH, n, value, 1);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, t, 0);
  push_condition(b, n, t, f, TP_IR_NONE);
}

static void push_side(tp_ir_builder *b, tp_node_id n, tp_node_id select,
                      uint32_t value) {
  if (value == TP_IR_NONE)
    tp_ir_push(b, TP_IR_DO_DROP, n, 0, 0);
  else
    tp_ir_push(b, TP_IR_DO_SET, select, value, 0);
  tp_ir_push(b, TP_IR_DO_VALUE, n, 0, 0);
}

/* a ?: b, where a is evaluated once: an atomic one leaves its value, another
 * can only be 1 if it is true. */
static void select_kept(tp_ir_builder *b, tp_node_id n, uint32_t value,
                        tp_ir_label t, tp_ir_label f, tp_ir_label end) {
  tp_node_id core = tp_ir_node(b, n)->first;
  const tp_node *node = tp_ir_node(b, core);
  while (!node->decision &&
         (node->kind == TP_N_COMMA || node->kind == TP_N_GENERIC)) {
    core = node->kind == TP_N_COMMA ? tp_ir_kid(b, core, 1) : node->first;
    node = tp_ir_node(b, core);
  }
  bool is_kept = is_atomic(node) && value != TP_IR_NONE;
  tp_ir_push(b, TP_IR_DO_PLACE, 0, f, 0);
  tp_ir_push(b, TP_IR_DO_JUMP, n, end, 0);
  if (!is_kept && value != TP_IR_NONE)
    tp_ir_push(b, TP_IR_DO_SET_TRUTH, n, value, 1);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, t, 0);
  push_condition(b, tp_ir_node(b, n)->first, t, f,
                 is_kept ? value : TP_IR_NONE);
}

void tp_ir_select(tp_ir_builder *b, tp_node_id n) {
  const tp_node *node = tp_ir_node(b, n);
  bool is_void = tp_type_get(&b->p->types, node->type)->kind == TP_T_VOID;
  uint32_t value = is_void ? TP_IR_NONE : tp_ir_temporary(b, node->type);
  tp_ir_label t = tp_ir_new_label(b), f = tp_ir_new_label(b),
              end = tp_ir_new_label(b);
  tp_node_id first = tp_ir_node(b, node->first)->next;
  tp_ir_push(b, TP_IR_DO_GET, n, value, 0);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, end, 0);
  if (node->flags & TP_F_ELVIS) {
    push_side(b, first, n, value);
    select_kept(b, n, value, t, f, end);
    return;
  }
  push_side(b, tp_ir_node(b, first)->next, n, value);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, f, 0);
  tp_ir_push(b, TP_IR_DO_JUMP, n, end, 0);
  push_side(b, first, n, value);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, t, 0);
  push_condition(b, node->first, t, f, TP_IR_NONE);
}
