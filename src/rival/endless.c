/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random choices and the end of searches without one: rival/endless.h. */
#include "rival/endless.h"

#include "rival/rival.h"

bool tp_rival_is_done(const tp_session *s) {
  const tp_budget *budget = s->oracle->budget;
  bool has_limit = s->limits.max_runs || (budget && budget->deadline > 0);
  return tp_session_is_done(s) || (!has_limit && s->stale >= TP_RIVAL_STALE);
}

bool tp_rival_restart(tp_session *s, tp_rng *rng, tp_path *path) {
  const tp_oracle *oracle = s->oracle;
  VEC_CLEAR(path);
  if (oracle->forget)
    oracle->forget(oracle->state);
  tp_inputs inputs = s->counts->runs == 0
                         ? tp_session_first(s)
                         : oracle->random(oracle->state, tp_rng_next(rng));
  return tp_session_run(s, inputs, path);
}

void tp_rival_shuffle_steps(tp_vec_u32 *steps, const tp_path *path,
                            tp_rng *rng) {
  VEC_CLEAR(steps);
  for (uint32_t i = 0; i < path->n; i++)
    if (path->at[i].pred != TP_PRED_CONCRETE)
      VEC_PUSH(steps, i);
  for (uint32_t i = steps->n; i > 1; i--) {
    uint32_t j = tp_rng_below(rng, i), step = steps->at[j];
    steps->at[j] = steps->at[i - 1];
    steps->at[i - 1] = step;
  }
}

tp_branch tp_rival_random_counter(const tp_graph *g, tp_branch branch,
                                  tp_rng *rng) {
  const tp_graph_node *node = &g->nodes.at[g->edges.at[branch].from];
  if (node->n < 2)
    return TP_NO_BRANCH;
  tp_branch e = node->first + tp_rng_below(rng, node->n - 1);
  return e + (e >= branch);
}
