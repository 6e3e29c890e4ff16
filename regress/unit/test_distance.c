/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far values are from making a predicate true. */
#include "check.h"

#include "expr/cops.h"
#include "expr/distance.h"

typedef struct fixture {
  tp_exprs *x;
  uint64_t values[4];
} fixture;

static uint64_t value(void *state, uint32_t var) {
  return ((fixture *)state)->values[var];
}

static double distance(fixture *f, tp_expr e, bool wanted) {
  tp_distance d = {.exprs = f->x, .values = value, .state = f};
  tp_distance_begin(&d);
  return tp_distance_of(&d, e, wanted);
}

static tp_expr integer(fixture *f, uint32_t var) {
  return tp_expr_var(f->x, var, TP_X_BV, 32);
}

static tp_expr number(fixture *f, uint64_t bits) {
  return tp_expr_bv(f->x, 32, bits);
}

TEST(distance_of_integers) {
  fixture f = {.x = tp_exprs_new(), .values = {10}};
  tp_expr is_77 = tp_expr_eq(f.x, integer(&f, 0), number(&f, 77));
  double far = distance(&f, is_77, true);
  CHECK(distance(&f, is_77, false) == 0);
  f.values[0] = 70;
  double near = distance(&f, is_77, true);
  CHECK(near > 0 && near < far);
  f.values[0] = 77;
  CHECK(distance(&f, is_77, true) == 0);
  CHECK(distance(&f, is_77, false) > 0);
  tp_exprs_free(f.x);
}

/* -1 is next to 0, not 2^32 away. */
TEST(distance_is_signed) {
  fixture f = {.x = tp_exprs_new(), .values = {UINT32_MAX}};
  tp_expr is_0 = tp_expr_eq(f.x, integer(&f, 0), number(&f, 0));
  double one = distance(&f, is_0, true);
  f.values[0] = 2;
  CHECK(one < distance(&f, is_0, true));
  tp_exprs_free(f.x);
}

TEST(distance_of_floats) {
  fixture f = {.x = tp_exprs_new()};
  tp_expr v = tp_expr_var(f.x, 0, TP_X_F64, 64);
  tp_expr sum = tp_expr_fp_op(f.x, TP_FP_MUL, v, v);
  tp_expr above = tp_expr_fp_lt(f.x, tp_expr_f64(f.x, 100.0), sum);
  double at[] = {2.0, 9.0, 11.0};
  double far[3];
  for (int i = 0; i < 3; i++) {
    memcpy(&f.values[0], &at[i], sizeof at[i]);
    far[i] = distance(&f, above, true);
  }
  CHECK(far[0] > far[1] && far[1] > 0);
  CHECK(far[2] == 0);
  tp_exprs_free(f.x);
}

/* Each part of "and" counts; of "or" the nearest. */
TEST(distance_of_several) {
  fixture f = {.x = tp_exprs_new(), .values = {0, 0}};
  tp_expr a = tp_expr_eq(f.x, integer(&f, 0), number(&f, 50));
  tp_expr b = tp_expr_eq(f.x, integer(&f, 1), number(&f, 5));
  tp_expr both = tp_expr_and(f.x, a, b), one = tp_expr_or(f.x, a, b);
  double none = distance(&f, both, true), least = distance(&f, one, true);
  CHECK(least < none);
  CHECK(least == distance(&f, b, true));
  f.values[0] = 50;
  CHECK(distance(&f, both, true) < none);
  CHECK(distance(&f, one, true) == 0);
  tp_exprs_free(f.x);
}

/* What is compared may be a choice: the arm that comes nearest counts. */
TEST(distance_through_choices) {
  fixture f = {.x = tp_exprs_new(), .values = {3, 0}};
  tp_expr low = tp_expr_ult(f.x, integer(&f, 0), number(&f, 4));
  tp_expr chosen = tp_expr_ite(
      f.x, low, integer(&f, 1),
      tp_expr_bv_op(f.x, TP_BV_MUL, integer(&f, 1), integer(&f, 1)));
  tp_expr e = tp_expr_eq(f.x, chosen, number(&f, 400));
  f.values[1] = 20; /* only the condition is in the way */
  double by_condition = distance(&f, e, true);
  f.values[0] = 1000;
  CHECK(distance(&f, e, true) == 0);
  f.values[0] = 3;
  f.values[1] = 7;
  CHECK(by_condition < distance(&f, e, true));
  tp_exprs_free(f.x);
}
