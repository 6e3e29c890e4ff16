/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rival/pursue.h - searches over all turns that are left: each step of each run
 * with another branch, tried once behind its prefix. They differ in which turn
 * is next. When none is left they start again from random inputs.
 */
#ifndef TP_RIVAL_PURSUE_H
#define TP_RIVAL_PURSUE_H

#include "base/map.h"
#include "base/rng.h"
#include "search/session.h"

/* More are not kept: those of later runs are lost then. */
#define TP_MOST_TURNS 20000

typedef struct tp_turn {
  uint32_t route; /* the run whose step is turned */
  uint32_t at;
  tp_branch instead;
  uint32_t score; /* goals that the run was the first to cover */
} tp_turn;

typedef struct tp_turn_route {
  tp_path path;
  uint32_t uses;
} tp_turn_route;

typedef struct tp_pursuit {
  tp_session s;
  tp_rng rng;
  VEC(tp_turn) turns; /* in the order of runs and of steps */
  VEC(tp_turn_route) routes;
  tp_vec_u32 spare; /* routes without use */
  tp_map met;       /* keys of turns, tried or not */
  tp_path path;     /* of the last run */
  tp_solution solution;
  void *own; /* of the strategy */
} tp_pursuit;

typedef struct tp_pursuit_way {
  /* The number of the turn to try; there is one. */
  uint32_t (*pick)(tp_pursuit *p);
  void (*ran)(tp_pursuit *p); /* after each run; may be NULL */
  bool only_behind; /* of a turned run the steps behind the turn count only */
} tp_pursuit_way;

void tp_pursue(const tp_pursuit_way *way, void *own, const tp_oracle *oracle,
               const tp_search_limits *limits, tp_search_counts *counts);

/* The branch of step `at` of a turn's path: its last one is the turned one. */
tp_branch tp_turn_branch(const tp_pursuit *p, const tp_turn *turn, uint32_t at);
/* The last n branches of a turn's path, or all of fewer, as one number. */
uint64_t tp_turn_context(const tp_pursuit *p, const tp_turn *turn, uint32_t n);
uint64_t tp_path_context(const tp_path *path, uint32_t end, uint32_t n);

#endif
