/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach/joins.h - places that are reached whatever is taken before them.
 *
 * Behind an if-else both sides come together again: which of them was taken
 * does not decide whether the place is reached, only whether the condition was.
 */
#ifndef TP_REACH_JOINS_H
#define TP_REACH_JOINS_H

#include "reach/graph.h"

/* By node v: the node d above it such that every way to v passes d, every way
 * on from d passes v, and there is more than one from d to v; TP_NO_NODE if
 * there is none. */
void tp_reach_joins(tp_vec_u32 *out, const tp_graph *g);

#endif
