/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Liveness by counting. For each component: how many of its edges are open or
 * leave for a live component. When the count falls to nothing the component
 * dies, and the closed edges that enter it stop counting for their origin.
 * Each edge stops counting once, hence linear time over all.
 */
#include "reach/live.h"

static uint32_t component(const tp_live *live, tp_gnode v) {
  return live->scc->of.at[v];
}

/* Whether e keeps the component of its origin alive. */
static bool counts(const tp_live *live, tp_branch e) {
  const tp_graph_edge *edge = &live->g->edges.at[e];
  uint32_t from = component(live, edge->from), to = component(live, edge->to);
  return tp_live_is_open(live, e) || (from != to && live->left.at[to] > 0);
}

static void count_component(tp_live *live, uint32_t c) {
  const tp_scc *scc = live->scc;
  for (uint32_t i = scc->first.at[c]; i < scc->first.at[c + 1]; i++) {
    const tp_graph_node *node = &live->g->nodes.at[scc->member.at[i]];
    for (tp_branch e = node->first; e < node->first + node->n; e++)
      live->left.at[c] += counts(live, e);
  }
}

void tp_live_init(tp_live *live, const tp_graph *g, const tp_scc *scc,
                  const tp_bits *open) {
  memset(live, 0, sizeof *live);
  live->g = g;
  live->scc = scc;
  tp_bits_init(&live->open, g->edges.n);
  tp_bits_or(&live->open, open);
  live->n_open = tp_bits_count(open);
  VEC_RESIZE(&live->left, scc->n);
  /* Ascending: what a component leads to is counted before it. */
  for (uint32_t c = 0; c < scc->n; c++)
    count_component(live, c);
}

void tp_live_free(tp_live *live) {
  tp_bits_free(&live->open);
  VEC_FREE(&live->left);
  VEC_FREE(&live->dying);
}

static void drop_count(tp_live *live, uint32_t c) {
  if (--live->left.at[c] == 0)
    VEC_PUSH(&live->dying, c);
}

static void bury(tp_live *live, uint32_t c) {
  const tp_scc *scc = live->scc;
  const tp_graph *g = live->g;
  for (uint32_t i = scc->first.at[c]; i < scc->first.at[c + 1]; i++) {
    tp_gnode v = scc->member.at[i];
    for (uint32_t k = g->in_first.at[v]; k < g->in_first.at[v + 1]; k++) {
      tp_branch e = g->in.at[k];
      uint32_t from = component(live, g->edges.at[e].from);
      if (from != c && !tp_live_is_open(live, e))
        drop_count(live, from);
    }
  }
}

void tp_live_close(tp_live *live, tp_branch e) {
  if (!tp_live_is_open(live, e))
    return;
  tp_bits_del(&live->open, e);
  live->n_open--;
  if (!counts(live, e))
    drop_count(live, component(live, live->g->edges.at[e].from));
  while (live->dying.n)
    bury(live, VEC_POP(&live->dying));
}
