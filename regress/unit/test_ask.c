/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long Decide waits for an answer while others wait for it. */
#include "smt_fixture.h"

#include "decide/work.h"

static void count(void *state, const tp_decide_work *work) {
  (void)work;
  ++*(unsigned *)state;
}

/* That two numbers have this product, said by adding: so nobody knows it for
 * one. */
static uint64_t factors[] = {2860486313, 3267000013};

static tp_expr hard(tp_exprs *x) {
  tp_expr a = tp_expr_var(x, 0, TP_X_BV, 32);
  tp_expr b = tp_expr_zext(x, tp_expr_var(x, 1, TP_X_BV, 32), 64);
  tp_expr sum = tp_expr_bv(x, 64, 0), zero = sum;
  for (unsigned i = 0; i < 32; i++) {
    tp_expr is_set =
        tp_expr_eq(x, tp_expr_extract(x, a, i, 1), tp_expr_bv(x, 1, 1));
    tp_expr part = tp_expr_bv_op(x, TP_BV_SHL, b, tp_expr_bv(x, 64, i));
    sum = tp_expr_bv_op(x, TP_BV_ADD, sum, tp_expr_ite(x, is_set, part, zero));
  }
  tp_expr k = tp_expr_bv(x, 64, factors[0] * factors[1]);
  return tp_expr_and(x, tp_expr_ult(x, tp_expr_zext(x, a, 64), b),
                     tp_expr_eq(x, sum, k));
}

/* How often others have had their turn when it was given up. */
static unsigned turns_of_others(double deadline) {
  unsigned turns = 0;
  tp_budget budget = {deadline};
  tp_smt_options options = {.query_seconds = 10, .budget = &budget};
  fixture t = fresh(&options);
  tp_decider w = {.parts = {.exprs = t.x,
                            .smt = t.smt,
                            .budget = &budget,
                            .spend = count,
                            .state = &turns},
                  .start = tp_now()};
  tp_expr cond = hard(t.x);
  CHECK(tp_expr_eval(t.x, cond, from_array, factors));
  CHECK_EQ(tp_work_ask(&w, &cond, 1, false, 0.2, &t.r), TP_SMT_UNKNOWN);
  CHECK_STR(t.r.reason ? t.r.reason : "none", "timeout");
  done(&t);
  return turns;
}

TEST(ask_lets_others_have_their_turn) {
  CHECK(turns_of_others(tp_now() + 1000) >= 3);
}

TEST(ask_waits_where_time_is_no_matter) {
  CHECK_EQ(turns_of_others(0), 1);
}
