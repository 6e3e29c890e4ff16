/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ir.h promises of every IR. */
#include "ir/ir.h"

#include "base/diag.h"

static void check_operands(const tp_ir *ir, uint32_t at, uint32_t first) {
  const tp_ir_op *op = tp_ir_at(ir, at);
  for (uint32_t i = 0; i < op->n; i++) {
    tp_ir_arg arg = ir->args.at[op->first + i];
    TP_INVARIANT(arg.from >= first && arg.from <= at,
                 "an operand should begin before what uses it");
    TP_INVARIANT(arg.value == TP_IR_NONE ||
                     (arg.value >= first && arg.value < at),
                 "a value should be made before it is used");
  }
}

static void check_targets(const tp_ir *ir, uint32_t at, uint32_t first,
                          uint32_t end) {
  const tp_ir_op *op = tp_ir_at(ir, at);
  TP_INVARIANT(tp_ir_is_end(op) || op->n_to == 0,
               "only the last on a way should have targets");
  for (uint32_t t = op->to; t < op->to + op->n_to; t++)
    TP_INVARIANT(ir->targets.at[t].op >= first && ir->targets.at[t].op < end,
                 "control should stay in the function");
}

static void check_function(const tp_ir *ir, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    TP_INVARIANT(op->begin >= first && op->begin <= i,
                 "an expression should begin in its function");
    TP_INVARIANT(op->node || op->kind == TP_IR_RETURN,
                 "an operation should have a node");
    check_operands(ir, i, first);
    check_targets(ir, i, first, end);
  }
  TP_INVARIANT(first == end || tp_ir_is_end(tp_ir_at(ir, end - 1)),
               "control should not run out of a function");
}

void tp_ir_check(const tp_ir *ir) {
  TP_INVARIANT(ir->first.n == ir->p->funcs.n + 1, "each function is there");
  TP_INVARIANT(ir->acts.n == ir->ops.n + 1 && ir->turns.n == ir->ops.n + 1,
               "each operation should be counted");
  for (tp_func_id f = 0; f < ir->p->funcs.n; f++)
    check_function(ir, ir->first.at[f], ir->first.at[f + 1]);
  for (tp_node_id n = 0; n < ir->spans.n; n++)
    TP_INVARIANT(ir->spans.at[n].from <= ir->spans.at[n].to &&
                     ir->spans.at[n].to <= ir->ops.n,
                 "a span should be one");
}
