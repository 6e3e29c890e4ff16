/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/progress.h - one line on the terminal that says how far a run is.
 *
 * The worker puts what it has on a *board*, memory that it shares with the
 * keeper (app/crew.h), and the keeper draws it. So the line never stands still,
 * whatever the worker is waiting for. A batch gives each of its programs a
 * board of its own, and draws them all.
 */
#ifndef TP_APP_PROGRESS_H
#define TP_APP_PROGRESS_H

#include "base/clock.h"
#include "base/str.h"

#define TP_PROGRESS_PHASE 32

typedef struct tp_progress_counts {
  char phase[TP_PROGRESS_PHASE];       /* "phase1" */
  uint32_t covered, infeasible, total; /* of what is looked for; total 0: not
                                          known yet */
  bool has_others; /* bins, checks and the like are among them */
  uint64_t runs;
} tp_progress_counts;

typedef struct tp_progress_board {
  tp_progress_counts counts;     /* of the search */
  char stage[TP_PROGRESS_PHASE]; /* what is shown in place of its phase before
                                    and after it; empty: the phase is */
  volatile int is_writing;       /* somebody writes to the terminal */
  volatile bool is_hushed;       /* nothing more is drawn */
  volatile unsigned length;      /* of the line that stands there now */
} tp_progress_board;

/* ---- who works ---- */

/* Before anything else is written to the terminal: the line is cleared, and
 * does not come back until tp_progress_go_on. */
void tp_progress_hush(tp_progress_board *board);
void tp_progress_go_on(tp_progress_board *board);

/* ---- who draws ---- */

typedef struct tp_progress_rate {
  double at, decided, runs; /* a moment ago */
  double branches_a_second, runs_a_second;
} tp_progress_rate;

typedef struct tp_progress {
  tp_progress_board *board; /* borrowed */
  bool is_terminal;         /* else whole lines, now and then */
  bool is_shown;
  double started, next;
  double deadline; /* tp_now() value; 0: none */
  unsigned turns;
  tp_progress_rate rate;
} tp_progress;

/* On stderr: if that is a terminal that can go back to the start of the line,
 * one line that is drawn anew; else with -v whole lines, ever more rarely. */
void tp_progress_init(tp_progress *p, tp_progress_board *board, bool is_quiet,
                      bool is_verbose, double timeout);
/* Cheap: writes at most ten times a second. */
void tp_progress_show(tp_progress *p);
void tp_progress_clear(tp_progress *p);

/* ---- the line itself ---- */

typedef struct tp_progress_time {
  double passed, left; /* seconds; left below 0: no limit */
} tp_progress_time;

/* At most `width` characters: what matters least is left out. */
void tp_progress_line(tp_str *out, const tp_progress_counts *counts,
                      const tp_progress_rate *rate,
                      const tp_progress_time *time, unsigned width);
void tp_progress_measure(tp_progress_rate *rate,
                         const tp_progress_counts *counts, double now);
/* What a board shows now. */
tp_progress_counts tp_progress_read(const tp_progress_board *board);
/* "1h 05m", "2m 10s", "45s" */
void tp_progress_add_duration(tp_str *out, double seconds);

/* stderr is a terminal whose cursor can be moved. */
bool tp_progress_has_terminal(void);
/* Its columns but one, and its rows. */
void tp_progress_terminal_size(unsigned *width, unsigned *rows);
/* A terminal that was stopped (Ctrl-S) gets nothing: we don't wait for it. */
void tp_progress_put(const tp_str *text);

#endif
