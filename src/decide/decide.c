/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch by branch, the deepest first. A branch is asked about alone: the
 * literals of its guard and its own predicate, which are exactly the conditions
 * that dominate it. If it can be taken, its test is filled up with whatever
 * other branches can be taken together with it; then it is run. If it can't,
 * all that lies behind it can't either. */
#include "decide/decide.h"

#include "base/limits.h"
#include "decide/alone.h"
#include "decide/argument.h"
#include "decide/explain.h"
#include "decide/sway.h"
#include "decide/goals.h"
#include "decide/sum.h"
#include "decide/work.h"
#include "flow/lower.h"

#define SOLVER_TRIES 4 /* a question that takes too long counts as so many */
#define LATE_TURN 8    /* of a loop: questions about it are large */
#define CHECKS_A_PRODUCT 40 /* a question about one counts as so many */
/* While a test is filled up one more question may be in vain for so many
 * branches that are left. More cost more than another test. */
#define GOALS_A_FAILURE 256
/* Processor seconds for one question: at first, later, and about half a model;
 * where there is a deadline at most such a part of what is left, and of what
 * has passed: a hard question is asked again when nothing easier was left. */
#define EARLY_SECONDS 1
#define LATE_SECONDS 10
#define PEEK_SECONDS 0.1
#define TURN_SECONDS 0.2 /* about what holds in each turn of a loop */
#define PARTS_OF_TIME 20
#define PART_OF_PAST 0.1
#define CHECKS_A_PACK 4 /* as many times that for all that one test takes */

typedef struct tp_decider work;

bool tp_work_is_covered(const work *w, tp_sbranch b) {
  return tp_bits_has(tp_engine_covered(w->parts.engine), b);
}

/* ---- effort -------------------------------------------------------------- */

void tp_work_spend(work *w) {
  if (w->parts.spend)
    w->parts.spend(w->parts.state, &w->work);
  w->work = (tp_decide_work){0};
}

static double seconds_of(const work *w) {
  double most = w->is_late      ? LATE_SECONDS
                : w->is_peeking ? PEEK_SECONDS
                                : EARLY_SECONDS;
  if (w->parts.budget->deadline <= 0)
    return most;
  double part = tp_budget_left(w->parts.budget) / PARTS_OF_TIME;
  double past = (tp_now() - w->start) * PART_OF_PAST;
  part = past < part ? past : part;
  return part < most ? part + PEEK_SECONDS / 10 : most;
}

/* One check, and where there is a deadline all of a pack together. */
static void limit_pack(work *w) {
  double seconds = seconds_of(w);
  w->pack.seconds = seconds;
  w->pack.end = w->parts.budget->deadline > 0
                    ? tp_cpu_now() + CHECKS_A_PACK * seconds
                    : 0;
}

static bool took_too_long(tp_smt_answer answer, const char *reason) {
  return answer == TP_SMT_UNKNOWN && reason && strcmp(reason, "timeout") == 0;
}

static uint64_t no_value(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

static tp_smt_answer check_for(work *w, const tp_expr *conds, uint32_t n,
                               tp_smt_effort effort, bool want_minimal_core,
                               tp_smt_result *out) {
  tp_smt *smt = w->parts.smt;
  uint64_t checks = tp_smt_get_counts(smt)->checks;
  tp_smt_set_effort(smt, effort);
  tp_smt_answer answer =
      tp_smt_check(smt, conds, n, n, want_minimal_core, no_value, NULL, out);
  w->work.checks += tp_smt_get_counts(smt)->checks - checks;
  w->work.conditions += n;
  return answer;
}

static tp_smt_answer check(work *w, const tp_expr *conds, uint32_t n,
                           bool spares, bool want_minimal_core) {
  tp_smt_effort effort = {spares, seconds_of(w)};
  tp_smt_answer answer =
      check_for(w, conds, n, effort, want_minimal_core, &w->q.result);
  if (took_too_long(answer, w->q.result.reason))
    w->work.lost += effort.seconds;
  return answer;
}

/* What is lost is not told: whether a question ends just before its time or
 * just behind it differs from run to run, and is to change no more than its
 * answer. */
tp_smt_answer tp_work_ask(work *w, const tp_expr *conds, uint32_t n,
                          bool want_minimal_core, double most,
                          tp_smt_result *out) {
  tp_smt_answer answer = TP_SMT_UNKNOWN;
  double seconds = seconds_of(w);
  for (bool goes_on = true; goes_on; seconds *= 2) {
    bool is_last = seconds >= most;
    answer =
        check_for(w, conds, n, (tp_smt_effort){true, is_last ? most : seconds},
                  want_minimal_core, out);
    goes_on = !is_last && took_too_long(answer, out->reason) &&
              tp_budget_over(w->parts.budget) == TP_STOP_NONE;
    tp_work_spend(w);
  }
  return answer;
}

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
  tp_smt_answer answer = check(w, literals, n, !w->is_late, false);
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

/* ---- runs ---------------------------------------------------------------- */

/* Why the model is not exact here: the first free variable of the branch
 * itself, then of what lies above it. */
static tp_free_value find_free(const work *w) {
  for (uint32_t i = 0; i < w->q.conds.n; i++) {
    uint32_t n, at = i == 0 ? w->q.conds.n - 1 : i - 1;
    const uint32_t *var = tp_expr_vars(w->parts.exprs, w->q.conds.at[at], &n);
    for (uint32_t k = 0; k < n; k++)
      if (tp_model_is_free(&w->model, var[k]))
        return w->model.free.at[var[k]];
  }
  return w->model.cut;
}

/* A variable that is read by its name has lost its value where a loop was not
 * followed to its end, if there is such a loop. */
static tp_free_value blame_loop(const work *w, tp_free_value why) {
  if (why.why == TP_FREE_MEMORY && why.node && w->model.endless.n &&
      tp_ir_is_variable(w->parts.ir, why.node))
    why.why = TP_FREE_LOOP;
  return why;
}

static void set_reason(tp_decide_verdict *v, const char *reason) {
  tp_free(v->reason);
  v->reason = tp_strdup(reason);
}

/* Why a run that should have taken it did not, though nothing is free. */
static const char *why_missed(work *w, const tp_source_branch *b) {
  if (!w->has_ended)
    return w->model.broken.n ? "an assumption may not hold then"
                             : "the run ended before";
  if (b->is_check)
    return "another check is violated before";
  if (w->parts.on_astray)
    w->parts.on_astray(w->parts.state, w->q.branch);
  return "the run took another path";
}

static void explain(work *w, tp_decide_verdict *v, tp_free_value why) {
  tp_str text = {0};
  const tp_source_branch *b = &w->parts.program->branches.at[w->q.branch];
  if (b->is_open)
    tp_str_add(&text, "C leaves open which operand comes first");
  else if (why.why == TP_FREE_NOT)
    tp_str_add(&text, why_missed(w, b));
  else
    tp_model_explain(&w->model, blame_loop(w, why), &text);
  set_reason(v, tp_str_text(&text));
  tp_str_free(&text);
}

static void run_values(work *w, const tp_smt_value *values, uint32_t n) {
  tp_inputs inputs = tp_engine_propose(w->parts.engine, values, n);
  const tp_oracle *oracle = tp_engine_oracle(w->parts.engine);
  tp_outcome outcome = oracle->run(oracle->state, inputs, &w->path);
  w->hung += outcome == TP_RUN_HUNG;
  w->has_ended = outcome == TP_RUN_ENDED;
  w->out->counts.runs += outcome != TP_RUN_OVER;
  w->work.runs++;
  w->work.steps += w->path.n;
  tp_work_spend(w);
}

static void run_pack(work *w) {
  tp_pack_values(&w->pack, &w->q.result);
  run_values(w, w->q.result.model.at, w->q.result.model.n);
}

/* Proofs can be had without runs. NULL: runs can be made. */
const char *tp_work_why_no_run(const work *w) {
  if (!tp_engine_may_run(w->parts.engine))
    return "runs";
  return w->hung >= TP_LIMIT_DECIDE_HUNG ? "runs do not end in time" : NULL;
}

bool tp_work_is_open(const work *w, tp_sbranch b) {
  return !tp_work_is_covered(w, b) &&
         w->out->at.at[b].kind == TP_DECIDED_UNKNOWN;
}

static bool add_branch(work *w, tp_sbranch b) {
  tp_decision_id d = w->parts.program->branches.at[b].decision;
  uint32_t k = b - w->parts.program->decisions.at[d].first;
  uint32_t first = w->model.first.at[d], end = w->model.first.at[d + 1];
  if (end > first + TP_LIMIT_DECIDE_INSTANCES)
    end = first + TP_LIMIT_DECIDE_INSTANCES;
  for (uint32_t i = first; i < end; i++) {
    const tp_instance *instance =
        &w->model.instances.at[w->model.by_decision.at[i]];
    if (tp_sum_is(&w->pack, instance, k)
            ? tp_sum_add(&w->pack, instance, k)
            : tp_pack_add(&w->pack, instance, k) == TP_PACK_ADDED)
      return true;
  }
  return false;
}

/* Add what can be taken in the same run. */
static void fill_pack(work *w, uint32_t from) {
  uint32_t failures = 0;
  uint32_t most =
      TP_LIMIT_DECIDE_FAILURES + (w->goals.n - from) / GOALS_A_FAILURE;
  for (uint32_t g = from; g < w->goals.n && failures < most && !w->pack.gave_up;
       g++) {
    tp_sbranch b = w->goals.at[g];
    if (!tp_work_is_open(w, b) || w->parts.program->branches.at[b].is_check)
      continue; /* only the first violation of a run counts */
    uint64_t checks = tp_smt_get_counts(w->parts.smt)->checks;
    bool is_added = add_branch(w, b);
    checks = tp_smt_get_counts(w->parts.smt)->checks - checks;
    failures += !is_added && checks;
    w->work.checks += checks;
    if (checks)
      tp_work_spend(w);
    if (tp_budget_over(w->parts.budget) != TP_STOP_NONE)
      return;
  }
}

/* ---- one branch ---------------------------------------------------------- */

typedef enum tried {
  TRIED_COVERED,
  TRIED_NEVER,
  TRIED_MISSED,
  TRIED_IN_VAIN, /* the solver does not know */
  TRIED_LATER    /* it does not know yet */
} tried;

/* Run it with all that can be taken with it, then alone: what was added may
 * rest on a free variable, and lead elsewhere. */
bool tp_work_take(work *w, const tp_instance *i, uint32_t k, tp_sbranch b,
                  uint32_t goal) {
  tp_smt_result model = {0};
  for (uint32_t v = 0; v < w->q.result.model.n; v++)
    VEC_PUSH(&model.model, w->q.result.model.at[v]);
  limit_pack(w);
  for (int alone = 0; alone < 2 && !tp_work_is_covered(w, b); alone++) {
    tp_pack_start(&w->pack, &model);
    tp_pack_add(&w->pack, i, k);
    if (!alone)
      fill_pack(w, goal + 1);
    run_pack(w);
  }
  tp_smt_result_free(&model);
  return tp_work_is_covered(w, b);
}

/* A count and its limit: without the solver, if it goes that way. */
static bool take_sum(work *w, const tp_instance *i, uint32_t k, tp_sbranch b,
                     uint32_t goal) {
  static const tp_smt_result nothing = {0};
  if (tp_work_why_no_run(w) || !tp_sum_is(&w->pack, i, k))
    return false;
  limit_pack(w);
  uint64_t checks = tp_smt_get_counts(w->parts.smt)->checks;
  tp_pack_start(&w->pack, &nothing);
  bool is_added = tp_sum_add(&w->pack, i, k);
  w->work.checks += tp_smt_get_counts(w->parts.smt)->checks - checks;
  if (!is_added)
    return false;
  fill_pack(w, goal + 1);
  run_pack(w);
  return tp_work_is_covered(w, b);
}

/* Whether the conditions can hold together. One that is false by itself needs
 * no look at the others. */
tp_smt_answer tp_work_check(work *w) {
  uint64_t truth;
  if (!tp_expr_constant(w->parts.exprs, VEC_LAST(&w->q.conds), &truth) || truth)
    return check(w, w->q.conds.at, w->q.conds.n, false, !w->is_peeking);
  VEC_CLEAR(&w->q.result.core);
  VEC_CLEAR(&w->q.result.limited);
  VEC_PUSH(&w->q.result.core, w->q.conds.n - 1);
  return TP_SMT_UNSAT;
}

/* What is computed on the way there may not fit, and is then what the compiler
 * likes: values for which it does are asked for. True: of the last run it does
 * not. */
static bool take_what_fits(work *w, uint32_t k, tp_sbranch b, uint32_t goal) {
  bool overflows = true, goes_on = true;
  for (uint32_t t = 0; t < TP_LIMIT_DECIDE_FITS && goes_on; t++) {
    goes_on = tp_question_fit(&w->q, &w->model, &overflows) &&
              tp_work_check(w) == TP_SMT_SAT &&
              !tp_work_take(w, w->q.instance, k, b, goal);
  }
  return overflows;
}

/* The question can be satisfied. */
static tried take_or_explain(work *w, uint32_t goal, tp_decide_verdict *v) {
  const tp_instance *i = w->q.instance;
  tp_sbranch b = w->goals.at[goal];
  uint32_t k = b - w->parts.program->decisions.at[i->decision].first;
  bool overflows = !tp_work_take(w, i, k, b, goal) &&
                   find_free(w).why == TP_FREE_NOT &&
                   take_what_fits(w, k, b, goal);
  if (tp_work_is_covered(w, b))
    return TRIED_COVERED;
  if (overflows)
    set_reason(v, "overflow: C leaves open what is computed then");
  else
    explain(w, v, find_free(w));
  return TRIED_MISSED;
}

static tried try_question(work *w, uint32_t goal, tp_decide_verdict *v,
                          uint32_t *proof) {
  switch (tp_work_check(w)) {
  case TP_SMT_UNSAT:
    *proof = tp_proofs_add(&w->proofs, &w->q);
    return TRIED_NEVER;
  case TP_SMT_UNKNOWN:
    set_reason(v, w->q.result.reason);
    return w->is_late ? TRIED_IN_VAIN : TRIED_LATER;
  default:
    if (tp_work_why_no_run(w)) {
      set_reason(v, tp_work_why_no_run(w));
      return TRIED_MISSED;
    }
    return take_or_explain(w, goal, v);
  }
}

/* A check, which counts only where none was violated before: that is asked for
 * if without it there is an answer. Whether there is none without it. */
static bool is_first_asked(work *w) {
  if (!w->parts.program->branches.at[w->q.branch].is_check)
    return false;
  if (tp_work_check(w) == TP_SMT_UNSAT)
    return true;
  tp_question_first(&w->q, &w->model);
  return false;
}

/* Where assumptions stand before it: whether it can't be taken whatever they
 * are, which is the smaller question. Else they belong to it. */
static bool is_refuted_loosely(work *w) {
  if (!w->q.instance->broken)
    return false;
  if (tp_work_check(w) == TP_SMT_UNSAT)
    return true;
  tp_question_assume(&w->q, &w->model);
  return false;
}

static tried try_instance(work *w, const tp_instance *i, uint32_t goal,
                          tp_decide_verdict *v, uint32_t *proof) {
  tp_sbranch b = w->goals.at[goal];
  uint32_t k = b - w->parts.program->decisions.at[i->decision].first;
  tp_question_build(&w->q, &w->model, i, k);
  *proof = tp_proofs_find(&w->proofs, i->guard, VEC_LAST(&w->q.conds));
  if (*proof)
    return TRIED_NEVER;
  if (take_sum(w, i, k, b, goal))
    return TRIED_COVERED;
  if (is_first_asked(w) || is_refuted_loosely(w)) {
    *proof = tp_proofs_add(&w->proofs, &w->q);
    return TRIED_NEVER;
  }
  tried t = try_question(w, goal, v, proof);
  if (t >= TRIED_MISSED && !i->broken && tp_question_assume(&w->q, &w->model))
    t = try_question(w, goal, v, proof);
  return t;
}

static void use(work *w, uint32_t proof) {
  for (uint32_t i = 0; i < w->used.n; i++)
    if (w->used.at[i] == proof)
      return;
  VEC_PUSH(&w->used, proof);
}

void tp_work_call_infeasible(work *w, tp_sbranch b, tp_proofs *proofs,
                             const tp_vec_u32 *used) {
  tp_decide_verdict *v = &w->out->at.at[b];
  if (tp_proofs_certify(proofs, b, used))
    VEC_PUSH(&v->certificates, tp_argument_number(&w->parts, b, 0));
  v->kind = TP_DECIDED_INFEASIBLE;
  v->proof = tp_strdup(proofs->at.at[VEC_LAST(used) - 1].text);
  w->out->counts.infeasible++;
  if (w->parts.on_proof)
    w->parts.on_proof(w->parts.state, b, v);
}

/* None of its instances can be taken. */
static void call_infeasible(work *w, tp_sbranch b, uint32_t proof) {
  tp_decide_verdict *v = &w->out->at.at[b];
  if (tp_model_is_cut(&w->model)) {
    explain(w, v, w->model.cut);
    return;
  }
  if (!proof)
    proof = tp_proofs_add_unreached(&w->proofs);
  use(w, proof);
  tp_work_call_infeasible(w, b, &w->proofs, &w->used);
}

/* ---- loops that were not unrolled to their end --------------------------- */

static bool is_refuted(void *state, const tp_question *q) {
  work *w = state;
  if (tp_work_check(w) != TP_SMT_UNSAT)
    return false;
  use(w, tp_proofs_add(&w->proofs, q));
  return true;
}

/* ---- tests without an effect --------------------------------------------- */

static tp_smt_answer check_effect(void *state, const tp_expr *conds, uint32_t n,
                                  tp_smt_result **out) {
  work *w = state;
  *out = &w->q.result;
  return check(w, conds, n, false, false);
}

static bool run_effect(void *state, const tp_smt_value *values, uint32_t n,
                       tp_vec_u32 *bins) {
  work *w = state;
  const tp_graph *g = tp_engine_oracle(w->parts.engine)->graph;
  if (tp_work_why_no_run(w))
    return false;
  run_values(w, values, n);
  for (uint32_t i = 0; i < w->path.n; i++) {
    const tp_graph_edge *e = &g->edges.at[w->path.at[i].branch];
    const tp_graph_node *from = &g->nodes.at[e->from];
    if (from->kind == TP_G_DECISION &&
        tp_sway_is_bin(w->parts.program, from->decision)) {
      VEC_PUSH(bins, from->decision);
      VEC_PUSH(bins, e->label);
    }
  }
  return w->has_ended;
}

static bool keep_effect(void *state, uint32_t n, tp_sway_values *out) {
  const work *w = state;
  if (n >= tp_engine_test_count(w->parts.engine))
    return false;
  const tp_engine_test *t = tp_engine_test_at(w->parts.engine, n);
  for (uint32_t i = 0; i < t->reads.n; i++)
    VEC_PUSH(out, ((tp_smt_value){t->reads.at[i].var, t->reads.at[i].bits}));
  return true;
}

static bool is_effect_over(void *state) {
  const work *w = state;
  return tp_budget_over(w->parts.budget) != TP_STOP_NONE;
}

static void call_proved(work *w, tp_sbranch b, const char *proof) {
  tp_decide_verdict *v = &w->out->at.at[b];
  v->kind = TP_DECIDED_INFEASIBLE;
  v->proof = tp_strdup(proof);
  w->out->counts.infeasible++;
  if (w->parts.on_proof)
    w->parts.on_proof(w->parts.state, b, v);
}

/* TP_RULE_EFFECT, which has this branch. */
static void decide_effects(work *w, tp_sbranch b) {
  const tp_sway_tools tools = {check_effect, run_effect, keep_effect,
                               is_effect_over, w};
  tp_sway found = {0};
  tp_str proof = {0};
  tp_sway_find(&found, &w->model, &tools);
  if (found.n_idle)
    call_proved(w, b + 1, tp_str_text(&found.idle));
  tp_str_addf(&proof, "each of %u tests was seen to change a bin",
              found.n_seen);
  if (found.n_idle || !found.unknown.n)
    call_proved(w, b, tp_str_text(&proof));
  else if (w->is_late || tp_model_is_cut(&w->model))
    set_reason(&w->out->at.at[b], tp_str_text(&found.unknown));
  else
    tp_bits_add(&w->late, b);
  tp_str_free(&proof);
  tp_sway_free(&found);
}

/* ---- the verdict of a branch --------------------------------------------- */

/* A question about a late turn; a predicate that is false by itself is none. */
static bool is_late(const work *w, const tp_instance *i, tp_sbranch b) {
  uint32_t k = b - w->parts.program->decisions.at[i->decision].first;
  tp_expr pred = tp_model_branch(&w->model, i, k);
  uint64_t truth = 1;
  return i->turn >= LATE_TURN &&
         !(tp_expr_constant(w->parts.exprs, pred, &truth) && !truth);
}

static void decide_branch(work *w, uint32_t goal) {
  tp_sbranch b = w->goals.at[goal];
  tp_decide_verdict *v = &w->out->at.at[b];
  tp_decision_id d = w->parts.program->branches.at[b].decision;
  uint32_t missed = 0, proof = 0;
  if (d == w->parts.program->ends.is_set) { /* TP_RULE_EFFECT */
    decide_effects(w, b);
    return;
  }
  VEC_CLEAR(&w->used);
  tp_never_find(&w->never, d, b - w->parts.program->decisions.at[d].first);
  if (w->used.n)
    proof = VEC_LAST(&w->used);
  for (uint32_t i = w->model.first.at[d];
       i < w->model.first.at[d + 1] && missed < TP_LIMIT_DECIDE_TRIES; i++) {
    uint32_t number = w->model.by_decision.at[i];
    const tp_instance *instance = &w->model.instances.at[number];
    if (tp_never_has(&w->never, number))
      continue;
    if (!w->is_late && is_late(w, instance, b)) {
      tp_bits_add(&w->late, b);
      return;
    }
    tried t = try_instance(w, instance, goal, v, &proof);
    if (t == TRIED_COVERED)
      return;
    if (t == TRIED_LATER) {
      tp_bits_add(&w->late, b);
      return;
    }
    if (t == TRIED_NEVER)
      use(w, proof);
    missed += t == TRIED_MISSED ? 1 : t == TRIED_IN_VAIN ? SOLVER_TRIES : 0;
    tp_work_spend(w);
    if (tp_work_is_covered(w, b)) /* by others, meanwhile */
      return;
    if (tp_budget_over(w->parts.budget) != TP_STOP_NONE) {
      set_reason(v, "time");
      return;
    }
  }
  if (!missed)
    call_infeasible(w, b, proof);
}

/* ---- all branches -------------------------------------------------------- */

static void decide_goals(work *w) {
  for (uint32_t g = 0; g < w->goals.n; g++) {
    tp_sbranch b = w->goals.at[g];
    if (tp_budget_over(w->parts.budget) != TP_STOP_NONE)
      break;
    if (tp_work_is_open(w, b) &&
        (!w->is_late || w->is_left_out || tp_bits_has(&w->late, b)))
      decide_branch(w, g);
    tp_work_spend(w);
  }
  for (uint32_t g = 0; g < w->goals.n; g++)
    if (tp_work_is_open(w, w->goals.at[g]) &&
        !w->out->at.at[w->goals.at[g]].reason)
      set_reason(&w->out->at.at[w->goals.at[g]], "time");
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
  w->never = (tp_never){
      .model = &w->model, .is_refuted = is_refuted, .state = w, .q = &w->q};
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
