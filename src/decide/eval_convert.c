/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integers made of floats. What does not fit is left to the compiler by C: the
 * machine's result, where both compilers leave it to the machine; any, where
 * they fold constants or have ways of their own. */
#include "decide/eval.h"

#include "expr/node.h"

static tp_expr number(tp_eval *e, tp_cscalar t, double value) {
  return t.size == 4 ? tp_expr_f32(e->x, (float)value)
                     : tp_expr_f64(e->x, value);
}

/* low < v < high; where low - 1 is no number of the type, low <= v. */
static tp_expr fits(tp_eval *e, tp_expr v, tp_cscalar from, tp_cscalar to) {
  unsigned bits = 8 * to.size, digits = from.size == 4 ? 23 : 52;
  double high = 1, low;
  for (unsigned i = to.is_signed; i < bits; i++)
    high *= 2;
  low = to.is_signed ? -high : 0;
  bool is_exact = bits <= digits || !to.is_signed;
  tp_expr above = is_exact ? tp_expr_fp_lt(e->x, number(e, from, low - 1), v)
                           : tp_expr_fp_le(e->x, number(e, from, low), v);
  return tp_expr_and(e->x, above,
                     tp_expr_fp_lt(e->x, v, number(e, from, high)));
}

/* A constant, or one of several: compilers fold the operands of ?: too. */
static bool may_be_folded(const tp_eval *e, tp_expr v) {
  uint64_t bits;
  return e->trust.is_optimised || tp_expr_known(e->x, v, &bits) ||
         tp_expr_get(e->x, tp_expr_plain(e->x, v))->op == TP_E_ITE;
}

tp_expr tp_eval_integer_of(void *eval, tp_value v, tp_type_id to,
                           tp_expr result) {
  tp_eval *e = eval;
  tp_cscalar from, t;
  if (!result || !tp_sem_scalar(e->p, v.type, &from) ||
      !tp_sem_scalar(e->p, to, &t) ||
      !(may_be_folded(e, v.e) || (!t.is_signed && t.size == 8)))
    return result;
  tp_expr is_inside = fits(e, v.e, from, t);
  uint64_t truth;
  if (tp_expr_known(e->x, is_inside, &truth) && truth)
    return result;
  return tp_expr_ite(e->x, is_inside, result,
                     tp_eval_fresh(e, to, TP_FREE_CONVERSION));
}
