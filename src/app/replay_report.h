/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/replay_report.h - what an output folder says of itself: report.json, read
 * back.
 */
#ifndef TP_APP_REPLAY_REPORT_H
#define TP_APP_REPLAY_REPORT_H

#include "base/diag.h"

typedef VEC(char *) tp_texts; /* owned */

typedef struct tp_replay_unit {
  char *file, *folder, *sha256;
  tp_texts flags; /* NULL-ended */
} tp_replay_unit;

/* An input that tests read. */
typedef struct tp_replay_input {
  char *name, *type, *file; /* name and file may be NULL */
  uint32_t line;
} tp_replay_input;

typedef struct tp_replay_read {
  uint32_t input; /* in report.input */
  uint32_t object, offset;
} tp_replay_read;

typedef struct tp_replay_test {
  uint32_t number;
  char *end;         /* "exit 0", "signal SIGSEGV", "timeout", ... */
  tp_vec_u32 claims; /* ids of branches that it is the first to take */
  bool has_inputs;
  uint64_t inputs; /* tp_testcase_hash of them */
  VEC(tp_replay_read) reads;
} tp_replay_test;

typedef struct tp_replay_report {
  char *entry, *compiler;
  char *assume;          /* NULL: nothing */
  char *checked;         /* of --check; NULL: nothing was */
  bool has_limits;       /* --limits */
  bool has_mcdc;         /* --criterion mcdc */
  tp_texts link_flags;   /* NULL-ended */
  tp_replay_unit inputs; /* the file of --inputs; all NULL: none */
  char *driver;          /* of the entry, a file of the folder; NULL: none */
  VEC(tp_replay_unit) units;
  char *fingerprint; /* of the program; NULL: none is given */
  tp_texts branches; /* by id: "file:line:column  [side]  text"; or NULL */
  tp_texts proofs;   /* by id: of an infeasible one, else NULL */
  VEC(tp_replay_input) input;
  VEC(tp_replay_test) tests;
} tp_replay_report;

/* TP_REFUSED with the place if it is not what tp2ph writes. */
int tp_replay_report_read(tp_replay_report *out, const char *path,
                          tp_diag *diag);
void tp_replay_report_free(tp_replay_report *r);

#endif
