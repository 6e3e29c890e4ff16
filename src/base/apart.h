/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/apart.h - work that can't be stopped, in a process that can.
 *
 * The work is done by a copy of this process: it sees all that we have, what it
 * changes is lost, and what it has to say comes back as bytes. When its time is
 * over it is killed.
 */
#ifndef TP_BASE_APART_H
#define TP_BASE_APART_H

#include "base/clock.h"
#include "base/str.h"

typedef enum tp_apart_end {
  TP_APART_DONE,    /* all it said is there */
  TP_APART_LATE,    /* more processor time than it was given */
  TP_APART_LARGE,   /* more memory than we may use */
  TP_APART_STOPPED, /* the budget is over */
  TP_APART_FAILED   /* it crashed, or there was no process to be had */
} tp_apart_end;

/* Call work, which appends to `said`, in a process of its own. seconds of
 * processor time, 0: no limit. The work must not print, start threads or wait
 * for those of ours, which the copy does not have. */
tp_apart_end tp_apart_run(void (*work)(void *state, tp_str *said), void *state,
                          double seconds, const tp_budget *budget,
                          tp_str *said);
/* Seconds of processor time that all such work has taken. */
double tp_apart_seconds(void);

#endif
