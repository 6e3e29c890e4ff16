/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/quick.c - after slicing, most queries of a tester program are limits on
 * one value: sets of ranges that are cut with each other decide them in a
 * microsecond, exactly.
 *
 * The value given is near the one the variable has now: a whole number or a
 * short decimal fraction if there is one, else the nearest bound.
 */
#include "smt/quick.h"

#include "base/limits.h"
#include "smt/cut.h"

#include <math.h>
#include <stdlib.h>

/* Cut all sets but that of item `without`. */
static void cut(tp_domains *d, const tp_query *q, const tp_vec_u32 *items,
                uint32_t without, tp_ranges *out) {
  tp_domain_var var;
  bool is_first = true;
  for (uint32_t i = 0; i < items->n; i++) {
    if (i == without)
      continue;
    const tp_ranges *r =
        tp_domains_of_term(d, q->items.at[items->at[i]].e, &var);
    if (is_first)
      tp_ranges_copy(out, r);
    else
      tp_ranges_intersect(out, r);
    is_first = false;
  }
}

/* Leave out what is not needed for the contradiction, but never the pivot. A
 * large core is as the cut has it: of ranges it is minimal. */
static void minimise(tp_domains *d, const tp_query *q, tp_vec_u32 *core) {
  tp_ranges rest = {0};
  if (core->n > TP_LIMIT_SMT_QUICK_CORE)
    return;
  for (uint32_t i = 0; i < core->n && core->n > 1;) {
    if (core->at[i] == q->pivot) {
      i++;
      continue;
    }
    cut(d, q, core, i, &rest);
    if (rest.n) {
      i++;
      continue;
    }
    for (uint32_t j = i + 1; j < core->n; j++)
      core->at[j - 1] = core->at[j];
    core->n--;
  }
  VEC_FREE(&rest);
}

static uint64_t distance(uint64_t a, uint64_t b) {
  return a < b ? b - a : a - b;
}

/* The range nearest to a position, and the nearest position in it. */
static const tp_range *nearest(const tp_ranges *r, uint64_t position,
                               uint64_t *at) {
  const tp_range *best = NULL;
  uint64_t least = 0;
  for (uint32_t i = 0; i < r->n; i++) {
    const tp_range *p = &r->at[i];
    uint64_t near = position < p->low    ? p->low
                    : position > p->high ? p->high
                                         : position;
    if (!best || distance(near, position) < least) {
      best = p;
      least = distance(near, position);
      *at = near;
    }
  }
  return best;
}

static double number_at(const tp_domain_var *v, uint64_t position) {
  uint64_t bits = tp_domain_bits(v, position);
  if (v->width == 64) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
  }
  uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, sizeof f);
  return (double)f;
}

static uint64_t position_of(const tp_domain_var *v, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  if (v->width == 32) {
    float f = (float)number;
    uint32_t low;
    memcpy(&low, &f, sizeof low);
    bits = low;
  }
  return tp_domain_position(v, bits);
}

/* The numbers of a set: without NaN, and without infinities if others are
 * left. */
static void plain_numbers(const tp_domain_var *v, tp_ranges *r) {
  uint64_t inf = v->width == 64 ? 0x7ff0000000000000 : 0x7f800000;
  uint64_t sign = UINT64_C(1) << (v->width - 1);
  tp_range finite = {tp_domain_position(v, sign | inf) + 1,
                     tp_domain_position(v, inf) - 1};
  tp_range ordered = {finite.low - 1, finite.high + 1};
  const tp_range *tries[] = {&finite, &ordered};
  for (unsigned i = 0; i < 2; i++) {
    tp_ranges plain = {0};
    VEC_PUSH(&plain, *tries[i]);
    tp_ranges_intersect(&plain, r);
    if (plain.n) {
      tp_ranges_copy(r, &plain);
      VEC_FREE(&plain);
      return;
    }
    VEC_FREE(&plain);
  }
}

/* A number with few decimals within a range, next to its end at `near`. */
static uint64_t short_number(const tp_domain_var *v, const tp_range *r,
                             uint64_t near) {
  double bound = number_at(v, near);
  double scale = 1;
  for (unsigned decimals = 0; decimals <= 6; decimals++, scale *= 10) {
    double tries[] = {floor(bound * scale) / scale, ceil(bound * scale) / scale,
                      (floor(bound * scale) - 1) / scale,
                      (ceil(bound * scale) + 1) / scale};
    for (unsigned i = 0; i < 4; i++) {
      uint64_t at = position_of(v, tries[i]);
      if (r->low <= at && at <= r->high)
        return at;
    }
  }
  return near;
}

static uint64_t choose(const tp_domain_var *v, tp_ranges *r, uint64_t now) {
  uint64_t at = 0, position = tp_domain_position(v, now);
  if (v->sort == TP_X_BV || v->sort == TP_X_BOOL) {
    nearest(r, position, &at);
    return tp_domain_bits(v, at);
  }
  plain_numbers(v, r);
  const tp_range *range = nearest(r, position, &at);
  if (at != position)
    at = short_number(v, range, at);
  return tp_domain_bits(v, at);
}

/* Whether every item is a set of the one variable; its sort. */
static bool is_quick(tp_domains *d, const tp_query *q, tp_domain_var *var) {
  if (q->vars.n != 1)
    return false;
  for (uint32_t i = 0; i < q->items.n; i++) {
    tp_domain_var own;
    if (!tp_domains_of(d, q->items.at[i].e, &own) ||
        (i > 0 && (own.sort != var->sort || own.width != var->width)))
      return false;
    *var = own;
  }
  return true;
}

/* Cut the sets of items; the pivot's comes first if it is among them. */
static void cut_items(tp_domains *d, const tp_query *q, const tp_vec_u32 *items,
                      tp_cut *c) {
  tp_domain_var var = {0};
  bool has_pivot = false;
  for (uint32_t i = 0; i < items->n && !has_pivot; i++)
    has_pivot = items->at[i] == q->pivot;
  const tp_ranges *first = tp_domains_of_term(
      d, q->items.at[has_pivot ? q->pivot : items->at[0]].e, &var);
  if (has_pivot)
    tp_cut_begin_within(c, first);
  else
    tp_cut_begin(c, &var);
  for (uint32_t i = 0; i < items->n; i++)
    if (!has_pivot || items->at[i] != q->pivot)
      tp_cut_add(c, tp_domains_of_term(d, q->items.at[items->at[i]].e, &var),
                 items->at[i]);
  tp_cut_end(c);
  if (has_pivot)
    VEC_PUSH(&c->core, q->pivot);
}

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

static void take_core(tp_domains *d, const tp_query *q, const tp_cut *c,
                      tp_vec_u32 *core) {
  VEC_CLEAR(core);
  for (uint32_t i = 0; i < c->core.n; i++)
    VEC_PUSH(core, c->core.at[i]);
  qsort(core->at, core->n, sizeof *core->at, by_number);
  minimise(d, q, core);
}

tp_quick_answer tp_quick_check(tp_domains *d, const tp_query *q, uint64_t now,
                               uint64_t *value, tp_vec_u32 *core) {
  tp_domain_var var = {0};
  if (!is_quick(d, q, &var))
    return TP_QUICK_NONE;
  tp_cut c = {0};
  VEC_CLEAR(core);
  for (uint32_t i = 0; i < q->items.n; i++)
    VEC_PUSH(core, i);
  cut_items(d, q, core, &c);
  bool is_sat = c.left.n > 0;
  if (is_sat) {
    *value = choose(&var, &c.left, now);
    VEC_CLEAR(core);
  } else {
    take_core(d, q, &c, core);
  }
  tp_cut_free(&c);
  return is_sat ? TP_QUICK_SAT : TP_QUICK_UNSAT;
}

static bool has_only(tp_exprs *x, tp_expr e, uint32_t var) {
  uint32_t n;
  const uint32_t *vars = tp_expr_few_vars(x, e, &n);
  return n == 1 && vars[0] == var;
}

/* The values of var that the predicates about it alone allow. */
static bool allowed(tp_domains *d, const tp_query *q, uint32_t var,
                    tp_domain_var *kind, tp_ranges *out) {
  tp_cut c = {0};
  const tp_ranges *r = tp_domains_of(d, q->items.at[q->pivot].e, kind);
  if (!r)
    return false;
  tp_cut_begin_within(&c, r);
  for (uint32_t i = 0; i < q->items.n; i++) {
    tp_domain_var own;
    if (i == q->pivot || !has_only(d->exprs, q->items.at[i].e, var))
      continue;
    r = tp_domains_of(d, q->items.at[i].e, &own);
    if (r && own.sort == kind->sort && own.width == kind->width)
      tp_cut_add(&c, r, i);
  }
  tp_cut_end(&c);
  tp_ranges_copy(out, &c.left);
  tp_cut_free(&c);
  return out->n > 0;
}

void tp_quick_candidates(tp_domains *d, const tp_query *q,
                         tp_expr_values current, void *state,
                         tp_quick_values *out) {
  out->n = 0;
  if (q->pivot == TP_NO_ITEM || !current)
    return;
  uint32_t n;
  const uint32_t *vars =
      tp_expr_few_vars(d->exprs, q->items.at[q->pivot].e, &n);
  if (n != 1)
    return;
  out->var = vars[0];
  tp_domain_var kind = {0};
  tp_ranges r = {0};
  if (allowed(d, q, out->var, &kind, &r)) {
    out->at[out->n++] = choose(&kind, &r, current(state, out->var));
    for (uint32_t i = 0; i < r.n && out->n + 3 <= TP_QUICK_VALUES; i++) {
      tp_range p = r.at[i];
      out->at[out->n++] = tp_domain_bits(&kind, p.low);
      out->at[out->n++] = tp_domain_bits(&kind, p.high);
      out->at[out->n++] = tp_domain_bits(&kind, p.low + (p.high - p.low) / 2);
    }
  }
  VEC_FREE(&r);
}

/* The values of the only variable that all limits among the items allow. */
static bool cut_limits(tp_domains *d, const tp_query *q, tp_domain_var *var,
                       tp_ranges *out) {
  bool is_first = true;
  tp_cut c = {0};
  for (uint32_t i = 0; i < q->items.n; i++) {
    tp_domain_var own;
    const tp_ranges *r = tp_domains_of(d, q->items.at[i].e, &own);
    if (!r || (!is_first && (own.sort != var->sort || own.width != var->width)))
      continue;
    if (is_first)
      tp_cut_begin_within(&c, r);
    else
      tp_cut_add(&c, r, i);
    *var = own;
    is_first = false;
  }
  tp_cut_end(&c);
  tp_ranges_copy(out, &c.left);
  tp_cut_free(&c);
  return !is_first;
}

bool tp_quick_few(tp_domains *d, const tp_query *q, tp_quick_values *out) {
  tp_domain_var var = {0};
  tp_ranges r = {0};
  *out = (tp_quick_values){0};
  bool ok = q->vars.n == 1 && cut_limits(d, q, &var, &r);
  for (uint32_t i = 0; i < r.n && ok; i++) {
    uint64_t more = r.at[i].high - r.at[i].low; /* than one */
    ok = out->n < TP_QUICK_VALUES && more < TP_QUICK_VALUES - out->n;
    for (uint64_t k = 0; ok && k <= more; k++)
      out->at[out->n++] = tp_domain_bits(&var, r.at[i].low + k);
  }
  VEC_FREE(&r);
  return ok;
}

typedef struct about { /* which term an item is about */
  tp_expr term;
  uint32_t item;
} about;

typedef VEC(about) about_list;

static int by_term(const void *p, const void *q) {
  const about *a = p, *b = q;
  if (a->term != b->term)
    return a->term < b->term ? -1 : 1;
  return a->item < b->item ? -1 : a->item > b->item;
}

static void find_terms(tp_domains *d, const tp_query *q, about_list *out) {
  for (uint32_t i = 0; i < q->items.n; i++) {
    tp_domain_var own;
    if (tp_domains_of_term(d, q->items.at[i].e, &own))
      VEC_PUSH(out, (about){own.term, i});
  }
  if (out->n > 1)
    qsort(out->at, out->n, sizeof *out->at, by_term);
}

bool tp_quick_conflict(tp_domains *d, const tp_query *q, tp_vec_u32 *core) {
  about_list all = {0};
  tp_cut c = {0};
  bool found = false;
  find_terms(d, q, &all);
  for (uint32_t from = 0, to; from < all.n && !found; from = to) {
    VEC_CLEAR(core);
    for (to = from; to < all.n && all.at[to].term == all.at[from].term; to++)
      VEC_PUSH(core, all.at[to].item);
    if (core->n < 2)
      continue;
    cut_items(d, q, core, &c);
    found = c.left.n == 0;
  }
  if (found)
    take_core(d, q, &c, core);
  tp_cut_free(&c);
  VEC_FREE(&all);
  return found;
}
