/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/soft.c - floating-point operations spelled out as bit-vector
 * expressions, bit for bit as IEEE 754 (round to nearest even) has them.
 *
 * In: patterns as bit vectors of 32 or 64 bits. Out: the pattern of the result
 * (any quiet NaN for NaN). A number is unpacked into sign, biased exponent (16
 * bits, signed, so that no step overflows) and significand; every operation
 * ends in pack(), which gets the significand with three more bits (guard,
 * round, sticky), its leading one at bit m+3.
 */
#include "expr/soft.h"

#include "expr/pool.h"

#define EX 16 /* bits of an exponent while computing */

typedef struct format {
  unsigned w, m; /* bits in all, bits of the mantissa field */
  int bias;
} format;

typedef struct number {
  tp_expr sign;        /* truth value */
  tp_expr exponent;    /* biased; 1 for subnormals */
  tp_expr significand; /* 64 bits, hidden bit at m */
  tp_expr is_nan, is_inf, is_zero;
} number;

static format format_of(unsigned width) {
  return width == 64 ? (format){64, 52, 1023} : (format){32, 23, 127};
}

static tp_expr k64(tp_exprs *x, uint64_t k) {
  return tp_expr_bv(x, 64, k);
}
static tp_expr kex(tp_exprs *x, int k) {
  return tp_expr_bv(x, EX, (uint64_t)(int64_t)k);
}
static tp_expr bv(tp_exprs *x, tp_bv_op op, tp_expr a, tp_expr b) {
  return tp_expr_bv_op(x, op, a, b);
}
static tp_expr shift(tp_exprs *x, tp_bv_op op, tp_expr a, unsigned by) {
  return bv(x, op, a, k64(x, by));
}
static tp_expr is_zero(tp_exprs *x, tp_expr a) {
  return tp_expr_eq(x, a, tp_expr_bv(x, tp_expr_width(x, a), 0));
}
static tp_expr sign_of(tp_exprs *x, tp_expr bits) {
  unsigned w = tp_expr_width(x, bits);
  return tp_expr_eq(x, tp_expr_extract(x, bits, w - 1, 1), tp_expr_bv(x, 1, 1));
}

static number unpack(tp_exprs *x, tp_expr bits) {
  format f = format_of(tp_expr_width(x, bits));
  number n;
  tp_expr field = tp_expr_extract(x, bits, f.m, f.w - 1 - f.m);
  tp_expr mantissa = tp_expr_extract(x, bits, 0, f.m);
  tp_expr no_field = is_zero(x, field), no_mantissa = is_zero(x, mantissa);
  tp_expr all = tp_expr_eq(x, field, tp_expr_bv(x, f.w - 1 - f.m, UINT64_MAX));
  n.sign = sign_of(x, bits);
  n.is_nan = tp_expr_and(x, all, tp_expr_not(x, no_mantissa));
  n.is_inf = tp_expr_and(x, all, no_mantissa);
  n.is_zero = tp_expr_and(x, no_field, no_mantissa);
  n.exponent = tp_expr_ite(x, no_field, kex(x, 1), tp_expr_zext(x, field, EX));
  tp_expr hidden =
      tp_expr_ite(x, no_field, k64(x, 0), k64(x, UINT64_C(1) << f.m));
  n.significand = bv(x, TP_BV_OR, hidden, tp_expr_zext(x, mantissa, 64));
  return n;
}

/* Shift the significand left until its leading one is at bit `top`. */
static void normalise(tp_exprs *x, number *n, unsigned top) {
  for (unsigned s = 32; s; s /= 2) {
    if (s > top)
      continue;
    tp_expr high = tp_expr_extract(x, n->significand, top + 1 - s, s);
    tp_expr empty = is_zero(x, high);
    n->significand = tp_expr_ite(
        x, empty, shift(x, TP_BV_SHL, n->significand, s), n->significand);
    n->exponent = tp_expr_ite(
        x, empty, bv(x, TP_BV_SUB, n->exponent, kex(x, (int)s)), n->exponent);
  }
}

/* a >> by, with the lowest bit set if ones were lost. */
static tp_expr shift_sticky(tp_exprs *x, tp_expr a, tp_expr by) {
  tp_expr q = bv(x, TP_BV_LSHR, a, by);
  tp_expr exact = tp_expr_eq(x, bv(x, TP_BV_SHL, q, by), a);
  tp_expr sticky = tp_expr_bv_of_bool(x, tp_expr_not(x, exact), 64);
  return bv(x, TP_BV_OR, q, sticky);
}

static tp_expr infinity(tp_exprs *x, format f, tp_expr sign) {
  return tp_expr_ite(x, sign, tp_expr_bv(x, f.w, tp_fp_infinity(f.w, true)),
                     tp_expr_bv(x, f.w, tp_fp_infinity(f.w, false)));
}

static tp_expr zero(tp_exprs *x, format f, tp_expr sign) {
  return tp_expr_ite(x, sign, tp_expr_bv(x, f.w, tp_sign_bit(f.w)),
                     tp_expr_bv(x, f.w, 0));
}

static tp_expr nan_of(tp_exprs *x, format f) {
  return tp_expr_bv(x, f.w, tp_mask(f.w - 1) - tp_mask(f.m - 1));
}

/* Round to nearest even: drop the three low bits. */
static tp_expr round_off(tp_exprs *x, tp_expr significand) {
  tp_expr low = tp_expr_extract(x, significand, 0, 3);
  tp_expr odd =
      tp_expr_eq(x, tp_expr_extract(x, significand, 3, 1), tp_expr_bv(x, 1, 1));
  tp_expr above = tp_expr_ult(x, tp_expr_bv(x, 3, 4), low);
  tp_expr tie = tp_expr_eq(x, low, tp_expr_bv(x, 3, 4));
  tp_expr up = tp_expr_or(x, above, tp_expr_and(x, tie, odd));
  return bv(x, TP_BV_ADD, shift(x, TP_BV_LSHR, significand, 3),
            tp_expr_bv_of_bool(x, up, 64));
}

/* The pattern of n, whose significand is normalised to bit m+3 or zero. The
 * rounded significand is added to the exponent field, so that a carry out of
 * it counts the exponent up, to infinity at last. */
static tp_expr pack(tp_exprs *x, format f, const number *n) {
  tp_expr is_small = tp_expr_slt(x, n->exponent, kex(x, 1));
  tp_expr lost = bv(x, TP_BV_SUB, kex(x, 1), n->exponent);
  tp_expr by = tp_expr_ite(x, is_small, tp_expr_zext(x, lost, 64), k64(x, 0));
  tp_expr rounded = round_off(x, shift_sticky(x, n->significand, by));
  tp_expr field = tp_expr_ite(x, is_small, kex(x, 0),
                              bv(x, TP_BV_SUB, n->exponent, kex(x, 1)));
  field = shift(x, TP_BV_SHL, tp_expr_zext(x, field, 64), f.m);
  tp_expr magnitude =
      tp_expr_extract(x, bv(x, TP_BV_ADD, field, rounded), 0, f.w - 1);
  int top = 2 * f.bias; /* the greatest exponent of a finite number */
  tp_expr is_huge = tp_expr_slt(x, kex(x, top), n->exponent);
  tp_expr inf = tp_expr_bv(x, f.w - 1, tp_fp_infinity(f.w, false));
  magnitude = tp_expr_ite(x, is_huge, inf, magnitude);
  tp_expr sign = tp_expr_bv_of_bool(x, n->sign, 1);
  return tp_expr_concat(x, sign, magnitude);
}

static tp_expr choose(tp_exprs *x, tp_expr c, tp_expr a, tp_expr b) {
  return tp_expr_ite(x, c, a, b);
}

/* |a| >= |b|, both finite. */
static tp_expr add_ordered(tp_exprs *x, format f, const number *a,
                           const number *b) {
  number r = {.sign = a->sign, .exponent = a->exponent};
  tp_expr big = shift(x, TP_BV_SHL, a->significand, 3);
  tp_expr small = shift(x, TP_BV_SHL, b->significand, 3);
  tp_expr apart = bv(x, TP_BV_SUB, a->exponent, b->exponent);
  small = shift_sticky(x, small, tp_expr_zext(x, apart, 64));
  tp_expr differ = tp_expr_not(x, tp_expr_eq(x, a->sign, b->sign));
  tp_expr sum = choose(x, differ, bv(x, TP_BV_SUB, big, small),
                       bv(x, TP_BV_ADD, big, small));
  /* Make room for the carry: the leading one may be at m+4. */
  r.significand = sum;
  r.exponent = bv(x, TP_BV_ADD, r.exponent, kex(x, 1));
  normalise(x, &r, f.m + 4);
  r.significand = shift_sticky(x, r.significand, k64(x, 1));
  tp_expr both = tp_expr_and(x, a->sign, b->sign);
  return choose(x, is_zero(x, sum), zero(x, f, both), pack(x, f, &r));
}

static number pick(tp_exprs *x, tp_expr c, const number *a, const number *b) {
  number n = *a;
  n.sign = choose(x, c, a->sign, b->sign);
  n.exponent = choose(x, c, a->exponent, b->exponent);
  n.significand = choose(x, c, a->significand, b->significand);
  return n;
}

static tp_expr add(tp_exprs *x, tp_expr a, tp_expr b) {
  format f = format_of(tp_expr_width(x, a));
  number p = unpack(x, a), q = unpack(x, b);
  tp_expr first =
      tp_expr_not(x, tp_expr_ult(x, tp_expr_extract(x, a, 0, f.w - 1),
                                 tp_expr_extract(x, b, 0, f.w - 1)));
  number big = pick(x, first, &p, &q), small = pick(x, first, &q, &p);
  tp_expr r = add_ordered(x, f, &big, &small);
  tp_expr differ = tp_expr_not(x, tp_expr_eq(x, p.sign, q.sign));
  tp_expr invalid = tp_expr_and(x, differ, tp_expr_and(x, p.is_inf, q.is_inf));
  r = choose(x, q.is_inf, b, r);
  r = choose(x, p.is_inf, a, r);
  tp_expr nan = tp_expr_or(x, invalid, tp_expr_or(x, p.is_nan, q.is_nan));
  return choose(x, nan, nan_of(x, f), r);
}

/* The top bits of the product of two significands of m+1 bits, leading one at
 * bit m+3 or m+4, with sticky. Products of halves fit 64 bits. */
static tp_expr multiply(tp_exprs *x, format f, tp_expr a, tp_expr b) {
  if (f.w == 32) {
    tp_expr whole = bv(x, TP_BV_MUL, a, b); /* at most 48 bits */
    return shift_sticky(x, whole, k64(x, f.m - 3));
  }
  tp_expr low27 = k64(x, tp_mask(27));
  tp_expr al = bv(x, TP_BV_AND, a, low27), bl = bv(x, TP_BV_AND, b, low27);
  tp_expr ah = shift(x, TP_BV_LSHR, a, 27), bh = shift(x, TP_BV_LSHR, b, 27);
  tp_expr p = bv(x, TP_BV_MUL, al, bl);
  tp_expr cross =
      bv(x, TP_BV_ADD, bv(x, TP_BV_MUL, ah, bl), bv(x, TP_BV_MUL, al, bh));
  tp_expr t = bv(x, TP_BV_ADD, cross, shift(x, TP_BV_LSHR, p, 27));
  tp_expr high =
      bv(x, TP_BV_ADD, bv(x, TP_BV_MUL, ah, bh), shift(x, TP_BV_LSHR, t, 27));
  tp_expr low =
      bv(x, TP_BV_OR, shift(x, TP_BV_SHL, bv(x, TP_BV_AND, t, low27), 27),
         bv(x, TP_BV_AND, p, low27)); /* 54 bits */
  unsigned drop = f.m - 3;            /* 49 */
  tp_expr top = bv(x, TP_BV_OR, shift(x, TP_BV_SHL, high, 54 - drop),
                   shift(x, TP_BV_LSHR, low, drop));
  tp_expr rest = bv(x, TP_BV_AND, low, k64(x, tp_mask(drop)));
  tp_expr sticky = tp_expr_bv_of_bool(x, tp_expr_not(x, is_zero(x, rest)), 64);
  return bv(x, TP_BV_OR, top, sticky);
}

/* Signs, infinities, zeros and NaN of a product or quotient around the finite
 * result r. */
static tp_expr mul(tp_exprs *x, tp_expr a, tp_expr b) {
  format f = format_of(tp_expr_width(x, a));
  number p = unpack(x, a), q = unpack(x, b), r = {0};
  normalise(x, &p, f.m);
  normalise(x, &q, f.m);
  r.sign = tp_expr_not(x, tp_expr_eq(x, p.sign, q.sign));
  r.significand = multiply(x, f, p.significand, q.significand);
  r.exponent = bv(x, TP_BV_ADD, bv(x, TP_BV_ADD, p.exponent, q.exponent),
                  kex(x, 1 - f.bias));
  normalise(x, &r, f.m + 4);
  r.significand = shift_sticky(x, r.significand, k64(x, 1));
  tp_expr no = tp_expr_or(x, p.is_zero, q.is_zero);
  tp_expr inf = tp_expr_or(x, p.is_inf, q.is_inf);
  tp_expr e = choose(x, no, zero(x, f, r.sign), pack(x, f, &r));
  e = choose(x, inf, infinity(x, f, r.sign), e);
  tp_expr nan =
      tp_expr_or(x, tp_expr_and(x, no, inf), tp_expr_or(x, p.is_nan, q.is_nan));
  return choose(x, nan, nan_of(x, f), e);
}

/* a / b of significands with leading ones at bit m, by long division: the
 * quotient has its leading one at bit m+3 or m+4; sticky from the rest. */
static tp_expr divide(tp_exprs *x, format f, tp_expr a, tp_expr b) {
  tp_expr rest = a, quotient = k64(x, 0);
  for (unsigned i = 0; i < f.m + 5; i++) {
    tp_expr fits = tp_expr_not(x, tp_expr_ult(x, rest, b));
    quotient = bv(x, TP_BV_OR, shift(x, TP_BV_SHL, quotient, 1),
                  tp_expr_bv_of_bool(x, fits, 64));
    rest = choose(x, fits, bv(x, TP_BV_SUB, rest, b), rest);
    rest = shift(x, TP_BV_SHL, rest, 1);
  }
  tp_expr sticky = tp_expr_bv_of_bool(x, tp_expr_not(x, is_zero(x, rest)), 64);
  return bv(x, TP_BV_OR, quotient, sticky);
}

static tp_expr div(tp_exprs *x, tp_expr a, tp_expr b) {
  format f = format_of(tp_expr_width(x, a));
  number p = unpack(x, a), q = unpack(x, b), r = {0};
  normalise(x, &p, f.m);
  normalise(x, &q, f.m);
  r.sign = tp_expr_not(x, tp_expr_eq(x, p.sign, q.sign));
  r.significand = divide(x, f, p.significand, q.significand);
  r.exponent = bv(x, TP_BV_ADD, bv(x, TP_BV_SUB, p.exponent, q.exponent),
                  kex(x, f.bias));
  normalise(x, &r, f.m + 4);
  r.significand = shift_sticky(x, r.significand, k64(x, 1));
  tp_expr no = tp_expr_or(x, p.is_zero, q.is_inf);
  tp_expr inf = tp_expr_or(x, p.is_inf, q.is_zero);
  tp_expr e = choose(x, no, zero(x, f, r.sign), pack(x, f, &r));
  e = choose(x, inf, infinity(x, f, r.sign), e);
  tp_expr invalid = tp_expr_or(x, tp_expr_and(x, p.is_zero, q.is_zero),
                               tp_expr_and(x, p.is_inf, q.is_inf));
  tp_expr nan = tp_expr_or(x, invalid, tp_expr_or(x, p.is_nan, q.is_nan));
  return choose(x, nan, nan_of(x, f), e);
}

tp_expr tp_soft_neg(tp_exprs *x, tp_expr a) {
  unsigned w = tp_expr_width(x, a);
  return bv(x, TP_BV_XOR, a, tp_expr_bv(x, w, tp_sign_bit(w)));
}

tp_expr tp_soft_op(tp_exprs *x, tp_fp_op op, tp_expr a, tp_expr b) {
  switch (op) {
  case TP_FP_ADD:
    return add(x, a, b);
  case TP_FP_SUB:
    return add(x, a, tp_soft_neg(x, b));
  case TP_FP_MUL:
    return mul(x, a, b);
  case TP_FP_DIV:
    return div(x, a, b);
  }
  return 0;
}

/* The root of a significand of one or two digits before bit m, digit by digit:
 * its leading one is at bit m+3; sticky from the rest. */
static tp_expr root_digits(tp_exprs *x, format f, tp_expr a) {
  tp_expr rest = k64(x, 0), root = k64(x, 0);
  tp_expr digits = shift(x, TP_BV_SHL, a, 1);
  for (int i = 0; i < (int)f.m + 4; i++) {
    int low = (int)f.m + 1 - 2 * i;
    rest = shift(x, TP_BV_SHL, rest, 2);
    if (low >= 0)
      rest =
          bv(x, TP_BV_OR, rest,
             tp_expr_zext(x, tp_expr_extract(x, digits, (unsigned)low, 2), 64));
    tp_expr by = bv(x, TP_BV_OR, shift(x, TP_BV_SHL, root, 2), k64(x, 1));
    tp_expr fits = tp_expr_not(x, tp_expr_ult(x, rest, by));
    rest = choose(x, fits, bv(x, TP_BV_SUB, rest, by), rest);
    root = bv(x, TP_BV_OR, shift(x, TP_BV_SHL, root, 1),
              tp_expr_bv_of_bool(x, fits, 64));
  }
  tp_expr sticky = tp_expr_bv_of_bool(x, tp_expr_not(x, is_zero(x, rest)), 64);
  return bv(x, TP_BV_OR, root, sticky);
}

tp_expr tp_soft_root(tp_exprs *x, tp_expr a) {
  format f = format_of(tp_expr_width(x, a));
  number n = unpack(x, a);
  normalise(x, &n, f.m);
  tp_expr e = bv(x, TP_BV_SUB, n.exponent, kex(x, f.bias)); /* unbiased */
  tp_expr odd = tp_expr_eq(x, tp_expr_extract(x, e, 0, 1), tp_expr_bv(x, 1, 1));
  tp_expr even =
      choose(x, odd, shift(x, TP_BV_SHL, n.significand, 1), n.significand);
  n.significand = root_digits(x, f, even);
  n.exponent =
      bv(x, TP_BV_ADD, bv(x, TP_BV_ASHR, e, kex(x, 1)), kex(x, f.bias));
  tp_expr r = choose(x, tp_expr_or(x, n.is_zero, n.is_inf), a, pack(x, f, &n));
  return choose(x, n.is_nan, nan_of(x, f), r);
}

tp_expr tp_soft_convert(tp_exprs *x, tp_expr a, unsigned width) {
  format from = format_of(tp_expr_width(x, a)), to = format_of(width);
  number n = unpack(x, a);
  tp_expr none = n.is_zero;
  normalise(x, &n, from.m);
  n.exponent = bv(x, TP_BV_ADD, n.exponent, kex(x, to.bias - from.bias));
  n.significand =
      to.m > from.m ? shift(x, TP_BV_SHL, n.significand, to.m + 3 - from.m)
                    : shift_sticky(x, n.significand, k64(x, from.m - to.m - 3));
  tp_expr e = choose(x, none, zero(x, to, n.sign), pack(x, to, &n));
  e = choose(x, n.is_inf, infinity(x, to, n.sign), e);
  return choose(x, n.is_nan, nan_of(x, to), e);
}

tp_expr tp_soft_of_int(tp_exprs *x, tp_expr a, bool is_signed, unsigned width) {
  format f = format_of(width);
  number n = {0};
  n.sign = is_signed ? sign_of(x, a) : tp_expr_bool(x, false);
  tp_expr wide = is_signed ? tp_expr_sext(x, a, 64) : tp_expr_zext(x, a, 64);
  n.significand = choose(x, n.sign, tp_expr_bv_neg(x, wide), wide);
  n.exponent = kex(x, f.bias + 63);
  normalise(x, &n, 63);
  n.significand = shift_sticky(x, n.significand, k64(x, 63 - f.m - 3));
  tp_expr none = is_zero(x, a);
  return choose(x, none, tp_expr_bv(x, f.w, 0), pack(x, f, &n));
}

tp_expr tp_soft_to_int(tp_exprs *x, tp_expr a, bool is_signed, unsigned width) {
  format f = format_of(tp_expr_width(x, a));
  number n = unpack(x, a);
  tp_expr e = bv(x, TP_BV_SUB, n.exponent, kex(x, f.bias)); /* unbiased */
  tp_expr up = bv(x, TP_BV_SUB, e, kex(x, (int)f.m));
  tp_expr is_up = tp_expr_not(x, tp_expr_slt(x, up, kex(x, 0)));
  tp_expr left = bv(x, TP_BV_SHL, n.significand, tp_expr_sext(x, up, 64));
  tp_expr right = bv(x, TP_BV_LSHR, n.significand,
                     tp_expr_sext(x, tp_expr_bv_neg(x, up), 64));
  tp_expr magnitude = choose(x, is_up, left, right);
  tp_expr value = choose(x, n.sign, tp_expr_bv_neg(x, magnitude), magnitude);
  tp_expr fits = tp_expr_slt(x, e, kex(x, (int)width - 1));
  tp_expr r = choose(x, fits, tp_expr_extract(x, value, 0, width),
                     tp_expr_bv(x, width, tp_sign_bit(width)));
  if (is_signed)
    return r;
  /* What lies in 2^63 .. 2^64 fits after all; above, gcc's code gives 0. */
  tp_expr positive = tp_expr_not(x, tp_expr_or(x, n.sign, n.is_nan));
  tp_expr upper = tp_expr_eq(x, e, kex(x, 63));
  tp_expr beyond = tp_expr_slt(x, kex(x, 63), e);
  r = choose(x, tp_expr_and(x, positive, upper), magnitude, r);
  return choose(x, tp_expr_and(x, positive, beyond), k64(x, 0), r);
}
