/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floats worth trying, from the constants of a query. */
#include "smt/plain.h"

#include "base/limits.h"
#include "expr/distance.h"
#include "expr/node.h"

#include <math.h>
#include <stdlib.h>

typedef VEC(double) double_list;

uint64_t tp_plain_bits(double value, tp_sort sort) {
  float single = (float)value;
  uint32_t low;
  uint64_t bits;
  if (sort == TP_X_F32) {
    memcpy(&low, &single, sizeof low);
    return low;
  }
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static void add_constant(double_list *out, double value) {
  for (uint32_t i = 0; i < out->n; i++)
    if (out->at[i] == value)
      return;
  if (isfinite(value) && out->n < TP_LIMIT_SMT_PLAIN_CONSTANTS)
    VEC_PUSH(out, value);
}

static void push_kids(tp_vec_u32 *seen, const tp_expr_node *n) {
  tp_expr kids[] = {n->a, n->b, n->c};
  for (int k = 0; k < 3; k++)
    if (kids[k] && n->op != TP_E_CONST && n->op != TP_E_VAR &&
        seen->n < TP_LIMIT_SMT_PLAIN_SEEN)
      VEC_PUSH(seen, kids[k]);
}

/* Breadth first: comparisons are near the top. */
static void collect(tp_exprs *x, const tp_query *q, tp_sort sort,
                    double_list *out) {
  tp_vec_u32 seen = {0};
  for (uint32_t i = 0; i < q->items.n && seen.n < TP_LIMIT_SMT_PLAIN_SEEN; i++)
    VEC_PUSH(&seen, q->items.at[i].e);
  for (uint32_t i = 0; i < seen.n; i++) {
    const tp_expr_node *n = tp_expr_get(x, seen.at[i]);
    if (n->op == TP_E_CONST && n->sort == sort)
      add_constant(out, tp_expr_real(n->bits, sort));
    push_kids(&seen, n);
  }
  VEC_FREE(&seen);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Extended to 64 bits. */
static uint64_t signed_of(const tp_expr_node *n) {
  uint64_t sign = UINT64_C(1) << (n->width - 1);
  return (n->bits ^ sign) - sign;
}

static void add_integer(tp_plain_list *out, uint64_t value) {
  for (uint32_t i = 0; i < out->n; i++)
    if (out->at[i] == value)
      return;
  VEC_PUSH(out, value);
}

void tp_plain_integers(tp_exprs *x, const tp_query *q, tp_plain_list *out) {
  tp_vec_u32 seen = {0};
  for (uint32_t i = 0; i < q->items.n && seen.n < TP_LIMIT_SMT_PLAIN_SEEN; i++)
    VEC_PUSH(&seen, q->items.at[i].e);
  for (uint32_t i = 0; i < seen.n && out->n < 3 * TP_LIMIT_SMT_PLAIN_CONSTANTS;
       i++) {
    const tp_expr_node *n = tp_expr_get(x, seen.at[i]);
    if (n->op == TP_E_CONST && n->sort == TP_X_BV)
      for (uint64_t k = 0; k < 3; k++)
        add_integer(out, signed_of(n) + k - 1);
    push_kids(&seen, n);
  }
  VEC_FREE(&seen);
}

void tp_plain_floats(tp_exprs *x, const tp_query *q, tp_sort sort,
                     tp_plain_list *out) {
  double_list limits = {0};
  collect(x, q, sort, &limits);
  static const double usual[] = {0, 1, -1};
  for (int i = 0; i < 3; i++)
    VEC_PUSH(out, tp_plain_bits(usual[i], sort));
  if (limits.n)
    qsort(limits.at, limits.n, sizeof *limits.at, by_value);
  for (uint32_t i = 0; i + 1 < limits.n; i++)
    VEC_PUSH(out, tp_plain_bits(limits.at[i] / 2 + limits.at[i + 1] / 2, sort));
  for (uint32_t i = 0; i < limits.n; i++) {
    double at = limits.at[i], step = fabs(at) / 16 + 1;
    VEC_PUSH(out, tp_plain_bits(at, sort));
    VEC_PUSH(out, tp_plain_bits(at + step, sort));
    VEC_PUSH(out, tp_plain_bits(at - step, sort));
  }
  VEC_FREE(&limits);
}
