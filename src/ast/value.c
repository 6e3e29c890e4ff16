/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants, computed as C computes them: integers wrap in the width of their
 * type, operands are converted first, float results are rounded to their type.
 * What C leaves undefined is no constant, with clang's exceptions for shifts.
 */
#include "ast/value.h"

static const tp_type *type_of(const tp_fold *f, tp_type_id t) {
  return tp_type_get(f->types, t);
}

static bool is_float(const tp_fold *f, tp_type_id t) {
  return tp_type_is_float(f->types, t);
}

static bool is_signed(const tp_fold *f, tp_type_id t) {
  return tp_type_is_signed(f->types, t);
}

static uint32_t width_of(const tp_fold *f, tp_type_id t) {
  return 8 * (uint32_t)type_of(f, t)->size;
}

static uint64_t extend(uint64_t bits, uint32_t width, bool as_signed) {
  if (width == 0 || width >= 64)
    return bits;
  uint32_t unused = 64 - width;
  if (as_signed)
    return (uint64_t)((int64_t)(bits << unused) >> unused);
  return bits << unused >> unused;
}

static tp_constant integer(const tp_fold *f, tp_type_id t, uint64_t bits) {
  return (tp_constant){t, extend(bits, width_of(f, t), is_signed(f, t)), 0};
}

static tp_constant number(const tp_fold *f, tp_type_id t, double x) {
  bool is_single = type_of(f, t)->size == 4;
  return (tp_constant){t, 0, is_single ? (double)(float)x : x};
}

bool tp_value_truth(const tp_fold *f, tp_constant v) {
  return is_float(f, v.type) ? v.number != 0 : v.bits != 0;
}

/* False where C leaves it undefined. */
static bool integer_of_number(const tp_fold *f, tp_type_id to, double x,
                              tp_constant *out) {
  uint32_t width = width_of(f, to);
  bool has_sign = is_signed(f, to);
  double half = (double)(UINT64_C(1) << (width - 1));
  double low = has_sign ? -half - 1 : -1, high = has_sign ? half : 2 * half;
  if (width == 64 && has_sign)
    low = -half * (1 + 0x1p-52); /* the next double below */
  if (!(x > low && x < high))
    return false;
  *out = integer(f, to, x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x);
  return true;
}

bool tp_value_convert(const tp_fold *f, tp_constant v, tp_type_id to,
                      tp_constant *out) {
  const tp_type *target = type_of(f, to);
  if (!tp_type_is_scalar(f->types, to))
    return false;
  if (target->kind == TP_T_FLOAT) {
    bool has_sign = is_signed(f, v.type);
    double x = is_float(f, v.type) ? v.number
               : has_sign          ? (double)(int64_t)v.bits
                                   : (double)v.bits;
    if (!is_float(f, v.type) && target->size == 4) /* round only once */
      x = has_sign ? (double)(float)(int64_t)v.bits : (double)(float)v.bits;
    *out = number(f, to, x);
    return true;
  }
  if (target->kind == TP_T_BOOL) {
    *out = (tp_constant){to, tp_value_truth(f, v), 0};
    return true;
  }
  if (is_float(f, v.type))
    return target->kind != TP_T_POINTER &&
           integer_of_number(f, to, v.number, out);
  *out = integer(f, to, v.bits);
  return true;
}

static bool compare_numbers(tp_op op, double a, double b) {
  switch (op) {
  case TP_OP_LT:
    return a < b;
  case TP_OP_GT:
    return a > b;
  case TP_OP_LE:
    return a <= b;
  case TP_OP_GE:
    return a >= b;
  case TP_OP_EQ:
    return a == b;
  default:
    return a != b;
  }
}

static bool compare_integers(tp_op op, uint64_t a, uint64_t b, bool as_signed) {
  uint64_t flip = as_signed ? UINT64_C(1) << 63 : 0; /* signed order */
  a ^= flip;
  b ^= flip;
  switch (op) {
  case TP_OP_LT:
    return a < b;
  case TP_OP_GT:
    return a > b;
  case TP_OP_LE:
    return a <= b;
  case TP_OP_GE:
    return a >= b;
  case TP_OP_EQ:
    return a == b;
  default:
    return a != b;
  }
}

static bool is_comparison(tp_op op) {
  return op >= TP_OP_LT && op <= TP_OP_NE;
}

/* Shifts: each operand is promoted alone; the result has the left type. clang
 * folds counts that C leaves undefined: too large ones as the largest, negative
 * ones the other way round. */
static bool shift(const tp_fold *f, tp_op op, tp_constant a, tp_constant b,
                  tp_constant *out) {
  uint32_t width = width_of(f, a.type);
  uint64_t count = b.bits;
  if (count >= width) {
    if (!f->as_clang)
      return false;
    if (is_signed(f, b.type) && (int64_t)count < 0) {
      op = op == TP_OP_SHL ? TP_OP_SHR : TP_OP_SHL;
      count = 0 - count;
    }
    count = count < width ? count : width - 1;
  }
  bool fill = is_signed(f, a.type) && (int64_t)a.bits < 0;
  uint64_t right = fill ? ~(~a.bits >> count) : a.bits >> count;
  *out = integer(f, a.type, op == TP_OP_SHL ? a.bits << count : right);
  return true;
}

static bool divide(const tp_fold *f, tp_op op, tp_constant a, tp_constant b,
                   tp_constant *out) {
  if (b.bits == 0)
    return false;
  if (!is_signed(f, a.type)) {
    *out =
        integer(f, a.type, op == TP_OP_DIV ? a.bits / b.bits : a.bits % b.bits);
    return true;
  }
  uint64_t least = UINT64_C(1) << (width_of(f, a.type) - 1);
  if (b.bits == UINT64_MAX && a.bits == (uint64_t)0 - least)
    return false;
  int64_t x = (int64_t)a.bits, y = (int64_t)b.bits;
  *out = integer(f, a.type, (uint64_t)(op == TP_OP_DIV ? x / y : x % y));
  return true;
}

/* + - * wrap; whether they had to is what clang asks. */
static bool add_or_multiply(const tp_fold *f, tp_op op, tp_constant a,
                            tp_constant b, tp_constant *out) {
  int64_t x = (int64_t)a.bits, y = (int64_t)b.bits, exact;
  uint64_t bits;
  bool overflows;
  if (op == TP_OP_ADD) {
    overflows = __builtin_add_overflow(x, y, &exact);
    bits = a.bits + b.bits;
  } else if (op == TP_OP_SUB) {
    overflows = __builtin_sub_overflow(x, y, &exact);
    bits = a.bits - b.bits;
  } else {
    overflows = __builtin_mul_overflow(x, y, &exact);
    bits = a.bits * b.bits;
  }
  *out = integer(f, a.type, bits);
  if (is_signed(f, a.type) && f->as_clang)
    return !overflows && exact == (int64_t)out->bits;
  return true;
}

static bool integer_binary(const tp_fold *f, tp_op op, tp_constant a,
                           tp_constant b, tp_constant *out) {
  switch (op) {
  case TP_OP_ADD:
  case TP_OP_SUB:
  case TP_OP_MUL:
    return add_or_multiply(f, op, a, b, out);
  case TP_OP_DIV:
  case TP_OP_MOD:
    return divide(f, op, a, b, out);
  case TP_OP_AND:
    *out = integer(f, a.type, a.bits & b.bits);
    return true;
  case TP_OP_OR:
    *out = integer(f, a.type, a.bits | b.bits);
    return true;
  case TP_OP_XOR:
    *out = integer(f, a.type, a.bits ^ b.bits);
    return true;
  default:
    return false;
  }
}

static bool number_binary(const tp_fold *f, tp_op op, tp_constant a,
                          tp_constant b, tp_constant *out) {
  double x = a.number, y = b.number;
  switch (op) {
  case TP_OP_ADD:
    *out = number(f, a.type, x + y);
    return true;
  case TP_OP_SUB:
    *out = number(f, a.type, x - y);
    return true;
  case TP_OP_MUL:
    *out = number(f, a.type, x * y);
    return true;
  case TP_OP_DIV:
    *out = number(f, a.type, x / y);
    return true;
  default:
    return false;
  }
}

static tp_type_id common_type(const tp_fold *f, tp_type_id a, tp_type_id b) {
  const tp_types *types = f->types;
  bool has_pointer =
      tp_type_is_pointer(types, a) || tp_type_is_pointer(types, b);
  return has_pointer ? TP_TYPE_ULONG : tp_type_arithmetic(types, a, b);
}

bool tp_value_binary(const tp_fold *f, tp_op op, tp_constant a, tp_constant b,
                     tp_constant *out) {
  const tp_types *types = f->types;
  if (op == TP_OP_SHL || op == TP_OP_SHR) {
    return tp_type_is_integer(types, a.type) &&
           tp_type_is_integer(types, b.type) &&
           tp_value_convert(f, a, tp_type_promote(types, a.type), &a) &&
           tp_value_convert(f, b, tp_type_promote(types, b.type), &b) &&
           shift(f, op, a, b, out);
  }
  bool has_pointer =
      tp_type_is_pointer(types, a.type) || tp_type_is_pointer(types, b.type);
  if (has_pointer && !is_comparison(op))
    return false; /* scaled by a size, and nobody writes it */
  tp_type_id t = common_type(f, a.type, b.type);
  if (!tp_value_convert(f, a, t, &a) || !tp_value_convert(f, b, t, &b))
    return false;
  if (is_comparison(op)) {
    bool holds = is_float(f, t)
                     ? compare_numbers(op, a.number, b.number)
                     : compare_integers(op, a.bits, b.bits, is_signed(f, t));
    *out = (tp_constant){TP_TYPE_INT, holds, 0};
    return true;
  }
  return is_float(f, t) ? number_binary(f, op, a, b, out)
                        : integer_binary(f, op, a, b, out);
}

bool tp_value_unary(const tp_fold *f, tp_op op, tp_constant a,
                    tp_constant *out) {
  const tp_types *types = f->types;
  if (op == TP_OP_NOT) {
    *out = (tp_constant){TP_TYPE_INT, !tp_value_truth(f, a), 0};
    return true;
  }
  if (tp_type_is_pointer(types, a.type) ||
      !tp_value_convert(f, a, tp_type_promote(types, a.type), &a))
    return false;
  if (op == TP_OP_PLUS) {
    *out = a;
    return true;
  }
  if (is_float(f, a.type)) {
    *out = number(f, a.type, -a.number);
    return op == TP_OP_NEG;
  }
  if (op == TP_OP_NEG)
    return add_or_multiply(f, TP_OP_SUB, integer(f, a.type, 0), a, out);
  *out = integer(f, a.type, ~a.bits);
  return op == TP_OP_BITNOT;
}
