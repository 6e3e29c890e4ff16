/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/lower.c - an equivalent expression without floating-point operations.
 *
 * In: any expression. Out: one in which floats occur only as fp_bits(variable);
 * comparisons are made on the patterns as signed integers in the order of the
 * numbers ("keys"), arithmetic and conversions by expr/soft.c. Exact, so a
 * bit-vector solver's answer about it is a proof. The key of a variable is one
 * shared node (tp_expr_fp_key), for which a solver may use a variable of its
 * own.
 */
#include "expr/pool.h"
#include "expr/soft.h"

tp_expr tp_expr_fp_key(tp_exprs *x, tp_expr bits) {
  unsigned w = tp_expr_width(x, bits);
  tp_expr negative = tp_expr_slt(x, bits, tp_expr_bv(x, w, 0));
  tp_expr turned =
      tp_expr_bv_op(x, TP_BV_XOR, bits, tp_expr_bv(x, w, tp_mask(w - 1)));
  return tp_expr_ite(x, negative, turned, bits);
}

static tp_expr key_number(tp_exprs *x, unsigned w, uint64_t bits) {
  return tp_expr_bv(x, w, tp_fp_key(bits, w));
}

/* The key lies within -inf .. inf: no NaN. */
static tp_expr at_most_inf(tp_exprs *x, tp_expr key) {
  unsigned w = tp_expr_width(x, key);
  return tp_expr_not(
      x, tp_expr_slt(x, key_number(x, w, tp_fp_infinity(w, false)), key));
}
static tp_expr at_least_inf(tp_exprs *x, tp_expr key) {
  unsigned w = tp_expr_width(x, key);
  return tp_expr_not(
      x, tp_expr_slt(x, key, key_number(x, w, tp_fp_infinity(w, true))));
}

/* key == -1 is -0, key == 0 is +0. */
static tp_expr is_zero(tp_exprs *x, tp_expr key) {
  unsigned w = tp_expr_width(x, key);
  return tp_expr_or(x, tp_expr_eq(x, key, tp_expr_bv(x, w, 0)),
                    tp_expr_eq(x, key, tp_expr_bv(x, w, UINT64_MAX)));
}

static tp_expr no_nan(tp_exprs *x, tp_expr p, tp_expr q) {
  tp_expr a = tp_expr_and(x, at_least_inf(x, p), at_most_inf(x, p));
  tp_expr b = tp_expr_and(x, at_least_inf(x, q), at_most_inf(x, q));
  return tp_expr_and(x, a, b);
}

/* p < q on keys: p reaches from -inf up to below q, which is at most inf. */
static tp_expr lower_lt(tp_exprs *x, tp_expr p, tp_expr q) {
  tp_expr in_range = tp_expr_and(x, at_least_inf(x, p), at_most_inf(x, q));
  tp_expr zeros = tp_expr_and(x, is_zero(x, p), is_zero(x, q));
  tp_expr less = tp_expr_and(x, tp_expr_slt(x, p, q), tp_expr_not(x, zeros));
  return tp_expr_and(x, less, in_range);
}

static tp_expr lower_eq(tp_exprs *x, tp_expr p, tp_expr q) {
  tp_expr zeros = tp_expr_and(x, is_zero(x, p), is_zero(x, q));
  tp_expr same = tp_expr_or(x, tp_expr_eq(x, p, q), zeros);
  return tp_expr_and(x, same, no_nan(x, p, q));
}

static tp_expr lower_compare(tp_exprs *x, const tp_expr_node *n, tp_expr a,
                             tp_expr b) {
  tp_expr p = tp_expr_fp_key(x, a), q = tp_expr_fp_key(x, b);
  if (n->op == TP_E_FP_EQ)
    return lower_eq(x, p, q);
  if (n->op == TP_E_FP_LT)
    return lower_lt(x, p, q);
  tp_expr both = no_nan(x, p, q);
  return tp_expr_and(x, both, tp_expr_not(x, lower_lt(x, q, p)));
}

/* Node n again, over lowered kids; floats are bit vectors now. */
static tp_expr rebuild(tp_exprs *x, const tp_expr_node *n, tp_expr a, tp_expr b,
                       tp_expr c) {
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
  case TP_E_OF_BOOL:
    return tp_expr_bv_of_bool(x, a, n->width);
  case TP_E_FP:
    return tp_soft_op(x, (tp_fp_op)n->aux, a, b);
  case TP_E_FP_NEG:
    return tp_soft_neg(x, a);
  case TP_E_FP_ROOT:
    return tp_soft_root(x, a);
  case TP_E_FP_LT:
  case TP_E_FP_LE:
  case TP_E_FP_EQ:
    return lower_compare(x, n, a, b);
  case TP_E_FP_CONVERT:
    return tp_soft_convert(x, a, n->width);
  case TP_E_FP_OF_INT:
    return tp_soft_of_int(x, a, n->aux, n->width);
  case TP_E_INT_OF_FP:
    return tp_soft_to_int(x, a, n->aux, n->width);
  case TP_E_FP_BITS:
  case TP_E_FP_OF_BITS:
    return a;
  case TP_E_NONE:
  case TP_E_CONST:
  case TP_E_VAR:
    break;
  }
  return 0;
}

static bool needs_lowering(const tp_exprs *x, tp_expr e) {
  return tp_expr_has_floats(&x->nodes.at[e]);
}

static tp_expr lower_leaf(tp_exprs *x, tp_expr e) {
  tp_expr_node n = x->nodes.at[e];
  if (n.op == TP_E_CONST)
    return tp_expr_bv(x, n.width, n.bits);
  return tp_expr_fp_bits(x, e);
}

static tp_expr lowered_of(const tp_exprs *x, tp_expr e) {
  return !e || !needs_lowering(x, e) ? e
         : e < x->lowered.n          ? x->lowered.at[e]
                                     : 0;
}

/* Lower the top of the stack, or push what it waits for. */
static void lower_top(tp_exprs *x, tp_vec_u32 *stack) {
  tp_expr e = VEC_LAST(stack);
  tp_expr_node n = x->nodes.at[e];
  tp_expr result;
  if (n.op == TP_E_CONST || n.op == TP_E_VAR) {
    result = lower_leaf(x, e);
  } else if (n.op == TP_E_FP_BITS && x->nodes.at[n.a].op == TP_E_VAR) {
    result = e;
  } else {
    const tp_expr kids[3] = {n.a, n.b, n.c};
    uint32_t before = stack->n;
    for (unsigned i = 0; i < 3; i++)
      if (kids[i] && !lowered_of(x, kids[i]))
        VEC_PUSH(stack, kids[i]);
    if (stack->n > before)
      return;
    result = rebuild(x, &n, lowered_of(x, n.a), lowered_of(x, n.b),
                     lowered_of(x, n.c));
  }
  if (x->lowered.n <= e)
    VEC_RESIZE(&x->lowered, e + 1);
  x->lowered.at[e] = result;
  (void)VEC_POP(stack);
}

tp_expr tp_expr_lower(tp_exprs *x, tp_expr e) {
  tp_vec_u32 stack = {0}; /* not x->stack: constructors may walk, too */
  if (!lowered_of(x, e))
    VEC_PUSH(&stack, e);
  while (stack.n)
    if (lowered_of(x, VEC_LAST(&stack)))
      (void)VEC_POP(&stack);
    else
      lower_top(x, &stack);
  VEC_FREE(&stack);
  return lowered_of(x, e);
}
