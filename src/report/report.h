/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/report.h - the writers: a result in, one format's text out.
 *
 * Each is in the file of its name and appends to `out`. They never fail; what
 * can fail is putting the text on disk (report/output.h).
 */
#ifndef TP_REPORT_REPORT_H
#define TP_REPORT_REPORT_H

#include "reach/graph.h"
#include "report/output.h"
#include "report/result.h"

/* report.json; its fields are in docs/output.md. */
void tp_report_json(const tp_result *r, tp_str *out);

/* summary.txt, with terminal colours if asked for. */
void tp_report_summary(const tp_result *r, bool is_coloured, tp_str *out);

/* X(file, format): a row writes tp_report_FORMAT into that file of the output
 * folder. lcov.info is without what is proved infeasible. */
#define TP_REPORTS(X) \
  X("lcov.info", lcov) \
  X("lcov-all.info", lcov_all) \
  X("cobertura.xml", cobertura) \
  X("junit.xml", junit) \
  X("results.sarif", sarif) \
  X("vectors.csv", vectors)

#define TP_REPORT_DECLARED(file, format) \
  void tp_report_##format(const tp_result *r, tp_str *out);
TP_REPORTS(TP_REPORT_DECLARED)

/* index.html, with the map of the graph; NULL: without. */
void tp_report_html(const tp_result *r, const tp_graph *graph, tp_str *out);

/* test-suite/metadata.xml and test-suite/testcase-NNNN.xml (test from 1). */
void tp_report_metadata(const tp_result *r, tp_str *out);
void tp_report_testcase(const tp_result *r, uint32_t test, tp_str *out);

/* tests/NNNN.txt, for people (test from 1). */
void tp_report_test_text(const tp_result *r, uint32_t test, tp_str *out);

/* Its middle: what happens, and how it ends. */
void tp_report_story(const tp_result *r, uint32_t test, tp_str *out);

/* harness/replay.c and harness/run.sh. */
void tp_report_replay(const tp_result *r, tp_str *out);
/* Whether replay.c has something that only this program needs. */
bool tp_report_replay_is_own(const tp_result *r);
/* C that each unit of the program begins with, where another function than its
 * main is started: "" if none is. */
const char *tp_report_prefix(const tp_program *p, const char *entry);
/* A main that calls another entry function once, with zeros for its
 * parameters. */
void tp_report_driver(const tp_program *p, const char *entry, tp_str *out);
void tp_report_run_script(const tp_result *r, tp_str *out);

/* All of the above into the output's next set of files; the caller may add
 * more (map.svg) before tp_output_commit. */
int tp_report_add_all(const tp_result *r, tp_output *output, tp_diag *diag);

#endif
