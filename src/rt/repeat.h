/* SPDX-License-Identifier: MIT */
/* rt/repeat.h - many runs in one process.
 *
 * A run that only computes changes nothing but its memory and its registers:
 * putting both back is much cheaper than a new process. Whether it only
 * computes is not guessed: the kernel hands each system call to the runtime
 * before it is made (syscall user dispatch, Linux 5.11). A few that leave
 * nothing behind are let through, exit_group is the end of the run, and any
 * other gives the run up before it has done anything: it is made again in a
 * process of its own.
 */
#ifndef TP_RT_REPEAT_H
#define TP_RT_REPEAT_H

#include "wire/area.h"

#pragma GCC visibility push(hidden)

/* In a process of its own, which makes runs from here on: returns at the start
 * of each, the first at once for `first`, the others when ordered on `control`,
 * where they are answered, too. Memory and registers are then those of the
 * first return. What should be run alone is passed on to `server`, and nothing
 * is done until that sends something back. The process ends when nobody orders
 * any more, and when this cannot be done here. */
void __tp2ph_repeat(int control, int server, const tp_area_order *first);

#ifdef __x86_64__
/* gate(number, six arguments): the result as the kernel gives it. Calls that
 * are made there are our own, whatever is done with the program's. */
long __tp2ph_gate(long number, ...);
extern const char __tp2ph_gate_end[];
#endif

#pragma GCC visibility pop

#endif
