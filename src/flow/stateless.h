/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/stateless.h - conditions that mean the same predicate on every path.
 *
 * A decision node of the graph is path-independent if each value it reads has
 * one chain of definitions back to constants and inputs that are read once,
 * whatever path led to it. Everything that is not proved so is path-dependent.
 */
#ifndef TP_FLOW_STATELESS_H
#define TP_FLOW_STATELESS_H

#include "flow/lower.h"
#include "flow/taint.h"
#include "reach/graph.h"

/* Clears is_path_dependent of the decision nodes for which it is proved. The
 * graph is that of tp_flow_lower of the same IR. Returns how many. */
uint32_t tp_flow_mark_path_dependent(tp_graph *g, const tp_ir *ir,
                                     const tp_taint *taint);

#endif
