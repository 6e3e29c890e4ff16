/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries that are asked in a process of their own, and sums that have names:
 * the answers are those of any other query. */
#include "check.h"

#include "smt/solver.h"
#include "smt/smt.h"

#define N 24 /* divisions: enough to be heavy */
#define ADDENDS 60

typedef struct bench {
  tp_exprs *x;
  tp_smt *smt; /* Yices lives as long as it */
  tp_solver *solver;
  tp_vec_u32 core;
  tp_diag diag;
} bench;

static bench begin(double seconds) {
  bench b = {.x = tp_exprs_new()};
  tp_smt_options options = {.query_seconds = seconds};
  CHECK_EQ(tp_smt_new(&b.smt, b.x, &options, &b.diag), 0);
  b.solver = tp_solver_new(b.x, &options);
  return b;
}

static void end(bench *b) {
  VEC_FREE(&b->core);
  tp_solver_free(b->solver);
  tp_smt_free(b->smt);
  tp_exprs_free(b->x);
  tp_diag_free(&b->diag);
}

static tp_smt_answer ask(bench *b, const tp_expr *es, uint32_t n,
                         const char **reason) {
  return tp_solver_check(b->solver, es, n, 0, &b->core, reason);
}

static tp_expr var(bench *b, uint32_t number) {
  return tp_expr_var(b->x, number, TP_X_BV, 32);
}

static tp_expr number(bench *b, uint64_t value) {
  return tp_expr_bv(b->x, 32, value);
}

static tp_expr below(bench *b, tp_expr e, uint64_t limit) {
  return tp_expr_ult(b->x, e, number(b, limit));
}

static uint64_t value_of(void *state, uint32_t v) {
  bench *b = state;
  uint64_t bits = 0;
  CHECK(tp_solver_value(b->solver, v, &bits));
  return bits;
}

/* v0 / vi == i + 1, for each i. */
static uint32_t divisions(bench *b, tp_expr *out) {
  for (uint32_t i = 0; i < N; i++) {
    tp_expr quotient =
        tp_expr_bv_op(b->x, TP_BV_UDIV, var(b, 0), var(b, i + 1));
    out[i] = tp_expr_eq(b->x, quotient, number(b, i + 1));
  }
  return N;
}

TEST(smt_heavy_model) {
  bench b = begin(60);
  tp_expr conds[N + 2];
  const char *reason = NULL;
  uint32_t n = divisions(&b, conds);
  conds[n++] = below(&b, var(&b, 0), 2000);
  CHECK_EQ(ask(&b, conds, n, &reason), TP_SMT_SAT);
  for (uint32_t i = 0; i < n; i++)
    CHECK(tp_expr_eval(b.x, conds[i], value_of, &b));
  end(&b);
}

TEST(smt_heavy_core) {
  bench b = begin(60);
  tp_expr conds[N + 3];
  const char *reason = NULL;
  uint32_t n = divisions(&b, conds);
  conds[n++] = below(&b, var(&b, 0), 3); /* no third of it is 3 */
  conds[n++] = below(&b, var(&b, N + 7), 5);
  CHECK_EQ(ask(&b, conds, n, &reason), TP_SMT_UNSAT);
  CHECK(b.core.n >= 1 && b.core.n <= N + 1);
  CHECK(b.core.n && b.core.at[b.core.n - 1] <= N);
  end(&b);
}

/* What can't be turned into bits in its time is not begun. */
TEST(smt_heavy_too_large) {
  bench b = begin(0.05);
  tp_expr conds[N];
  const char *reason = NULL;
  uint32_t n = divisions(&b, conds);
  CHECK_EQ(ask(&b, conds, n, &reason), TP_SMT_UNKNOWN);
  CHECK_STR(reason, "too large");
  end(&b);
}

/* The same of one that is not heavy, unless its context has most of it. */
TEST(smt_longer_than_its_time) {
  bench b = begin(0.0001);
  const char *reason = NULL;
  tp_expr sum = var(&b, 0), conds[2 * ADDENDS];
  uint32_t n = 0;
  for (uint32_t i = 1; i < 2 * ADDENDS; i++) {
    sum = tp_expr_bv_op(b.x, TP_BV_ADD, sum,
                        tp_expr_bv_op(b.x, TP_BV_XOR, sum, var(&b, i)));
    conds[n++] = tp_expr_not(b.x, tp_expr_eq(b.x, sum, number(&b, i)));
  }
  CHECK_EQ(ask(&b, conds, n, &reason), TP_SMT_UNKNOWN);
  CHECK_STR(reason, "time");
  tp_solver_limit(b.solver, 60);
  CHECK_EQ(ask(&b, conds, n, &reason), TP_SMT_SAT);
  tp_solver_limit(b.solver, 0.0001);
  reason = "";
  ask(&b, conds, n - 1, &reason);
  CHECK(strcmp(reason, "time") != 0);
  end(&b);
}

/* Sums of one addend more each, all below 10: the last is below 600. */
TEST(smt_names_of_sums) {
  bench b = begin(60);
  tp_expr conds[2 * ADDENDS + 2], sum = var(&b, 0);
  const char *reason = NULL;
  uint32_t n = 0;
  conds[n++] = below(&b, sum, 10);
  for (uint32_t i = 1; i < ADDENDS; i++) {
    conds[n++] = below(&b, var(&b, i), 10);
    sum = tp_expr_bv_op(b.x, TP_BV_ADD, sum, var(&b, i));
    conds[n++] = below(&b, sum, 1000);
  }
  conds[n] = tp_expr_not(b.x, below(&b, sum, 541));
  CHECK_EQ(ask(&b, conds, n + 1, &reason), TP_SMT_UNSAT);
  conds[n] = tp_expr_not(b.x, below(&b, sum, 540));
  CHECK_EQ(ask(&b, conds, n + 1, &reason), TP_SMT_SAT);
  for (uint32_t i = 0; i <= n; i++)
    CHECK(tp_expr_eval(b.x, conds[i], value_of, &b));
  end(&b);
}
