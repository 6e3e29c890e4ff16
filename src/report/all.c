/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All files of a run into the output folder's next set. */
#include "report/report.h"

#include "base/file.h"

typedef void (*writer)(const tp_result *r, tp_str *out);

static void summary(const tp_result *r, tp_str *out) {
  tp_report_summary(r, false, out);
}

static const struct {
  const char *name;
  writer write;
  bool is_executable;
} files[] = {
    {"report.json", tp_report_json, false},
    {"summary.txt", summary, false},
#define WRITTEN(file, format) {file, tp_report_##format, false},
    TP_REPORTS(WRITTEN){"test-suite/metadata.xml", tp_report_metadata, false},
    {"harness/replay.c", tp_report_replay, false},
    {"harness/run.sh", tp_report_run_script, true},
};

static int add_tests(const tp_result *r, tp_output *output, tp_diag *diag) {
  tp_str text = {0}, name = {0};
  int rc = 0;
  for (uint32_t i = 1; rc == 0 && i <= r->tests.n; i++) {
    VEC_CLEAR(&text);
    VEC_CLEAR(&name);
    tp_report_testcase(r, i, &text);
    tp_str_addf(&name, "test-suite/testcase-%04u.xml", i);
    rc = tp_output_add(output, name.at, text.at, text.n, false, diag);
    VEC_CLEAR(&text);
    VEC_CLEAR(&name);
    tp_report_test_text(r, i, &text);
    tp_str_addf(&name, "tests/%04u.txt", i);
    if (rc == 0)
      rc = tp_output_add(output, name.at, text.at, text.n, false, diag);
  }
  tp_str_free(&text);
  tp_str_free(&name);
  return rc;
}

/* The headers that a program may include for its inputs go along, so that the
 * harness works where tp2ph is not installed. */
static int add_header(const tp_result *r, const char *header, tp_output *output,
                      tp_diag *diag) {
  tp_str path = {0}, text = {0}, name = {0};
  int rc = 0;
  if (tp_file_exists(tp_file_join(&path, r->include_dir, header))) {
    rc = tp_file_read(&text, path.at, TP_ENVIRONMENT, diag);
    tp_file_join(&name, "harness/include", header);
    if (rc == 0)
      rc = tp_output_add(output, name.at, tp_str_text(&text), text.n, false,
                         diag);
  }
  tp_str_free(&path);
  tp_str_free(&text);
  tp_str_free(&name);
  return rc;
}

static int add_headers(const tp_result *r, tp_output *output, tp_diag *diag) {
  static const char *const headers[] = {"tp2ph.h", "crest.h", "klee/klee.h"};
  int rc = 0;
  for (size_t i = 0; rc == 0 && i < sizeof headers / sizeof headers[0]; i++)
    if (r->include_dir)
      rc = add_header(r, headers[i], output, diag);
  return rc;
}

/* A file of which a driver replaces functions: as it is compiled, with what is
 * behind it. */
static int add_cut(const tp_result *r, tp_unit_id u, tp_output *output,
                   tp_diag *diag) {
  const tp_unit *unit = &r->program->units.at[u];
  tp_str name = {0}, text = {0};
  tp_str_addf(&name, "harness/unit-%u.i", u);
  tp_str_add(&text, tp_report_prefix(r->program, r->entry));
  uint32_t size;
  const char *plain = tp_unit_written(unit, &size);
  tp_str_addn(&text, plain, size);
  int rc = tp_output_add(output, name.at, text.at, text.n, false, diag);
  tp_str_free(&name);
  tp_str_free(&text);
  return rc;
}

static int add_driver(const tp_result *r, tp_output *output, tp_diag *diag) {
  return r->driver ? tp_output_add(output, "driver.c", r->driver,
                                   strlen(r->driver), false, diag)
                   : 0;
}

/* The functions of the tester that --inputs declares, for the unit that they
 * are compiled with. */
static int add_supplied(const tp_result *r, tp_output *output, tp_diag *diag) {
  tp_str name = {0};
  const char *prefix = tp_report_prefix(r->program, r->entry);
  int rc = r->program->is_monitored
               ? tp_output_add(output, "harness/main.h", prefix, strlen(prefix),
                               false, diag)
               : 0;
  for (tp_unit_id u = 1; rc == 0 && u < r->program->units.n; u++) {
    const tp_unit *unit = &r->program->units.at[u];
    const char *text = unit->supplied;
    if (unit->is_cut)
      rc = add_cut(r, u, output, diag);
    if (!text || unit->is_cut || rc != 0)
      continue;
    VEC_CLEAR(&name);
    tp_str_addf(&name, "harness/inputs-%u.c", u);
    rc = tp_output_add(output, name.at, text, strlen(text), false, diag);
  }
  tp_str_free(&name);
  return rc;
}

int tp_report_add_all(const tp_result *r, tp_output *output, tp_diag *diag) {
  int rc = 0;
  for (size_t i = 0; rc == 0 && i < sizeof files / sizeof files[0]; i++) {
    tp_str text = {0};
    files[i].write(r, &text);
    rc = tp_output_add(output, files[i].name, text.at, text.n,
                       files[i].is_executable, diag);
    tp_str_free(&text);
  }
  if (rc == 0)
    rc = add_tests(r, output, diag);
  if (rc == 0)
    rc = add_supplied(r, output, diag);
  if (rc == 0)
    rc = add_driver(r, output, diag);
  return rc == 0 ? add_headers(r, output, diag) : rc;
}
