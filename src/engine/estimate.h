/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/estimate.h - what solving a constraint is expected to cost, in runs of
 * the program under test: a weighted sum of the operations in it (seed 003,
 * section 4.1). Operations of a condition are counted once and kept.
 */
#ifndef TP_ENGINE_ESTIMATE_H
#define TP_ENGINE_ESTIMATE_H

#include "base/map.h"
#include "expr/expr.h"

typedef enum tp_op_kind {
#define OP(name, text, weight) TP_OP_##name,
#include "engine/ops.def"
#undef OP
  TP_OPS
} tp_op_kind;

extern const char *const tp_op_names[TP_OPS];

typedef struct tp_op_counts {
  double n[TP_OPS];
} tp_op_counts;

typedef struct tp_estimator {
  tp_exprs *exprs;
  tp_map place; /* condition -> its counts */
  VEC(tp_op_counts) counts;
  double weight[TP_OPS];
  /* What was measured: the normal equations of a least-squares fit that is held
   * to the fixed weights. */
  double square[TP_OPS][TP_OPS], target[TP_OPS];
  uint32_t n_measured;
  tp_vec_u32 stack;
  tp_map seen; /* nodes of the condition, variables of the slice */
  tp_vec_u32 slice;
} tp_estimator;

void tp_estimator_init(tp_estimator *t, tp_exprs *exprs);
void tp_estimator_free(tp_estimator *t);
/* Expressions of before mean nothing any more. */
void tp_estimator_forget(tp_estimator *t);
/* The operations of a question about conds[n - 1] with those of the others that
 * share inputs with it, directly or through others. */
tp_op_counts tp_estimator_count(tp_estimator *t, const tp_expr *conds,
                                uint32_t n);
double tp_estimator_cost(const tp_estimator *t, const tp_op_counts *ops);
/* A question with these operations took as long as so many runs. */
void tp_estimator_learn(tp_estimator *t, const tp_op_counts *ops, double runs);

#endif
