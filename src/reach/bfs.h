/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach/bfs.h - breadth-first search: shortest prefixes and distances. */
#ifndef TP_REACH_BFS_H
#define TP_REACH_BFS_H

#include "base/bits.h"
#include "reach/graph.h"

#define TP_FAR UINT32_MAX

/* The "not to be visited" edges of thesis section 3.1: all edges into a node
 * but the one by which a breadth-first search from the entry first met it, or
 * the one of lower rank of those that are as short (rank by edge, may be NULL).
 * What is left is a tree, so each node has exactly one path without marked
 * edges, and it is a shortest one. Edges into exits are never marked: nothing
 * lies behind them. marked is initialised here; depth (may be NULL) gets the
 * number of edges from the entry, TP_FAR if there is no way. */
void tp_reach_mark(tp_bits *marked, tp_vec_u32 *depth, const tp_graph *g,
                   const tp_vec_u32 *rank);

/* For each node the number of edges to the nearest edge of `open`, counted
 * from the node: 1 if one of its own edges is open; TP_FAR if none is ahead. */
void tp_reach_distance(tp_vec_u32 *distance, const tp_graph *g,
                       const tp_bits *open);

#endif
