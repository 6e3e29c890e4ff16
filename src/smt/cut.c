/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sweep over the gaps of all sets, from the least value up: thousands of
 * sets cost no more than sorting their gaps. Where gaps overlap, the one that
 * reaches farthest is taken, so that few of them cover all. */
#include "smt/cut.h"

#include <stdlib.h>

#define NONE UINT32_MAX

void tp_cut_free(tp_cut *c) {
  VEC_FREE(&c->within);
  VEC_FREE(&c->gaps);
  VEC_FREE(&c->left);
  VEC_FREE(&c->core);
}

void tp_cut_begin_within(tp_cut *c, const tp_ranges *within) {
  VEC_CLEAR(&c->gaps);
  tp_ranges_copy(&c->within, within);
}

void tp_cut_begin(tp_cut *c, const tp_domain_var *var) {
  uint64_t last =
      var->width == 64 ? UINT64_MAX : (UINT64_C(1) << var->width) - 1;
  VEC_CLEAR(&c->gaps);
  VEC_CLEAR(&c->within);
  VEC_PUSH(&c->within, (tp_range){0, last});
}

/* Gaps that lie elsewhere are no matter. */
static void add_gap(tp_cut *c, uint64_t low, uint64_t high, uint32_t item) {
  if (c->within.n && low <= VEC_LAST(&c->within).high &&
      high >= c->within.at[0].low)
    VEC_PUSH(&c->gaps, (tp_gap){low, high, item});
}

void tp_cut_add(tp_cut *c, const tp_ranges *set, uint32_t item) {
  uint64_t from = 0;
  for (uint32_t i = 0; i < set->n; i++) {
    tp_range r = set->at[i];
    if (r.low > from)
      add_gap(c, from, r.low - 1, item);
    if (r.high == UINT64_MAX)
      return;
    from = r.high + 1;
  }
  add_gap(c, from, UINT64_MAX, item);
}

static int by_low(const void *p, const void *q) {
  const tp_gap *a = p, *b = q;
  if (a->low != b->low)
    return a->low < b->low ? -1 : 1;
  return a->item < b->item ? -1 : a->item > b->item;
}

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

typedef struct sweep {
  uint32_t next; /* gap that begins behind the present value */
  uint32_t best; /* of those before it: which reaches farthest */
} sweep;

/* What is at a value, covered or left, and up to where (at most `last`). */
static uint64_t step(tp_cut *c, sweep *s, uint64_t at, uint64_t last) {
  for (; s->next < c->gaps.n && c->gaps.at[s->next].low <= at; s->next++)
    if (s->best == NONE || c->gaps.at[s->next].high > c->gaps.at[s->best].high)
      s->best = s->next;
  if (s->best != NONE && c->gaps.at[s->best].high >= at) {
    VEC_PUSH(&c->core, c->gaps.at[s->best].item);
    return c->gaps.at[s->best].high;
  }
  uint64_t end = last;
  if (s->next < c->gaps.n && c->gaps.at[s->next].low <= last)
    end = c->gaps.at[s->next].low - 1;
  VEC_PUSH(&c->left, (tp_range){at, end});
  return end;
}

static void drop_doubles(tp_vec_u32 *v) {
  uint32_t kept = 0;
  if (v->n > 1)
    qsort(v->at, v->n, sizeof *v->at, by_number);
  for (uint32_t i = 0; i < v->n; i++)
    if (!kept || v->at[kept - 1] != v->at[i])
      v->at[kept++] = v->at[i];
  v->n = kept;
}

void tp_cut_end(tp_cut *c) {
  sweep s = {0, NONE};
  VEC_CLEAR(&c->left);
  VEC_CLEAR(&c->core);
  if (c->gaps.n > 1)
    qsort(c->gaps.at, c->gaps.n, sizeof *c->gaps.at, by_low);
  for (uint32_t i = 0; i < c->within.n; i++) {
    tp_range r = c->within.at[i];
    for (uint64_t at = r.low, end;; at = end + 1) {
      end = step(c, &s, at, r.high);
      if (end >= r.high)
        break;
    }
  }
  drop_doubles(&c->core);
}
