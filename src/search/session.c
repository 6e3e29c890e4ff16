/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting and limits around the oracle: see search/session.h. */
#include "search/session.h"

#include "base/limits.h"
#include "base/map.h"

void tp_session_init(tp_session *s, const tp_oracle *oracle,
                     const tp_search_limits *limits, tp_search_counts *counts) {
  memset(s, 0, sizeof *s);
  s->oracle = oracle;
  s->g = oracle->graph;
  if (limits)
    s->limits = *limits;
  s->counts = counts;
  tp_cover_init(&s->cover, s->g);
  s->epoch = oracle->epoch ? *oracle->epoch : 0;
  tp_cover_sync(&s->cover, oracle);
}

void tp_session_fini(tp_session *s) {
  tp_cover_free(&s->cover);
}

/* A path of so many steps costs as much again as the run itself. */
#define STEPS_A_RUN 100

bool tp_session_is_over(const tp_session *s) {
  if (s->oracle->poll)
    s->oracle->poll(s->oracle->state);
  if (s->limits.max_runs &&
      s->runs_before + s->counts->runs >= s->limits.max_runs)
    return true;
  if (s->limits.max_hung && s->hung >= s->limits.max_hung)
    return true;
  return s->is_lost || tp_budget_over(s->oracle->budget) != TP_STOP_NONE;
}

bool tp_session_has_all(const tp_session *s) {
  return !s->limits.all_paths && tp_cover_is_complete(&s->cover);
}

bool tp_session_is_done(const tp_session *s) {
  return tp_session_has_all(s) || tp_session_is_over(s);
}

tp_inputs tp_session_first(const tp_session *s) {
  const tp_oracle *oracle = s->oracle;
  return s->limits.all_paths ? oracle->random(oracle->state, s->limits.seed)
                             : oracle->initial(oracle->state);
}

/* The path of an endless loop, whatever makes it (while, goto, longjmp), ends
 * where it has turned often enough: steps behind that would keep a search busy
 * for ever. */
static void cut_endless(tp_path *path) {
  tp_map turns = {0};
  for (uint32_t i = 0; i < path->n; i++) {
    bool is_new;
    if (path->at[i].pred != TP_PRED_CONCRETE &&
        ++*tp_map_put(&turns, path->at[i].branch, &is_new) >
            TP_LIMIT_SESSION_TURNS)
      path->n = i;
  }
  tp_map_free(&turns);
}

/* What others have covered meanwhile. */
static void follow_others(tp_session *s) {
  if (!s->oracle->epoch || *s->oracle->epoch == s->epoch)
    return;
  uint32_t before = s->cover.n_covered;
  s->epoch = *s->oracle->epoch;
  tp_cover_sync(&s->cover, s->oracle);
  if (s->cover.n_covered > before)
    s->stale = 0;
}

bool tp_session_run(tp_session *s, tp_inputs inputs, tp_path *path) {
  VEC_CLEAR(path);
  tp_outcome outcome = s->oracle->run(s->oracle->state, inputs, path);
  s->counts->runs += outcome != TP_RUN_OVER;
  s->hung += outcome == TP_RUN_HUNG;
  s->stale += 1 + path->n / STEPS_A_RUN;
  s->news = outcome != TP_RUN_VAIN ? tp_cover_path(&s->cover, path) : 0;
  if (s->news)
    s->stale = 0;
  if (outcome == TP_RUN_HUNG || outcome == TP_RUN_CUT_OFF)
    cut_endless(path);
  s->is_lost |= outcome == TP_RUN_LOST || outcome == TP_RUN_OVER;
  follow_others(s);
  return !s->is_lost && path->n > 0;
}

void tp_session_looked(tp_session *s, tp_looked looked) {
  s->counts->runs += looked != TP_LOOKED_LOST;
  s->stale++;
  s->is_lost |= looked == TP_LOOKED_LOST;
  s->hung += looked == TP_LOOKED_HUNG;
  follow_others(s);
}

tp_answer tp_session_solve(tp_session *s, const tp_path *path, uint32_t at,
                           tp_branch instead, tp_solution *out) {
  VEC_CLEAR(&out->core);
  out->effort = 1;
  if (path->at[at].pred == TP_PRED_CONCRETE)
    return TP_CONCRETE;
  tp_answer answer = s->oracle->solve(s->oracle->state, path, at, instead, out);
  s->counts->solver_calls += answer != TP_CONCRETE;
  s->counts->infeasible_paths += answer == TP_UNSAT;
  s->stale += answer != TP_CONCRETE ? out->effort : 0;
  follow_others(s);
  return answer;
}
