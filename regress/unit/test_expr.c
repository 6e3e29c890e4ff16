/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_expr.c - normal forms: what must have one id, and small examples. */
#include "check.h"

#include "base/rng.h"
#include "expr/cops.h"
#include "expr/node.h"

#include <math.h>

static const tp_cscalar s_int = {.is_signed = true, .size = 4};
static const tp_cscalar s_uchar = {.size = 1};
static const tp_cscalar s_float = {.is_float = true, .size = 4};
static const tp_cscalar s_double = {.is_float = true, .size = 8};

typedef struct fixture {
  tp_exprs *x;
  tp_expr i, j, c, f, d, e;
} fixture;

static fixture fresh(void) {
  fixture t = {.x = tp_exprs_new()};
  t.i = tp_expr_var(t.x, 0, TP_X_BV, 32);
  t.j = tp_expr_var(t.x, 1, TP_X_BV, 32);
  t.c = tp_expr_var(t.x, 2, TP_X_BV, 8);
  t.f = tp_expr_var(t.x, 3, TP_X_F32, 32);
  t.d = tp_expr_var(t.x, 4, TP_X_F64, 64);
  t.e = tp_expr_var(t.x, 5, TP_X_F64, 64);
  return t;
}

static tp_expr num(fixture *t, int value) {
  return tp_expr_bv(t->x, 32, (uint64_t)(int64_t)value);
}

static tp_expr cmp(fixture *t, tp_cop op, tp_expr a, int k) {
  return tp_cop_compare(t->x, op, s_int, a, num(t, k));
}

static uint64_t array_value(void *state, uint32_t var) {
  return ((const uint64_t *)state)[var];
}

static uint64_t bits_of(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

TEST(expr_order_has_one_form) {
  fixture t = fresh();
  tp_expr lt5 = cmp(&t, TP_COP_LT, t.i, 5);
  CHECK_EQ(cmp(&t, TP_COP_LE, t.i, 4), lt5);
  CHECK_EQ(tp_cop_compare(t.x, TP_COP_GT, s_int, num(&t, 5), t.i), lt5);
  CHECK_EQ(cmp(&t, TP_COP_GE, t.i, 5), tp_expr_not(t.x, lt5));
  CHECK_EQ(tp_expr_not(t.x, tp_expr_not(t.x, lt5)), lt5);
  tp_expr less = tp_expr_slt(t.x, t.i, t.j);
  CHECK_EQ(tp_cop_compare(t.x, TP_COP_LE, s_int, t.j, t.i),
           tp_expr_not(t.x, less));
  CHECK_EQ(cmp(&t, TP_COP_GT, t.i, INT32_MAX), tp_expr_bool(t.x, false));
  CHECK_EQ(tp_expr_ult(t.x, num(&t, 0), t.i),
           tp_expr_not(t.x, tp_expr_eq(t.x, t.i, num(&t, 0))));
  tp_exprs_free(t.x);
}

TEST(expr_truth_of_a_comparison_is_it) {
  fixture t = fresh();
  tp_expr gt3 = cmp(&t, TP_COP_GT, t.i, 3);
  tp_expr as_int = tp_cop_of_truth(t.x, gt3);
  CHECK_EQ(tp_cop_truth(t.x, s_int, as_int), gt3);
  CHECK_EQ(cmp(&t, TP_COP_EQ, as_int, 0), tp_expr_not(t.x, gt3));
  CHECK_EQ(cmp(&t, TP_COP_GT, as_int, 0), gt3);
  CHECK_EQ(cmp(&t, TP_COP_LT, as_int, 1), tp_expr_not(t.x, gt3));
  tp_expr two = tp_expr_ite(t.x, gt3, num(&t, 7), num(&t, 9));
  CHECK_EQ(cmp(&t, TP_COP_EQ, two, 7), gt3);
  CHECK_EQ(cmp(&t, TP_COP_EQ, two, 9), tp_expr_not(t.x, gt3));
  CHECK_EQ(cmp(&t, TP_COP_EQ, two, 8), tp_expr_bool(t.x, false));
  CHECK_EQ(cmp(&t, TP_COP_LT, two, 8), gt3);
  /* A status code that went through a char and memory. */
  tp_cscalar s_char = {.is_signed = true, .size = 1};
  tp_expr stored = tp_cop_convert(t.x, two, s_int, s_char);
  tp_expr loaded = tp_cop_convert(t.x, stored, s_char, s_int);
  CHECK_EQ(cmp(&t, TP_COP_NE, loaded, 7), tp_expr_not(t.x, gt3));
  tp_exprs_free(t.x);
}

TEST(expr_promotions_vanish) {
  fixture t = fresh();
  tp_expr wide = tp_cop_convert(t.x, t.c, s_uchar, s_int);
  tp_expr narrow = tp_expr_ult(t.x, t.c, tp_expr_bv(t.x, 8, 10));
  CHECK_EQ(cmp(&t, TP_COP_LT, wide, 10), narrow);
  CHECK_EQ(cmp(&t, TP_COP_LT, wide, 300), tp_expr_bool(t.x, true));
  CHECK_EQ(cmp(&t, TP_COP_EQ, wide, -1), tp_expr_bool(t.x, false));
  CHECK_EQ(tp_cop_convert(t.x, wide, s_int, s_uchar), t.c);
  tp_expr sum = tp_expr_bv_op(t.x, TP_BV_ADD, wide, num(&t, 3));
  CHECK_EQ(cmp(&t, TP_COP_LT, sum, 13), narrow);
  tp_exprs_free(t.x);
}

TEST(expr_bytes_come_back) {
  fixture t = fresh();
  tp_expr values[] = {t.i, tp_expr_bv_op(t.x, TP_BV_ADD, t.i, t.j),
                      tp_expr_sext(t.x, t.c, 32), tp_expr_zext(t.x, t.c, 32),
                      tp_expr_ite(t.x, cmp(&t, TP_COP_LT, t.i, 5),
                                  num(&t, 70000), num(&t, -3))};
  for (unsigned v = 0; v < 5; v++) {
    tp_expr up = tp_expr_extract(t.x, values[v], 0, 8);
    for (unsigned b = 1; b < 4; b++)
      up = tp_expr_concat(t.x, tp_expr_extract(t.x, values[v], 8 * b, 8), up);
    CHECK_EQ(up, values[v]);
    tp_expr down = tp_expr_extract(t.x, values[v], 24, 8);
    for (unsigned b = 3; b-- > 0;)
      down =
          tp_expr_concat(t.x, down, tp_expr_extract(t.x, values[v], 8 * b, 8));
    CHECK_EQ(down, values[v]);
  }
  CHECK_EQ(tp_expr_fp_of_bits(t.x, tp_expr_fp_bits(t.x, t.d), TP_X_F64), t.d);
  tp_exprs_free(t.x);
}

TEST(expr_logic_has_one_form) {
  fixture t = fresh();
  tp_expr a = cmp(&t, TP_COP_LT, t.i, 5), b = cmp(&t, TP_COP_EQ, t.j, 2);
  tp_expr na = tp_expr_not(t.x, a), nb = tp_expr_not(t.x, b);
  CHECK_EQ(tp_expr_and(t.x, na, nb), tp_expr_not(t.x, tp_expr_or(t.x, a, b)));
  CHECK_EQ(tp_expr_or(t.x, na, b), tp_expr_not(t.x, tp_expr_and(t.x, a, nb)));
  CHECK_EQ(tp_expr_and(t.x, a, b), tp_expr_and(t.x, b, a));
  CHECK_EQ(tp_expr_and(t.x, a, na), tp_expr_bool(t.x, false));
  CHECK_EQ(tp_expr_ite(t.x, na, b, a), tp_expr_ite(t.x, a, a, b));
  CHECK_EQ(tp_expr_eq(t.x, a, nb), tp_expr_not(t.x, tp_expr_eq(t.x, a, b)));
  tp_exprs_free(t.x);
}

TEST(expr_fp_chain_is_a_threshold) {
  fixture t = fresh();
  tp_expr scaled = tp_expr_fp_op(t.x, TP_FP_MUL, t.d, tp_expr_f64(t.x, 1.05));
  CHECK(tp_expr_is_hard(t.x, scaled));
  tp_expr p = tp_expr_fp_lt(t.x, scaled, tp_expr_f64(t.x, 2.1));
  CHECK(!tp_expr_is_hard(t.x, p));
  const tp_expr_node *n = tp_expr_get(t.x, p);
  CHECK_EQ(n->op, TP_E_FP_LT);
  CHECK_EQ(n->a, t.d);
  /* (float)f < 2.5, in double as C has it, is a comparison of the float. */
  tp_expr wide = tp_cop_convert(t.x, t.f, s_float, s_double);
  p = tp_expr_fp_lt(t.x, wide, tp_expr_f64(t.x, 2.5));
  CHECK_EQ(p, tp_expr_fp_lt(t.x, t.f, tp_expr_f32(t.x, 2.5f)));
  /* f == 0.1 never holds for a float. */
  CHECK_EQ(tp_expr_fp_eq(t.x, wide, tp_expr_f64(t.x, 0.1)),
           tp_expr_bool(t.x, false));
  /* (double)adc * 0.001 > 2.5 with an integer. */
  tp_expr adc = tp_cop_convert(t.x, t.i, s_int, s_double);
  adc = tp_expr_fp_op(t.x, TP_FP_MUL, adc, tp_expr_f64(t.x, 0.001));
  CHECK_EQ(tp_cop_compare(t.x, TP_COP_GT, s_double, adc, tp_expr_f64(t.x, 2.5)),
           cmp(&t, TP_COP_GT, t.i, 2500));
  tp_exprs_free(t.x);
}

TEST(expr_fp_special_values) {
  fixture t = fresh();
  tp_expr inf = tp_expr_f64(t.x, INFINITY), nan = tp_expr_f64(t.x, NAN);
  CHECK_EQ(tp_expr_fp_lt(t.x, t.d, nan), tp_expr_bool(t.x, false));
  CHECK_EQ(tp_expr_fp_lt(t.x, inf, t.d), tp_expr_bool(t.x, false));
  tp_expr ordered = tp_expr_fp_eq(t.x, t.d, t.d);
  CHECK_EQ(tp_expr_fp_le(t.x, t.d, inf), ordered);
  tp_expr twice = tp_expr_fp_op(t.x, TP_FP_ADD, t.d, tp_expr_f64(t.x, 3));
  CHECK_EQ(tp_expr_fp_eq(t.x, twice, twice), ordered);
  CHECK_EQ(tp_expr_fp_eq(t.x, t.d, tp_expr_f64(t.x, -0.0)),
           tp_expr_fp_eq(t.x, t.d, tp_expr_f64(t.x, 0.0)));
  CHECK_EQ(tp_expr_fp_le(t.x, t.d, tp_expr_f64(t.x, 1)),
           tp_expr_fp_lt(t.x, t.d, tp_expr_f64(t.x, nextafter(1, 2))));
  tp_expr difference = tp_expr_fp_op(t.x, TP_FP_SUB, t.d, t.e);
  CHECK_EQ(tp_expr_fp_lt(t.x, difference, tp_expr_f64(t.x, 0)),
           tp_expr_fp_lt(t.x, t.d, t.e));
  tp_exprs_free(t.x);
}

TEST(expr_vars_are_sorted_and_unique) {
  fixture t = fresh();
  tp_expr sum = tp_expr_bv_op(t.x, TP_BV_ADD, t.j, t.i);
  tp_expr both = tp_expr_and(t.x, cmp(&t, TP_COP_LT, sum, 9),
                             tp_expr_fp_lt(t.x, t.d, tp_expr_f64(t.x, 1)));
  uint32_t n;
  const uint32_t *v = tp_expr_vars(t.x, both, &n);
  CHECK_EQ(n, 3);
  CHECK(v[0] == 0 && v[1] == 1 && v[2] == 4);
  tp_expr_vars(t.x, tp_expr_bool(t.x, true), &n);
  CHECK_EQ(n, 0);
  tp_exprs_free(t.x);
}

/* Chains far deeper than any C stack could recurse. */
TEST(expr_deep_chains) {
  fixture t = fresh();
  tp_expr sum = t.i, all = tp_expr_bool(t.x, true), lcg = t.i, ite = num(&t, 0);
  tp_expr fp = t.d;
  for (int k = 0; k < 100000; k++) {
    sum = tp_expr_bv_op(t.x, k & 1 ? TP_BV_XOR : TP_BV_ADD, sum, t.j);
    all = tp_expr_and(t.x, all, cmp(&t, TP_COP_NE, t.i, k));
    lcg = tp_expr_bv_op(t.x, TP_BV_MUL, lcg, num(&t, 5));
    lcg = tp_expr_bv_op(t.x, TP_BV_ADD, lcg, num(&t, k));
    ite = tp_expr_ite(t.x, cmp(&t, TP_COP_EQ, t.j, k), num(&t, k % 7), ite);
    fp = tp_expr_fp_op(t.x, TP_FP_ADD, fp, tp_expr_f64(t.x, 0.1));
  }
  uint64_t values[] = {3, 5, 0, 0, bits_of(1.5), 0};
  CHECK_EQ(tp_expr_eval(t.x, all, array_value, values), 0);
  tp_expr_eval(t.x, sum, array_value, values);
  cmp(&t, TP_COP_EQ, lcg, 17);
  CHECK_EQ(tp_expr_eval(t.x, cmp(&t, TP_COP_EQ, ite, 5), array_value, values),
           1);
  tp_expr p = tp_expr_fp_lt(t.x, fp, tp_expr_f64(t.x, 10000));
  CHECK_EQ(tp_expr_eval(t.x, p, array_value, values), 0);
  tp_exprs_free(t.x);
}

/* Codes merged from many returns, and sums of them, are known to be small. */
TEST(expr_spans_decide_comparisons) {
  fixture t = fresh();
  tp_expr code = num(&t, 0), sum = num(&t, 0), yes = tp_expr_bool(t.x, true);
  for (int k = 0; k < 2000; k++) {
    tp_expr is_k = cmp(&t, TP_COP_EQ, t.j, k);
    code = tp_expr_ite(t.x, is_k, num(&t, k % 97), code);
    sum = tp_expr_bv_op(t.x, TP_BV_ADD, sum,
                        tp_expr_ite(t.x, is_k, num(&t, 2), num(&t, -1)));
  }
  CHECK_EQ(cmp(&t, TP_COP_LE, code, 96), yes);
  CHECK_EQ(cmp(&t, TP_COP_GE, code, 0), yes);
  CHECK_EQ(cmp(&t, TP_COP_LE, sum, 4000), yes);
  CHECK_EQ(cmp(&t, TP_COP_GE, sum, -2000), yes);
  CHECK(cmp(&t, TP_COP_LE, sum, 3999) != yes);
  CHECK(cmp(&t, TP_COP_LE, code, 95) != yes);
  tp_exprs_free(t.x);
}

enum { SMALL = 4, SMALLS = 1 << SMALL }; /* bits, numbers of so many bits */

/* Any number between low and high, by the value of a variable. */
static tp_expr any_between(fixture *t, tp_expr which, int low, int high) {
  tp_expr e = tp_expr_bv(t->x, SMALL, (uint64_t)low);
  for (int n = low + 1; n <= high; n++)
    e = tp_expr_ite(t->x, cmp(t, TP_COP_EQ, which, n),
                    tp_expr_bv(t->x, SMALL, (uint64_t)n), e);
  return e;
}

static bool lies_in(tp_interval span, uint64_t bits) {
  int64_t n = (int64_t)(bits ^ SMALLS / 2) - SMALLS / 2;
  return n >= span.low && n <= span.high;
}

/* Each result of each operation on numbers of two spans is in its span. */
static unsigned long count_strays(fixture *t, const tp_interval *of) {
  unsigned long strays = 0;
  tp_expr a = any_between(t, t->i, (int)of[0].low, (int)of[0].high);
  tp_expr b = any_between(t, t->j, (int)of[1].low, (int)of[1].high);
  for (tp_bv_op op = TP_BV_ADD; op <= TP_BV_XOR; op++) {
    tp_expr e = tp_expr_bv_op(t->x, op, a, b);
    tp_interval span = tp_expr_span(t->x, e);
    uint64_t values[8] = {0};
    for (int64_t i = of[0].low; i <= of[0].high; i++)
      for (int64_t j = of[1].low; j <= of[1].high; j++) {
        values[0] = (uint32_t)i;
        values[1] = (uint32_t)j;
        strays += !lies_in(span, tp_expr_eval(t->x, e, array_value, values));
      }
  }
  return strays;
}

TEST(expr_spans_hold_all_results) {
  unsigned long strays = 0;
  for (int low = -SMALLS / 2; low < SMALLS / 2; low++) {
    fixture t = fresh();
    for (int n = low; n < SMALLS / 2; n += 3)
      for (int from = -SMALLS / 2; from < SMALLS / 2; from++)
        for (int to = from; to < SMALLS / 2; to += 2)
          strays += count_strays(
              &t, (tp_interval[]){{low, n, false}, {from, to, false}});
    tp_exprs_free(t.x);
  }
  CHECK_EQ(strays, 0);
}

/* What is divided by an input is no larger than it was, also where the input
 * may be 0. */
TEST(expr_spans_of_quotients) {
  fixture t = fresh();
  tp_expr yes = tp_expr_bool(t.x, true);
  tp_expr small = tp_expr_bv_op(t.x, TP_BV_AND, t.i, num(&t, 0xffff));
  tp_expr by = tp_expr_bv_op(t.x, TP_BV_SDIV, small, t.j);
  tp_expr rest = tp_expr_bv_op(t.x, TP_BV_SREM, small, t.j);
  CHECK_EQ(cmp(&t, TP_COP_LE, by, 0xffff), yes);
  CHECK_EQ(cmp(&t, TP_COP_GE, by, -0xffff), yes);
  CHECK_EQ(cmp(&t, TP_COP_LE, rest, 0xffff), yes);
  CHECK_EQ(cmp(&t, TP_COP_GE, rest, 0), yes);
  tp_exprs_free(t.x);
}

/* A value that was merged of two numbers, in any shape, is none but these. */
TEST(expr_is_one_or_the_other) {
  fixture t = fresh();
  tp_expr no = tp_expr_bool(t.x, false);
  tp_expr p = cmp(&t, TP_COP_EQ, t.i, 3), q = cmp(&t, TP_COP_EQ, t.j, 4);
  tp_expr r = cmp(&t, TP_COP_LT, t.i, 9);
  tp_expr a = tp_expr_ite(t.x, q, num(&t, 100), num(&t, -1));
  tp_expr b = tp_expr_ite(t.x, r, num(&t, -1), num(&t, 100));
  tp_expr e = tp_expr_ite(t.x, p, a, b);
  CHECK_EQ(cmp(&t, TP_COP_EQ, e, 100), cmp(&t, TP_COP_NE, e, -1));
  CHECK_EQ(cmp(&t, TP_COP_EQ, e, 7), no);
  CHECK(cmp(&t, TP_COP_EQ, e, 100) != no);
  tp_expr c = tp_expr_ite(t.x, r, num(&t, 7), num(&t, 100));
  e = tp_expr_ite(t.x, p, a, c);
  CHECK(cmp(&t, TP_COP_EQ, e, 7) != no);
  CHECK(cmp(&t, TP_COP_EQ, e, 100) != cmp(&t, TP_COP_NE, e, -1));
  tp_exprs_free(t.x);
}

/* What C joins by & and | without a branch, and bits that are always set. */
TEST(expr_bits_of_truths) {
  fixture t = fresh();
  tp_expr no = tp_expr_bool(t.x, false), yes = tp_expr_bool(t.x, true);
  tp_expr p = cmp(&t, TP_COP_EQ, t.i, 3), q = cmp(&t, TP_COP_EQ, t.j, 4);
  tp_expr a = tp_expr_bv_of_bool(t.x, p, 32);
  tp_expr b = tp_expr_bv_of_bool(t.x, q, 32);
  tp_expr not_a = tp_expr_bv_of_bool(t.x, tp_expr_not(t.x, p), 32);
  tp_expr both = tp_expr_bv_op(t.x, TP_BV_AND, a, b);
  CHECK_EQ(tp_expr_bv_op(t.x, TP_BV_AND, a, not_a), num(&t, 0));
  CHECK_EQ(cmp(&t, TP_COP_NE, both, 0), tp_expr_and(t.x, p, q));
  both = tp_expr_bv_op(t.x, TP_BV_OR, a, b);
  CHECK_EQ(cmp(&t, TP_COP_NE, both, 0), tp_expr_or(t.x, p, q));
  both = tp_expr_bv_op(t.x, TP_BV_XOR, a, b);
  CHECK_EQ(cmp(&t, TP_COP_EQ, both, 0), tp_expr_eq(t.x, p, q));
  tp_expr half = tp_expr_bv_op(t.x, TP_BV_LSHR, t.i, num(&t, 1));
  CHECK_EQ(
      cmp(&t, TP_COP_LE, tp_expr_bv_op(t.x, TP_BV_OR, half, num(&t, 4)), 3),
      no);
  CHECK_EQ(cmp(&t, TP_COP_EQ, tp_expr_bv_op(t.x, TP_BV_OR, t.i, num(&t, 4)), 3),
           no);
  CHECK_EQ(cmp(&t, TP_COP_LT,
               tp_expr_bv_op(t.x, TP_BV_OR, t.i, num(&t, INT32_MIN)), 0),
           yes);
  tp_exprs_free(t.x);
}

TEST(expr_eval_more_keeps_values) {
  fixture t = fresh();
  uint64_t values[] = {3, 5, 0, 0, 0, 0};
  tp_expr sum = tp_expr_bv_op(t.x, TP_BV_ADD, t.i, t.j);
  tp_expr product = tp_expr_bv_op(t.x, TP_BV_MUL, sum, t.j);
  CHECK_EQ(tp_expr_eval(t.x, sum, array_value, values), 8);
  CHECK_EQ(tp_expr_eval_more(t.x, product, array_value, values), 40);
  values[0] = 4;
  CHECK_EQ(tp_expr_eval(t.x, product, array_value, values), 45);
  tp_exprs_free(t.x);
}

TEST(expr_print) {
  fixture t = fresh();
  tp_str out = {0};
  tp_expr_print(t.x, cmp(&t, TP_COP_LT, t.i, 5), &out);
  CHECK_STR(tp_str_text(&out), "(bvslt v0 #x00000005)");
  VEC_CLEAR(&out);
  tp_expr sum = tp_expr_bv_op(t.x, TP_BV_ADD, t.i, t.j);
  tp_expr wide = tp_expr_zext(t.x, t.c, 32);
  tp_expr p = tp_expr_eq(t.x, tp_expr_bv_op(t.x, TP_BV_MUL, sum, sum), wide);
  tp_expr_print(t.x, p, &out);
  char want[200];
  snprintf(want, sizeof want,
           "(let ((n%u (bvadd v0 v1))) (= (bvmul n%u n%u) "
           "((_ zero_extend 24) v2)))",
           sum, sum, sum);
  if (p && tp_expr_get(t.x, p)->a == wide)
    snprintf(want, sizeof want,
             "(let ((n%u (bvadd v0 v1))) (= ((_ zero_extend 24) v2) "
             "(bvmul n%u n%u)))",
             sum, sum, sum);
  CHECK_STR(tp_str_text(&out), want);
  VEC_CLEAR(&out);
  tp_expr_print(t.x, tp_expr_fp_lt(t.x, t.d, tp_expr_f64(t.x, 1)), &out);
  CHECK(strstr(out.at, "bvslt") && !strstr(out.at, "fp."));
  tp_str_free(&out);
  tp_exprs_free(t.x);
}
