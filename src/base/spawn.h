/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/spawn.h - start a program and let it run on.
 *
 * For what tp_proc_run is not: several at a time, or one that lives long and
 * talks over descriptors of its own. Signals are reset, descriptors that are
 * not named are closed, the program has a process group of its own and gets
 * SIGKILL when we end.
 */
#ifndef TP_BASE_SPAWN_H
#define TP_BASE_SPAWN_H

#include "base/diag.h"

#include <sys/types.h>

typedef struct tp_spawn {
  const char *path; /* looked up in PATH if there is no slash in it */
  const char *const *argv;
  const char *const *env; /* all of it, NULL-ended; NULL: ours */
  const char *dir;        /* working folder; NULL: ours */
  const int *fds;         /* they become 0 .. n_fds-1; -1: /dev/null */
  unsigned n_fds;         /* at most 8 */
  uint64_t memory_bytes;  /* RLIMIT_AS; 0: as ours */
  bool fixed_addresses;   /* no address space randomisation, if allowed */
  bool own_session;       /* setsid, instead of only a process group */
  int number;             /* wanted of the process; 0: any */
  unsigned long apart;    /* namespaces, as clone has them */
  /* Called in the new process before the program is started; NULL: nothing. 0,
   * or -1 with errno. */
  int (*enter)(const void *state);
  const void *state;
} tp_spawn;

/* -1 with TP_ENVIRONMENT if it can't be started. */
int tp_spawn_start(pid_t *out, const tp_spawn *spawn, tp_diag *diag);

#endif
