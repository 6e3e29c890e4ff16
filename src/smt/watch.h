/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/watch.h - ends a check of Yices that takes too long (inside module smt).
 *
 * A thread looks every few milliseconds whether the check under way has passed
 * its deadline or the budget is over, and then asks Yices to stop. No signals.
 */
#ifndef TP_SMT_WATCH_H
#define TP_SMT_WATCH_H

#include "base/clock.h"
#include "smt/yices_api.h"

typedef struct tp_watch tp_watch;

/* seconds of processor time; 0: no limit on a check; budget may be NULL. */
tp_watch *tp_watch_new(double seconds, const tp_budget *budget);
void tp_watch_limit(tp_watch *w, double seconds); /* from now on */
/* In a copy of the process, which has no thread of ours; no check is under
 * way. */
void tp_watch_renew(tp_watch *w);
void tp_watch_free(tp_watch *w);
/* Around each check; end tells why it was stopped: NULL, "timeout" or
 * "interrupted". */
void tp_watch_begin(tp_watch *w, context_t *ctx);
const char *tp_watch_end(tp_watch *w);

#endif
