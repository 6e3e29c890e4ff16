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
/* The same for the object a pointer expression points to: &x, an array. */
tp_decl_id tp_flow_pointee(const tp_program *p, tp_node_id pointer);
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
