/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/tree.h - the way up in the syntax trees; private to flow. */
#ifndef TP_FLOW_TREE_H
#define TP_FLOW_TREE_H

#include "ast/ast.h"
#include "base/bits.h"

/* By node: its parent, 0 at the top. Free with tp_free. */
tp_node_id *tp_flow_parents(const tp_program *p);
/* The declaration an lvalue is a part of, canonical; 0 if it is reached through
 * a pointer or is no lvalue with a name. */
tp_decl_id tp_flow_root(const tp_program *p, tp_node_id lvalue);
/* The lvalue a pointer expression points to, of &x or an array; 0: none. */
tp_node_id tp_flow_pointee_part(const tp_program *p, tp_node_id pointer);
/* The declaration that this is a part of. */
tp_decl_id tp_flow_pointee(const tp_program *p, tp_node_id pointer);
/* The largest lvalue around a name that is still a part of the same object. */
tp_node_id tp_flow_part(const tp_program *p, const tp_node_id *parents,
                        tp_node_id name);
/* Whether the pointer expression n is only handed to an input call. */
bool tp_flow_feeds_input(const tp_program *p, const tp_node_id *parents,
                         tp_node_id n);
bool tp_flow_is_array(const tp_program *p, tp_node_id n);
/* The argument of an input call whose object it fills; 0 if it has none. */
tp_node_id tp_flow_input_object(const tp_program *p, uint32_t site);
/* Declarations (canonical) that pointers may reach: their address is used for
 * more than being handed to an input call. Initialises `out`. */
void tp_flow_escaped(tp_bits *out, const tp_program *p,
                     const tp_node_id *parents);
static inline tp_decl_id tp_flow_same(const tp_program *p, tp_decl_id d) {
  tp_decl_id same = p->decls.at[d].same;
  return same ? same : d;
}
const char *tp_flow_callee_name(const tp_program *p, uint32_t site);

#endif
