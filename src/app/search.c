/* Phases in order. Each is measured from the outside: runs, checks handed to
 * the solver, branches that are covered after it and were not before. */
#include "app/search.h"

#include "app/confirm.h"
#include "app/refute.h"
#include "app/resume.h"
#include "app/tell.h"
#include "explore/explore.h"
#include "phase1/phase1.h"
#include "phase2/phase2.h"
#include "rival/rival.h"
#include "unsat/unsat.h"

/* Where Decide follows, the phases need not insist: a few runs show what is
 * easy to reach, the rest is decided by queries, many branches to a test. What
 * even then is unknown (the model is not exact there) is theirs again. */
#define FIRST_RUNS 24
#define PATIENCE 10000
/* Each takes all of its time: Decide needs fewer of them. */
#define MAX_HUNG 2
#define MAX_HUNG_AGAIN 16

typedef struct stamp { /* the counts when a phase begins */
  uint64_t runs, checks, quick;
  uint32_t covered;
  double time;
} stamp;

static uint32_t covered(const tp_search *s) {
  return tp_bits_count(tp_engine_covered(s->project->engine));
}

static bool is_proved(const tp_search *s, tp_sbranch b) {
  const tp_resume *earlier = s->project->resume;
  return (earlier && earlier->proved.at[b]) ||
         (b < s->verdicts.at.n &&
          s->verdicts.at.at[b].kind == TP_DECIDED_INFEASIBLE);
}

/* Some branch is neither covered nor known to be infeasible. */
static bool is_something_open(const tp_search *s) {
  const tp_program *p = s->project->program;
  const tp_bits *seen = tp_engine_covered(s->project->engine);
  for (tp_sbranch b = 0; b < p->branches.n; b++) {
    const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
    if (!d->is_constant && !d->is_assumption && !tp_bits_has(seen, b) &&
        !is_proved(s, b))
      return true;
  }
  return false;
}

/* After each run. */
static void go_on(void *state) {
  tp_search *s = state;
  tp_confirm_poll(s->project->confirm);
  tp_tell_run(s->project->tell, s);
  if (s->progress.fd < 0)
    return;
  tp_progress_counts counts = {
      .phase = s->phase,
      .covered = covered(s),
      .infeasible = (uint32_t)s->verdicts.counts.infeasible,
      .total = s->project->program->branches.n,
      .runs = tp_engine_get_counts(s->project->engine)->runs};
  tp_progress_show(&s->progress, &counts, &s->project->budget);
}

static void tell_proof(void *state, tp_sbranch b, const tp_decide_verdict *v) {
  const tp_search *s = state;
  tp_tell_proof(s->project->tell, b, v);
}

static stamp begin(tp_search *s, const char *phase) {
  s->phase = phase;
  return (stamp){.runs = tp_engine_get_counts(s->project->engine)->runs,
                 .checks = tp_smt_get_counts(s->project->smt)->checks,
                 .quick = tp_smt_quick_answers(s->project->smt),
                 .covered = covered(s),
                 .time = tp_now()};
}

/* `counts`: of a search along paths; NULL: it was none. */
static void end(tp_search *s, const stamp *from,
                const tp_search_counts *counts) {
  VEC_PUSH(
      &s->phases,
      (tp_result_phase){
          .name = s->phase,
          .runs = tp_engine_get_counts(s->project->engine)->runs - from->runs,
          .solver_calls =
              tp_smt_get_counts(s->project->smt)->checks - from->checks,
          .quick_answers = tp_smt_quick_answers(s->project->smt) - from->quick,
          .paths = counts ? counts->solver_calls : 0,
          .solver_calls_saved = counts ? counts->solver_calls_saved : 0,
          .covered = covered(s) - from->covered,
          .infeasible = (uint32_t)s->verdicts.counts.infeasible,
          .seconds = tp_now() - from->time});
}

static void run_rival(tp_search *s, const tp_strategy *strategy,
                      const tp_search_limits *limits) {
  tp_search_counts counts = {0};
  stamp from = begin(s, strategy->name);
  strategy->search(tp_engine_oracle(s->project->engine), limits, &counts);
  s->is_exhausted = counts.is_exhausted;
  end(s, &from, &counts);
}

typedef struct phase_plan {
  const char *name1, *name2; /* NULL: without Phase 2 */
  uint64_t max_runs;         /* of each; 0: no limit */
  uint64_t max_hung;         /* of both; 0: no limit */
  tp_phase_options options;
} phase_plan;

static void run_phases(tp_search *s, const phase_plan *plan) {
  const tp_options *o = s->project->options;
  tp_search_limits limits = {plan->max_runs ? plan->max_runs : o->max_runs,
                             o->seed, plan->max_hung};
  tp_unsat *unsat = tp_unsat_new(s->project->graph);
  tp_phases phases;
  tp_phases_init(&phases, tp_engine_oracle(s->project->engine), &limits,
                 &plan->options, unsat);
  stamp from = begin(s, plan->name1);
  tp_phase1_run(&phases);
  end(s, &from, &phases.phase1);
  s->is_exhausted = phases.phase1.is_exhausted;
  if (plan->name2) {
    if (plan->max_runs)
      phases.s.limits.max_runs += plan->max_runs;
    from = begin(s, plan->name2);
    tp_phase2_run(&phases);
    end(s, &from, &phases.phase2);
    s->is_exhausted = phases.phase2.is_exhausted;
  }
  tp_phases_fini(&phases);
  tp_unsat_free(unsat);
}

/* Searches for what Decide is not sure of. */
typedef struct round_plan {
  const char *phase1, *phase2, *explore;
  uint64_t patience; /* runs in a row that bring nothing new */
} round_plan;

static void run_explore(tp_search *s, const round_plan *plan) {
  const tp_options *o = s->project->options;
  tp_search_limits limits = {o->max_runs, o->seed, MAX_HUNG_AGAIN};
  tp_search_counts counts = {0};
  stamp from = begin(s, plan->explore);
  tp_explore(tp_engine_oracle(s->project->engine), &limits, plan->patience,
             &counts);
  s->is_exhausted = counts.is_exhausted;
  end(s, &from, &counts);
}

static void run_round(tp_search *s, const round_plan *plan) {
  phase_plan phases = {
      .name1 = plan->phase1,
      .name2 = plan->phase2,
      .max_hung = MAX_HUNG_AGAIN,
      .options = {.is_thrifty = true, .stale_limit = plan->patience}};
  run_phases(s, &phases);
  if (is_something_open(s))
    run_explore(s, plan);
}

static tp_decider *run_decide(tp_search *s, tp_diag *diag) {
  tp_project *p = s->project;
  tp_decide_parts parts = {.program = p->program,
                           .plan = &p->instr.plan,
                           .exprs = p->exprs,
                           .smt = p->smt,
                           .engine = p->engine,
                           .budget = &p->budget,
                           .args_right_to_left = p->args_right_to_left,
                           .proved = p->resume ? p->resume->proved.at : NULL,
                           .certify_dir = p->options->certify,
                           .on_proof = tell_proof,
                           .state = s,
                           .diag = diag};
  stamp from = begin(s, "decide");
  tp_decider *decider = tp_decide(&s->verdicts, &parts);
  end(s, &from, NULL);
  return decider;
}

/* Half of the time that is left: the searches may do more with the rest. */
static void run_late(tp_search *s, tp_decider *decider) {
  tp_budget half = s->project->budget;
  if (half.deadline > 0)
    half.deadline = tp_now() + tp_budget_left(&s->project->budget) / 2;
  stamp from = begin(s, "decide late");
  tp_decide_late(decider, &half);
  end(s, &from, NULL);
}

/* The phases, Decide, searches for what it is not sure of, Decide with its
 * large questions, and, if time was given, longer searches. Arithmetic that is
 * hard for the solver is left to Decide and to these. */
static void run_all(tp_search *s, tp_diag *diag) {
  phase_plan first = {.name1 = "phase1",
                      .name2 = "phase2",
                      .max_runs = FIRST_RUNS,
                      .max_hung = MAX_HUNG,
                      .options = {.is_thrifty = true}};
  static const round_plan again = {"phase1 again", "phase2 again", "explore",
                                   PATIENCE};
  static const round_plan more = {"phase1 more", "phase2 more", "explore more",
                                  4 * PATIENCE};
  tp_smt_spare(s->project->smt, true);
  run_phases(s, &first);
  tp_smt_spare(s->project->smt, false);
  tp_decider *decider = run_decide(s, diag);
  tp_smt_spare(s->project->smt, true);
  if (is_something_open(s))
    run_round(s, &again);
  tp_smt_spare(s->project->smt, false);
  if (tp_decide_is_late(decider))
    run_late(s, decider);
  if (s->project->budget.deadline > 0 && is_something_open(s))
    run_round(s, &more);
  tp_decider_free(decider);
}

/* Without any limit the phases end as the rivals do: when nothing new came for
 * very long. Conditions that depend on the path may leave more paths than can
 * ever be tried. */
static void run_two_phase(tp_search *s, tp_diag *diag) {
  const tp_options *o = s->project->options;
  const char *which = o->phases;
  phase_plan plan = {.name1 = "phase1",
                     .name2 = strcmp(which, "1") == 0 ? NULL : "phase2"};
  if (!o->max_runs && s->project->budget.deadline <= 0)
    plan.options.stale_limit = TP_RIVAL_STALE;
  if (strcmp(which, "all") == 0)
    run_all(s, diag);
  else
    run_phases(s, &plan);
}

/* The tests and proofs of an earlier run. False: nothing is left to search. */
static bool go_on_from_earlier(tp_search *s) {
  stamp from = begin(s, "resume");
  tp_resume_run(s->project->resume, s->project);
  end(s, &from, 0);
  VEC_LAST(&s->phases).infeasible = s->project->resume->n_proved;
  s->is_exhausted = !is_something_open(s);
  return !s->is_exhausted;
}

int tp_search_run(tp_search *s, tp_project *project, tp_diag *diag) {
  const tp_options *o = project->options;
  tp_search_limits limits = {o->max_runs, o->seed, 0};
  const tp_strategy *rival = tp_rival_find(o->strategy);
  *s = (tp_search){.project = project};
  tp_progress_init(&s->progress, o->is_quiet);
  tp_engine_on_run(project->engine, go_on, s);
  bool is_left = !project->resume || go_on_from_earlier(s);
  if (o->max_runs)
    tp_engine_limit_runs(project->engine, o->max_runs);
  if (is_left && rival)
    run_rival(s, rival, &limits);
  else if (is_left)
    run_two_phase(s, diag);
  if (is_left)
    tp_refute_try(s);
  tp_progress_clear(&s->progress);
  if (diag->status != TP_OK) /* a proof could not be written */
    return -1;
  const tp_diag *lost = tp_engine_diag(project->engine);
  if (lost->status != TP_OK && lost->status != TP_BUDGET) /* told as stopped */
    return tp_diag_set(diag, lost->status, "%s", tp_str_text(&lost->message));
  return 0;
}

void tp_search_free(tp_search *s) {
  VEC_FREE(&s->phases);
  tp_verdicts_free(&s->verdicts);
}
