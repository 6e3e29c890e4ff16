/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One decision after the other: see optimal/ahead.h. */
#include "optimal/ahead.h"

#include <math.h>

/* Decisions that a path goes on by. */
#define MOST 32

/* Whether the path was where the branch leads, or covers its goal. */
static bool is_on(const tp_graph *g, const tp_path *path, tp_branch e) {
  const tp_graph_edge *edge = &g->edges.at[e];
  for (uint32_t i = 0; i < path->n; i++) {
    const tp_graph_edge *on = &g->edges.at[path->at[i].branch];
    if (on->from == edge->to || on->to == edge->to ||
        (edge->goal != TP_NO_GOAL && on->goal == edge->goal))
      return true;
  }
  return false;
}

static tp_gnode end_of(const tp_graph *g, const tp_path *path) {
  return g->edges.at[VEC_LAST(path).branch].to;
}

/* To the next decision. */
static void go_on(const tp_graph *g, tp_path *path) {
  for (tp_gnode v = end_of(g, path);
       g->nodes.at[v].n == 1 && !is_on(g, path, g->nodes.at[v].first);
       v = end_of(g, path))
    VEC_PUSH(path, (tp_step){g->nodes.at[v].first, TP_PRED_CONCRETE});
}

/* Random runs until one takes this path. */
static double runs_of(const tp_chain *chain, const tp_path *path) {
  double runs = 1;
  for (uint32_t i = 0; i < path->n; i++)
    runs /= fmax(tp_chain_chance(chain, path->at[i].branch), 1e-12);
  return runs;
}

typedef struct side { /* of a decision */
  tp_step step;
  double cost;  /* of the path with it */
  double saves; /* than its own cost it saves so much more later */
} side;

/* A run that is left to chance here brings r(v), one that takes e for sure
 * more. What it misses is covered later by this path, solved then, or by random
 * runs. */
static double later(const tp_reward *r, const tp_path *path, double cost) {
  tp_branch e = VEC_LAST(path).branch;
  double with = tp_reward_of_edge(r, e);
  double without = tp_reward_of(r, r->cover->g->edges.at[e].from);
  return with > 0
             ? (with - without) / with * fmin(cost, runs_of(r->chain, path))
             : 0;
}

/* The side by which to go on; it saves nothing if there is none. */
static side best_side(const tp_candidates *c, const tp_reward *r, tp_path *path,
                      double cost) {
  const tp_graph *g = r->cover->g;
  const tp_graph_node *node = &g->nodes.at[end_of(g, path)];
  side best = {0};
  for (tp_branch e = node->first; e < node->first + node->n; e++) {
    side s = {.step = {e, tp_candidates_pred(c, e)}};
    if (s.step.pred == TP_PRED_CONCRETE || is_on(g, path, e))
      continue;
    VEC_PUSH(path, s.step);
    s.cost = tp_candidates_cost(c->oracle, path, path->n - 1, e);
    s.saves = later(r, path, s.cost) - (s.cost - cost);
    path->n--;
    if (s.saves > best.saves)
      best = s;
  }
  return best;
}

bool tp_ahead_extend(const tp_candidates *c, const tp_reward *r, tp_path *path,
                     double cost) {
  uint32_t before = path->n, end = before;
  for (uint32_t k = 0; k < MOST; k++) {
    go_on(r->cover->g, path);
    side best = best_side(c, r, path, cost);
    if (best.saves <= 0)
      break;
    VEC_PUSH(path, best.step);
    cost = best.cost;
    end = path->n;
  }
  path->n = end;
  return end > before;
}
