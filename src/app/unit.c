/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph unit: functions alone, in their context (seed 001). One step a line;
 * what is run are batches of the main job, which see ordinary programs: the
 * user's files with a driver behind them.
 */
#include "app/units.h"

#include "app/app.h"
#include "app/print.h"
#include "base/file.h"
#include "base/json_members.h"
#include "unit/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

/* ---- the program --------------------------------------------------------- */

/* Batches are run elsewhere. */
static void make_absolute(tp_units *u) {
  const tp_options *o = u->options;
  u->loading = *o;
  u->loading.names.at = NULL;
  u->loading.names.n = u->loading.names.cap = 0;
  for (uint32_t i = 0; i < o->names.n; i++) {
    char *path = realpath(o->names.at[i], NULL);
    VEC_PUSH(&u->files, tp_strdup(path ? path : o->names.at[i]));
    VEC_PUSH(&u->loading.names, VEC_LAST(&u->files));
    free(path);
  }
}

/* With main, or without if there is none. */
static int load(tp_units *u, tp_diag *diag) {
  tp_diag why = {0};
  u->loading.entry = "main";
  u->loading.driver = NULL;
  tp_project_init(&u->project, &u->loading);
  u->has_main = tp_project_load(&u->project, &why) == 0;
  int rc = u->has_main ? 0 : -1;
  if (rc != 0 && why.status == TP_REFUSED) {
    tp_project_free(&u->project);
    u->loading.entry = "";
    u->loading.argv = 0;
    tp_project_init(&u->project, &u->loading);
    rc = tp_project_load(&u->project, diag);
  } else if (rc != 0) {
    *diag = why;
    return rc;
  }
  tp_diag_free(&why);
  return rc;
}

/* ---- batches ------------------------------------------------------------- */

/* As the lists of batches have words. */
static void add_word(tp_str *out, const char *text) {
  tp_str_add(out, " \"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      tp_str_addc(out, '\\');
    tp_str_addc(out, *text);
  }
  tp_str_addc(out, '"');
}

/* Options that name files are not handed on to a batch. */
static void add_rest(const tp_units *u, tp_str *out) {
  char *inputs = u->options->inputs ? realpath(u->options->inputs, NULL) : NULL;
  tp_str_addf(out, " --check=%s", u->options->unit_check);
  if (inputs) {
    tp_str_add(out, " --inputs");
    add_word(out, inputs);
  }
  free(inputs);
  for (uint32_t i = 0; i < u->files.n; i++)
    add_word(out, u->files.at[i]);
  tp_str_addc(out, '\n');
}

/* A line for a driver that was written. */
static void add_driven(const tp_units *u, const char *entry, const char *name,
                       tp_str *out) {
  tp_str path = {0};
  tp_str_addf(&path, "%s/drivers/%s.c", u->output.at, name);
  tp_str_addf(out, "--entry=%s", entry);
  tp_str_add(out, " --driver");
  add_word(out, path.at);
  add_rest(u, out);
  tp_str_free(&path);
}

#define LONGER 3 /* times as long: the second attempt to confirm */

typedef struct batch_plan {
  const char *name;
  unsigned times; /* as long as a function may take, and as many runs */
  bool goes_on;   /* --resume */
  bool is_shown;
} batch_plan;

/* The programs of the list, in DIR/NAME. */
static int run_batch(const tp_units *u, const batch_plan *plan,
                     const tp_str *list, double *seconds, tp_diag *diag) {
  tp_str path = {0}, output = {0};
  tp_options o = *u->options;
  double start = tp_now();
  tp_str_addf(&path, "%s/drivers/%s.list", u->output.at, plan->name);
  tp_file_join(&output, u->output.at, plan->name);
  o.command = TP_COMMAND_BATCH;
  o.names.at = NULL;
  o.names.n = o.names.cap = 0;
  VEC_PUSH(&o.names, path.at);
  o.output = output.at;
  o.folder = u->folder.at;
  o.timeout = plan->times * o.unit_timeout;
  o.max_runs *= plan->times;
  o.given |= tp_options_bit(TP_COMMAND_BATCH, "timeout");
  o.resume = plan->goes_on;
  if (o.resume)
    o.given |= tp_options_bit(TP_COMMAND_BATCH, "resume");
  o.is_quiet |= !plan->is_shown;
  o.driver = NULL;
  o.shard = NULL;
  o.index = 0;
  int rc = tp_file_write(path.at, list->at, list->n, diag);
  if (rc == 0)
    rc = tp_app_batch(&o, diag);
  *seconds = tp_now() - start;
  VEC_FREE(&o.names);
  tp_str_free(&path);
  tp_str_free(&output);
  return rc;
}

/* What batch.json says of a program. */
typedef struct said {
  char *name, *message;
  uint32_t status;
} said;

typedef VEC(said) said_list;

static int read_said_member(tp_json_reader *r, const char *name, void *to) {
  said *s = to;
  return tp_json_read_member(
      r, name,
      (const tp_json_member[]){{"name", &s->name, NULL},
                               {"message", &s->message, NULL},
                               {"exit", NULL, &s->status},
                               {0}});
}

static int read_said(tp_json_reader *r, void *to) {
  said_list *list = to;
  VEC_PUSH(list, (said){0});
  return tp_json_read_object(r, read_said_member, &VEC_LAST(list));
}

static int read_programs(tp_json_reader *r, const char *name, void *to) {
  return strcmp(name, "programs") == 0 ? tp_json_read_array(r, read_said, to)
                                       : tp_json_skip(r);
}

static void read_batch(const tp_units *u, const char *batch, said_list *out) {
  tp_json_reader r;
  tp_str path = {0};
  tp_diag ignored = {0};
  tp_str_addf(&path, "%s/%s/batch.json", u->output.at, batch);
  if (tp_json_open(&r, path.at, &ignored) == 0) {
    tp_json_read_object(&r, read_programs, out);
    tp_json_close(&r);
  }
  tp_diag_free(&ignored);
  tp_str_free(&path);
}

static void free_said(said_list *list) {
  for (uint32_t i = 0; i < list->n; i++) {
    tp_free(list->at[i].name);
    tp_free(list->at[i].message);
  }
  VEC_FREE(list);
}

static const said *find_said(const said_list *list, const char *name) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i].name && strcmp(list->at[i].name, name) == 0)
      return &list->at[i];
  return NULL;
}

/* Of this run: one that was refused may have left that of an earlier one. *why
 * (may be NULL): why there is none, to be freed. */
static bool read_report(const tp_units *u, const char *batch,
                        const said_list *list, const char *name,
                        tp_revision *out, char **why) {
  tp_str dir = {0};
  tp_diag ignored = {0};
  const said *s = find_said(list, name);
  bool is_refused = s && (s->status == TP_USAGE || s->status == TP_REFUSED);
  tp_str_addf(&dir, "%s/%s/%s", u->output.at, batch, name);
  bool is_there = !is_refused && tp_revision_read(out, dir.at, &ignored) == 0;
  if (!is_there && why)
    *why = tp_strdup(s && s->message ? s->message : "it left no report");
  tp_diag_free(&ignored);
  tp_str_free(&dir);
  return is_there;
}

/* ---- steps --------------------------------------------------------------- */

/* The whole program; *seconds: it took. */
static int run_system(tp_units *u, unsigned times, bool goes_on,
                      double *seconds, tp_diag *diag) {
  tp_str line = {0};
  tp_diag why = {0};
  batch_plan plan = {"system", times, goes_on, false};
  said_list list = {0};
  tp_str_add(&line, "--entry=main");
  if (u->options->argv)
    tp_str_addf(&line, " --argv=%llu", (unsigned long long)u->options->argv);
  char *tests = u->options->system_tests
                    ? realpath(u->options->system_tests, NULL)
                    : NULL;
  if (tests) {
    tp_str_add(&line, " --tests");
    add_word(&line, tests);
  }
  add_rest(u, &line);
  int rc = run_batch(u, &plan, &line, seconds, &why);
  tp_revision_free(&u->system);
  u->system = (tp_revision){0};
  read_batch(u, "system", &list);
  u->has_system =
      rc == 0 && read_report(u, "system", &list, "main", &u->system, NULL);
  free_said(&list);
  if (rc != 0 && why.status == TP_BUDGET)
    *diag = why;
  else
    rc = 0;
  free(tests);
  tp_str_free(&line);
  return rc;
}

static int test_system(tp_units *u, tp_diag *diag) {
  const char *tests = u->options->system_tests;
  if (tests && !tp_file_exists(tests))
    return tp_diag_set(diag, TP_ENVIRONMENT, "there is no folder '%s'", tests);
  if (!u->has_main) {
    tp_str_add(&u->without_profiles, "the program has no main");
    return 0;
  }
  return run_system(u, 1, u->options->resume, &u->system_seconds, diag);
}

/* A second, longer attempt at the alarms that are open, if the first one had no
 * time left. */
static int confirm(tp_units *u, tp_diag *diag) {
  bool was_cut = u->system.stopped != NULL;
  if (!u->has_system || !was_cut || !tp_units_has_open_alarm(u))
    return 0;
  return run_system(u, LONGER, true, &u->confirm_seconds, diag);
}

/* Without a profile p is null, and the report says why. */
static int find_profiles(tp_units *u, tp_plain *plain, tp_diag *diag) {
  tp_str dir = {0};
  tp_diag why = {0};
  tp_str_addf(&dir, "%s/system/main", u->output.at);
  const char *tests =
      u->options->system_tests ? u->options->system_tests : dir.at;
  int rc = 0;
  if (u->has_main &&
      tp_profile(&u->profiles, &u->project, plain, tests, &why)) {
    tp_str_addf(&u->without_profiles, "no system test: %s",
                tp_str_text(&why.message));
    if (u->options->system_tests)
      rc = tp_diag_set(diag, why.status, "%s", tp_str_text(&why.message));
  }
  tp_diag_free(&why);
  tp_str_free(&dir);
  return rc;
}

static int test_units(tp_units *u, tp_diag *diag) {
  tp_str list = {0};
  for (uint32_t i = 0; i < u->targets.n; i++)
    if (!u->targets.at[i].why)
      add_driven(u, tp_units_name(u, u->targets.at[i].func),
                 u->targets.at[i].name, &list);
  batch_plan plan = {"units", 1, u->options->resume, true};
  int rc = list.n ? run_batch(u, &plan, &list, &u->unit_seconds, diag) : 0;
  said_list said_of = {0};
  read_batch(u, "units", &said_of);
  for (uint32_t i = 0; i < u->targets.n; i++) {
    tp_unit_target *t = &u->targets.at[i];
    if (!t->why)
      read_report(u, "units", &said_of, t->name, &t->report, &t->why);
  }
  free_said(&said_of);
  tp_units_find_alarms(u);
  tp_str_free(&list);
  return rc;
}

static void read_lines(const tp_units *u, tp_unit_context *c) {
  tp_str path = {0};
  tp_diag ignored = {0};
  tp_str_addf(&path, "%s/contexts/%s/lcov.info", u->output.at, c->name);
  tp_file_read(&c->lines, path.at, TP_REFUSED, &ignored);
  tp_diag_free(&ignored);
  tp_str_free(&path);
}

static int ask_contexts(tp_units *u, tp_diag *diag) {
  tp_str list = {0};
  for (uint32_t i = 0; i < u->targets.n; i++)
    for (uint32_t k = 0; k < u->targets.at[i].contexts.n; k++) {
      const tp_unit_context *c = &u->targets.at[i].contexts.at[k];
      if (c->is_asked)
        add_driven(u, tp_units_name(u, c->path.at[0]), c->name, &list);
    }
  batch_plan plan = {"contexts", 1, u->options->resume, false};
  int rc = list.n ? run_batch(u, &plan, &list, &u->context_seconds, diag) : 0;
  said_list said_of = {0};
  read_batch(u, "contexts", &said_of);
  for (uint32_t i = 0; i < u->targets.n; i++)
    for (uint32_t k = 0; k < u->targets.at[i].contexts.n; k++) {
      tp_unit_context *c = &u->targets.at[i].contexts.at[k];
      if (c->is_asked &&
          read_report(u, "contexts", &said_of, c->name, &c->report, NULL))
        read_lines(u, c);
    }
  free_said(&said_of);
  tp_str_free(&list);
  return rc;
}

static int write_file(const tp_units *u, const char *name, const tp_str *text,
                      tp_diag *diag) {
  tp_str path = {0};
  tp_file_join(&path, u->output.at, name);
  int rc = tp_file_write(path.at, text->at, text->n, diag);
  tp_str_free(&path);
  return rc;
}

static int report(tp_units *u, tp_diag *diag) {
  tp_str json = {0}, summary = {0};
  u->seconds = tp_now() - u->project.started;
  tp_units_json(u, &json);
  tp_units_summary(u, &summary);
  int rc = write_file(u, "summary.txt", &summary, diag);
  if (rc == 0)
    rc = write_file(u, "report.json", &json, diag);
  if (rc == 0 && !u->options->is_quiet)
    rc = tp_print(tp_str_text(&summary), diag);
  tp_str_free(&json);
  tp_str_free(&summary);
  return rc;
}

/* ---- the command --------------------------------------------------------- */

static int open_output(tp_units *u, int *lock, tp_diag *diag) {
  if (tp_file_make_dirs(u->options->output, diag) != 0)
    return -1;
  *lock = open(u->options->output, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*lock < 0 || flock(*lock, LOCK_EX | LOCK_NB) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot use the folder '%s': %s",
                       u->options->output,
                       errno == EWOULDBLOCK ? "another run is writing to it"
                                            : strerror(errno));
  char *absolute = realpath(u->options->output, NULL);
  tp_str_add(&u->output, absolute ? absolute : u->options->output);
  free(absolute);
  char *here = realpath(".", NULL);
  tp_str_add(&u->folder, here ? here : ".");
  free(here);
  tp_str drivers = {0};
  tp_file_join(&drivers, u->output.at, "drivers");
  int rc = tp_file_make_dirs(drivers.at, diag);
  tp_str_free(&drivers);
  return rc;
}

static bool has_open_alarm(const tp_units *u) {
  for (uint32_t i = 0; i < u->targets.n; i++)
    for (uint32_t k = 0; k < u->targets.at[i].alarms.n; k++)
      if (u->targets.at[i].alarms.at[k].verdict <= TP_ALARM_REPORTED)
        return true;
  return false;
}

static int work(tp_units *u, tp_plain *plain, tp_diag *diag) {
  tp_status status = TP_OK;
  if (load(u, diag) != 0 || test_system(u, diag) != 0 ||
      find_profiles(u, plain, diag) != 0)
    return -1;
  tp_calls_of_program(&u->graph, u->project.program);
  tp_uses_find(&u->uses, u->project.program);
  tp_ranges_find(&u->ranges, u->project.program, u->has_main);
  if (tp_units_plan(u, diag) != 0 || test_units(u, diag) != 0)
    return -1;
  status = diag->status;
  if (ask_contexts(u, diag) != 0)
    return -1;
  tp_units_judge(u);
  if (confirm(u, diag) != 0)
    return -1;
  tp_units_judge(u);
  if (report(u, diag) != 0)
    return -1;
  if (status <= TP_INCOMPLETE) /* of alarms that are none, too */
    status =
        has_open_alarm(u) || tp_units_has_unknown(u) ? TP_INCOMPLETE : TP_OK;
  diag->status = status;
  return 0;
}

static void free_target(tp_unit_target *t) {
  for (uint32_t i = 0; i < t->contexts.n; i++) {
    tp_free(t->contexts.at[i].name);
    VEC_FREE(&t->contexts.at[i].path);
    tp_revision_free(&t->contexts.at[i].report);
    tp_str_free(&t->contexts.at[i].lines);
  }
  VEC_FREE(&t->contexts);
  VEC_FREE(&t->alarms);
  VEC_FREE(&t->left_out);
  tp_revision_free(&t->report);
  tp_bits_free(&t->unit);
  tp_free(t->p);
  tp_free(t->name);
  tp_free(t->why);
  tp_str_free(&t->trusts);
}

static void close_units(tp_units *u) {
  for (uint32_t i = 0; i < u->targets.n; i++)
    free_target(&u->targets.at[i]);
  VEC_FREE(&u->targets);
  tp_profiles_free(&u->profiles);
  tp_call_graph_free(&u->graph);
  tp_ranges_free(&u->ranges);
  tp_uses_free(&u->uses);
  tp_revision_free(&u->system);
  tp_project_free(&u->project);
  for (uint32_t i = 0; i < u->files.n; i++)
    tp_free(u->files.at[i]);
  VEC_FREE(&u->files);
  VEC_FREE(&u->loading.names);
  tp_str_free(&u->without_profiles);
  tp_str_free(&u->output);
  tp_str_free(&u->folder);
}

/* A driver is of one function, and kept where that is looked for. */
static int check_driver(const tp_options *o, tp_diag *diag) {
  bool is_kind = !o->driver || strcmp(o->driver, "full") == 0 ||
                 strcmp(o->driver, "paper") == 0;
  const char *function = o->functions.n ? o->functions.at[0] : "FUNCTION";
  return is_kind ? 0
                 : tp_diag_set(diag, TP_USAGE,
                               "option '--driver': '%s' is neither full nor "
                               "paper; a driver of your own is used if it is "
                               "%s/drivers/%s.c",
                               o->driver, o->output, function);
}

int tp_app_unit(const tp_options *options, tp_diag *diag) {
  tp_units u = {.options = options};
  tp_plain *plain = NULL;
  int lock = -1;
  make_absolute(&u);
  int rc = check_driver(options, diag);
  if (rc == 0)
    rc = tp_plain_new(&plain, diag);
  if (rc == 0)
    rc = open_output(&u, &lock, diag);
  if (rc == 0)
    rc = work(&u, plain, diag);
  tp_plain_free(plain);
  close_units(&u);
  if (lock >= 0)
    close(lock);
  return rc;
}
