/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal/reward.h - what a run is expected to cover from each node on: the
 * equation system of seed 003, section 4.2.
 *
 * r(v) = sum over the edges e of v of chance(e) * (1 if e is open + r(to e)).
 * It is kept up to date: after a run only what leads to a node of that run, and
 * still to an open edge, is computed again, loops (components) one by one, in
 * the order in which they rest on each other.
 *
 * As printed, an open edge in a loop is rewarded at each visit, and a loop
 * without exit makes the system singular. The mended system rewards it once: of
 * k goals that are open in a loop, what is left after one of them was taken is
 * the share (k - 1) / k of what was there. That is exact where they are alike.
 * And a run ends at each step in a loop with a small chance, that of its limit.
 */
#ifndef TP_OPTIMAL_REWARD_H
#define TP_OPTIMAL_REWARD_H

#include "optimal/chain.h"
#include "search/cover.h"

/* Of a step in a loop: a run of so many decisions is over its limit. */
#define TP_REWARD_END 1e-4

typedef struct tp_reward {
  const tp_chain *chain;
  const tp_cover *cover;
  bool is_printed;
  VEC(double) at;       /* by node */
  VEC(double) inside;   /* of it: by goals of the node's own loop */
  tp_bits dirty;        /* components */
  uint32_t first_dirty; /* none is below */
  uint64_t computed;    /* components, since the beginning */
  VEC(double) matrix;   /* of a loop that is being solved */
  tp_vec_u32 place;     /* by node: its place in there */
  tp_vec_u32 goals;
} tp_reward;

/* Borrows chain and cover. Everything is dirty. */
void tp_reward_init(tp_reward *r, const tp_chain *chain, const tp_cover *cover,
                    bool is_printed);
void tp_reward_free(tp_reward *r);
/* The chances or the open edges of this node have changed. */
void tp_reward_touch(tp_reward *r, tp_gnode v);
/* Of all nodes of a path. */
void tp_reward_touch_path(tp_reward *r, const tp_path *path);
/* The edges that were open before and are not any more. */
void tp_reward_touch_closed(tp_reward *r, const tp_bits *before);
void tp_reward_settle(tp_reward *r);

/* Valid when settled. */
static inline double tp_reward_of(const tp_reward *r, tp_gnode v) {
  return r->at.at[v];
}
/* Of being at an edge for sure. */
static inline double tp_reward_of_edge(const tp_reward *r, tp_branch e) {
  return tp_live_is_open(&r->cover->live, e) +
         r->at.at[r->cover->g->edges.at[e].to];
}

#endif
