/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack of a depth-first search: see search/dfs.h. A cursor is enough for
 * the tried branches of a step because they are tried in ascending order. */
#include "search/dfs.h"

void tp_dfs_init(tp_dfs *dfs, const tp_graph *g) {
  memset(dfs, 0, sizeof *dfs);
  dfs->g = g;
}

void tp_dfs_free(tp_dfs *dfs) {
  VEC_FREE(&dfs->path);
  VEC_FREE(&dfs->side);
  tp_map_free(&dfs->first);
}

/* Whether step i, the last one, repeats a predicate. What the map says of steps
 * that were removed or changed does not count. */
static bool repeats(tp_dfs *dfs, uint32_t i) {
  tp_pred pred = dfs->path.at[i].pred;
  bool is_new;
  uint32_t *first = tp_map_put(&dfs->first, pred, &is_new);
  if (!is_new && *first < i && dfs->path.at[*first].pred == pred)
    return true;
  *first = i;
  return false;
}

static void add_steps(tp_dfs *dfs, const tp_path *path) {
  for (uint32_t i = dfs->path.n; i < path->n; i++) {
    VEC_PUSH(&dfs->path, path->at[i]);
    VEC_PUSH(&dfs->side, (tp_dfs_side){path->at[i].branch, 0, repeats(dfs, i)});
  }
}

void tp_dfs_start(tp_dfs *dfs, const tp_path *path) {
  VEC_CLEAR(&dfs->path);
  VEC_CLEAR(&dfs->side);
  add_steps(dfs, path);
}

tp_branch tp_dfs_next(tp_dfs *dfs) {
  tp_dfs_side *side = &VEC_LAST(&dfs->side);
  if (VEC_LAST(&dfs->path).pred == TP_PRED_CONCRETE || side->is_repeat)
    return TP_NO_BRANCH;
  tp_branch e = tp_path_counter(dfs->g, side->met, side->next);
  side->next = e == TP_NO_BRANCH ? e : e + 1;
  return e;
}

void tp_dfs_drop(tp_dfs *dfs) {
  dfs->path.n--;
  dfs->side.n--;
}

void tp_dfs_follow(tp_dfs *dfs, const tp_path *path) {
  TP_INVARIANT(dfs->path.n > 0 && path->n >= dfs->path.n,
               "a followed path should reach the step that was turned");
  /* Predicates may be new ids of the same meaning: take those of the run. */
  memcpy(dfs->path.at, path->at, dfs->path.n * sizeof *path->at);
  add_steps(dfs, path);
}
