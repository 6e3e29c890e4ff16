/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/map.h - the reachability graph to look at, as DOT, SVG or JSON.
 *
 * With verdicts it is the coverage map: colours say which branches were taken.
 * DOT and JSON always show every node. An SVG shows every node of a graph that
 * can be read so; else, and of a program with bins, functions, their calls and
 * the bins that they set; of one large function, or of
 * very many, each condition once; else one node a function; else a picture that
 * says so and points to the DOT file.
 */
#ifndef TP_REPORT_MAP_H
#define TP_REPORT_MAP_H

#include "ast/ast.h"
#include "base/clock.h"
#include "base/diag.h"
#include "reach/graph.h"

typedef enum tp_map_verdict {
  TP_MAP_NONE, /* not asked */
  TP_MAP_COVERED,
  TP_MAP_INFEASIBLE,
  TP_MAP_UNKNOWN
} tp_map_verdict;

typedef struct tp_map_source {
  const tp_graph *graph;
  const tp_program *program;
  const uint8_t *verdicts; /* by branch of the source; NULL: no colours */
} tp_map_source;

typedef enum tp_map_level {
  TP_MAP_FULL,       /* every node of the graph */
  TP_MAP_CONDITIONS, /* every decision of the source once */
  TP_MAP_FUNCTIONS,  /* every function once */
  TP_MAP_TOO_BIG     /* a notice */
} tp_map_level;

/* A copy for maps, without what watches bins: free it. */
tp_graph *tp_map_without_monitor(const tp_graph *graph,
                                 const tp_program *program);

/* Append to out. */
void tp_map_dot(tp_str *out, const tp_map_source *source);
void tp_map_json(tp_str *out, const tp_map_source *source);
/* *level (may be NULL) tells what is shown. -1 with TP_ENVIRONMENT if Graphviz
 * does not do its job in so many seconds. */
int tp_map_svg(tp_str *out, const tp_map_source *source, tp_map_level *level,
               double seconds, tp_diag *diag);
/* How long drawing may take: some seconds, but no longer than what is left of
 * the budget, and a moment when nothing is. */
double tp_map_seconds(const tp_budget *budget);

#endif
