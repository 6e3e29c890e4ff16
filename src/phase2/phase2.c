/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phase 2, algorithm 4.1 of the thesis.
 *
 * A depth-first search over executed paths, starting from the last one of
 * Phase 1. The counter branch of the last step is turned to if it is
 * unexplored, or if the reachability check (algorithm 4.2) sees an unexplored
 * branch behind it; else the step is removed. What the solver refuses is
 * learned.
 * Invariants: the db holds all steps of the path but the last; in one round no
 * pair of prefix and branch is solved twice (the printed loop does not say so,
 * but would not end otherwise).
 * Rounds (our default only): in all but the last, a reachability check may
 * enter a node only so often, in an order that is another one each round;
 * conditions that always had the same predicate are taken for path-independent
 * without a proof; branches are left aside that no input decided where they
 * were met, or about which the solver could not tell; and a round ends when
 * nothing new comes. If that leaves something, the search starts again, in the
 * end without any of these shortcuts.
 */
#include "phase2/phase2.h"

#include "base/limits.h"
#include "phase2/state.h"

/* The last round has no end where paths are many. It is given up when some
 * runs, and so many for each one before, brought nothing new: soon if every
 * condition has meant the same in all runs, as then none of the shortcuts can
 * have left anything out. */
#define LAST_PART 10 /* a tenth of those before */
#define LAST_FACTOR_IF_DEPENDENT 4

/* The branches that are not covered, none of them given up. */
static void list_left(tp_phase2 *two) {
  const tp_cover *cover = &two->p->s.cover;
  tp_live_free(&two->left);
  tp_live_init(&two->left, cover->g, &cover->scc, &cover->live.open);
}

void tp_phase2_observe(tp_phase2 *two, tp_branch branch, uint32_t pred) {
  if (!tp_unsat_observe(two->p->unsat, branch, pred))
    return;
  tp_checker_doubt(&two->c);
  if (two->back.is_backward)
    tp_checker_doubt(&two->back);
  if (two->left.n_open < two->p->s.cover.live.n_open) {
    list_left(two);
    two->is_doubtful = true;
  }
  two->is_doubtful |= two->has_refused;
}

static bool is_complete(const tp_phase2 *two) {
  return two->p->options.check == TP_CHECK_COMPLETE;
}

/* What is to be explored: by what runs covered, or by the thesis' record. */
static const tp_live *targets(const tp_phase2 *two) {
  return is_complete(two) ? &two->left : &two->p->unexplored;
}

/* Keeps the branches in step with a run: what it covered is done, what no input
 * decided is not easy. */
static void update_easy(tp_phase2 *two, const tp_step *step) {
  const tp_cover *cover = &two->p->s.cover;
  uint32_t goal = cover->g->edges.at[step->branch].goal;
  if (goal != TP_NO_GOAL)
    for (uint32_t i = cover->first.at[goal]; i < cover->first.at[goal + 1];
         i++) {
      tp_live_close(&two->left, cover->edge.at[i]);
      tp_live_close(&two->easy, cover->edge.at[i]);
    }
  if (step->pred != TP_PRED_CONCRETE)
    return;
  tp_branch e = tp_path_counter(cover->g, step->branch, 0);
  for (; e != TP_NO_BRANCH; e = tp_path_counter(cover->g, step->branch, e + 1))
    tp_live_close(&two->easy, e);
}

/* What other searches have covered meanwhile is not looked for. */
static void follow_others(tp_phase2 *two) {
  const tp_cover *cover = &two->p->s.cover;
  if (two->epoch == two->p->s.epoch)
    return;
  two->epoch = two->p->s.epoch;
  for (uint32_t i = 0; i < cover->edge.n; i++)
    if (!tp_live_is_open(&cover->live, cover->edge.at[i])) {
      tp_live_close(&two->left, cover->edge.at[i]);
      tp_live_close(&two->easy, cover->edge.at[i]);
    }
}

bool tp_phase2_try(tp_phase2 *two, tp_inputs inputs) {
  tp_phases *p = two->p;
  bool ok = tp_session_run(&p->s, inputs, &two->next);
  two->idle_runs = p->s.stale == 0 ? 0 : two->idle_runs + 1;
  for (uint32_t i = 0; i < two->next.n; i++) {
    tp_phase2_observe(two, two->next.at[i].branch, two->next.at[i].pred);
    if (is_complete(two))
      update_easy(two, &two->next.at[i]);
  }
  follow_others(two);
  tp_phases_record(p, &two->next, two->next.n);
  if (ok)
    tp_path_copy(&p->last, &two->next);
  return ok;
}

static void push_from(tp_phase2 *two, uint32_t first) {
  const tp_path *path = &two->dfs.path;
  for (uint32_t i = first; i + 1 < path->n; i++)
    tp_checker_push(&two->c, path->at[i].pred);
}

tp_core tp_phase2_learn(tp_phase2 *two, const tp_path *path, uint32_t at,
                        tp_step instead) {
  VEC_CLEAR(&two->core);
  for (uint32_t i = 0; i < two->solution.core.n; i++) {
    uint32_t k = two->solution.core.at[i];
    tp_step step = k == at ? instead : path->at[k];
    VEC_PUSH(&two->core, (tp_unsat_step){step.branch, step.pred});
  }
  return tp_unsat_add(two->p->unsat, two->core.at, two->core.n);
}

/* Unexplored itself, left aside or not. */
static bool is_target(const tp_phase2 *two, tp_branch counter) {
  return tp_live_is_open(targets(two), counter);
}

/* Lines 2 to 6 of algorithm 4.1. The branch reaches something unexplored, as
 * far as the graph goes. */
static bool is_to_explore(tp_phase2 *two, tp_branch counter, uint32_t pred) {
  bool is_blocked = tp_unsat_blocks(two->p->unsat, pred);
  switch (two->p->options.check) {
  case TP_CHECK_COMPLETE:
    return !is_blocked &&
           (is_target(two, counter) || tp_check_walk(&two->c, counter));
  case TP_CHECK_FAITHFUL:
    return (is_target(two, counter) && !is_blocked) ||
           tp_check_faithful(&two->c, counter);
  case TP_CHECK_BASIC:
    break;
  }
  return true;
}

static void solve(tp_phase2 *two, tp_branch counter, uint32_t pred) {
  tp_phases *p = two->p;
  uint32_t at = two->dfs.path.n - 1;
  tp_answer answer =
      tp_session_solve(&p->s, &two->dfs.path, at, counter, &two->solution);
  if (answer == TP_UNSAT)
    tp_checker_learned(&two->c, tp_phase2_learn(two, &two->dfs.path, at,
                                                (tp_step){counter, pred}));
  else if (answer == TP_UNKNOWN && is_complete(two))
    tp_live_close(&two->easy, counter);
  if (answer == TP_SAT && tp_phase2_try(two, two->solution.inputs) &&
      tp_path_follows(&two->next, &two->dfs.path, at, counter)) {
    tp_dfs_follow(&two->dfs, &two->next);
    push_from(two, at);
  }
}

static void turn(tp_phase2 *two, tp_branch counter) {
  const tp_oracle *oracle = two->p->s.oracle;
  if (!is_target(two, counter) && !tp_live_edge(two->c.todo, counter))
    return;
  uint32_t pred = oracle->predicate(oracle->state, &two->dfs.path,
                                    two->dfs.path.n - 1, counter);
  if (pred == TP_PRED_CONCRETE)
    return;
  tp_phase2_observe(two, counter, pred);
  /* The last condition is the basic learning of section 3.2. */
  if (!is_to_explore(two, counter, pred) ||
      tp_unsat_blocks(two->p->unsat, pred)) {
    two->p->s.counts->solver_calls_saved++;
    two->has_refused = true;
  } else {
    solve(two, counter, pred);
  }
}

static void drop_last(tp_phase2 *two) {
  tp_dfs_drop(&two->dfs);
  if (two->dfs.path.n)
    tp_checker_pop_to(&two->c, two->dfs.path.n - 1);
}

bool tp_phase2_is_over(const tp_phase2 *two) {
  const tp_phases *p = two->p;
  return tp_session_is_over(&p->s) || targets(two)->n_open == 0 ||
         (p->options.stale_limit && p->s.stale >= p->options.stale_limit);
}

/* Runs without anything new that a round is worth. */
static uint64_t idle_limit(const tp_phase2 *two) {
  const tp_phases *p = two->p;
  uint64_t runs = p->phase1.runs + p->phase2.runs - two->idle_runs;
  if (!two->is_last_round)
    return TP_LIMIT_PHASE2_IDLE_RUNS;
  return tp_unsat_has_dependent(p->unsat)
             ? TP_LIMIT_PHASE2_LAST_RUNS_IF_DEPENDENT +
                   LAST_FACTOR_IF_DEPENDENT * runs
             : TP_LIMIT_PHASE2_LAST_RUNS + runs / LAST_PART;
}

static bool is_round_over(const tp_phase2 *two) {
  return tp_phase2_is_over(two) || two->c.todo->n_open == 0 ||
         (is_complete(two) && two->idle_runs >= idle_limit(two));
}

static void work_off(tp_phase2 *two) {
  tp_checker_pop_to(&two->c, 0);
  tp_dfs_start(&two->dfs, &two->p->last);
  push_from(two, 0);
  while (two->dfs.path.n && !is_round_over(two)) {
    tp_branch counter = tp_dfs_next(&two->dfs);
    if (counter == TP_NO_BRANCH)
      drop_last(two);
    else
      turn(two, counter);
  }
}

/* Whether the rounds so far looked for less than the last one will, or trusted
 * what it will not: then their nogoods are not its own. */
static bool has_shortcuts_in_targets(const tp_phase2 *two) {
  return two->easy.n_open < two->left.n_open ||
         tp_unsat_is_guess(two->p->unsat);
}

static void begin_round(tp_phase2 *two, uint32_t round) {
  uint32_t limit = 1u << round % TP_LIMIT_PHASE2_VISIT_LIMITS;
  uint32_t most = TP_LIMIT_PHASE2_VISITS / two->c.g->nodes.n + 1;
  two->round = round;
  two->idle_runs = 0;
  two->c.visit_limit = limit < most ? limit : most;
  two->c.order = round;
  two->c.tries_when_tired = two->is_last_round;
  two->c.todo = two->is_last_round ? &two->left : &two->easy;
  two->c.n_tired = 0;
  two->is_doubtful = two->has_refused = false;
  if (two->is_last_round && has_shortcuts_in_targets(two))
    tp_nogoods_clear(&two->c.nogoods);
  tp_unsat_guess(two->p->unsat, !two->is_last_round);
  tp_nopath_clear(&two->c.nopath);
}

/* Whether this round may have left out something that it should not have. */
static bool was_short(const tp_phase2 *two) {
  const tp_phases *p = two->p;
  return two->c.n_tired > 0 || two->dfs.path.n > 0 ||
         two->easy.n_open < two->left.n_open ||
         (two->has_refused && tp_unsat_is_guess(p->unsat));
}

static bool is_idle(tp_phase2 *two) {
  if (two->p->s.cover.n_covered > two->n_covered) {
    two->n_covered = two->p->s.cover.n_covered;
    two->new_in_round = two->round;
    two->new_at_nodes = two->c.nodes;
  }
  return two->round - two->new_in_round >= TP_LIMIT_PHASE2_IDLE_ROUNDS ||
         two->c.nodes - two->new_at_nodes >= TP_LIMIT_PHASE2_IDLE_NODES;
}

/* Begins another round if one is due. A predicate was taken back on which
 * refusals may rest: each time another node has become path-dependent, so this
 * ends. Or the round took shortcuts: the last one takes none, it even tries
 * what a check can't decide in its time, which loses nothing. */
static bool begin_next_round(tp_phase2 *two) {
  bool has_shortcuts = is_complete(two) && !two->is_last_round;
  if (!two->is_doubtful && !(has_shortcuts && was_short(two)))
    return false;
  two->p->restarts += two->is_doubtful;
  if (has_shortcuts)
    two->is_last_round =
        is_idle(two) ||
        (two->c.n_tired == 0 && two->dfs.path.n == 0 && !two->is_doubtful);
  if (is_complete(two))
    begin_round(two, two->round + 1);
  else
    two->is_doubtful = two->has_refused = false;
  return true;
}

static void search(tp_phase2 *two) {
  const tp_oracle *oracle = two->p->s.oracle;
  if (two->p->last.n == 0 && !tp_phase2_is_over(two))
    tp_phase2_try(two, oracle->initial(oracle->state));
  if (is_complete(two) && !two->p->options.is_aimless && two->p->last.n > 0)
    tp_phase2_aim(two);
  while (!two->is_finished && !tp_phase2_is_over(two)) {
    work_off(two);
    two->is_finished = !tp_phase2_is_over(two) && !begin_next_round(two);
  }
}

static void set_up(tp_phase2 *two) {
  tp_phases *p = two->p;
  tp_phases_begin(p, &p->phase2);
  tp_unsat_pop_to(p->unsat, 0);
  tp_checker_init(&two->c, p);
  tp_dfs_init(&two->dfs, p->s.g);
  list_left(two);
  tp_live_init(&two->easy, p->s.g, &p->s.cover.scc, &p->s.cover.live.open);
  two->epoch = p->s.epoch;
  if (!is_complete(two))
    return;
  for (uint32_t i = 0; i < p->last.n; i++)
    update_easy(two, &p->last.at[i]);
  two->n_covered = p->s.cover.n_covered;
  begin_round(two, 0);
}

static void tear_down(tp_phase2 *two) {
  tp_unsat_pop_to(two->p->unsat, 0);
  tp_unsat_guess(two->p->unsat, false);
  tp_checker_free(&two->c);
  tp_dfs_free(&two->dfs);
  tp_live_free(&two->left);
  tp_live_free(&two->easy);
  VEC_FREE(&two->next);
  VEC_FREE(&two->solution.core);
  VEC_FREE(&two->core);
  VEC_FREE(&two->aimed);
  VEC_FREE(&two->way);
}

void tp_phase2_run(tp_phases *p) {
  tp_phase2 two = {.p = p};
  uint32_t covered = p->s.cover.n_covered;
  set_up(&two);
  search(&two);
  p->phase2.is_exhausted =
      p->last.n > 0 &&
      ((two.is_finished && two.dfs.path.n == 0) || targets(&two)->n_open == 0);
  p->covered2 += p->s.cover.n_covered - covered;
  p->checked_nodes += two.c.nodes;
  tear_down(&two);
}
