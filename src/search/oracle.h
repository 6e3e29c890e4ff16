/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/oracle.h - the only way a strategy sees the program under test.
 *
 * "Run these inputs" gives the path through the graph; "solve this path with
 * another branch at its end" gives new inputs, a core, or neither. Inputs and
 * predicates are ids that only the oracle understands. The oracle itself keeps
 * what each run really covered (search/cover.h), whatever the strategy counts.
 */
#ifndef TP_SEARCH_ORACLE_H
#define TP_SEARCH_ORACLE_H

#include "base/clock.h"
#include "reach/graph.h"

typedef uint32_t tp_inputs; /* id of a vector of input values */
typedef uint32_t tp_pred;   /* id of a predicate: equal ids, equal meaning */

#define TP_NO_INPUTS UINT32_MAX
/* The predicate of a step that no input decides on this path. */
#define TP_PRED_CONCRETE 0

typedef struct tp_step {
  tp_branch branch; /* edge of the graph (decisions and choices) */
  tp_pred pred;     /* holds exactly when this branch is taken from here */
} tp_step;

typedef VEC(tp_step) tp_path;

typedef enum tp_outcome {
  TP_RUN_ENDED,   /* returned or exited */
  TP_RUN_CRASHED, /* signal, abort, failed assert: a finding */
  TP_RUN_HUNG,    /* over its time: a finding */
  TP_RUN_CUT_OFF, /* over a small part of it, as time is short: nothing yet */
  TP_RUN_STARVED, /* asked for more inputs than it had: as good as any */
  TP_RUN_VAIN,    /* broke an assumption: it covers nothing, but its path can be
                     turned elsewhere */
  TP_RUN_OVER,    /* it was not made: no more runs are allowed */
  TP_RUN_LOST     /* the machinery failed; diag tells */
} tp_outcome;

typedef enum tp_answer {
  TP_SAT,
  TP_UNSAT,
  TP_UNKNOWN, /* solver limit, rounding: see reason */
  TP_CONCRETE /* no input decides that step: nothing was asked or learned */
} tp_answer;

typedef struct tp_solution {
  tp_inputs inputs;   /* if SAT */
  tp_vec_u32 core;    /* if UNSAT: indices into the path of the steps that
                         conflict, ascending, the last is the flipped one
                         (if the rest of the path was run); no index can be
                         dropped */
  const char *reason; /* if UNKNOWN */
  uint32_t effort;    /* what the answer cost, in runs of the program */
} tp_solution;

typedef struct tp_oracle {
  void *state;
  const tp_graph *graph;
  const tp_budget *budget;
  /* Another number whenever goals may have been covered by others than the
   * search that asks; NULL: there are none. */
  const uint64_t *epoch;
  const struct tp_rows *rows; /* search/rows.h; NULL: it has none */
  /* Runs so far that had a process of their own; NULL: not known. */
  const uint64_t *alone;
  /* Words that runs have written so far, those that are only looked at no more
   * than what nobody reads: what it takes to make and to understand them; NULL:
   * not known. */
  const uint64_t *told;
  /* Called wherever a search looks whether it is over; may be NULL. */
  void (*poll)(void *state);
  /* Inputs that are all zero; inputs drawn from a seed. */
  tp_inputs (*initial)(void *state);
  tp_inputs (*random)(void *state, uint64_t seed);
  /* The path of a run, as far as the graph explains it, is put into `path`
   * (cleared first). Inputs are used up by their run. */
  tp_outcome (*run)(void *state, tp_inputs inputs, tp_path *path);
  /* Inputs that follow path[0 .. at-1] and then take `instead` at the node of
   * path[at]; also the branch that is there, on a path that was never run and
   * may leave out steps. */
  tp_answer (*solve)(void *state, const tp_path *path, uint32_t at,
                     tp_branch instead, tp_solution *out);
  /* What solving that, and running the answer, is expected to cost, in runs of
   * random inputs; may be NULL. Nothing is asked. */
  double (*estimate)(void *state, const tp_path *path, uint32_t at,
                     tp_branch instead);
  /* The predicate of taking `instead` where path[at] is; TP_PRED_CONCRETE. */
  tp_pred (*predicate)(void *state, const tp_path *path, uint32_t at,
                       tp_branch instead);
  /* Whether the source branch (goal) was taken by any run so far. */
  bool (*is_covered)(void *state, uint32_t goal);
  /* May be NULL. Nobody has inputs, paths or predicates of before any more: a
   * search that goes on for ever says so now and then, lest memory grow for
   * ever. */
  void (*forget)(void *state);
} tp_oracle;

#endif
