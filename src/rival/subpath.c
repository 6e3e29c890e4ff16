/* SPDX-License-Identifier: GPL-3.0-or-later */
/* subpath: subpath-guided search (Li, Su, Wang and Li 2013). The turn is tried
 * whose last branches runs have taken in a row least often.
 */
#include "rival/pursue.h"
#include "rival/rival.h"

/* Branches of a subpath: a fifth of the nodes. */
#define SHARE 5
#define MOST 8

typedef struct subpaths {
  tp_map travelled; /* how often */
  uint32_t length;
} subpaths;

static void ran(tp_pursuit *p) {
  subpaths *w = p->own;
  bool is_new;
  for (uint32_t end = 1; end <= p->path.n; end++)
    ++*tp_map_put(&w->travelled, tp_path_context(&p->path, end, w->length),
                  &is_new);
}

static uint32_t times(const tp_pursuit *p, uint32_t i) {
  const subpaths *w = p->own;
  const uint32_t *n =
      tp_map_get(&w->travelled, tp_turn_context(p, &p->turns.at[i], w->length));
  return n ? *n : 0;
}

/* Among equals by chance. */
static uint32_t pick(tp_pursuit *p) {
  uint32_t best = 0, least = UINT32_MAX, equals = 0;
  for (uint32_t i = 0; i < p->turns.n; i++) {
    uint32_t n = times(p, i);
    equals = n == least ? equals + 1 : 1;
    if (n < least || (n == least && tp_rng_below(&p->rng, equals) == 0))
      best = i;
    least = n < least ? n : least;
  }
  return best;
}

void tp_rival_search_subpath(const tp_oracle *oracle,
                             const tp_search_limits *limits,
                             tp_search_counts *counts) {
  uint32_t n = oracle->graph->nodes.n / SHARE;
  subpaths w = {.length = n < 1 ? 1 : n > MOST ? MOST : n};
  tp_pursue(&(tp_pursuit_way){.pick = pick, .ran = ran}, &w, oracle, limits,
            counts);
  tp_map_free(&w.travelled);
}
