/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach/graph.h - the reachability graph.
 *
 * Nodes: the entry (node 0, one edge), decisions (a condition or a switch; one
 * edge a branch), choices (an indirect call, a shared return, a computed goto:
 * control goes one of several ways that no condition decides) and exits (no
 * edge). An edge leads from a branch to the next node met after it.
 * Edges of one node are numbered in a row; edge ids are what the thesis calls
 * branches. Cycles are loops. The graph is built node by node, edge targets
 * may be set later, then frozen; after that it never changes.
 */
#ifndef TP_REACH_GRAPH_H
#define TP_REACH_GRAPH_H

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"

typedef uint32_t tp_gnode;
typedef uint32_t tp_branch;

#define TP_NO_NODE UINT32_MAX
#define TP_NO_BRANCH UINT32_MAX
#define TP_NO_GOAL UINT32_MAX

typedef enum tp_gnode_kind {
  TP_G_ENTRY,
  TP_G_DECISION,
  TP_G_CHOICE,
  TP_G_EXIT
} tp_gnode_kind;

typedef struct tp_graph_node {
  uint8_t kind;
  uint8_t is_path_dependent; /* its predicate is not proved the same on every
                                path */
  uint8_t is_constant;       /* a side of it can't be taken; no goals */
  uint32_t decision; /* what it is in the source: decision id (1..), site id of
                        a choice, 0 */
  uint32_t context;  /* call site through which its function was entered, as an
                        index of contexts; 0: the entry function */
  tp_branch first;
  uint32_t n;
} tp_graph_node;

typedef struct tp_graph_edge {
  tp_gnode from, to;
  uint32_t goal;  /* branch of the source it covers, TP_NO_GOAL if none */
  uint32_t label; /* index of the branch in its decision: 0 true, 1 false; the
                     number of the case */
} tp_graph_edge;

/* A chain of call sites: (parent context, call site). Context 0 is the top. */
typedef struct tp_graph_context {
  uint32_t parent, site, func;
} tp_graph_context;

/* Invariant (tp_graph_check), when it is frozen: the edges of each node are in
 * a row and come from it; each leads to a node, and is among the in-edges of
 * that one only, which ascend; exits have no edge. The entry is the first node
 * and has one edge. Graphs of other things (the code of a function, a graph
 * turned around) have none: they use only choices and exits. */
typedef struct tp_graph {
  VEC(tp_graph_node) nodes;
  VEC(tp_graph_edge) edges;
  VEC(tp_graph_context) contexts;
  /* In-edges of node v: in.at[in_first.at[v] .. in_first.at[v+1]), by freeze */
  VEC(tp_branch) in;
  VEC(uint32_t) in_first;
  uint32_t n_goals; /* branches of the source */
  uint32_t focus;   /* function that a driver calls, as contexts have it; 0 */
  bool is_approximate; /* callees are shared: not every path is a real one */
  bool is_frozen;
} tp_graph;

tp_graph *tp_graph_new(void); /* with context 0, without nodes */
void tp_graph_free(tp_graph *g);
/* A node with n edges that lead nowhere yet (TP_NO_NODE), goals unset. */
tp_gnode tp_graph_add(tp_graph *g, tp_gnode_kind kind, uint32_t decision,
                      uint32_t n);
void tp_graph_lead(tp_graph *g, tp_branch edge, tp_gnode to);
/* Computes the in-edges. Every edge must lead somewhere. */
void tp_graph_freeze(tp_graph *g);

/* Ends with a message if the invariant is broken. */
void tp_graph_check(const tp_graph *g);

static inline bool tp_graph_is_decision(const tp_graph *g, tp_gnode v) {
  return g->nodes.at[v].kind == TP_G_DECISION;
}

/* The text form (.rg): one line a node, "n3 decision 7: n4 n9", the entry
 * first; docs/algorithms.md has the grammar. What is written reads back equal.
 * Reading tells line and column of what is wrong (status TP_REFUSED). */
void tp_graph_write(const tp_graph *g, tp_str *out);
int tp_graph_read(tp_graph **out, const char *text, size_t n, const char *file,
                  tp_diag *diag);
/* The same; node v was called tp_names_text(names, (*name_of).at[v]). */
int tp_graph_read_named(tp_graph **out, tp_names *names, tp_vec_u32 *name_of,
                        const char *text, size_t n, const char *file,
                        tp_diag *diag);

#endif
