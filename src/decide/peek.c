/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about half a model. What can be taken in what was walked so far is
 * run; nothing is proved by it. */
#include "decide/work.h"

#include "base/limits.h"
#include "decide/goals.h"

/* Half a model is asked about when so much of it was walked, and again when it
 * has grown by half. */
#define FIRST_PEEK 100000
#define MISSED_PEEK 10 /* a run in vain counts as so many */

typedef struct tp_decider work;

void tp_peek_begin(work *w) {
  w->walked = w->peeked = 0;
  w->next_peek = FIRST_PEEK;
}

/* That one of the calls of a function is reached is known when the walk is
 * over. */
static bool is_in_summary(const work *w, tp_guard at) {
  for (; at != TP_GUARD_ROOT; at = w->model.guards.at.at[at].above)
    if (w->model.guards.at.at[at].func)
      return true;
  return false;
}

/* Questions about the branch that were in vain. */
static uint32_t peek_at(work *w, uint32_t goal) {
  tp_sbranch b = w->goals.at[goal];
  tp_decision_id d = w->parts.program->branches.at[b].decision;
  uint32_t k = b - w->parts.program->decisions.at[d].first, asked = 0;
  for (uint32_t i = w->model.first.at[d];
       i < w->model.first.at[d + 1] && asked < TP_LIMIT_DECIDE_PEEK_INSTANCES;
       i++) {
    uint32_t number = w->model.by_decision.at[i];
    const tp_instance *instance = &w->model.instances.at[number];
    if (number < w->peeked || is_in_summary(w, instance->guard))
      continue;
    tp_question_build(&w->q, &w->model, instance, k);
    tp_question_assume(&w->q, &w->model);
    asked++;
    if (tp_work_check(w) == TP_SMT_SAT && !tp_work_why_no_run(w)) {
      if (tp_work_take(w, instance, k, b, goal))
        return 0;
      asked += MISSED_PEEK;
    }
    tp_work_spend(w);
  }
  return asked;
}

/* What can be taken in what was walked so far is run; nothing is proved. */
static void peek(work *w) {
  uint32_t in_vain = 0, n = w->model.instances.n;
  w->is_peeking = true;
  tp_model_index(&w->model);
  tp_goals_order(&w->goals, &w->model, &w->parts);
  tp_pack_init(&w->pack, &w->model, w->parts.smt);
  for (uint32_t g = 0;
       g < w->goals.n && in_vain < TP_LIMIT_DECIDE_PEEKS_IN_VAIN; g++)
    if (tp_budget_over(w->parts.budget) == TP_STOP_NONE &&
        tp_work_is_open(w, w->goals.at[g])) {
      uint32_t asked = peek_at(w, g);
      in_vain = tp_work_is_covered(w, w->goals.at[g]) ? 0 : in_vain + asked;
    }
  tp_pack_free(&w->pack);
  VEC_CLEAR(&w->goals);
  w->peeked = n;
  w->is_peeking = false;
}

/* Between two pieces of the walk. */
void tp_peek_pause(void *state, uint64_t steps) {
  work *w = state;
  w->work.walked += steps;
  w->walked += steps;
  tp_work_spend(w);
  if (w->walked < w->next_peek || !w->parts.spend)
    return;
  tp_work_prove_alone(w);
  peek(w);
  w->next_peek = w->walked + w->walked / 2;
}
