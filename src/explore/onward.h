/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore/onward.h - runs that left something new are continued with more
 * input from there.
 *
 * Where conditions rest on what earlier turns of a loop left behind, nothing is
 * gained by solving: what counts is to get far. Rows of inputs whose runs did
 * something new are kept; another run begins as one of them and goes on
 * differently. Runs are only looked at (search/rows.h), so thousands are made
 * in a second. Values are drawn, or those that inputs had in tests.
 */
#ifndef TP_EXPLORE_ONWARD_H
#define TP_EXPLORE_ONWARD_H

#include "search/strategy.h"

/* The oracle offers rows; else it ends at once. Never ends by itself before
 * every goal is covered. */
void tp_onward(const tp_oracle *oracle, const tp_search_limits *limits,
               tp_search_counts *counts);

#endif
