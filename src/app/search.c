/* Phases in order. Each is measured from the outside: runs, checks handed to
 * the solver, branches that are covered after it and were not before. */
#include "app/search.h"

#include "app/confirm.h"
#include "phase1/phase1.h"
#include "phase2/phase2.h"
#include "rival/rival.h"
#include "unsat/unsat.h"

/* Where Decide follows, Phase 2 need not insist: what it can't find in so many
 * tries in a row is decided by a query. */
#define PATIENCE 64

typedef struct stamp { /* the counts when a phase begins */
  uint64_t runs, checks;
  uint32_t covered;
  double time;
} stamp;

static uint32_t covered(const tp_search *s) {
  return tp_bits_count(tp_engine_covered(s->project->engine));
}

/* After each run. */
static void go_on(void *state) {
  tp_search *s = state;
  tp_confirm_poll(s->project->confirm);
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

static stamp begin(tp_search *s, const char *phase) {
  s->phase = phase;
  return (stamp){.runs = tp_engine_get_counts(s->project->engine)->runs,
                 .checks = tp_smt_get_counts(s->project->smt)->checks,
                 .covered = covered(s),
                 .time = tp_now()};
}

static void end(tp_search *s, const stamp *from, uint64_t saved) {
  VEC_PUSH(
      &s->phases,
      (tp_result_phase){
          .name = s->phase,
          .runs = tp_engine_get_counts(s->project->engine)->runs - from->runs,
          .solver_calls =
              tp_smt_get_counts(s->project->smt)->checks - from->checks,
          .solver_calls_saved = saved,
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
  end(s, &from, counts.solver_calls_saved);
}

static void run_phases(tp_search *s, const tp_search_limits *limits) {
  const char *which = s->project->options->phases;
  bool decide_follows = strcmp(which, "all") == 0;
  tp_unsat *unsat = tp_unsat_new(s->project->graph);
  tp_phase_options options = {.is_thrifty = decide_follows,
                              .stale_limit = decide_follows ? PATIENCE : 0};
  tp_phases phases;
  tp_phases_init(&phases, tp_engine_oracle(s->project->engine), limits,
                 &options, unsat);
  stamp from = begin(s, "phase1");
  tp_phase1_run(&phases);
  end(s, &from, phases.phase1.solver_calls_saved);
  s->is_exhausted = phases.phase1.is_exhausted;
  if (strcmp(which, "1") != 0) {
    from = begin(s, "phase2");
    tp_phase2_run(&phases);
    end(s, &from, phases.phase2.solver_calls_saved);
    s->is_exhausted = phases.phase2.is_exhausted;
  }
  tp_phases_fini(&phases);
  tp_unsat_free(unsat);
}

static void run_decide(tp_search *s) {
  tp_project *p = s->project;
  tp_decide_parts parts = {.program = p->program,
                           .plan = &p->instr.plan,
                           .exprs = p->exprs,
                           .smt = p->smt,
                           .engine = p->engine,
                           .budget = &p->budget,
                           .args_right_to_left = p->args_right_to_left};
  stamp from = begin(s, "decide");
  tp_decide(&s->verdicts, &parts);
  end(s, &from, 0);
}

int tp_search_run(tp_search *s, tp_project *project, tp_diag *diag) {
  const tp_options *o = project->options;
  tp_search_limits limits = {o->max_runs, o->seed};
  const tp_strategy *rival = tp_rival_find(o->strategy);
  *s = (tp_search){.project = project};
  tp_progress_init(&s->progress, o->is_quiet);
  tp_engine_on_run(project->engine, go_on, s);
  if (rival)
    run_rival(s, rival, &limits);
  else
    run_phases(s, &limits);
  if (!rival && strcmp(o->phases, "all") == 0)
    run_decide(s);
  tp_progress_clear(&s->progress);
  const tp_diag *lost = tp_engine_diag(project->engine);
  if (lost->status != TP_OK && lost->status != TP_BUDGET) /* told as stopped */
    return tp_diag_set(diag, lost->status, "%s", tp_str_text(&lost->message));
  return 0;
}

void tp_search_free(tp_search *s) {
  VEC_FREE(&s->phases);
  tp_verdicts_free(&s->verdicts);
}
