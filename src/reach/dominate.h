/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach/dominate.h - dominators and dominance frontiers.
 *
 * Node d dominates v if every way from the root to v passes d. The frontier of
 * d: the nodes where d's dominance ends, that is where other ways join.
 */
#ifndef TP_REACH_DOMINATE_H
#define TP_REACH_DOMINATE_H

#include "reach/graph.h"

typedef struct tp_dominators {
  uint32_t *above;  /* by node: its closest dominator; the root's is itself;
                       UINT32_MAX: the root does not reach it */
  tp_vec_u32 order; /* nodes that the root reaches, dominators first */
  uint32_t *first;  /* frontier of v: frontier.at[first[v] .. first[v+1]) */
  tp_vec_u32 frontier;
} tp_dominators;

/* False if the frontiers together hold more than `limit` nodes. */
bool tp_dominators_init(tp_dominators *out, const tp_graph *g, tp_gnode root,
                        uint32_t limit);
void tp_dominators_free(tp_dominators *d);

#endif
