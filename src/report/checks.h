/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/checks.h - the checks of a result (--check): what the branches that
 * stand for them were found to be. */
#ifndef TP_REPORT_CHECKS_H
#define TP_REPORT_CHECKS_H

#include "report/result.h"

typedef struct tp_check_totals {
  uint32_t total, violated, safe, unknown;
  uint32_t not_accepted; /* that fail the run: violated or unknown */
} tp_check_totals;

tp_check_totals tp_checks_count(const tp_result *r);
/* The verdict of p->checks.at[check]: covered is violated, infeasible safe. */
const tp_result_verdict *tp_check_verdict(const tp_result *r, uint32_t check);
const char *tp_check_verdict_name(tp_verdict_kind kind); /* "violated" .. */
/* "a.c:12:5: a / b: division by zero" */
void tp_check_title(const tp_program *p, uint32_t check, tp_str *out);

#endif
