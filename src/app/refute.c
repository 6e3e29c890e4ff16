/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs are cheap, and know nothing of the model: a twentieth of the work done
 * so far, at least 200 of them, tries to take what was proved. Work is what
 * arms/weights.def says, not seconds: the same seed gives the same results. A
 * run of a large program costs as much as what it takes. */
#include "app/refute.h"

#include "app/resume.h"
#include "arms/arms.h"
#include "base/rng.h"
#include "search/rows.h"

#define LEAST_RUNS 200
#define MAX_HUNG 2 /* each takes all of its time */
#define SHARE 20
#define SEED UINT64_C(0x5eed0f1e57)

/* ---- proofs -------------------------------------------------------------- */

static bool is_proved(const tp_search *s, tp_sbranch b) {
  const tp_resume *earlier = s->project->resume;
  return (earlier && b < earlier->proved.n && earlier->proved.at[b]) ||
         (b < s->verdicts.at.n &&
          s->verdicts.at.at[b].kind == TP_DECIDED_INFEASIBLE);
}

static bool has_proofs(const tp_search *s) {
  for (tp_sbranch b = 0; b < s->project->program->branches.n; b++)
    if (is_proved(s, b))
      return true;
  return false;
}

/* ---- runs ---------------------------------------------------------------- */

/* A test with a few of its numbers changed: a bit, or one more or less. */
static tp_inputs changed(tp_engine *engine, tp_rng *rng) {
  const tp_engine_test *test = tp_engine_test_at(
      engine, tp_rng_below(rng, tp_engine_test_count(engine)));
  VEC(uint64_t) row = {0};
  for (uint32_t i = 0; i < test->reads.n; i++)
    VEC_PUSH(&row, test->reads.at[i].bits);
  for (uint32_t i = tp_rng_below(rng, 3) + 1; row.n && i > 0; i--) {
    uint64_t *at = &row.at[tp_rng_below(rng, row.n)];
    uint32_t how = tp_rng_below(rng, 4);
    *at = how == 0   ? *at + 1
          : how == 1 ? *at - 1
                     : *at ^ UINT64_C(1) << tp_rng_below(rng, 64);
  }
  tp_inputs inputs = tp_engine_propose_row(engine, row.at, row.n);
  VEC_FREE(&row);
  return inputs;
}

static uint64_t work_to_spend(const tp_search *s) {
  return (TP_WEIGHT_RUN * tp_engine_get_counts(s->project->engine)->runs +
          TP_WEIGHT_CHECK * tp_smt_get_counts(s->project->smt)->checks) /
         SHARE;
}

static bool may_go_on(const tp_search *s) {
  return tp_engine_may_run(s->project->engine) &&
         tp_budget_over(&s->project->budget) == TP_STOP_NONE;
}

/* What it takes is enough; only one that takes something new is run in full.
 * False: no more can be made. */
static bool try_inputs(const tp_oracle *oracle, tp_inputs inputs, tp_seen *seen,
                       uint32_t *hung) {
  const tp_rows *rows = oracle->rows;
  tp_path path = {0};
  tp_looked looked = rows->look(rows->state, inputs, false, seen);
  *hung += looked == TP_LOOKED_HUNG;
  if (looked == TP_LOOKED_NEW)
    *hung += oracle->run(oracle->state, inputs, &path) == TP_RUN_HUNG;
  else
    rows->drop(rows->state, inputs);
  VEC_FREE(&path);
  return looked != TP_LOOKED_LOST;
}

static void try_runs(tp_search *s) {
  tp_engine *engine = s->project->engine;
  const tp_oracle *oracle = tp_engine_oracle(engine);
  uint64_t most = work_to_spend(s), spent = 0;
  uint32_t hung = 0;
  tp_rng rng;
  tp_seen seen = {0};
  tp_rng_init(&rng, s->project->options->seed ^ SEED);
  for (uint32_t i = 0;
       (i < LEAST_RUNS || spent < most) && hung < MAX_HUNG && may_go_on(s);
       i++) {
    tp_inputs inputs = i % 2 && tp_engine_test_count(engine)
                           ? changed(engine, &rng)
                           : oracle->random(oracle->state, tp_rng_next(&rng));
    if (!try_inputs(oracle, inputs, &seen, &hung))
      break;
    spent += TP_WEIGHT_LOOKED + (uint64_t)TP_WEIGHT_TAKEN * seen.taken.n;
  }
  tp_seen_free(&seen);
}

void tp_refute_try(tp_search *s) {
  if (has_proofs(s))
    try_runs(s);
}
