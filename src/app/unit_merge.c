/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shards of `tp2ph unit` as one: units and contexts are batches, which merge
 * knows; the rest is put together from the reports of the parts. */
#include "app/units.h"

#include "app/app.h"
#include "app/print.h"
#include "base/file.h"
#include "base/json_members.h"
#include "base/proc.h"

#include <stdio.h>

typedef struct unit_merger {
  const tp_options *options;
  tp_str program, without_profiles; /* as JSON, of the first part */
  uint32_t system_tests;
  double seconds;
  tp_str units; /* elements of unit[], as JSON */
  uint32_t n_units, n_tested;
  tp_names *folders;                /* of units */
  tp_str alarms[TP_ALARM_VERDICTS]; /* of summary.txt, as the next */
  tp_str profiles, assumed, not_tested;
  uint32_t counts[TP_ALARM_VERDICTS];
} unit_merger;

bool tp_units_is_folder(const char *dir) {
  tp_str drivers = {0}, report = {0};
  bool is_it = tp_file_exists(tp_file_join(&drivers, dir, "drivers")) &&
               tp_file_exists(tp_file_join(&report, dir, "report.json"));
  tp_str_free(&drivers);
  tp_str_free(&report);
  return is_it;
}

/* ---- report.json --------------------------------------------------------- */

/* A value of any kind, as it is written. */
static int read_raw(tp_json_reader *r, tp_str *out) {
  tp_json_peek(r);
  uint32_t from = r->at;
  int rc = tp_json_skip(r);
  if (rc == 0)
    tp_str_addn(out, r->text.at + from, r->at - from);
  return rc;
}

typedef struct unit_said {
  char *folder, *reason; /* reason: why it was not tested */
} unit_said;

static int read_unit_member(tp_json_reader *r, const char *name, void *to) {
  unit_said *s = to;
  return tp_json_read_member(
      r, name,
      (const tp_json_member[]){
          {"folder", &s->folder, NULL}, {"reason", &s->reason, NULL}, {0}});
}

static int read_unit(tp_json_reader *r, void *state) {
  unit_merger *m = state;
  unit_said said = {0};
  tp_json_peek(r);
  uint32_t from = r->at;
  int rc = tp_json_read_object(r, read_unit_member, &said);
  const char *folder = said.folder;
  if (rc == 0 && folder && tp_names_find(m->folders, folder, strlen(folder))) {
    rc = tp_diag_set(r->diag, TP_REFUSED, "'%s' has '%s', as one before has it",
                     r->path, folder);
  } else if (rc == 0 && folder) {
    tp_names_id(m->folders, folder, strlen(folder));
    tp_str_add(&m->units, m->n_units++ ? ",\n    " : "\n    ");
    tp_str_addn(&m->units, r->text.at + from, r->at - from);
    m->n_tested += !said.reason;
  }
  tp_free(said.folder);
  tp_free(said.reason);
  return rc;
}

static int read_program(tp_json_reader *r, unit_merger *m) {
  tp_str program = {0};
  int rc = read_raw(r, &program);
  if (rc == 0 && m->program.n && strcmp(m->program.at, program.at) != 0)
    rc = tp_diag_set(r->diag, TP_REFUSED,
                     "'%s' is of another program than those before", r->path);
  if (rc == 0 && !m->program.n)
    tp_str_add(&m->program, program.at);
  tp_str_free(&program);
  return rc;
}

static int read_member(tp_json_reader *r, const char *name, void *state) {
  unit_merger *m = state;
  double seconds = 0;
  if (strcmp(name, "program") == 0)
    return read_program(r, m);
  if (strcmp(name, "unit") == 0)
    return tp_json_read_array(r, read_unit, m);
  if (strcmp(name, "without_profiles") == 0 && !m->without_profiles.n)
    return read_raw(r, &m->without_profiles);
  if (strcmp(name, "system_tests") == 0)
    return tp_json_number(r, &m->system_tests);
  if (strcmp(name, "seconds") != 0)
    return tp_json_skip(r);
  int rc = tp_json_double(r, &seconds);
  m->seconds += seconds;
  return rc;
}

static int read_report(unit_merger *m, const char *dir, tp_diag *diag) {
  tp_str path = {0};
  tp_json_reader r;
  int rc = tp_json_open(&r, tp_file_join(&path, dir, "report.json"), diag);
  if (rc == 0) {
    rc = tp_json_read_object(&r, read_member, m);
    tp_json_close(&r);
  }
  tp_str_free(&path);
  return rc;
}

/* ---- summary.txt --------------------------------------------------------- */

static void sort_line(unit_merger *m, const char *line, uint32_t n) {
  for (unsigned v = 0; v < TP_ALARM_VERDICTS; v++) {
    size_t size = strlen(tp_alarm_verdicts[v]);
    if (tp_text_starts(line, "  ") &&
        memcmp(line + 2, tp_alarm_verdicts[v], size) == 0) {
      tp_str_addn(&m->alarms[v], line, n);
      m->counts[v]++;
    }
  }
  if (tp_text_starts(line, TP_UNITS_PROFILES) && !m->profiles.n)
    tp_str_addn(&m->profiles, line, n);
  else if (tp_text_starts(line, TP_UNITS_ASSUMED))
    tp_str_addn(&m->assumed, line, n);
  else if (tp_text_starts(line, TP_UNITS_NOT_TESTED))
    tp_str_addn(&m->not_tested, line, n);
}

static int read_summary(unit_merger *m, const char *dir, tp_diag *diag) {
  tp_str path = {0}, text = {0};
  tp_file_join(&path, dir, "summary.txt");
  int rc = tp_file_read(&text, path.at, TP_REFUSED, diag);
  for (uint32_t i = 0, n; i < text.n; i += n) {
    n = (uint32_t)strcspn(text.at + i, "\n") + 1;
    sort_line(m, text.at + i, n);
  }
  tp_str_free(&path);
  tp_str_free(&text);
  return rc;
}

/* ---- folders ------------------------------------------------------------- */

/* units, or contexts, of all parts that have it. */
static int merge_batches(const unit_merger *m, const char *name,
                         tp_diag *diag) {
  tp_options o = *m->options;
  tp_str output = {0};
  VEC(tp_str) paths = {0};
  o.names.at = NULL;
  o.names.n = o.names.cap = 0;
  o.output = tp_file_join(&output, m->options->output, name);
  o.is_quiet = true;
  for (uint32_t i = 0; i < m->options->names.n; i++) {
    tp_str path = {0};
    tp_file_join(&path, m->options->names.at[i], name);
    VEC_PUSH(&paths, path);
    if (tp_file_exists(path.at))
      VEC_PUSH(&o.names, path.at);
  }
  int rc = o.names.n ? tp_app_merge(&o, diag) : 0;
  for (uint32_t i = 0; i < paths.n; i++)
    tp_str_free(&paths.at[i]);
  VEC_FREE(&paths);
  VEC_FREE(&o.names);
  tp_str_free(&output);
  return rc;
}

static int copy_into(const char *from, const char *to, tp_diag *diag) {
  const char *const argv[] = {"cp", "-R", "-p", "--", from, to, NULL};
  tp_proc_limits limits = {0};
  tp_proc_result out = {0};
  if (!tp_file_exists(from))
    return 0;
  int rc = tp_proc_run(&out, argv, NULL, NULL, &limits, diag);
  if (rc == 0 && (out.exit_code || out.signal))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot copy '%s': %s", from,
                     tp_str_text(&out.err));
  tp_proc_result_free(&out);
  return rc;
}

/* Drivers of all, the system of the first. */
static int copy_rest(const unit_merger *m, tp_diag *diag) {
  tp_str from = {0};
  int rc = tp_file_make_dirs(m->options->output, diag);
  for (uint32_t i = 0; i < m->options->names.n && rc == 0; i++) {
    tp_file_join(&from, m->options->names.at[i], "drivers");
    rc = copy_into(from.at, m->options->output, diag);
    tp_file_join(&from, m->options->names.at[i], "system");
    if (rc == 0 && i == 0)
      rc = copy_into(from.at, m->options->output, diag);
  }
  tp_str_free(&from);
  return rc;
}

/* ---- the whole ----------------------------------------------------------- */

static void mark_folder(tp_map *marks, const char *output, const char *batch,
                        const char *name) {
  tp_revision r = {0};
  tp_str dir = {0};
  tp_diag ignored = {0};
  tp_str_addf(&dir, "%s/%s/%s", output, batch, name);
  tp_revision_read(&r, dir.at, &ignored);
  tp_units_mark(marks, &r, strcmp(batch, "units") == 0);
  tp_revision_free(&r);
  tp_diag_free(&ignored);
  tp_str_free(&dir);
}

static tp_unit_branches count(const unit_merger *m) {
  tp_map marks = {0};
  mark_folder(&marks, m->options->output, "system", "main");
  for (tp_name n = 1; n <= m->n_units; n++)
    mark_folder(&marks, m->options->output, "units",
                tp_names_text(m->folders, n));
  tp_unit_branches out = tp_units_count(&marks);
  tp_map_free(&marks);
  return out;
}

static void add_raw(tp_str *out, const char *key, const tp_str *raw) {
  tp_str_addf(out, ",\n  \"%s\": %s", key, raw->n ? raw->at : "null");
}

static void write_json(const unit_merger *m, const tp_unit_branches *n,
                       tp_str *out) {
  tp_json j;
  tp_json_init(&j, out);
  tp_units_json_head(&j, n);
  tp_json_seconds(&j, "seconds", m->seconds);
  tp_json_uint(&j, "system_tests", m->system_tests);
  add_raw(out, "program", &m->program);
  add_raw(out, "without_profiles", &m->without_profiles);
  tp_str_addf(out, ",\n  \"unit\": [%s\n  ]", tp_str_text(&m->units));
  tp_json_end_object(&j);
  tp_str_addc(out, '\n');
}

static void write_summary(const unit_merger *m, const tp_unit_branches *n,
                          tp_str *out) {
  tp_units_summary_head(out, m->n_tested, n);
  tp_str_add(out, tp_str_text(&m->profiles));
  tp_units_summary_alarms(out, m->counts);
  for (unsigned v = 0; v < TP_ALARM_VERDICTS; v++)
    tp_str_add(out, tp_str_text(&m->alarms[v]));
  tp_str_add(out, tp_str_text(&m->assumed));
  tp_str_add(out, tp_str_text(&m->not_tested));
}

static int write_all(const unit_merger *m, tp_diag *diag) {
  tp_str json = {0}, summary = {0}, path = {0};
  tp_unit_branches n = count(m);
  write_json(m, &n, &json);
  write_summary(m, &n, &summary);
  tp_file_join(&path, m->options->output, "report.json");
  int rc = tp_file_write(path.at, json.at, json.n, diag);
  tp_file_join(&path, m->options->output, "summary.txt");
  if (rc == 0)
    rc = tp_file_write(path.at, summary.at, summary.n, diag);
  if (rc == 0 && !m->options->is_quiet)
    rc = tp_print(summary.at, diag);
  bool is_open = m->counts[TP_ALARM_CONFIRMED] ||
                 m->counts[TP_ALARM_REPORTED] || n.unknown || m->not_tested.n;
  if (rc == 0)
    diag->status = is_open ? TP_INCOMPLETE : TP_OK;
  tp_str_free(&json);
  tp_str_free(&summary);
  tp_str_free(&path);
  return rc;
}

static void free_merger(unit_merger *m) {
  tp_str_free(&m->program);
  tp_str_free(&m->without_profiles);
  tp_str_free(&m->units);
  tp_str_free(&m->profiles);
  tp_str_free(&m->assumed);
  tp_str_free(&m->not_tested);
  for (unsigned v = 0; v < TP_ALARM_VERDICTS; v++)
    tp_str_free(&m->alarms[v]);
  tp_names_free(m->folders);
}

int tp_units_merge(const tp_options *options, tp_diag *diag) {
  unit_merger m = {.options = options, .folders = tp_names_new()};
  int rc = 0;
  for (uint32_t i = 0; i < options->names.n && rc == 0; i++) {
    rc = read_report(&m, options->names.at[i], diag);
    if (rc == 0)
      rc = read_summary(&m, options->names.at[i], diag);
  }
  if (rc == 0)
    rc = copy_rest(&m, diag);
  if (rc == 0)
    rc = merge_batches(&m, "units", diag);
  if (rc == 0)
    rc = merge_batches(&m, "contexts", diag);
  if (rc == 0)
    rc = write_all(&m, diag);
  free_merger(&m);
  return rc;
}
