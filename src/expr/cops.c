/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/cops.c - the operators and conversions of C as expressions.
 *
 * In: operands and their scalar types, after the usual conversions. Out: the
 * expression that computes the bits gcc -O0 computes on x86-64: wrapping signed
 * arithmetic, shift counts modulo the width, truncation of floats. Division by
 * zero ends the program, so any value will do.
 */
#include "expr/cops.h"

static unsigned bits_of(tp_cscalar t) {
  return t.size * 8u;
}

static tp_sort float_sort(tp_cscalar t) {
  return t.size == 4 ? TP_X_F32 : TP_X_F64;
}

static tp_expr zero_of(tp_exprs *x, tp_cscalar t) {
  if (!t.is_float)
    return tp_expr_bv(x, bits_of(t), 0);
  return t.size == 4 ? tp_expr_f32(x, 0) : tp_expr_f64(x, 0);
}

tp_expr tp_cop_truth(tp_exprs *x, tp_cscalar t, tp_expr a) {
  tp_expr zero = zero_of(x, t);
  return tp_expr_not(x, t.is_float ? tp_expr_fp_eq(x, a, zero)
                                   : tp_expr_eq(x, a, zero));
}

tp_expr tp_cop_of_truth(tp_exprs *x, tp_expr truth) {
  return tp_expr_bv_of_bool(x, truth, 32);
}

static tp_expr convert_int(tp_exprs *x, tp_expr a, tp_cscalar from,
                           tp_cscalar to) {
  if (to.size <= from.size)
    return tp_expr_extract(x, a, 0, bits_of(to));
  return from.is_signed && !from.is_bool ? tp_expr_sext(x, a, bits_of(to))
                                         : tp_expr_zext(x, a, bits_of(to));
}

tp_expr tp_cop_convert(tp_exprs *x, tp_expr a, tp_cscalar from, tp_cscalar to) {
  if (to.is_bool)
    return tp_expr_bv_of_bool(x, tp_cop_truth(x, from, a), bits_of(to));
  if (from.is_float && to.is_float)
    return tp_expr_fp_convert(x, a, float_sort(to));
  if (from.is_float)
    return tp_expr_int_of_fp(x, a, to.is_signed, bits_of(to));
  if (to.is_float)
    return tp_expr_fp_of_int(x, a, from.is_signed && !from.is_bool,
                             float_sort(to));
  return convert_int(x, a, from, to);
}

static tp_expr shift(tp_exprs *x, tp_cop op, tp_cscalar t, tp_expr a, tp_expr b,
                     tp_cscalar bt) {
  unsigned w = bits_of(t);
  tp_expr count = convert_int(x, b, bt, t);
  count = tp_expr_bv_op(x, TP_BV_AND, count, tp_expr_bv(x, w, w - 1));
  tp_bv_op how = op == TP_COP_SHL ? TP_BV_SHL
                 : t.is_signed    ? TP_BV_ASHR
                                  : TP_BV_LSHR;
  return tp_expr_bv_op(x, how, a, count);
}

static tp_expr less(tp_exprs *x, tp_cscalar t, tp_expr a, tp_expr b) {
  return t.is_float    ? tp_expr_fp_lt(x, a, b)
         : t.is_signed ? tp_expr_slt(x, a, b)
                       : tp_expr_ult(x, a, b);
}

static tp_expr less_equal(tp_exprs *x, tp_cscalar t, tp_expr a, tp_expr b) {
  return t.is_float ? tp_expr_fp_le(x, a, b) : tp_expr_not(x, less(x, t, b, a));
}

static tp_expr equal(tp_exprs *x, tp_cscalar t, tp_expr a, tp_expr b) {
  return t.is_float ? tp_expr_fp_eq(x, a, b) : tp_expr_eq(x, a, b);
}

tp_expr tp_cop_compare(tp_exprs *x, tp_cop op, tp_cscalar t, tp_expr a,
                       tp_expr b) {
  switch (op) {
  case TP_COP_LT:
    return less(x, t, a, b);
  case TP_COP_GT:
    return less(x, t, b, a);
  case TP_COP_LE:
    return less_equal(x, t, a, b);
  case TP_COP_GE:
    return less_equal(x, t, b, a);
  case TP_COP_EQ:
    return equal(x, t, a, b);
  case TP_COP_NE:
    return tp_expr_not(x, equal(x, t, a, b));
  default:
    return 0;
  }
}

static tp_expr float_binary(tp_exprs *x, tp_cop op, tp_expr a, tp_expr b) {
  switch (op) {
  case TP_COP_ADD:
    return tp_expr_fp_op(x, TP_FP_ADD, a, b);
  case TP_COP_SUB:
    return tp_expr_fp_op(x, TP_FP_SUB, a, b);
  case TP_COP_MUL:
    return tp_expr_fp_op(x, TP_FP_MUL, a, b);
  case TP_COP_DIV:
    return tp_expr_fp_op(x, TP_FP_DIV, a, b);
  default:
    return 0;
  }
}

static tp_expr int_binary(tp_exprs *x, tp_cop op, tp_cscalar t, tp_expr a,
                          tp_expr b) {
  switch (op) {
  case TP_COP_ADD:
    return tp_expr_bv_op(x, TP_BV_ADD, a, b);
  case TP_COP_SUB:
    return tp_expr_bv_op(x, TP_BV_SUB, a, b);
  case TP_COP_MUL:
    return tp_expr_bv_op(x, TP_BV_MUL, a, b);
  case TP_COP_DIV:
    return tp_expr_bv_op(x, t.is_signed ? TP_BV_SDIV : TP_BV_UDIV, a, b);
  case TP_COP_MOD:
    return tp_expr_bv_op(x, t.is_signed ? TP_BV_SREM : TP_BV_UREM, a, b);
  case TP_COP_AND:
    return tp_expr_bv_op(x, TP_BV_AND, a, b);
  case TP_COP_OR:
    return tp_expr_bv_op(x, TP_BV_OR, a, b);
  case TP_COP_XOR:
    return tp_expr_bv_op(x, TP_BV_XOR, a, b);
  default:
    return 0;
  }
}

tp_expr tp_cop_binary(tp_exprs *x, tp_cop op, tp_cscalar t, tp_expr a,
                      tp_expr b, tp_cscalar bt) {
  tp_expr truth = tp_cop_compare(x, op, t, a, b);
  if (truth)
    return tp_cop_of_truth(x, truth);
  if (t.is_float)
    return float_binary(x, op, a, b);
  if (op == TP_COP_SHL || op == TP_COP_SHR)
    return shift(x, op, t, a, b, bt);
  return int_binary(x, op, t, a, b);
}

tp_expr tp_cop_neg(tp_exprs *x, tp_cscalar t, tp_expr a) {
  return t.is_float ? tp_expr_fp_neg(x, a) : tp_expr_bv_neg(x, a);
}

tp_expr tp_cop_bitnot(tp_exprs *x, tp_cscalar t, tp_expr a) {
  return t.is_float ? 0 : tp_expr_bv_not(x, a);
}

tp_expr tp_cop_to_bits(tp_exprs *x, tp_cscalar t, tp_expr a) {
  return t.is_float ? tp_expr_fp_bits(x, a) : a;
}

tp_expr tp_cop_of_bits(tp_exprs *x, tp_cscalar t, tp_expr bits) {
  return t.is_float ? tp_expr_fp_of_bits(x, bits, float_sort(t)) : bits;
}
