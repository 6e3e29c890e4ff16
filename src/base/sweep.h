/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/sweep.h - a private folder, and what a compiler has started, go when we
 * end, in whatever way. */
#ifndef TP_BASE_SWEEP_H
#define TP_BASE_SWEEP_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct tp_sweep {
  pid_t pid; /* 0: none */
  int fd;
} tp_sweep;

/* From now on a small process waits to remove the folder when this one is
 * killed. Best effort: without it the folder stays then. */
void tp_sweep_start(tp_sweep *sweep, const char *path);
/* Ends that process; call it when the folder was removed. */
void tp_sweep_stop(tp_sweep *sweep);

/* The same for process groups: those that run when this process is killed are
 * killed, too. One at a time. */
void tp_sweep_start_groups(tp_sweep *sweep);
void tp_sweep_stop_groups(tp_sweep *sweep);
/* A group runs now, or it has ended. */
void tp_sweep_group(pid_t group, bool is_running);

#endif
