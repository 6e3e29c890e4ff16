/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program assumes of its runs: where an assumption is broken leaves a
 * guard; a run that counts never satisfies one of them.
 *
 * A run may also end before it comes to the assumption, by a crash or an
 * endless loop. So all that could end it is counted on the way: an assumption
 * says something about a branch before it only if nothing was in between. */
#include "decide/eval.h"

static bool is_division(uint8_t op) {
  return op == TP_OP_DIV || op == TP_OP_MOD;
}

/* Evaluating it may end the run. */
static bool may_end(const tp_eval *e, tp_node_id n) {
  const tp_node *node = tp_node_get(e->p, n);
  uint64_t value;
  switch (node->kind) {
  case TP_N_DEREF:
  case TP_N_OPAQUE:
  case TP_N_WHILE:
  case TP_N_DO:
  case TP_N_FOR:
  case TP_N_LABEL:
  case TP_N_GOTO_ANY:
    return true;
  case TP_N_INDEX: {
    tp_type_id base = tp_node_get(e->p, node->first)->type;
    return tp_type_get(&e->p->types, base)->kind != TP_T_ARRAY ||
           !tp_node_constant(e->p, tp_node_kid(e->p, n, 1), &value);
  }
  case TP_N_BINARY:
  case TP_N_ASSIGN:
    return is_division(node->op);
  case TP_N_CALL: {
    const tp_site *site = &e->p->sites.at[node->ref];
    return !site->is_input && !site->is_assumption &&
           !(site->callee && tp_decl_function(e->p, site->callee));
  }
  default:
    return false;
  }
}

void tp_eval_pass(tp_eval *e, tp_node_id n) {
  e->hazards += may_end(e, n);
}

void tp_eval_broken(tp_eval *e, uint32_t site) {
  if (!e->is_generic && !e->memory.is_shared && !tp_eval_is_dead(e))
    VEC_PUSH(&e->model->broken, (tp_broken){e->s.guard, e->hazards, site});
  tp_eval_kill(e);
}
