/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One branch. It is asked about alone: the literals of its guard and its own
 * predicate, which are exactly the conditions that dominate it. If it can be
 * taken, its test is filled up with whatever other branches can be taken
 * together with it; then it is run. */
#include "base/limits.h"
#include "decide/argument.h"
#include "decide/sum.h"
#include "decide/work.h"

#define SOLVER_TRIES 4 /* a question that takes too long counts as so many */
#define LATE_TURN 8    /* of a loop: questions about it are large */
/* While a test is filled up one more question may be in vain for so many
 * branches that are left. More cost more than another test. */
#define GOALS_A_FAILURE 256

typedef struct tp_decider work;

/* ---- why it is not known ------------------------------------------------- */

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
  tp_work_set_reason(v, tp_str_text(&text));
  tp_str_free(&text);
}

/* ---- a test for as many as can be taken together ------------------------- */

static void run_pack(work *w) {
  tp_pack_values(&w->pack, &w->q.result);
  tp_work_run(w, w->q.result.model.at, w->q.result.model.n);
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
  tp_work_limit_pack(w);
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
  tp_work_limit_pack(w);
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
    return tp_work_solve(w, w->q.conds.at, w->q.conds.n, false, !w->is_peeking);
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
    tp_work_set_reason(v, "overflow: C leaves open what is computed then");
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
    tp_work_set_reason(v, w->q.result.reason);
    return w->is_late ? TRIED_IN_VAIN : TRIED_LATER;
  default:
    if (tp_work_why_no_run(w)) {
      tp_work_set_reason(v, tp_work_why_no_run(w));
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

bool tp_branch_is_refuted(void *state, const tp_question *q) {
  work *w = state;
  if (tp_work_check(w) != TP_SMT_UNSAT)
    return false;
  use(w, tp_proofs_add(&w->proofs, q));
  return true;
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

void tp_branch_decide(work *w, uint32_t goal) {
  tp_sbranch b = w->goals.at[goal];
  tp_decide_verdict *v = &w->out->at.at[b];
  tp_decision_id d = w->parts.program->branches.at[b].decision;
  uint32_t missed = 0, proof = 0;
  if (d == w->parts.program->ends.is_set) { /* TP_RULE_EFFECT */
    tp_effect_decide(w, b);
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
      tp_work_set_reason(v, "time");
      return;
    }
  }
  if (!missed)
    call_infeasible(w, b, proof);
}
