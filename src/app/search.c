/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One strategy, or the default, around which runs and phases are counted. */
#include "app/search.h"

#include "app/confirm.h"
#include "app/contest.h"
#include "app/predict.h"
#include "app/refute.h"
#include "app/resume.h"
#include "app/tell.h"
#include "explore/distance.h"
#include "optimal/optimal.h"
#include "phase1/phase1.h"
#include "phase2/phase2.h"
#include "rival/rival.h"
#include "unsat/unsat.h"

#include <stdio.h>

bool tp_search_is_proved(const tp_search *s, tp_sbranch b) {
  const tp_resume *earlier = s->project->resume;
  return (earlier && earlier->proved.at[b]) ||
         (b < s->verdicts.at.n &&
          s->verdicts.at.at[b].kind == TP_DECIDED_INFEASIBLE);
}

/* No run comes to it, and it does not count. */
static bool is_never_used(const tp_program *p, tp_sbranch b) {
  tp_decision_id d = p->branches.at[b].decision;
  return p->funcs.at[p->decisions.at[d].func].is_never_used;
}

static bool is_goal(const tp_program *p, tp_sbranch b) {
  return tp_branch_is_sought(p, b) && !is_never_used(p, b);
}

static bool is_open(const tp_search *s, const tp_bits *seen, tp_sbranch b) {
  return is_goal(s->project->program, b) && !tp_bits_has(seen, b) &&
         !tp_search_is_proved(s, b);
}

bool tp_search_is_open(const tp_search *s) {
  const tp_bits *seen = tp_engine_covered(s->project->engine);
  for (tp_sbranch b = 0; b < s->project->program->branches.n; b++)
    if (is_open(s, seen, b))
      return true;
  return false;
}

uint32_t tp_search_count_open(const tp_search *s) {
  const tp_bits *seen = tp_engine_covered(s->project->engine);
  uint32_t n = 0;
  for (tp_sbranch b = 0; b < s->project->program->branches.n; b++)
    n += is_open(s, seen, b);
  return n;
}

static void count_goals(const tp_search *s, tp_progress_counts *out) {
  const tp_program *p = s->project->program;
  const tp_bits *seen = tp_engine_covered(s->project->engine);
  for (tp_sbranch b = 0; b < p->branches.n; b++) {
    if (!is_goal(p, b))
      continue;
    bool is_covered = tp_bits_has(seen, b);
    out->total++;
    out->covered += is_covered;
    out->infeasible += !is_covered && tp_search_is_proved(s, b);
    out->has_others |= !tp_branch_is_counted(p, b);
  }
}

#define POST_PAUSE 0.05 /* seconds between two looks at what is covered */

void tp_search_post(tp_search *s) {
  tp_progress_board *board = s->project->board;
  double now = tp_now();
  if (!board || now < s->next_post)
    return;
  s->next_post = now + POST_PAUSE;
  tp_progress_counts counts = {
      .runs = tp_engine_get_counts(s->project->engine)->runs};
  count_goals(s, &counts);
  snprintf(counts.phase, sizeof counts.phase, "%s",
           s->ledger.phase ? s->ledger.phase : "confirming tests");
  board->counts = counts;
}

/* After each run. */
static void go_on(void *state) {
  tp_search *s = state;
  tp_confirm_poll(s->project->confirm);
  tp_tell_run(s->project->tell, s);
  tp_search_post(s);
}

/* Processor seconds that a path which was chosen for its cost may take. */
#define CHOSEN_SECONDS 0.5

static const tp_strategy *find_strategy(const char *name) {
  const tp_strategy *rival = tp_rival_find(name);
  if (strcmp(name, tp_explore_distance.name) == 0)
    return &tp_explore_distance;
  return rival ? rival : tp_optimal_find(name);
}

static void run_strategy(tp_search *s, const tp_strategy *strategy,
                         const tp_search_limits *limits) {
  s->counts = (tp_search_counts){0};
  if (s->chooses) /* there is always something else to do */
    tp_smt_set_effort(s->project->smt, (tp_smt_effort){false, CHOSEN_SECONDS});
  tp_ledger_switch(&s->ledger, strategy->name);
  strategy->search(tp_engine_oracle(s->project->engine), limits, &s->counts);
  tp_ledger_add(&s->ledger, strategy->name, &s->counts);
  s->is_exhausted = s->counts.is_exhausted;
}

void tp_search_phases(tp_search *s, const tp_oracle *oracle,
                      const tp_phase_plan *plan) {
  const tp_options *o = s->project->options;
  tp_search_limits limits = {plan->max_runs ? plan->max_runs : o->max_runs,
                             o->seed, plan->max_hung, false};
  tp_unsat *unsat = tp_unsat_new(s->project->graph);
  tp_phases phases;
  tp_phases_init(&phases, oracle, &limits, &plan->options, unsat);
  tp_ledger_switch(&s->ledger, plan->name1);
  tp_phase1_run(&phases);
  tp_ledger_add(&s->ledger, plan->name1, &phases.phase1);
  s->is_exhausted = phases.phase1.is_exhausted;
  if (plan->name2) {
    if (plan->max_runs)
      phases.s.limits.max_runs += plan->max_runs;
    tp_ledger_switch(&s->ledger, plan->name2);
    tp_phase2_run(&phases);
    tp_ledger_add(&s->ledger, plan->name2, &phases.phase2);
    s->is_exhausted = phases.phase2.is_exhausted;
  }
  tp_phases_fini(&phases);
  tp_unsat_free(unsat);
}

/* Without any limit the phases end as the rivals do: when nothing new came for
 * very long. Conditions that depend on the path may leave more paths than can
 * ever be tried. */
static void run_two_phase(tp_search *s, tp_diag *diag) {
  const tp_options *o = s->project->options;
  const char *which = o->phases;
  tp_phase_plan plan = {.name1 = "phase1",
                        .name2 = strcmp(which, "1") == 0 ? NULL : "phase2"};
  if (!o->max_runs && s->project->budget.deadline <= 0)
    plan.options.stale_limit = TP_RIVAL_STALE;
  if (strcmp(which, "all") == 0)
    tp_contest_run(s, diag);
  else
    tp_search_phases(s, tp_engine_oracle(s->project->engine), &plan);
}

static uint32_t count_believed(const tp_project *s) {
  uint32_t n = 0;
  for (tp_sbranch b = 0; b < s->resume->proved.n; b++)
    n += s->resume->proved.at[b] && tp_branch_is_counted(s->program, b);
  return n;
}

/* The tests and proofs of an earlier run. False: nothing is left to search. */
static bool go_on_from_earlier(tp_search *s) {
  tp_ledger_switch(&s->ledger, "resume");
  tp_resume_run(s->project->resume, s->project);
  tp_ledger_switch(&s->ledger, NULL);
  tp_ledger_row(&s->ledger, "resume")->infeasible = count_believed(s->project);
  s->is_exhausted = !tp_search_is_open(s);
  return !s->is_exhausted;
}

/* A program without a branch gives no search anything to do, but it may crash.
 */
static void run_at_least_once(tp_search *s) {
  const tp_oracle *oracle = tp_engine_oracle(s->project->engine);
  tp_path path = {0};
  if (tp_engine_get_counts(s->project->engine)->runs == 0 &&
      tp_budget_over(&s->project->budget) == TP_STOP_NONE)
    oracle->run(oracle->state, oracle->initial(oracle->state), &path);
  VEC_FREE(&path);
}

/* -1: what stopped the machinery, if something did. */
static int report_lost(const tp_search *s, tp_diag *diag) {
  if (diag->status != TP_OK) /* a proof could not be written */
    return -1;
  const tp_diag *lost = tp_engine_diag(s->project->engine);
  if (lost->status != TP_OK && lost->status != TP_BUDGET) /* told as stopped */
    return tp_diag_set(diag, lost->status, "%s", tp_str_text(&lost->message));
  return 0;
}

int tp_search_run(tp_search *s, tp_project *project, tp_diag *diag) {
  const tp_options *o = project->options;
  tp_search_limits limits = {.max_runs = o->max_runs,
                             .seed = o->seed,
                             .all_paths = tp_options_all_paths(o)};
  const tp_strategy *chosen = find_strategy(o->strategy);
  *s = (tp_search){.project = project};
  tp_ledger_init(&s->ledger, project, &s->verdicts);
  tp_engine_on_run(project->engine, go_on, s);
  if (o->command == TP_COMMAND_PREDICT) {
    tp_predict_run(s);
    return report_lost(s, diag);
  }
  bool is_left = !project->resume || go_on_from_earlier(s) || limits.all_paths;
  is_left = is_left && o->from.n == 0;
  if (o->max_runs)
    tp_engine_limit_runs(project->engine, o->max_runs);
  s->chooses = tp_optimal_find(o->strategy) != NULL;
  if (is_left && chosen)
    run_strategy(s, chosen, &limits);
  else if (is_left)
    run_two_phase(s, diag);
  if (!chosen && limits.all_paths)
    run_strategy(s, &tp_rival_dfs, &limits);
  run_at_least_once(s);
  tp_ledger_switch(&s->ledger, NULL);
  if (is_left)
    tp_refute_try(s);
  return report_lost(s, diag);
}

void tp_search_free(tp_search *s) {
  tp_ledger_free(&s->ledger);
  VEC_FREE(&s->arms);
  tp_verdicts_free(&s->verdicts);
}
