/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/taint.h - which values can depend on an input.
 *
 * Flow-insensitive, over all units, conservative: an object is tainted as a
 * whole; all memory that pointers reach is one class. What depends on an input
 * only through the path taken (x = c ? 1 : 2, a && b) is not tainted: on one
 * path it is a constant.
 */
#ifndef TP_FLOW_TAINT_H
#define TP_FLOW_TAINT_H

#include "base/bits.h"
#include "ir/ir.h"

typedef struct tp_taint {
  tp_bits decls;   /* by tp_decl_id (canonical `same`): may hold an input value,
                      in any part */
  bool memory;     /* objects reached through pointers may */
  tp_bits returns; /* by tp_func_id: its return value may */
  tp_bits nodes;   /* by tp_node_id: see tp_taint_node */
  tp_bits escaped; /* by tp_decl_id (canonical): pointers may reach it. Being
                      filled by an input call alone is no escape */
} tp_taint;

void tp_flow_taint(tp_taint *out, const tp_ir *ir);
void tp_taint_free(tp_taint *t);
/* Whether the value of an expression may depend on an input. */
static inline bool tp_taint_node(const tp_taint *t, tp_node_id expr) {
  return tp_bits_has(&t->nodes, expr);
}

/* A call of a function outside the program that may store what depends on an
 * input, or reads it and stores. */
bool tp_taint_stores_outside(const tp_taint *t, const tp_ir *ir,
                             tp_node_id expr);

#endif
