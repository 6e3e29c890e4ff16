/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phase 1, algorithm 3.1 of the thesis.
 *
 * Edges off the shortest prefixes are marked. Each run is cut behind its first
 * marked edge and recorded as explored only up to there. From the end of the
 * cut path steps are dropped while their counter branches are explored; the
 * last one left is turned and solved, unless a known unsat constraint says that
 * it can't be. What the solver refuses is learned.
 * Invariant: a node of the current path was entered by unmarked edges only, so
 * by its shortest prefix; each branch is turned to at most once.
 */
#include "phase1/phase1.h"

#include "reach/bfs.h"
#include "search/path.h"
#include "unsat/unsat.h"

typedef struct phase1 {
  tp_phases *p;
  tp_bits marked;
  tp_bits tried; /* turned to, with whatever result */
  tp_path path;  /* cut */
  tp_path next;
  tp_solution solution;
  VEC(tp_unsat_step) core;
} phase1;

static void cut(const phase1 *one, tp_path *path) {
  for (uint32_t i = 0; i < path->n; i++)
    if (tp_bits_has(&one->marked, path->at[i].branch))
      path->n = i + 1;
}

/* Makes a run the current path. The db holds all of its steps but the last;
 * `same` of them are there already. */
static void adopt(phase1 *one, uint32_t same) {
  tp_phases *p = one->p;
  tp_path_copy(&one->path, &one->next);
  cut(one, &one->path);
  tp_phases_record(p, &one->path, one->path.n);
  for (uint32_t i = same; i + 1 < one->path.n; i++)
    tp_unsat_push(p->unsat, one->path.at[i].pred);
}

static bool run(phase1 *one, tp_inputs inputs) {
  tp_phases *p = one->p;
  bool ok = tp_session_run(&p->s, inputs, &one->next);
  for (uint32_t i = 0; i < one->next.n; i++)
    tp_unsat_observe(p->unsat, one->next.at[i].branch, one->next.at[i].pred);
  if (ok)
    tp_path_copy(&p->last, &one->next);
  return ok;
}

static bool is_left(const phase1 *one, tp_branch counter) {
  const tp_phases *p = one->p;
  const tp_cover *cover = &p->s.cover;
  if (!tp_live_is_open(&p->unexplored, counter) ||
      tp_bits_has(&one->tried, counter))
    return false;
  return !(cover->has_shared_goals || p->options.is_thrifty) ||
         tp_live_edge(&cover->live, counter);
}

/* The branch to turn the last step to; TP_NO_BRANCH: drop the step. */
static tp_branch find_counter(const phase1 *one) {
  const tp_step *step = &VEC_LAST(&one->path);
  if (step->pred == TP_PRED_CONCRETE)
    return TP_NO_BRANCH;
  tp_branch e = tp_path_counter(one->p->s.g, step->branch, 0);
  while (e != TP_NO_BRANCH && !is_left(one, e))
    e = tp_path_counter(one->p->s.g, step->branch, e + 1);
  return e;
}

static void learn(phase1 *one, tp_branch counter, uint32_t pred) {
  VEC_CLEAR(&one->core);
  for (uint32_t i = 0; i + 1 < one->solution.core.n; i++) {
    tp_step step = one->path.at[one->solution.core.at[i]];
    VEC_PUSH(&one->core, (tp_unsat_step){step.branch, step.pred});
  }
  VEC_PUSH(&one->core, (tp_unsat_step){counter, pred});
  tp_unsat_add(one->p->unsat, one->core.at, one->core.n);
}

/* Reverses the last branch: looks up, solves, runs. */
static void turn(phase1 *one, tp_branch counter) {
  tp_phases *p = one->p;
  const tp_oracle *oracle = p->s.oracle;
  uint32_t at = one->path.n - 1;
  uint32_t pred = oracle->predicate(oracle->state, &one->path, at, counter);
  tp_bits_add(&one->tried, counter);
  if (pred == TP_PRED_CONCRETE)
    return;
  tp_unsat_observe(p->unsat, counter, pred);
  if (tp_unsat_blocks(p->unsat, pred)) {
    p->s.counts->solver_calls_saved++;
    return;
  }
  tp_answer answer =
      tp_session_solve(&p->s, &one->path, at, counter, &one->solution);
  if (answer == TP_UNSAT)
    learn(one, counter, pred);
  if (answer == TP_SAT && run(one, one->solution.inputs) &&
      tp_path_follows(&one->next, &one->path, at, counter))
    adopt(one, at);
}

static void drop_last(phase1 *one) {
  one->path.n--;
  if (one->path.n)
    tp_unsat_pop_to(one->p->unsat, one->path.n - 1);
}

static bool is_over(const tp_phases *p) {
  return tp_session_is_over(&p->s) ||
         (p->options.stale_limit && p->s.stale >= p->options.stale_limit);
}

static void work_off(phase1 *one) {
  while (one->path.n && !is_over(one->p)) {
    tp_branch counter = find_counter(one);
    if (counter == TP_NO_BRANCH)
      drop_last(one);
    else
      turn(one, counter);
  }
}

/* Of shortest prefixes that are equally long those along the first run are
 * taken, as early as it took them: its beginning is feasible for sure. */
static void mark(phase1 *one) {
  tp_vec_u32 rank = {0};
  VEC_RESIZE(&rank, one->p->s.g->edges.n);
  memset(rank.at, 0xff, rank.n * sizeof *rank.at);
  for (uint32_t i = one->next.n; i-- > 0;)
    rank.at[one->next.at[i].branch] = i;
  tp_reach_mark(&one->marked, NULL, one->p->s.g, &rank);
  VEC_FREE(&rank);
}

void tp_phase1_run(tp_phases *p) {
  phase1 one = {.p = p};
  const tp_oracle *oracle = p->s.oracle;
  uint32_t covered = p->s.cover.n_covered;
  tp_phases_begin(p, &p->phase1);
  tp_bits_init(&one.tried, p->s.g->edges.n);
  tp_unsat_pop_to(p->unsat, 0);
  if (!tp_session_is_over(&p->s) && run(&one, oracle->initial(oracle->state))) {
    mark(&one);
    adopt(&one, 0);
  }
  work_off(&one);
  tp_unsat_pop_to(p->unsat, 0);
  p->phase1.is_exhausted = one.path.n == 0 && p->phase1.runs > 0;
  p->covered1 += p->s.cover.n_covered - covered;
  tp_bits_free(&one.marked);
  tp_bits_free(&one.tried);
  VEC_FREE(&one.path);
  VEC_FREE(&one.next);
  VEC_FREE(&one.solution.core);
  VEC_FREE(&one.core);
}
