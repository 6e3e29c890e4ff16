/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grown until nothing in it jumps out of it but to its end. */
#include "ir/region.h"

tp_func_id tp_ir_function_of(const tp_ir *ir, uint32_t op) {
  uint32_t low = 0, high = ir->first.n - 1;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (ir->first.at[middle] <= op)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static void take_in(const tp_ir *ir, const tp_ir_op *op, tp_ir_span *s) {
  for (uint32_t i = 0; i < op->n_to; i++) {
    uint32_t to = ir->targets.at[op->to + i].op;
    if (to < s->from)
      s->from = to;
    if (to > s->to)
      s->to = to;
  }
}

tp_ir_span tp_ir_region(const tp_ir *ir, uint32_t op, bool *leaves) {
  tp_ir_span out = {op, op + 1};
  bool is_anywhere = false;
  *leaves = false;
  for (uint32_t i = op; i < out.to && !is_anywhere; i++) {
    const tp_ir_op *o = tp_ir_at(ir, i);
    uint32_t from = out.from;
    take_in(ir, o, &out);
    *leaves |= o->kind == TP_IR_RETURN;
    is_anywhere = o->kind == TP_IR_OPAQUE;
    if (out.from < from)
      i = out.from - 1; /* a loop: from its head */
  }
  *leaves |= is_anywhere;
  return is_anywhere ? tp_ir_body(ir, tp_ir_function_of(ir, op)) : out;
}
