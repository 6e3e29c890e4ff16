/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where C converts an integer by itself: assignments, initialisers, arguments,
 * results. A cast says that the change is meant. */
#include "checks/inside.h"

static bool is_number(const tp_check_writer *w, tp_type_id t) {
  tp_type_kind kind = (tp_type_kind)tp_type_get(&w->p->types, t)->kind;
  return tp_type_is_integer(&w->p->types, t) && kind != TP_T_BOOL;
}

static void check(tp_check_writer *w, tp_node_id value, tp_type_id to) {
  tp_type_id from = tp_node_get(w->p, value)->type;
  if (tp_node_get(w->p, value)->kind == TP_N_CAST || !is_number(w, from) ||
      !is_number(w, to))
    return;
  tp_check_target t = tp_check_at(w, value);
  tp_operand o = tp_check_operand(w, value);
  tp_check_conversion(w->p, value, &o, to, tp_check_add, &t);
  tp_str_free(&o.text);
}

static bool is_bitfield(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_MEMBER && p->types.fields.at[node->ref].is_bitfield;
}

static void check_arguments(tp_check_writer *w, tp_node_id call) {
  tp_node_id callee = tp_node_get(w->p, call)->first;
  const tp_type *f = tp_type_get(&w->p->types, tp_node_get(w->p, callee)->type);
  tp_node_id arg = tp_node_get(w->p, callee)->next;
  if (f->kind == TP_T_POINTER)
    f = tp_type_get(&w->p->types, f->base);
  for (uint32_t i = 0; arg && f->kind == TP_T_FUNCTION && i < f->n; i++) {
    check(w, arg, w->p->types.params.at[f->first + i]);
    arg = tp_node_get(w->p, arg)->next;
  }
}

static tp_type_id result_of(const tp_check_writer *w) {
  const tp_decl *f = &w->p->decls.at[w->p->funcs.at[w->func].decl];
  return tp_type_get(&w->p->types, f->type)->base;
}

void tp_check_conversions(tp_check_writer *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  if (!(w->plan.kinds >> TP_CHECK_CONVERSION & 1))
    return;
  if (node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN &&
      !is_bitfield(w->p, node->first))
    check(w, tp_node_kid(w->p, n, 1), node->type);
  else if (node->kind == TP_N_VAR && node->first)
    check(w, node->first, w->p->decls.at[node->ref].type);
  else if (node->kind == TP_N_INIT && !(node->flags & TP_F_BITFIELD))
    check(w, node->first, node->type);
  else if (node->kind == TP_N_RETURN && node->first)
    check(w, node->first, result_of(w));
  else if (node->kind == TP_N_CALL)
    check_arguments(w, n);
}
