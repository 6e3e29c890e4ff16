/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in texts, as strtol reads them in the C locale.
 *
 * One pass over the bytes with the states of a reader: blanks, behind the sign,
 * inside 0x, behind it, digits; each is a truth value, at most one holds. In
 * none of them the number is over. Exact, overflow included. */
#include "sem/sem.h"

enum { LEAD, SIGNED, INSIDE_0X, BEHIND_0X, DIGITS, STATES };

typedef struct reading {
  tp_exprs *x;
  unsigned base, width; /* of the magnitude */
  uint64_t bound;       /* the magnitude is at most this, unless it is over */
  tp_expr in[STATES];   /* where the reader is */
  tp_expr magnitude, over; /* over: it is 2^64 or more */
  tp_expr is_negative, is_prefixed, is_zero_first;
  tp_expr end; /* bytes that belong to the number */
} reading;

static tp_expr is_byte(tp_exprs *x, tp_expr c, char want) {
  return tp_expr_eq(x, c, tp_expr_bv(x, 8, (unsigned char)want));
}

static tp_expr is_between(tp_exprs *x, tp_expr c, char low, char high) {
  return tp_sem_in_range(x, c, false, (unsigned char)low, (unsigned char)high);
}

static tp_expr either(tp_exprs *x, tp_expr a, tp_expr b) {
  return tp_expr_or(x, a, b);
}

/* Whether a byte is a digit; *value: which, of `width` bits. */
static tp_expr is_digit(const reading *r, tp_expr c, tp_expr *value) {
  tp_exprs *x = r->x;
  unsigned decimal = r->base < 10 ? r->base : 10, letters = r->base - decimal;
  tp_expr small = tp_expr_zext(x, c, r->width);
  tp_expr lower = tp_expr_zext(x, tp_sem_lower_case(x, c), r->width);
  tp_expr is = is_between(x, c, '0', (char)('0' + decimal - 1));
  *value = tp_expr_bv_op(x, TP_BV_SUB, small, tp_expr_bv(x, r->width, '0'));
  if (letters == 0)
    return is;
  *value = tp_expr_ite(
      x, is, *value,
      tp_expr_bv_op(x, TP_BV_SUB, lower, tp_expr_bv(x, r->width, 'a' - 10)));
  return either(
      x, is,
      is_between(x, tp_sem_lower_case(x, c), 'a', (char)('a' + letters - 1)));
}

/* "0x" and a digit stand at a[0 .. n). */
static tp_expr is_prefix(const reading *r, const tp_expr *a, uint32_t n) {
  tp_expr value;
  if (r->base != 16 || n < 3)
    return tp_expr_bool(r->x, false);
  return tp_expr_and(
      r->x, is_byte(r->x, a[0], '0'),
      tp_expr_and(r->x, is_byte(r->x, tp_sem_lower_case(r->x, a[1]), 'x'),
                  is_digit(r, a[2], &value)));
}

/* magnitude * base + digit, where `if_so`. */
static void add_digit(reading *r, tp_expr if_so, tp_expr digit) {
  tp_exprs *x = r->x;
  tp_expr base = tp_expr_bv(x, r->width, r->base);
  tp_expr next = tp_expr_bv_op(
      x, TP_BV_ADD, tp_expr_bv_op(x, TP_BV_MUL, r->magnitude, base), digit);
  if (__builtin_mul_overflow(r->bound, r->base, &r->bound) ||
      __builtin_add_overflow(r->bound, r->base - 1, &r->bound)) {
    tp_expr most = tp_expr_bv(x, 64, UINT64_MAX / r->base);
    tp_expr rest = tp_expr_bv(x, 64, UINT64_MAX % r->base);
    tp_expr over = either(x, tp_expr_ult(x, most, r->magnitude),
                          tp_expr_and(x, tp_expr_eq(x, most, r->magnitude),
                                      tp_expr_ult(x, rest, digit)));
    r->over = either(x, r->over, tp_expr_and(x, if_so, over));
    r->bound = UINT64_MAX;
  }
  r->magnitude = tp_expr_ite(x, if_so, next, r->magnitude);
}

static void read_byte(reading *r, const tp_expr *a, uint32_t n, uint32_t i) {
  tp_exprs *x = r->x;
  tp_expr c = a[i], value, *in = r->in;
  tp_expr is_blank = either(x, is_byte(x, c, ' '), is_between(x, c, 9, 13));
  tp_expr is_minus = is_byte(x, c, '-');
  tp_expr is_sign = either(x, is_minus, is_byte(x, c, '+'));
  tp_expr is_start = either(x, in[LEAD], in[SIGNED]);
  tp_expr is_0x = tp_expr_and(x, is_start, is_prefix(r, a + i, n - i));
  tp_expr can_start = tp_expr_and(x, is_start, tp_expr_not(x, is_0x));
  tp_expr digit = is_digit(r, c, &value);
  tp_expr takes = tp_expr_and(
      x, digit, either(x, can_start, either(x, in[BEHIND_0X], in[DIGITS])));
  r->is_negative =
      either(x, r->is_negative, tp_expr_and(x, in[LEAD], is_minus));
  r->is_prefixed = either(x, r->is_prefixed, is_0x);
  r->is_zero_first = either(x, r->is_zero_first,
                            tp_expr_and(x, can_start, is_byte(x, c, '0')));
  in[BEHIND_0X] = in[INSIDE_0X];
  in[INSIDE_0X] = is_0x;
  in[SIGNED] = tp_expr_and(x, in[LEAD], is_sign);
  in[LEAD] = tp_expr_and(x, in[LEAD], is_blank);
  in[DIGITS] = takes;
  add_digit(r, takes, value);
  r->end = tp_expr_ite(x, takes, tp_expr_bv(x, 64, i + 1), r->end);
}

/* Whether all that n bytes can make fits 31 bits. */
static bool is_small(unsigned base, uint32_t n) {
  uint64_t most = 1;
  for (uint32_t i = 0; i < n && most < UINT32_MAX; i++)
    most *= base;
  return most <= INT32_MAX;
}

static reading read_number(tp_exprs *x, const tp_expr *a, uint32_t n,
                           unsigned base) {
  tp_expr no = tp_expr_bool(x, false);
  reading r = {.x = x, .base = base, .width = is_small(base, n) ? 32 : 64};
  for (unsigned s = 0; s < STATES; s++)
    r.in[s] = tp_expr_bool(x, s == LEAD);
  r.magnitude = tp_expr_bv(x, r.width, 0);
  r.over = r.is_negative = r.is_prefixed = r.is_zero_first = no;
  r.end = tp_expr_bv(x, 64, 0);
  for (uint32_t i = 0; i < n; i++)
    read_byte(&r, a, n, i);
  r.magnitude = tp_expr_zext(x, r.magnitude, 64);
  return r;
}

/* What it is instead if it is beyond that. */
static tp_expr limit_of(const reading *r, bool is_unsigned) {
  tp_exprs *x = r->x;
  tp_expr most = tp_expr_bv(x, 64, is_unsigned ? UINT64_MAX : INT64_MAX);
  tp_expr least = tp_expr_bv(x, 64, UINT64_C(1) << 63);
  return is_unsigned ? most : tp_expr_ite(x, r->is_negative, least, most);
}

static tp_expr is_beyond(const reading *r, bool is_unsigned) {
  if (is_unsigned || r->bound <= INT64_MAX)
    return r->over;
  return either(r->x, r->over,
                tp_expr_ult(r->x, limit_of(r, false), r->magnitude));
}

static tp_number number_of(const reading *r, bool is_unsigned) {
  tp_exprs *x = r->x;
  tp_expr minus = tp_expr_bv_neg(x, r->magnitude);
  tp_number out = {.end = r->end, .is_beyond = is_beyond(r, is_unsigned)};
  out.value = tp_expr_ite(x, out.is_beyond, limit_of(r, is_unsigned),
                          tp_expr_ite(x, r->is_negative, minus, r->magnitude));
  out.is_open = r->in[0];
  for (unsigned s = 1; s < STATES; s++)
    out.is_open = either(r->x, out.is_open, r->in[s]);
  return out;
}

static tp_number choose(tp_exprs *x, tp_expr if_so, tp_number a, tp_number b) {
  return (tp_number){tp_expr_ite(x, if_so, a.value, b.value),
                     tp_expr_ite(x, if_so, a.end, b.end),
                     tp_expr_ite(x, if_so, a.is_open, b.is_open),
                     tp_expr_ite(x, if_so, a.is_beyond, b.is_beyond)};
}

tp_number tp_sem_number(tp_exprs *x, const tp_expr *a, uint32_t n,
                        unsigned base, bool is_unsigned) {
  reading r = read_number(x, a, n, base ? base : 10);
  tp_number out = number_of(&r, is_unsigned);
  if (base)
    return out;
  reading hex = read_number(x, a, n, 16), octal = read_number(x, a, n, 8);
  out = choose(x, r.is_zero_first, number_of(&octal, is_unsigned), out);
  return choose(x, hex.is_prefixed, number_of(&hex, is_unsigned), out);
}
