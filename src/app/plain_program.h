/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/plain_program.h - the program as the user has it, with the replay harness
 * instead of a tester: what a test is worth is seen on this one.
 */
#ifndef TP_APP_PLAIN_PROGRAM_H
#define TP_APP_PLAIN_PROGRAM_H

#include "app/project.h"
#include "exec/plain.h"

typedef struct tp_plain_program {
  tp_str dir;            /* of its files, below the project's private one */
  tp_str path;           /* the program, absolute */
  uint64_t memory;       /* that a run may use; 0: no limit */
  tp_building *building; /* NULL: ready, or failed */
  VEC(tp_exec_source) units;
  VEC(tp_str) paths; /* of units */
  tp_words link_flags;
  tp_str recorder;        /* the archive */
  tp_str harness, beside; /* the objects, if they are ready */
  VEC(tp_words) flags;    /* of units, if there are more than the user's */
} tp_plain_program;

typedef struct tp_plain_text {
  const char *name;    /* of the folder */
  const tp_str *units; /* text of each unit, from 1, that tells its decisions;
                          NULL: as preprocessed */
  const char *beside;  /* a further C file; NULL: none */
  const char *ready;   /* it as an object beside the runtime; NULL: none */
  const char *const *more; /* flags behind the user's, NULL-ended; NULL: none */
} tp_plain_text;

/* Write its files and start the compilers. */
int tp_plain_program_begin(tp_plain_program *out, const tp_project *s,
                           const tp_plain_text *text, tp_diag *diag);
/* 1: not ready yet, 0: ready, -1: failed. Waits at most so long. */
int tp_plain_program_poll(tp_plain_program *p, int wait_ms, tp_diag *diag);
void tp_plain_program_free(tp_plain_program *p);
/* Another process goes on with it. */
void tp_plain_program_let_go(tp_plain_program *p);

#endif
