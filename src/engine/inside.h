/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/inside.h - what the parts of the engine share: inputs.c, run.c,
 * look.c, settle.c, solve.c; private to engine. Each part has its fields; the
 * others read them.
 */
#ifndef TP_ENGINE_INSIDE_H
#define TP_ENGINE_INSIDE_H

#include "engine/depth.h"
#include "engine/engine.h"
#include "engine/estimate.h"
#include "engine/kept.h"
#include "engine/measure.h"
#include "engine/trail.h"
#include "search/rows.h"

typedef struct tp_input_vector {
  VEC(tp_smt_value) values;
  VEC(uint64_t) row; /* values by the order in which they are read */
  uint64_t seed;     /* for inputs without a value; 0: they are 0 */
  bool is_aimed;     /* at something that may lie deep */
  bool is_all;       /* the run is given these, and no others */
  bool is_looked_at; /* a run was, with these: */
  tp_exec_reads given;
} tp_input_vector;

typedef struct tp_switch_step { /* behind a predicate of a switch */
  tp_expr value;
  tp_decision_id decision;
} tp_switch_step;

struct tp_engine {
  tp_engine_parts parts;
  tp_oracle oracle;
  tp_rows rows;
  tp_glance looked; /* what a run told that was only looked at */
  tp_measurer measurer;
  tp_seen seen; /* what nobody asked for of it */
  tp_vars vars;
  tp_decoder decoder;
  tp_trail trail;
  bool is_later; /* the run being made has no predicates until it is asked */
  uint32_t n_linked; /* steps of its path whose inputs are linked */
  VEC(tp_input_vector) inputs;
  tp_vec_u32 unused;       /* of them */
  VEC(tp_wire_input) wire; /* of the run being made */
  tp_map switches; /* hash of (predicate, decision) -> index into values */
  VEC(tp_switch_step) switch_steps;
  tp_bits covered;
  tp_bits slow; /* 1 + the last branch of runs that only took their time */
  VEC(tp_engine_test) tests;
  VEC(tp_engine_finding) findings;
  tp_engine_counts counts;
  uint64_t max_runs; /* 0: no limit */
  tp_diag diag;
  tp_depth depth;
  tp_estimator estimator;
  bool measures;     /* somebody asks what questions will cost */
  uint32_t n_needed; /* expressions when first nobody had one; 0: not yet */
  tp_partial partial;
  tp_kept kept;
  VEC(tp_expr) query;
  tp_vec_u32 named;      /* variables of the query */
  tp_vec_u32 query_step; /* step of the path behind each of the query */
  /* Values by variable, valid where the round is now's: first those of the run
   * whose path is turned, in the end those to run next. */
  VEC(uint64_t) candidate;
  VEC(uint32_t) candidate_round;
  tp_vec_u32 candidates;
  uint32_t round;
  void (*tell)(void *);
  void *tell_state;
};

/* ---- inputs.c ---- */
tp_inputs tp_engine_new_inputs(tp_engine *e, uint64_t seed);
void tp_engine_drop_inputs(void *state, tp_inputs id);
tp_inputs tp_engine_initial_inputs(void *state);
tp_inputs tp_engine_random_inputs(void *state, uint64_t seed);

/* ---- run.c ---- */
tp_sbranch tp_engine_branch_of(const tp_engine *e, const tp_event *event);
/* One of the events takes a branch that no run took before. */
bool tp_engine_has_new(const tp_engine *e, const tp_event *events, uint32_t n);
/* The run ended in a way that is told to the user. */
bool tp_engine_is_finding(const tp_exec_run *run);
/* The like of this end, behind that branch (NULL: none), was found before or is
 * no finding. */
bool tp_engine_knows_end(const tp_engine *e, const tp_exec_run *run,
                         const tp_event *last);
/* What behind the predicate of an event of a switch is switched on. */
void tp_engine_remember_switch(tp_engine *e, const tp_event *event);
/* Makes a run, given as many inputs as the last with these. 0: it was made. */
/* Letters in the texts of the run that was decoded, as far as it goes the same
 * way with them: then it is that run (tidy.c). */
void tp_engine_tidy(tp_engine *e, tp_exec_run *run);
int tp_engine_make_run(tp_engine *e, tp_inputs id, tp_exec_run *out);
tp_outcome tp_engine_run_inputs(void *state, tp_inputs id, tp_path *path);

/* ---- look.c ---- */
uint32_t tp_engine_make_row(void *state, const uint64_t *row, uint32_t n,
                            uint64_t seed);
tp_looked tp_engine_look_at(void *state, uint32_t id, bool is_measured,
                            tp_seen *out);
tp_looked tp_engine_follow_run(void *state, uint32_t id, tp_path *path);
bool tp_engine_test_row(void *state, uint32_t number, tp_values *out);

/* ---- solve.c ---- */
tp_pred tp_engine_predicate_of(void *state, const tp_path *path, uint32_t at,
                               tp_branch instead);
tp_smt_answer tp_engine_ask(void *state, const tp_partial_ask *a,
                            tp_smt_result *out);
double tp_engine_estimate(void *state, const tp_path *path, uint32_t at,
                          tp_branch instead);
tp_answer tp_engine_solve_path(void *state, const tp_path *path, uint32_t at,
                               tp_branch instead, tp_solution *out);
bool tp_engine_approach(void *state, const tp_path *path, uint32_t at,
                        tp_branch instead, uint32_t *inputs);

#endif
