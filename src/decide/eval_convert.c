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

/* ---- bits of numbers ----------------------------------------------------- */

static bool is_made(const tp_expr_node *n) {
  return n->op == TP_E_FP || n->op == TP_E_FP_ROOT;
}

/* Results of floating-point arithmetic whose bits are bits of e. */
static void find_made(tp_eval *e, tp_expr bits, tp_vec_u32 *out) {
  tp_vec_u32 work = {0};
  tp_map seen = {0};
  VEC_PUSH(&work, bits);
  while (work.n) {
    tp_expr at = VEC_POP(&work);
    tp_expr_node n = *tp_expr_get(e->x, at);
    bool is_new;
    tp_map_put(&seen, at, &is_new);
    bool is_number = n.op == TP_E_INT_OF_FP || n.op == TP_E_OF_BOOL;
    if (!is_new || is_number || n.op == TP_E_CONST || n.op == TP_E_VAR)
      continue;
    if (is_made(&n))
      VEC_PUSH(out, at);
    for (int i = n.op == TP_E_ITE; i < 3 && !is_made(&n); i++)
      if ((&n.a)[i])
        VEC_PUSH(&work, (&n.a)[i]);
  }
  VEC_FREE(&work);
  tp_map_free(&seen);
}

/* Those of a NaN that arithmetic made are the processor's, or the compiler's:
 * its sign, and which of two NaNs it is. */
tp_expr tp_eval_bits_of_numbers(tp_eval *e, tp_expr bits, tp_type_id type) {
  tp_vec_u32 made = {0};
  tp_expr plain = tp_expr_plain(e->x, bits), is_nan = tp_expr_bool(e->x, false);
  uint64_t truth;
  if (!tp_expr_is_hard(e->x, plain))
    return bits;
  find_made(e, plain, &made);
  for (uint32_t i = 0; i < made.n; i++)
    is_nan = tp_expr_or(
        e->x, is_nan,
        tp_expr_not(e->x, tp_expr_fp_eq(e->x, made.at[i], made.at[i])));
  VEC_FREE(&made);
  if (tp_expr_known(e->x, is_nan, &truth) && !truth)
    return bits;
  return tp_expr_ite(e->x, is_nan, tp_eval_fresh(e, type, TP_FREE_EXPRESSION),
                     bits);
}

tp_expr tp_eval_either(void *eval) {
  return tp_eval_fresh_bool(eval, TP_FREE_EXPRESSION);
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
