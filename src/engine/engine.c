/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle over real runs and Yices: its parts, put together. */
#include "engine/inside.h"

#include "base/limits.h"
#include "engine/literals.h"

static void constants_of(void *state, tp_values *out, tp_value_rows *words) {
  const tp_engine *e = state;
  tp_literals(e->parts.ir->p, out);
  tp_literal_words(e->parts.ir->p, words);
}

static bool is_covered(void *state, uint32_t goal) {
  const tp_engine *e = state;
  return tp_bits_has(&e->covered, goal);
}

/* ---- forgetting ---------------------------------------------------------- */

/* Runs add expressions as long as values differ that are taken as they are.
 * What a search needs between two times that it forgets is made again; a few
 * times as much may gather. */
static void forget(void *state) {
  tp_engine *e = state;
  uint32_t now = tp_exprs_count(e->parts.exprs);
  if (!e->n_needed)
    e->n_needed = now;
  if (now < 2 * e->n_needed + TP_LIMIT_ENGINE_EXPRESSIONS)
    return;
  e->n_needed = 0;
  tp_exprs_clear(e->parts.exprs);
  tp_vars_express(&e->vars, e->parts.exprs);
  tp_decoder_forget(&e->decoder);
  tp_smt_forget(e->parts.smt);
  tp_kept_clear(&e->kept);
  tp_estimator_forget(&e->estimator);
  tp_map_clear(&e->switches);
  VEC_CLEAR(&e->switch_steps);
}

/* ---- the engine ---------------------------------------------------------- */

tp_engine *tp_engine_new(const tp_engine_parts *parts) {
  tp_engine *e = TP_NEW(tp_engine);
  e->parts = *parts;
  tp_decoder_init(&e->decoder, parts->ir, parts->plan, parts->exprs, &e->vars);
  e->vars.plan = parts->plan;
  tp_depth_init(&e->depth);
  tp_partial_init(&e->partial, parts->exprs, parts->budget,
                  &(tp_asker){.state = e, .ask = tp_engine_ask});
  tp_estimator_init(&e->estimator, parts->exprs);
  tp_bits_init(&e->covered, parts->ir->p->branches.n);
  tp_bits_init(&e->slow, parts->ir->p->branches.n + 1);
  e->rows = (tp_rows){.state = e,
                      .make = tp_engine_make_row,
                      .look = tp_engine_look_at,
                      .follow = tp_engine_follow_run,
                      .drop = tp_engine_drop_inputs,
                      .test = tp_engine_test_row,
                      .approach = tp_engine_approach,
                      .constants = constants_of};
  tp_measurer_init(&e->measurer, parts->ir, parts->plan);
  e->oracle = (tp_oracle){.state = e,
                          .rows = &e->rows,
                          .alone = &e->counts.alone,
                          .told = &e->counts.told,
                          .graph = parts->graph,
                          .budget = parts->budget,
                          .initial = tp_engine_initial_inputs,
                          .random = tp_engine_random_inputs,
                          .run = tp_engine_run_inputs,
                          .solve = tp_engine_solve_path,
                          .estimate = tp_engine_estimate,
                          .predicate = tp_engine_predicate_of,
                          .is_covered = is_covered,
                          .forget = forget};
  return e;
}

void tp_engine_free(tp_engine *e) {
  if (!e)
    return;
  for (uint32_t i = 0; i < e->inputs.n; i++) {
    VEC_FREE(&e->inputs.at[i].values);
    VEC_FREE(&e->inputs.at[i].row);
  }
  for (uint32_t i = 0; i < e->tests.n; i++) {
    VEC_FREE(&e->tests.at[i].reads);
    VEC_FREE(&e->tests.at[i].first);
    VEC_FREE(&e->tests.at[i].taken);
  }
  VEC_FREE(&e->inputs);
  VEC_FREE(&e->looked.events);
  VEC_FREE(&e->looked.before);
  VEC_FREE(&e->looked.measures);
  VEC_FREE(&e->looked.read);
  tp_measurer_free(&e->measurer);
  tp_seen_free(&e->seen);
  VEC_FREE(&e->unused);
  VEC_FREE(&e->wire);
  VEC_FREE(&e->tests);
  VEC_FREE(&e->findings);
  VEC_FREE(&e->query);
  VEC_FREE(&e->named);
  VEC_FREE(&e->query_step);
  VEC_FREE(&e->candidate);
  VEC_FREE(&e->candidate_round);
  VEC_FREE(&e->candidates);
  VEC_FREE(&e->switch_steps);
  tp_map_free(&e->switches);
  tp_bits_free(&e->covered);
  tp_bits_free(&e->slow);
  tp_decoder_free(&e->decoder);
  tp_vars_free(&e->vars);
  tp_trail_free(&e->trail);
  tp_estimator_free(&e->estimator);
  tp_partial_free(&e->partial);
  tp_kept_free(&e->kept);
  tp_diag_free(&e->diag);
  tp_free(e);
}

const tp_oracle *tp_engine_oracle(tp_engine *e) {
  return &e->oracle;
}

const tp_bits *tp_engine_covered(const tp_engine *e) {
  return &e->covered;
}

uint32_t tp_engine_test_count(const tp_engine *e) {
  return e->tests.n;
}

const tp_engine_test *tp_engine_test_at(const tp_engine *e, uint32_t i) {
  return &e->tests.at[i];
}

uint32_t tp_engine_finding_count(const tp_engine *e) {
  return e->findings.n;
}

const tp_engine_finding *tp_engine_finding_at(const tp_engine *e, uint32_t i) {
  return &e->findings.at[i];
}

tp_vars *tp_engine_vars(tp_engine *e) {
  return &e->vars;
}

const tp_engine_counts *tp_engine_get_counts(const tp_engine *e) {
  return &e->counts;
}

void tp_engine_ask_by(tp_engine *e, const tp_partial_plan *plan) {
  e->partial.plan = *plan;
}

const tp_constraint_counts *tp_engine_constraints(const tp_engine *e) {
  return &e->partial.counts;
}

const tp_concretised *tp_engine_concretised(const tp_engine *e) {
  return &e->decoder.concretised;
}

const tp_diag *tp_engine_diag(const tp_engine *e) {
  return &e->diag;
}

void tp_engine_on_run(tp_engine *e, void (*tell)(void *), void *state) {
  e->tell = tell;
  e->tell_state = state;
}

uint32_t tp_engine_reads(const tp_engine *e) {
  return e->decoder.reads.n;
}

const double *tp_engine_weights(const tp_engine *e) {
  return e->estimator.n_measured ? e->estimator.weight : NULL;
}
