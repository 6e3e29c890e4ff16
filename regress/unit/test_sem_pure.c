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

static void one_double(bench *b, double a) {
  DOUBLE(fabs, TP_PURE_FMAGNITUDE, a);
  CLASS(isnan, TP_PURE_ISNAN, a);
  CLASS(isinf, TP_PURE_ISINF, a);
  CLASS(isfinite, TP_PURE_ISFINITE, a);
  CLASS(signbit, TP_PURE_SIGNBIT, a);
  if (isnan(a))
    return;
  DOUBLE(floor, TP_PURE_FLOOR, a);
  DOUBLE(ceil, TP_PURE_CEIL, a);
  DOUBLE(trunc, TP_PURE_TRUNC, a);
  DOUBLE(round, TP_PURE_ROUND, a);
}

static void one_float(bench *b, float a) {
  FLOAT(fabsf, TP_PURE_FMAGNITUDE, a);
  if (isnan(a))
    return;
  FLOAT(floorf, TP_PURE_FLOOR, a);
  FLOAT(ceilf, TP_PURE_CEIL, a);
  FLOAT(truncf, TP_PURE_TRUNC, a);
  FLOAT(roundf, TP_PURE_ROUND, a);
}

/* Which zero, and which NaN, is left to the library. */
static void two_doubles(bench *b, double a, double c) {
  tp_expr x = tp_expr_f64(b->x, a), y = tp_expr_f64(b->x, c);
  same("copysign", a, c,
       result(b, "copysign", TP_TYPE_DOUBLE, TP_PURE_COPYSIGN, x, y),
       bits_of(copysign(a, c)));
  if ((isnan(a) && isnan(c)) || a == c)
    return;
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

static bench bench_new(void) {
  bench b = {.p = tp_program_new(), .x = tp_exprs_new()};
  b.sem = (tp_sem){b.p, b.x};
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

TEST(sem_pure_characters) {
  static const struct {
    const char *name;
    int (*is)(int);
  } all[] = {
#define PURE(name, type, n, kind)
#define CHARACTER(name) {#name, name},
#include "ast/pure.def"
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
