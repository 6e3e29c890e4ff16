/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach/live.h - which parts of the graph still lead to an open edge.
 *
 * Edges are open or closed and are only ever closed. "Does this node reach an
 * open edge" is answered at once; all closings together cost time linear in
 * the graph, loops included.
 */
#ifndef TP_REACH_LIVE_H
#define TP_REACH_LIVE_H

#include "base/bits.h"
#include "reach/scc.h"

typedef struct tp_live {
  const tp_graph *g;
  const tp_scc *scc;
  tp_bits open;
  tp_vec_u32 left; /* by component: its edges that are open or lead to a live
                      component */
  tp_vec_u32 dying;
  uint32_t n_open;
} tp_live;

/* Starts with the edges of `open` (copied). Borrows g and scc. */
void tp_live_init(tp_live *live, const tp_graph *g, const tp_scc *scc,
                  const tp_bits *open);
void tp_live_free(tp_live *live);
/* Closing a closed edge changes nothing. */
void tp_live_close(tp_live *live, tp_branch e);

static inline bool tp_live_is_open(const tp_live *live, tp_branch e) {
  return tp_bits_has(&live->open, e);
}
/* Some edge of v, or of a node that v reaches, is open. */
static inline bool tp_live_node(const tp_live *live, tp_gnode v) {
  return live->left.at[live->scc->of.at[v]] > 0;
}
/* The edge itself is open or leads to a live node. */
static inline bool tp_live_edge(const tp_live *live, tp_branch e) {
  return tp_live_is_open(live, e) ||
         tp_live_node(live, live->g->edges.at[e].to);
}

#endif
