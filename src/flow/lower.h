/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/lower.h - the IR of a program in, its reachability graph out.
 *
 * Nodes of the graph: decisions that the instrumented program records (those
 * folded to a constant are not nodes: only their live side is followed), plus
 * choices and exits:
 *   choice, decision = site of an indirect call: label of an edge = tp_func_id
 *     of the function called, 0 = a function outside the program. Also the call
 *     of an outside function that may call back (qsort): label 0 = it goes on.
 *   choice, decision = 0: return of a shared function (label = site of the call
 *     it returns to), longjmp (label = site of the setjmp), computed goto
 *     (label = index of p->labels), a branch nobody records (label 0, 1, ...).
 *   exit, decision = 0: the entry function returned, or an endless loop without
 *     a decision; decision = site: a call that does not return (exit, abort).
 * Edges of a choice that lead to the same node are one edge. A choice with one
 * edge is no node.
 * Contexts: (parent, site, func). A function shared by several call sites has
 * parent 0, site 0.
 */
#ifndef TP_FLOW_LOWER_H
#define TP_FLOW_LOWER_H

#include "base/bits.h"
#include "ir/ir.h"
#include "reach/graph.h"

typedef struct tp_lower_options {
  uint32_t max_nodes; /* past this, callees are shared; 0: 20 times the
                         decisions, but 20,000 to 400,000 */
} tp_lower_options;

/* The graph from the program's entry, calls expanded at their call sites. opt
 * may be NULL. Every node is marked path-dependent: see flow/stateless.h. */
int tp_flow_lower(tp_graph **out, const tp_ir *ir, const tp_lower_options *opt,
                  tp_diag *diag);

/* Whether something strange or an assembler jump may enter functions unseen. */
bool tp_flow_in_doubt(const tp_ir *ir);

#endif
