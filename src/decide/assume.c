/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program assumes of its runs: where an assumption is broken leaves a
 * guard; a run that counts never satisfies one of them. Where the ways meet
 * that came past it, it is no part of the guard any more: each question is
 * asked without it first, which is a small question, and then with all.
 *
 * A run may also end before it comes to the assumption, by a crash or an
 * endless loop. So all that could end it is counted on the way: an assumption
 * says something about a branch before it only if nothing was in between. */
#include "decide/eval.h"

/* Doing it may end the run. Loops are counted where they begin and end. */
static bool may_end(const tp_eval *e, const tp_ir_op *op) {
  const tp_site *site = &e->p->sites.at[op->ref];
  switch (op->kind) {
  case TP_IR_CHECK:
  case TP_IR_OPAQUE:
  case TP_IR_CHOOSE:
    return true;
  case TP_IR_CALL:
    return !site->is_input && !site->is_assumption &&
           !(site->callee && tp_decl_function(e->p, site->callee)) &&
           tp_ctype_call(e->p, op->ref) == TP_CTYPE_NONE;
  default:
    return false;
  }
}

void tp_eval_pass(tp_eval *e, const tp_ir_op *op) {
  e->hazards += may_end(e, op);
}

void tp_eval_broken(tp_eval *e, uint32_t site) {
  tp_guards *g = &e->model->guards;
  if (!e->is_generic && !e->memory.is_shared && !tp_eval_is_dead(e)) {
    tp_expr broken = tp_guard_below(g, TP_GUARD_ROOT, e->s.guard);
    tp_expr holds =
        tp_expr_or(e->x, tp_expr_not(e->x, broken), tp_diary_around(e));
    VEC_PUSH(&e->model->broken,
             ((tp_broken){e->s.guard, holds, e->hazards, site}));
    if (!e->opt->given)
      tp_guard_lose(g, e->s.guard);
  }
  tp_eval_kill(e);
}
