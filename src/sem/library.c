/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library over typed values. Floating point is exact: what
 * the functions do is said with comparisons, patterns and conversions. */
#include "sem/sem.h"

#include <float.h>
#include <math.h>

static unsigned width_of(const tp_sem *s, tp_expr f) {
  return tp_expr_width(s->exprs, tp_expr_fp_bits(s->exprs, f));
}

static uint64_t sign_bit(unsigned width) {
  return UINT64_C(1) << (width - 1);
}

static tp_expr bits_op(const tp_sem *s, tp_bv_op op, tp_expr f, uint64_t mask) {
  tp_expr bits = tp_expr_fp_bits(s->exprs, f);
  unsigned width = tp_expr_width(s->exprs, bits);
  return tp_expr_bv_op(s->exprs, op, bits, tp_expr_bv(s->exprs, width, mask));
}

static tp_expr of_bits(const tp_sem *s, tp_expr bits, tp_expr like) {
  return tp_expr_fp_of_bits(s->exprs, bits, tp_expr_sort(s->exprs, like));
}

/* The value without its sign. */
static tp_expr magnitude(const tp_sem *s, tp_expr f) {
  return of_bits(s, bits_op(s, TP_BV_AND, f, ~sign_bit(width_of(s, f))), f);
}

/* Its value with the sign of another. */
static tp_expr with_sign(const tp_sem *s, tp_expr f, tp_expr sign) {
  uint64_t mask = sign_bit(width_of(s, f));
  tp_expr value = bits_op(s, TP_BV_AND, f, ~mask);
  return of_bits(s,
                 tp_expr_bv_op(s->exprs, TP_BV_OR, value,
                               bits_op(s, TP_BV_AND, sign, mask)),
                 f);
}

static tp_expr number(const tp_sem *s, tp_expr like, double value) {
  return width_of(s, like) == 32 ? tp_expr_f32(s->exprs, (float)value)
                                 : tp_expr_f64(s->exprs, value);
}

/* From this magnitude on every value is an integer, or infinite, or no number.
 */
static tp_expr is_whole(const tp_sem *s, tp_expr f) {
  double from =
      width_of(s, f) == 32 ? 1 / (double)FLT_EPSILON : 1 / DBL_EPSILON;
  return tp_expr_not(
      s->exprs, tp_expr_fp_lt(s->exprs, magnitude(s, f), number(s, f, from)));
}

static tp_expr is_nan(const tp_sem *s, tp_expr f) {
  return tp_expr_not(s->exprs, tp_expr_fp_eq(s->exprs, f, f));
}

static tp_expr is_signaling(const tp_sem *s, tp_expr f) {
  tp_exprs *x = s->exprs;
  unsigned width = width_of(s, f);
  uint64_t quiet = UINT64_C(1) << (width == 32 ? 22 : 51);
  return tp_expr_and(
      x, is_nan(s, f),
      tp_expr_eq(x, bits_op(s, TP_BV_AND, f, quiet), tp_expr_bv(x, width, 0)));
}

/* As arithmetic leaves it: a NaN does not signal. */
static tp_expr quieted(const tp_sem *s, tp_expr f) {
  uint64_t quiet = UINT64_C(1) << (width_of(s, f) == 32 ? 22 : 51);
  return s->either
             ? tp_expr_ite(s->exprs, is_signaling(s, f),
                           of_bits(s, bits_op(s, TP_BV_OR, f, quiet), f), f)
             : f;
}

/* Processors and compilers have their own signs for a NaN that arithmetic
 * makes.
 */
static tp_expr of_any_sign(const tp_sem *s, tp_expr f) {
  tp_exprs *x = s->exprs;
  uint64_t is_none;
  tp_expr has_none = is_nan(s, f);
  if (!s->either || !tp_expr_is_hard(x, f) ||
      (tp_expr_known(x, has_none, &is_none) && !is_none))
    return f;
  return tp_expr_ite(x, tp_expr_and(x, has_none, s->either(s->state)),
                     tp_expr_fp_neg(x, f), f);
}

/* ---- whole numbers ------------------------------------------------------- */

/* A sum over the pattern carries into the
 * exponent as it should, so no arithmetic of floats is asked for. */

typedef struct parts {
  tp_exprs *x;
  unsigned width, mantissa; /* bits */
  tp_expr magnitude;        /* the pattern without its sign */
  tp_expr exponent;         /* with its bias */
  uint64_t bias;
} parts;

static tp_expr part(const parts *p, uint64_t bits) {
  return tp_expr_bv(p->x, p->width, bits);
}

static parts take_apart(const tp_sem *s, tp_expr f) {
  parts p = {.x = s->exprs, .width = width_of(s, f)};
  p.mantissa = p.width == 32 ? FLT_MANT_DIG - 1 : DBL_MANT_DIG - 1;
  p.bias = p.width == 32 ? FLT_MAX_EXP - 1 : DBL_MAX_EXP - 1;
  p.magnitude = bits_op(s, TP_BV_AND, f, ~sign_bit(p.width));
  p.exponent =
      tp_expr_bv_op(p.x, TP_BV_LSHR, p.magnitude, part(&p, p.mantissa));
  return p;
}

/* Bits of the mantissa, moved to where they stand behind the point. */
static tp_expr behind_point(const parts *p, uint64_t bits) {
  tp_expr by = tp_expr_bv_op(p->x, TP_BV_SUB, p->exponent, part(p, p->bias));
  return tp_expr_bv_op(p->x, TP_BV_LSHR, part(p, bits), by);
}

/* 1 if the last bit before the point is set. */
static tp_expr is_odd(const parts *p) {
  tp_expr by = tp_expr_bv_op(p->x, TP_BV_SUB, part(p, p->bias + p->mantissa),
                             p->exponent);
  return tp_expr_bv_op(p->x, TP_BV_AND,
                       tp_expr_bv_op(p->x, TP_BV_LSHR, p->magnitude, by),
                       part(p, 1));
}

/* What is added to a magnitude of 1 and above before it is cut off. */
static tp_expr added(const parts *p, tp_pure_kind kind, tp_expr is_up) {
  uint64_t half = UINT64_C(1) << (p->mantissa - 1);
  tp_expr all = behind_point(p, 2 * half - 1);
  if (kind == TP_PURE_ROUND)
    return behind_point(p, half);
  if (kind != TP_PURE_RINT)
    return tp_expr_ite(p->x, is_up, all, part(p, 0));
  return tp_expr_bv_op(
      p->x, TP_BV_ADD, is_odd(p),
      tp_expr_bv_op(p->x, TP_BV_SUB, behind_point(p, half), part(p, 1)));
}

/* A magnitude below 1 becomes 1, not 0. */
static tp_expr is_one(const parts *p, tp_pure_kind kind, tp_expr is_up) {
  uint64_t half = (p->bias - 1) << p->mantissa;
  if (kind == TP_PURE_ROUND)
    return tp_expr_not(p->x, tp_expr_ult(p->x, p->magnitude, part(p, half)));
  if (kind == TP_PURE_RINT)
    return tp_expr_ult(p->x, part(p, half), p->magnitude);
  tp_expr is_zero = tp_expr_eq(p->x, p->magnitude, part(p, 0));
  return tp_expr_and(p->x, is_up, tp_expr_not(p->x, is_zero));
}

static tp_expr to_whole(const tp_sem *s, tp_pure_kind kind, tp_expr f) {
  tp_exprs *x = s->exprs;
  parts p = take_apart(s, f);
  uint64_t mask = (UINT64_C(1) << p.mantissa) - 1, sign = sign_bit(p.width);
  tp_expr is_negative =
      tp_expr_eq(x, bits_op(s, TP_BV_AND, f, sign), part(&p, sign));
  tp_expr is_up = kind == TP_PURE_FLOOR  ? is_negative
                  : kind == TP_PURE_CEIL ? tp_expr_not(x, is_negative)
                                         : tp_expr_bool(x, false);
  tp_expr rest = behind_point(&p, mask);
  tp_expr sum =
      tp_expr_bv_op(x, TP_BV_ADD, p.magnitude, added(&p, kind, is_up));
  tp_expr large = tp_expr_bv_op(x, TP_BV_AND, sum, tp_expr_bv_not(x, rest));
  tp_expr small = tp_expr_ite(x, is_one(&p, kind, is_up),
                              part(&p, p.bias << p.mantissa), part(&p, 0));
  tp_expr is_small = tp_expr_ult(x, p.exponent, part(&p, p.bias));
  tp_expr whole = tp_expr_ite(x, is_small, small, large);
  return tp_expr_ite(x, is_whole(s, f), quieted(s, f),
                     with_sign(s, of_bits(s, whole, f), f));
}

/* ---- others -------------------------------------------------------------- */

/* Of a signaling NaN the C library makes a NaN, compilers the other number. */
static tp_expr or_nan(const tp_sem *s, tp_expr a, tp_expr b, tp_expr result) {
  tp_exprs *x = s->exprs;
  tp_expr has_one = tp_expr_or(x, is_signaling(s, a), is_signaling(s, b));
  uint64_t truth;
  if (!s->either || (tp_expr_known(x, has_one, &truth) && !truth))
    return result;
  return tp_expr_ite(x, tp_expr_and(x, has_one, s->either(s->state)),
                     number(s, a, (double)NAN), result);
}

/* The lesser or the greater one; a NaN only if both are. */
static tp_expr extreme(const tp_sem *s, tp_pure_kind kind, tp_expr a,
                       tp_expr b) {
  tp_exprs *x = s->exprs;
  tp_expr takes_b =
      kind == TP_PURE_MINIMUM ? tp_expr_fp_lt(x, b, a) : tp_expr_fp_lt(x, a, b);
  return or_nan(s, a, b,
                tp_expr_ite(x, tp_expr_or(x, is_nan(s, a), takes_b), b, a));
}

/* The root of what is negative is none. */
static tp_expr square_root(const tp_sem *s, tp_expr f) {
  tp_exprs *x = s->exprs;
  return tp_expr_ite(x, tp_expr_fp_lt(x, f, number(s, f, 0)),
                     number(s, f, -(double)NAN), tp_expr_fp_root(x, f));
}

/* How far a lies above b, 0 if it does not. */
static tp_expr excess(const tp_sem *s, tp_expr a, tp_expr b) {
  tp_exprs *x = s->exprs;
  return tp_expr_ite(x, tp_expr_fp_le(x, a, b), number(s, a, 0),
                     tp_expr_fp_op(x, TP_FP_SUB, a, b));
}

/* ---- classes ------------------------------------------------------------- */

static tp_expr is_infinite(const tp_sem *s, tp_expr f) {
  return tp_expr_fp_eq(s->exprs, magnitude(s, f), number(s, f, HUGE_VAL));
}

static tp_expr is_below(const tp_sem *s, tp_expr f, double least32,
                        double least64) {
  double least = width_of(s, f) == 32 ? least32 : least64;
  return tp_expr_fp_lt(s->exprs, magnitude(s, f), number(s, f, least));
}

static tp_expr is_finite(const tp_sem *s, tp_expr f) {
  tp_exprs *x = s->exprs;
  return tp_expr_not(x, tp_expr_or(x, is_nan(s, f), is_infinite(s, f)));
}

static tp_expr has_sign(const tp_sem *s, tp_expr f) {
  tp_exprs *x = s->exprs;
  return tp_expr_not(
      x, tp_expr_eq(x, bits_op(s, TP_BV_AND, f, sign_bit(width_of(s, f))),
                    tp_expr_bv(x, width_of(s, f), 0)));
}

static tp_expr class_of(const tp_sem *s, tp_pure_kind kind, tp_expr f) {
  tp_exprs *x = s->exprs;
  switch (kind) {
  case TP_PURE_ISNAN:
    return tp_cop_of_truth(x, is_nan(s, f));
  case TP_PURE_ISINF:
    return tp_cop_of_truth(x, is_infinite(s, f));
  case TP_PURE_ISINF_SIGN:
    return tp_expr_ite(x, is_infinite(s, f),
                       tp_expr_ite(x, has_sign(s, f), tp_expr_bv(x, 32, ~0u),
                                   tp_expr_bv(x, 32, 1)),
                       tp_expr_bv(x, 32, 0));
  case TP_PURE_ISFINITE:
    return tp_cop_of_truth(x, is_finite(s, f));
  case TP_PURE_ISNORMAL:
    return tp_cop_of_truth(
        x,
        tp_expr_and(x, is_finite(s, f),
                    tp_expr_not(x, is_below(s, f, (double)FLT_MIN, DBL_MIN))));
  default:
    return tp_cop_of_truth(x, has_sign(s, of_any_sign(s, f)));
  }
}

/* The first that fits: no number, infinite, normal, subnormal, zero. */
static tp_value classify(const tp_sem *s, const tp_value *args) {
  tp_exprs *x = s->exprs;
  tp_value out = {0, TP_TYPE_INT};
  tp_expr name[5], f = args[5].e;
  for (int i = 0; i < 5; i++)
    if (!(name[i] = tp_sem_convert(s, args[i], TP_TYPE_INT)))
      return out;
  if (!f || !tp_type_is_float(&s->program->types, args[5].type))
    return out;
  tp_expr is_zero = tp_expr_fp_eq(x, f, number(s, f, 0));
  tp_expr is_small = is_below(s, f, (double)FLT_MIN, DBL_MIN);
  out.e = tp_expr_ite(x, is_small, name[3], name[2]);
  out.e = tp_expr_ite(x, is_zero, name[4], out.e);
  out.e = tp_expr_ite(x, is_infinite(s, f), name[1], out.e);
  out.e = tp_expr_ite(x, is_nan(s, f), name[0], out.e);
  return out;
}

/* a OP b without an exception for what is no number. */
static tp_value compare(const tp_sem *s, tp_pure_kind kind, tp_value a,
                        tp_value b) {
  static const tp_op ops[] = {TP_OP_GT, TP_OP_GE, TP_OP_LT, TP_OP_LE};
  tp_value less = tp_sem_binary(s, TP_OP_LT, a, b);
  tp_value greater = tp_sem_binary(s, TP_OP_GT, a, b);
  tp_value equal = tp_sem_binary(s, TP_OP_EQ, a, b);
  if (kind < TP_PURE_ISLESSGREATER)
    return tp_sem_binary(s, ops[kind - TP_PURE_ISGREATER], a, b);
  tp_value apart = tp_sem_binary(s, TP_OP_OR, less, greater);
  if (kind == TP_PURE_ISLESSGREATER)
    return apart;
  return tp_sem_unary(s, TP_OP_NOT, tp_sem_binary(s, TP_OP_OR, apart, equal));
}

/* ---- characters ---------------------------------------------------------- */

/* What the C library says, range by range: in one the result is a constant, or
 * the character plus a constant. */
static tp_expr character(const tp_sem *s, int (*is)(int), tp_expr c) {
  tp_exprs *x = s->exprs;
  tp_expr out = is(255) == 255 ? c : tp_expr_bv(x, 32, (uint32_t)is(255));
  for (int high = 254; high >= -1;) {
    int value = is(high), low = high;
    while (low > -1 && is(low - 1) == value)
      low--;
    bool is_shift = low == high;
    if (is_shift)
      while (low > -1 && is(low - 1) - (low - 1) == value - high)
        low--;
    tp_expr here = tp_sem_in_range(x, c, true, (uint64_t)(int64_t)low,
                                   (uint64_t)(int64_t)high);
    tp_expr result =
        is_shift ? tp_expr_bv_op(x, TP_BV_ADD, c,
                                 tp_expr_bv(x, 32, (uint32_t)(value - high)))
                 : tp_expr_bv(x, 32, (uint32_t)value);
    out = tp_expr_ite(x, here, result, out);
    high = low - 1;
  }
  return out;
}

/* ---- all ----------------------------------------------------------------- */

static tp_expr floating(const tp_sem *s, tp_pure_kind kind, tp_expr a,
                        tp_expr b) {
  switch (kind) {
  case TP_PURE_FMAGNITUDE:
    return magnitude(s, a);
  case TP_PURE_COPYSIGN:
    return with_sign(s, a, of_any_sign(s, b));
  case TP_PURE_MINIMUM:
  case TP_PURE_MAXIMUM:
    return extreme(s, kind, a, b);
  case TP_PURE_SQRT:
    return square_root(s, a);
  case TP_PURE_EXCESS:
    return excess(s, a, b);
  default:
    return to_whole(s, kind, a);
  }
}

static tp_expr to_long(const tp_sem *s, tp_pure_kind kind, tp_expr f) {
  tp_pure_kind how = kind == TP_PURE_TO_LONG ? TP_PURE_ROUND : TP_PURE_RINT;
  return tp_expr_int_of_fp(s->exprs, to_whole(s, how, f), true, 64);
}

tp_value tp_sem_pure(const tp_sem *s, const tp_pure *f, const tp_value *args) {
  tp_type_id type = f->type != TP_TYPE_VOID ? f->type : args[0].type;
  if (f->kind == TP_PURE_CLASSIFY)
    return classify(s, args);
  if (f->kind >= TP_PURE_ISGREATER)
    return compare(s, f->kind, args[0], args[1]);
  tp_expr a = tp_sem_convert(s, args[0], type);
  tp_expr b = f->n > 1 ? tp_sem_convert(s, args[1], type) : 0;
  if (!a || (f->n > 1 && !b))
    return (tp_value){0, type};
  if (f->kind == TP_PURE_CHARACTER)
    return (tp_value){
        tp_program_has_c_locale(s->program) ? character(s, f->character, a) : 0,
        type};
  if (f->kind < TP_PURE_CHARACTER)
    return tp_sem_bits(s->exprs, f->kind, (tp_value){a, type});
  if (!tp_type_is_float(&s->program->types, type))
    return (tp_value){0, type};
  if (f->kind >= TP_PURE_ISNAN)
    return (tp_value){class_of(s, f->kind, a), TP_TYPE_INT};
  if (f->kind >= TP_PURE_TO_LONG)
    return (tp_value){to_long(s, f->kind, a), TP_TYPE_LONG};
  return (tp_value){floating(s, f->kind, a, b), type};
}
