/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations on executed paths: see search/path.h. */
#include "search/path.h"

void tp_path_copy(tp_path *to, const tp_path *from) {
  VEC_RESERVE(to, from->n);
  if (from->n)
    memcpy(to->at, from->at, from->n * sizeof *from->at);
  to->n = from->n;
}

bool tp_path_follows(const tp_path *path, const tp_path *old, uint32_t at,
                     tp_branch branch) {
  if (path->n <= at || path->at[at].branch != branch)
    return false;
  for (uint32_t i = 0; i < at; i++)
    if (path->at[i].branch != old->at[i].branch)
      return false;
  return true;
}

tp_branch tp_path_counter(const tp_graph *g, tp_branch branch, tp_branch from) {
  const tp_graph_node *node = &g->nodes.at[g->edges.at[branch].from];
  tp_branch e = from > node->first ? from : node->first;
  e += e == branch;
  return e < node->first + node->n ? e : TP_NO_BRANCH;
}
