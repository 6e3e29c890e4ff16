/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/session.h - one search: the oracle with counts, limits and coverage.
 *
 * Every strategy runs and solves through a session, so that counting, the
 * budget and the list of open goals are right in all of them.
 */
#ifndef TP_SEARCH_SESSION_H
#define TP_SEARCH_SESSION_H

#include "search/cover.h"
#include "search/rows.h"
#include "search/strategy.h"

typedef struct tp_session {
  const tp_oracle *oracle;
  const tp_graph *g;
  tp_search_limits limits;
  tp_search_counts *counts;
  tp_cover cover;
  uint64_t runs_before; /* limits.max_runs counts from here */
  uint64_t hung;        /* runs over their time */
  uint64_t epoch;       /* the oracle's, when the cover was in step with it */
  uint32_t news;        /* goals that the last run was the first to cover */
  uint64_t stale; /* runs and solver calls since a goal was new; long paths
                     count more */
  bool is_lost;   /* a run was lost: more of them make no sense */
} tp_session;

/* Starts with what the oracle has covered. Borrows oracle and counts. */
void tp_session_init(tp_session *s, const tp_oracle *oracle,
                     const tp_search_limits *limits, tp_search_counts *counts);
void tp_session_fini(tp_session *s);

/* No time, or no run, is left, or runs get lost. */
bool tp_session_is_over(const tp_session *s);
/* The same, or no goal is left: for searches that only look for goals. Where
 * all paths are wanted something always is. */
bool tp_session_is_done(const tp_session *s);
/* The inputs of the very first run. */
tp_inputs tp_session_first(const tp_session *s);
/* Whether goals are all that is wanted, and all of them are covered. */
bool tp_session_has_all(const tp_session *s);
/* Runs, counts, closes the goals of the path; false if there is no path. */
bool tp_session_run(tp_session *s, tp_inputs inputs, tp_path *path);
/* Counts a run that was only looked at. */
void tp_session_looked(tp_session *s, tp_looked looked);
/* Solves and counts. A step that no input decides is not asked. */
tp_answer tp_session_solve(tp_session *s, const tp_path *path, uint32_t at,
                           tp_branch instead, tp_solution *out);

#endif
