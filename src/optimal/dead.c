/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges through which every path leads: see optimal/dead.h. */
#include "optimal/dead.h"

#include "base/bits.h"

#define MOST_STEPS 8     /* of a core */
#define MOST_EDGES 20000 /* of a graph: each step is a walk over it */

/* Whether v can be reached from the entry without edge e. */
static bool is_avoidable(const tp_graph *g, tp_branch e, tp_gnode v) {
  tp_vec_u32 open = {0};
  tp_bits seen = {0};
  tp_bits_init(&seen, g->nodes.n);
  VEC_PUSH(&open, 0);
  tp_bits_add(&seen, 0);
  while (open.n && !tp_bits_has(&seen, v)) {
    const tp_graph_node *node = &g->nodes.at[VEC_POP(&open)];
    for (tp_branch i = node->first; i < node->first + node->n; i++) {
      tp_gnode to = g->edges.at[i].to;
      if (i == e || tp_bits_has(&seen, to))
        continue;
      tp_bits_add(&seen, to);
      VEC_PUSH(&open, to);
    }
  }
  bool found = tp_bits_has(&seen, v);
  VEC_FREE(&open);
  tp_bits_free(&seen);
  return found;
}

static bool is_stateless(const tp_graph *g, tp_branch e) {
  const tp_graph_node *v = &g->nodes.at[g->edges.at[e].from];
  return v->kind == TP_G_DECISION && !v->is_path_dependent;
}

bool tp_dead_by_core(const tp_graph *g, const tp_path *path, uint32_t at,
                     const tp_vec_u32 *core) {
  tp_gnode v = g->edges.at[path->at[at].branch].from;
  if (g->is_approximate || core->n == 0 || core->n > MOST_STEPS ||
      g->edges.n > MOST_EDGES)
    return false;
  for (uint32_t i = 0; i < core->n; i++) {
    tp_branch e = path->at[core->at[i]].branch;
    if (!is_stateless(g, e) || (core->at[i] != at && is_avoidable(g, e, v)))
      return false;
  }
  return true;
}
