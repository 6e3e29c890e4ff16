/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goals and the edges that carry them, over reach/live.h. */
#include "search/cover.h"

static void index_goals(tp_cover *cover) {
  const tp_graph *g = cover->g;
  tp_vec_u32 end = {0};
  VEC_RESIZE(&cover->first, g->n_goals + 1);
  for (tp_branch e = 0; e < g->edges.n; e++)
    if (g->edges.at[e].goal != TP_NO_GOAL)
      cover->first.at[g->edges.at[e].goal + 1]++;
  for (uint32_t k = 0; k < g->n_goals; k++) {
    cover->has_shared_goals |= cover->first.at[k + 1] > 1;
    cover->first.at[k + 1] += cover->first.at[k];
    VEC_PUSH(&end, cover->first.at[k]);
  }
  VEC_RESIZE(&cover->edge, cover->first.at[g->n_goals]);
  for (tp_branch e = 0; e < g->edges.n; e++)
    if (g->edges.at[e].goal != TP_NO_GOAL)
      cover->edge.at[end.at[g->edges.at[e].goal]++] = e;
  VEC_FREE(&end);
}

void tp_cover_init(tp_cover *cover, const tp_graph *g) {
  memset(cover, 0, sizeof *cover);
  cover->g = g;
  index_goals(cover);
  tp_scc_init(&cover->scc, g);
  tp_bits open = {0};
  tp_bits_init(&open, g->edges.n);
  for (uint32_t i = 0; i < cover->edge.n; i++)
    tp_bits_add(&open, cover->edge.at[i]);
  tp_live_init(&cover->live, g, &cover->scc, &open);
  tp_bits_free(&open);
}

void tp_cover_free(tp_cover *cover) {
  tp_live_free(&cover->live);
  tp_scc_free(&cover->scc);
  VEC_FREE(&cover->edge);
  VEC_FREE(&cover->first);
}

void tp_cover_check(const tp_cover *cover) {
  uint32_t n_closed = 0;
  for (uint32_t goal = 0; goal < cover->g->n_goals; goal++) {
    uint32_t first = cover->first.at[goal], end = cover->first.at[goal + 1];
    bool is_open =
        first < end && tp_live_is_open(&cover->live, cover->edge.at[first]);
    n_closed += first < end && !is_open;
    for (uint32_t i = first; i < end; i++) {
      tp_branch e = cover->edge.at[i];
      TP_INVARIANT(cover->g->edges.at[e].goal == goal,
                   "an edge of a goal should carry it");
      TP_INVARIANT(tp_live_is_open(&cover->live, e) == is_open,
                   "edges of a goal should be open together");
    }
  }
  TP_INVARIANT(n_closed == cover->n_covered, "closed goals should be counted");
}

static bool close_goal(tp_cover *cover, uint32_t goal) {
  uint32_t i = cover->first.at[goal], end = cover->first.at[goal + 1];
  if (i == end || !tp_live_is_open(&cover->live, cover->edge.at[i]))
    return false;
  for (; i < end; i++)
    tp_live_close(&cover->live, cover->edge.at[i]);
  cover->n_covered++;
  return true;
}

void tp_cover_sync(tp_cover *cover, const tp_oracle *oracle) {
  for (uint32_t goal = 0; goal < cover->g->n_goals; goal++)
    if (oracle->is_covered(oracle->state, goal))
      close_goal(cover, goal);
  TP_CHECKED(tp_cover_check(cover));
}

uint32_t tp_cover_path(tp_cover *cover, const tp_path *path) {
  uint32_t n_new = 0;
  for (uint32_t i = 0; i < path->n; i++) {
    uint32_t goal = cover->g->edges.at[path->at[i].branch].goal;
    if (goal != TP_NO_GOAL)
      n_new += close_goal(cover, goal);
  }
  return n_new;
}
