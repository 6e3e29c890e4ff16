/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dfs-reach: seed 004, algorithm 2.1. A counter edge is explored only if it is
 * an uncovered branch or its sub-tree holds one ("transition can reach any
 * unvisited important conditionals"); else the search backtracks.
 */
#include "rival/backtrack.h"
#include "rival/rival.h"

static bool wants_uncovered(const tp_session *s, tp_branch counter) {
  return tp_live_edge(&s->cover.live, counter);
}

void tp_rival_search_dfs_reach(const tp_oracle *oracle,
                               const tp_search_limits *limits,
                               tp_search_counts *counts) {
  tp_rival_backtrack(oracle, limits, counts, wants_uncovered);
}
