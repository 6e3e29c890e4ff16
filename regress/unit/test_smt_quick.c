/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_smt_quick.c - what is answered without Yices is what brute force or
 * Yices says, and logged queries mean the same to another run of a solver. */
#include "smt_fixture.h"

#include "base/file.h"
#include "base/proc.h"
#include "base/rng.h"
#include "expr/expr.h"

#include <math.h>
#include <stdlib.h>

static tp_expr random_number(tp_exprs *x, tp_rng *rng, unsigned width) {
  uint64_t small = tp_rng_next(rng) & 0x3ff;
  return tp_expr_bv(x, width, tp_rng_below(rng, 2) ? small : 0x200 - small);
}

/* With a constant added, widened, and that once more. */
static tp_expr random_term(tp_exprs *x, tp_rng *rng) {
  static const unsigned widths[] = {9, 12, 16, 32, 64};
  tp_expr v = tp_expr_var(x, 0, TP_X_BV, 8);
  for (unsigned turns = tp_rng_below(rng, 3), at = 0; turns; turns--) {
    unsigned width = tp_expr_width(x, v);
    if (tp_rng_below(rng, 2))
      v = tp_expr_bv_op(x, TP_BV_ADD, v, random_number(x, rng, width));
    at += tp_rng_below(rng, 3);
    if (at < 5 && widths[at] > width)
      v = tp_rng_below(rng, 2) ? tp_expr_zext(x, v, widths[at])
                               : tp_expr_sext(x, v, widths[at]);
  }
  if (tp_rng_below(rng, 3) == 0)
    v = tp_expr_bv_op(x, TP_BV_ADD, v,
                      random_number(x, rng, tp_expr_width(x, v)));
  return v;
}

static tp_expr random_atom(tp_exprs *x, tp_rng *rng) {
  tp_expr v = random_term(x, rng);
  tp_expr k = random_number(x, rng, tp_expr_width(x, v));
  unsigned pick = tp_rng_below(rng, 5);
  return pick == 0   ? tp_expr_eq(x, v, k)
         : pick == 1 ? tp_expr_ult(x, v, k)
         : pick == 2 ? tp_expr_ult(x, k, v)
                     : tp_expr_slt(x, v, k);
}

static tp_expr random_set(tp_exprs *x, tp_rng *rng, unsigned depth) {
  if (depth == 0)
    return random_atom(x, rng);
  tp_expr a = random_set(x, rng, depth - 1);
  if (tp_rng_below(rng, 3) == 0)
    return tp_expr_not(x, a);
  tp_expr b = random_set(x, rng, depth - 1);
  return tp_rng_below(rng, 2) ? tp_expr_and(x, a, b) : tp_expr_or(x, a, b);
}

enum { N_CONDS = 6 };

/* Some value of the variable satisfies all conditions in the mask. */
static bool brute(tp_exprs *x, const tp_expr *conds, unsigned mask) {
  for (uint64_t v = 0; v < 256; v++) {
    bool all = true;
    for (unsigned i = 0; i < N_CONDS && all; i++)
      all = !(mask >> i & 1) || tp_expr_eval(x, conds[i], from_array, &v);
    if (all)
      return true;
  }
  return false;
}

TEST(smt_quick_equals_brute_force) {
  fixture t = fresh(NULL);
  unsigned unsat = 0;
  for (uint64_t seed = 0; seed < 1500; seed++) {
    tp_rng rng;
    tp_rng_init(&rng, seed);
    tp_expr conds[N_CONDS];
    for (unsigned i = 0; i < N_CONDS; i++)
      conds[i] = random_set(t.x, &rng, tp_rng_below(&rng, 3));
    uint64_t now = tp_rng_next(&rng) & 255;
    unsigned n = 1 + tp_rng_below(&rng, N_CONDS);
    tp_smt_answer got =
        tp_smt_check(t.smt, conds, n, n, true, from_array, &now, &t.r);
    bool want = brute(t.x, conds, (1u << n) - 1);
    CHECK_EQ(got, want ? TP_SMT_SAT : TP_SMT_UNSAT);
    if (got == TP_SMT_SAT && t.r.model.n)
      now = t.r.model.at[0].bits;
    for (unsigned i = 0; i < n && got == TP_SMT_SAT; i++)
      CHECK(tp_expr_eval(t.x, conds[i], from_array, &now));
    unsigned mask = 0;
    for (uint32_t i = 0; i < t.r.core.n; i++)
      mask |= 1u << t.r.core.at[i];
    if (got == TP_SMT_UNSAT) {
      unsat++;
      CHECK(!brute(t.x, conds, mask));
      for (uint32_t i = 0; i < t.r.core.n; i++)
        CHECK(brute(t.x, conds, mask & ~(1u << t.r.core.at[i])));
    }
  }
  CHECK(unsat > 200);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 0);
  done(&t);
}

static uint64_t bits_of(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static tp_expr random_double_atom(tp_exprs *x, tp_rng *rng, tp_expr d) {
  static const double special[] = {
      0.0, -0.0, 1, -1, INFINITY, -INFINITY, 4.9e-324, -4.9e-324, 1.5, 2};
  tp_expr k = tp_expr_f64(x, special[tp_rng_below(rng, 10)]);
  unsigned pick = tp_rng_below(rng, 7);
  tp_expr p = pick < 2    ? tp_expr_fp_lt(x, d, k)
              : pick < 4  ? tp_expr_fp_le(x, k, d)
              : pick == 4 ? tp_expr_fp_eq(x, d, d)
              : pick == 5 ? tp_expr_fp_le(x, d, k)
                          : tp_expr_fp_eq(x, d, k);
  return tp_rng_below(rng, 2) ? p : tp_expr_not(x, p);
}

/* The same limits on a double, quickly, and by Yices: a second variable that
 * has to equal the first makes it a query of two. */
TEST(smt_quick_doubles_equal_yices) {
  fixture t = fresh(NULL);
  tp_expr d = tp_expr_var(t.x, 0, TP_X_F64, 64);
  tp_expr e = tp_expr_var(t.x, 1, TP_X_F64, 64);
  unsigned unsat = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    tp_rng rng;
    tp_rng_init(&rng, seed);
    tp_expr conds[5];
    for (unsigned i = 0; i < 4; i++)
      conds[i] = random_double_atom(t.x, &rng, d);
    conds[4] = tp_expr_eq(t.x, d, e);
    uint64_t now[2] = {bits_of(0.25), bits_of(0.25)};
    tp_smt_answer quick =
        tp_smt_check(t.smt, conds, 4, 4, true, from_array, now, &t.r);
    unsat += quick == TP_SMT_UNSAT;
    tp_smt_answer full = /* from nowhere, so not downhill */
        tp_smt_check(t.smt, conds, 5, 5, true, NULL, NULL, &t.r);
    CHECK_EQ(quick, full);
  }
  CHECK(unsat > 30 && unsat < 270);
  CHECK(tp_smt_get_counts(t.smt)->checks > 100);
  CHECK(tp_smt_get_counts(t.smt)->quick > 100);
  done(&t);
}

TEST(smt_values_stay_near_and_plain) {
  fixture t = fresh(NULL);
  tp_expr d = tp_expr_var(t.x, 0, TP_X_F64, 64);
  tp_expr i = tp_expr_var(t.x, 1, TP_X_BV, 32);
  tp_expr j = tp_expr_var(t.x, 2, TP_X_BV, 32);
  uint64_t now[3] = {bits_of(1.0), 7, 9};
  tp_expr p = tp_expr_fp_lt(t.x, tp_expr_f64(t.x, 2.5), d);
  tp_smt_check(t.smt, &p, 1, 0, true, from_array, now, &t.r);
  CHECK_EQ(t.r.model.at[0].bits, bits_of(3));
  tp_expr narrow[] = {p, tp_expr_fp_lt(t.x, d, tp_expr_f64(t.x, 2.52))};
  tp_smt_check(t.smt, narrow, 2, 0, true, from_array, now, &t.r);
  CHECK_EQ(t.r.model.at[0].bits, bits_of(2.51));
  /* i < j holds; flip i < 8 to i >= 8: i = 8 does, j keeps its value. */
  tp_expr path[] = {tp_expr_slt(t.x, i, j),
                    tp_expr_slt(t.x, tp_expr_bv(t.x, 32, 7), i)};
  CHECK_EQ(tp_smt_check(t.smt, path, 2, 1, true, from_array, now, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(t.r.model.n, 2);
  CHECK_EQ(t.r.model.at[0].bits, 8);
  CHECK_EQ(t.r.model.at[1].bits, 9);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 0);
  done(&t);
}

/* yices-smt2 of the same package, if it is where `make deps` puts it. */
static bool find_solver(tp_str *path) {
  const char *cache = getenv("CACHE");
  tp_file_join(path, cache ? cache : ".cache", "yices-2.6.5/bin/yices-smt2");
  return tp_file_exists(path->at);
}

static void repeat_logged(const char *solver, const char *dir, unsigned n) {
  static const char *const words[] = {"sat\n", "unsat\n"};
  tp_diag diag = {0};
  tp_proc_limits limits = {.seconds = 20};
  for (unsigned i = 1; i <= n; i++) {
    tp_str path = {0}, text = {0};
    tp_proc_result run = {0};
    tp_str_addf(&path, "%s/%06u.smt2", dir, i);
    const char *argv[] = {solver, tp_str_text(&path), NULL};
    CHECK_EQ(tp_file_read(&text, path.at, TP_ENVIRONMENT, &diag), 0);
    CHECK_EQ(tp_proc_run(&run, argv, NULL, NULL, &limits, &diag), 0);
    bool is_unsat = strstr(tp_str_text(&text), ":status unsat") != NULL;
    CHECK_STR(tp_str_text(&run.out), words[is_unsat]);
    tp_proc_result_free(&run);
    tp_str_free(&path);
    tp_str_free(&text);
  }
  tp_diag_free(&diag);
}

static tp_expr random_mixed(tp_exprs *x, tp_rng *rng) {
  tp_expr i = tp_expr_var(x, 0, TP_X_BV, 16), c = tp_expr_var(x, 1, TP_X_BV, 8);
  tp_expr d = tp_expr_var(x, 2, TP_X_F64, 0),
          f = tp_expr_var(x, 3, TP_X_F32, 0);
  tp_expr wide =
      tp_rng_below(rng, 2) ? tp_expr_sext(x, c, 16) : tp_expr_zext(x, c, 16);
  tp_expr k = tp_expr_bv(x, 16, tp_rng_next(rng) % 50);
  tp_bv_op op = (tp_bv_op)tp_rng_below(rng, TP_BV_XOR + 1);
  tp_expr both = tp_expr_bv_op(x, op, wide, tp_rng_below(rng, 2) ? i : k);
  tp_expr up = tp_expr_fp_convert(x, f, TP_X_F64);
  switch (tp_rng_below(rng, 8)) {
  case 0:
    return tp_expr_slt(x, both, i);
  case 6:
    return tp_expr_slt(x, i, k);
  case 7:
    return tp_expr_fp_lt(x, tp_expr_f32(x, (float)tp_rng_below(rng, 90)), f);
  case 1:
    return tp_expr_not(x, tp_expr_eq(x, both, k));
  case 2:
    return tp_expr_fp_lt(x, up, d);
  case 3:
    return tp_expr_fp_lt(x, d, tp_expr_fp_of_int(x, i, true, TP_X_F64));
  case 4:
    return tp_expr_eq(x, tp_expr_extract(x, tp_expr_fp_bits(x, d), 48, 16), i);
  default:
    return tp_expr_slt(x, tp_expr_int_of_fp(x, f, true, 16), both);
  }
}

TEST(smt_log_means_the_same_elsewhere) {
  tp_str solver = {0};
  if (!find_solver(&solver)) {
    printf("yices-smt2 is not there: logs are not repeated\n");
    tp_str_free(&solver);
    return;
  }
  tp_diag diag = {0};
  tp_str dir = {0};
  CHECK_EQ(tp_file_temp_dir(&dir, &diag), 0);
  tp_smt_options options = {.log_dir = tp_str_text(&dir), .query_seconds = 10};
  fixture t = fresh(&options);
  tp_rng rng;
  tp_rng_init(&rng, 11);
  enum { QUERIES = 25 };
  for (unsigned q = 0; q < QUERIES; q++) {
    tp_expr conds[12];
    unsigned n = 4 + q % 9;
    for (unsigned i = 0; i < n; i++)
      conds[i] = random_mixed(t.x, &rng);
    tp_smt_check(t.smt, conds, n, n, true, NULL, NULL, &t.r);
  }
  const tp_smt_counts *counts = tp_smt_get_counts(t.smt);
  CHECK_EQ(counts->unknown, 0);
  CHECK_EQ(counts->log_failed, 0);
  CHECK(counts->unsat > 3 && counts->unsat < QUERIES - 3);
  repeat_logged(solver.at, tp_str_text(&dir),
                QUERIES - (unsigned)counts->cache_hits);
  done(&t);
  tp_file_remove_tree(tp_str_text(&dir));
  tp_str_free(&solver);
  tp_str_free(&dir);
  tp_diag_free(&diag);
}

/* The last of all values of 64 bits, asked about with what is no limit. */
TEST(smt_quick_last_value) {
  for (int is_possible = 0; is_possible < 2; is_possible++) {
    fixture t = fresh(NULL);
    tp_expr v = tp_expr_var(t.x, 0, TP_X_BV, 64);
    tp_expr square = tp_expr_bv_op(t.x, TP_BV_MUL, v, v);
    tp_expr conds[] = {
        tp_expr_eq(t.x, v, tp_expr_bv(t.x, 64, UINT64_MAX)),
        tp_expr_eq(t.x, square, tp_expr_bv(t.x, 64, is_possible ? 1 : 4))};
    CHECK_EQ(tp_smt_check(t.smt, conds, 2, 2, true, NULL, NULL, &t.r),
             is_possible ? TP_SMT_SAT : TP_SMT_UNSAT);
    done(&t);
  }
}

#define MANY 3000

/* One input and thousands of constants: no solver is asked, whichever. */
TEST(smt_quick_many_constants) {
  fixture t = fresh(NULL);
  uint64_t now[1] = {1000003};
  tp_expr x = tp_expr_var(t.x, 0, TP_X_BV, 32), conds[MANY + 1];
  for (uint32_t i = 0; i < MANY; i++) {
    tp_expr k = tp_expr_bv(t.x, 32, 1000003u * (i + 1));
    conds[i] = tp_expr_not(t.x, tp_expr_eq(t.x, x, k));
  }
  conds[MANY] = tp_expr_slt(t.x, x, tp_expr_bv(t.x, 32, 1000004));
  CHECK_EQ(
      tp_smt_check(t.smt, conds, MANY + 1, MANY, true, from_array, now, &t.r),
      TP_SMT_SAT);
  CHECK_EQ(t.r.model.at[0].bits, 1000002); /* the nearest */
  conds[MANY] = tp_expr_not(t.x, conds[1234]);
  CHECK_EQ(
      tp_smt_check(t.smt, conds, MANY + 1, MANY, true, from_array, now, &t.r),
      TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 2);
  CHECK_EQ(t.r.core.at[0], 1234);
  conds[MANY] = tp_expr_slt(t.x, tp_expr_bv(t.x, 32, 5), x);
  conds[MANY - 1] = tp_expr_slt(t.x, x, tp_expr_bv(t.x, 32, 5));
  CHECK_EQ(tp_smt_check(t.smt, conds, MANY + 1, MANY + 1, true, from_array, now,
                        &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 2);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 0);
  done(&t);
}

/* All values of a byte are left out, one by one: every one is needed. */
TEST(smt_quick_nothing_left) {
  fixture t = fresh(NULL);
  uint64_t now[1] = {0};
  tp_expr x = tp_expr_var(t.x, 0, TP_X_BV, 8), conds[256];
  for (uint32_t i = 0; i < 256; i++)
    conds[i] = tp_expr_not(t.x, tp_expr_eq(t.x, x, tp_expr_bv(t.x, 8, 37 * i)));
  CHECK_EQ(tp_smt_check(t.smt, conds, 256, 256, true, from_array, now, &t.r),
           TP_SMT_UNSAT);
  CHECK_EQ(t.r.core.n, 256);
  CHECK_EQ(tp_smt_check(t.smt, conds, 255, 255, true, from_array, now, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(t.r.model.at[0].bits, 37 * 255 % 256);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 0);
  done(&t);
}

/* A chain of 40 variables that holds but for one link: moving those of that
 * link mends it, and nobody else is asked. */
TEST(smt_downhill_spares_yices) {
  enum { N = 40 };
  fixture t = fresh(NULL);
  tp_expr conds[N];
  uint64_t now[N];
  for (uint32_t i = 0; i < N; i++)
    now[i] = 1000 * i;
  now[20] = 5;
  for (uint32_t i = 0; i + 1 < N; i++)
    conds[i] = tp_expr_slt(t.x, tp_expr_var(t.x, i, TP_X_BV, 32),
                           tp_expr_var(t.x, i + 1, TP_X_BV, 32));
  CHECK_EQ(
      tp_smt_check(t.smt, conds, N - 1, N - 1, false, from_array, now, &t.r),
      TP_SMT_SAT);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 0);
  for (uint32_t i = 0; i < t.r.model.n; i++)
    now[t.r.model.at[i].var] = t.r.model.at[i].bits;
  for (uint32_t i = 0; i + 1 < N; i++)
    CHECK(now[i] < now[i + 1]);
  done(&t);
}

/* What needs Yices is left open, and is no answer for later. */
TEST(smt_quickly_asks_no_yices) {
  fixture t = fresh(NULL);
  uint64_t now[] = {1, 1};
  tp_expr a = tp_expr_var(t.x, 0, TP_X_BV, 32);
  tp_expr b = tp_expr_var(t.x, 1, TP_X_BV, 32);
  tp_expr conds[] = {
      tp_expr_eq(t.x, tp_expr_bv_op(t.x, TP_BV_ADD, a, b),
                 tp_expr_bv(t.x, 32, 7)),
      tp_expr_ult(t.x, a, b),
  };
  CHECK_EQ(
      tp_smt_check_quickly(t.smt, conds, 2, 0, true, from_array, now, &t.r),
      TP_SMT_UNKNOWN);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 0);
  CHECK_EQ(tp_smt_check(t.smt, conds, 2, 0, true, from_array, now, &t.r),
           TP_SMT_SAT);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 1);
  tp_expr quick[] = {tp_expr_ult(t.x, a, tp_expr_bv(t.x, 32, 1))};
  CHECK_EQ(
      tp_smt_check_quickly(t.smt, quick, 1, 0, true, from_array, now, &t.r),
      TP_SMT_SAT);
  CHECK_EQ(tp_smt_get_counts(t.smt)->checks, 1);
  done(&t);
}
