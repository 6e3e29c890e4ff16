/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal/optimal.h - towards optimal concolic testing (seed 003): whether to
 * run at random or to solve a path, and which, by what it brings for its cost.
 *
 * greedy          algorithms 1 and 2, mended (docs/algorithms.md)
 * greedy-printed  the same as printed, for comparison
 */
#ifndef TP_OPTIMAL_OPTIMAL_H
#define TP_OPTIMAL_OPTIMAL_H

#include "optimal/chain.h"
#include "search/strategy.h"

extern const tp_strategy tp_optimal_greedy;
extern const tp_strategy tp_optimal_printed;

/* By name, NULL if there is none. */
const tp_strategy *tp_optimal_find(const char *name);

typedef struct tp_optimal_options {
  tp_chain_rule rule;
  double prior;        /* of Laplace's rule */
  const double *known; /* chances by edge, if they are; or NULL */
  bool is_printed;     /* without what was mended */
} tp_optimal_options;

/* What the two strategies are. */
extern const tp_optimal_options tp_optimal_mended;
extern const tp_optimal_options tp_optimal_as_printed;

void tp_optimal_search(const tp_optimal_options *options,
                       const tp_oracle *oracle, const tp_search_limits *limits,
                       tp_search_counts *counts);

#endif
