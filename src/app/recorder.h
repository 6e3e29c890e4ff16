/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/recorder.h - which branches a run takes, without the runtime: tp2ph's
 * side of record/record.h.
 */
#ifndef TP_APP_RECORDER_H
#define TP_APP_RECORDER_H

#include "ast/ast.h"
#include "base/diag.h"
#include "record/record.h"

typedef struct tp_recorder {
  int fd; /* of the file that a run maps; -1: none */
  tp_record_head head;
  char *tables; /* as the file begins, before its notes */
} tp_recorder;

/* Make the file for a program. */
int tp_recorder_open(tp_recorder *out, const tp_program *p, const char *path,
                     tp_diag *diag);
void tp_recorder_close(tp_recorder *r);
/* Before each run. */
void tp_recorder_clear(const tp_recorder *r);
/* After it: the branches that it took and that count, each once, in the order
 * of the first time. */
void tp_recorder_take(const tp_recorder *r, const tp_program *p,
                      tp_vec_u32 *out);
/* Its story, as the program tells it (wire/story.h). */
void tp_recorder_story(const tp_recorder *r, tp_vec_u32 *out);

/* What was written behind its notes since they were cleared; NUL-ended. */
void tp_recorder_rest(const tp_recorder *r, tp_str *out);

#endif
