/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in expressions: nothing is folded through them, their plain values are
 * what would have been built without them, and a slice has what a value takes.
 */
#include "check.h"

#include "decide/slice.h"

/* A number that is named; var is its variable. */
static tp_expr named(tp_exprs *x, uint32_t var, tp_expr value) {
  tp_expr name = tp_expr_var(x, var, TP_X_BV, 32);
  tp_expr_name(x, var, value);
  return name;
}

static tp_expr number(tp_exprs *x, uint64_t n) {
  return tp_expr_bv(x, 32, n);
}

TEST(names_are_kept) {
  tp_exprs *x = tp_exprs_new();
  uint64_t bits;
  tp_expr a = named(x, 0, number(x, 3));
  tp_expr b = named(x, 1, tp_expr_bv_op(x, TP_BV_ADD, a, number(x, 4)));
  tp_expr is_seven = tp_expr_eq(x, b, number(x, 7));
  CHECK(!tp_expr_constant(x, is_seven, &bits));
  CHECK(tp_expr_known(x, is_seven, &bits));
  CHECK_EQ(bits, 1);
  CHECK_EQ(tp_expr_plain(x, b), number(x, 7));
  /* An input stays. */
  tp_expr input = tp_expr_var(x, 2, TP_X_BV, 32);
  CHECK_EQ(tp_expr_plain(x, tp_expr_bv_op(x, TP_BV_SUB, input, a)),
           tp_expr_bv_op(x, TP_BV_SUB, input, number(x, 3)));
  tp_exprs_free(x);
}

TEST(names_in_shared_graphs) {
  tp_exprs *x = tp_exprs_new();
  uint64_t bits = 0;
  tp_expr sum = named(x, 0, number(x, 1));
  for (uint32_t i = 1; i < 200; i++) /* as a tree 2^199 leaves */
    sum = named(x, i, tp_expr_bv_op(x, TP_BV_ADD, sum, sum));
  CHECK(tp_expr_known(x, sum, &bits));
  CHECK_EQ(bits, 0);
  tp_exprs_free(x);
}

static void define(tp_diary *t, tp_expr name, uint32_t var, tp_expr is) {
  VEC_PUSH(&t->at, (tp_definition){.name = name, .is = is});
  *tp_map_put(&t->by_var, var, NULL) = t->at.n;
}

TEST(slice_takes_what_decides) {
  tp_exprs *x = tp_exprs_new();
  tp_diary t = {0};
  tp_vec_u32 out = {0};
  tp_expr input = tp_expr_var(x, 9, TP_X_BV, 32);
  tp_expr a = named(x, 0, number(x, 3)), b = named(x, 1, number(x, 5));
  tp_expr cond = tp_expr_eq(x, a, number(x, 3));
  tp_expr c = named(x, 2, tp_expr_ite(x, cond, b, input));
  define(&t, a, 0, number(x, 3));
  define(&t, b, 1, number(x, 5));
  define(&t, c, 2, tp_expr_ite(x, cond, b, input));
  tp_slice(x, &t, tp_expr_eq(x, c, number(x, 7)), &out);
  CHECK_EQ(out.n, 3);
  /* One false operand is enough. */
  out.n = 0;
  tp_expr never = tp_expr_eq(x, b, number(x, 6));
  tp_slice(x, &t, tp_expr_and(x, tp_expr_eq(x, input, number(x, 1)), never),
           &out);
  CHECK_EQ(out.n, 1);
  CHECK_EQ(out.at[0], 1);
  out.n = 0;
  CHECK(tp_slice_all(x, &t, c, 10, &out));
  CHECK_EQ(out.n, 3);
  out.n = 0;
  CHECK(!tp_slice_all(x, &t, c, 1, &out));
  VEC_FREE(&out);
  tp_diary_free(&t);
  tp_exprs_free(x);
}
