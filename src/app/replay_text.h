/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/replay_text.h - what a replayed test did, in the words of tests/NNNN.txt.
 */
#ifndef TP_APP_REPLAY_TEXT_H
#define TP_APP_REPLAY_TEXT_H

#include "app/replay_report.h"
#include "app/testcase.h"
#include "ast/ast.h"
#include "exec/plain.h"

typedef struct tp_replayed_run {
  const tp_program *program;
  const tp_replay_report *report;
  const tp_replay_test *test; /* NULL: report.json does not know it */
  const char *path;           /* of the testcase */
  const tp_vec_u32 *story, *taken;
  tp_plain_end end;
} tp_replayed_run;

int tp_replay_text(const tp_replayed_run *run, tp_str *out, tp_diag *diag);

#endif
