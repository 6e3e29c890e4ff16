/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_expr_soft.c - floating-point operations as bit vectors compute what the
 * machine computes: random and special operands, every operation. */
#include "check.h"

#include "base/rng.h"
#include "expr/expr.h"
#include "expr/node.h"

static uint64_t value_of(void *state, uint32_t var) {
  return ((const uint64_t *)state)[var];
}

static uint64_t random_pattern(tp_rng *rng, unsigned width, uint64_t other) {
  static const uint64_t special[] = {0,
                                     1,
                                     2,
                                     0x7ff0000000000000,
                                     0x7ff8000000000000,
                                     0x3ff0000000000000,
                                     0x000fffffffffffff,
                                     0x0010000000000000,
                                     0x7fefffffffffffff,
                                     0x7fe0000000000000,
                                     0x43dfffffffffffff,
                                     0x43e0000000000000,
                                     0x43f0000000000000,
                                     0x41dfffffffc00000,
                                     0x41e0000000000000,
                                     0x3fe0000000000000};
  static const uint32_t special32[] = {
      0,          1,          0x7f800000, 0x7fc00000, 0x3f800000,
      0x007fffff, 0x00800000, 0x7f7fffff, 0x4effffff, 0x4f000000,
      0x5f000000, 0x5f7fffff, 0x5f800000};
  uint64_t bits = tp_rng_next(rng);
  unsigned pick = tp_rng_below(rng, 6);
  uint64_t sign = tp_rng_below(rng, 2);
  if (pick == 0)
    bits = width == 64 ? special[tp_rng_below(rng, 16)] | sign << 63
                       : special32[tp_rng_below(rng, 13)] | sign << 31;
  if (pick == 1) /* near the other operand: cancellation */
    bits = (other + bits % 7 - 3) ^ (width == 64 ? sign << 63 : sign << 31);
  if (pick == 2) /* a similar exponent */
    bits = width == 64
               ? (other & 0xfff0000000000000) ^ (bits & 0x803fffffffffffff)
               : (other & 0xff800000) ^ (bits & 0x80ffffff);
  if (pick == 3) /* few bits set: ties */
    bits &= width == 64 ? 0xffff000000000001 : 0xffffffffffff8001;
  return bits;
}

static bool is_nan(uint64_t bits, unsigned width) {
  return width == 64 ? (bits & INT64_MAX) > 0x7ff0000000000000
                     : (bits & INT32_MAX) > 0x7f800000;
}

/* e and its lowered form agree on random values of two operands. */
static void check_lowered(tp_exprs *x, tp_expr e, unsigned width, unsigned n,
                          const char *what) {
  tp_rng rng;
  tp_rng_init(&rng, 7 + e);
  tp_expr low = tp_expr_lower(x, e);
  bool is_fp = tp_expr_sort(x, e) == TP_X_F32 || tp_expr_sort(x, e) == TP_X_F64;
  CHECK_EQ(tp_expr_lower(x, low), low);
  for (unsigned i = 0; i < n; i++) {
    uint64_t v[2];
    v[0] = random_pattern(&rng, width, 0);
    v[1] = random_pattern(&rng, width, v[0]);
    uint64_t want = tp_expr_eval(x, e, value_of, v);
    uint64_t got = tp_expr_eval(x, low, value_of, v);
    unsigned w = tp_expr_width(x, e);
    if (got == want || (is_fp && is_nan(got, w) && is_nan(want, w)))
      continue;
    char text[200];
    snprintf(text, sizeof text,
             "%s of 0x%" PRIx64 ", 0x%" PRIx64 ": got 0x%" PRIx64
             ", should be 0x%" PRIx64,
             what, v[0], v[1], got, want);
    tp_test_fail(__FILE__, __LINE__, text);
    return;
  }
}

TEST(expr_soft_arithmetic) {
  static const char *const names[] = {"+", "-", "*", "/"};
  tp_exprs *x = tp_exprs_new();
  for (unsigned is_double = 0; is_double < 2; is_double++) {
    tp_sort sort = is_double ? TP_X_F64 : TP_X_F32;
    unsigned width = is_double ? 64 : 32;
    tp_expr a = tp_expr_var(x, 0, sort, 0), b = tp_expr_var(x, 1, sort, 0);
    for (unsigned op = 0; op < 4; op++)
      check_lowered(x, tp_expr_fp_op(x, (tp_fp_op)op, a, b), width,
                    op == TP_FP_DIV ? 4000 : 20000, names[op]);
    check_lowered(x, tp_expr_fp_neg(x, a), width, 1000, "neg");
    check_lowered(x, tp_expr_fp_root(x, a), width, 10000, "root");
    check_lowered(x, tp_expr_fp_lt(x, a, b), width, 10000, "lt");
    check_lowered(x, tp_expr_fp_le(x, a, b), width, 10000, "le");
    check_lowered(x, tp_expr_fp_eq(x, a, b), width, 10000, "eq");
    check_lowered(x, tp_expr_eq(x, a, b), width, 10000, "bits");
  }
  tp_exprs_free(x);
}

TEST(expr_soft_conversions) {
  tp_exprs *x = tp_exprs_new();
  for (unsigned is_double = 0; is_double < 2; is_double++) {
    tp_sort sort = is_double ? TP_X_F64 : TP_X_F32;
    unsigned width = is_double ? 64 : 32;
    tp_expr a = tp_expr_var(x, 0, sort, 0);
    tp_sort other = is_double ? TP_X_F32 : TP_X_F64;
    check_lowered(x, tp_expr_fp_convert(x, a, other), width, 20000, "convert");
    for (unsigned w = 8; w <= 64; w *= 2)
      for (unsigned s = 0; s < 2; s++) {
        check_lowered(x, tp_expr_int_of_fp(x, a, s, w), width, 5000, "to int");
        tp_expr i = tp_expr_var(x, 1, TP_X_BV, w);
        check_lowered(x, tp_expr_fp_of_int(x, i, s, sort), width, 5000,
                      "of int");
      }
  }
  tp_exprs_free(x);
}
