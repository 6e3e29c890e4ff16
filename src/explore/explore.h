/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore/explore.h - paths for their own sake, where conditions depend on what
 * earlier turns of a loop have left behind.
 *
 * Neither phase can turn a condition that no input decides on its path (the
 * state of a machine, a counter), and a query about the tenth turn of a loop
 * is a large one. Runs are cheap: this search turns what inputs decide, and
 * goes on from each path that did something no path did before.
 */
#ifndef TP_EXPLORE_EXPLORE_H
#define TP_EXPLORE_EXPLORE_H

#include "search/strategy.h"

/* Until every goal is covered, or runs, and what solving cost beside them, that
 * covered nothing new are as many as `patience`. */
void tp_explore(const tp_oracle *oracle, const tp_search_limits *limits,
                uint64_t patience, tp_search_counts *counts);

#endif
