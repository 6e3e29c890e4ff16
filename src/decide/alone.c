/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each call of a function begins in some state, and the walk begins in any: so
 * the instances of the function's own decisions stand for all there are. Bound:
 * the walk of a whole program asks for this once, and none is asked for here.
 */
#include "decide/alone.h"

#include "base/limits.h"
#include "flow/lower.h"
#include "ir/loops.h"

/* Of the processor for one question, and for one about any turn of a loop. */
#define SECONDS 0.1
#define TURN_SECONDS 0.2

typedef struct alone {
  tp_decider *w;
  tp_model model;
  tp_question q;
  tp_proofs proofs;
  tp_vec_u32 used;    /* proofs about the branch in question */
  uint32_t in_vain;   /* questions without an answer */
  uint32_t max_asked; /* about turns */
  bool is_first;      /* the walk of the whole program, of two */
} alone;

/* ---- the walk ------------------------------------------------------------ */

static void pause_walk(void *state, uint64_t steps) {
  alone *a = state;
  a->w->work.walked += steps;
  tp_work_spend(a->w);
}

static bool may_go_on(void *state, const tp_expr *literals, uint32_t n) {
  (void)state;
  (void)literals;
  (void)n;
  return true;
}

static tp_smt_answer ask_about_turns(void *state, const tp_expr *literals,
                                     uint32_t n, const tp_smt_result **out) {
  alone *a = state;
  *out = &a->q.result;
  return tp_budget_over(a->w->parts.budget) == TP_STOP_NONE
             ? tp_work_ask(a->w, literals, n, false, TURN_SECONDS, &a->q.result)
             : TP_SMT_UNKNOWN;
}

static void build(alone *a, tp_func_id f) {
  const tp_decide_parts *parts = &a->w->parts;
  tp_model_options opt = {.max_loop = TP_LIMIT_ALONE_TURNS,
                          .max_counted = TP_LIMIT_ALONE_COUNTED,
                          .max_steps =
                              f ? TP_LIMIT_ALONE_STEPS : TP_LIMIT_BRIEF_STEPS,
                          .budget = parts->budget,
                          .pause = pause_walk,
                          .is_possible = may_go_on,
                          .ask = ask_about_turns,
                          .max_asked = a->max_asked,
                          .is_first = a->is_first,
                          .state = a,
                          .alone = f};
  tp_model_build(&a->model, parts->ir, parts->plan, parts->exprs,
                 tp_engine_vars(parts->engine), &opt);
  pause_walk(a, parts->ir->ops.n / 4); /* to prepare the walk */
}

/* ---- questions ----------------------------------------------------------- */

static bool is_asked(const alone *a, tp_sbranch b) {
  const tp_program *p = a->w->parts.program;
  const tp_source_branch *at = &p->branches.at[b];
  return tp_branch_is_sought(p, b) && tp_work_is_open(a->w, b) &&
         !p->decisions.at[at->decision].is_monitor &&
         !(a->w->parts.proved && a->w->parts.proved[b]);
}

static bool is_refuted(alone *a) {
  tp_smt_answer answer = tp_work_ask(a->w, a->q.conds.at, a->q.conds.n, true,
                                     SECONDS, &a->q.result);
  a->in_vain += answer == TP_SMT_UNKNOWN;
  return answer == TP_SMT_UNSAT;
}

static bool is_noted(void *state, const tp_question *q) {
  alone *a = state;
  if (!is_refuted(a))
    return false;
  VEC_PUSH(&a->used, tp_proofs_add(&a->proofs, q));
  return true;
}

static bool is_instance_refuted(alone *a, const tp_instance *i, uint32_t k) {
  tp_question_build(&a->q, &a->model, i, k);
  uint32_t proof = tp_proofs_find(&a->proofs, i->guard, VEC_LAST(&a->q.conds));
  if (!proof)
    return is_noted(a, &a->q);
  VEC_PUSH(&a->used, proof);
  return true;
}

/* Whether no instance of branch k can be taken. */
static bool is_dead(alone *a, tp_decision_id d, uint32_t k) {
  uint32_t first = a->model.first.at[d], end = a->model.first.at[d + 1];
  tp_never never = {
      .model = &a->model, .is_refuted = is_noted, .state = a, .q = &a->q};
  bool is_dead = true;
  VEC_CLEAR(&a->used);
  tp_never_find(&never, d, k);
  for (uint32_t i = first, asked = 0; i < end && is_dead; i++) {
    uint32_t number = a->model.by_decision.at[i];
    if (!tp_never_has(&never, number))
      is_dead = asked++ < TP_LIMIT_ALONE_INSTANCES &&
                tp_budget_over(a->w->parts.budget) == TP_STOP_NONE &&
                is_instance_refuted(a, &a->model.instances.at[number], k);
  }
  tp_never_free(&never);
  if (is_dead && !a->used.n)
    VEC_PUSH(&a->used, tp_proofs_add_unreached(&a->proofs));
  return is_dead;
}

static void decide(alone *a, tp_func_id f) {
  const tp_program *p = a->w->parts.program;
  for (tp_sbranch b = 0;
       b < p->branches.n && a->in_vain < TP_LIMIT_ALONE_IN_VAIN; b++) {
    tp_decision_id d = p->branches.at[b].decision;
    if ((!f || p->decisions.at[d].func == f) && is_asked(a, b) &&
        is_dead(a, d, b - p->decisions.at[d].first))
      tp_work_call_infeasible(a->w, b, &a->proofs, &a->used);
  }
}

/* ---- all functions ------------------------------------------------------- */

/* Of the whole program at first only if inputs drive a loop: else the long
 * walk will do. */
static void try(alone *a, tp_func_id f) {
  a->proofs = (tp_proofs){.parts = &a->w->parts, .model = &a->model};
  a->in_vain = 0;
  build(a, f);
  bool is_worth_it = f || !a->is_first || a->model.has_driven_loop;
  if (!tp_model_is_cut(&a->model) && is_worth_it)
    decide(a, f);
  tp_proofs_free(&a->proofs);
  tp_model_free(&a->model);
}

static bool has_loop(const tp_ir *ir) {
  tp_ir_loops loops = {0};
  tp_ir_loops_find(&loops, ir);
  bool has = loops.at.n > 0;
  tp_ir_loops_free(&loops);
  return has;
}

static void find_functions(const alone *a, tp_bits *out) {
  const tp_program *p = a->w->parts.program;
  tp_bits_init(out, p->funcs.n);
  for (tp_sbranch b = 0; b < p->branches.n; b++)
    if (is_asked(a, b))
      tp_bits_add(out, p->decisions.at[p->branches.at[b].decision].func);
}

static bool can_be(const tp_decider *w) {
  return !tp_flow_in_doubt(w->parts.ir) &&
         !tp_program_strange(w->parts.program, TP_STRANGE_PROGRAM);
}

static void free_alone(alone *a) {
  tp_question_free(&a->q);
  VEC_FREE(&a->used);
}

void tp_alone_prove(tp_decider *w) {
  alone a = {.w = w, .max_asked = TP_LIMIT_INVARIANT_CHECKS_IN_ALL};
  const tp_program *p = w->parts.program;
  uint64_t prepared = 0;
  tp_bits functions;
  if (!can_be(w))
    return;
  if (has_loop(w->parts.ir))
    try(&a, 0);
  find_functions(&a, &functions);
  for (tp_func_id f = 1; f < p->funcs.n && prepared < TP_LIMIT_ALONE_PREPARED &&
                         tp_budget_over(w->parts.budget) == TP_STOP_NONE;
       f++)
    if (tp_bits_has(&functions, f)) {
      try(&a, f);
      prepared += w->parts.ir->ops.n;
    }
  free_alone(&a);
  tp_bits_free(&functions);
}

void tp_alone_prove_briefly(tp_decider *w) {
  alone a = {
      .w = w, .max_asked = TP_LIMIT_BRIEF_INVARIANT_CHECKS, .is_first = true};
  if (can_be(w) && has_loop(w->parts.ir))
    try(&a, 0);
  free_alone(&a);
}
