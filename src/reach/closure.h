/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach/closure.h - "can this node reach that one", for any size and loops.
 *
 * Up to TP_CLOSURE_SMALL components a bit matrix answers; above, interval
 * labels answer most questions and a search from both ends, cut short by the
 * labels, the rest. Memory is linear in the graph.
 */
#ifndef TP_REACH_CLOSURE_H
#define TP_REACH_CLOSURE_H

#include "reach/scc.h"

#define TP_CLOSURE_SMALL 2048

typedef struct tp_closure tp_closure;

/* Borrows g and scc. small_limit: TP_CLOSURE_SMALL, or another for tests. */
tp_closure *tp_closure_new(const tp_graph *g, const tp_scc *scc,
                           uint32_t small_limit);
void tp_closure_free(tp_closure *c);
/* Whether there is a way from a to b, possibly of no edge (a == b). */
bool tp_closure_reaches(tp_closure *c, tp_gnode a, tp_gnode b);
/* Whether branch e can be met from node a on: e leaves a node of its sub-tree.
 */
bool tp_closure_reaches_branch(tp_closure *c, tp_gnode a, tp_branch e);

#endif
