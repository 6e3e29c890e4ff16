/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rcn, rss, rps: the searchers of KLEE (Cadar, Dunbar and Engler 2008), whose
 * states are the turns that are left: with a weight by how near an uncovered
 * branch is, any of them, and by a random way down the tree of paths.
 */
#include "rival/pursue.h"
#include "rival/rival.h"

#include "reach/bfs.h"

/* ---- rss ----------------------------------------------------------------- */

static uint32_t pick_any(tp_pursuit *p) {
  return tp_rng_below(&p->rng, p->turns.n);
}

void tp_rival_search_rss(const tp_oracle *oracle,
                         const tp_search_limits *limits,
                         tp_search_counts *counts) {
  tp_pursue(&(tp_pursuit_way){.pick = pick_any}, NULL, oracle, limits, counts);
}

/* ---- rcn ----------------------------------------------------------------- */

typedef struct distances {
  tp_vec_u32 at;
  uint32_t covered; /* goals when they were measured */
} distances;

/* One over the square of the distance; nothing if nothing is ahead. */
static double weight(const tp_pursuit *p, const tp_turn *turn) {
  const distances *d = p->own;
  const tp_live *live = &p->s.cover.live;
  if (tp_live_is_open(live, turn->instead))
    return 1;
  uint32_t far = d->at.at[p->s.g->edges.at[turn->instead].to];
  return far == TP_FAR ? 0 : 1 / ((1.0 + far) * (1.0 + far));
}

static uint32_t pick_near(tp_pursuit *p) {
  distances *d = p->own;
  double sum = 0;
  if (d->at.n == 0 || d->covered != p->s.cover.n_covered)
    tp_reach_distance(&d->at, p->s.g, &p->s.cover.live.open);
  d->covered = p->s.cover.n_covered;
  for (uint32_t i = 0; i < p->turns.n; i++)
    sum += weight(p, &p->turns.at[i]);
  double left = sum * (double)(tp_rng_next(&p->rng) >> 11) * 0x1p-53;
  for (uint32_t i = 0; i < p->turns.n && sum > 0; i++) {
    left -= weight(p, &p->turns.at[i]);
    if (left < 0)
      return i;
  }
  return pick_any(p);
}

void tp_rival_search_rcn(const tp_oracle *oracle,
                         const tp_search_limits *limits,
                         tp_search_counts *counts) {
  distances d = {0};
  tp_pursue(&(tp_pursuit_way){.pick = pick_near}, &d, oracle, limits, counts);
  VEC_FREE(&d.at);
}

/* ---- rps ----------------------------------------------------------------- */

/* The branch at a depth of those turns that are left, drawn from the different
 * ones. */
static tp_branch draw_branch(tp_pursuit *p, const tp_vec_u32 *left,
                             uint32_t depth) {
  tp_map met = {0};
  tp_branch drawn = TP_NO_BRANCH;
  for (uint32_t i = 0; i < left->n; i++) {
    bool is_new;
    tp_branch e = tp_turn_branch(p, &p->turns.at[left->at[i]], depth);
    tp_map_put(&met, e, &is_new);
    if (is_new && tp_rng_below(&p->rng, met.n) == 0)
      drawn = e;
  }
  tp_map_free(&met);
  return drawn;
}

static uint32_t pick_way_down(tp_pursuit *p) {
  tp_vec_u32 *left = p->own;
  VEC_CLEAR(left);
  for (uint32_t i = 0; i < p->turns.n; i++)
    VEC_PUSH(left, i);
  for (uint32_t depth = 0; left->n > 1; depth++) {
    tp_branch drawn = draw_branch(p, left, depth);
    uint32_t n = 0;
    for (uint32_t i = 0; i < left->n; i++) {
      const tp_turn *turn = &p->turns.at[left->at[i]];
      if (tp_turn_branch(p, turn, depth) != drawn)
        continue;
      left->at[n++] = left->at[i];
      if (turn->at == depth) /* no other has this way */
        return left->at[n - 1];
    }
    left->n = n;
  }
  return left->at[0];
}

void tp_rival_search_rps(const tp_oracle *oracle,
                         const tp_search_limits *limits,
                         tp_search_counts *counts) {
  tp_vec_u32 left = {0};
  tp_pursue(&(tp_pursuit_way){.pick = pick_way_down}, &left, oracle, limits,
            counts);
  VEC_FREE(&left);
}
