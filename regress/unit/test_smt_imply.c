/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows step by step is true: no values satisfy such a core. What is
 * only comparisons is always found. */
#include "base/rng.h"
#include "check.h"
#include "expr/expr.h"
#include "smt/imply.h"

enum { VARS = 3, WIDTH = 3, VALUES = 1 << WIDTH };

static uint64_t from_array(void *state, uint32_t var) {
  return ((const uint64_t *)state)[var];
}

static tp_expr any_term(tp_exprs *x, tp_rng *rng) {
  if (tp_rng_below(rng, 3) == 0)
    return tp_expr_bv(x, WIDTH, tp_rng_next(rng));
  return tp_expr_var(x, tp_rng_below(rng, VARS), TP_X_BV, WIDTH);
}

/* With room for any product. */
static tp_expr widened(tp_exprs *x, tp_rng *rng) {
  tp_expr e = any_term(x, rng);
  return tp_rng_below(rng, 2) ? tp_expr_sext(x, e, 2 * WIDTH)
                              : tp_expr_zext(x, e, 2 * WIDTH);
}

static tp_expr any_sum(tp_exprs *x, tp_rng *rng,
                       tp_expr (*part)(tp_exprs *, tp_rng *)) {
  static const tp_bv_op ops[] = {TP_BV_ADD, TP_BV_SUB, TP_BV_MUL};
  tp_expr a = part(x, rng), b = part(x, rng);
  return tp_expr_bv_op(x, ops[tp_rng_below(rng, 3)], a, b);
}

static tp_expr any_part(tp_exprs *x, tp_rng *rng) {
  return tp_expr_extract(x, any_sum(x, rng, widened), 0, WIDTH);
}

static tp_expr any_comparison(tp_exprs *x, tp_rng *rng) {
  tp_expr a = any_term(x, rng), b = any_term(x, rng);
  unsigned computed = tp_rng_below(rng, 10);
  if (computed == 0)
    a = any_sum(x, rng, any_term);
  else if (computed == 1)
    a = any_part(x, rng);
  if (computed == 2) {
    a = any_sum(x, rng, widened);
    b = widened(x, rng);
  }
  unsigned pick = tp_rng_below(rng, 6);
  tp_expr e = pick == 0   ? tp_expr_eq(x, a, b)
              : pick == 1 ? tp_expr_ult(x, a, b)
                          : tp_expr_slt(x, a, b);
  return tp_rng_below(rng, 2) ? e : tp_expr_not(x, e);
}

/* A name, a comparison, or something made of them. */
static tp_expr any_truth(tp_exprs *x, tp_rng *rng, unsigned depth) {
  if (depth == 0)
    return tp_rng_below(rng, 4)
               ? any_comparison(x, rng)
               : tp_expr_var(x, VARS + tp_rng_below(rng, 2), TP_X_BOOL, 1);
  tp_expr a = any_truth(x, rng, depth - 1), b = any_truth(x, rng, depth - 1);
  switch (tp_rng_below(rng, 5)) {
  case 0:
    return tp_expr_eq(x, a, b);
  case 1:
    return tp_expr_ite(x, any_truth(x, rng, 0), a, b);
  case 2:
    return tp_expr_not(x, a);
  case 3:
    return tp_expr_and(x, a, b);
  default:
    return tp_expr_or(x, a, b);
  }
}

static bool all_hold(tp_exprs *x, const tp_query *q, const tp_vec_u32 *which,
                     uint64_t *values) {
  for (uint32_t i = 0; i < which->n; i++)
    if (!tp_expr_eval(x, q->items.at[which->at[i]].e, from_array, values))
      return false;
  return true;
}

static bool can_hold(tp_exprs *x, const tp_query *q, const tp_vec_u32 *which) {
  for (uint32_t all = 0; all < 4 * VALUES * VALUES * VALUES; all++) {
    uint64_t values[VARS + 2], rest = all;
    for (unsigned v = 0; v < VARS; v++, rest /= VALUES)
      values[v] = rest % VALUES;
    values[VARS] = rest & 1;
    values[VARS + 1] = rest >> 1;
    if (all_hold(x, q, which, values))
      return true;
  }
  return false;
}

static void add(tp_query *q, tp_expr e) {
  VEC_PUSH(&q->items, ((tp_query_item){e, q->items.n}));
}

TEST(smt_implied_conflicts_are_conflicts) {
  unsigned found = 0, missed = 0;
  for (uint64_t seed = 0; seed < 1500; seed++) {
    tp_exprs *x = tp_exprs_new();
    tp_query q = {.pivot = TP_NO_ITEM};
    tp_vec_u32 core = {0};
    tp_rng rng;
    tp_rng_init(&rng, seed);
    for (uint32_t i = 0; i < 6; i++)
      add(&q, any_truth(x, &rng, tp_rng_below(&rng, 3)));
    if (tp_imply_conflict(x, &q, &core)) {
      CHECK(core.n > 0 && !can_hold(x, &q, &core));
      found++;
    } else {
      missed += !can_hold(x, &q, &core);
    }
    tp_query_free(&q);
    VEC_FREE(&core);
    tp_exprs_free(x);
  }
  CHECK(found > 300);
  CHECK(missed < found);
}

static tp_expr less(tp_exprs *x, uint32_t a, uint32_t b) {
  return tp_expr_slt(x, tp_expr_var(x, a, TP_X_BV, 32),
                     tp_expr_var(x, b, TP_X_BV, 32));
}

/* a < b < c < a, beside what has nothing to do with it; more predicates than
 * there are reasons. */
TEST(smt_implied_circle) {
  tp_exprs *x = tp_exprs_new();
  tp_query q = {.pivot = TP_NO_ITEM};
  tp_vec_u32 core = {0};
  for (uint32_t i = 0; i < 100; i++)
    add(&q, less(x, 10 + i, 11 + i));
  add(&q, less(x, 0, 1));
  add(&q, less(x, 1, 2));
  CHECK(!tp_imply_conflict(x, &q, &core));
  add(&q, less(x, 2, 0));
  CHECK(tp_imply_conflict(x, &q, &core));
  CHECK_EQ(core.n, 3);
  for (uint32_t i = 0; i < core.n; i++)
    CHECK_EQ(core.at[i], 100 + i);
  tp_query_free(&q);
  VEC_FREE(&core);
  tp_exprs_free(x);
}

static void between(tp_exprs *x, tp_query *q, tp_expr e, uint64_t low,
                    uint64_t high) {
  unsigned width = tp_expr_width(x, e);
  add(q, tp_expr_slt(x, tp_expr_bv(x, width, low), e));
  add(q, tp_expr_slt(x, e, tp_expr_bv(x, width, high)));
}

/* A product of numbers between bounds, as an int; then of one more. */
TEST(smt_implied_product) {
  tp_exprs *x = tp_exprs_new();
  tp_expr a = tp_expr_var(x, 0, TP_X_BV, 32), wide = tp_expr_sext(x, a, 64);
  tp_expr square = tp_expr_bv_op(x, TP_BV_MUL, wide, wide);
  tp_expr moved =
      tp_expr_bv_op(x, TP_BV_ADD, square, tp_expr_bv(x, 64, UINT64_C(1) << 31));
  tp_expr misfits =
      tp_expr_ult(x, tp_expr_bv(x, 64, UINT64_C(0xffffffff)), moved);
  for (unsigned more = 0; more < 2; more++) {
    tp_query q = {.pivot = TP_NO_ITEM};
    tp_vec_u32 core = {0};
    between(x, &q, a, -(uint64_t)46341, 46341 + more);
    add(&q, misfits);
    CHECK_EQ(tp_imply_conflict(x, &q, &core), more == 0);
    tp_query_free(&q);
    VEC_FREE(&core);
  }
  tp_exprs_free(x);
}

/* Not less is not "at least" where one side may be NaN. */
TEST(smt_implied_of_doubles) {
  tp_exprs *x = tp_exprs_new();
  tp_query q = {.pivot = TP_NO_ITEM};
  tp_vec_u32 core = {0};
  tp_expr d = tp_expr_var(x, 0, TP_X_F64, 64),
          e = tp_expr_var(x, 1, TP_X_F64, 64), five = tp_expr_f64(x, 5),
          six = tp_expr_f64(x, 6);
  add(&q, tp_expr_not(x, tp_expr_fp_lt(x, d, e)));
  add(&q, tp_expr_fp_lt(x, six, e));
  add(&q, tp_expr_not(x, tp_expr_fp_le(x, five, d)));
  CHECK(!tp_imply_conflict(x, &q, &core)); /* d may be NaN */
  add(&q, tp_expr_fp_le(x, d, tp_expr_f64(x, 1e9)));
  CHECK(tp_imply_conflict(x, &q, &core));
  tp_query_free(&q);
  VEC_FREE(&core);
  /* 0 and -0 are equal: neither less, nor not less or equal. */
  q = (tp_query){.pivot = TP_NO_ITEM};
  add(&q, tp_expr_fp_le(x, d, e));
  add(&q, tp_expr_fp_eq(x, d, tp_expr_f64(x, 0.0)));
  add(&q, tp_expr_fp_eq(x, e, tp_expr_f64(x, -0.0)));
  CHECK(!tp_imply_conflict(x, &q, &core));
  tp_query_free(&q);
  VEC_FREE(&core);
  tp_exprs_free(x);
}
