/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/writes.h"

#include "unit/place.h"

static bool assigns_behind(const tp_program *p, const tp_node *node,
                           tp_decl_id param) {
  bool is_behind;
  return (node->kind == TP_N_ASSIGN || node->kind == TP_N_INCDEC) &&
         tp_use_root(p, node->first, &is_behind) == param && is_behind;
}

/* To a parameter that is no pointer to const. */
static bool passes(const tp_program *p, tp_node_id call, tp_decl_id param) {
  const tp_site *site = &p->sites.at[tp_node_get(p, call)->ref];
  const tp_type *f =
      site->callee ? tp_type_get(&p->types, p->decls.at[site->callee].type)
                   : NULL;
  uint32_t i = 0;
  TP_KIDS (p, call, kid) {
    const tp_node *arg = tp_node_get(p, kid);
    while (arg->kind == TP_N_CAST)
      arg = tp_node_get(p, arg->first);
    bool is_it = i > 0 && arg->kind == TP_N_NAME && arg->ref == param;
    bool is_const =
        f && i > 0 && i - 1 < f->n &&
        tp_type_get(
            &p->types,
            tp_type_get(&p->types, p->types.params.at[f->first + i - 1])->base)
            ->is_const;
    if (is_it && !is_const)
      return true;
    i++;
  }
  return false;
}

static bool body_writes(const tp_program *p, tp_func_id f, tp_decl_id param) {
  bool does = false;
  tp_use_walk w = tp_use_walk_function(p, f);
  for (tp_node_id n; (n = tp_use_next(&w));) {
    const tp_node *node = tp_node_get(p, n);
    does |= assigns_behind(p, node, param) ||
            (node->kind == TP_N_CALL && passes(p, n, param));
  }
  return does;
}

/* A text of the program would be written to. */
static bool gets_literal(const tp_program *p, tp_decl_id function, uint32_t i) {
  for (uint32_t k = 1; k < p->sites.n; k++) {
    const tp_site *site = &p->sites.at[k];
    tp_node_id arg = site->callee && tp_use_of_decl(p, site->callee) ==
                                         tp_use_of_decl(p, function)
                         ? tp_node_kid(p, site->node, i + 1)
                         : 0;
    if (arg && tp_node_get(p, arg)->kind == TP_N_STRING)
      return true;
  }
  return false;
}

bool tp_use_writes_param(const tp_program *p, tp_decl_id function, uint32_t i) {
  const tp_type *f = tp_type_get(&p->types, p->decls.at[function].type);
  const tp_type *param =
      tp_type_get(&p->types, p->types.params.at[f->first + i]);
  if (param->kind != TP_T_POINTER ||
      tp_type_get(&p->types, param->base)->is_const ||
      gets_literal(p, function, i))
    return false;
  tp_func_id defined = tp_decl_function(p, function);
  if (!defined)
    return true;
  const tp_func *func = &p->funcs.at[defined];
  return i < func->params.n && body_writes(p, defined, func->params.at[i]);
}

void tp_use_assigned(const tp_program *p, const tp_bits *functions,
                     tp_map *out) {
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    tp_use_walk w = tp_use_walk_tree(
        p, tp_bits_has(functions, f) ? p->funcs.at[f].body : 0);
    for (tp_node_id n; (n = tp_use_next(&w));) {
      const tp_node *node = tp_node_get(p, n);
      bool is_behind = true, is_new;
      tp_decl_id d = node->kind == TP_N_ASSIGN || node->kind == TP_N_INCDEC
                         ? tp_use_root(p, node->first, &is_behind)
                         : 0;
      if (d && !is_behind && p->decls.at[d].scope == 0)
        tp_map_put(out, tp_use_of_decl(p, d), &is_new);
    }
  }
}
