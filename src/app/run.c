/* The main job: source in, tests and verdicts out. One step a line. */
#include "app/app.h"
#include "app/collect.h"
#include "app/confirm.h"
#include "app/judge.h"
#include "app/print.h"
#include "app/project.h"
#include "app/resume.h"
#include "app/search.h"
#include "report/map.h"
#include "report/report.h"

#include <stdio.h>
#include <unistd.h>

typedef struct job {
  tp_project project;
  tp_output *output;
  tp_resume resume; /* empty without --resume */
  tp_search search;
  tp_result result;
  tp_expected expected; /* empty without --expect */
} job;

/* No picture is no reason to lose the results. */
static int add_picture(job *j, const tp_map_source *source, tp_diag *diag) {
  tp_str svg = {0};
  tp_diag why = {0};
  int rc = 0;
  if (tp_map_svg(&svg, source, NULL, tp_map_seconds(&j->project.budget),
                 &why) == 0)
    rc = tp_output_add(j->output, "map.svg", svg.at, svg.n, false, diag);
  else
    fprintf(stderr, "tp2ph: warning: no map.svg: %s\n",
            tp_str_text(&why.message));
  tp_diag_free(&why);
  tp_str_free(&svg);
  return rc;
}

static int add_map(job *j, tp_diag *diag) {
  tp_str text = {0};
  const tp_result *r = &j->result;
  uint8_t *verdicts = TP_NEW_ARRAY(uint8_t, r->verdicts.n);
  static const uint8_t colour[] = {[TP_VERDICT_UNKNOWN] = TP_MAP_UNKNOWN,
                                   [TP_VERDICT_COVERED] = TP_MAP_COVERED,
                                   [TP_VERDICT_INFEASIBLE] = TP_MAP_INFEASIBLE};
  for (uint32_t i = 0; i < r->verdicts.n; i++)
    verdicts[i] = colour[r->verdicts.at[i].kind];
  tp_map_source source = {j->project.graph, j->project.program, verdicts};
  tp_map_dot(&text, &source);
  int rc = tp_output_add(j->output, "map.dot", text.at, text.n, false, diag);
  VEC_CLEAR(&text);
  if (rc == 0)
    rc = add_picture(j, &source, diag);
  tp_free(verdicts);
  tp_str_free(&text);
  return rc;
}

static int write_reports(job *j, tp_diag *diag) {
  tp_str text = {0};
  int rc = tp_report_add_all(&j->result, j->output, diag);
  if (rc == 0)
    rc = add_map(j, diag);
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

/* ---- --resume
 * ---------------------------------------------------------------------*/

static void read_earlier(job *j) {
  tp_resume_read(&j->resume, j->project.options->output);
  j->project.resume = &j->resume;
}

static void print_notes(const job *j) {
  for (uint32_t i = 0; i < j->resume.notes.n; i++)
    fprintf(stderr, "tp2ph: warning: %s\n", j->resume.notes.at[i]);
}

/* An earlier test that was not run for want of time is not lost: then the old
 * results stay. */
static bool would_lose_tests(const job *j) {
  return j->project.resume &&
         (!tp_resume_is_whole(&j->resume) ||
          !tp_confirm_has_replayed(j->project.confirm, j->resume.n_kept));
}

static int load(job *j, tp_diag *diag) {
  if (tp_project_load(&j->project, diag) != 0)
    return -1;
  if (j->project.resume)
    tp_resume_take_proofs(&j->resume, &j->project);
  return 0;
}

/* With --expect. */
static int judge(job *j, tp_diag *diag) {
  const char *path = j->project.options->expect;
  return path ? tp_judge(&j->result, &j->expected, path, diag) : 0;
}

static int search_and_write(job *j, tp_diag *diag) {
  int rc = tp_search_run(&j->search, &j->project, diag);
  tp_confirm_finish(j->project.confirm);
  print_notes(j);
  if (would_lose_tests(j))
    return rc == 0 ? tp_diag_set(diag, TP_BUDGET,
                                 "stopped before all earlier tests were run "
                                 "again: '%s' is as it was",
                                 j->project.options->output)
                   : rc;
  tp_collect(&j->result, &j->project,
             &j->search); /* also if it was cut short */
  tp_confirm_apply(j->project.confirm, &j->result);
  j->result.is_complete = j->result.is_complete && rc == 0;
  if (judge(j, diag) != 0 || write_reports(j, diag) != 0)
    rc = -1;
  if (rc == 0)
    diag->status = tp_result_status(&j->result);
  return rc;
}

int tp_app_generate(const tp_options *options, tp_diag *diag) {
  job j = {0};
  tp_project_init(&j.project, options);
  int rc = tp_confirm_new(&j.project.confirm, diag);
  if (rc == 0 && options->expect)
    rc = tp_expect_read(&j.expected, options->expect, diag);
  if (rc == 0)
    rc = tp_output_open(&j.output, options->output, diag);
  if (rc == 0 && options->resume)
    read_earlier(&j);
  if (rc == 0)
    rc = load(&j, diag);
  if (rc == 0)
    rc = tp_project_graph(&j.project, diag);
  if (rc == 0)
    rc = tp_project_build(&j.project, diag);
  if (rc == 0)
    rc = tp_project_engine(&j.project, diag);
  if (rc == 0)
    rc = search_and_write(&j, diag);
  tp_search_free(&j.search);
  tp_result_free(&j.result);
  tp_output_close(j.output);
  tp_project_free(&j.project);
  tp_resume_free(&j.resume);
  tp_expect_free(&j.expected);
  return rc;
}
