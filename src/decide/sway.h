/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/sway.h - whether the tests of a tester program have an effect;
 * private to decide.
 *
 * A test has one if two runs that differ only in what it delivers end in
 * different bins. In the model how a run ends is an expression over its inputs;
 * with other variables in the place of those that the test delivers it is the
 * other run. Both can't differ: a proof. They can: both are run. Before anybody
 * is asked kept tests are run with what others of them got from the test.
 */
#ifndef TP_DECIDE_SWAY_H
#define TP_DECIDE_SWAY_H

#include "decide/model.h"
#include "smt/smt.h"

typedef VEC(tp_smt_value) tp_sway_values;

typedef struct tp_sway_tools {
  tp_smt_answer (*check)(void *state, const tp_expr *conds, uint32_t n,
                         tp_smt_result **out);
  /* The branches of bins that a run with these values takes, in their order;
   * false: it does not come to its end. */
  bool (*run)(void *state, const tp_smt_value *values, uint32_t n,
              tp_vec_u32 *bins);
  /* What the n-th kept test reads; false: there are not so many. */
  bool (*kept)(void *state, uint32_t n, tp_sway_values *out);
  bool (*is_over)(void *state);
  void *state;
} tp_sway_tools;

typedef struct tp_sway {
  uint32_t n_seen, n_idle;
  tp_str idle;    /* tests without an effect, in words */
  tp_str unknown; /* why of the first that is neither; empty: there is none */
} tp_sway;

void tp_sway_find(tp_sway *out, const tp_model *m, const tp_sway_tools *tools);
void tp_sway_free(tp_sway *e);
/* Whether a decision of the monitor is about a bin. */
bool tp_sway_is_bin(const tp_program *p, tp_decision_id d);

#endif
