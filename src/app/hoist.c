/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of an output folder of tp2ph unit: units/NAME, called by drivers/NAME.c. Of
 * any other: the folder NAME, called by NAME.c beside it if there is one. */
#include "app/hoist.h"

#include "base/file.h"
#include "base/json_members.h"
#include "base/proc.h"

#include <dirent.h>
#include <stdlib.h>

#define SECONDS 60 /* for the tests of one function */

/* ---- the report of one function ------------------------------------------ */

static int read_part(tp_json_reader *r, void *to) {
  tp_precondition *p = to;
  char *text = NULL;
  int rc = tp_json_read_text(r, &text);
  if (text)
    VEC_PUSH(&p->parts, text);
  return rc;
}

static int read_dropped_member(tp_json_reader *r, const char *name, void *to) {
  tp_dropped *d = to;
  const tp_json_member rows[] = {
      {"why", &d->why, NULL}, {"times", NULL, &d->times}, {NULL, NULL, NULL}};
  return tp_json_read_member(r, name, rows);
}

static int read_dropped(tp_json_reader *r, void *to) {
  tp_precondition *p = to;
  tp_dropped d = {0};
  int rc = tp_json_read_object(r, read_dropped_member, &d);
  if (d.why)
    VEC_PUSH(&p->dropped, d);
  return rc;
}

static int read_member(tp_json_reader *r, const char *name, void *to) {
  tp_precondition *p = to;
  if (strcmp(name, "function") == 0)
    return tp_json_read_text(r, &p->function);
  if (strcmp(name, "parts") == 0)
    return tp_json_read_array(r, read_part, p);
  if (strcmp(name, "dropped") == 0)
    return tp_json_read_array(r, read_dropped, p);
  return tp_json_skip(r);
}

static int read_one(tp_json_reader *r, void *to) {
  return tp_json_read_object(r, read_member, to);
}

typedef struct unit {
  const char *name;
  tp_str tests, driver, output; /* no driver: the one that --entry has */
  tp_precondition made;
  tp_hoist *to;
} unit;

/* Tests that do not fit. */
static int read_warning(tp_json_reader *r, void *to) {
  unit *u = to;
  tp_str text = {0};
  char *said = NULL;
  int rc = tp_json_read_text(r, &said);
  if (said && tp_text_starts(said, "given test")) {
    tp_str_addf(&text, "unit tests of %s: %s", u->name, said);
    VEC_PUSH(&u->to->notes, text.at);
  }
  tp_free(said);
  return rc;
}

static int read_report(tp_json_reader *r, const char *name, void *to) {
  unit *u = to;
  if (strcmp(name, "precondition") == 0)
    return tp_json_read_array(r, read_one, &u->made);
  return strcmp(name, "warnings") == 0 ? tp_json_read_array(r, read_warning, u)
                                       : tp_json_skip(r);
}

/* ---- one function -------------------------------------------------------- */

static void note(tp_hoist *h, const unit *u, const char *why) {
  tp_str text = {0};
  tp_str_addf(&text, "no precondition of %s: %s", u->name, why);
  VEC_PUSH(&h->notes, text.at);
}

static void add(tp_option_words *argv, const char *option, const char *value) {
  tp_str word = {0};
  tp_str_addf(&word, "%s%s", option, value);
  VEC_PUSH(argv, word.at);
}

/* What the user said of the program and of runs, but not of this job. */
static void add_given(const tp_options *o, tp_option_words *argv) {
  static const char *const own[] = {
      "output", "tests",   "unit-tests", "hoist",   "entry",
      "driver", "check",   "argv",       "stdin",   "env",
      "file",   "timeout", "assume",     "verbose", "quiet"};
  tp_option_set given = o->given;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    given &= ~tp_options_bit(TP_COMMAND_PREDICT, own[i]);
  tp_options_words(o, given, argv);
}

static void build_argv(const unit *u, const tp_options *o,
                       tp_option_words *argv) {
  static const char self[] = "/proc/self/exe";
  add(argv, self, "");
  add(argv, "predict", "");
  add_given(o, argv);
  add(argv, "--quiet", "");
  add(argv, "--check=", o->check);
  add(argv, "--entry=", u->name);
  if (u->driver.n)
    add(argv, "--driver=", u->driver.at);
  add(argv, "--tests=", u->tests.at);
  add(argv, "--output=", u->output.at);
  for (uint32_t i = 0; i < o->names.n; i++)
    add(argv, o->names.at[i][0] == '-' ? "./" : "", o->names.at[i]);
  add(argv, "--", "");
  for (const char *const *flag = o->flags; *flag; flag++)
    add(argv, *flag, "");
}

/* Its first line, without our own name. */
static void note_failure(tp_hoist *h, const unit *u, tp_str *said) {
  static const char usual[] = "tp2ph: error: ";
  char *line = said->n ? strstr(said->at, usual) : NULL;
  line = line ? line + sizeof usual - 1 : said->n ? said->at : NULL;
  if (line)
    line[strcspn(line, "\n")] = '\0';
  note(h, u, line ? line : "its tests could not be looked along");
}

static void read_precondition(tp_hoist *h, unit *u, tp_str *said) {
  tp_diag why = {0};
  tp_str path = {0};
  tp_json_reader r;
  tp_file_join(&path, u->output.at, "report.json");
  if (tp_json_open(&r, path.at, &why) == 0 &&
      tp_json_read_object(&r, read_report, u) == 0 && u->made.function) {
    VEC_PUSH(&h->at, u->made);
  } else {
    tp_precondition_clear(&u->made);
    note_failure(h, u, said);
  }
  tp_json_close(&r);
  tp_diag_free(&why);
  tp_str_free(&path);
}

static int look_along(tp_hoist *h, unit *u, const tp_options *o,
                      tp_diag *diag) {
  tp_option_words argv = {0};
  tp_proc_result ran = {0};
  const tp_proc_limits limits = {.seconds = SECONDS};
  build_argv(u, o, &argv);
  VEC_PUSH(&argv, NULL);
  int rc = tp_proc_run(&ran, (const char *const *)argv.at, NULL, NULL, &limits,
                       diag);
  if (rc == 0 && ran.timed_out)
    note(h, u, "it takes too long");
  else if (rc == 0)
    read_precondition(h, u, &ran.err);
  tp_proc_result_free(&ran);
  for (uint32_t i = 0; i < argv.n; i++)
    tp_free(argv.at[i]);
  VEC_FREE(&argv);
  return rc;
}

/* ---- all ----------------------------------------------------------------- */

/* A folder that has the name of a function. */
static int is_meant(const struct dirent *e) {
  return (e->d_type == DT_DIR || e->d_type == DT_LNK ||
          e->d_type == DT_UNKNOWN) &&
         !strpbrk(e->d_name, ".-");
}

static int read_unit(tp_hoist *out, const tp_options *o, const char *work_dir,
                     const char *name, bool is_ours, tp_diag *diag) {
  unit u = {.name = name, .to = out};
  tp_str_addf(&u.tests, "%s%s/%s", o->unit_tests, is_ours ? "/units" : "",
              name);
  tp_str_addf(&u.driver, "%s%s/%s.c", o->unit_tests, is_ours ? "/drivers" : "",
              name);
  tp_str_addf(&u.output, "%s/precondition-%s", work_dir, name);
  if (!tp_file_exists(u.driver.at))
    VEC_CLEAR(&u.driver);
  int rc = look_along(out, &u, o, diag);
  tp_str_free(&u.tests);
  tp_str_free(&u.driver);
  tp_str_free(&u.output);
  return rc;
}

int tp_hoist_read(tp_hoist *out, const tp_options *o, const char *work_dir,
                  tp_diag *diag) {
  struct dirent **entries = NULL;
  tp_str units = {0};
  if (!tp_file_exists(o->unit_tests))
    return tp_diag_set(diag, TP_ENVIRONMENT, "there is no folder '%s'",
                       o->unit_tests);
  tp_file_join(&units, o->unit_tests, "units");
  bool is_ours = tp_file_exists(units.at);
  int n = scandir(is_ours ? units.at : o->unit_tests, &entries, is_meant,
                  alphasort);
  int rc = n > 0 ? 0
                 : tp_diag_set(diag, TP_REFUSED,
                               "'%s' has no tests of functions: neither an "
                               "output folder of tp2ph unit nor folders with "
                               "the names of functions",
                               o->unit_tests);
  for (int i = 0; i < n; i++) {
    if (rc == 0)
      rc = read_unit(out, o, work_dir, entries[i]->d_name, is_ours, diag);
    free(entries[i]);
  }
  free(entries);
  tp_str_free(&units);
  return rc;
}

void tp_hoist_free(tp_hoist *h) {
  for (uint32_t i = 0; i < h->at.n; i++)
    tp_precondition_clear(&h->at.at[i]);
  for (uint32_t i = 0; i < h->notes.n; i++)
    tp_free(h->notes.at[i]);
  VEC_FREE(&h->at);
  VEC_FREE(&h->notes);
}
