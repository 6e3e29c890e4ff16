/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach/scc.h - strongly connected components: the loops of the graph.
 *
 * Components are numbered so that every edge between two of them leads from
 * the higher number to the lower one. A graph without loops has one component
 * a node.
 */
#ifndef TP_REACH_SCC_H
#define TP_REACH_SCC_H

#include "reach/graph.h"

typedef struct tp_scc {
  tp_vec_u32 of;    /* component of a node */
  tp_vec_u32 first; /* members of c: member.at[first.at[c] ..
                       first.at[c + 1]) */
  tp_vec_u32 member;
  uint32_t n;
  bool is_acyclic; /* no loop, not even from a node to itself */
} tp_scc;

void tp_scc_init(tp_scc *scc, const tp_graph *g);
void tp_scc_free(tp_scc *scc);

#endif
