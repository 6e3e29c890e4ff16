/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops are unrolled while they may go on; past the bound one turn with
 * everything forgotten that the loop may assign stands for all that may
 * follow. */
#include "decide/eval.h"

#include "base/limits.h"

static tp_eval_loop *innermost(const tp_eval *e) {
  tp_eval_frame *f = tp_eval_top(e);
  return f->loops.n ? &VEC_LAST(&f->loops) : NULL;
}

static void start_turn(tp_eval *e, tp_eval_loop *l) {
  l->start = e->s.guard;
  l->is_counted = l->is_tested = false;
  if (l->start != l->before.guard && l->turns > l->outer_turn)
    e->turn = l->turns;
}

/* A state waits behind its head. */
static bool is_jumped_into(const tp_eval *e, uint32_t number) {
  const tp_eval_frame *f = tp_eval_top(e);
  const tp_ir_loop *extent = &e->loops.at.at[number];
  for (uint32_t i = 0; i < f->waiting.n; i++)
    if (f->waiting.at[i].op > extent->head &&
        f->waiting.at[i].op <= extent->end)
      return true;
  return false;
}

void tp_eval_open_loop(tp_eval *e, uint32_t number) {
  tp_eval_loop l = {.number = number,
                    .is_jumped_into = is_jumped_into(e, number),
                    .before = e->s,
                    .told = tp_diary_now(e),
                    .first_instance = e->model->instances.n,
                    .outer_turn = e->turn,
                    .inputs_before = e->inputs_read};
  e->hazards++; /* it may not end */
  VEC_PUSH(&tp_eval_top(e)->loops, l);
  start_turn(e, innermost(e));
}

static void close_loop(tp_eval *e) {
  tp_eval_loop *l = innermost(e);
  e->turn = l->outer_turn;
  e->hazards++;
  VEC_FREE(&l->again);
  VEC_FREE(&l->heads);
  tp_eval_top(e)->loops.n--;
}

/* ---- tests --------------------------------------------------------------- */

/* Whether control that goes there leaves the loop. */
static bool leads_out(const tp_eval *e, const tp_ir_loop *l, uint32_t to) {
  const tp_ir_op *op = tp_ir_at(e->ir, to);
  for (int i = 0; i < TP_LIMIT_DECIDE_JUMPS && op->kind == TP_IR_JUMP; i++) {
    to = e->ir->targets.at[op->to].op;
    op = tp_ir_at(e->ir, to);
  }
  return to > l->end || to < l->head;
}

static bool is_test(const tp_eval *e, const tp_eval_loop *l,
                    const tp_ir_op *op) {
  const tp_ir_loop *extent = tp_eval_extent(e, l);
  return leads_out(e, extent, e->ir->targets.at[op->to].op) !=
         leads_out(e, extent, e->ir->targets.at[op->to + 1].op);
}

void tp_eval_note_test(tp_eval *e, const tp_ir_op *op, tp_expr truth) {
  tp_eval_loop *l = innermost(e);
  uint64_t bits;
  if (!l || !is_test(e, l, op))
    return;
  if (tp_expr_known(e->x, truth, &bits))
    l->is_counted = true;
  else
    l->is_tested = true;
}

/* Something is done, or another condition than a test is come to. */
static bool acts(const tp_eval *e, const tp_eval_loop *l, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_CALL:
  case TP_IR_INPUT:
  case TP_IR_OPAQUE:
  case TP_IR_STORE:
  case TP_IR_DECLARE:
  case TP_IR_SWITCH:
  case TP_IR_CHOOSE:
  case TP_IR_RETURN:
    return true;
  case TP_IR_DECIDE:
    return !is_test(e, l, op);
  default:
    return false;
  }
}

static void look_at_test(tp_eval *e, tp_eval_loop *l) {
  if (l->is_tested && l->turns >= TP_LIMIT_DECIDE_FREE_TURNS && !l->is_any)
    tp_eval_check(e);
  l->is_tested = false;
}

void tp_eval_settle_test(tp_eval *e, const tp_ir_op *op) {
  tp_eval_loop *l = innermost(e);
  if (l && l->is_tested && acts(e, l, op))
    look_at_test(e, l);
}

/* ---- the turn that stands for any ---------------------------------------- */

/* It stands for every further turn; and, as it knows nothing of the turns
 * before it, for these, too. */
static void start_any(tp_eval *e, tp_eval_loop *l) {
  tp_guards *g = &e->model->guards;
  if (tp_guard_is_below(g, l->start, e->s.guard))
    e->s.guard = l->start; /* more turns than this came here, too */
  l->is_any = true;
  l->is_driven = !l->is_counted || e->inputs_read > l->inputs_before;
  e->model->has_driven_loop |= l->is_driven;
  l->is_entered = tp_guard_is_below(g, l->before.guard, e->s.guard);
  l->endless = (tp_endless){.before = l->before.guard,
                            .first_single = l->first_instance,
                            .first_any = e->model->instances.n};
  l->summarised = e->summaries.calls.n;
  l->inline_until = e->inline_until;
  if (e->steps >= e->inline_until)
    e->inline_until = e->steps + TP_LIMIT_DECIDE_INLINE_STEPS;
  e->s.guard = tp_guard_add(g, e->s.guard, tp_eval_fresh_bool(e, TP_FREE_LOOP),
                            UINT32_MAX);
  tp_eval_forget_assigned(e, l->number);
  if (l->is_entered) { /* and not jumped into */
    g->at.at[e->s.guard].before_loop = l->before.guard + 1;
    if (!e->opt->told || !e->opt->ask) /* else it has to be proved */
      tp_eval_recall(e, l->before.cells);
  }
  tp_invariant_begin(e, l);
}

static void end_any(tp_eval *e, tp_eval_loop *l) {
  tp_invariant_end(e, l);
  e->inline_until = l->inline_until;
  l->endless.end = e->model->instances.n;
  /* Else some calls are not in this turn, or some turns not below `before`. */
  if (l->summarised == e->summaries.calls.n && l->is_entered)
    VEC_PUSH(&e->model->endless, l->endless);
}

/* -------------------------------------------------------------------------- */

static bool is_long(const tp_eval *e, const tp_eval_loop *l) {
  if (e->opt->given)
    return l->onward >= e->opt->max_loop || e->steps > e->opt->max_steps;
  uint32_t most = l->is_counted ? e->opt->max_counted : e->opt->max_loop;
  return l->turns >= most || e->steps > e->opt->max_steps ||
         tp_model_is_cut(e->model);
}

void tp_eval_end_turn(tp_eval *e) {
  tp_eval_loop *l = innermost(e);
  if (l->is_any) {
    end_any(e, l);
    close_loop(e);
    return;
  }
  tp_eval_join_all(e, &l->again);
  VEC_CLEAR(&l->again);
  l->turns++;
  l->onward += e->is_onward;
  look_at_test(e, l);
  if (e->opt->given && is_long(e, l))
    tp_eval_kill(e);
  if (tp_eval_is_dead(e)) {
    close_loop(e);
    return;
  }
  if (is_long(e, l))
    start_any(e, l);
  start_turn(e, l);
  tp_eval_top(e)->at = tp_eval_extent(e, l)->head;
}
