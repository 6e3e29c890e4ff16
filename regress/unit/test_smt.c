/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_smt.c - answers of the solver against brute force on small variables,
 * cores, floats, limits, caching and logs. */
#include "smt_fixture.h"

#include "base/file.h"
#include "base/proc.h"
#include "base/rng.h"
#include "expr/cops.h"
#include "smt/yices_api.h"

#include <math.h>
#include <stdlib.h>

static uint64_t zero(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

/* The model over zeros. */
static uint64_t from_model(void *state, uint32_t var) {
  const tp_smt_result *r = state;
  for (uint32_t i = 0; i < r->model.n; i++)
    if (r->model.at[i].var == var)
      return r->model.at[i].bits;
  return 0;
}

static tp_expr random_bv(tp_exprs *x, tp_rng *rng, unsigned depth) {
  if (depth == 0)
    return tp_rng_below(rng, 3)
               ? tp_expr_var(x, tp_rng_below(rng, 2), TP_X_BV, 8)
               : tp_expr_bv(x, 8, tp_rng_next(rng) % 20);
  tp_bv_op op = (tp_bv_op)tp_rng_below(rng, TP_BV_XOR + 1);
  tp_expr a = random_bv(x, rng, depth - 1);
  return tp_expr_bv_op(x, op, a, random_bv(x, rng, depth - 1));
}

static tp_expr random_cond(tp_exprs *x, tp_rng *rng) {
  tp_expr a = random_bv(x, rng, tp_rng_below(rng, 3));
  tp_expr b = random_bv(x, rng, tp_rng_below(rng, 2));
  unsigned pick = tp_rng_below(rng, 4);
  tp_expr p = pick == 0   ? tp_expr_eq(x, a, b)
              : pick == 1 ? tp_expr_ult(x, a, b)
                          : tp_expr_slt(x, a, b);
  return tp_rng_below(rng, 2) ? p : tp_expr_not(x, p);
}

/* For each condition the set of pairs of values that satisfy it. */
enum { N_CONDS = 8, PAIRS = 65536 };

static void table_of(tp_exprs *x, tp_expr e, uint8_t *table) {
  for (uint64_t pair = 0; pair < PAIRS; pair++) {
    uint64_t values[2] = {pair & 255, pair >> 8};
    table[pair] = (uint8_t)tp_expr_eval(x, e, from_array, values);
  }
}

/* Is there a pair for all conditions in the mask? */
static bool brute(uint8_t (*tables)[PAIRS], unsigned mask) {
  for (unsigned pair = 0; pair < PAIRS; pair++) {
    bool all = true;
    for (unsigned i = 0; i < N_CONDS && all; i++)
      all = !(mask >> i & 1) || tables[i][pair];
    if (all)
      return true;
  }
  return false;
}

static void check_core(const tp_smt_result *r, uint8_t (*tables)[PAIRS]) {
  unsigned mask = 0;
  for (uint32_t i = 0; i < r->core.n; i++) {
    CHECK(i == 0 || r->core.at[i - 1] < r->core.at[i]);
    mask |= 1u << r->core.at[i];
  }
  CHECK(!brute(tables, mask));
  for (uint32_t i = 0; i < r->core.n; i++)
    CHECK(brute(tables, mask & ~(1u << r->core.at[i])));
}

TEST(smt_equals_brute_force) {
  static uint8_t tables[N_CONDS][PAIRS];
  fixture t = fresh(NULL);
  unsigned sat = 0, unsat = 0;
  for (uint64_t seed = 0; seed < 15; seed++) {
    tp_rng rng;
    tp_rng_init(&rng, seed);
    tp_expr conds[N_CONDS];
    for (unsigned i = 0; i < N_CONDS; i++) {
      conds[i] = random_cond(t.x, &rng);
      table_of(t.x, conds[i], tables[i]);
    }
    for (unsigned n = 1; n <= N_CONDS; n++) {
      bool want = brute(tables, (1u << n) - 1);
      tp_smt_answer got =
          tp_smt_check(t.smt, conds, n, n, true, zero, NULL, &t.r);
      CHECK_EQ(got, want ? TP_SMT_SAT : TP_SMT_UNSAT);
      sat += got == TP_SMT_SAT;
      unsat += got == TP_SMT_UNSAT;
      if (got == TP_SMT_UNSAT)
        check_core(&t.r, tables);
      for (unsigned i = 0; i < n && got == TP_SMT_SAT; i++)
        CHECK(tp_expr_eval(t.x, conds[i], from_model, &t.r));
    }
  }
  CHECK(sat > 20 && unsat > 20);
  done(&t);
}

/* Paths: all conditions hold for some values, the last is turned round. */
TEST(smt_flips_keep_the_rest) {
  static uint8_t tables[N_CONDS][PAIRS];
  fixture t = fresh(NULL);
  unsigned sat = 0;
  for (uint64_t seed = 0; seed < 25; seed++) {
    tp_rng rng;
    tp_rng_init(&rng, 900 + seed);
    uint64_t now[2] = {tp_rng_next(&rng) & 255, tp_rng_next(&rng) & 255};
    tp_expr conds[N_CONDS];
    for (unsigned i = 0; i < N_CONDS; i++) {
      conds[i] = random_cond(t.x, &rng);
      if (!tp_expr_eval(t.x, conds[i], from_array, now))
        conds[i] = tp_expr_not(t.x, conds[i]);
    }
    unsigned pivot = N_CONDS - 1;
    conds[pivot] = tp_expr_not(t.x, conds[pivot]);
    for (unsigned i = 0; i < N_CONDS; i++)
      table_of(t.x, conds[i], tables[i]);
    tp_smt_answer got =
        tp_smt_check(t.smt, conds, N_CONDS, pivot, true, from_array, now, &t.r);
    CHECK_EQ(got, brute(tables, 255) ? TP_SMT_SAT : TP_SMT_UNSAT);
    if (got == TP_SMT_UNSAT) {
      check_core(&t.r, tables);
      CHECK_EQ(VEC_LAST(&t.r.core), pivot);
      continue;
    }
    sat++;
    uint64_t next[2] = {now[0], now[1]};
    for (uint32_t i = 0; i < t.r.model.n; i++)
      next[t.r.model.at[i].var] = t.r.model.at[i].bits;
    for (unsigned i = 0; i < N_CONDS; i++)
      CHECK(tp_expr_eval(t.x, conds[i], from_array, next));
  }
  CHECK(sat > 4);
  done(&t);
}

static tp_expr less(tp_exprs *x, uint32_t var, uint64_t k) {
  return tp_expr_slt(x, tp_expr_var(x, var, TP_X_BV, 32), tp_expr_bv(x, 32, k));
}

TEST(smt_slices_by_shared_variables) {
  fixture t = fresh(NULL);
  tp_expr a = tp_expr_var(t.x, 1, TP_X_BV, 32);
  tp_expr b = tp_expr_var(t.x, 2, TP_X_BV, 32);
  /* v0 stands alone; v1 and v2 meet in one condition; v3 contradicts itself
   * but has nothing to do with the pivot. */
  tp_expr conds[] = {less(t.x, 0, 5),
                     tp_expr_slt(t.x, a, b),
                     less(t.x, 2, 9),
                     less(t.x, 3, 4),
                     tp_expr_not(t.x, less(t.x, 3, 4)),
                     tp_expr_not(t.x, less(t.x, 1, 3))};
  CHECK_EQ(tp_smt_check(t.smt, conds, 6, 5, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(t.r.model.n, 2);
  CHECK_EQ(t.r.model.at[0].var, 1);
  CHECK_EQ(t.r.model.at[1].var, 2);
  CHECK_EQ(tp_smt_check(t.smt, conds, 6, 6, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 2);
  CHECK_EQ(t.r.core.at[0], 3);
  done(&t);
}

TEST(smt_remembers) {
  fixture t = fresh(NULL);
  tp_expr conds[] = {less(t.x, 0, 5), tp_expr_not(t.x, less(t.x, 0, 2)),
                     tp_expr_not(t.x, less(t.x, 0, 7))};
  tp_smt_check(t.smt, conds, 2, 2, true, zero, NULL, &t.r);
  uint64_t value = t.r.model.at[0].bits, checks;
  checks = tp_smt_get_counts(t.smt)->checks;
  tp_expr turned[] = {conds[1], conds[0], conds[1], tp_expr_bool(t.x, true)};
  CHECK_EQ(tp_smt_check(t.smt, turned, 4, 1, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(t.r.model.at[0].bits, value);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, checks);
  CHECK_EQ(tp_smt_get_counts(t.smt)->cache_hits, 1);
  /* A core that was not asked to be minimal is made so later. */
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, false, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 2);
  CHECK(t.r.core.at[0] == 0 && t.r.core.at[1] == 2);
  checks = tp_smt_get_counts(t.smt)->checks;
  tp_smt_check(t.smt, conds, 3, 3, true, zero, NULL, &t.r);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, checks);
  done(&t);
}

/* v[i + 1] is v[i] + 3, or 0 if that is large. */
static tp_expr next_in_chain(tp_exprs *x, uint32_t i) {
  tp_expr from = tp_expr_var(x, i, TP_X_BV, 32);
  tp_expr to = tp_expr_var(x, i + 1, TP_X_BV, 32);
  tp_expr is_small = tp_expr_ult(x, from, tp_expr_bv(x, 32, 1000));
  tp_expr more = tp_expr_bv_op(x, TP_BV_ADD, from, tp_expr_bv(x, 32, 3));
  return tp_expr_eq(x, to,
                    tp_expr_ite(x, is_small, more, tp_expr_bv(x, 32, 0)));
}

TEST(smt_a_core_of_definitions_takes_few_checks) {
  enum { LINKS = 40 };
  fixture t = fresh(NULL);
  tp_expr conds[LINKS + 3];
  tp_expr first = tp_expr_var(t.x, 0, TP_X_BV, 32);
  tp_expr last = tp_expr_var(t.x, LINKS, TP_X_BV, 32);
  for (uint32_t i = 0; i < LINKS; i++)
    conds[i] = next_in_chain(t.x, i);
  conds[LINKS] = tp_expr_eq(t.x, first, tp_expr_bv(t.x, 32, 5));
  conds[LINKS + 1] = tp_expr_eq(t.x, last, tp_expr_bv(t.x, 32, 6));
  conds[LINKS + 2] = tp_expr_ult(t.x, last, tp_expr_bv(t.x, 32, 700));
  CHECK_EQ(
      tp_smt_check(t.smt, conds, LINKS + 3, LINKS + 3, true, zero, NULL, &t.r),
      TP_SMT_UNSAT);
  CHECK(t.r.is_minimal);
  CHECK_EQ(t.r.core.n, LINKS + 2); /* all but the last */
  CHECK(t.r.checks < 10);
  done(&t);
}

TEST(smt_constants) {
  fixture t = fresh(NULL);
  tp_expr conds[] = {tp_expr_bool(t.x, true), tp_expr_bool(t.x, false)};
  CHECK_EQ(tp_smt_check(t.smt, conds, 0, 0, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(tp_smt_check(t.smt, conds, 1, 0, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(tp_smt_check(t.smt, conds, 2, 1, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 1);
  CHECK_EQ(t.r.core.at[0], 1);
  done(&t);
}

static double double_of(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

TEST(smt_doubles_are_exact) {
  fixture t = fresh(NULL);
  tp_expr d = tp_expr_var(t.x, 0, TP_X_F64, 64);
  double low = 0.1, high = nextafter(nextafter(0.1, 1), 1);
  tp_expr conds[] = {
      tp_expr_fp_lt(t.x, tp_expr_f64(t.x, low), d),
      tp_expr_fp_lt(t.x, d, tp_expr_f64(t.x, high)),
      tp_expr_fp_lt(t.x, d, tp_expr_f64(t.x, nextafter(0.1, 1)))};
  CHECK_EQ(tp_smt_check(t.smt, conds, 2, 2, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  CHECK(double_of(t.r.model.at[0].bits) == nextafter(0.1, 1));
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 2);
  /* Neither below nor above nor equal: only NaN. */
  tp_expr one = tp_expr_f64(t.x, 1);
  tp_expr nan[] = {tp_expr_not(t.x, tp_expr_fp_lt(t.x, d, one)),
                   tp_expr_not(t.x, tp_expr_fp_lt(t.x, one, d)),
                   tp_expr_not(t.x, tp_expr_fp_eq(t.x, d, one))};
  CHECK_EQ(tp_smt_check(t.smt, nan, 3, 3, true, zero, NULL, &t.r), TP_SMT_SAT);
  CHECK(isnan(double_of(t.r.model.at[0].bits)));
  /* Where a plain number will do, no NaN. */
  CHECK_EQ(tp_smt_check(t.smt, nan, 2, 2, true, zero, NULL, &t.r), TP_SMT_SAT);
  CHECK(double_of(t.r.model.at[0].bits) == 1);
  /* Two variables in order, and the zeros. */
  tp_expr e = tp_expr_var(t.x, 1, TP_X_F64, 64);
  tp_expr nil = tp_expr_f64(t.x, 0);
  tp_expr order[] = {tp_expr_fp_lt(t.x, d, e), tp_expr_fp_eq(t.x, d, nil),
                     tp_expr_fp_le(t.x, e, nil)};
  CHECK_EQ(tp_smt_check(t.smt, order, 2, 2, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(tp_smt_check(t.smt, order, 3, 3, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 3);
  done(&t);
}

TEST(smt_float_arithmetic_is_exact) {
  fixture t = fresh(NULL);
  tp_expr d = tp_expr_var(t.x, 0, TP_X_F64, 64);
  tp_expr e = tp_expr_var(t.x, 1, TP_X_F64, 64);
  tp_expr sum = tp_expr_fp_op(t.x, TP_FP_ADD, d, e);
  /* Over the reals d + e == d would force e == 0; with rounding it doesn't. */
  tp_expr conds[] = {tp_expr_fp_eq(t.x, sum, d),
                     tp_expr_fp_lt(t.x, tp_expr_f64(t.x, 1), e),
                     tp_expr_fp_lt(t.x, d, tp_expr_f64(t.x, 1e20)),
                     tp_expr_fp_lt(t.x, d, tp_expr_f64(t.x, 1e15))};
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 3, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  for (unsigned i = 0; i < 3; i++)
    CHECK(tp_expr_eval(t.x, conds[i], from_model, &t.r));
  tp_expr both[] = {tp_expr_fp_lt(t.x, tp_expr_f64(t.x, 0), d),
                    tp_expr_fp_lt(t.x, tp_expr_f64(t.x, 0), e),
                    tp_expr_fp_lt(t.x, sum, tp_expr_f64(t.x, 0))};
  CHECK_EQ(tp_smt_check(t.smt, both, 3, 3, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  done(&t);
}

/* A factorisation no solver does in a tenth of a second. */
static tp_expr hard(tp_exprs *x) {
  tp_expr a = tp_expr_zext(x, tp_expr_var(x, 0, TP_X_BV, 32), 64);
  tp_expr b = tp_expr_zext(x, tp_expr_var(x, 1, TP_X_BV, 32), 64);
  tp_expr product = tp_expr_bv_op(x, TP_BV_MUL, a, b);
  tp_expr k = tp_expr_bv(x, 64, UINT64_C(2860486313) * UINT64_C(3267000013));
  tp_expr order = tp_expr_ult(x, a, b);
  tp_expr small =
      tp_expr_not(x, tp_expr_eq(x, a, tp_expr_bv(x, 64, UINT64_C(2860486313))));
  return tp_expr_and(x, tp_expr_and(x, order, small),
                     tp_expr_eq(x, product, k));
}

/* Yices by itself says that there is no such number. */
TEST(smt_signs_of_long_sums) {
  fixture t = fresh(NULL);
  tp_expr number = tp_expr_sext(t.x, tp_expr_var(t.x, 0, TP_X_BV, 32), 64);
  tp_expr most = tp_expr_bv(t.x, 64, UINT64_C(0x7fffffffc0000000));
  tp_expr sum = tp_expr_bv_op(t.x, TP_BV_ADD, number, most);
  tp_expr turned = tp_expr_bv_op(t.x, TP_BV_XOR, sum, most);
  tp_expr conds[] = {
      tp_expr_slt(t.x, turned, tp_expr_bv(t.x, 64, 0)),
      tp_expr_slt(t.x, tp_expr_bv_not(t.x, sum), tp_expr_bv(t.x, 64, 0)),
      tp_expr_eq(t.x, tp_expr_extract(t.x, sum, 56, 8),
                 tp_expr_bv(t.x, 8, 0x80))};
  conds[1] = tp_expr_not(t.x, conds[1]);
  for (unsigned i = 0; i < 3; i++) {
    CHECK_EQ(tp_smt_check(t.smt, &conds[i], 1, 1, false, zero, NULL, &t.r),
             TP_SMT_SAT);
    CHECK(tp_expr_eval(t.x, conds[i], from_model, &t.r));
  }
  done(&t);
}

TEST(smt_time_limit) {
  tp_smt_options options = {.query_seconds = 0.15};
  fixture t = fresh(&options);
  tp_expr conds[] = {hard(t.x), less(t.x, 7, 3)};
  double start = tp_cpu_now();
  CHECK_EQ(tp_smt_check(t.smt, conds, 1, 0, true, zero, NULL, &t.r),
           TP_SMT_UNKNOWN);
  CHECK(tp_cpu_now() - start < 2);
  CHECK_STR(t.r.reason ? t.r.reason : "none", "timeout");
  CHECK_EQ(tp_smt_get_counts(t.smt)->unknown, 1);
  /* The solver is as good as new. */
  CHECK_EQ(tp_smt_check(t.smt, conds + 1, 1, 0, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  done(&t);
}

TEST(smt_budget) {
  tp_budget budget;
  tp_budget_init(&budget, 0.15);
  tp_smt_options options = {.budget = &budget};
  fixture t = fresh(&options);
  tp_expr cond = hard(t.x);
  CHECK_EQ(tp_smt_check(t.smt, &cond, 1, 0, true, zero, NULL, &t.r),
           TP_SMT_UNKNOWN);
  CHECK_STR(t.r.reason ? t.r.reason : "none", "interrupted");
  uint64_t checks = tp_smt_get_counts(t.smt)->checks;
  CHECK_EQ(tp_smt_check(t.smt, &cond, 1, 0, true, zero, NULL, &t.r),
           TP_SMT_UNKNOWN);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, checks);
  done(&t);
}

TEST(smt_deep_and_wide) {
  fixture t = fresh(NULL);
  tp_expr all = tp_expr_bool(t.x, true);
  tp_expr v = tp_expr_var(t.x, 0, TP_X_BV, 32);
  for (uint32_t i = 0; i < 20000; i++)
    all = tp_expr_and(
        t.x, all, tp_expr_not(t.x, tp_expr_eq(t.x, v, tp_expr_bv(t.x, 32, i))));
  CHECK_EQ(tp_smt_check(t.smt, &all, 1, 0, true, zero, NULL, &t.r), TP_SMT_SAT);
  CHECK(t.r.model.at[0].bits >= 20000);
  done(&t);
}

TEST(smt_version) {
  CHECK(strncmp(tp_smt_version(), "Yices 2.", 8) == 0);
  CHECK_STR(tp_smt_version(), tp_smt_version());
}

TEST(smt_log) {
  tp_str dir = {0}, path = {0}, text = {0};
  tp_diag diag = {0};
  CHECK_EQ(tp_file_temp_dir(&dir, &diag), 0);
  tp_file_join(&path, tp_str_text(&dir), "a/b");
  tp_smt_options options = {.log_dir = tp_str_text(&path)};
  fixture t = fresh(&options);
  tp_expr conds[] = {less(t.x, 4, 5), tp_expr_not(t.x, less(t.x, 4, 9))};
  tp_smt_check(t.smt, conds, 1, 1, true, zero, NULL, &t.r);
  tp_smt_check(t.smt, conds, 2, 2, true, zero, NULL, &t.r);
  tp_str file = {0};
  tp_file_join(&file, tp_str_text(&path), "000002.smt2");
  CHECK_EQ(tp_file_read(&text, tp_str_text(&file), TP_ENVIRONMENT, &diag), 0);
  CHECK_STR(tp_str_text(&text),
            "(set-info :smt-lib-version 2.6)\n(set-logic QF_BV)\n"
            "(set-info :status unsat)\n"
            "(declare-fun v4 () (_ BitVec 32))\n"
            "(assert (! (bvslt v4 #x00000005) :named c0))\n"
            "(assert (! (not (bvslt v4 #x00000009)) :named c1))\n"
            "(check-sat)\n(exit)\n");
  done(&t);
  tp_file_remove_tree(tp_str_text(&dir));
  tp_str_free(&dir);
  tp_str_free(&path);
  tp_str_free(&text);
  tp_str_free(&file);
  tp_diag_free(&diag);
}

TEST(smt_constant_pivot) {
  fixture t = fresh(NULL);
  tp_expr conds[] = {less(t.x, 0, 5), tp_expr_not(t.x, less(t.x, 0, 5)),
                     tp_expr_bool(t.x, true), tp_expr_bool(t.x, false)};
  CHECK_EQ(tp_smt_check(t.smt, conds, 3, 2, true, zero, NULL, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(t.r.model.n, 0);
  CHECK_EQ(tp_smt_check(t.smt, conds, 4, 3, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 1);
  CHECK_EQ(t.r.core.at[0], 3);
  done(&t);
}

/* The same queries in the same order give the same answers, bit for bit. */
TEST(smt_is_deterministic) {
  uint64_t sums[2] = {0, 0};
  for (unsigned round = 0; round < 2; round++) {
    fixture t = fresh(NULL);
    tp_rng rng;
    tp_rng_init(&rng, 5);
    for (unsigned q = 0; q < 60; q++) {
      tp_expr conds[4];
      for (unsigned i = 0; i < 4; i++)
        conds[i] = random_cond(t.x, &rng);
      tp_smt_check(t.smt, conds, 4, 4, true, zero, NULL, &t.r);
      for (uint32_t i = 0; i < t.r.model.n; i++)
        sums[round] = sums[round] * 31 + t.r.model.at[i].bits;
      for (uint32_t i = 0; i < t.r.core.n; i++)
        sums[round] = sums[round] * 37 + t.r.core.at[i];
    }
    done(&t);
  }
  CHECK(sums[0] == sums[1] && sums[0] != 0);
}

/* ---- what always holds of a variable ---- */

/* Every query about a variable of 8 bits between limits, against all values. */
TEST(smt_limits_brute_force) {
  tp_rng rng = {77};
  for (int round = 0; round < 60; round++) {
    fixture t = fresh(NULL);
    uint64_t low = tp_rng_below(&rng, 256), high = low + tp_rng_below(&rng, 9);
    high = high > 255 ? 255 : high;
    tp_expr v = tp_expr_var(t.x, 0, TP_X_BV, 8);
    tp_expr_limit(
        t.x, 0,
        tp_expr_and(
            t.x, tp_expr_not(t.x, tp_expr_ult(t.x, v, tp_expr_bv(t.x, 8, low))),
            tp_expr_not(t.x, tp_expr_ult(t.x, tp_expr_bv(t.x, 8, high), v))));
    tp_expr conds[3];
    for (int i = 0; i < 3; i++)
      conds[i] = random_cond(t.x, &rng);
    bool possible = false;
    for (uint64_t pair = 0; pair < PAIRS && !possible; pair++) {
      uint64_t values[2] = {pair & 255, pair >> 8};
      possible = values[0] >= low && values[0] <= high;
      for (int i = 0; i < 3 && possible; i++)
        possible = tp_expr_eval(t.x, conds[i], from_array, values) != 0;
    }
    tp_smt_answer answer =
        tp_smt_check(t.smt, conds, 3, 3, true, zero, NULL, &t.r);
    CHECK_EQ(answer, possible ? TP_SMT_SAT : TP_SMT_UNSAT);
    for (uint32_t i = 0; i < t.r.model.n; i++)
      if (t.r.model.at[i].var == 0)
        CHECK(t.r.model.at[i].bits >= low && t.r.model.at[i].bits <= high);
    for (uint32_t i = 0; i < t.r.core.n; i++)
      CHECK(t.r.core.at[i] < 3);
    done(&t);
  }
}

TEST(smt_limits_are_named) {
  fixture t = fresh(NULL);
  tp_expr v = tp_expr_var(t.x, 4, TP_X_F64, 64);
  tp_expr_limit(t.x, 4,
                tp_expr_and(t.x, tp_expr_fp_le(t.x, tp_expr_f64(t.x, 1), v),
                            tp_expr_fp_le(t.x, v, tp_expr_f64(t.x, 2))));
  tp_expr conds[] = {tp_expr_fp_lt(t.x, v, tp_expr_f64(t.x, 5)),
                     tp_expr_fp_lt(t.x, tp_expr_f64(t.x, 3), v)};
  CHECK_EQ(tp_smt_check(t.smt, conds, 2, 1, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 1);
  CHECK_EQ(t.r.core.at[0], 1);
  CHECK_EQ(t.r.limited.n, 1);
  CHECK_EQ(t.r.limited.at[0], 4);
  tp_expr both[] = {conds[0], tp_expr_not(t.x, conds[0])};
  CHECK_EQ(tp_smt_check(t.smt, both, 2, 2, true, zero, NULL, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(tp_smt_check(t.smt, conds, 1, 1, false, zero, NULL, &t.r),
           TP_SMT_SAT);
  double value;
  CHECK_EQ(t.r.model.n, 1);
  memcpy(&value, &t.r.model.at[0].bits, sizeof value);
  CHECK(value >= 1 && value <= 2);
  done(&t);
}

/* Solvers that come and go leave nothing behind in Yices, and what they leave
 * is not what another one uses. */
TEST(smt_collects_terms) {
  fixture t = fresh(NULL);
  tp_expr a = tp_expr_var(t.x, 0, TP_X_BV, 32);
  tp_expr b = tp_expr_var(t.x, 1, TP_X_BV, 32);
  tp_expr sum = tp_expr_bv_op(t.x, TP_BV_ADD, a, b);
  tp_expr conds[2] = {tp_expr_slt(t.x, a, b), tp_expr_slt(t.x, b, a)};
  CHECK_EQ(tp_smt_check(t.smt, conds, 2, 2, true, NULL, NULL, &t.r),
           TP_SMT_UNSAT);
  uint32_t most = 0, last = 0;
  for (uint32_t round = 0; round < 40; round++) {
    tp_exprs *x = tp_exprs_new();
    tp_smt *smt;
    tp_smt_result r = {0};
    tp_diag diag = {0};
    CHECK_EQ(tp_smt_new(&smt, x, NULL, &diag), 0);
    tp_expr e = tp_expr_var(x, 0, TP_X_BV, 32);
    tp_expr f = tp_expr_var(x, 1, TP_X_BV, 32);
    for (uint64_t i = 0; i < 3000; i++)
      e = tp_expr_bv_op(x, TP_BV_XOR, tp_expr_bv_op(x, TP_BV_AND, e, f),
                        tp_expr_bv(x, 32, 7 * i + round));
    tp_expr one = tp_expr_slt(x, e, f);
    CHECK_EQ(tp_smt_check(smt, &one, 1, 1, false, NULL, NULL, &r), TP_SMT_SAT);
    last = yices_num_terms();
    most = last > most ? last : most;
    tp_smt_result_free(&r);
    tp_smt_free(smt);
    tp_exprs_free(x);
    CHECK_EQ(tp_smt_check(t.smt, conds, 2, 2, true, NULL, NULL, &t.r),
             TP_SMT_UNSAT);
    tp_expr more[2] = {conds[0],
                       tp_expr_eq(t.x, sum, tp_expr_bv(t.x, 32, round))};
    CHECK_EQ(tp_smt_check(t.smt, more, 2, 2, true, NULL, NULL, &t.r),
             TP_SMT_SAT);
  }
  CHECK(most < 500000);
  done(&t);
}
