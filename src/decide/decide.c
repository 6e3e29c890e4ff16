/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch by branch, the deepest first. If one can't be taken, all that lies
 * behind it can't either. */
#include "decide/decide.h"

#include "base/limits.h"
#include "decide/alone.h"
#include "decide/explain.h"
#include "decide/goals.h"
#include "decide/work.h"
#include "flow/lower.h"

#define CHECKS_A_PRODUCT 40 /* a question about one counts as so many */
#define TURN_SECONDS 0.2    /* about what holds in each turn of a loop */

typedef struct tp_decider work;

/* ---- what can be while the model is made --------------------------------- */

static bool has_product(const work *w, const tp_expr *conds, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (tp_expr_is_product(w->parts.exprs, conds[i]))
      return true;
  return false;
}

static bool is_possible(void *state, const tp_expr *literals, uint32_t n) {
  work *w = state;
  uint64_t checks = tp_smt_get_counts(w->parts.smt)->checks;
  uint64_t most =
      w->is_late ? TP_LIMIT_DECIDE_LATE_CHECKS : TP_LIMIT_DECIDE_EARLY_CHECKS;
  if (w->effort >= most && !w->is_late)
    tp_model_cut(&w->model, TP_FREE_TIME, 0);
  if (w->effort >= most)
    return true;
  tp_smt_answer answer = tp_work_solve(w, literals, n, !w->is_late, false);
  if (tp_smt_get_counts(w->parts.smt)->checks > checks)
    w->effort += has_product(w, literals, n) ? CHECKS_A_PRODUCT : 1;
  w->in_vain += answer == TP_SMT_UNKNOWN;
  return answer != TP_SMT_UNSAT;
}

/* Nothing hard: there are many such questions. */
static tp_smt_answer ask_about_turns(void *state, const tp_expr *literals,
                                     uint32_t n, const tp_smt_result **out) {
  work *w = state;
  *out = &w->q.result;
  return tp_budget_over(w->parts.budget) == TP_STOP_NONE
             ? tp_work_ask(w, literals, n, false, TURN_SECONDS, &w->q.result)
             : TP_SMT_UNKNOWN;
}

/* Bound: once; what is walked alone does not ask for it. */
void tp_work_prove_alone(work *w) {
  if (!w->was_alone) {
    w->was_alone = true;
    tp_alone_prove(w);
  }
}

/* A walk that asks much is hard: what can be had without it comes first. */
static void pause_walk(void *state, uint64_t steps) {
  work *w = state;
  tp_peek_pause(w, steps);
  if (w->effort + CHECKS_A_PRODUCT * w->in_vain >= TP_LIMIT_ALONE_CHECKS)
    tp_work_prove_alone(w);
}

/* ---- all branches -------------------------------------------------------- */

static void decide_goals(work *w) {
  for (uint32_t g = 0; g < w->goals.n; g++) {
    tp_sbranch b = w->goals.at[g];
    if (tp_budget_over(w->parts.budget) != TP_STOP_NONE)
      break;
    if (tp_work_is_open(w, b) &&
        (!w->is_late || w->is_left_out || tp_bits_has(&w->late, b)))
      tp_branch_decide(w, g);
    tp_work_spend(w);
  }
  for (uint32_t g = 0; g < w->goals.n; g++)
    if (tp_work_is_open(w, w->goals.at[g]) &&
        !w->out->at.at[w->goals.at[g]].reason)
      tp_work_set_reason(&w->out->at.at[w->goals.at[g]], "time");
}

static void drop_model(work *w) {
  if (!w->model.program)
    return;
  tp_pack_free(&w->pack);
  tp_model_free(&w->model);
  w->model = (tp_model){0};
  VEC_CLEAR(&w->goals);
}

static void build_model(work *w) {
  tp_model_options opt = {.max_loop = TP_LIMIT_DECIDE_LOOP,
                          .max_counted = TP_LIMIT_DECIDE_COUNTED,
                          .max_steps = TP_LIMIT_DECIDE_STEPS,
                          .budget = w->parts.budget,
                          .pause = pause_walk,
                          .is_possible = is_possible,
                          .ask = ask_about_turns,
                          .max_asked = TP_LIMIT_INVARIANT_CHECKS_IN_ALL,
                          .state = w};
  double start = tp_now();
  if (!w->is_late) {
    tp_alone_prove_briefly(w);
    tp_explain_briefly(w->out, &w->parts); /* the rest may take all the time */
  }
  w->effort = 0;
  tp_peek_begin(w);
  tp_model_build(&w->model, w->parts.ir, w->parts.plan, w->parts.exprs,
                 tp_engine_vars(w->parts.engine), &opt);
  w->is_left_out =
      w->is_left_out || (!w->is_late && w->model.cut.why == TP_FREE_TIME);
  if (tp_flow_in_doubt(w->parts.ir))
    tp_model_cut(&w->model, TP_FREE_ENTRY, 0);
  if (tp_model_is_cut(&w->model))
    tp_work_prove_alone(w);
  w->out->counts.model_seconds += tp_now() - start;
  w->out->counts.instances = w->model.instances.n;
  tp_goals_order(&w->goals, &w->model, &w->parts);
  tp_pack_init(&w->pack, &w->model, w->parts.smt);
}

static void count_verdicts(work *w) {
  tp_verdicts *out = w->out;
  out->counts.covered = out->counts.unknown = 0;
  for (uint32_t b = 0; b < out->at.n; b++) {
    if (tp_work_is_covered(w, b) && out->at.at[b].kind == TP_DECIDED_UNKNOWN)
      out->at.at[b].kind = TP_DECIDED_COVERED;
    out->counts.covered += out->at.at[b].kind == TP_DECIDED_COVERED;
    out->counts.unknown += out->at.at[b].kind == TP_DECIDED_UNKNOWN;
  }
}

static bool is_any_open(const work *w) {
  for (uint32_t g = 0; g < w->goals.n; g++)
    if (tp_work_is_open(w, w->goals.at[g]))
      return true;
  return false;
}

static void pass(work *w) {
  double start = tp_now();
  decide_goals(w);
  if (is_any_open(w) && (w->is_late || !tp_decide_is_late(w)))
    tp_work_prove_alone(w);
  w->out->counts.solve_seconds += tp_now() - start;
  count_verdicts(w);
}

tp_decider *tp_decide(tp_verdicts *out, const tp_decide_parts *parts) {
  work *w = TP_NEW(work);
  *out = (tp_verdicts){0};
  VEC_RESIZE(&out->at, parts->program->branches.n);
  *w = (work){.parts = *parts, .out = out, .start = tp_now()};
  w->proofs = (tp_proofs){.parts = &w->parts, .model = &w->model};
  w->never = (tp_never){.model = &w->model,
                        .is_refuted = tp_branch_is_refuted,
                        .state = w,
                        .q = &w->q};
  tp_bits_init(&w->late, parts->program->branches.n);
  if (tp_goals_are_left(&w->parts))
    build_model(w);
  if (w->is_left_out)
    count_verdicts(w);
  else
    pass(w);
  return w;
}

bool tp_decide_is_late(const tp_decider *w) {
  for (uint32_t g = 0; g < w->goals.n; g++)
    if (tp_work_is_open(w, w->goals.at[g]) &&
        (w->is_left_out || tp_bits_has(&w->late, w->goals.at[g])))
      return true;
  return false;
}

void tp_decide_late(tp_decider *w, const tp_budget *budget) {
  w->is_late = true;
  w->parts.budget = budget;
  if (w->is_left_out) {
    drop_model(w);
    build_model(w);
  }
  pass(w);
}

void tp_decider_free(tp_decider *w) {
  drop_model(w);
  tp_proofs_free(&w->proofs);
  tp_question_free(&w->q);
  tp_bits_free(&w->late);
  tp_never_free(&w->never);
  VEC_FREE(&w->used);
  VEC_FREE(&w->goals);
  VEC_FREE(&w->path);
  tp_free(w);
}

void tp_verdicts_free(tp_verdicts *v) {
  for (uint32_t i = 0; i < v->at.n; i++) {
    tp_free(v->at.at[i].proof);
    tp_free(v->at.at[i].reason);
    VEC_FREE(&v->at.at[i].certificates);
  }
  VEC_FREE(&v->at);
}
