/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/strategy.h - what every search strategy looks like to the app.
 *
 * A strategy runs and solves through the oracle until nothing is left that it
 * would try, the budget is over or max_runs is reached. It fills its counts;
 * coverage and tests are kept by the oracle.
 */
#ifndef TP_SEARCH_STRATEGY_H
#define TP_SEARCH_STRATEGY_H

#include "search/oracle.h"

typedef struct tp_search_limits {
  uint64_t max_runs; /* 0: no limit */
  uint64_t seed;
  uint64_t max_hung; /* runs over their time; 0: no limit */
  bool all_paths;    /* paths count, not goals: go on when all are covered; the
                        first inputs are drawn from the seed */
} tp_search_limits;

typedef struct tp_search_counts {
  uint64_t runs;
  uint64_t random_runs;        /* of those, counted by searches that choose */
  uint64_t solver_calls;       /* handed to oracle.solve and answered */
  uint64_t solver_calls_saved; /* not asked because of what was learned */
  uint64_t infeasible_paths;   /* UNSAT answers */
  bool is_exhausted;           /* it ended because nothing was left to try */
} tp_search_counts;

typedef struct tp_strategy {
  const char *name; /* as --strategy has it */
  void (*search)(const tp_oracle *oracle, const tp_search_limits *limits,
                 tp_search_counts *counts);
} tp_strategy;

#endif
