/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/domain.c - the set of values for which a predicate about one variable
 * holds.
 *
 * Comparisons of a variable (also widened, or with constants added) with
 * constants, and what not, and, or make of them, are unions of ranges. Anything
 * else is left to Yices. Sets are kept by predicate, those of its
 * parts, too: formulas share them.
 */
#include "smt/domain.h"

#include "base/limits.h"

typedef struct tp_domain_known {
  bool is_set;
  tp_domain_var var;
  tp_ranges ranges;
} tp_domain_known;

void tp_domains_free(tp_domains *d) {
  for (uint32_t i = 0; i < d->n; i++)
    VEC_FREE(&d->known[i].ranges);
  tp_free(d->known);
  tp_map_free(&d->at);
}

static bool is_float(const tp_domain_var *v) {
  return v->sort == TP_X_F32 || v->sort == TP_X_F64;
}

static uint64_t sign_of(unsigned width) {
  return UINT64_C(1) << (width - 1);
}

static uint64_t last_of(unsigned width) {
  return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

uint64_t tp_domain_position(const tp_domain_var *v, uint64_t bits) {
  uint64_t sign = sign_of(v->width);
  if (!is_float(v))
    return bits & last_of(v->width);
  return bits & sign ? ~bits & last_of(v->width) : bits | sign;
}

uint64_t tp_domain_bits(const tp_domain_var *v, uint64_t position) {
  uint64_t sign = sign_of(v->width);
  if (!is_float(v))
    return position;
  return position & sign ? position & ~sign : ~position & last_of(v->width);
}

void tp_ranges_copy(tp_ranges *to, const tp_ranges *from) {
  VEC_CLEAR(to);
  for (uint32_t i = 0; i < from->n; i++)
    VEC_PUSH(to, from->at[i]);
}

static void add_range(tp_ranges *r, uint64_t low, uint64_t high) {
  tp_range range = {low, high};
  if (low <= high)
    VEC_PUSH(r, range);
}

void tp_ranges_intersect(tp_ranges *a, const tp_ranges *b) {
  tp_ranges out = {0};
  for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
    tp_range p = a->at[i], q = b->at[j];
    add_range(&out, p.low > q.low ? p.low : q.low,
              p.high < q.high ? p.high : q.high);
    if (p.high < q.high)
      i++;
    else
      j++;
  }
  VEC_FREE(a);
  a->at = out.at;
  a->n = out.n;
  a->cap = out.cap;
}

bool tp_ranges_has(const tp_ranges *a, uint64_t position) {
  for (uint32_t i = 0; i < a->n; i++)
    if (a->at[i].low <= position && position <= a->at[i].high)
      return true;
  return false;
}

static void complement(tp_ranges *a, unsigned width) {
  tp_ranges out = {0};
  uint64_t next = 0;
  bool open = true; /* next has not passed the end */
  for (uint32_t i = 0; i < a->n && open; i++) {
    if (a->at[i].low > 0)
      add_range(&out, next, a->at[i].low - 1);
    open = a->at[i].high < last_of(width);
    next = a->at[i].high + 1;
  }
  if (open)
    add_range(&out, next, last_of(width));
  VEC_FREE(a);
  a->at = out.at;
  a->n = out.n;
  a->cap = out.cap;
}

/* The ranges moved down by c, round the end. */
static void rotate(tp_ranges *a, unsigned width, uint64_t c) {
  tp_ranges low = {0}, high = {0};
  uint64_t last = last_of(width);
  for (uint32_t i = 0; i < a->n; i++) {
    tp_range r = a->at[i];
    if (r.high >= c)
      add_range(&low, (r.low > c ? r.low : c) - c, r.high - c);
    if (r.low < c)
      add_range(&high, (r.low - c) & last,
                ((r.high < c ? r.high : c - 1) - c) & last);
  }
  VEC_CLEAR(a);
  for (uint32_t i = 0; i < low.n; i++)
    VEC_PUSH(a, low.at[i]);
  for (uint32_t i = 0; i < high.n; i++)
    VEC_PUSH(a, high.at[i]);
  VEC_FREE(&low);
  VEC_FREE(&high);
}

static tp_domain_var var_of(const tp_exprs *x, tp_expr t) {
  const tp_expr_node *n = tp_expr_get(x, t);
  return (tp_domain_var){(tp_sort)n->sort, n->width, t};
}

/* The values of the term under a widening for which it is in the ranges: its
 * lower half, if the sign counts, is widened to the start, the upper one to the
 * end. */
static void narrow(tp_ranges *a, unsigned width, unsigned to, bool is_signed) {
  uint64_t last = last_of(to), sign = sign_of(to);
  uint64_t shift = last_of(width) - last;
  tp_range keep[] = {{0, is_signed ? sign - 1 : last},
                     {shift + sign, shift + last}};
  tp_ranges out = {0};
  for (unsigned half = 0; half < (is_signed ? 2 : 1); half++) {
    tp_ranges part = {0};
    VEC_PUSH(&part, keep[half]);
    tp_ranges_intersect(&part, a);
    for (uint32_t i = 0; i < part.n; i++)
      add_range(&out, part.at[i].low - half * shift,
                part.at[i].high - half * shift);
    VEC_FREE(&part);
  }
  tp_ranges_copy(a, &out);
  VEC_FREE(&out);
}

/* From the values of the term *var to those of what it is made of by adding
 * constants and widening. */
static void look_inside(const tp_exprs *x, tp_domain_var *var, tp_ranges *out) {
  for (;;) {
    const tp_expr_node *n = tp_expr_get(x, var->term);
    uint64_t added;
    bool is_signed = n->op == TP_E_SEXT;
    if (n->op == TP_E_BV && n->aux == TP_BV_ADD &&
        tp_expr_constant(x, n->b, &added))
      rotate(out, n->width, added);
    else if (is_signed || n->op == TP_E_ZEXT)
      narrow(out, n->width, tp_expr_width(x, n->a), is_signed);
    else
      return;
    *var = var_of(x, n->a);
  }
}

static bool bv_atom(const tp_exprs *x, const tp_expr_node *n,
                    tp_domain_var *var, tp_ranges *out) {
  uint64_t k;
  if (!tp_expr_constant(x, n->b, &k))
    return false;
  *var = var_of(x, n->a);
  if (var->sort != TP_X_BV)
    return false;
  uint64_t sign = sign_of(var->width), last = last_of(var->width);
  if (n->op == TP_E_EQ) {
    add_range(out, k, k);
  } else if (n->op == TP_E_ULT) {
    if (k > 0)
      add_range(out, 0, k - 1);
  } else if (k & sign) {
    if (k > sign)
      add_range(out, sign, k - 1);
  } else {
    if (k > 0)
      add_range(out, 0, k - 1);
    add_range(out, sign, last);
  }
  look_inside(x, var, out);
  return true;
}

/* Of a float variable and a constant; both zeros count as one. */
static bool fp_atom(const tp_exprs *x, const tp_expr_node *n,
                    tp_domain_var *var, tp_ranges *out) {
  uint64_t k = 0;
  bool k_left = tp_expr_constant(x, n->a, &k);
  bool k_right = tp_expr_constant(x, n->b, &k);
  *var = var_of(x, k_left ? n->b : n->a);
  uint64_t sign = sign_of(var->width);
  uint64_t inf = var->width == 64 ? 0x7ff0000000000000 : 0x7f800000;
  uint64_t top = tp_domain_position(var, inf);
  uint64_t bottom = tp_domain_position(var, inf | sign);
  uint64_t at = tp_domain_position(var, k), zero = sign;
  if (!k_left && !k_right) {
    if (n->op == TP_E_FP_EQ && n->a == n->b)
      add_range(out, bottom, top); /* just no NaN */
    return n->op == TP_E_FP_EQ && n->a == n->b;
  }
  if (n->op == TP_E_FP_EQ)
    add_range(out, at == zero ? zero - 1 : at, at);
  else if (k_left)
    add_range(out, at + 1, top);
  else
    add_range(out, bottom, at == zero ? zero - 2 : at - 1);
  return n->op != TP_E_FP_LE;
}

/* Whether an atom is a set of its variable's values. */
static bool atom(const tp_exprs *x, tp_expr e, tp_domain_var *var,
                 tp_ranges *out) {
  const tp_expr_node *n = tp_expr_get(x, e);
  switch ((tp_expr_op)n->op) {
  case TP_E_VAR: /* a truth value */
    *var = (tp_domain_var){TP_X_BOOL, 1, e};
    add_range(out, 1, 1);
    return true;
  case TP_E_EQ:
  case TP_E_ULT:
  case TP_E_SLT:
    return bv_atom(x, n, var, out);
  case TP_E_FP_LT:
  case TP_E_FP_EQ:
    return fp_atom(x, n, var, out);
  default:
    return false;
  }
}

/* a and b, a or b. */
static void combine(tp_ranges *a, const tp_ranges *b, unsigned width,
                    bool is_or) {
  tp_ranges other = {0};
  tp_ranges_copy(&other, b);
  if (is_or) {
    complement(a, width);
    complement(&other, width);
  }
  tp_ranges_intersect(a, &other);
  if (is_or)
    complement(a, width);
  VEC_FREE(&other);
}

static bool is_composite(const tp_expr_node *n) {
  return n->op == TP_E_NOT || n->op == TP_E_AND || n->op == TP_E_OR;
}

static const tp_domain_known *known_of(const tp_domains *d, tp_expr e) {
  const uint32_t *at = tp_map_get(&d->at, e);
  return at ? &d->known[*at] : NULL;
}

/* Its kids are known. */
static tp_domain_known build(const tp_domains *d, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(d->exprs, e);
  tp_domain_known out = {0};
  if (!is_composite(n)) {
    out.is_set = atom(d->exprs, e, &out.var, &out.ranges);
    return out;
  }
  const tp_domain_known *a = known_of(d, n->a);
  const tp_domain_known *b = n->b ? known_of(d, n->b) : a;
  out.is_set = a->is_set && b->is_set && a->var.term == b->var.term;
  if (!out.is_set)
    return out;
  out.var = a->var;
  tp_ranges_copy(&out.ranges, &a->ranges);
  if (n->op == TP_E_NOT)
    complement(&out.ranges, out.var.width);
  else
    combine(&out.ranges, &b->ranges, out.var.width, n->op == TP_E_OR);
  out.is_set = out.ranges.n <= TP_LIMIT_SMT_RANGES;
  return out;
}

static void keep(tp_domains *d, tp_expr e, tp_domain_known k) {
  if (d->n == d->cap)
    d->known = tp_vec_grow(d->known, &d->cap, d->n + 1, sizeof *d->known);
  *tp_map_put(&d->at, e, NULL) = d->n;
  d->known[d->n++] = k;
}

/* The formula below e, kids first. */
static void build_below(tp_domains *d, tp_expr e) {
  tp_vec_u32 work = {0};
  VEC_PUSH(&work, e);
  while (work.n) {
    tp_expr at = VEC_LAST(&work);
    const tp_expr_node *n = tp_expr_get(d->exprs, at);
    uint32_t before = work.n;
    if (is_composite(n) && !known_of(d, n->a))
      VEC_PUSH(&work, n->a);
    if (is_composite(n) && n->b && !known_of(d, n->b))
      VEC_PUSH(&work, n->b);
    if (work.n > before)
      continue;
    work.n--;
    if (!known_of(d, at))
      keep(d, at, build(d, at));
  }
  VEC_FREE(&work);
}

const tp_ranges *tp_domains_of_term(tp_domains *d, tp_expr e,
                                    tp_domain_var *var) {
  if (!known_of(d, e))
    build_below(d, e);
  const tp_domain_known *k = known_of(d, e);
  *var = k->var;
  return k->is_set ? &k->ranges : NULL;
}

const tp_ranges *tp_domains_of(tp_domains *d, tp_expr e, tp_domain_var *var) {
  const tp_ranges *r = tp_domains_of_term(d, e, var);
  return r && tp_expr_get(d->exprs, var->term)->op == TP_E_VAR ? r : NULL;
}
