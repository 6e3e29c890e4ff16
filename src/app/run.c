/* The main job: source in, tests and verdicts out. One step a line. */
#include "app/app.h"
#include "app/collect.h"
#include "app/print.h"
#include "app/progress.h"
#include "app/project.h"
#include "report/report.h"
#include "rival/rival.h"

#include <unistd.h>

typedef struct job {
  tp_project project;
  tp_output *output;
  tp_progress progress;
  tp_search_counts counts;
  tp_result result;
} job;

static void show_progress(void *state) {
  job *j = state;
  tp_progress_counts counts = {
      .phase = j->project.options->strategy,
      .covered = tp_bits_count(tp_engine_covered(j->project.engine)),
      .total = j->project.program->branches.n,
      .runs = tp_engine_get_counts(j->project.engine)->runs};
  tp_progress_show(&j->progress, &counts, &j->project.budget);
}

static int search(job *j, tp_diag *diag) {
  tp_project *s = &j->project;
  const tp_strategy *strategy = tp_rival_find(s->options->strategy);
  tp_search_limits limits = {s->options->max_runs, s->options->seed};
  tp_progress_init(&j->progress, s->options->is_quiet);
  if (j->progress.fd >= 0)
    tp_engine_on_run(s->engine, show_progress, j);
  strategy->search(tp_engine_oracle(s->engine), &limits, &j->counts);
  tp_progress_clear(&j->progress);
  const tp_diag *lost = tp_engine_diag(s->engine);
  if (lost->status != TP_OK)
    return tp_diag_set(diag, lost->status, "%s", tp_str_text(&lost->message));
  return 0;
}

static void add_phase(job *j) {
  tp_result *r = &j->result;
  r->solver_calls_saved = j->counts.solver_calls_saved;
  r->is_complete = j->counts.is_exhausted;
  VEC_PUSH(&r->phases,
           (tp_result_phase){.name = j->project.options->strategy,
                             .runs = j->counts.runs,
                             .solver_calls = j->counts.solver_calls,
                             .solver_calls_saved = j->counts.solver_calls_saved,
                             .covered = tp_result_count(r).covered,
                             .seconds = r->seconds});
}

static int write_reports(job *j, tp_diag *diag) {
  tp_str text = {0};
  int rc = tp_report_add_all(&j->result, j->output, diag);
  if (rc == 0)
    rc = tp_output_commit(j->output, diag);
  if (rc == 0 && !j->project.options->is_quiet) {
    tp_report_summary(&j->result,
                      tp_options_use_color(j->project.options, STDOUT_FILENO),
                      &text);
    rc = tp_print(tp_str_text(&text), diag);
  }
  tp_str_free(&text);
  return rc;
}

int tp_app_generate(const tp_options *options, tp_diag *diag) {
  job j = {0};
  tp_project_init(&j.project, options);
  int rc = tp_output_open(&j.output, options->output, diag);
  if (rc == 0)
    rc = tp_project_load(&j.project, diag);
  if (rc == 0)
    rc = tp_project_graph(&j.project, diag);
  if (rc == 0)
    rc = tp_project_build(&j.project, diag);
  if (rc == 0)
    rc = tp_project_engine(&j.project, diag);
  if (rc == 0)
    rc = search(&j, diag);
  if (rc == 0) {
    tp_collect(&j.result, &j.project);
    add_phase(&j);
    rc = write_reports(&j, diag);
  }
  if (rc == 0)
    diag->status = tp_result_status(&j.result);
  tp_result_free(&j.result);
  tp_output_close(j.output);
  tp_project_free(&j.project);
  return rc;
}
