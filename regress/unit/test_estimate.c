/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What constraints are expected to cost: operations counted, slices, weights
 * that follow what is measured. */
#include "check.h"

#include "engine/estimate.h"

static tp_expr input(tp_exprs *x, uint32_t var) {
  return tp_expr_var(x, var, TP_X_BV, 32);
}

static tp_expr below(tp_exprs *x, tp_expr e, uint64_t limit) {
  return tp_expr_slt(x, e, tp_expr_bv(x, 32, limit));
}

TEST(estimate_counts_operations_of_the_slice) {
  tp_exprs *x = tp_exprs_new();
  tp_estimator t;
  tp_estimator_init(&t, x);
  tp_expr product = tp_expr_bv_op(x, TP_BV_MUL, input(x, 0), input(x, 1));
  tp_expr conds[] = {below(x, input(x, 2), 7), below(x, product, 100),
                     below(x, input(x, 1), 5)};
  tp_op_counts ops = tp_estimator_count(&t, conds, 3);
  CHECK_EQ(ops.n[TP_OP_QUESTION], 1);
  CHECK_EQ(ops.n[TP_OP_CONDITION], 1); /* that on input 2 is another slice */
  CHECK_EQ(ops.n[TP_OP_LINKED], 1);
  CHECK_EQ(ops.n[TP_OP_PRODUCT], 1);
  CHECK_EQ(ops.n[TP_OP_LINEAR], 2);
  tp_op_counts alone = tp_estimator_count(&t, conds, 1);
  CHECK(tp_estimator_cost(&t, &alone) < tp_estimator_cost(&t, &ops));
  tp_estimator_free(&t);
  tp_exprs_free(x);
}

/* A chain of doublings is as long as it is, not as a tree. */
TEST(estimate_counts_shared_operations_once) {
  tp_exprs *x = tp_exprs_new();
  tp_estimator t;
  tp_estimator_init(&t, x);
  tp_expr e = input(x, 0);
  for (uint32_t i = 0; i < 60; i++)
    e = tp_expr_bv_op(x, TP_BV_XOR, e,
                      tp_expr_bv_op(x, TP_BV_MUL, e, input(x, 1)));
  tp_expr cond = below(x, e, 9);
  tp_op_counts ops = tp_estimator_count(&t, &cond, 1);
  CHECK_EQ(ops.n[TP_OP_PRODUCT], 60);
  tp_estimator_free(&t);
  tp_exprs_free(x);
}

TEST(estimate_follows_what_is_measured) {
  tp_exprs *x = tp_exprs_new();
  tp_estimator t;
  tp_estimator_init(&t, x);
  for (uint32_t i = 0; i < 2000; i++) {
    tp_op_counts ops = {{0}};
    ops.n[TP_OP_QUESTION] = 1;
    ops.n[TP_OP_LINEAR] = i % 7;
    ops.n[TP_OP_PRODUCT] = i % 3;
    tp_estimator_learn(&t, &ops, 10 + 3.0 * (i % 7) + 200.0 * (i % 3));
  }
  CHECK(t.weight[TP_OP_QUESTION] > 8 && t.weight[TP_OP_QUESTION] < 12);
  CHECK(t.weight[TP_OP_LINEAR] > 2 && t.weight[TP_OP_LINEAR] < 4);
  CHECK(t.weight[TP_OP_PRODUCT] > 180 && t.weight[TP_OP_PRODUCT] < 220);
  tp_estimator_free(&t);
  tp_exprs_free(x);
}
