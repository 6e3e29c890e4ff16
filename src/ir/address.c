/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where lvalues are. A record that is a value (what a call returns) gets a
 * place of its own, so that its members are reached like any other's. */
#include "ir/build.h"

static uint8_t type_kind(const tp_ir_builder *b, tp_node_id n) {
  return tp_type_get(&b->p->types, tp_ir_node(b, n)->type)->kind;
}

static void give_leaf(tp_ir_builder *b, tp_node_id n, tp_ir_kind kind,
                      uint32_t ref) {
  tp_ir_item item = {.node = n, .from = b->ir->ops.n};
  tp_ir_op op = {.kind = (uint8_t)kind, .node = n, .ref = ref};
  op.type = tp_ir_node(b, n)->type;
  tp_ir_give(b, &item, op, NULL, 0);
}

void tp_ir_address(tp_ir_builder *b, tp_node_id n) {
  const tp_node *node = tp_ir_node(b, n);
  switch (node->kind) {
  case TP_N_NAME:
    give_leaf(b, n, TP_IR_PLACE, node->ref);
    break;
  case TP_N_STRING:
    give_leaf(b, n, TP_IR_TEXT, node->ref);
    break;
  case TP_N_COMPOUND:
    tp_ir_literal(b, n);
    break;
  case TP_N_GENERIC:
    tp_ir_push(b, TP_IR_DO_ADDRESS, node->first, 0, 0);
    break;
  case TP_N_MEMBER:
    tp_ir_push(b, TP_IR_DO_FINISH_ADDRESS, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_ADDRESS, node->first, 0, 0);
    break;
  case TP_N_INDEX:
    tp_ir_push(b, TP_IR_DO_FINISH_ADDRESS, n, 0, 0);
    tp_ir_push_kids(b, TP_IR_DO_VALUE, node->first);
    break;
  case TP_N_DEREF: /* the pointer is the address */
    tp_ir_push(b, TP_IR_DO_VALUE, node->first, 0, 0);
    break;
  default:
    tp_ir_push(b, TP_IR_DO_HOLD, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_VALUE, n, 0, 0);
  }
}

void tp_ir_hold(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_arg value = tp_ir_pop(b);
  tp_ir_op op = {.kind = TP_IR_HOLD, .node = item->node};
  op.type = tp_ir_node(b, item->node)->type;
  if (type_kind(b, item->node) == TP_T_ARRAY) /* is an address as it is */
    VEC_PUSH(&b->values, value);
  else
    tp_ir_give(b, item, op, &value, 1);
}

static void check(tp_ir_builder *b, tp_node_id n, tp_ir_must must,
                  uint32_t of) {
  tp_ir_arg value = {of, b->ir->ops.n};
  tp_ir_op op = {.kind = TP_IR_CHECK, .op = (uint8_t)must, .node = n};
  tp_ir_emit(b, op, &value, 1);
}

/* The array in which the element is one; NULL: a pointer leads to it. */
static const tp_type *array_of(const tp_ir_builder *b, const tp_ir_op *op) {
  const tp_ir_op *base = tp_ir_at(b->ir, tp_ir_arg_of(b->ir, op, 0));
  const tp_type *type = tp_type_get(&b->p->types, base->type);
  return type->kind == TP_T_ARRAY ? type : NULL;
}

static bool is_in_array(const tp_ir_builder *b, const tp_type *array,
                        uint32_t index) {
  uint64_t value;
  return array->is_complete && !array->is_variable &&
         tp_node_constant(b->p, tp_ir_at(b->ir, index)->node, &value) &&
         value < array->count;
}

void tp_ir_check_access(tp_ir_builder *b, tp_node_id n, uint32_t address) {
  const tp_ir_op *op = tp_ir_at(b->ir, address);
  while (op->kind == TP_IR_FIELD || op->kind == TP_IR_ELEMENT) {
    const tp_type *array = op->kind == TP_IR_FIELD ? NULL : array_of(b, op);
    if (op->kind == TP_IR_ELEMENT && !array) {
      check(b, n, TP_IR_MUST_POINT, address);
      return;
    }
    uint32_t base = tp_ir_arg_of(b->ir, op, 0);
    uint32_t index = array ? tp_ir_arg_of(b->ir, op, 1) : 0;
    if (array && !is_in_array(b, array, index))
      check(b, n, TP_IR_MUST_INDEX, index);
    op = tp_ir_at(b->ir, base);
  }
  if (op->kind > TP_IR_ELEMENT)
    check(b, n, TP_IR_MUST_POINT, address);
}

static void element(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_arg args[2];
  args[1] = tp_ir_pop(b);
  args[0] = tp_ir_pop(b);
  tp_ir_op op = {.kind = TP_IR_ELEMENT, .node = item->node};
  op.type = tp_ir_node(b, item->node)->type;
  tp_ir_give(b, item, op, args, 2);
}

void tp_ir_finish_address(tp_ir_builder *b, const tp_ir_item *item) {
  const tp_node *node = tp_ir_node(b, item->node);
  tp_ir_op op = {.kind = TP_IR_FIELD,
                 .node = item->node,
                 .type = node->type,
                 .ref = node->ref};
  if (node->kind == TP_N_INDEX) {
    element(b, item);
    return;
  }
  tp_ir_arg of = tp_ir_pop(b);
  tp_ir_give(b, item, op, &of, 1);
}

/* Arrays and functions are used as pointers to them. */
void tp_ir_load(tp_ir_builder *b, const tp_ir_item *item) {
  uint8_t kind = type_kind(b, item->node);
  if (kind == TP_T_ARRAY || kind == TP_T_FUNCTION)
    return;
  tp_ir_arg at = tp_ir_pop(b);
  tp_ir_check_access(b, item->node, at.value);
  tp_ir_op op = {.kind = TP_IR_LOAD, .node = item->node};
  op.type = tp_ir_node(b, item->node)->type;
  tp_ir_give(b, item, op, &at, 1);
}
