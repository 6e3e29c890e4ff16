/* flow/flow.h - what is known about a program without running it.
 *
 * lower: the reachability graph. taint: which declarations and expressions can
 * hold a value that depends on an input. effects: which expressions have side
 * effects.
 */
#ifndef TP_FLOW_FLOW_H
#define TP_FLOW_FLOW_H

#include "ast/ast.h"
#include "base/bits.h"
#include "reach/graph.h"

typedef struct tp_lower_options {
  uint32_t max_nodes; /* past this, callees are shared; 0: default 400,000 */
} tp_lower_options;

/* The graph from the program's entry, calls expanded at their call sites. */
int tp_flow_lower(tp_graph **out, const tp_program *p,
                  const tp_lower_options *opt, tp_diag *diag);

typedef struct tp_taint {
  tp_bits decls;   /* by tp_decl_id (canonical `same`): may hold an input value,
                      in any part */
  bool memory;     /* objects reached through pointers may */
  tp_bits returns; /* by tp_func_id: its return value may */
} tp_taint;

/* Flow-insensitive, over all units, conservative. */
void tp_flow_taint(tp_taint *out, const tp_program *p);
void tp_taint_free(tp_taint *t);
/* Whether the value of an expression may depend on an input. */
bool tp_taint_node(const tp_taint *t, const tp_program *p, tp_node_id expr);

/* Evaluating it twice is the same as once: no assignment, ++, call, statement
 * expression, volatile read or opaque part in it. */
bool tp_flow_is_pure(const tp_program *p, tp_node_id expr);
/* Contains && || or ?: (so evaluating it passes decisions). */
bool tp_flow_has_decisions(const tp_program *p, tp_node_id expr);

#endif
