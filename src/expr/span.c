/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/span.c - between which numbers a bit vector lies.
 *
 * In: a node whose kids have their spans. Out: its own, as signed numbers, from
 * the kids' alone, so that it costs nothing to know for every node: a status
 * code merged from a thousand returns is still known to be small. What may wrap
 * round has the whole range.
 */
#include "expr/pool.h"

static tp_interval between(int64_t low, int64_t high) {
  return (tp_interval){low, high, false};
}

static tp_interval whole(unsigned width) {
  return between(-(int64_t)tp_mask(width - 1) - 1, (int64_t)tp_mask(width - 1));
}

static bool fits(unsigned width, tp_interval i) {
  tp_interval all = whole(width);
  return i.low >= all.low && i.high <= all.high;
}

static tp_interval fitting(unsigned width, int64_t low, int64_t high) {
  tp_interval i = between(low, high);
  return fits(width, i) ? i : whole(width);
}

static tp_interval hull(tp_interval a, tp_interval b) {
  return between(a.low < b.low ? a.low : b.low,
                 a.high > b.high ? a.high : b.high);
}

static bool are_ends(tp_interval of, tp_interval in) {
  return of.is_either && (of.low == in.low || of.low == in.high) &&
         (of.high == in.low || of.high == in.high);
}

/* What is one or the other of them. */
static tp_interval chosen(tp_interval a, tp_interval b) {
  tp_interval out = hull(a, b);
  out.is_either = are_ends(a, out) && are_ends(b, out);
  return out;
}

static tp_interval added(unsigned width, tp_interval a, tp_interval b) {
  int64_t low, high;
  if (__builtin_add_overflow(a.low, b.low, &low) ||
      __builtin_add_overflow(a.high, b.high, &high))
    return whole(width);
  return fitting(width, low, high);
}

static tp_interval subtracted(unsigned width, tp_interval a, tp_interval b) {
  int64_t low, high;
  if (__builtin_sub_overflow(a.low, b.high, &low) ||
      __builtin_sub_overflow(a.high, b.low, &high))
    return whole(width);
  return fitting(width, low, high);
}

static tp_interval multiplied(unsigned width, tp_interval a, tp_interval b) {
  int64_t p[4];
  if (__builtin_mul_overflow(a.low, b.low, &p[0]) ||
      __builtin_mul_overflow(a.low, b.high, &p[1]) ||
      __builtin_mul_overflow(a.high, b.low, &p[2]) ||
      __builtin_mul_overflow(a.high, b.high, &p[3]))
    return whole(width);
  tp_interval out = between(p[0], p[0]);
  for (unsigned i = 1; i < 4; i++)
    out = hull(out, between(p[i], p[i]));
  return fitting(width, out.low, out.high);
}

/* The bits of a number that is not negative bound those of the result. */
static tp_interval masked(unsigned width, tp_interval a, tp_interval b) {
  if (a.low < 0 && b.low < 0)
    return whole(width);
  int64_t high = a.low < 0                      ? b.high
                 : b.low < 0 || a.high < b.high ? a.high
                                                : b.high;
  return between(0, high);
}

/* All bits up to the highest of a number that is not negative. */
static int64_t filled(int64_t n) {
  return n ? (int64_t)(UINT64_MAX >> __builtin_clzll((uint64_t)n)) : 0;
}

/* More bits make a number of either sign larger, and a negative one stays so.
 */
static tp_interval joined(unsigned width, tp_interval a, tp_interval b) {
  int64_t most = a.low > b.low ? a.low : b.low;
  if (a.low >= 0 && b.low >= 0)
    return between(most, filled(a.high | b.high));
  if (a.high < 0 && b.high < 0)
    return between(most, -1);
  if (a.high < 0 || b.high < 0)
    return between(a.high < 0 ? a.low : b.low, -1);
  return whole(width);
}

/* Without signs; by 0 it is what is divided. */
static tp_interval unsigned_remainder(unsigned width, tp_interval a,
                                      tp_interval b) {
  if (b.low <= 0)
    return a.low < 0 ? whole(width) : between(0, a.high);
  bool is_below = a.low >= 0 && a.high < b.high - 1;
  return between(0, is_below ? a.high : b.high - 1);
}

/* It has the sign of what is divided, and is no further from 0; nor as far as
 * the divisor, if that is not 0. */
static tp_interval signed_remainder(tp_interval a, tp_interval b) {
  tp_interval out = between(a.low < 0 ? a.low : 0, a.high > 0 ? a.high : 0);
  if (b.low <= 0 && b.high >= 0)
    return out;
  int64_t most = b.low > 0 ? b.high - 1 : -(b.low + 1);
  if (out.high > most)
    out.high = most;
  if (out.low < -most)
    out.low = -most;
  return out;
}

/* A constant number of places, which may be all; false: it is not known. */
static bool shifts_by(unsigned width, tp_interval b) {
  return b.low == b.high && b.low >= 0 && b.low < width;
}

/* With zeros from the left. */
static tp_interval shifted(unsigned width, tp_interval a, tp_interval b) {
  if (!shifts_by(width, b) || (b.low == 0 && a.low < 0))
    return a.low < 0 ? whole(width) : between(0, a.high);
  uint64_t most = a.low < 0 ? tp_mask(width) : (uint64_t)a.high;
  uint64_t least = a.low < 0 ? 0 : (uint64_t)a.low;
  return between((int64_t)(least >> b.low), (int64_t)(most >> b.low));
}

static tp_interval shifted_signed(unsigned width, tp_interval a,
                                  tp_interval b) {
  if (shifts_by(width, b))
    return between(a.low >> b.low, a.high >> b.low);
  return between(a.low < 0 ? a.low : 0, a.high < 0 ? -1 : a.high);
}

static tp_interval shifted_left(unsigned width, tp_interval a, tp_interval b) {
  if (!shifts_by(width, b) || b.low >= width - 1)
    return whole(width);
  int64_t by = INT64_C(1) << b.low;
  return multiplied(width, a, between(by, by));
}

/* By 0: all ones, which is -1. */
static tp_interval unsigned_quotient(unsigned width, tp_interval a,
                                     tp_interval b) {
  if (b.low < 0 || a.low < 0)
    return whole(width);
  if (b.low == 0)
    return between(-1, a.high);
  return between(a.low / b.high, a.high / b.low);
}

/* By 0: 1 or -1. No quotient is further from 0 than what is divided; that of
 * the smallest number by -1 comes round. */
static tp_interval signed_quotient(unsigned width, tp_interval a,
                                   tp_interval b) {
  if (b.low > 0 && a.low >= 0)
    return between(a.low / b.high, a.high / b.low);
  if (a.low == whole(width).low)
    return b.low > 0 ? between(a.low, a.high > 0 ? a.high : 0) : whole(width);
  int64_t most = a.high > -a.low ? a.high : -a.low;
  if (most < 1)
    most = 1;
  if (a.low >= 0 && b.low >= 0)
    return between(-1, most);
  return between(-most, most);
}

/* Bits that only one of them has, of two that are not negative. */
static tp_interval differing(unsigned width, tp_interval a, tp_interval b) {
  if (a.low < 0 || b.low < 0)
    return whole(width);
  return between(0, filled(a.high | b.high));
}

static tp_interval arithmetic(const tp_expr_node *n, tp_interval a,
                              tp_interval b) {
  switch ((tp_bv_op)n->aux) {
  case TP_BV_ADD:
    return added(n->width, a, b);
  case TP_BV_SUB:
    return subtracted(n->width, a, b);
  case TP_BV_MUL:
    return multiplied(n->width, a, b);
  case TP_BV_AND:
    return masked(n->width, a, b);
  case TP_BV_OR:
    return joined(n->width, a, b);
  case TP_BV_XOR:
    return differing(n->width, a, b);
  case TP_BV_UREM:
    return unsigned_remainder(n->width, a, b);
  case TP_BV_SREM:
    return signed_remainder(a, b);
  case TP_BV_LSHR:
    return shifted(n->width, a, b);
  case TP_BV_ASHR:
    return shifted_signed(n->width, a, b);
  case TP_BV_SHL:
    return shifted_left(n->width, a, b);
  case TP_BV_UDIV:
    return unsigned_quotient(n->width, a, b);
  case TP_BV_SDIV:
    return signed_quotient(n->width, a, b);
  default:
    return whole(n->width);
  }
}

tp_interval tp_span_of(const tp_exprs *x, const tp_expr_node *n) {
  const tp_interval *at = x->spans.at;
  switch ((tp_expr_op)n->op) {
  case TP_E_CONST:
    return (tp_interval){tp_signed(n->bits, n->width),
                         tp_signed(n->bits, n->width), true};
  case TP_E_ITE:
    return chosen(at[n->b], at[n->c]);
  case TP_E_OF_BOOL:
    return n->width == 1 ? whole(1) : (tp_interval){0, 1, true};
  case TP_E_SEXT:
    return at[n->a];
  case TP_E_ZEXT:
    if (at[n->a].low >= 0)
      return at[n->a];
    return between(0, (int64_t)tp_mask(x->nodes.at[n->a].width));
  case TP_E_EXTRACT:
    if (n->aux)
      return whole(n->width);
    return fits(n->width, at[n->a]) ? at[n->a] : whole(n->width);
  case TP_E_BV:
    return arithmetic(n, at[n->a], at[n->b]);
  default:
    return whole(n->width);
  }
}
