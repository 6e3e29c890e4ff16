/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/progress.h - one line on the terminal that says how far the search is.
 */
#ifndef TP_APP_PROGRESS_H
#define TP_APP_PROGRESS_H

#include "base/clock.h"
#include "base/str.h"

typedef struct tp_progress {
  int fd;          /* -1: nothing is shown */
  double next;     /* earliest time of the next line */
  unsigned length; /* of the line that stands there now */
} tp_progress;

typedef struct tp_progress_counts {
  const char *phase; /* "phase1" */
  uint32_t covered, infeasible, total;
  uint64_t runs;
} tp_progress_counts;

/* Shown on stderr if that is a terminal that can go back to the start of the
 * line, and not with -q. */
void tp_progress_init(tp_progress *p, bool is_quiet);
/* Cheap: writes at most ten times a second. budget: for the time left. */
void tp_progress_show(tp_progress *p, const tp_progress_counts *counts,
                      const tp_budget *budget);
/* Clear the line: before anything else is printed, and at the end. */
void tp_progress_clear(tp_progress *p);

/* The line itself, at most `width` characters. */
void tp_progress_line(tp_str *out, const tp_progress_counts *counts,
                      double seconds_left, unsigned width);

#endif
