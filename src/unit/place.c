/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/place.h"

#include "base/map.h"

tp_use_place tp_use_of_decl(const tp_program *p, tp_decl_id d) {
  tp_decl_id same = p->decls.at[d].same;
  return same ? same : d;
}

tp_use_place tp_use_of_field(uint32_t field) {
  return UINT64_C(1) << 32 | field;
}

tp_use_place tp_use_of_node(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  while (node->kind == TP_N_CAST)
    node = tp_node_get(p, node->first);
  if (node->kind == TP_N_MEMBER)
    return tp_use_of_field(node->ref);
  bool is_variable =
      node->kind == TP_N_NAME && p->decls.at[node->ref].kind != TP_D_FUNCTION;
  return is_variable ? tp_use_of_decl(p, node->ref) : 0;
}

uint64_t tp_use_pair(tp_use_place pointer, tp_use_place number) {
  return tp_hash_pair(pointer, number) >> 1;
}

const tp_type *tp_use_type(const tp_program *p, tp_node_id n) {
  return tp_type_get(&p->types, tp_node_get(p, n)->type);
}

tp_type_id tp_use_behind(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  return type->kind == TP_T_POINTER
             ? tp_type_get(&p->types, type->base)->unqualified
             : 0;
}

tp_decl_id tp_use_root(const tp_program *p, tp_node_id n, bool *is_behind) {
  *is_behind = false;
  for (;;) {
    const tp_node *node = tp_node_get(p, n);
    bool is_step = node->kind == TP_N_INDEX || node->kind == TP_N_DEREF;
    *is_behind |= is_step && tp_use_type(p, node->first)->kind == TP_T_POINTER;
    if (!is_step && node->kind != TP_N_MEMBER && node->kind != TP_N_CAST &&
        node->kind != TP_N_INCDEC && node->kind != TP_N_BINARY)
      return node->kind == TP_N_NAME ? node->ref : 0;
    n = node->first;
  }
}

/* ---- nodes of a tree ----------------------------------------------------- */

tp_use_walk tp_use_walk_tree(const tp_program *p, tp_node_id n) {
  tp_use_walk w = {p, {0}};
  if (n)
    VEC_PUSH(&w.left, n);
  return w;
}

tp_use_walk tp_use_walk_function(const tp_program *p, tp_func_id f) {
  return tp_use_walk_tree(p, p->funcs.at[f].body);
}

tp_node_id tp_use_next(tp_use_walk *w) {
  if (w->left.n == 0) {
    VEC_FREE(&w->left);
    return 0;
  }
  tp_node_id n = VEC_POP(&w->left);
  TP_KIDS (w->p, n, kid)
    VEC_PUSH(&w->left, kid);
  return n;
}
