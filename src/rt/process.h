/* SPDX-License-Identifier: MIT */
/* rt/process.h - waiting for the processes below the server. */
#ifndef TP_RT_PROCESS_H
#define TP_RT_PROCESS_H

#include "wire/area.h"

#include <sys/types.h>

#pragma GCC visibility push(hidden)

/* Wait for the end of a run that has a process of its own; it is killed when
 * its time is over. */
void __tp2ph_watch(pid_t pid, tp_area_result *out);

#pragma GCC visibility pop

#endif
