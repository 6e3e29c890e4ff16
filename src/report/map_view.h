/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/map_view.h - what a map shows; private to report.
 *
 * A view is the graph with nodes put together: all copies of a condition, or
 * all of a function, or nothing. Edges between the same two nodes with the same
 * label are one.
 */
#ifndef TP_REPORT_MAP_VIEW_H
#define TP_REPORT_MAP_VIEW_H

#include "report/map.h"

typedef struct tp_view_node {
  tp_gnode sample;        /* the first node of the graph it stands for */
  uint32_t merged;        /* how many it stands for */
  uint8_t path_dependent; /* one of them is */
  uint8_t verdict;      /* of its branches together: unknown if one is, covered
                           if all are, infeasible if the rest is */
  tp_func_id func;      /* in which it lies */
  uint32_t branches[4]; /* by verdict: branches of the source in a function */
} tp_view_node;

typedef struct tp_view_edge {
  uint32_t from, to;
  uint32_t label; /* as tp_graph_edge */
  uint8_t verdict;
} tp_view_edge;

typedef struct tp_map_view {
  tp_map_level level;
  VEC(tp_view_node) nodes;
  VEC(tp_view_edge) edges;
  bool splits_exits;       /* each edge to an exit has an end of its own: no
                              long lines to one place */
  struct tp_place_xy *pos; /* by node, if laid out by us: map_layout.c */
} tp_map_view;

/* A place in points, y upwards, and the size of a node. */
typedef struct tp_place_xy {
  double x, y, width, height;
  uint32_t rank;
} tp_place_xy;

void tp_map_view_init(tp_map_view *out, const tp_map_source *source,
                      tp_map_level level);
void tp_map_view_free(tp_map_view *view);
/* Nodes that the view of this level would have. */
uint32_t tp_map_view_size(const tp_map_source *source, tp_map_level level);
/* Ranks of the nodes from the entry downwards, in view->pos; returns how many
 * ranks all edges together cross, which is what layout costs Graphviz. */
uint64_t tp_map_view_rank(tp_map_view *view, const tp_map_source *source);
/* Places for all nodes, in linear time, after tp_map_view_rank. */
void tp_map_view_place(tp_map_view *view, const tp_map_source *source);
bool tp_map_is_exit(const tp_map_source *source, const tp_map_view *view,
                    uint32_t node);
void tp_map_view_dot(tp_str *out, const tp_map_source *source,
                     const tp_map_view *view);

/* The name of a function; what a graph node is called; where it is. */
const char *tp_map_func_name(const tp_program *p, tp_func_id f);
void tp_map_node_text(const tp_map_source *source, tp_gnode v, tp_str *out);
void tp_map_node_place(const tp_map_source *source, tp_gnode v,
                       const char **file, uint32_t *line, uint32_t *column);
/* T, F, a case; for a choice the function, the line or the label it leads to.*/
void tp_map_edge_side(const tp_map_source *source, tp_gnode from,
                      uint32_t label, tp_str *out);
uint8_t tp_map_edge_verdict(const tp_map_source *source, tp_branch edge);

#endif
