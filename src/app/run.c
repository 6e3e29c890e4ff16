/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main job: source in, tests and verdicts out. One step a line. The worker
 * does the steps, the writer the last of them (app/crew.h). */
#include "app/app.h"
#include "app/choose.h"
#include "app/collect.h"
#include "app/command_lines.h"
#include "app/confirm.h"
#include "app/crew.h"
#include "app/given.h"
#include "app/denied.h"
#include "app/hits.h"
#include "app/hoist.h"
#include "app/judge.h"
#include "app/print.h"
#include "app/project.h"
#include "app/resume.h"
#include "app/search.h"
#include "app/tell.h"
#include "base/apart.h"
#include "base/file.h"
#include "base/stage.h"
#include "report/map.h"
#include "report/report.h"

#include <stdio.h>
#include <unistd.h>

typedef struct job {
  tp_crew crew;
  tp_project project;
  tp_output *output;
  tp_resume resume; /* empty without --resume */
  tp_search search; /* of the worker */
  tp_found found;   /* of the writer */
  tp_result result;
  tp_expected expected; /* empty without --expect */
  tp_hoist hoist;       /* empty without --unit-tests */
} job;

#define DRAWN "+"
#define NOT_DRAWN "-"
#define HURRIED 0.7 /* seconds for a picture when the search was stopped */

static void say(const job *j, const char *kind, const char *text) {
  tp_progress_hush(j->crew.board);
  fprintf(stderr, "tp2ph: %s: %s\n", kind, text);
  tp_progress_go_on(j->crew.board);
}

typedef struct picture {
  const tp_map_source *source;
  double seconds;
} picture;

/* In a process of its own: says the picture, or why there is none. */
static void draw(void *state, tp_str *said) {
  const picture *p = state;
  tp_diag why = {0};
  tp_str_add(said, DRAWN);
  tp_stage("drawing the map");
  if (tp_map_svg(said, p->source, NULL, p->seconds, &why) == 0)
    return;
  VEC_CLEAR(said);
  tp_str_add(said, NOT_DRAWN);
  tp_str_add(said, tp_str_text(&why.message));
}

static const char *why_no_picture(tp_apart_end end, tp_str *said) {
  static const char *const why[] = {[TP_APART_LATE] = "it takes too long",
                                    [TP_APART_STOPPED] = "it takes too long",
                                    [TP_APART_LARGE] = "it takes much memory",
                                    [TP_APART_FAILED] = "it crashed"};
  return end == TP_APART_DONE ? tp_str_text(said) + strlen(NOT_DRAWN)
                              : why[end];
}

/* No picture is no reason to lose the results. */
static int add_picture(job *j, const tp_map_source *source, tp_diag *diag) {
  tp_str said = {0};
  tp_budget limit;
  picture p = {source, tp_map_seconds(&j->project.budget)};
  if (j->result.stopped && p.seconds > HURRIED)
    p.seconds = HURRIED;
  int rc = 0;
  tp_crew_beat(&j->crew);
  tp_budget_init(&limit, p.seconds + HURRIED);
  tp_apart_end end = tp_apart_run(draw, &p, 0, &limit, &said);
  const size_t mark = strlen(DRAWN);
  if (end == TP_APART_DONE && strncmp(said.at, DRAWN, mark) == 0)
    rc = tp_output_add(j->output, "map.svg", said.at + mark, said.n - mark,
                       false, diag);
  else
    say(j, "warning: no map.svg", why_no_picture(end, &said));
  tp_str_free(&said);
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
  const tp_program *program = j->project.program;
  tp_graph *shown = tp_map_without_monitor(j->project.graph, program);
  tp_map_source source = {shown, program, verdicts};
  tp_map_dot(&text, &source);
  int rc = tp_output_add(j->output, "map.dot", text.at, text.n, false, diag);
  VEC_CLEAR(&text);
  tp_report_html(r, shown, &text);
  if (rc == 0)
    rc = tp_output_add(j->output, "index.html", text.at, text.n, false, diag);
  if (rc == 0)
    rc = add_picture(j, &source, diag);
  tp_graph_free(shown);
  tp_free(verdicts);
  tp_str_free(&text);
  return rc;
}

/* ---- the writer ---------------------------------------------------------- */

static int print_summary(const job *j, tp_diag *diag) {
  if (j->project.options->is_quiet)
    return 0;
  tp_str text = {0};
  tp_report_summary(&j->result,
                    tp_options_use_color(j->project.options, STDOUT_FILENO),
                    &text);
  tp_progress_hush(j->crew.board);
  int rc = tp_print(tp_str_text(&text), diag);
  tp_str_free(&text);
  return rc;
}

static void beat(void *crew) {
  tp_crew_beat(crew);
}

static int write_reports(job *j, tp_diag *diag) {
  tp_output_on_add(j->output, beat, &j->crew);
  int rc = add_map(j, diag);
  tp_stage("writing");
  if (rc == 0)
    rc = tp_report_add_all(&j->result, j->output, diag);
  if (rc == 0)
    rc = tp_output_commit(j->output, diag);
  return rc == 0 ? print_summary(j, diag) : rc;
}

/* An earlier test that was not run for want of time is not lost: then the old
 * results stay, and the journal has the rest. */
static bool would_lose_tests(const job *j) {
  const tp_found_state *now = &j->found.state;
  return j->project.resume &&
         (now->rows_run < j->resume.rows.n ||
          !tp_choose_has_replayed(&j->found, now->rows_kept));
}

/* What the worker did not come to say itself. */
static void note_end(job *j, const tp_crew_word *word) {
  tp_str text = {0};
  const char *stage = tp_crew_stage(&j->crew);
  if (j->found.state.is_final || word->status > 0)
    return;
  if (word->late != TP_STOP_NONE)
    tp_str_addf(&text,
                "the search did not stop by itself when it had to, and was cut "
                "off in %s",
                stage ? stage : "its beginning");
  else
    tp_str_addf(&text,
                "tp2ph crashed (signal %d) in %s: a bug, please report it with "
                "the program; what was found until then is here",
                word->signal, stage ? stage : "its beginning");
  VEC_PUSH(&j->result.notes, tp_result_keep(&j->result, text.at));
  if (word->late == TP_STOP_NONE)
    say(j, "error", text.at);
  tp_str_free(&text);
}

/* With --expect. */
static int judge(job *j, tp_diag *diag) {
  const char *path = j->project.options->expect;
  return path ? tp_judge(&j->result, &j->expected, path, diag) : 0;
}

/* Lines are counted only after a search that did not end for want of time. */
static bool has_time(const job *j) {
  const char *stopped = j->result.stopped;
  return !stopped || strcmp(stopped, "runs") == 0;
}

static void count_hits(job *j, const tp_crew_word *word) {
  if (word->status == 0 && word->late == TP_STOP_NONE && has_time(j)) {
    tp_stage("counting lines");
    tp_hits_count(&j->result, &j->project, beat, &j->crew);
  }
}

/* "All proved" would mislead. */
static int require_runs(const job *j, tp_diag *diag) {
  tp_result_totals t = tp_result_count(&j->result);
  const char *assume = j->project.options->assume;
  if (!assume || j->result.tests.n || !t.branches || t.infeasible < t.branches)
    return 0;
  int rc = tp_diag_set(diag, TP_REFUSED,
                       "no run is left: what is assumed never holds where the "
                       "program reads it");
  tp_diag_at(diag, "--assume", 1, 1, assume);
  return rc;
}

static int write_found(job *j, const tp_crew_word *word, tp_diag *diag) {
  tp_found_read_journal(&j->found, j->project.options->output);
  for (uint32_t i = 0; i < j->found.notes.n; i++)
    say(j, "warning", j->found.notes.at[i]);
  if (would_lose_tests(j))
    return tp_diag_set(diag, TP_BUDGET,
                       "stopped before all earlier tests were run again: the "
                       "report in '%s' is as it was",
                       j->project.options->output);
  tp_collect(&j->result, &j->project, &j->found, word->late);
  j->result.is_complete = j->result.is_complete && word->status == 0;
  note_end(j, word);
  count_hits(j, word);
  if (judge(j, diag) != 0 || write_reports(j, diag) != 0)
    return -1;
  if (j->result.refuted)
    return tp_diag_set(diag, TP_INTERNAL,
                       "%s: a bug, please report it with the program; nothing "
                       "that was proved counts, all else was written to '%s'",
                       j->result.refuted, j->project.options->output);
  if (require_runs(j, diag) != 0)
    return -1;
  diag->status = word->signal ? TP_INTERNAL : tp_result_status(&j->result);
  return 0;
}

static int be_writer(job *j, tp_diag *diag) {
  tp_crew_word word;
  tp_project_let_go(&j->project);
  return tp_crew_await(&j->crew, &word) ? write_found(j, &word, diag) : 0;
}

/* ---- the worker ---------------------------------------------------------- */

static int read_earlier(job *j, tp_diag *diag) {
  const tp_options *o = j->project.options;
  tp_str left = {0};
  if (o->resume || o->tests || o->from.n)
    j->project.resume = &j->resume;
  for (uint32_t i = 0; i < o->from.n; i++)
    tp_resume_read_more(&j->resume, o->from.at[i]);
  if (o->resume)
    tp_resume_read(&j->resume, o->output);
  else
    tp_resume_describe_journal(o->output, &left);
  if (left.n)
    say(j, "warning", left.at);
  tp_str_free(&left);
  bool is_list = o->command == TP_COMMAND_PREDICT && tp_file_is(o->tests);
  if (is_list)
    return tp_command_lines_read(&j->resume, o->tests, o, diag);
  return o->tests ? tp_given_read(&j->resume, o->tests, diag) : 0;
}

/* Preconditions are written into the program when it is read. */
static int read_unit_tests(job *j, tp_diag *diag) {
  const tp_options *o = j->project.options;
  if (!o->unit_tests || strcmp(o->hoist, "off") == 0)
    return 0;
  tp_stage("unit tests");
  if (tp_project_make_work_dir(&j->project, diag) != 0 ||
      tp_hoist_read(&j->hoist, o, j->project.work_dir.at, diag) != 0)
    return -1;
  for (uint32_t i = 0; i < j->hoist.notes.n; i++)
    say(j, "warning", j->hoist.notes.at[i]);
  j->project.hoist = &j->hoist;
  return 0;
}

static int require_bins(const job *j, tp_diag *diag) {
  const tp_options *o = j->project.options;
  const tp_program *p = j->project.program;
  if (o->command != TP_COMMAND_AUDIT || p->bins.n || p->rules.n)
    return 0;
  int rc = tp_diag_set(diag, TP_REFUSED,
                       "no bin is declared: say what sets one, as in: void "
                       "set_bin(bin soft int sbin); and which there are: bins "
                       "soft { 1 good, 7 };");
  tp_diag_at(diag, o->inputs, 0, 0, NULL);
  return rc;
}

static int require_checks(const job *j, tp_diag *diag) {
  const tp_options *o = j->project.options;
  if (o->command != TP_COMMAND_PREDICT || j->project.program->checks.n)
    return 0;
  return tp_diag_set(diag, TP_REFUSED,
                     "there is nothing to predict: no operation of the program "
                     "can go wrong as '--check %s' means it",
                     o->check);
}

static int choose_part(job *j, tp_diag *diag) {
  const char *shard = j->project.options->part;
  uint32_t part, parts;
  if (!shard)
    return 0;
  if (!tp_parse_shard(&part, &parts, shard))
    return tp_diag_set(diag, TP_USAGE,
                       "option '--shard': '%s' is not K/N with K from 1 to N",
                       shard);
  j->project.program->part = part - 1;
  j->project.program->parts = parts;
  return 0;
}

static int read_program(job *j, tp_diag *diag) {
  tp_stage("reading the program");
  if (tp_project_load(&j->project, diag) != 0 || choose_part(j, diag) != 0 ||
      require_bins(j, diag) != 0 || require_checks(j, diag) != 0)
    return -1;
  if (j->project.options->from.n &&
      tp_resume_require_same(&j->resume, &j->project, diag) != 0)
    return -1;
  if (j->project.resume)
    tp_resume_take_proofs(&j->resume, &j->project);
  tp_stage("the graph");
  return tp_project_graph(&j->project, diag);
}

static int search(job *j, tp_diag *diag) {
  tp_project *p = &j->project;
  tp_stage("compiling");
  if (tp_project_build(p, diag) != 0 || tp_project_engine(p, diag) != 0 ||
      tp_tell_new(&p->tell, p, p->options->output, diag) != 0)
    return -1;
  tp_crew_has_journal(&j->crew);
  tp_stage("the search");
  p->board = j->crew.board;
  int rc = tp_search_run(&j->search, p, diag);
  tp_confirm_finish(p->confirm);
  tp_denied_tell(p);
  tp_tell_end(p->tell, &j->search); /* also if it was cut short */
  const tp_diag *why = tp_tell_diag(p->tell);
  if (rc == 0 && why->status != TP_OK)
    rc = tp_diag_set(diag, why->status, "%s", tp_str_text(&why->message));
  return rc;
}

/* Until the writer is split off, and then as one of the two. */
static int work(job *j, tp_diag *diag) {
  const char *expect = j->project.options->expect;
  if (tp_confirm_new(&j->project.confirm, diag) != 0 ||
      (expect && tp_expect_read(&j->expected, expect, diag) != 0) ||
      tp_output_open(&j->output, j->project.options->output, diag) != 0)
    return -1;
  if (read_earlier(j, diag) != 0 || read_unit_tests(j, diag) != 0 ||
      read_program(j, diag) != 0)
    return -1;
  tp_sandbox_choose(&j->project.sandbox, j->project.options,
                    j->project.program); /* the report tells which */
  switch (tp_crew_split(&j->crew, tp_output_lock(j->output), diag)) {
  case TP_ROLE_WRITER:
    return be_writer(j, diag);
  case TP_ROLE_WORKER:
    tp_output_let_go(j->output); /* it is the writer's */
    j->output = NULL;
    return search(j, diag);
  default:
    return -1;
  }
}

int tp_app_generate(const tp_options *options, tp_diag *diag) {
  job j = {0};
  tp_progress progress;
  tp_deadline_set(options->timeout);
  switch (tp_crew_start(&j.crew, diag)) {
  case TP_ROLE_KEEPER:
    tp_progress_init(&progress, j.crew.board, options->is_quiet,
                     options->is_verbose, options->timeout);
    tp_crew_keep(&j.crew, options->memory, &progress, diag);
    return diag->status == TP_OK ? 0 : -1;
  case TP_ROLE_NONE:
    return -1;
  default:
    break;
  }
  tp_project_init(&j.project, options);
  int rc = work(&j, diag);
  if (diag->message.n) /* it is printed next */
    tp_progress_hush(j.crew.board);
  tp_tell_free(j.project.tell);
  tp_search_free(&j.search);
  tp_result_free(&j.result);
  tp_found_free(&j.found);
  tp_output_close(j.output);
  tp_project_free(&j.project);
  tp_resume_free(&j.resume);
  tp_expect_free(&j.expected);
  tp_hoist_free(&j.hoist);
  return rc;
}
