/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-branch: a random walk through the paths. A random step of the last
 * path is turned; what has a solution is run and becomes the last path. When no
 * step of a path can be turned, the walk starts again with random inputs.
 */
#include "rival/endless.h"
#include "rival/rival.h"
#include "search/path.h"

typedef struct walk {
  tp_session s;
  tp_rng rng;
  tp_path path, next;
  tp_vec_u32 steps;
  tp_solution solution;
} walk;

/* One step of the walk; false if no step of the path could be turned. */
static bool turn_random(walk *w) {
  tp_rival_shuffle_steps(&w->steps, &w->path, &w->rng);
  for (uint32_t i = 0; i < w->steps.n && !tp_rival_is_done(&w->s); i++) {
    uint32_t at = w->steps.at[i];
    tp_branch counter =
        tp_rival_random_counter(w->s.g, w->path.at[at].branch, &w->rng);
    if (counter == TP_NO_BRANCH ||
        tp_session_solve(&w->s, &w->path, at, counter, &w->solution) != TP_SAT)
      continue;
    if (!tp_session_run(&w->s, w->solution.inputs, &w->next))
      continue;
    tp_path_copy(&w->path, &w->next);
    return true;
  }
  return false;
}

void tp_rival_search_random_branch(const tp_oracle *oracle,
                                   const tp_search_limits *limits,
                                   tp_search_counts *counts) {
  walk w = {0};
  tp_session_init(&w.s, oracle, limits, counts);
  tp_rng_init(&w.rng, w.s.limits.seed);
  while (!tp_rival_is_done(&w.s))
    if (tp_rival_restart(&w.s, &w.rng, &w.path))
      while (!tp_rival_is_done(&w.s) && turn_random(&w)) {
      }
  counts->is_exhausted = tp_session_has_all(&w.s);
  VEC_FREE(&w.path);
  VEC_FREE(&w.next);
  VEC_FREE(&w.steps);
  VEC_FREE(&w.solution.core);
  tp_session_fini(&w.s);
}
