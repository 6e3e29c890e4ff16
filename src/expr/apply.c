/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/apply.c - what each operation computes, on 64-bit values.
 *
 * In: a node and the values of its kids (bit patterns, zero above their width).
 * Out: the value. This one function is behind constant folding, evaluation and
 * the search for thresholds, so they can't disagree. Bit vectors follow
 * SMT-LIB (x / 0 is all ones, x % 0 is x); floats are computed by the machine's
 * IEEE unit; float to integer out of range gives what x86-64 gives.
 */
#include "expr/pool.h"

#include <math.h>

#include "base/diag.h"

static double f64_of(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static uint64_t f64_bits(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static float f32_of(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, sizeof f);
  return f;
}

static uint64_t f32_bits(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

static uint64_t divide_signed(unsigned w, uint64_t a, uint64_t b, bool rest) {
  int64_t sa = tp_signed(a, w), sb = tp_signed(b, w);
  if (sb == 0)
    return rest ? a : sa < 0 ? 1 : UINT64_MAX;
  if (sb == -1)
    return rest ? 0 : (uint64_t)0 - a;
  return (uint64_t)(rest ? sa % sb : sa / sb);
}

static uint64_t shift_right_signed(unsigned w, uint64_t a, uint64_t by) {
  int64_t sa = tp_signed(a, w);
  uint64_t n = by >= w ? w - 1 : by;
  return sa < 0 ? ~(~(uint64_t)sa >> n) : (uint64_t)sa >> n;
}

static uint64_t apply_bv(tp_bv_op op, unsigned w, uint64_t a, uint64_t b) {
  switch (op) {
  case TP_BV_ADD:
    return a + b;
  case TP_BV_SUB:
    return a - b;
  case TP_BV_MUL:
    return a * b;
  case TP_BV_UDIV:
    return b ? a / b : UINT64_MAX;
  case TP_BV_SDIV:
    return divide_signed(w, a, b, false);
  case TP_BV_UREM:
    return b ? a % b : a;
  case TP_BV_SREM:
    return divide_signed(w, a, b, true);
  case TP_BV_SHL:
    return b >= w ? 0 : a << b;
  case TP_BV_LSHR:
    return b >= w ? 0 : a >> b;
  case TP_BV_ASHR:
    return shift_right_signed(w, a, b);
  case TP_BV_AND:
    return a & b;
  case TP_BV_OR:
    return a | b;
  case TP_BV_XOR:
    return a ^ b;
  }
  return 0;
}

static uint64_t apply_fp(tp_fp_op op, unsigned w, uint64_t a, uint64_t b) {
  double da = f64_of(a), db = f64_of(b);
  float fa = f32_of(a), fb = f32_of(b);
  switch (op) {
  case TP_FP_ADD:
    return w == 64 ? f64_bits(da + db) : f32_bits(fa + fb);
  case TP_FP_SUB:
    return w == 64 ? f64_bits(da - db) : f32_bits(fa - fb);
  case TP_FP_MUL:
    return w == 64 ? f64_bits(da * db) : f32_bits(fa * fb);
  case TP_FP_DIV:
    return w == 64 ? f64_bits(da / db) : f32_bits(fa / fb);
  }
  return 0;
}

static uint64_t root_of(unsigned w, uint64_t a) {
  uint64_t sign = a & tp_sign_bit(w);
  return (w == 64 ? f64_bits(sqrt(f64_of(a ^ sign)))
                  : f32_bits(sqrtf(f32_of(a ^ sign)))) |
         sign;
}

static uint64_t compare_fp(tp_expr_op op, unsigned w, uint64_t a, uint64_t b) {
  double da = w == 64 ? f64_of(a) : (double)f32_of(a);
  double db = w == 64 ? f64_of(b) : (double)f32_of(b);
  return op == TP_E_FP_LT ? da < db : op == TP_E_FP_LE ? da <= db : da == db;
}

static uint64_t fp_of_int(const tp_expr_node *n, unsigned w, uint64_t a) {
  int64_t s = tp_signed(a, w);
  if (n->sort == TP_X_F64)
    return f64_bits(n->aux ? (double)s : (double)a);
  return f32_bits(n->aux ? (float)s : (float)a);
}

/* cvttsd2si: the "integer indefinite" value when out of range. */
static uint64_t truncate_to(unsigned width, double d) {
  double limit = width == 64 ? 9223372036854775808.0 : 2147483648.0;
  bool fits =
      width == 64 ? d >= -limit && d < limit : d > -limit - 1 && d < limit;
  return fits ? (uint64_t)(int64_t)d : tp_sign_bit(width);
}

static uint64_t int_of_fp(const tp_expr_node *n, unsigned w, uint64_t a) {
  double d = w == 64 ? f64_of(a) : (double)f32_of(a);
  if (n->aux)
    return truncate_to(n->width, d);
  /* gcc's sequence for unsigned 64: subtract 2^63 first if it is that big. */
  if (d >= 9223372036854775808.0)
    return truncate_to(64, d - 9223372036854775808.0) ^ tp_sign_bit(64);
  return truncate_to(64, d);
}

static uint64_t compute(const tp_expr_node *n, unsigned aw, uint64_t a,
                        uint64_t b, uint64_t c) {
  switch ((tp_expr_op)n->op) {
  case TP_E_NOT:
    return !a;
  case TP_E_AND:
    return a & b;
  case TP_E_OR:
    return a | b;
  case TP_E_ITE:
    return a ? b : c;
  case TP_E_EQ:
    return a == b;
  case TP_E_BV:
    return apply_bv((tp_bv_op)n->aux, n->width, a, b);
  case TP_E_BV_NOT:
    return ~a;
  case TP_E_BV_NEG:
    return (uint64_t)0 - a;
  case TP_E_ULT:
    return a < b;
  case TP_E_SLT:
    return tp_signed(a, aw) < tp_signed(b, aw);
  case TP_E_EXTRACT:
    return a >> n->aux;
  case TP_E_CONCAT:
    return a << (n->width - aw) | b;
  case TP_E_ZEXT:
  case TP_E_OF_BOOL:
  case TP_E_FP_BITS:
  case TP_E_FP_OF_BITS:
    return a;
  case TP_E_SEXT:
    return (uint64_t)tp_signed(a, aw);
  case TP_E_FP:
    return apply_fp((tp_fp_op)n->aux, n->width, a, b);
  case TP_E_FP_NEG:
    return a ^ tp_sign_bit(aw);
  case TP_E_FP_ROOT:
    return root_of(aw, a);
  case TP_E_FP_LT:
  case TP_E_FP_LE:
  case TP_E_FP_EQ:
    return compare_fp((tp_expr_op)n->op, aw, a, b);
  case TP_E_FP_CONVERT:
    return n->width == 64 ? f64_bits((double)f32_of(a))
                          : f32_bits((float)f64_of(a));
  case TP_E_FP_OF_INT:
    return fp_of_int(n, aw, a);
  case TP_E_INT_OF_FP:
    return int_of_fp(n, aw, a);
  case TP_E_NONE:
  case TP_E_CONST:
  case TP_E_VAR:
    break;
  }
  tp_bug(__FILE__, __LINE__, "a leaf should not be computed");
}

uint64_t tp_expr_apply(const tp_expr_node *n, unsigned a_width, uint64_t a,
                       uint64_t b, uint64_t c) {
  return compute(n, a_width, a, b, c) & tp_mask(n->width);
}
