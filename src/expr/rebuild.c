/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/rebuild.c - a node once more, over other kids of the same sorts; what
 * the constructors simplify is simplified again. */
#include "expr/pool.h"

static tp_expr rebuild_bool(tp_exprs *x, const tp_expr_node *n, tp_expr a,
                            tp_expr b, tp_expr c) {
  switch ((tp_expr_op)n->op) {
  case TP_E_NOT:
    return tp_expr_not(x, a);
  case TP_E_AND:
    return tp_expr_and(x, a, b);
  case TP_E_OR:
    return tp_expr_or(x, a, b);
  case TP_E_ITE:
    return tp_expr_ite(x, a, b, c);
  case TP_E_EQ:
    return tp_expr_eq(x, a, b);
  case TP_E_OF_BOOL:
    return tp_expr_bv_of_bool(x, a, n->width);
  default:
    return 0;
  }
}

static tp_expr rebuild_bv(tp_exprs *x, const tp_expr_node *n, tp_expr a,
                          tp_expr b) {
  switch ((tp_expr_op)n->op) {
  case TP_E_BV:
    return tp_expr_bv_op(x, (tp_bv_op)n->aux, a, b);
  case TP_E_BV_NOT:
    return tp_expr_bv_not(x, a);
  case TP_E_BV_NEG:
    return tp_expr_bv_neg(x, a);
  case TP_E_ULT:
    return tp_expr_ult(x, a, b);
  case TP_E_SLT:
    return tp_expr_slt(x, a, b);
  case TP_E_EXTRACT:
    return tp_expr_extract(x, a, n->aux, n->width);
  case TP_E_CONCAT:
    return tp_expr_concat(x, a, b);
  case TP_E_ZEXT:
    return tp_expr_zext(x, a, n->width);
  case TP_E_SEXT:
    return tp_expr_sext(x, a, n->width);
  default:
    return 0;
  }
}

static tp_expr rebuild_fp(tp_exprs *x, const tp_expr_node *n, tp_expr a,
                          tp_expr b) {
  tp_sort sort = (tp_sort)n->sort;
  switch ((tp_expr_op)n->op) {
  case TP_E_FP:
    return tp_expr_fp_op(x, (tp_fp_op)n->aux, a, b);
  case TP_E_FP_NEG:
    return tp_expr_fp_neg(x, a);
  case TP_E_FP_ROOT:
    return tp_expr_fp_root(x, a);
  case TP_E_FP_LT:
    return tp_expr_fp_lt(x, a, b);
  case TP_E_FP_LE:
    return tp_expr_fp_le(x, a, b);
  case TP_E_FP_EQ:
    return tp_expr_fp_eq(x, a, b);
  case TP_E_FP_CONVERT:
    return tp_expr_fp_convert(x, a, sort);
  case TP_E_FP_OF_INT:
    return tp_expr_fp_of_int(x, a, n->aux, sort);
  case TP_E_INT_OF_FP:
    return tp_expr_int_of_fp(x, a, n->aux, n->width);
  case TP_E_FP_BITS:
    return tp_expr_fp_bits(x, a);
  case TP_E_FP_OF_BITS:
    return tp_expr_fp_of_bits(x, a, sort);
  default:
    return 0;
  }
}

tp_expr tp_expr_rebuild(tp_exprs *x, tp_expr e, tp_expr a, tp_expr b,
                        tp_expr c) {
  tp_expr_node n = *tp_expr_get(x, e);
  if (a == n.a && b == n.b && c == n.c)
    return e;
  tp_expr out = rebuild_bool(x, &n, a, b, c);
  if (!out)
    out = rebuild_bv(x, &n, a, b);
  return out ? out : rebuild_fp(x, &n, a, b);
}
