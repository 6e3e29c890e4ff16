/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth-first searches, forward from the entry and backward from a set of
 * edges. Edges are taken in their order (true before false), so ties that
 * nothing else decides are always broken the same way.
 */
#include "reach/bfs.h"

static void fill_far(tp_vec_u32 *v, uint32_t n) {
  VEC_RESIZE(v, n);
  memset(v->at, 0xff, n * sizeof *v->at);
}

/* Edge e is as short a way as the one by which its end was met; the better one
 * stays. */
static void choose(tp_bits *marked, tp_branch *met_by, tp_branch e,
                   const tp_vec_u32 *rank) {
  bool is_better = rank && rank->at[e] < rank->at[*met_by];
  tp_bits_add(marked, is_better ? *met_by : e);
  if (is_better)
    *met_by = e;
}

void tp_reach_mark(tp_bits *marked, tp_vec_u32 *depth, const tp_graph *g,
                   const tp_vec_u32 *rank) {
  tp_vec_u32 own = {0}, queue = {0}, met_by = {0};
  tp_vec_u32 *far = depth ? depth : &own;
  tp_bits_init(marked, g->edges.n);
  fill_far(far, g->nodes.n);
  VEC_RESIZE(&met_by, g->nodes.n);
  far->at[0] = 0;
  VEC_PUSH(&queue, 0);
  for (uint32_t head = 0; head < queue.n; head++) {
    const tp_graph_node *node = &g->nodes.at[queue.at[head]];
    uint32_t behind = far->at[queue.at[head]] + 1;
    for (tp_branch e = node->first; e < node->first + node->n; e++) {
      tp_gnode to = g->edges.at[e].to;
      if (far->at[to] == TP_FAR) {
        far->at[to] = behind;
        met_by.at[to] = e;
        VEC_PUSH(&queue, to);
      } else if (g->nodes.at[to].kind == TP_G_EXIT) {
        continue;
      } else if (far->at[to] == behind) {
        choose(marked, &met_by.at[to], e, rank);
      } else {
        tp_bits_add(marked, e);
      }
    }
  }
  VEC_FREE(&queue);
  VEC_FREE(&own);
  VEC_FREE(&met_by);
}

void tp_reach_distance(tp_vec_u32 *distance, const tp_graph *g,
                       const tp_bits *open) {
  tp_vec_u32 queue = {0};
  fill_far(distance, g->nodes.n);
  for (tp_branch e = 0; e < g->edges.n; e++) {
    tp_gnode from = g->edges.at[e].from;
    if (tp_bits_has(open, e) && distance->at[from] == TP_FAR) {
      distance->at[from] = 1;
      VEC_PUSH(&queue, from);
    }
  }
  for (uint32_t head = 0; head < queue.n; head++) {
    tp_gnode v = queue.at[head];
    for (uint32_t i = g->in_first.at[v]; i < g->in_first.at[v + 1]; i++) {
      tp_gnode from = g->edges.at[g->in.at[i]].from;
      if (distance->at[from] == TP_FAR) {
        distance->at[from] = distance->at[v] + 1;
        VEC_PUSH(&queue, from);
      }
    }
  }
  VEC_FREE(&queue);
}
