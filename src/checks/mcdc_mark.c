/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions of several conditions in a program that was read with them: each
 * vector gets its branch, and the decisions that only tell which it was are no
 * branches of the user. */
#include "checks/inside.h"

static bool is_named(const tp_program *p, tp_decl_id d) {
  return tp_text_starts(tp_names_text(p->names, p->decls.at[d].name),
                        TP_CHECK_MET);
}

/* (c) ? (m = m << 1 | 1, 1) : (m = m << 1, 0) */
static bool is_condition(const tp_program *p, const tp_node *n) {
  if (n->kind != TP_N_COND)
    return false;
  const tp_node *then = tp_node_get(p, tp_node_get(p, n->first)->next);
  const tp_node *set =
      then->kind == TP_N_COMMA ? tp_node_get(p, then->first) : NULL;
  if (!set || set->kind != TP_N_ASSIGN)
    return false;
  const tp_node *to = tp_node_get(p, set->first);
  return to->kind == TP_N_NAME && is_named(p, to->ref);
}

/* ({ unsigned long long m = 1; .. }) */
static bool is_whole(const tp_program *p, const tp_node *n) {
  if (n->kind != TP_N_STMT_EXPR)
    return false;
  const tp_node *first = tp_node_get(p, tp_node_get(p, n->first)->first);
  if (first->kind != TP_N_DECL || !first->first)
    return false;
  return is_named(p, tp_node_get(p, first->first)->ref);
}

/* Behind what stands before it: !, and checks. */
static const tp_node *inside(const tp_program *p, tp_node_id id) {
  for (;;) {
    const tp_node *n = tp_node_get(p, id);
    bool is_not = n->kind == TP_N_UNARY && n->op == TP_OP_NOT;
    if (!is_not && n->kind != TP_N_GENERIC && n->kind != TP_N_COMMA)
      return n;
    id = n->kind == TP_N_COMMA ? tp_node_get(p, n->first)->next : n->first;
  }
}

static void mark_decision(tp_program *p, tp_decision *d) {
  if (d->construct == TP_C_SWITCH || d->is_monitor)
    return;
  const tp_node *n = inside(p, d->node);
  d->is_monitor = is_condition(p, n) || is_whole(p, n);
  tp_decision_id below =
      is_condition(p, n) ? tp_node_get(p, n->first)->decision : 0;
  if (below)
    p->decisions.at[below].construct = TP_C_LOGICAL;
}

void tp_check_mark_mcdc(tp_program *p, const tp_checked *checked) {
  for (uint32_t i = 0; i < checked->decisions.n; i++)
    VEC_PUSH(&p->mcdc, checked->decisions.at[i]);
  for (uint32_t i = 0; i < checked->conditions.n; i++)
    VEC_PUSH(&p->mcdc_conditions, checked->conditions.at[i]);
  for (uint32_t i = 0; i < checked->vectors.n; i++)
    VEC_PUSH(&p->mcdc_vectors, checked->vectors.at[i]);
  for (tp_decision_id d = 1; p->mcdc.n && d < p->decisions.n; d++)
    mark_decision(p, &p->decisions.at[d]);
}
