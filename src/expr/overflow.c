/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expr/overflow.h"

#include "expr/node.h"

static int64_t least(unsigned width) {
  return INT64_MIN >> (64 - width);
}

static int64_t greatest(unsigned width) {
  return INT64_MAX >> (64 - width);
}

static int64_t number(unsigned width, uint64_t bits) {
  return (int64_t)(bits << (64 - width)) >> (64 - width);
}

static bool is_shift(tp_arith n) {
  return n.op == TP_COP_SHL || n.op == TP_COP_SHR;
}

static bool is_quotient(tp_arith n) {
  return n.op == TP_COP_DIV || n.op == TP_COP_MOD;
}

static bool numbers_misfit(tp_arith n, int64_t a, int64_t b) {
  int64_t out;
  bool is_over;
  switch (n.op) {
  case TP_COP_ADD:
    is_over = __builtin_add_overflow(a, b, &out);
    break;
  case TP_COP_SUB:
    is_over = __builtin_sub_overflow(a, b, &out);
    break;
  case TP_COP_MUL:
    is_over = __builtin_mul_overflow(a, b, &out);
    break;
  case TP_COP_DIV:
  case TP_COP_MOD:
    return a == least(n.width) && b == -1;
  default:
    return b < 0 || b >= n.width;
  }
  return is_over || out < least(n.width) || out > greatest(n.width);
}

/* Sums and products are furthest out where both operands are; a quotient is
 * open at one pair only. */
bool tp_arith_may_misfit(const tp_exprs *x, tp_arith n) {
  tp_interval a = tp_expr_span(x, n.a), b = tp_expr_span(x, n.b);
  if (is_quotient(n))
    return a.low == least(n.width) && b.low <= -1 && b.high >= -1;
  return numbers_misfit(n, a.low, b.low) || numbers_misfit(n, a.low, b.high) ||
         numbers_misfit(n, a.high, b.low) || numbers_misfit(n, a.high, b.high);
}

bool tp_arith_misfits(const tp_exprs *x, tp_arith n, uint64_t a, uint64_t b) {
  return numbers_misfit(n, number(n.width, a),
                        number(tp_expr_width(x, n.b), b));
}

static tp_expr sum_fits(tp_exprs *x, tp_arith n) {
  bool is_sum = n.op == TP_COP_ADD;
  tp_expr e = tp_expr_bv_op(x, is_sum ? TP_BV_ADD : TP_BV_SUB, n.a, n.b);
  tp_expr other = tp_expr_bv_op(x, TP_BV_XOR, n.b, is_sum ? e : n.a);
  tp_expr wrong =
      tp_expr_bv_op(x, TP_BV_AND, tp_expr_bv_op(x, TP_BV_XOR, n.a, e), other);
  return tp_expr_not(x, tp_expr_slt(x, wrong, tp_expr_bv(x, n.width, 0)));
}

static tp_expr product_fits(tp_exprs *x, tp_arith n) {
  if (n.width != 32)
    return 0;
  tp_expr e = tp_expr_bv_op(x, TP_BV_MUL, n.a, n.b);
  return tp_expr_eq(x, tp_expr_sext(x, e, 64),
                    tp_expr_bv_op(x, TP_BV_MUL, tp_expr_sext(x, n.a, 64),
                                  tp_expr_sext(x, n.b, 64)));
}

static tp_expr is_bits(tp_exprs *x, tp_expr e, int64_t value) {
  unsigned width = tp_expr_width(x, e);
  uint64_t bits = (uint64_t)value & (UINT64_MAX >> (64 - width));
  return tp_expr_eq(x, e, tp_expr_bv(x, width, bits));
}

tp_expr tp_arith_fits(tp_exprs *x, tp_arith n) {
  if (is_shift(n)) {
    unsigned width = tp_expr_width(x, n.b);
    return tp_expr_ult(x, n.b, tp_expr_bv(x, width, n.width));
  }
  if (is_quotient(n))
    return tp_expr_not(x, tp_expr_and(x, is_bits(x, n.a, least(n.width)),
                                      is_bits(x, n.b, -1)));
  return n.op == TP_COP_MUL ? product_fits(x, n) : sum_fits(x, n);
}
