/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings and byte ranges, as the C library compares and searches them. */
#include "sem/sem.h"

tp_expr tp_sem_string_length(tp_exprs *x, const tp_expr *a, uint32_t n) {
  tp_expr result = tp_expr_bv(x, 64, n);
  for (uint32_t i = n; i-- > 0;)
    result = tp_expr_ite(x, tp_expr_eq(x, a[i], tp_expr_bv(x, 8, 0)),
                         tp_expr_bv(x, 64, i), result);
  return result;
}

tp_expr tp_sem_compare_bytes(tp_exprs *x, const tp_expr *a, const tp_expr *b,
                             uint32_t n, bool stop_at_nul, tp_expr less,
                             tp_expr greater) {
  tp_expr nul = tp_expr_bv(x, 8, 0), equal = tp_expr_bv(x, 32, 0);
  tp_expr result = equal;
  for (uint32_t i = n; i-- > 0;) {
    tp_expr differ =
        less ? tp_expr_ite(x, tp_expr_ult(x, a[i], b[i]), less, greater)
             : tp_expr_bv_op(x, TP_BV_SUB, tp_expr_zext(x, a[i], 32),
                             tp_expr_zext(x, b[i], 32));
    uint64_t bits; /* both are equal there: a constant one says it at once */
    tp_expr last = tp_expr_constant(x, b[i], &bits) ? b[i] : a[i];
    if (stop_at_nul)
      result = tp_expr_ite(x, tp_expr_eq(x, last, nul), equal, result);
    result = tp_expr_ite(x, tp_expr_eq(x, a[i], b[i]), result, differ);
  }
  return result;
}

tp_expr tp_sem_lower_case(tp_exprs *x, tp_expr byte) {
  tp_expr lower =
      tp_expr_bv_op(x, TP_BV_ADD, byte, tp_expr_bv(x, 8, 'a' - 'A'));
  return tp_expr_ite(x, tp_sem_in_range(x, byte, false, 'A', 'Z'), lower, byte);
}

/* ---- searches ------------------------------------------------------------ */

static tp_expr is_nul(tp_exprs *x, tp_expr byte) {
  return tp_expr_eq(x, byte, tp_expr_bv(x, 8, 0));
}

tp_expr tp_sem_find_first(tp_exprs *x, uint64_t base, const tp_expr *a,
                          tp_expr c, uint32_t n, bool stop_at_nul) {
  tp_expr none = tp_expr_bv(x, 64, 0), result = none;
  for (uint32_t i = n; i-- > 0;) {
    if (stop_at_nul)
      result = tp_expr_ite(x, is_nul(x, a[i]), none, result);
    result = tp_expr_ite(x, tp_expr_eq(x, a[i], c), tp_expr_bv(x, 64, base + i),
                         result);
  }
  return result;
}

tp_expr tp_sem_find_last(tp_exprs *x, uint64_t base, const tp_expr *a,
                         tp_expr c, uint32_t n) {
  tp_expr none = tp_expr_bv(x, 64, 0), result = none;
  for (uint32_t i = n; i-- > 0;) {
    tp_expr later = tp_expr_ite(x, is_nul(x, a[i]), none, result);
    tp_expr here = tp_expr_ite(x, tp_expr_eq(x, a[i], c),
                               tp_expr_bv(x, 64, base + i), none);
    result = tp_expr_ite(x, tp_expr_eq(x, later, none), here, later);
  }
  return result;
}

/* The text b stands at a[0 .. n). */
static tp_expr stands_at(tp_exprs *x, const tp_expr *a, uint32_t n,
                         const tp_expr *b, uint32_t n_b) {
  tp_expr result = tp_expr_bool(x, false);
  for (uint32_t i = n_b; i-- > 0;) {
    tp_expr same = i < n ? tp_expr_and(x, tp_expr_eq(x, a[i], b[i]), result)
                         : tp_expr_bool(x, false);
    result = tp_expr_ite(x, is_nul(x, b[i]), tp_expr_bool(x, true), same);
  }
  return result;
}

/* Of n bytes those before the NULs that fill them up, and one. */
static uint32_t without_filling(tp_exprs *x, const tp_expr *b, uint32_t n) {
  while (n > 1 && is_nul(x, b[n - 2]) == tp_expr_bool(x, true))
    n--;
  return n;
}

tp_expr tp_sem_find_text(tp_exprs *x, uint64_t base, const tp_expr *a,
                         const tp_expr *b, uint32_t n) {
  tp_expr none = tp_expr_bv(x, 64, 0), result = none;
  uint32_t n_b = without_filling(x, b, n);
  for (uint32_t i = n; i-- > 0;) {
    result = tp_expr_ite(x, is_nul(x, a[i]), none, result);
    result = tp_expr_ite(x, stands_at(x, a + i, n - i, b, n_b),
                         tp_expr_bv(x, 64, base + i), result);
  }
  return result;
}

/* The text b, ended by a NUL, has the byte. */
static tp_expr is_in(tp_exprs *x, tp_expr byte, const tp_expr *b, uint32_t n) {
  tp_expr result = tp_expr_bool(x, false);
  for (uint32_t i = n; i-- > 0;)
    result = tp_expr_ite(x, is_nul(x, b[i]), tp_expr_bool(x, false),
                         tp_expr_or(x, tp_expr_eq(x, byte, b[i]), result));
  return result;
}

tp_expr tp_sem_span(tp_exprs *x, const tp_expr *a, const tp_expr *b, uint32_t n,
                    bool is_out) {
  tp_expr result = tp_expr_bv(x, 64, n);
  uint32_t n_b = without_filling(x, b, n);
  for (uint32_t i = n; i-- > 0;) {
    tp_expr is = is_in(x, a[i], b, n_b);
    tp_expr stops =
        tp_expr_or(x, is_nul(x, a[i]), is_out ? is : tp_expr_not(x, is));
    result = tp_expr_ite(x, stops, tp_expr_bv(x, 64, i), result);
  }
  return result;
}
