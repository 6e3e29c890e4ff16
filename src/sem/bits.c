/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that count or move the bits of an integer: the builtins of gcc and
 * their kin. In: a bit vector of 16, 32 or 64 bits. Out: one of 32 bits (a
 * count), or of its own width. */
#include "sem/sem.h"

static tp_expr op(tp_exprs *x, tp_bv_op o, tp_expr a, uint64_t k) {
  return tp_expr_bv_op(x, o, a, tp_expr_bv(x, tp_expr_width(x, a), k));
}

static tp_expr is_zero(tp_exprs *x, tp_expr a) {
  return tp_expr_eq(x, a, tp_expr_bv(x, tp_expr_width(x, a), 0));
}

/* 1, 2, 4 ... ones, as many zeros, and so on, from the lowest bit up. */
static uint64_t stripes(unsigned size) {
  uint64_t out = 0;
  for (unsigned bit = 0; bit < 64; bit++)
    if (!(bit & size))
      out |= UINT64_C(1) << bit;
  return out;
}

/* Sums of neighbours: of bits, of pairs, of fours ... */
static tp_expr count_ones(tp_exprs *x, tp_expr v) {
  for (unsigned s = 1; s < tp_expr_width(x, v); s *= 2) {
    tp_expr low = op(x, TP_BV_AND, v, stripes(s));
    tp_expr high = op(x, TP_BV_AND, op(x, TP_BV_LSHR, v, s), stripes(s));
    v = tp_expr_bv_op(x, TP_BV_ADD, low, high);
  }
  return tp_expr_extract(x, v, 0, 32);
}

static tp_expr parity(tp_exprs *x, tp_expr v) {
  for (unsigned s = tp_expr_width(x, v) / 2; s; s /= 2)
    v = tp_expr_bv_op(x, TP_BV_XOR, v, op(x, TP_BV_LSHR, v, s));
  return tp_expr_zext(x, tp_expr_extract(x, v, 0, 1), 32);
}

/* Zeros before the first one, from the highest bit down or from the lowest up.
 * By halves: an empty half counts, and the other one is looked at. */
static tp_expr count_zeros(tp_exprs *x, tp_expr v, bool is_leading) {
  tp_expr n = tp_expr_bv(x, 32, 0), none = tp_expr_bv(x, 32, 0);
  unsigned width = tp_expr_width(x, v);
  for (unsigned s = width / 2; s; s /= 2) {
    tp_expr half = tp_expr_extract(x, v, is_leading ? width - s : 0, s);
    tp_expr is_empty = is_zero(x, half);
    tp_expr moved = op(x, is_leading ? TP_BV_SHL : TP_BV_LSHR, v, s);
    v = tp_expr_ite(x, is_empty, moved, v);
    n = tp_expr_bv_op(x, TP_BV_ADD, n,
                      tp_expr_ite(x, is_empty, tp_expr_bv(x, 32, s), none));
  }
  return n;
}

static tp_expr first_one(tp_exprs *x, tp_expr v) {
  return tp_expr_ite(x, is_zero(x, v), tp_expr_bv(x, 32, 0),
                     op(x, TP_BV_ADD, count_zeros(x, v, false), 1));
}

static tp_expr swap_bytes(tp_exprs *x, tp_expr v) {
  tp_expr out = tp_expr_extract(x, v, 0, 8);
  for (unsigned at = 8; at < tp_expr_width(x, v); at += 8)
    out = tp_expr_concat(x, out, tp_expr_extract(x, v, at, 8));
  return out;
}

static tp_expr magnitude(tp_exprs *x, tp_expr v) {
  tp_expr zero = tp_expr_bv(x, tp_expr_width(x, v), 0);
  return tp_expr_ite(x, tp_expr_slt(x, v, zero), tp_expr_bv_neg(x, v), v);
}

tp_value tp_sem_bits(tp_exprs *x, tp_pure_kind kind, tp_value v) {
  switch (kind) {
  case TP_PURE_SAME:
    return v;
  case TP_PURE_MAGNITUDE:
    return (tp_value){magnitude(x, v.e), v.type};
  case TP_PURE_SWAP_BYTES:
    return (tp_value){swap_bytes(x, v.e), v.type};
  case TP_PURE_COUNT_ONES:
    return (tp_value){count_ones(x, v.e), TP_TYPE_INT};
  case TP_PURE_PARITY:
    return (tp_value){parity(x, v.e), TP_TYPE_INT};
  case TP_PURE_LEADING_ZEROS:
    return (tp_value){count_zeros(x, v.e, true), TP_TYPE_INT};
  case TP_PURE_TRAILING_ZEROS:
    return (tp_value){count_zeros(x, v.e, false), TP_TYPE_INT};
  case TP_PURE_FIRST_ONE:
    return (tp_value){first_one(x, v.e), TP_TYPE_INT};
  default:
    return (tp_value){0, TP_TYPE_INT};
  }
}
