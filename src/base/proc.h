/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/proc.h - run other programs: the compiler, the plain program.
 *
 * The child gets its own process group, which is killed as a whole at the end,
 * and dies with us (PR_SET_PDEATHSIG). No shell is involved.
 */
#ifndef TP_BASE_PROC_H
#define TP_BASE_PROC_H

#include "base/diag.h"

typedef struct tp_proc_limits {
  double seconds;      /* wall clock; 0 = none */
  uint64_t memory;     /* bytes of address space (RLIMIT_AS); 0 = as ours */
  size_t output_bytes; /* keep at most this much of each stream; 0 = 1 MiB */
} tp_proc_limits;

typedef struct tp_proc_result {
  int exit_code;  /* valid if !signal && !timed_out */
  int signal;     /* that ended it, or 0 */
  bool timed_out; /* we ended it */
  tp_str out, err;
} tp_proc_result;

/* Run argv[0] (looked up in PATH) to its end. env: extra NAME=VALUE strings,
 * NULL-ended, may be NULL. dir: working folder, NULL = ours. stdin is
 * /dev/null. -1 with TP_ENVIRONMENT if it can't be started. */
int tp_proc_run(tp_proc_result *out, const char *const *argv,
                const char *const *env, const char *dir,
                const tp_proc_limits *limits, tp_diag *diag);
void tp_proc_result_free(tp_proc_result *r);

/* Whether what a compiler said blames the machine (disk full, no memory), not
 * the program it was given. */
bool tp_proc_blames_machine(const char *words);

#endif
