/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/limits.h - the edges of limits of a result (--limits): what the
 * branches that stand for them were found to be. */
#ifndef TP_REPORT_LIMITS_H
#define TP_REPORT_LIMITS_H

#include "report/result.h"

typedef struct tp_limit_totals {
  uint32_t total, covered, infeasible, unknown;
  uint32_t not_accepted; /* unknown, which fails the run */
} tp_limit_totals;

tp_limit_totals tp_limits_count(const tp_result *r);
const tp_result_verdict *tp_edge_verdict(const tp_result *r, uint32_t edge);
/* "at", "inside", "outside", "nan" */
const char *tp_edge_name(const tp_program *p, uint32_t edge);
/* "a.c:12:5: v < 5.5, outside" */
void tp_edge_title(const tp_program *p, uint32_t edge, tp_str *out);
/* "T", "F": what the comparison says there; "": it decides nothing. */
const char *tp_edge_side(const tp_program *p, uint32_t edge);
/* How many edges, from one on, are of the same comparison. */
uint32_t tp_edges_together(const tp_program *p, uint32_t edge);

#endif
