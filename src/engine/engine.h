/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/engine.h - the concolic engine: runs and solves behind the oracle.
 *
 * It keeps what every run really covered, the tests worth keeping (those that
 * took a branch first, or showed a finding) and the counts of the report.
 */
#ifndef TP_ENGINE_ENGINE_H
#define TP_ENGINE_ENGINE_H

#include "program/program.h"
#include "base/bits.h"
#include "engine/decode.h"
#include "engine/partial.h"
#include "exec/exec.h"
#include "search/oracle.h"
#include "smt/smt.h"

typedef struct tp_engine tp_engine;

typedef struct tp_engine_parts { /* borrowed */
  const tp_ir *ir;
  const tp_plan *plan;
  const tp_graph *graph;
  tp_exec *exec;
  tp_exprs *exprs;
  tp_smt *smt;
  const tp_budget *budget;
} tp_engine_parts;

/* A test that was kept. */
typedef struct tp_engine_test {
  VEC(tp_read) reads; /* inputs in reading order */
  tp_exec_end end;
  int code, signal;
  bool is_swarm;         /* MEMORY: too many processes */
  bool is_known_hang;    /* TIMEOUT, and no finding of its own */
  VEC(tp_sbranch) first; /* branches it was the first to take */
  VEC(tp_sbranch) taken; /* all branches it takes */
} tp_engine_test;

typedef struct tp_engine_finding {
  tp_exec_end end;
  int signal;
  uint32_t after;  /* 1 + the last branch before it; 0: none */
  tp_node_id loop; /* that did not end; 0: none, or not known */
  tp_name file;
  uint32_t line;
  uint32_t test; /* index of the test that shows it */
} tp_engine_finding;

typedef struct tp_engine_counts {
  uint64_t runs;
  uint64_t alone;       /* runs that had a process of their own */
  uint64_t told;        /* words that runs wrote, if in full or in vain */
  uint64_t unexplained; /* runs whose path left the graph */
  uint64_t damaged;     /* runs whose trace makes no sense from some place on */
  double run_seconds, decode_seconds;
} tp_engine_counts;

tp_engine *tp_engine_new(const tp_engine_parts *parts);
void tp_engine_free(tp_engine *engine);
/* Valid as long as the engine. */
const tp_oracle *tp_engine_oracle(tp_engine *engine);
const tp_bits *tp_engine_covered(const tp_engine *engine); /* by tp_sbranch */
uint32_t tp_engine_test_count(const tp_engine *engine);
const tp_engine_test *tp_engine_test_at(const tp_engine *engine, uint32_t i);
uint32_t tp_engine_finding_count(const tp_engine *engine);
const tp_engine_finding *tp_engine_finding_at(const tp_engine *engine,
                                              uint32_t i);
/* Also those that no run has read yet: decide adds to them. */
tp_vars *tp_engine_vars(tp_engine *engine);
/* As `run` of the oracle, for runs whose path nobody turns: no step has a
 * predicate, which saves most of the time. */
tp_outcome tp_engine_run_plainly(tp_engine *engine, tp_inputs inputs,
                                 tp_path *path);
/* As `run` of the oracle, for paths of which little is asked: a step has its
 * predicate once it is settled, and until then none. */
tp_outcome tp_engine_run_later(tp_engine *engine, tp_inputs inputs,
                               tp_path *path);
/* Of the path of the last run. */
void tp_engine_settle(tp_engine *engine, tp_path *path, uint32_t at);
/* Whether nothing up to this step was taken as it was. */
bool tp_engine_is_exact(const tp_engine *engine, uint32_t at);
/* The steps before that are linked with this one by inputs, as far as the
 * steps before are conditions. */
void tp_engine_settle_linked(tp_engine *engine, tp_path *path, uint32_t at);
/* Only to see what a run with these inputs reads (tp_engine_reads); false: it
 * was not made. */
bool tp_engine_probe(tp_engine *engine, tp_inputs inputs);
/* Run a kept test once more, with a stack as small as the plain program's. If
 * it crashes now it is another test, and the branches are that one's. */
bool tp_engine_run_narrow(tp_engine *engine, uint32_t test);
/* Inputs with these values; all others are 0. */
tp_inputs tp_engine_propose(tp_engine *engine, const tp_smt_value *values,
                            uint32_t n);
/* The n scalars that the run reads have these values, whatever they are; it is
 * given no more. */
tp_inputs tp_engine_propose_row(tp_engine *engine, const uint64_t *bits,
                                uint32_t n);
/* Scalars that the last run read. */
uint32_t tp_engine_reads(const tp_engine *engine);
const tp_read *tp_engine_read_at(const tp_engine *engine, uint32_t i);
/* How paths are put to the solver; as a whole unless told. */
void tp_engine_ask_by(tp_engine *engine, const tp_partial_plan *plan);
const tp_constraint_counts *tp_engine_constraints(const tp_engine *engine);
const tp_engine_counts *tp_engine_get_counts(const tp_engine *engine);
/* What operations in constraints were found to cost (engine/estimate.h); NULL:
 * nobody asked, or without a deadline. */
const double *tp_engine_weights(const tp_engine *engine);
const tp_concretised *tp_engine_concretised(const tp_engine *engine);
/* What stopped the machinery, if a run was lost. */
const tp_diag *tp_engine_diag(const tp_engine *engine);
/* From now on only so many runs are made, whoever asks for them. */
void tp_engine_limit_runs(tp_engine *engine, uint64_t more);
bool tp_engine_may_run(const tp_engine *engine);
/* Called after each run: for progress. */
void tp_engine_on_run(tp_engine *engine, void (*tell)(void *state),
                      void *state);

#endif
