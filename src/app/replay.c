/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph replay DIR [TEST...]: tests of an output folder on the plain program.
 *
 * DIR/report.json names the sources and says what each test does. Two programs
 * are built from the sources: the plain one, which tells how a test ends, and
 * one that reports its decisions, which tells the branches it takes. Both get
 * the test from the same harness. What report.json claims is compared with
 * what they do; a branch is known by its place, side and text.
 */
#include "app/app.h"
#include "app/plain_program.h"
#include "app/print.h"
#include "app/recorder.h"
#include "app/replay_report.h"
#include "app/replay_text.h"
#include "app/testcase.h"
#include "base/file.h"
#include "report/audit.h"
#include "report/result.h"
#include "report/sha256.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PLAIN, LISTING, PROGRAMS };

typedef struct chosen {
  uint32_t number;  /* of report.json; 0: a file that it does not know */
  char *path;       /* absolute */
  bool is_unlisted; /* of the folder's suite, but not in report.json */
  bool is_changed;  /* its inputs are not those of report.json */
} chosen;

typedef struct job {
  const char *dir;
  tp_options options;
  tp_project project;
  tp_plain *plain;
  tp_replay_report report;
  VEC(chosen) tests;
  tp_instr_result instr;
  tp_plain_program programs[PROGRAMS];
  tp_str inputs; /* path of the file of --inputs */
  tp_str driver; /* path of the driver */
  tp_str record_path;
  const char *writable[2]; /* that path */
  tp_recorder recorder;
  tp_plain_end ends[PROGRAMS]; /* of the last test */
  tp_vec_u32 taken, story;
  tp_names *labels;      /* of branches */
  tp_vec_u32 label_of;   /* by tp_sbranch */
  tp_vec_u32 label_seen; /* by label: number of the last run that took it */
  uint32_t run;
  uint32_t n_false; /* tests that are not as report.json says */
} job;

/* ---- what is asked for --------------------------------------------------- */

static int read_report(job *j, tp_diag *diag) {
  tp_str path = {0};
  int rc = 0;
  tp_file_join(&path, j->dir, "report.json");
  if (!tp_file_exists(j->dir))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "there is no folder '%s'", j->dir);
  else if (!tp_file_exists(path.at))
    rc = tp_diag_set(diag, TP_REFUSED,
                     "'%s' is no output folder of tp2ph: it has no report.json",
                     j->dir);
  else
    rc = tp_replay_report_read(&j->report, path.at, diag);
  tp_str_free(&path);
  return rc;
}

/* A test that is damaged is refused before anything is run. */
static int choose(job *j, uint32_t number, const char *path, tp_diag *diag) {
  uint64_t hash;
  if (tp_testcase_check(&hash, path, diag) != 0)
    return -1;
  const tp_replay_test *t = number ? &j->report.tests.at[number - 1] : NULL;
  char *absolute = realpath(path, NULL);
  VEC_PUSH(&j->tests,
           (chosen){.number = number,
                    .path = tp_strdup(absolute ? absolute : path),
                    .is_changed = t && t->has_inputs && t->inputs != hash});
  free(absolute);
  return 0;
}

static int choose_number(job *j, uint32_t number, tp_diag *diag) {
  tp_str path = {0};
  int rc;
  tp_str_addf(&path, "%s/test-suite/testcase-%04u.xml", j->dir, number);
  if (tp_file_exists(path.at))
    rc = choose(j, number, path.at, diag);
  else
    rc = tp_diag_set(diag, TP_REFUSED, "'%s' is not there any more", path.at);
  tp_str_free(&path);
  return rc;
}

static int choose_file(job *j, const char *path, tp_diag *diag) {
  struct stat st;
  if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
    return tp_diag_set(diag, TP_REFUSED, "'%s' is no testcase file", path);
  return choose(j, 0, path, diag);
}

/* "7", "testcase-0007" and "testcase-0007.xml" are test 7; 0: none of these. */
static uint32_t number_of(const char *name) {
  static const char word[] = "testcase-";
  if (tp_text_starts(name, word))
    name += sizeof word - 1;
  if (!isdigit((unsigned char)*name) || strlen(name) > 14)
    return 0;
  char *end;
  unsigned long number = strtoul(name, &end, 10);
  bool is_name = *end == '\0' || strcmp(end, ".xml") == 0;
  return is_name && number <= UINT32_MAX ? (uint32_t)number : 0;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_testcase(const struct dirent *e) {
  return fnmatch("testcase-*.xml", e->d_name, 0) == 0;
}

/* What others have put beside the tests of report.json. */
static int choose_unlisted(job *j, tp_diag *diag) {
  tp_str suite = {0}, path = {0};
  struct dirent **entries = NULL;
  tp_file_join(&suite, j->dir, "test-suite");
  int n = scandir(suite.at, &entries, is_testcase, by_name), rc = 0;
  for (int i = 0; i < n; i++) {
    uint32_t number = number_of(entries[i]->d_name);
    if (rc == 0 && (number == 0 || number > j->report.tests.n)) {
      rc = choose_file(j, tp_file_join(&path, suite.at, entries[i]->d_name),
                       diag);
      if (rc == 0)
        VEC_LAST(&j->tests).is_unlisted = true;
    }
    free(entries[i]);
  }
  free(entries);
  tp_str_free(&suite);
  tp_str_free(&path);
  return rc;
}

static int choose_all(job *j, tp_diag *diag) {
  int rc = 0;
  for (uint32_t i = 1; i <= j->report.tests.n && rc == 0; i++)
    rc = choose_number(j, i, diag);
  return rc == 0 ? choose_unlisted(j, diag) : rc;
}

static int choose_tests(job *j, tp_diag *diag) {
  int rc = j->options.names.n == 1 ? choose_all(j, diag) : 0;
  for (uint32_t i = 1; i < j->options.names.n && rc == 0; i++) {
    const char *name = j->options.names.at[i];
    uint32_t number = number_of(name);
    if (number && number <= j->report.tests.n)
      rc = choose_number(j, number, diag);
    else if (strchr(name, '/') && tp_file_exists(name))
      rc = choose_file(j, name, diag);
    else
      rc = tp_diag_set(diag, TP_USAGE,
                       "there is no test '%s' in '%s': it has %u (a number, "
                       "testcase-NNNN.xml, or a path to another testcase file)",
                       name, j->dir, j->report.tests.n);
  }
  return rc;
}

/* ---- the sources --------------------------------------------------------- */

static void add_path(tp_str *out, const tp_replay_unit *u) {
  tp_str_addf(out, "%s%s%s", u->file[0] == '/' ? "" : u->folder,
              u->file[0] == '/' ? "" : "/", u->file);
}

static int check_source(const tp_replay_unit *u, tp_diag *diag) {
  char hash[TP_SHA256_TEXT];
  tp_str path = {0};
  add_path(&path, u);
  int rc = tp_sha256_file(path.at, hash, TP_REFUSED, diag);
  if (rc == 0 && u->sha256 && strcmp(hash, u->sha256) != 0)
    rc = tp_diag_set(diag, TP_REFUSED,
                     "'%s' has changed since its tests were made: run tp2ph "
                     "on it again",
                     path.at);
  tp_str_free(&path);
  return rc;
}

static int set_sources(job *j, tp_diag *diag) {
  int rc = 0;
  for (uint32_t i = 0; i < j->report.units.n && rc == 0; i++) {
    tp_replay_unit *u = &j->report.units.at[i];
    if (u->flags.n == 0)
      VEC_PUSH(&u->flags, NULL);
    rc = check_source(u, diag);
    VEC_PUSH(&j->project.sources.at,
             (tp_front_source){u->file, (const char *const *)u->flags.at,
                               u->folder});
  }
  if (rc == 0 && j->report.inputs.file) {
    rc = check_source(&j->report.inputs, diag);
    add_path(&j->inputs, &j->report.inputs);
    j->options.inputs = j->inputs.at;
  }
  if (j->report.driver)
    j->options.driver = tp_file_join(&j->driver, j->dir, j->report.driver);
  if (j->report.link_flags.n)
    j->options.flags = (const char *const *)j->report.link_flags.at;
  j->options.entry = j->report.entry;
  j->options.assume = j->report.assume;
  j->options.check = j->report.checked;
  j->options.limits = j->report.has_limits;
  j->options.criterion = j->report.has_mcdc ? "mcdc" : "branch";
  if (!getenv("CC") && j->report.compiler)
    j->project.cc = j->report.compiler;
  return rc;
}

static int build(job *j, tp_diag *diag) {
  tp_project *s = &j->project;
  int state = 1;
  tp_instr_write(&j->instr, s->ir, NULL, true);
  tp_plain_text plain = {.name = "plain"};
  tp_plain_text listing = {.name = "listing", .units = j->instr.units.at};
  if (tp_plain_program_begin(&j->programs[PLAIN], s, &plain, diag) != 0 ||
      tp_plain_program_begin(&j->programs[LISTING], s, &listing, diag) != 0)
    return -1;
  while (state > 0) {
    int a = tp_plain_program_poll(&j->programs[PLAIN], 5, diag);
    int b = tp_plain_program_poll(&j->programs[LISTING], 5, diag);
    state = a < 0 || b < 0 ? -1 : a > 0 || b > 0;
    if (state > 0 && tp_budget_over(NULL) != TP_STOP_NONE)
      state = tp_diag_set(diag, TP_BUDGET, "stopped while compiling");
  }
  return state;
}

/* As in the report: the file of --inputs is read by its whole path here. */
static void label_branch(const job *j, tp_sbranch b, tp_str *out) {
  const tp_program *p = j->project.program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  const char *file = tp_names_text(p->names, d->file);
  bool is_declared = j->inputs.n && strcmp(file, j->inputs.at) == 0;
  VEC_CLEAR(out);
  tp_str_addf(out, "%s:%u:%u  [", is_declared ? j->report.inputs.file : file,
              d->line, d->column);
  tp_branch_side(p, b, out);
  tp_str_addf(out, "]  %s", tp_names_text(p->names, d->text));
}

static void label_branches(job *j) {
  const tp_program *p = j->project.program;
  tp_str text = {0};
  uint32_t n = 1;
  j->labels = tp_names_new();
  for (tp_sbranch b = 0; b < p->branches.n; b++) {
    label_branch(j, b, &text);
    tp_name label = tp_names_id(j->labels, text.at, text.n);
    VEC_PUSH(&j->label_of, label);
    n = label >= n ? label + 1 : n;
  }
  VEC_RESIZE(&j->label_seen, n);
  tp_str_free(&text);
}

static int prepare(job *j, tp_diag *diag) {
  tp_project *s = &j->project;
  if (set_sources(j, diag) != 0 || tp_project_load(s, diag) != 0 ||
      tp_project_make_work_dir(s, diag) != 0 || build(j, diag) != 0)
    return -1;
  label_branches(j);
  tp_file_join(&j->record_path, j->programs[LISTING].dir.at, "branches");
  if (tp_recorder_open(&j->recorder, s->program, j->record_path.at, diag) != 0)
    return -1;
  tp_sandbox_choose(&s->sandbox, s->options, s->program);
  for (uint32_t i = 0; i < j->tests.n; i++)
    tp_sandbox_keep(&s->sandbox, j->tests.at[i].path);
  j->writable[0] = j->record_path.at;
  const tp_world_options world = {.kind = s->sandbox.kind,
                                  .work_dir = s->work_dir.at,
                                  .keep = s->sandbox.keep,
                                  .writable = j->writable};
  return tp_plain_set_world(j->plain, &world, diag);
}

/* ---- runs ---------------------------------------------------------------- */

static int start(job *j, int which, const chosen *t, tp_diag *diag) {
  tp_str test = {0}, record = {0};
  tp_str_addf(&test, "TP2PH_TEST=%s", t->path);
  tp_str_addf(&record, "%s=%s", TP_RECORD_ENV, j->record_path.at);
  const char *const env[] = {test.at, which == LISTING ? record.at : NULL,
                             NULL};
  tp_plain_order order = {.program = j->programs[which].path.at,
                          .env = env,
                          .seconds = j->options.run_timeout,
                          .memory = j->programs[which].memory};
  int rc = tp_plain_start(j->plain, (unsigned)which, &order, diag);
  tp_str_free(&test);
  tp_str_free(&record);
  return rc;
}

/* On both programs at the same time. */
static int run_test(job *j, const chosen *t, tp_diag *diag) {
  _Static_assert(PROGRAMS <= TP_PLAIN_LANES, "each program has its lane");
  tp_recorder_clear(&j->recorder);
  if (start(j, PLAIN, t, diag) != 0 || start(j, LISTING, t, diag) != 0)
    return -1;
  for (unsigned i = 0; i < PROGRAMS; i++)
    while (tp_plain_poll(j->plain, i, 100, &j->ends[i]) == TP_PLAIN_RUNNING)
      if (tp_budget_over(NULL) != TP_STOP_NONE)
        return tp_diag_set(diag, TP_BUDGET, "interrupted");
  tp_recorder_take(&j->recorder, j->project.program, &j->taken);
  tp_recorder_story(&j->recorder, &j->story);
  j->run++;
  for (uint32_t i = 0; i < j->taken.n; i++)
    j->label_seen.at[j->label_of.at[j->taken.at[i]]] = j->run;
  return 0;
}

/* ---- what is printed ----------------------------------------------------- */

static void add_end(tp_str *out, tp_plain_end end) {
  tp_str name = {0};
  if (end.how == TP_PLAIN_EXIT)
    tp_str_addf(out, "exit %d", end.code);
  else if (end.how == TP_PLAIN_SIGNAL)
    tp_str_addf(out, "signal %s", tp_signal_name(end.code, &name));
  else if (end.how == TP_PLAIN_INPUTS)
    tp_str_add(out, "inputs");
  else
    tp_str_add(out, end.how == TP_PLAIN_TIMEOUT ? "timeout" : "no start");
  tp_str_free(&name);
}

/* Adds a line for each claim that is not true; whether there is one. */
static bool add_differences(tp_str *out, const job *j, const chosen *t,
                            const tp_replay_test *claim) {
  uint32_t before = out->n;
  if (t->is_changed)
    tp_str_add(out, "  DIFFERS: report.json has other inputs for it\n");
  tp_str end = {0}, listed = {0};
  add_end(&end, j->ends[PLAIN]);
  add_end(&listed, j->ends[LISTING]);
  if (claim && strcmp(end.at, claim->end) != 0)
    tp_str_addf(out, "  DIFFERS: report.json says %s\n", claim->end);
  if (strcmp(end.at, listed.at) != 0)
    tp_str_addf(out,
                "  DIFFERS: with decisions recorded it ends with %s: it does "
                "not always do the same\n",
                listed.at);
  for (uint32_t i = 0; claim && i < claim->claims.n; i++) {
    uint32_t id = claim->claims.at[i];
    const char *text =
        id < j->report.branches.n ? j->report.branches.at[id] : NULL;
    tp_name label = text ? tp_names_find(j->labels, text, strlen(text)) : 0;
    if (!label || j->label_seen.at[label] != j->run)
      tp_str_addf(out, "  NOT TAKEN, but in report.json: %s\n",
                  text ? text : "a branch that it does not list");
  }
  tp_str_free(&end);
  tp_str_free(&listed);
  return out->n > before;
}

static void add_bins(tp_str *out, const job *j) {
  const tp_program *p = j->project.program;
  for (uint32_t i = 0; i < p->bins.n; i++)
    for (uint32_t k = 0; k < j->taken.n; k++)
      if (j->taken.at[k] == p->bins.at[i].branch) {
        tp_str_add(out, ", ");
        tp_audit_bin_name(p, &p->bins.at[i], out);
      }
}

/* In the words of tests/NNNN.txt. */
static int add_test(tp_str *out, const job *j, const chosen *t,
                    const tp_replay_test *claim, const char *name,
                    tp_diag *diag) {
  tp_replayed_run run = {.program = j->project.program,
                         .report = &j->report,
                         .test = claim,
                         .path = t->path,
                         .story = &j->story,
                         .taken = &j->taken,
                         .end = j->ends[LISTING]};
  tp_str_addf(out, "%s  ", name);
  add_end(out, j->ends[PLAIN]);
  add_bins(out, j);
  tp_str_addc(out, '\n');
  return j->options.is_quiet ? 0 : tp_replay_text(&run, out, diag);
}

static int replay_test(job *j, const chosen *t, tp_diag *diag) {
  const tp_replay_test *claim =
      t->number ? &j->report.tests.at[t->number - 1] : NULL;
  tp_str out = {0}, name = {0};
  int rc = 0;
  if (t->number)
    tp_str_addf(&name, "testcase-%04u", t->number);
  else if (t->is_unlisted)
    tp_str_addf(&name, "%s, not in report.json,", strrchr(t->path, '/') + 1);
  else
    tp_str_add(&name, t->path);
  if (claim && strcmp(claim->end, "memory") == 0) {
    tp_str_addf(&out, "%s  not run: it uses up memory or processes\n", name.at);
  } else {
    rc = run_test(j, t, diag);
    if (rc == 0)
      rc = add_test(&out, j, t, claim, name.at, diag);
    if (rc == 0)
      j->n_false += add_differences(&out, j, t, claim);
  }
  if (rc == 0)
    rc = tp_print(tp_str_text(&out), diag);
  tp_str_free(&out);
  tp_str_free(&name);
  return rc;
}

static int print_total(const job *j, tp_diag *diag) {
  tp_str out = {0};
  if (j->n_false)
    tp_str_addf(&out, "%u of %u tests are not as report.json says\n",
                j->n_false, j->tests.n);
  else
    tp_str_addf(&out, "%u tests, all as report.json says\n", j->tests.n);
  int rc = j->options.is_quiet ? 0 : tp_print(out.at, diag);
  tp_str_free(&out);
  return rc;
}

/* ---- the command --------------------------------------------------------- */

static void close_job(job *j) {
  for (uint32_t i = 0; i < j->tests.n; i++)
    tp_free(j->tests.at[i].path);
  VEC_FREE(&j->tests);
  tp_plain_free(j->plain);
  for (int i = 0; i < PROGRAMS; i++)
    tp_plain_program_free(&j->programs[i]);
  tp_recorder_close(&j->recorder);
  tp_instr_free(&j->instr);
  tp_names_free(j->labels);
  VEC_FREE(&j->label_of);
  VEC_FREE(&j->label_seen);
  VEC_FREE(&j->taken);
  VEC_FREE(&j->story);
  tp_str_free(&j->record_path);
  tp_str_free(&j->inputs);
  tp_str_free(&j->driver);
  tp_project_free(&j->project);
  tp_replay_report_free(&j->report);
}

int tp_app_replay(const tp_options *options, tp_diag *diag) {
  job j = {
      .dir = options->names.at[0], .options = *options, .recorder = {.fd = -1}};
  int rc = tp_plain_new(&j.plain, diag);
  tp_project_init(&j.project, &j.options);
  if (rc == 0)
    rc = read_report(&j, diag);
  if (rc == 0)
    rc = choose_tests(&j, diag);
  if (rc == 0)
    rc = prepare(&j, diag);
  for (uint32_t i = 0; i < j.tests.n && rc == 0; i++)
    rc = replay_test(&j, &j.tests.at[i], diag);
  if (rc == 0)
    rc = print_total(&j, diag);
  if (rc == 0 && j.n_false)
    diag->status = TP_INCOMPLETE;
  close_job(&j);
  return rc;
}
