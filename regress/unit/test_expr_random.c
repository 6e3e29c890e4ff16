/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_expr_random.c - simplification never changes a value.
 *
 * (1) Random trees of bit vectors of odd widths: the simplified expression
 * evaluated equals the same tree built from constants (which only folds).
 * (2) Chains of monotone float operations compared with constants: the
 * threshold form equals direct computation, at and around the threshold and at
 * special and random values.
 */
#include "check.h"

#include "base/rng.h"
#include "expr/expr.h"
#include "expr/node.h"

#include <math.h>

enum { N_VALUES = 4 };

typedef struct gen {
  tp_exprs *x;
  tp_rng rng;
  const uint64_t *values; /* NULL: variables */
} gen;

static uint64_t value_of(void *state, uint32_t var) {
  return ((const uint64_t *)state)[var];
}

static const unsigned widths[] = {1, 4, 5, 8, 16, 32, 64};

static tp_expr gen_bv(gen *g, unsigned width, unsigned depth);

static tp_expr gen_bool(gen *g, unsigned depth) {
  tp_exprs *x = g->x;
  unsigned w = widths[tp_rng_below(&g->rng, 7)];
  if (depth == 0 || tp_rng_below(&g->rng, 2)) {
    tp_expr a = gen_bv(g, w, depth ? depth - 1 : 0);
    tp_expr b = gen_bv(g, w, depth ? depth - 1 : 0);
    unsigned pick = tp_rng_below(&g->rng, 3);
    return pick == 0   ? tp_expr_eq(x, a, b)
           : pick == 1 ? tp_expr_ult(x, a, b)
                       : tp_expr_slt(x, a, b);
  }
  tp_expr a = gen_bool(g, depth - 1), b = gen_bool(g, depth - 1);
  switch (tp_rng_below(&g->rng, 5)) {
  case 0:
    return tp_expr_not(x, a);
  case 1:
    return tp_expr_and(x, a, b);
  case 2:
    return tp_expr_or(x, a, b);
  case 3:
    return tp_expr_eq(x, a, b);
  default:
    return tp_expr_ite(x, a, b, gen_bool(g, depth - 1));
  }
}

static tp_expr gen_leaf(gen *g, unsigned width) {
  static const int small[] = {0, 1, 2, 3, 5, 7, -1, -2, 100, 128};
  unsigned pick = tp_rng_below(&g->rng, 5);
  if (pick == 0)
    return tp_expr_bv(g->x, width, tp_rng_next(&g->rng));
  if (pick < 3)
    return tp_expr_bv(g->x, width,
                      (uint64_t)(int64_t)small[tp_rng_below(&g->rng, 10)]);
  uint32_t slot = tp_rng_below(&g->rng, 2);
  uint32_t var = slot * 100 + width;
  if (g->values)
    return tp_expr_bv(g->x, width, g->values[var]);
  return tp_expr_var(g->x, var, TP_X_BV, width);
}

static tp_expr gen_part(gen *g, unsigned width, unsigned depth) {
  tp_exprs *x = g->x;
  unsigned pick = tp_rng_below(&g->rng, 4);
  if (pick == 0 && width < 64) {
    unsigned wide = width + 1 + tp_rng_below(&g->rng, 64 - width);
    unsigned low = tp_rng_below(&g->rng, wide - width + 1);
    return tp_expr_extract(x, gen_bv(g, wide, depth - 1), low, width);
  }
  unsigned part = width > 1 ? 1 + tp_rng_below(&g->rng, width - 1) : 1;
  if (pick == 1 && width > 1) {
    tp_expr high = gen_bv(g, part, depth - 1);
    return tp_expr_concat(x, high, gen_bv(g, width - part, depth - 1));
  }
  tp_expr a = gen_bv(g, part, depth - 1);
  return pick == 2 ? tp_expr_zext(x, a, width) : tp_expr_sext(x, a, width);
}

static tp_expr gen_bv(gen *g, unsigned width, unsigned depth) {
  if (depth == 0)
    return gen_leaf(g, width);
  tp_exprs *x = g->x;
  unsigned pick = tp_rng_below(&g->rng, 12);
  if (pick == 0)
    return tp_expr_bv_of_bool(x, gen_bool(g, depth - 1), width);
  if (pick == 1) {
    tp_expr c = gen_bool(g, depth - 1), a = gen_bv(g, width, depth - 1);
    return tp_expr_ite(x, c, a, gen_bv(g, width, depth - 1));
  }
  if (pick < 5)
    return gen_part(g, width, depth);
  tp_expr a = gen_bv(g, width, depth - 1);
  if (pick == 5)
    return tp_expr_bv_not(x, a);
  if (pick == 6)
    return tp_expr_bv_neg(x, a);
  tp_bv_op op = (tp_bv_op)tp_rng_below(&g->rng, TP_BV_XOR + 1);
  return tp_expr_bv_op(x, op, a, gen_bv(g, width, depth - 1));
}

/* One tree, symbolic and with constants, from the same random numbers. */
static bool tree_agrees(uint64_t seed) {
  tp_exprs *x = tp_exprs_new();
  bool ok = true;
  gen symbolic = {.x = x};
  tp_rng_init(&symbolic.rng, seed);
  unsigned depth = 1 + (unsigned)(seed % 5);
  tp_expr e = gen_bool(&symbolic, depth);
  tp_rng rng;
  tp_rng_init(&rng, seed ^ 0x5555);
  for (unsigned j = 0; j < N_VALUES; j++) {
    uint64_t values[200];
    for (unsigned v = 0; v < 200; v++) {
      values[v] = tp_rng_next(&rng);
      if (j & 1)
        values[v] = (uint64_t)((int64_t)(values[v] % 9) - 4);
    }
    gen folded = {.x = x, .values = values};
    tp_rng_init(&folded.rng, seed);
    uint64_t want = 2;
    ok &= tp_expr_constant(x, gen_bool(&folded, depth), &want);
    ok &= tp_expr_eval(x, e, value_of, values) == want;
  }
  tp_exprs_check(x);
  tp_exprs_free(x);
  return ok;
}

TEST(expr_random_trees) {
  for (uint64_t seed = 0; seed < 30000; seed++)
    if (!tree_agrees(seed)) {
      printf("seed %" PRIu64 "\n", seed);
      CHECK(!"simplified tree equals the folded one");
      break;
    }
}

static uint64_t f64_bits(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static double random_double(tp_rng *rng) {
  static const double special[] = {
      0.0,     -0.0,  1,     -1,     0.1,          1.05,
      2.5,     -3.25, 1e308, -1e308, 1e-308,       4e-324,
      -4e-324, 1e16,  3,     65536,  2147483647.0, -2147483648.0};
  uint64_t bits = tp_rng_next(rng);
  double d;
  switch (tp_rng_below(rng, 4)) {
  case 0:
    memcpy(&d, &bits, sizeof d);
    return d;
  case 1:
    return special[tp_rng_below(rng, 18)];
  case 2:
    return (double)((int64_t)bits >> 40) / 1000;
  default:
    return (double)((int64_t)bits >> 50);
  }
}

/* The chain over root; with values bound when root is a constant. */
static tp_expr gen_chain(tp_exprs *x, tp_rng *rng, tp_expr e) {
  unsigned n = tp_rng_below(rng, 5);
  for (unsigned i = 0; i < n; i++) {
    bool is_double = tp_expr_sort(x, e) == TP_X_F64;
    double d = random_double(rng);
    tp_expr k = is_double ? tp_expr_f64(x, d) : tp_expr_f32(x, (float)d);
    switch (tp_rng_below(rng, 8)) {
    case 0:
      e = tp_expr_fp_op(x, TP_FP_ADD, k, e);
      break;
    case 1:
      e = tp_expr_fp_op(x, TP_FP_SUB, e, k);
      break;
    case 2:
      e = tp_expr_fp_op(x, TP_FP_SUB, k, e);
      break;
    case 3:
    case 4:
      e = tp_expr_fp_op(x, TP_FP_MUL, e, k);
      break;
    case 5:
      e = tp_expr_fp_op(x, TP_FP_DIV, e, k);
      break;
    case 6:
      e = tp_expr_fp_neg(x, e);
      break;
    default:
      e = tp_expr_fp_convert(x, e, is_double ? TP_X_F32 : TP_X_F64);
    }
  }
  return e;
}

static tp_expr gen_predicate(tp_exprs *x, tp_rng *rng, tp_expr e) {
  double d = random_double(rng);
  unsigned pick = tp_rng_below(rng, 9);
  if (pick >= 6) { /* (int)x against a constant */
    unsigned width = pick == 6 ? 64 : 32;
    tp_expr i = tp_expr_int_of_fp(x, e, true, width);
    int64_t near = tp_rng_below(rng, 4) ? (int64_t)tp_rng_below(rng, 200) - 100
                                        : INT32_MIN + (int)tp_rng_below(rng, 3);
    tp_expr k = tp_expr_bv(x, width, (uint64_t)near);
    return pick == 8   ? tp_expr_eq(x, i, k)
           : pick == 7 ? tp_expr_slt(x, i, k)
                       : tp_expr_slt(x, k, i);
  }
  bool is_double = tp_expr_sort(x, e) == TP_X_F64;
  tp_expr k = is_double ? tp_expr_f64(x, d) : tp_expr_f32(x, (float)d);
  tp_expr a = pick & 1 ? e : k, b = pick & 1 ? k : e;
  return pick < 2   ? tp_expr_fp_lt(x, a, b)
         : pick < 4 ? tp_expr_fp_le(x, a, b)
                    : tp_expr_fp_eq(x, a, b);
}

/* The bottom of a chain: kind 0 a double, 1 a float, else an integer. */
static tp_expr root_of(tp_exprs *x, unsigned kind, const uint64_t *value) {
  static const unsigned int_widths[] = {8, 16, 32, 64};
  if (kind < 2) {
    tp_sort sort = kind ? TP_X_F32 : TP_X_F64;
    if (!value)
      return tp_expr_var(x, 0, sort, 0);
    return tp_expr_fp_of_bits(x, tp_expr_bv(x, kind ? 32 : 64, *value), sort);
  }
  unsigned width = int_widths[kind / 2 - 1];
  tp_expr i =
      value ? tp_expr_bv(x, width, *value) : tp_expr_var(x, 0, TP_X_BV, width);
  return tp_expr_fp_of_int(x, i, kind & 1, width == 16 ? TP_X_F32 : TP_X_F64);
}

/* Every constant in the predicate is a place where it may change. */
static uint32_t thresholds(tp_exprs *x, uint32_t first, uint64_t *out,
                           uint32_t room) {
  uint32_t n = 0;
  for (uint32_t e = first; e <= tp_exprs_count(x) && n + 5 < room; e++) {
    uint64_t bits;
    if (!tp_expr_constant(x, e, &bits))
      continue;
    for (int d = -2; d <= 2; d++)
      out[n++] = bits + (uint64_t)(int64_t)d;
  }
  return n;
}

static bool chain_agrees(uint64_t seed, unsigned *collapsed) {
  tp_exprs *x = tp_exprs_new();
  tp_rng rng, again;
  tp_rng_init(&rng, seed);
  unsigned kind = (unsigned)(seed % 10);
  tp_expr p = gen_chain(x, &rng, root_of(x, kind, NULL));
  p = gen_predicate(x, &rng, p);
  *collapsed += !tp_expr_is_hard(x, p);
  uint64_t values[400] = {0,
                          1,
                          UINT64_C(1) << 63,
                          UINT64_C(1) << 31,
                          f64_bits(INFINITY),
                          f64_bits(-INFINITY),
                          f64_bits(NAN),
                          0x7f800000,
                          0xff800000,
                          0x7fc00000,
                          UINT64_MAX,
                          INT64_MAX};
  uint32_t n = 12 + thresholds(x, 1, values + 12, 300);
  for (; n < 400; n++)
    values[n] = n & 1 ? f64_bits(random_double(&rng)) : tp_rng_next(&rng);
  bool ok = true;
  for (uint32_t i = 0; i < n && ok; i++) {
    tp_rng_init(&again, seed);
    tp_expr k = gen_chain(x, &again, root_of(x, kind, &values[i]));
    uint64_t want = 2;
    ok = tp_expr_constant(x, gen_predicate(x, &again, k), &want) &&
         tp_expr_eval(x, p, value_of, &values[i]) == want;
    if (!ok)
      printf("seed %" PRIu64 " value 0x%" PRIx64 "\n", seed, values[i]);
  }
  tp_exprs_check(x);
  tp_exprs_free(x);
  return ok;
}

TEST(expr_random_fp_chains) {
  unsigned collapsed = 0;
  for (uint64_t seed = 0; seed < 8000; seed++)
    if (!chain_agrees(seed, &collapsed)) {
      CHECK(!"threshold equals direct computation");
      break;
    }
  CHECK(collapsed > 6800); /* only inf, NaN or 0 as operands prevent it */
}
