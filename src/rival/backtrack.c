/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Depth-first search over executed paths. After each run the steps are worked
 * off from the end: the last counter branch that is untried behind its prefix,
 * and wanted, is solved; a solution is run and its new steps come first.
 * Invariant: no pair of prefix and branch is solved twice.
 */
#include "rival/backtrack.h"

#include "search/dfs.h"

/* Tries one counter branch at the last step. A run that does not go where the
 * solver said is left alone: its coverage counts, its path is none of this
 * search. */
static void turn(tp_session *s, tp_dfs *dfs, tp_branch counter,
                 tp_solution *solution, tp_path *path) {
  uint32_t at = dfs->path.n - 1;
  if (tp_session_solve(s, &dfs->path, at, counter, solution) != TP_SAT)
    return;
  if (tp_session_run(s, solution->inputs, path) &&
      tp_path_follows(path, &dfs->path, at, counter))
    tp_dfs_follow(dfs, path);
}

static void work_off(tp_session *s, tp_dfs *dfs, tp_rival_wants wants) {
  tp_solution solution = {0};
  tp_path path = {0};
  while (dfs->path.n && !tp_session_is_done(s)) {
    tp_branch counter = tp_dfs_next(dfs);
    if (counter == TP_NO_BRANCH)
      tp_dfs_drop(dfs);
    else if (wants(s, counter))
      turn(s, dfs, counter, &solution, &path);
  }
  VEC_FREE(&solution.core);
  VEC_FREE(&path);
}

void tp_rival_backtrack(const tp_oracle *oracle, const tp_search_limits *limits,
                        tp_search_counts *counts, tp_rival_wants wants) {
  tp_session s;
  tp_dfs dfs;
  tp_path path = {0};
  tp_session_init(&s, oracle, limits, counts);
  tp_dfs_init(&dfs, s.g);
  if (!tp_session_is_over(&s) &&
      tp_session_run(&s, tp_session_first(&s), &path))
    tp_dfs_start(&dfs, &path);
  work_off(&s, &dfs, wants);
  counts->is_exhausted =
      (counts->runs > 0 && dfs.path.n == 0) || tp_session_has_all(&s);
  VEC_FREE(&path);
  tp_dfs_free(&dfs);
  tp_session_fini(&s);
}
