/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building the reachability graph.
 *
 * Nodes come one after the other, each with its edges in a row; targets may be
 * set later. Freezing sorts the edges by target (counting sort, so in-edges of
 * a node are in ascending order) and from then on nothing changes.
 */
#include "reach/graph.h"

tp_graph *tp_graph_new(void) {
  tp_graph *g = TP_NEW(tp_graph);
  VEC_PUSH(&g->contexts, (tp_graph_context){0, 0, 0});
  return g;
}

void tp_graph_free(tp_graph *g) {
  if (!g)
    return;
  VEC_FREE(&g->nodes);
  VEC_FREE(&g->edges);
  VEC_FREE(&g->contexts);
  VEC_FREE(&g->in);
  VEC_FREE(&g->in_first);
  tp_free(g);
}

tp_gnode tp_graph_add(tp_graph *g, tp_gnode_kind kind, uint32_t decision,
                      uint32_t n) {
  TP_INVARIANT(!g->is_frozen, "a frozen graph should not grow");
  tp_gnode v = g->nodes.n;
  tp_graph_node node = {
      .kind = (uint8_t)kind, .decision = decision, .first = g->edges.n, .n = n};
  VEC_PUSH(&g->nodes, node);
  for (uint32_t i = 0; i < n; i++) {
    tp_graph_edge edge = {v, TP_NO_NODE, TP_NO_GOAL, i};
    VEC_PUSH(&g->edges, edge);
  }
  return v;
}

void tp_graph_lead(tp_graph *g, tp_branch edge, tp_gnode to) {
  TP_INVARIANT(!g->is_frozen, "a frozen graph should not change");
  g->edges.at[edge].to = to;
}

static void check_node(const tp_graph *g, tp_gnode v) {
  const tp_graph_node *node = &g->nodes.at[v];
  TP_INVARIANT(node->first + node->n <= g->edges.n,
               "the edges of a node should be there");
  TP_INVARIANT(node->kind != TP_G_EXIT || node->n == 0,
               "nothing should be behind an exit");
  TP_INVARIANT(node->kind != TP_G_ENTRY || (v == 0 && node->n == 1),
               "only the first node may be the entry, with one edge");
  for (tp_branch e = node->first; e < node->first + node->n; e++)
    TP_INVARIANT(g->edges.at[e].from == v, "an edge should know its node");
  for (uint32_t i = g->in_first.at[v]; i < g->in_first.at[v + 1]; i++) {
    TP_INVARIANT(g->edges.at[g->in.at[i]].to == v,
                 "an in-edge should lead to its node");
    TP_INVARIANT(i == g->in_first.at[v] || g->in.at[i - 1] < g->in.at[i],
                 "in-edges should ascend");
  }
}

void tp_graph_check(const tp_graph *g) {
  TP_INVARIANT(g->in.n == g->edges.n && g->in_first.n == g->nodes.n + 1,
               "each edge should lead somewhere once");
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    check_node(g, v);
}

void tp_graph_freeze(tp_graph *g) {
  TP_INVARIANT(!g->is_frozen, "a graph should be frozen once");
  VEC_RESIZE(&g->in_first, g->nodes.n + 1);
  VEC_RESIZE(&g->in, g->edges.n);
  uint32_t *first = g->in_first.at;
  for (uint32_t e = 0; e < g->edges.n; e++) {
    TP_INVARIANT(g->edges.at[e].to < g->nodes.n,
                 "every edge should lead to a node");
    first[g->edges.at[e].to + 1]++;
  }
  for (uint32_t v = 0; v < g->nodes.n; v++)
    first[v + 1] += first[v];
  /* Filling from the back leaves each start where it belongs. */
  tp_vec_u32 end = {0};
  VEC_RESIZE(&end, g->nodes.n);
  for (uint32_t v = 0; v < g->nodes.n; v++)
    end.at[v] = first[v + 1];
  for (uint32_t e = g->edges.n; e-- > 0;)
    g->in.at[--end.at[g->edges.at[e].to]] = e;
  VEC_FREE(&end);
  g->is_frozen = true;
  TP_CHECKED(tp_graph_check(g));
}
