/* Strings and byte ranges, as the C library compares them. */
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
    if (stop_at_nul)
      result = tp_expr_ite(x, tp_expr_eq(x, a[i], nul), equal, result);
    result = tp_expr_ite(x, tp_expr_eq(x, a[i], b[i]), result, differ);
  }
  return result;
}
