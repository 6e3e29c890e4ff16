/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions: && || and ! split the state, an atomic condition leaves an
 * instance and splits it by its truth. Chains of && or || are walked in a loop,
 * so that thousands of terms need no stack. */
#include "decide/eval.h"

void tp_eval_record(tp_eval *e, tp_decision_id d, tp_expr value) {
  if (!tp_eval_is_dead(e))
    VEC_PUSH(&e->model->instances,
             (tp_instance){d, e->s.guard, value, e->hazards, e->turn});
}

static void split(tp_eval *e, tp_expr truth, tp_sbranch yes, tp_sbranch no,
                  tp_state *otherwise) {
  tp_guards *g = &e->model->guards;
  *otherwise = e->s;
  otherwise->guard = tp_guard_add(g, e->s.guard, tp_expr_not(e->x, truth), no);
  e->s.guard = tp_guard_add(g, e->s.guard, truth, yes);
}

static bool atomic(tp_eval *e, tp_node_id n, tp_state *otherwise) {
  const tp_node *node = tp_node_get(e->p, n);
  const tp_decision *d = &e->p->decisions.at[node->decision];
  tp_guard before = e->s.guard;
  tp_expr truth = tp_sem_truth(&e->sem, tp_eval_value(e, n));
  bool is_whole = e->s.guard == before;
  if (!truth)
    truth = tp_eval_fresh_bool(e, TP_FREE_EXPRESSION);
  if (!node->decision || d->is_constant) {
    split(e, truth, UINT32_MAX, UINT32_MAX, otherwise);
    return is_whole;
  }
  tp_eval_record(e, node->decision, truth);
  split(e, truth, d->first, d->first + 1, otherwise);
  return is_whole;
}

/* The operands of a chain of one operator, first to last. */
static void collect_chain(const tp_eval *e, tp_node_id n, tp_vec_u32 *out) {
  uint8_t op = tp_node_get(e->p, n)->op;
  const tp_node *node = tp_node_get(e->p, n);
  while (node->kind == TP_N_LOGICAL && node->op == op) {
    VEC_PUSH(out, tp_node_kid(e->p, n, 1));
    n = node->first;
    node = tp_node_get(e->p, n);
  }
  VEC_PUSH(out, n);
  for (uint32_t i = 0, j = out->n - 1; i < j; i++, j--) {
    uint32_t swap = out->at[i];
    out->at[i] = out->at[j];
    out->at[j] = swap;
  }
}

static bool chain(tp_eval *e, tp_node_id n, tp_state *otherwise) {
  bool is_and = tp_node_get(e->p, n)->op == TP_OP_LOGAND;
  bool is_whole = true;
  tp_vec_u32 operands = {0};
  tp_states early = {0}; /* where the rest need not be looked at */
  tp_guard before = e->s.guard;
  collect_chain(e, n, &operands);
  for (uint32_t i = 0; i < operands.n; i++) {
    tp_state no;
    is_whole = tp_eval_branch(e, operands.at[i], &no) && is_whole;
    VEC_PUSH(&early, is_and ? no : e->s);
    if (!is_and)
      e->s = no;
  }
  tp_state last = e->s;
  e->s.guard = TP_GUARD_NEVER;
  tp_eval_join_all(e, &early);
  if (is_whole && !tp_eval_is_dead(e)) /* simpler than the union of the ways */
    e->s.guard = tp_guard_rest(&e->model->guards, before, last.guard);
  *otherwise = is_and ? e->s : last;
  if (is_and)
    e->s = last;
  VEC_FREE(&operands);
  VEC_FREE(&early);
  return is_whole;
}

bool tp_eval_branch(tp_eval *e, tp_node_id n, tp_state *otherwise) {
  const tp_node *node = tp_node_get(e->p, n);
  if (node->kind == TP_N_LOGICAL)
    return chain(e, n, otherwise);
  if (node->kind != TP_N_UNARY || node->op != TP_OP_NOT || node->decision)
    return atomic(e, n, otherwise);
  tp_state yes;
  bool is_whole = tp_eval_branch(e, node->first, &yes);
  *otherwise = e->s;
  e->s = yes;
  return is_whole;
}
