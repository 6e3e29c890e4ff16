/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An oracle around another: see arms/oracle.h. */
#include "arms/oracle.h"

static tp_inputs initial(void *state) {
  const tp_arm_oracle *o = state;
  return o->inner->initial(o->inner->state);
}

static tp_inputs draw(void *state, uint64_t seed) {
  const tp_arm_oracle *o = state;
  return o->inner->random(o->inner->state, seed);
}

static uint64_t alone(const tp_arm_oracle *o) {
  return o->inner->alone ? *o->inner->alone : 0;
}

/* How far a run comes that hangs is chance. */
static uint64_t price_of_time(bool is_cut_off) {
  return is_cut_off ? TP_WEIGHT_CUT_OFF : TP_WEIGHT_HUNG;
}

static uint64_t told(const tp_arm_oracle *o) {
  return o->inner->told ? *o->inner->told : 0;
}

/* Since then. */
static uint64_t price_of_run(const tp_arm_oracle *o, uint64_t words,
                             uint64_t alone_before) {
  return (told(o) - words) * TP_WEIGHT_WORD +
         (alone(o) - alone_before) * TP_WEIGHT_ALONE;
}

static tp_outcome run(void *state, tp_inputs inputs, tp_path *path) {
  tp_arm_oracle *o = state;
  uint64_t before = alone(o), words = told(o);
  tp_outcome outcome = o->inner->run(o->inner->state, inputs, path);
  /* Paid later: what the run has told may be asked for before others have
   * theirs. */
  tp_arm_owe(o->arm, outcome == TP_RUN_HUNG || outcome == TP_RUN_CUT_OFF
                         ? price_of_time(outcome == TP_RUN_CUT_OFF)
                         : TP_WEIGHT_RUN + price_of_run(o, words, before) +
                               (uint64_t)path->n * TP_WEIGHT_STEP);
  return outcome;
}

static tp_answer solve(void *state, const tp_path *path, uint32_t at,
                       tp_branch instead, tp_solution *out) {
  tp_arm_oracle *o = state;
  o->before_solving(o->state);
  tp_answer answer = o->inner->solve(o->inner->state, path, at, instead, out);
  uint64_t effort = out->effort ? out->effort - 1 : 0;
  tp_arm_spend(o->arm, TP_WEIGHT_QUESTION + (uint64_t)at * TP_WEIGHT_CONDITION +
                           effort * TP_WEIGHT_EFFORT);
  return answer;
}

static double estimate(void *state, const tp_path *path, uint32_t at,
                       tp_branch instead) {
  const tp_arm_oracle *o = state;
  return o->inner->estimate(o->inner->state, path, at, instead);
}

static tp_pred predicate(void *state, const tp_path *path, uint32_t at,
                         tp_branch instead) {
  const tp_arm_oracle *o = state;
  return o->inner->predicate(o->inner->state, path, at, instead);
}

static bool is_covered(void *state, uint32_t goal) {
  const tp_arm_oracle *o = state;
  return o->inner->is_covered(o->inner->state, goal) ||
         o->is_settled(o->state, goal);
}

static uint32_t make_row(void *state, const uint64_t *row, uint32_t n,
                         uint64_t seed) {
  const tp_rows *inner = ((tp_arm_oracle *)state)->inner->rows;
  return inner->make(inner->state, row, n, seed);
}

static void leave_settled_out(const tp_arm_oracle *o, tp_nears *near) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < near->n; i++)
    if (!o->is_settled(o->state, near->at[i].goal))
      near->at[n++] = near->at[i];
  near->n = n;
}

static tp_looked look(void *state, uint32_t inputs, bool is_measured,
                      tp_seen *out) {
  tp_arm_oracle *o = state;
  uint64_t before = alone(o), words = told(o);
  const tp_rows *inner = o->inner->rows;
  uint64_t each = is_measured ? TP_WEIGHT_MEASURED : TP_WEIGHT_TAKEN;
  tp_looked looked = inner->look(inner->state, inputs, is_measured, out);
  leave_settled_out(o, &out->near);
  tp_arm_spend(o->arm, looked == TP_LOOKED_HUNG || looked == TP_LOOKED_CUT_OFF
                           ? price_of_time(looked == TP_LOOKED_CUT_OFF)
                           : TP_WEIGHT_LOOKED + price_of_run(o, words, before) +
                                 (uint64_t)out->taken.n * each);
  return looked;
}

static tp_looked follow(void *state, uint32_t inputs, tp_path *path) {
  tp_arm_oracle *o = state;
  uint64_t before = alone(o), words = told(o);
  const tp_rows *inner = o->inner->rows;
  tp_looked looked = inner->follow(inner->state, inputs, path);
  tp_arm_spend(o->arm, looked == TP_LOOKED_HUNG || looked == TP_LOOKED_CUT_OFF
                           ? price_of_time(looked == TP_LOOKED_CUT_OFF)
                           : TP_WEIGHT_LOOKED + price_of_run(o, words, before) +
                                 (uint64_t)path->n * TP_WEIGHT_STEP);
  return looked;
}

/* Nothing is run between two of these: what they cost is paid later. */
static bool approach(void *state, const tp_path *path, uint32_t at,
                     tp_branch instead, uint32_t *inputs) {
  tp_arm_oracle *o = state;
  const tp_rows *inner = o->inner->rows;
  tp_arm_owe(o->arm, TP_WEIGHT_APPROACH + (uint64_t)at * TP_WEIGHT_CONDITION);
  return inner->approach(inner->state, path, at, instead, inputs);
}

static void constants(void *state, tp_values *out, tp_value_rows *words) {
  const tp_rows *inner = ((tp_arm_oracle *)state)->inner->rows;
  inner->constants(inner->state, out, words);
}

static void drop(void *state, uint32_t inputs) {
  const tp_rows *inner = ((tp_arm_oracle *)state)->inner->rows;
  inner->drop(inner->state, inputs);
}

static bool test(void *state, uint32_t number, tp_values *out) {
  const tp_rows *inner = ((tp_arm_oracle *)state)->inner->rows;
  return inner->test(inner->state, number, out);
}

static void poll(void *state) {
  const tp_arm_oracle *o = state;
  tp_arm_spend(o->arm, TP_WEIGHT_LOOK);
}

void tp_arm_oracle_init(tp_arm_oracle *o) {
  o->rows = (tp_rows){.state = o,
                      .make = make_row,
                      .look = look,
                      .follow = follow,
                      .drop = drop,
                      .test = test,
                      .approach = approach,
                      .constants = constants};
  o->oracle = (tp_oracle){.state = o,
                          .rows = o->inner->rows ? &o->rows : NULL,
                          .told = o->inner->told,
                          .graph = o->inner->graph,
                          .budget = tp_arm_budget(o->arm),
                          .alone = o->inner->alone,
                          .epoch = tp_arm_epoch(o->arm),
                          .poll = poll,
                          .initial = initial,
                          .random = draw,
                          .run = run,
                          .solve = solve,
                          .estimate = o->inner->estimate ? estimate : NULL,
                          .predicate = predicate,
                          .is_covered = is_covered};
}
