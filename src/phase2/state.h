/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase2/state.h - the state of Phase 2; private to phase2. */
#ifndef TP_PHASE2_STATE_H
#define TP_PHASE2_STATE_H

#include "phase2/check.h"
#include "search/dfs.h"

typedef struct tp_phase2 {
  tp_phases *p;
  tp_checker c;
  tp_dfs dfs;
  tp_path next; /* of the last run */
  tp_solution solution;
  VEC(tp_unsat_step) core;
  tp_live left; /* uncovered branches not proved to be without a way */
  tp_live easy; /* of these, those that are not left aside */
  uint32_t round;
  bool is_last_round, is_finished;
  uint32_t idle_runs;    /* of this round, in a row */
  uint32_t new_in_round; /* the round and, below, the nodes looked at when */
  uint64_t new_at_nodes; /* something new was covered last */
  uint32_t n_covered;
  uint64_t epoch;   /* of the session: what others covered is closed up to it */
  bool has_refused; /* a branch was left out because of what was learned */
  bool is_doubtful; /* then a predicate on which that may rest was taken back */
  /* aim */
  tp_checker back;
  tp_path aimed;
  tp_vec_u32 way;
  tp_bits goals;                 /* aimed at in this pass */
  uint64_t aim_calls, aim_nodes; /* when something came of it last */
} tp_phase2;

/* Runs, observes, records; false if there is no path. */
bool tp_phase2_try(tp_phase2 *two, tp_inputs inputs);
/* A branch has this predicate where it was met. */
void tp_phase2_observe(tp_phase2 *two, tp_branch branch, uint32_t pred);
/* Takes the core of the last solution, of this path with another step at its
 * end. */
tp_core tp_phase2_learn(tp_phase2 *two, const tp_path *path, uint32_t at,
                        tp_step instead);
bool tp_phase2_is_over(const tp_phase2 *two);

/* Aims at each branch that is left: see aim.c. */
void tp_phase2_aim(tp_phase2 *two);

#endif
