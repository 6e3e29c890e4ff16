/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_smt_hard.c - arithmetic of floats, products and quotients of integers
 * that are not worked out bit by bit: the answers are as exact, and come at
 * once. */
#include "smt_fixture.h"

#define N 6

static uint64_t zeros[32];

static uint64_t from_model(void *state, uint32_t var) {
  const tp_smt_result *r = state;
  for (uint32_t i = 0; i < r->model.n; i++)
    if (r->model.at[i].var == var)
      return r->model.at[i].bits;
  return 0;
}

/* The mean of N variables, each times another constant. */
static tp_expr mean(tp_exprs *x) {
  tp_expr sum = tp_expr_f64(x, 0);
  for (uint32_t i = 0; i < N; i++) {
    tp_expr v = tp_expr_var(x, i, TP_X_F64, 64);
    tp_expr part = tp_expr_fp_op(x, TP_FP_MUL, v, tp_expr_f64(x, 1 + i / 7.0));
    sum = tp_expr_fp_op(x, TP_FP_ADD, sum, part);
  }
  return tp_expr_fp_op(x, TP_FP_DIV, sum, tp_expr_var(x, N, TP_X_F64, 64));
}

static tp_expr above(tp_exprs *x, tp_expr e, double limit) {
  return tp_expr_fp_lt(x, tp_expr_f64(x, limit), e);
}

static tp_expr below(tp_exprs *x, tp_expr e, double limit) {
  return tp_expr_fp_lt(x, e, tp_expr_f64(x, limit));
}

/* No bits of the mean are needed to see that it can't be both. */
TEST(smt_rounding_contradicts_itself) {
  fixture t = fresh(&(tp_smt_options){.query_seconds = 2});
  tp_expr m = mean(t.x), v = tp_expr_var(t.x, 0, TP_X_F64, 64);
  tp_expr flag = tp_expr_var(t.x, 20, TP_X_BOOL, 1);
  tp_expr conds[] = {above(t.x, v, 3), below(t.x, v, 9),
                     tp_expr_or(t.x, flag, above(t.x, m, 2.5)),
                     tp_expr_not(t.x, flag),
                     tp_expr_not(t.x, above(t.x, m, 2.5))};
  CHECK_EQ(tp_smt_check(t.smt, conds, 5, 5, true, from_array, zeros, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 3);
  CHECK_EQ(t.r.core.at[0], 2);
  tp_expr apart[] = {above(t.x, m, 2.5), below(t.x, m, 2.25), conds[0]};
  CHECK_EQ(tp_smt_check(t.smt, apart, 3, 3, true, from_array, zeros, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 2);
  done(&t);
}

/* A narrow range of the mean, limits on what goes into it, a choice. */
TEST(smt_rounding_goes_downhill) {
  fixture t = fresh(&(tp_smt_options){.query_seconds = 2});
  tp_expr m = mean(t.x), conds[2 * N + 3];
  uint32_t n = 0;
  for (uint32_t i = 0; i < N; i++) {
    tp_expr v = tp_expr_var(t.x, i, TP_X_F64, 64);
    conds[n++] = above(t.x, v, i);
    conds[n++] = below(t.x, v, i + 2);
  }
  conds[n++] = tp_expr_or(t.x, below(t.x, m, -1e6), above(t.x, m, 1.125));
  conds[n++] = below(t.x, m, 1.1250001);
  CHECK_EQ(tp_smt_check(t.smt, conds, n, n, true, from_array, zeros, &t.r),
           TP_SMT_SAT);
  for (uint32_t i = 0; i < n; i++)
    CHECK(tp_expr_eval(t.x, conds[i], from_model, &t.r));
  done(&t);
}

/* What only the bits tell is not guessed: spared, it is unknown; asked in
 * earnest it is answered. */
TEST(smt_rounding_is_spared) {
  fixture t = fresh(NULL);
  tp_expr d = tp_expr_var(t.x, 0, TP_X_F32, 32);
  tp_expr e = tp_expr_var(t.x, 1, TP_X_F32, 32);
  tp_expr sum = tp_expr_fp_op(t.x, TP_FP_ADD, d, e);
  tp_expr one = tp_expr_f32(t.x, 1);
  tp_expr conds[] = {tp_expr_fp_lt(t.x, one, d), tp_expr_fp_lt(t.x, one, e),
                     tp_expr_fp_lt(t.x, sum, one)};
  tp_smt_set_effort(t.smt, (tp_smt_effort){.spares = true});
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, true, from_array, zeros, &t.r),
           TP_SMT_UNKNOWN);
  tp_smt_set_effort(t.smt, (tp_smt_effort){.spares = false});
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, true, from_array, zeros, &t.r),
           TP_SMT_UNSAT);
  done(&t);
}

static tp_expr number(tp_exprs *x, uint64_t value) {
  return tp_expr_bv(x, 64, value);
}

static tp_expr between(tp_exprs *x, tp_expr e, uint64_t low, uint64_t high) {
  return tp_expr_and(x, tp_expr_slt(x, number(x, low - 1), e),
                     tp_expr_slt(x, e, number(x, high + 1)));
}

/* (a - b) * 1000000 / b, as relative errors are computed. */
static tp_expr error_of(tp_exprs *x, tp_expr a, tp_expr b) {
  tp_expr d = tp_expr_bv_op(x, TP_BV_SUB, a, b);
  d = tp_expr_bv_op(x, TP_BV_MUL, d, number(x, 1000000));
  return tp_expr_bv_op(x, TP_BV_SDIV, d, b);
}

TEST(smt_products_are_told_from_others) {
  fixture t = fresh(NULL);
  tp_expr a = tp_expr_var(t.x, 0, TP_X_BV, 64);
  tp_expr b = tp_expr_var(t.x, 1, TP_X_BV, 64);
  tp_expr scaled = tp_expr_bv_op(t.x, TP_BV_MUL, a, number(t.x, 10));
  tp_expr share = tp_expr_bv_op(t.x, TP_BV_UREM, scaled, b);
  CHECK(!tp_expr_is_product(t.x, scaled));
  CHECK(tp_expr_is_product(t.x, share));
  CHECK(tp_expr_is_hard_op(t.x, share));
  tp_expr more = tp_expr_bv_op(t.x, TP_BV_ADD, share, a);
  CHECK(tp_expr_is_product(t.x, more));
  CHECK(!tp_expr_is_hard_op(t.x, more));
  done(&t);
}

TEST(smt_products_with_some_variables_fixed) {
  fixture t = fresh(NULL);
  tp_expr a = tp_expr_var(t.x, 0, TP_X_BV, 64);
  tp_expr b = tp_expr_var(t.x, 1, TP_X_BV, 64);
  tp_expr conds[] = {between(t.x, a, 0, 100000000),
                     between(t.x, b, 1000, 50000000),
                     tp_expr_eq(t.x, error_of(t.x, a, b), number(t.x, 17))};
  tp_smt_set_effort(t.smt, (tp_smt_effort){.spares = true});
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, true, from_array, zeros, &t.r),
           TP_SMT_SAT);
  for (uint32_t i = 0; i < 3; i++)
    CHECK(tp_expr_eval(t.x, conds[i], from_model, &t.r));
  done(&t);
}

/* Whatever the quotient is. */
TEST(smt_products_contradict_themselves) {
  fixture t = fresh(NULL);
  tp_expr e = error_of(t.x, tp_expr_var(t.x, 0, TP_X_BV, 64),
                       tp_expr_var(t.x, 1, TP_X_BV, 64));
  tp_expr flag = tp_expr_var(t.x, 2, TP_X_BOOL, 1);
  tp_expr conds[] = {tp_expr_or(t.x, flag, between(t.x, e, 5, 50)),
                     tp_expr_not(t.x, flag),
                     tp_expr_slt(t.x, e, number(t.x, 5))};
  tp_smt_set_effort(t.smt, (tp_smt_effort){.spares = true});
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, true, from_array, zeros, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 3);
  done(&t);
}
