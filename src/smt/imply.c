/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The truth values of a query, each once, kids before those that have them. In
 * a round what is known goes up to those and down to their kids, comparisons
 * become bounds, and what follows from bounds tells about other comparisons.
 * Nothing recurs.
 *
 * What is known has its reasons: predicates by their number modulo 64, so a
 * core may be too large. It is made smaller by leaving one out and trying
 * again.
 */
#include "smt/imply.h"

#include "base/limits.h"
#include "smt/bounds.h"

#include <stdlib.h>

#define NONE UINT32_MAX
#define REASONS 64

typedef struct truth {
  tp_expr e;
  uint8_t op;    /* tp_expr_op */
  uint8_t known; /* tp_known */
  bool is_comparison;
  bool is_told;     /* .. and what is known of it, to the bounds */
  uint32_t a, b, c; /* places of kids */
  uint64_t by;
} truth;

typedef struct steps {
  tp_exprs *exprs;
  VEC(truth) at; /* ascending by e */
  tp_bounds bounds;
  bool has_changed, has_failed;
  uint64_t by; /* if it has failed */
} steps;

/* ---- the truth values of a query ----------------------------------------- */

static bool is_made_of_truths(const tp_exprs *x, const tp_expr_node *n) {
  return n->op == TP_E_NOT || n->op == TP_E_AND || n->op == TP_E_OR ||
         (n->op == TP_E_ITE && n->sort == TP_X_BOOL) ||
         (n->op == TP_E_EQ && tp_expr_get(x, n->a)->sort == TP_X_BOOL);
}

static int ascending(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

/* False: there are too many. */
static bool collect(tp_exprs *x, const tp_query *q, tp_vec_u32 *out) {
  tp_map seen = {0};
  bool is_new;
  for (uint32_t i = 0; i < q->items.n; i++) {
    tp_map_put(&seen, q->items.at[i].e, &is_new);
    if (is_new)
      VEC_PUSH(out, q->items.at[i].e);
  }
  for (uint32_t i = 0; i < out->n && out->n <= TP_LIMIT_SMT_IMPLY; i++) {
    const tp_expr_node *n = tp_expr_get(x, out->at[i]);
    const tp_expr kids[] = {n->a, n->b, n->c};
    for (int k = 0; k < 3 && is_made_of_truths(x, n); k++) {
      is_new = false;
      if (kids[k])
        tp_map_put(&seen, kids[k], &is_new);
      if (is_new)
        VEC_PUSH(out, kids[k]);
    }
  }
  tp_map_free(&seen);
  if (out->n > 1)
    qsort(out->at, out->n, sizeof *out->at, ascending);
  return out->n <= TP_LIMIT_SMT_IMPLY;
}

static uint32_t place_of(const steps *s, tp_expr e) {
  uint32_t low = 0, high = s->at.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->at.at[middle].e < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->at.n && s->at.at[low].e == e ? low : NONE;
}

static void fill(steps *s, const tp_vec_u32 *all) {
  for (uint32_t i = 0; i < all->n; i++) {
    const tp_expr_node *n = tp_expr_get(s->exprs, all->at[i]);
    truth t = {.e = all->at[i],
               .op = n->op,
               .is_comparison = tp_bounds_is_comparison(s->exprs, all->at[i])};
    bool has_kids = is_made_of_truths(s->exprs, n);
    t.a = has_kids ? place_of(s, n->a) : NONE;
    t.b = has_kids && n->b ? place_of(s, n->b) : NONE;
    t.c = has_kids && n->c ? place_of(s, n->c) : NONE;
    if (n->op == TP_E_CONST)
      t.known = n->bits ? TP_TRUE : TP_FALSE;
    VEC_PUSH(&s->at, t);
  }
}

/* ---- one step ------------------------------------------------------------ */

static void fail(steps *s, uint64_t by) {
  if (!s->has_failed)
    s->by = by;
  s->has_failed = true;
}

static void set(steps *s, uint32_t place, bool is_true, uint64_t by) {
  truth *t = &s->at.at[place];
  tp_known known = is_true ? TP_TRUE : TP_FALSE;
  if (t->known == known)
    return;
  if (t->known != TP_OPEN) {
    fail(s, t->by | by);
    return;
  }
  t->known = (uint8_t)known;
  t->by = by;
  s->has_changed = true;
}

static tp_known known(const steps *s, uint32_t place) {
  return (tp_known)s->at.at[place].known;
}

static uint64_t why(const steps *s, uint32_t place) {
  return s->at.at[place].by;
}

/* AND where `all` is true, OR where it is false: a side that is not so decides,
 * both that are so do together. */
static void go_up_all(steps *s, uint32_t i, bool all) {
  const truth t = s->at.at[i];
  tp_known so = all ? TP_TRUE : TP_FALSE, not_so = all ? TP_FALSE : TP_TRUE;
  if (known(s, t.a) == not_so)
    set(s, i, !all, why(s, t.a));
  else if (known(s, t.b) == not_so)
    set(s, i, !all, why(s, t.b));
  else if (known(s, t.a) == so && known(s, t.b) == so)
    set(s, i, all, why(s, t.a) | why(s, t.b));
}

static void go_down_all(steps *s, uint32_t i, bool all) {
  const truth t = s->at.at[i];
  tp_known so = all ? TP_TRUE : TP_FALSE;
  if (t.known == so) {
    set(s, t.a, all, t.by);
    set(s, t.b, all, t.by);
  } else if (known(s, t.a) == so) {
    set(s, t.b, !all, t.by | why(s, t.a));
  } else if (known(s, t.b) == so) {
    set(s, t.a, !all, t.by | why(s, t.b));
  }
}

/* Of the three of a == b two tell the third. */
static void go_along_equal(steps *s, uint32_t i) {
  const truth t = s->at.at[i];
  if (known(s, t.a) && known(s, t.b))
    set(s, i, known(s, t.a) == known(s, t.b), why(s, t.a) | why(s, t.b));
  else if (t.known && known(s, t.a))
    set(s, t.b, t.known == known(s, t.a), t.by | why(s, t.a));
  else if (t.known && known(s, t.b))
    set(s, t.a, t.known == known(s, t.b), t.by | why(s, t.b));
}

static void go_along_choice(steps *s, uint32_t i) {
  const truth t = s->at.at[i];
  if (!known(s, t.a))
    return;
  uint32_t side = known(s, t.a) == TP_TRUE ? t.b : t.c;
  if (known(s, side))
    set(s, i, known(s, side) == TP_TRUE, why(s, t.a) | why(s, side));
  else if (t.known)
    set(s, side, t.known == TP_TRUE, t.by | why(s, t.a));
}

static void go_along_not(steps *s, uint32_t i) {
  const truth t = s->at.at[i];
  if (known(s, t.a))
    set(s, i, known(s, t.a) == TP_FALSE, why(s, t.a));
  else if (t.known)
    set(s, t.a, t.known == TP_FALSE, t.by);
}

static void look_at_comparison(steps *s, uint32_t i) {
  truth *t = &s->at.at[i];
  uint64_t by;
  tp_known told = tp_bounds_tell(&s->bounds, t->e, &by);
  if (told)
    set(s, i, told == TP_TRUE, by);
}

static void step(steps *s, uint32_t i, bool is_up) {
  const truth *t = &s->at.at[i];
  bool all = t->op == TP_E_AND;
  if (t->a == NONE) {
    if (t->is_comparison && is_up)
      look_at_comparison(s, i);
  } else if (t->op == TP_E_NOT) {
    go_along_not(s, i);
  } else if (t->op == TP_E_EQ) {
    go_along_equal(s, i);
  } else if (t->op == TP_E_ITE) {
    go_along_choice(s, i);
  } else if (is_up) {
    go_up_all(s, i, all);
  } else if (t->known) {
    go_down_all(s, i, all);
  }
}

/* ---- all steps ----------------------------------------------------------- */

/* Of a float nothing may be said yet, as long as it is not known for a number;
 * then it is said again. */
static void tell_bounds(steps *s) {
  bool has_floats = false;
  for (uint32_t i = 0; i < s->at.n; i++) {
    truth *t = &s->at.at[i];
    if (!t->is_comparison || !t->known || t->is_told)
      continue;
    bool is_again =
        t->known == TP_FALSE && (t->op == TP_E_FP_LT || t->op == TP_E_FP_LE);
    has_floats |= is_again;
    t->is_told = !is_again;
    if (t->is_told)
      tp_bounds_add(&s->bounds, t->e, t->known == TP_TRUE, t->by);
  }
  uint32_t told = s->bounds.aparts.n;
  for (uint32_t i = 0; i < s->at.n && has_floats; i++) {
    truth *t = &s->at.at[i];
    if (!t->is_comparison || !t->known || t->is_told)
      continue;
    tp_bounds_add(&s->bounds, t->e, false, t->by);
    t->is_told = s->bounds.aparts.n > told;
    told = s->bounds.aparts.n;
  }
}

static void one_round(steps *s) {
  for (uint32_t i = 0; i < s->at.n && !s->has_failed; i++)
    step(s, i, true);
  for (uint32_t i = s->at.n; i-- > 0 && !s->has_failed;)
    step(s, i, false);
  if (s->has_failed)
    return;
  tell_bounds(s);
  uint64_t by;
  if (!tp_bounds_follow(&s->bounds, &s->has_changed, &by))
    fail(s, by);
}

/* Whether the items in `which` contradict each other; *by: those that are
 * needed. */
static bool fails(steps *s, const tp_query *q, const tp_vec_u32 *which,
                  uint64_t *by) {
  tp_bounds_clear(&s->bounds);
  for (uint32_t i = 0; i < s->at.n; i++) {
    truth *t = &s->at.at[i];
    t->known = t->op == TP_E_CONST ? t->known : TP_OPEN;
    t->is_told = false;
    t->by = 0;
  }
  s->has_failed = false;
  for (uint32_t i = 0; i < which->n; i++)
    set(s, place_of(s, q->items.at[which->at[i]].e), true,
        UINT64_C(1) << i % REASONS);
  s->has_changed = true;
  for (uint32_t i = 0;
       i < TP_LIMIT_SMT_IMPLY_ROUNDS && s->has_changed && !s->has_failed; i++) {
    s->has_changed = false;
    one_round(s);
  }
  *by = s->by;
  return s->has_failed;
}

/* The reasons of a circle are only likely: if they don't do, all stay. */
static void keep_needed(steps *s, const tp_query *q, tp_vec_u32 *core,
                        uint64_t by) {
  tp_vec_u32 needed = {0};
  for (uint32_t i = 0; i < core->n; i++)
    if (by >> i % REASONS & 1)
      VEC_PUSH(&needed, core->at[i]);
  if (fails(s, q, &needed, &by)) {
    VEC_FREE(core);
    *core = needed;
  } else {
    VEC_FREE(&needed);
  }
}

/* Leave out one after the other. */
static void minimise(steps *s, const tp_query *q, tp_vec_u32 *core) {
  tp_vec_u32 rest = {0};
  uint64_t by;
  for (uint32_t i = 0; i < core->n && core->n > 1;) {
    VEC_CLEAR(&rest);
    for (uint32_t k = 0; k < core->n; k++)
      if (k != i)
        VEC_PUSH(&rest, core->at[k]);
    if (core->at[i] == q->pivot || !fails(s, q, &rest, &by)) {
      i++;
      continue;
    }
    VEC_CLEAR(core);
    for (uint32_t k = 0; k < rest.n; k++)
      VEC_PUSH(core, rest.at[k]);
  }
  VEC_FREE(&rest);
}

bool tp_imply_conflict(tp_exprs *x, const tp_query *q, tp_vec_u32 *core) {
  steps s = {.exprs = x, .bounds = {.exprs = x}};
  tp_vec_u32 all = {0};
  uint64_t by;
  bool found = false;
  VEC_CLEAR(core);
  for (uint32_t i = 0; i < q->items.n; i++)
    VEC_PUSH(core, i);
  if (collect(x, q, &all)) {
    fill(&s, &all);
    found = fails(&s, q, core, &by);
  }
  if (found) {
    keep_needed(&s, q, core, by);
    if (core->n <= TP_LIMIT_SMT_QUICK_CORE)
      minimise(&s, q, core);
  }
  VEC_FREE(&all);
  VEC_FREE(&s.at);
  tp_bounds_free(&s.bounds);
  return found;
}
