/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A solution is the values of the run whose path is turned overlaid with the
 * solver's; of the last run if that one is not kept any more. How much of the
 * path the solver is asked about is said by engine/partial.h. */
#include "engine/inside.h"

#include "base/limits.h"

/* A call of the solver takes as long as so many runs. */
#define RUNS_A_CHECK 50

tp_pred tp_engine_predicate_of(void *state, const tp_path *path, uint32_t at,
                               tp_branch instead) {
  tp_engine *e = state;
  const tp_step *step = &path->at[at];
  const tp_graph_edge *edge = &e->parts.graph->edges.at[step->branch];
  const tp_graph_node *node = &e->parts.graph->nodes.at[edge->from];
  if (step->pred == TP_PRED_CONCRETE || node->kind != TP_G_DECISION)
    return TP_PRED_CONCRETE;
  tp_event event = {
      .decision = node->decision, .label = edge->label, .pred = step->pred};
  uint64_t key = (uint64_t)step->pred << 32 | node->decision;
  const uint32_t *slot = tp_map_get(&e->switches, key);
  if (slot)
    event.value = e->switch_steps.at[*slot].value;
  return tp_decode_label(&e->decoder, &event,
                         e->parts.graph->edges.at[instead].label);
}

static void build_query(tp_engine *e, const tp_path *path, uint32_t at,
                        tp_expr flipped) {
  VEC_CLEAR(&e->query);
  VEC_CLEAR(&e->query_step);
  for (uint32_t i = 0; i < at; i++) {
    if (path->at[i].pred == TP_PRED_CONCRETE)
      continue;
    VEC_PUSH(&e->query, path->at[i].pred);
    VEC_PUSH(&e->query_step, i);
  }
  VEC_PUSH(&e->query, flipped);
  VEC_PUSH(&e->query_step, at);
}

/* The value of a variable in the run whose path is turned. */
static uint64_t base_value(void *state, uint32_t var) {
  tp_engine *e = state;
  return var < e->candidate_round.n && e->candidate_round.at[var] == e->round
             ? e->candidate.at[var]
             : tp_decode_value(&e->decoder, var);
}

static void propose(tp_engine *e, uint32_t var, uint64_t bits) {
  if (e->candidate_round.n <= var) {
    VEC_RESIZE(&e->candidate, e->vars.at.n);
    VEC_RESIZE(&e->candidate_round, e->vars.at.n);
  }
  if (e->candidate_round.at[var] != e->round) {
    e->candidate_round.at[var] = e->round;
    VEC_PUSH(&e->candidates, var);
  }
  e->candidate.at[var] = bits;
}

/* From the values of the run that took the path; whether it is the last one,
 * of which all values are known. */
static bool begin_values(tp_engine *e, const tp_path *path, uint32_t at) {
  uint32_t place = tp_kept_find(&e->kept, path, at);
  bool is_last = place == e->kept.newest;
  if (place == TP_KEPT_NONE)
    place = e->kept.newest;
  const tp_kept_run *run = &e->kept.at[place];
  e->round++;
  VEC_CLEAR(&e->candidates);
  for (uint32_t i = 0; i < run->reads.n; i++)
    propose(e, run->reads.at[i].var, run->reads.at[i].bits);
  return is_last;
}

/* What the query speaks of and no run has read. */
static void propose_named(tp_engine *e) {
  VEC_CLEAR(&e->named);
  tp_expr_vars_begin(e->parts.exprs);
  for (uint32_t i = 0; i < e->query.n; i++)
    tp_expr_vars_add(e->parts.exprs, e->query.at[i], &e->named);
  for (uint32_t i = 0; i < e->named.n; i++)
    propose(e, e->named.at[i], base_value(e, e->named.at[i]));
}

tp_smt_answer tp_engine_ask(void *state, const tp_partial_ask *a,
                            tp_smt_result *out) {
  tp_engine *e = state;
  return (a->is_quick  ? tp_smt_check_quickly
          : a->is_more ? tp_smt_check_more
                       : tp_smt_check)(e->parts.smt, a->conds, a->n, a->pivot,
                                       true, base_value, e, out);
}

static tp_inputs take_candidate(tp_engine *e, bool was_run) {
  const tp_smt_result *result = &e->partial.result;
  if (!was_run)
    propose_named(e);
  for (uint32_t i = 0; i < result->model.n; i++)
    propose(e, result->model.at[i].var, result->model.at[i].bits);
  tp_inputs id = tp_engine_new_inputs(e, 0);
  for (uint32_t i = 0; i < e->candidates.n; i++) {
    uint32_t var = e->candidates.at[i];
    VEC_PUSH(&e->inputs.at[id].values,
             (tp_smt_value){var, e->candidate.at[var]});
  }
  return id;
}

static void take_core(tp_engine *e, tp_solution *out) {
  const tp_vec_u32 *core = &e->partial.result.core;
  VEC_CLEAR(&out->core);
  for (uint32_t i = 0; i < core->n; i++)
    VEC_PUSH(&out->core, e->query_step.at[core->at[i]]);
}

static tp_answer solve_query(tp_engine *e, bool was_run, tp_solution *out) {
  tp_turned q = {.conds = e->query.at,
                 .n = e->query.n,
                 .values = base_value,
                 .state = e,
                 .was_run = was_run};
  switch (tp_partial_solve(&e->partial, &q)) {
  case TP_SMT_SAT:
    out->inputs = take_candidate(e, was_run);
    return TP_SAT;
  case TP_SMT_UNSAT:
    take_core(e, out);
    return TP_UNSAT;
  default:
    out->reason = e->partial.result.reason;
    return TP_UNKNOWN;
  }
}

double tp_engine_estimate(void *state, const tp_path *path, uint32_t at,
                          tp_branch instead) {
  tp_engine *e = state;
  tp_pred flipped = tp_engine_predicate_of(e, path, at, instead);
  e->measures = true;
  if (flipped == TP_PRED_CONCRETE)
    return 0;
  build_query(e, path, at, flipped);
  tp_op_counts ops = tp_estimator_count(&e->estimator, e->query.at, e->query.n);
  return 1 + tp_estimator_cost(&e->estimator, &ops);
}

/* Without a deadline two runs of tp2ph are to do the same, so that the clock
 * has no say. */
static void measure(tp_engine *e, double seconds) {
  const tp_budget *budget = e->parts.budget;
  if (!budget || budget->deadline <= 0 || e->counts.runs == 0)
    return;
  double a_run = (e->counts.run_seconds + e->counts.decode_seconds) /
                 (double)e->counts.runs;
  tp_op_counts ops = tp_estimator_count(&e->estimator, e->query.at, e->query.n);
  if (a_run > 0)
    tp_estimator_learn(&e->estimator, &ops, seconds / a_run);
}

tp_answer tp_engine_solve_path(void *state, const tp_path *path, uint32_t at,
                               tp_branch instead, tp_solution *out) {
  tp_engine *e = state;
  tp_pred flipped = tp_engine_predicate_of(e, path, at, instead);
  if (flipped == TP_PRED_CONCRETE)
    return TP_CONCRETE;
  uint64_t before = tp_smt_get_counts(e->parts.smt)->checks;
  build_query(e, path, at, flipped);
  double start = tp_now();
  tp_answer answer = solve_query(e, begin_values(e, path, at), out);
  if (e->measures)
    measure(e, tp_now() - start);
  if (tp_smt_get_counts(e->parts.smt)->checks > before)
    out->effort = RUNS_A_CHECK;
  return answer;
}

const tp_read *tp_engine_read_at(const tp_engine *e, uint32_t i) {
  return &e->decoder.reads.at[i];
}

/* Large queries are not worth it: each step looks at all of it. */
bool tp_engine_approach(void *state, const tp_path *path, uint32_t at,
                        tp_branch instead, uint32_t *inputs) {
  tp_engine *e = state;
  tp_pred flipped = tp_engine_predicate_of(e, path, at, instead);
  if (flipped == TP_PRED_CONCRETE)
    return false;
  build_query(e, path, at, flipped);
  bool was_run = begin_values(e, path, at);
  if (!tp_smt_approach(e->parts.smt, e->query.at, e->query.n, e->query.n - 1,
                       TP_LIMIT_ENGINE_APPROACH, base_value, e,
                       &e->partial.result))
    return false;
  *inputs = take_candidate(e, was_run);
  return true;
}
