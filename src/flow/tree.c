/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small questions about syntax trees that several analyses of flow ask: the
 * parent of a node, the object an lvalue belongs to, and which objects pointers
 * may reach. An lvalue is followed from its name outwards: x, x.f, x[i] with x
 * an array are all parts of x; *p and p[i] belong to no name. */
#include "flow/tree.h"

tp_node_id *tp_flow_parents(const tp_program *p) {
  tp_node_id *parents = TP_NEW_ARRAY(tp_node_id, p->nodes.n + 1);
  for (tp_node_id n = 1; n < p->nodes.n; n++)
    TP_KIDS (p, n, kid)
      parents[kid] = n;
  return parents;
}

bool tp_flow_is_array(const tp_program *p, tp_node_id n) {
  return tp_type_get(&p->types, p->nodes.at[n].type)->kind == TP_T_ARRAY;
}

tp_decl_id tp_flow_root(const tp_program *p, tp_node_id lvalue) {
  while (lvalue) {
    const tp_node *node = tp_node_get(p, lvalue);
    switch (node->kind) {
    case TP_N_NAME:
      return p->decls.at[node->ref].kind == TP_D_FUNCTION
                 ? 0
                 : tp_flow_same(p, node->ref);
    case TP_N_INDEX:
      if (!tp_flow_is_array(p, node->first))
        return 0;
      lvalue = node->first;
      break;
    case TP_N_MEMBER:
    case TP_N_GENERIC:
      lvalue = node->first;
      break;
    default:
      return 0;
    }
  }
  return 0;
}

tp_node_id tp_flow_pointee_part(const tp_program *p, tp_node_id pointer) {
  const tp_node *node = tp_node_get(p, pointer);
  while (node->kind == TP_N_CAST || node->kind == TP_N_GENERIC) {
    pointer = node->first;
    node = tp_node_get(p, pointer);
  }
  if (node->kind == TP_N_ADDR)
    return node->first;
  return tp_flow_is_array(p, pointer) ? pointer : 0;
}

tp_decl_id tp_flow_pointee(const tp_program *p, tp_node_id pointer) {
  return tp_flow_root(p, tp_flow_pointee_part(p, pointer));
}

tp_node_id tp_flow_input_object(const tp_program *p, uint32_t site) {
  const tp_site *s = &p->sites.at[site];
  if (!s->is_input || s->input_kind != TP_INPUT_OBJECT)
    return 0;
  return tp_node_kid(p, s->node, s->arg + 1u);
}

const char *tp_flow_callee_name(const tp_program *p, uint32_t site) {
  tp_decl_id d = p->sites.at[site].callee;
  return d ? tp_names_text(p->names, p->decls.at[d].name) : "";
}

bool tp_flow_feeds_input(const tp_program *p, const tp_node_id *parents,
                         tp_node_id n) {
  tp_node_id up = parents[n];
  while (up && p->nodes.at[up].kind == TP_N_CAST) {
    n = up;
    up = parents[up];
  }
  return up && p->nodes.at[up].kind == TP_N_CALL &&
         tp_flow_input_object(p, p->nodes.at[up].ref) == n;
}

tp_node_id tp_flow_part(const tp_program *p, const tp_node_id *parents,
                        tp_node_id n) {
  for (tp_node_id up = parents[n]; up; up = parents[n]) {
    const tp_node *node = &p->nodes.at[up];
    bool is_part = node->kind == TP_N_MEMBER || node->kind == TP_N_GENERIC ||
                   (node->kind == TP_N_INDEX && node->first == n &&
                    tp_flow_is_array(p, n));
    if (!is_part)
      break;
    n = up;
  }
  return n;
}

static bool use_escapes(const tp_program *p, const tp_node_id *parents,
                        tp_node_id name) {
  tp_node_id n = tp_flow_part(p, parents, name);
  tp_node_id up = parents[n];
  uint8_t kind = p->nodes.at[up].kind;
  if (!up) /* was looked at for its type only: sizeof, typeof */
    return false;
  if (kind == TP_N_OPAQUE)
    return true;
  if (kind == TP_N_ADDR)
    return !tp_flow_feeds_input(p, parents, up);
  return tp_flow_is_array(p, n) && kind != TP_N_EXPR &&
         !tp_flow_feeds_input(p, parents, n);
}

void tp_flow_escaped(tp_bits *out, const tp_program *p,
                     const tp_node_id *parents) {
  tp_bits_init(out, p->decls.n + 1);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = &p->nodes.at[n];
    if (node->kind == TP_N_NAME &&
        p->decls.at[node->ref].kind != TP_D_FUNCTION &&
        use_escapes(p, parents, n))
      tp_bits_add(out, tp_flow_same(p, node->ref));
  }
  /* A nested function works on the locals of the one around it. */
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    if (!p->funcs.at[f].is_nested || !p->funcs.at[f].outer)
      continue;
    const tp_func *outer = &p->funcs.at[p->funcs.at[f].outer];
    for (uint32_t i = 0; i < outer->locals.n; i++)
      tp_bits_add(out, tp_flow_same(p, outer->locals.at[i]));
    for (uint32_t i = 0; i < outer->params.n; i++)
      tp_bits_add(out, tp_flow_same(p, outer->params.at[i]));
  }
}
