/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/clock.h - time, time budgets, and the stop flag that signals set. */
#ifndef TP_BASE_CLOCK_H
#define TP_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Seconds of a monotonic clock. */
double tp_now(void);
/* Seconds of processor time that this process has used: a limit on it means
 * the same on a busy machine. */
double tp_cpu_now(void);
/* With that of its children that have ended: what was worked out apart
 * (base/apart.h) counts, too. */
double tp_cpu_of_all(void);

typedef enum tp_stop {
  TP_STOP_NONE,
  TP_STOP_TIME,
  TP_STOP_SIGNAL,
  TP_STOP_MEMORY
} tp_stop;

typedef struct tp_budget {
  double deadline; /* tp_now() value; 0 = none */
} tp_budget;

void tp_budget_init(tp_budget *b, double seconds); /* 0 = no limit */
/* Why long work must end now, or TP_STOP_NONE. Cheap enough for inner loops. */
tp_stop tp_budget_over(const tp_budget *b);
/* Seconds left; a large number when there is no limit. */
double tp_budget_left(const tp_budget *b);

/* A while after a budget, for what must still be done when it is over. */
typedef struct tp_grace {
  const tp_budget *budget;
  double seconds;
  double end; /* tp_now() value; 0 = the budget was not seen to be over */
} tp_grace;
bool tp_grace_over(tp_grace *g);

/* Every budget, also that of work that knows none (NULL), is over then; 0 =
 * never. */
void tp_deadline_set(double seconds);
/* Let every budget be over when this process has used more bytes than that; 0:
 * no limit. */
void tp_budget_limit_memory(uint64_t bytes);
/* Whether a copy of ours has more than that. */
bool tp_budget_is_too_large(pid_t copy);
/* Whether this process and the copy together have more. */
bool tp_budget_are_too_large(pid_t copy);
/* Of any process; 0: there is none. */
uint64_t tp_resident_bytes(pid_t pid);

/* Async-signal-safe: ask every budget to be over. */
void tp_stop_request(tp_stop why);

#endif
