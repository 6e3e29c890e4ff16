/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations in, the C conditions under which they go wrong out. Each is one
 * atomic condition: without && and ||, and with nothing in it that could go
 * wrong itself. Operands of a signed operation keep their values when they are
 * converted to its type, so they are used as they are. */
#include "checks/inside.h"

#include <inttypes.h>

#define LARGEST "9223372036854775807"

typedef __int128 wide;

typedef struct range {
  wide low, high;
} range;

static range range_of_type(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  unsigned bits = type->kind == TP_T_BOOL ? 1 : 8 * (unsigned)type->size;
  if (tp_type_is_signed(&p->types, t))
    return (range){-((wide)1 << (bits - 1)), ((wide)1 << (bits - 1)) - 1};
  return (range){0, ((wide)1 << bits) - 1};
}

/* What an operand may be, by its type or as a constant. */
static range range_of(const tp_operand *o) {
  uint64_t value;
  tp_type_id type = tp_node_get(o->p, o->node)->type;
  if (!tp_node_constant(o->p, o->node, &value))
    return range_of_type(o->p, type);
  wide is = tp_type_is_signed(&o->p->types, type) ? (wide)(int64_t)value
                                                  : (wide)value;
  return (range){is, is};
}

static bool is_constant(range r) {
  return r.low == r.high;
}

typedef struct work {
  const tp_program *p;
  const tp_arithmetic *a;
  range all; /* values of the type */
  range l, r;
  tp_str when;
  tp_on_condition on;
  void *state;
} work;

static void say(work *w, tp_check_kind kind, const char *what) {
  w->on(w->state,
        &(tp_condition){kind, w->a->node, what, w->when.at, false, NULL});
  VEC_CLEAR(&w->when);
}

static bool is_long(const work *w) {
  return tp_type_get(&w->p->types, w->a->type)->size == 8;
}

static const char *smallest(const work *w) {
  return is_long(w) ? "(-" LARGEST "L-1)" : "(-2147483647-1)";
}

static const char *left(const work *w) {
  return w->a->l->text.at;
}

static const char *right(const work *w) {
  return w->a->r ? w->a->r->text.at : "1";
}

/* ---- overflow ------------------------------------------------------------ */

static wide least(wide a, wide b) {
  return a < b ? a : b;
}

static wide most(wide a, wide b) {
  return a > b ? a : b;
}

static range product(range a, range b) {
  wide w = a.low * b.low, x = a.low * b.high, y = a.high * b.low,
       z = a.high * b.high;
  return (range){least(least(w, x), least(y, z)), most(most(w, x), most(y, z))};
}

static range result(const work *w) {
  range a = w->l, b = w->r;
  switch (w->a->op) {
  case TP_OP_ADD:
    return (range){a.low + b.low, a.high + b.high};
  case TP_OP_SUB:
    return (range){a.low - b.high, a.high - b.low};
  default:
    return product(a, b);
  }
}

/* Computed in 64 bits, where it fits. */
static void say_narrow(work *w, const char *op) {
  tp_str_addf(&w->when,
              "(unsigned long)((long)%s %s (long)%s + 2147483648L) > "
              "4294967295UL",
              left(w), op, right(w));
}

/* A sum is below its left operand just if the right one is negative. (The signs
 * show it, too, but Yices 2.6.5 takes (x + k) ^ k of 64 bits for what it is
 * not.) */
static void say_long_sum(work *w, bool is_sum) {
  const char *l = left(w), *r = right(w);
  tp_str_addf(&w->when,
              "((long)((unsigned long)%s %c (unsigned long)%s) %c (long)%s) != "
              "((long)%s < 0)",
              l, is_sum ? '+' : '-', r, is_sum ? '<' : '>', l, r);
}

static wide magnitude(wide a) {
  return a < 0 ? -a : a;
}

/* By a constant: between which numbers the other factor fits. */
static void say_long_multiple(work *w, const char *other, wide by) {
  wide top = w->all.high / magnitude(by);
  wide bottom = -(-w->all.low / magnitude(by));
  if (by < 0) {
    wide swapped = -bottom;
    bottom = -top;
    top = swapped;
  }
  tp_str_addf(&w->when, "(unsigned long)%s - %" PRIu64 "UL > %" PRIu64 "UL",
              other, (uint64_t)bottom, (uint64_t)(top - bottom));
}

/* The product of the magnitudes is above what the sign allows. */
static void say_long_product(work *w) {
  tp_str m[2] = {{0}, {0}};
  const char *of[2] = {left(w), right(w)};
  for (int i = 0; i < 2; i++)
    tp_str_addf(&m[i],
                "(((unsigned long)%s ^ (unsigned long)((long)%s >> 63)) - "
                "(unsigned long)((long)%s >> 63))",
                of[i], of[i], of[i]);
  tp_str_addf(&w->when,
              "(%s != 0) & (%s > (" LARGEST
              "UL + (unsigned long)(((long)%s ^ (long)%s) < 0)) / (%s | "
              "(unsigned long)(%s == 0)))",
              m[1].at, m[0].at, of[0], of[1], m[1].at, m[1].at);
  tp_str_free(&m[0]);
  tp_str_free(&m[1]);
}

static void say_product(work *w) {
  if (!is_long(w))
    say_narrow(w, "*");
  else if (is_constant(w->r) && w->r.low != 0)
    say_long_multiple(w, left(w), w->r.low);
  else if (is_constant(w->l) && w->l.low != 0)
    say_long_multiple(w, right(w), w->l.low);
  else
    say_long_product(w);
}

static void check_overflow(work *w) {
  range is = result(w);
  bool is_sum = w->a->op == TP_OP_ADD;
  if (is.low >= w->all.low && is.high <= w->all.high)
    return;
  if (w->a->op == TP_OP_MUL)
    say_product(w);
  else if (is_long(w))
    say_long_sum(w, is_sum);
  else
    say_narrow(w, is_sum ? "+" : "-");
  say(w, TP_CHECK_OVERFLOW, "signed overflow");
}

static void check_negation(work *w) {
  if (w->l.low > w->all.low)
    return;
  tp_str_addf(&w->when, "%s == %s", left(w), smallest(w));
  say(w, TP_CHECK_OVERFLOW, "signed overflow");
}

/* ---- unsigned arithmetic that wraps -------------------------------------- */

/* An operand converted to the type. */
static void add_unsigned(const work *w, const char *operand, tp_str *out) {
  tp_str_addf(out, "(unsigned long)(unsigned%s)%s", is_long(w) ? " long" : "",
              operand);
}

static void say_wrapped(work *w, const char *l, const char *r) {
  if (w->a->op == TP_OP_SUB)
    tp_str_addf(&w->when, "%s < %s", l, r);
  else if (!is_long(w))
    tp_str_addf(&w->when, "%s %c %s > 4294967295UL", l,
                w->a->op == TP_OP_ADD ? '+' : '*', r);
  else if (w->a->op == TP_OP_ADD)
    tp_str_addf(&w->when, "%s + %s < %s", l, r, l);
  else
    tp_str_addf(&w->when,
                "(%s != 0) & (%s > 18446744073709551615UL / (%s | (unsigned "
                "long)(%s == 0)))",
                r, l, r, r);
}

static void check_wrap(work *w) {
  tp_str l = {0}, r = {0};
  range is = result(w);
  if (is.low >= w->all.low && is.high <= w->all.high)
    return;
  add_unsigned(w, left(w), &l);
  add_unsigned(w, right(w), &r);
  say_wrapped(w, l.at, r.at);
  say(w, TP_CHECK_WRAP, "unsigned arithmetic wraps");
  tp_str_free(&l);
  tp_str_free(&r);
}

/* ---- shifts, division, indices ------------------------------------------- */

static void check_shift(work *w) {
  unsigned width = 8 * (unsigned)tp_type_get(&w->p->types, w->a->type)->size;
  if (w->r.low >= 0 && w->r.high < width)
    return;
  tp_str_addf(&w->when, "(unsigned long)%s >= %uUL", right(w), width);
  say(w, TP_CHECK_OVERFLOW, "shift by less than 0 or by the width or more");
}

static void check_division(work *w) {
  if (w->r.low <= 0 && w->r.high >= 0) {
    tp_str_addf(&w->when, "%s == 0", right(w));
    say(w, TP_CHECK_DIVISION, "division by zero");
  }
  if (tp_type_is_signed(&w->p->types, w->a->type) && w->l.low <= w->all.low &&
      w->r.low <= -1 && w->r.high >= -1) {
    tp_str_addf(&w->when, "(%s == %s) & (%s == -1)", left(w), smallest(w),
                right(w));
    say(w, TP_CHECK_DIVISION, "the smallest number divided by -1");
  }
}

void tp_check_arithmetic(const tp_program *p, const tp_arithmetic *a,
                         tp_on_condition on, void *state) {
  if (tp_type_get(&p->types, a->type)->kind != TP_T_INT)
    return;
  work w = {.p = p,
            .a = a,
            .all = range_of_type(p, a->type),
            .l = range_of(a->l),
            .r = a->r ? range_of(a->r) : (range){1, 1},
            .on = on,
            .state = state};
  bool is_signed = tp_type_is_signed(&p->types, a->type);
  switch (a->op) {
  case TP_OP_DIV:
  case TP_OP_MOD:
    check_division(&w);
    break;
  case TP_OP_SHL:
  case TP_OP_SHR:
    check_shift(&w);
    break;
  case TP_OP_NEG:
    if (is_signed)
      check_negation(&w);
    break;
  case TP_OP_ADD:
  case TP_OP_SUB:
  case TP_OP_MUL:
    (is_signed ? check_overflow : check_wrap)(&w);
    break;
  default:
    break;
  }
  tp_str_free(&w.when);
}

void tp_check_index(tp_node_id node, tp_check_kind kind,
                    const tp_operand *index, uint64_t n, bool is_address,
                    tp_on_condition on, void *state) {
  range is = range_of(index);
  uint64_t above = n + is_address;
  tp_str when = {0}, what = {0};
  if (is.low >= 0 && is.high < (wide)above)
    return;
  tp_str_addf(&when, "(unsigned long)%s >= %" PRIu64 "UL", index->text.at,
              above);
  tp_str_addf(&what, "index outside of %" PRIu64 " elements", n);
  on(state, &(tp_condition){kind, node, what.at, when.at, false, NULL});
  tp_str_free(&when);
  tp_str_free(&what);
}

/* ---- conversions --------------------------------------------------------- */

static void add_unfit(const char *value, range is, range to, bool is_signed,
                      tp_str *out) {
  if (is.low < to.low)
    tp_str_addf(out, "((long)%s < %" PRId64 "L)", value, (int64_t)to.low);
  if (is.low < to.low && is.high > to.high)
    tp_str_add(out, " | ");
  if (is.high > to.high)
    tp_str_addf(out,
                is_signed ? "((long)%s > %" PRIu64 "L)"
                          : "((unsigned long)%s > %" PRIu64 "UL)",
                value, (uint64_t)to.high);
}

void tp_check_conversion(const tp_program *p, tp_node_id node,
                         const tp_operand *from, tp_type_id to,
                         tp_on_condition on, void *state) {
  range is = range_of(from), all = range_of_type(p, to);
  tp_type_id type = tp_node_get(p, from->node)->type;
  tp_str when = {0};
  add_unfit(from->text.at, is, all, tp_type_is_signed(&p->types, type), &when);
  if (when.n)
    on(state, &(tp_condition){.kind = TP_CHECK_CONVERSION,
                              .node = node,
                              .what = "a conversion changes the value",
                              .when = when.at});
  tp_str_free(&when);
}
