/* Functions of the C library over typed values. Floating point is exact: what
 * the functions do is said with comparisons, sign bits and conversions. */
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

/* Towards zero, for values that are not whole already. */
static tp_expr cut(const tp_sem *s, tp_expr f) {
  tp_expr whole = tp_expr_int_of_fp(s->exprs, f, true, 64);
  tp_expr back =
      tp_expr_fp_of_int(s->exprs, whole, true, tp_expr_sort(s->exprs, f));
  return with_sign(s, back, f);
}

/* t one step further in the direction `by`, where `if_so`. */
static tp_expr step(const tp_sem *s, tp_expr if_so, tp_expr t, tp_expr by) {
  return tp_expr_ite(s->exprs, if_so, tp_expr_fp_op(s->exprs, TP_FP_ADD, t, by),
                     t);
}

static tp_expr to_whole(const tp_sem *s, tp_pure_kind kind, tp_expr f) {
  tp_exprs *x = s->exprs;
  tp_expr t = cut(s, f);
  if (kind == TP_PURE_FLOOR)
    t = step(s, tp_expr_fp_lt(x, f, t), t, number(s, f, -1));
  else if (kind == TP_PURE_CEIL)
    t = with_sign(s, step(s, tp_expr_fp_lt(x, t, f), t, number(s, f, 1)), f);
  else if (kind == TP_PURE_ROUND) {
    tp_expr rest = magnitude(s, tp_expr_fp_op(x, TP_FP_SUB, f, t));
    t = step(s, tp_expr_fp_le(x, number(s, f, 0.5), rest), t,
             with_sign(s, number(s, f, 1), f));
  }
  return tp_expr_ite(x, is_whole(s, f), f, t);
}

static tp_expr is_nan(const tp_sem *s, tp_expr f) {
  return tp_expr_not(s->exprs, tp_expr_fp_eq(s->exprs, f, f));
}

/* The lesser or the greater one; a NaN only if both are. */
static tp_expr extreme(const tp_sem *s, tp_pure_kind kind, tp_expr a,
                       tp_expr b) {
  tp_exprs *x = s->exprs;
  tp_expr takes_b =
      kind == TP_PURE_MINIMUM ? tp_expr_fp_lt(x, b, a) : tp_expr_fp_lt(x, a, b);
  return tp_expr_ite(x, tp_expr_or(x, is_nan(s, a), takes_b), b, a);
}

/* ---- classes --------------------------------------------------------------
 */

static tp_expr is_infinite(const tp_sem *s, tp_expr f) {
  return tp_expr_fp_eq(s->exprs, magnitude(s, f), number(s, f, HUGE_VAL));
}

static tp_expr class_of(const tp_sem *s, tp_pure_kind kind, tp_expr f) {
  tp_exprs *x = s->exprs;
  uint64_t mask = sign_bit(width_of(s, f));
  switch (kind) {
  case TP_PURE_ISNAN:
    return is_nan(s, f);
  case TP_PURE_ISINF:
    return is_infinite(s, f);
  case TP_PURE_ISFINITE:
    return tp_expr_not(x, tp_expr_or(x, is_nan(s, f), is_infinite(s, f)));
  default:
    return tp_expr_not(x, tp_expr_eq(x, bits_op(s, TP_BV_AND, f, mask),
                                     tp_expr_bv(x, width_of(s, f), 0)));
  }
}

/* ---- characters ------------------------------------------------------------
 */

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

/* Another locale may have other characters. */
static bool has_c_locale(const tp_program *p) {
  static const char name[] = "setlocale";
  return !tp_names_find(p->names, name, sizeof name - 1);
}

/* ---- all --------------------------------------------------------------------
 */

static tp_expr integer_magnitude(const tp_sem *s, tp_expr v) {
  unsigned width = tp_expr_width(s->exprs, v);
  tp_expr zero = tp_expr_bv(s->exprs, width, 0);
  return tp_expr_ite(s->exprs, tp_expr_slt(s->exprs, v, zero),
                     tp_expr_bv_neg(s->exprs, v), v);
}

static tp_expr floating(const tp_sem *s, tp_pure_kind kind, tp_expr a,
                        tp_expr b) {
  switch (kind) {
  case TP_PURE_FMAGNITUDE:
    return magnitude(s, a);
  case TP_PURE_COPYSIGN:
    return with_sign(s, a, b);
  case TP_PURE_MINIMUM:
  case TP_PURE_MAXIMUM:
    return extreme(s, kind, a, b);
  default:
    return to_whole(s, kind, a);
  }
}

tp_value tp_sem_pure(const tp_sem *s, const tp_pure *f, const tp_value *args) {
  tp_expr a[2] = {0};
  tp_type_id type = f->type != TP_TYPE_VOID ? f->type : args[0].type;
  tp_value out = {0, type};
  for (uint32_t i = 0; i < f->n; i++) {
    a[i] = tp_sem_convert(s, args[i], type);
    if (!a[i])
      return out;
  }
  bool is_float = tp_type_is_float(&s->program->types, type);
  if (f->kind == TP_PURE_MAGNITUDE) {
    out.e = integer_magnitude(s, a[0]);
  } else if (f->kind == TP_PURE_CHARACTER) {
    out.e = has_c_locale(s->program) ? character(s, f->character, a[0]) : 0;
  } else if (f->kind >= TP_PURE_ISNAN) {
    out.type = TP_TYPE_INT;
    if (is_float)
      out.e = tp_cop_of_truth(s->exprs, class_of(s, f->kind, a[0]));
  } else if (is_float) {
    out.e = floating(s, f->kind, a[0], a[1]);
  }
  return out;
}
