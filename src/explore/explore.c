/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A generational search. In: the oracle. Out: its coverage, and the counts.
 *
 * A path that is new (explore/novelty.h) is worth most. Paths wait in a heap,
 * those with most news first, and those without any as long as there is room.
 * Of the first one all steps behind the one that made it are turned; whatever
 * that brings to light waits in its turn. When none waits any more, random
 * inputs make the next one.
 */
#include "explore/explore.h"

#include "base/limits.h"
#include "base/rng.h"
#include "explore/novelty.h"
#include "search/path.h"
#include "search/session.h"

typedef struct waiting {
  tp_path path;
  uint32_t from; /* earlier steps were turned when its parent had its turn */
  uint32_t news;
  uint32_t number; /* older ones first */
} waiting;

typedef struct explorer {
  tp_session s;
  uint64_t patience;
  tp_rng rng;
  VEC(waiting) heap;
  uint32_t n_paths;
  tp_novelty novelty;
  tp_path next;
  tp_solution solution;
} explorer;

static bool is_done(const explorer *x) {
  return tp_session_is_done(&x->s) || x->s.stale >= x->patience;
}

/* ---- what is new --------------------------------------------------------- */

static uint32_t count_news(explorer *x, const tp_path *path) {
  tp_novelty_begin(&x->novelty);
  for (uint32_t i = 0; i < path->n && i < TP_LIMIT_EXPLORE_STEPS; i++)
    tp_novelty_add(&x->novelty, path->at[i].branch);
  return x->novelty.news;
}

/* ---- the heap ------------------------------------------------------------ */

static bool is_before(const waiting *a, const waiting *b) {
  return a->news != b->news ? a->news > b->news : a->number < b->number;
}

static void swap(waiting *a, waiting *b) {
  waiting t = *a;
  *a = *b;
  *b = t;
}

static void sink(explorer *x) {
  for (uint32_t i = 0, kid; (kid = 2 * i + 1) < x->heap.n; i = kid) {
    if (kid + 1 < x->heap.n &&
        is_before(&x->heap.at[kid + 1], &x->heap.at[kid]))
      kid++;
    if (!is_before(&x->heap.at[kid], &x->heap.at[i]))
      return;
    swap(&x->heap.at[kid], &x->heap.at[i]);
  }
}

/* The run in x->next waits. */
static void keep(explorer *x, uint32_t from) {
  uint32_t news = count_news(x, &x->next);
  if (x->heap.n >=
      (news ? TP_LIMIT_EXPLORE_WAITING : TP_LIMIT_EXPLORE_WAITING / 2))
    return;
  waiting w = {.from = from, .news = news, .number = x->n_paths++};
  tp_path_copy(&w.path, &x->next);
  if (w.path.n > TP_LIMIT_EXPLORE_STEPS)
    w.path.n = TP_LIMIT_EXPLORE_STEPS;
  VEC_PUSH(&x->heap, w);
  for (uint32_t i = x->heap.n - 1; i; i = (i - 1) / 2)
    if (is_before(&x->heap.at[i], &x->heap.at[(i - 1) / 2]))
      swap(&x->heap.at[i], &x->heap.at[(i - 1) / 2]);
}

static waiting take_first(explorer *x) {
  waiting first = x->heap.at[0];
  x->heap.at[0] = VEC_LAST(&x->heap);
  x->heap.n--;
  sink(x);
  return first;
}

/* ---- the search ---------------------------------------------------------- */

static void turn(explorer *x, const tp_path *path, uint32_t at) {
  for (tp_branch e = tp_path_counter(x->s.g, path->at[at].branch, 0);
       e != TP_NO_BRANCH && !is_done(x);
       e = tp_path_counter(x->s.g, path->at[at].branch, e + 1)) {
    if (tp_live_edge(&x->s.cover.live, e) &&
        tp_session_solve(&x->s, path, at, e, &x->solution) == TP_SAT &&
        tp_session_run(&x->s, x->solution.inputs, &x->next))
      keep(x, tp_path_follows(&x->next, path, at, e) ? at + 1 : 0);
  }
}

/* From the beginning, or from somewhere else when all is turned. */
static void start_again(explorer *x) {
  const tp_oracle *oracle = x->s.oracle;
  tp_inputs inputs = x->s.counts->runs == 0
                         ? oracle->initial(oracle->state)
                         : oracle->random(oracle->state, tp_rng_next(&x->rng));
  if (tp_session_run(&x->s, inputs, &x->next))
    keep(x, 0);
}

static void search(explorer *x) {
  while (!is_done(x)) {
    if (!x->heap.n) {
      start_again(x);
      continue;
    }
    waiting w = take_first(x);
    for (uint32_t at = w.from; at < w.path.n && !is_done(x); at++)
      if (w.path.at[at].pred != TP_PRED_CONCRETE)
        turn(x, &w.path, at);
    VEC_FREE(&w.path);
  }
}

void tp_explore(const tp_oracle *oracle, const tp_search_limits *limits,
                uint64_t patience, tp_search_counts *counts) {
  explorer x = {.patience = patience};
  tp_session_init(&x.s, oracle, limits, counts);
  tp_rng_init(&x.rng, x.s.limits.seed);
  search(&x);
  counts->is_exhausted = tp_cover_is_complete(&x.s.cover);
  for (uint32_t i = 0; i < x.heap.n; i++)
    VEC_FREE(&x.heap.at[i].path);
  VEC_FREE(&x.heap);
  VEC_FREE(&x.next);
  VEC_FREE(&x.solution.core);
  tp_novelty_free(&x.novelty);
  tp_session_fini(&x.s);
}
