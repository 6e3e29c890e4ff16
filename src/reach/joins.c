/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins: v's closest dominator is d, and d's closest post-dominator is v. The
 * latter are dominators in the graph with all edges turned round, from one more
 * node that leads to every exit. Where no exit is reached nothing is known. */
#include "reach/joins.h"

#include "reach/dominate.h"

/* Node v is the same as in g; the last one leads to the exits of g. */
static tp_graph *turn_round(const tp_graph *g) {
  tp_graph *out = tp_graph_new();
  tp_vec_u32 exits = {0};
  for (tp_gnode v = 0; v < g->nodes.n; v++) {
    uint32_t n = g->in_first.at[v + 1] - g->in_first.at[v];
    tp_gnode made = tp_graph_add(out, TP_G_CHOICE, 0, n);
    for (uint32_t i = 0; i < n; i++)
      tp_graph_lead(out, out->nodes.at[made].first + i,
                    g->edges.at[g->in.at[g->in_first.at[v] + i]].from);
    if (g->nodes.at[v].n == 0)
      VEC_PUSH(&exits, v);
  }
  tp_gnode root = tp_graph_add(out, TP_G_CHOICE, 0, exits.n);
  for (uint32_t i = 0; i < exits.n; i++)
    tp_graph_lead(out, out->nodes.at[root].first + i, exits.at[i]);
  tp_graph_freeze(out);
  VEC_FREE(&exits);
  return out;
}

static bool is_join(const tp_graph *g, const tp_dominators *before,
                    const tp_dominators *behind, tp_gnode v) {
  tp_gnode d = before->above[v];
  return v != 0 && d != UINT32_MAX &&
         g->in_first.at[v + 1] - g->in_first.at[v] > 1 && behind->above[d] == v;
}

void tp_reach_joins(tp_vec_u32 *out, const tp_graph *g) {
  tp_graph *back = turn_round(g);
  tp_dominators before, behind;
  tp_dominators_init(&before, g, 0, 0);
  tp_dominators_init(&behind, back, back->nodes.n - 1, 0);
  VEC_RESIZE(out, g->nodes.n);
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    out->at[v] = is_join(g, &before, &behind, v) ? before.above[v] : TP_NO_NODE;
  tp_dominators_free(&before);
  tp_dominators_free(&behind);
  tp_graph_free(back);
}
