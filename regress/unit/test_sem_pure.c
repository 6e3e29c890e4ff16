/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sem_pure.c - the functions of the C library that are followed like
 * operators give what the C library gives: at special and at random values. */
#include "check.h"

#include "base/rng.h"
#include "sem/sem.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#define ROUNDS 20000

typedef struct bench {
  tp_program *p;
  tp_exprs *x;
  tp_sem sem;
  tp_rng rng;
} bench;

static double random_double(bench *b) {
  static const double special[] = {0.0,
                                   -0.0,
                                   0.5,
                                   -0.5,
                                   0.49999999999999994,
                                   1.5,
                                   -1.5,
                                   2.5,
                                   -2.5,
                                   1e300,
                                   -1e-310,
                                   HUGE_VAL,
                                   -HUGE_VAL,
                                   NAN,
                                   4.5e15,
                                   0x1p52,
                                   -0x1p52,
                                   0x1p53,
                                   4503599627370495.5,
                                   -0.9999999,
                                   77.0};
  uint64_t bits = tp_rng_next(&b->rng);
  double value;
  switch (tp_rng_below(&b->rng, 4)) {
  case 0:
    return special[tp_rng_below(&b->rng, sizeof special / sizeof *special)];
  case 1:
    return (double)(int64_t)bits / 4294967296.0;
  case 2:
    return (double)(int32_t)bits / 1024.0;
  default:
    memcpy(&value, &bits, sizeof value);
    return value;
  }
}

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint32_t bits_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t result(bench *b, const char *name, tp_type_id type,
                       tp_pure_kind kind, tp_expr a, tp_expr c) {
  tp_pure f = {name, type, c ? 2 : 1, kind, NULL};
  tp_value args[2] = {{a, type}, {c, type}};
  tp_expr e = tp_sem_pure(&b->sem, &f, args).e;
  uint64_t bits = 0;
  CHECK(e != 0);
  if (tp_expr_sort(b->x, e) != TP_X_BV)
    e = tp_expr_fp_bits(b->x, e);
  CHECK(tp_expr_constant(b->x, e, &bits));
  return bits;
}

static void same(const char *name, double a, double c, uint64_t got,
                 uint64_t want) {
  if (got != want)
    fprintf(stderr, "%s(%a, %a): %llx, should be %llx\n", name, a, c,
            (unsigned long long)got, (unsigned long long)want);
  CHECK(got == want);
}

#define DOUBLE(name, kind, a) \
  same(#name, a, 0, \
       result(b, #name, TP_TYPE_DOUBLE, kind, tp_expr_f64(b->x, a), 0), \
       bits_of(name(a)))
#define FLOAT(name, kind, a) \
  same(#name, (double)(a), 0, \
       result(b, #name, TP_TYPE_FLOAT, kind, tp_expr_f32(b->x, a), 0), \
       bits_of_float(name(a)))
#define CLASS(name, kind, a) \
  same(#name, a, 0, \
       result(b, #name, TP_TYPE_DOUBLE, kind, tp_expr_f64(b->x, a), 0) != 0, \
       name(a) != 0)

/* Within the range of long. */
#define LONG(name, kind, a) \
  if (fabs(a) < 0x1p62) \
  same(#name, a, 0, \
       result(b, #name, TP_TYPE_DOUBLE, kind, tp_expr_f64(b->x, a), 0), \
       (uint64_t)name(a))

static uint64_t classify(bench *b, double a) {
  static const int names[] = {FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL,
                              FP_ZERO};
  tp_pure f = {"fpclassify", TP_TYPE_VOID, 6, TP_PURE_CLASSIFY, NULL};
  tp_value args[TP_PURE_MAX_ARGS];
  uint64_t bits = UINT64_MAX;
  for (int i = 0; i < 5; i++)
    args[i] = (tp_value){tp_expr_bv(b->x, 32, (uint32_t)names[i]), TP_TYPE_INT};
  args[5] = (tp_value){tp_expr_f64(b->x, a), TP_TYPE_DOUBLE};
  tp_expr_constant(b->x, tp_sem_pure(&b->sem, &f, args).e, &bits);
  return bits;
}

static void one_double(bench *b, double a) {
  DOUBLE(fabs, TP_PURE_FMAGNITUDE, a);
  CLASS(isnan, TP_PURE_ISNAN, a);
  CLASS(isinf, TP_PURE_ISINF, a);
  CLASS(isfinite, TP_PURE_ISFINITE, a);
  CLASS(signbit, TP_PURE_SIGNBIT, a);
  CLASS(isnormal, TP_PURE_ISNORMAL, a);
  same("isinf_sign", a, 0,
       result(b, "isinf_sign", TP_TYPE_DOUBLE, TP_PURE_ISINF_SIGN,
              tp_expr_f64(b->x, a), 0),
       (uint32_t)__builtin_isinf_sign(a));
  same("fpclassify", a, 0, classify(b, a), (uint64_t)fpclassify(a));
  if (isnan(a))
    return;
  DOUBLE(floor, TP_PURE_FLOOR, a);
  DOUBLE(ceil, TP_PURE_CEIL, a);
  DOUBLE(trunc, TP_PURE_TRUNC, a);
  DOUBLE(round, TP_PURE_ROUND, a);
  DOUBLE(rint, TP_PURE_RINT, a);
  if (a >= 0)
    DOUBLE(sqrt, TP_PURE_SQRT, a);
  LONG(lround, TP_PURE_TO_LONG, a);
  LONG(lrint, TP_PURE_RINT_TO_LONG, a);
}

static void one_float(bench *b, float a) {
  FLOAT(fabsf, TP_PURE_FMAGNITUDE, a);
  if (isnan(a))
    return;
  FLOAT(floorf, TP_PURE_FLOOR, a);
  FLOAT(ceilf, TP_PURE_CEIL, a);
  FLOAT(truncf, TP_PURE_TRUNC, a);
  FLOAT(roundf, TP_PURE_ROUND, a);
  FLOAT(rintf, TP_PURE_RINT, a);
  if (a >= 0)
    FLOAT(sqrtf, TP_PURE_SQRT, a);
}

/* Which zero, and which NaN, is left to the library. */
static void two_doubles(bench *b, double a, double c) {
  tp_expr x = tp_expr_f64(b->x, a), y = tp_expr_f64(b->x, c);
  same("copysign", a, c,
       result(b, "copysign", TP_TYPE_DOUBLE, TP_PURE_COPYSIGN, x, y),
       bits_of(copysign(a, c)));
  same("isless", a, c,
       result(b, "isless", TP_TYPE_DOUBLE, TP_PURE_ISLESS, x, y), isless(a, c));
  same("islessgreater", a, c,
       result(b, "islessgreater", TP_TYPE_DOUBLE, TP_PURE_ISLESSGREATER, x, y),
       islessgreater(a, c));
  same("isunordered", a, c,
       result(b, "isunordered", TP_TYPE_DOUBLE, TP_PURE_ISUNORDERED, x, y),
       isunordered(a, c));
  if ((isnan(a) && isnan(c)) || a == c)
    return;
  if (!isnan(a) && !isnan(c))
    same("fdim", a, c, result(b, "fdim", TP_TYPE_DOUBLE, TP_PURE_EXCESS, x, y),
         bits_of(fdim(a, c)));
  same("fmin", a, c, result(b, "fmin", TP_TYPE_DOUBLE, TP_PURE_MINIMUM, x, y),
       bits_of(fmin(a, c)));
  same("fmax", a, c, result(b, "fmax", TP_TYPE_DOUBLE, TP_PURE_MAXIMUM, x, y),
       bits_of(fmax(a, c)));
}

static void one_integer(bench *b, int64_t a) {
  if ((int32_t)a != INT32_MIN)
    same("abs", (double)(int32_t)a, 0,
         result(b, "abs", TP_TYPE_INT, TP_PURE_MAGNITUDE,
                tp_expr_bv(b->x, 32, (uint32_t)a), 0),
         (uint32_t)abs((int32_t)a));
  if (a != INT64_MIN)
    same("labs", (double)a, 0,
         result(b, "labs", TP_TYPE_LONG, TP_PURE_MAGNITUDE,
                tp_expr_bv(b->x, 64, (uint64_t)a), 0),
         (uint64_t)labs(a));
}

static uint64_t of_bits(bench *b, tp_pure_kind kind, unsigned width,
                        uint64_t v) {
  tp_value arg = {tp_expr_bv(b->x, width, v), TP_TYPE_ULONG};
  uint64_t bits = 0;
  CHECK(tp_expr_constant(b->x, tp_sem_bits(b->x, kind, arg).e, &bits));
  return bits;
}

#define BITS(name, kind, width, v) \
  same(#name, (double)(v), 0, of_bits(b, kind, width, v), (uint64_t)name(v))

static void one_pattern(bench *b, uint64_t v) {
  uint32_t u = (uint32_t)v;
  BITS(__builtin_popcount, TP_PURE_COUNT_ONES, 32, u);
  BITS(__builtin_popcountl, TP_PURE_COUNT_ONES, 64, v);
  BITS(__builtin_parity, TP_PURE_PARITY, 32, u);
  BITS(__builtin_parityl, TP_PURE_PARITY, 64, v);
  BITS(__builtin_ffs, TP_PURE_FIRST_ONE, 32, u);
  BITS(__builtin_ffsl, TP_PURE_FIRST_ONE, 64, v);
  BITS(__builtin_bswap16, TP_PURE_SWAP_BYTES, 16, v & 0xffff);
  BITS(__builtin_bswap32, TP_PURE_SWAP_BYTES, 32, u);
  BITS(__builtin_bswap64, TP_PURE_SWAP_BYTES, 64, v);
  if (u) {
    BITS(__builtin_clz, TP_PURE_LEADING_ZEROS, 32, u);
    BITS(__builtin_ctz, TP_PURE_TRAILING_ZEROS, 32, u);
  }
  if (v) {
    BITS(__builtin_clzl, TP_PURE_LEADING_ZEROS, 64, v);
    BITS(__builtin_ctzl, TP_PURE_TRAILING_ZEROS, 64, v);
  }
}

static bench bench_new(void) {
  bench b = {.p = tp_program_new(), .x = tp_exprs_new()};
  b.sem = (tp_sem){.program = b.p, .exprs = b.x};
  tp_rng_init(&b.rng, 7);
  return b;
}

static void bench_free(bench *b) {
  tp_exprs_free(b->x);
  tp_program_free(b->p);
}

TEST(sem_pure_numbers) {
  bench b = bench_new();
  for (int i = 0; i < ROUNDS; i++) {
    double a = random_double(&b);
    one_double(&b, a);
    one_float(&b, (float)a);
    two_doubles(&b, a, random_double(&b));
    one_integer(&b, (int64_t)tp_rng_next(&b.rng) >> tp_rng_below(&b.rng, 64));
  }
  bench_free(&b);
}

static uint64_t bits_at(void *state, uint32_t var) {
  (void)var;
  return *(uint64_t *)state;
}

/* Compared with a constant, the root is a threshold of what is below it. */
TEST(sem_pure_root_compared) {
  bench b = bench_new();
  tp_pure f = {"sqrt", TP_TYPE_DOUBLE, 1, TP_PURE_SQRT, NULL};
  tp_value v = {tp_expr_var(b.x, 0, TP_X_F64, 64), TP_TYPE_DOUBLE};
  tp_expr root = tp_sem_pure(&b.sem, &f, &v).e;
  for (int i = 0; i < 2000; i++) {
    double a = random_double(&b), k = i % 2 ? random_double(&b) : sqrt(a);
    uint64_t bits = bits_of(a);
    tp_expr limit = tp_expr_f64(b.x, k);
    tp_expr less = tp_expr_fp_lt(b.x, root, limit);
    CHECK(tp_expr_eval(b.x, less, bits_at, &bits) == (sqrt(a) < k));
    tp_expr equal = tp_expr_fp_eq(b.x, root, limit);
    CHECK(tp_expr_eval(b.x, equal, bits_at, &bits) == (sqrt(a) == k));
    CHECK(!tp_expr_is_hard(b.x, less) && !tp_expr_is_hard(b.x, equal));
  }
  bench_free(&b);
}

TEST(sem_pure_bits) {
  bench b = bench_new();
  for (unsigned i = 0; i < ROUNDS; i++)
    one_pattern(&b, tp_rng_next(&b.rng) >> (i % 64) << (i / 64 % 64));
  one_pattern(&b, 0);
  bench_free(&b);
}

TEST(sem_pure_characters) {
  static const struct {
    const char *name;
    int (*is)(int);
  } all[] = {
#define PURE(name, type, n, kind)
#define CHARACTER(name) {#name, name},
#include "libc/pure.def"
  };
  bench b = bench_new();
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    for (int c = -1; c < 256; c++) {
      tp_pure f = {all[i].name, TP_TYPE_INT, 1, TP_PURE_CHARACTER, all[i].is};
      tp_value arg = {tp_expr_bv(b.x, 32, (uint32_t)c), TP_TYPE_INT};
      uint64_t bits = 0;
      CHECK(tp_expr_constant(b.x, tp_sem_pure(&b.sem, &f, &arg).e, &bits));
      same(all[i].name, c, 0, bits, (uint32_t)all[i].is(c));
    }
  }
  bench_free(&b);
}
