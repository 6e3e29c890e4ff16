/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/judge.h - a result held against what is expected of it (--expect). */
#ifndef TP_APP_JUDGE_H
#define TP_APP_JUDGE_H

#include "app/expect.h"
#include "report/result.h"

/* Marks what is accepted, counts what is not, and notes which entries nobody
 * needs any more. `path`: of the file, for the report. */
int tp_judge(tp_result *r, const tp_expected *e, const char *path,
             tp_diag *diag);

#endif
