/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/json_tests.h - the tests of report.json; private to report. */
#ifndef TP_REPORT_JSON_TESTS_H
#define TP_REPORT_JSON_TESTS_H

#include "base/json.h"
#include "report/result.h"

/* "input": the different inputs; "test": the tests, which name them by their
 * numbers. */
void tp_json_tests(tp_json *j, const tp_result *r);

/* "denied": what was denied to a test; 0: to all of them, each place once. */
void tp_json_denied(tp_json *j, const tp_result *r, uint32_t test);

#endif
