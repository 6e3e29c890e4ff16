/* rt/process.h - the processes below the server: waiting for them, ending them.
 */
#ifndef TP_RT_PROCESS_H
#define TP_RT_PROCESS_H

#include "instr/area.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

/* The fields of /proc/PID/stat behind the name, in text: state, parent, ... */
const char *__tp2ph_stat_of(const char *pid, char *text, size_t size);
/* A small file; its length, NUL-ended, or -1. Without stdio: the heap belongs
 * to the program. */
ssize_t __tp2ph_read_text(const char *path, char *text, size_t size);

/* Everything below this process, layer by layer. `group` is the run's, killed
 * at one stroke; 0: none. */
void __tp2ph_kill_all(pid_t group);
/* Whether there are children beside `known`; 0: none is known. */
bool __tp2ph_has_children(pid_t known);

/* Wait for the end of a run that has a process of its own; it is killed when
 * its time is over. */
void __tp2ph_watch(pid_t pid, tp_area_result *out);

#pragma GCC visibility pop

#endif
