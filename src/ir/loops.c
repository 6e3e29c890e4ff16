/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/loops.h"

/* By operation: the last jump back to it, + 1; 0: none. */
static uint32_t *find_ends(const tp_ir *ir) {
  uint32_t *end = TP_NEW_ARRAY(uint32_t, ir->ops.n + 1);
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    for (uint32_t t = op->to; t < op->to + op->n_to; t++)
      if (ir->targets.at[t].op <= i)
        end[ir->targets.at[t].op] = i + 1;
  }
  return end;
}

/* The last first, so that those inside have their ends already. */
static void nest(tp_ir_loops *l) {
  uint32_t *behind = TP_NEW_ARRAY(uint32_t, l->at.n + 1);
  for (uint32_t i = l->at.n; i-- > 0;) {
    tp_ir_loop *loop = &l->at.at[i];
    uint32_t k = i + 1;
    while (k < l->at.n && l->at.at[k].head <= loop->end) {
      if (l->at.at[k].end > loop->end)
        loop->end = l->at.at[k].end;
      k = behind[k];
    }
    behind[i] = k; /* the first that is not in it */
  }
  tp_free(behind);
}

static void number(tp_ir_loops *l, uint32_t n_ops) {
  uint32_t next = 0, inner = 0;
  VEC_RESIZE(&l->of, n_ops);
  for (uint32_t i = 0; i < n_ops; i++) {
    while (inner && l->at.at[inner - 1].end < i)
      inner = l->at.at[inner - 1].outer;
    if (next < l->at.n && l->at.at[next].head == i) {
      l->at.at[next].outer = inner;
      inner = ++next;
    }
    l->of.at[i] = inner;
  }
}

void tp_ir_loops_find(tp_ir_loops *out, const tp_ir *ir) {
  uint32_t *end = find_ends(ir);
  *out = (tp_ir_loops){0};
  for (uint32_t i = 0; i < ir->ops.n; i++)
    if (end[i])
      VEC_PUSH(&out->at, (tp_ir_loop){i, end[i] - 1, 0});
  tp_free(end);
  nest(out);
  number(out, ir->ops.n);
}

void tp_ir_loops_free(tp_ir_loops *l) {
  VEC_FREE(&l->at);
  VEC_FREE(&l->of);
}
