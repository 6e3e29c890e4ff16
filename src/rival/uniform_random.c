/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uniform-random: paths drawn at random instead of inputs. From the first step
 * of a path to its last, each step whose counter branch is feasible is turned
 * with the chance that makes all sides equally likely; the path drawn is where
 * this ends. Then the next one is drawn from the initial run.
 */
#include "rival/endless.h"
#include "rival/rival.h"
#include "search/path.h"

typedef struct draw {
  tp_session s;
  tp_rng rng;
  tp_path path, next;
  tp_solution solution;
} draw;

static void maybe_turn(draw *d, uint32_t at) {
  const tp_graph *g = d->s.g;
  tp_branch branch = d->path.at[at].branch;
  uint32_t sides = g->nodes.at[g->edges.at[branch].from].n;
  tp_branch counter = tp_rival_random_counter(g, branch, &d->rng);
  if (counter == TP_NO_BRANCH || tp_rng_below(&d->rng, sides) == 0 ||
      tp_session_solve(&d->s, &d->path, at, counter, &d->solution) != TP_SAT)
    return;
  if (tp_session_run(&d->s, d->solution.inputs, &d->next) &&
      tp_path_follows(&d->next, &d->path, at, counter))
    tp_path_copy(&d->path, &d->next);
}

void tp_rival_search_uniform_random(const tp_oracle *oracle,
                                    const tp_search_limits *limits,
                                    tp_search_counts *counts) {
  draw d = {0};
  tp_session_init(&d.s, oracle, limits, counts);
  tp_rng_init(&d.rng, d.s.limits.seed);
  while (!tp_rival_is_done(&d.s))
    if (tp_rival_restart(&d.s, &d.rng, &d.path))
      for (uint32_t at = 0; at < d.path.n && !tp_rival_is_done(&d.s); at++)
        maybe_turn(&d, at);
  counts->is_exhausted = tp_session_has_all(&d.s);
  VEC_FREE(&d.path);
  VEC_FREE(&d.next);
  VEC_FREE(&d.solution.core);
  tp_session_fini(&d.s);
}
