/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore/distance.h - inputs are moved towards conditions that did not turn.
 *
 * A run tells how far each condition was from taking a branch that nobody has
 * taken (search/rows.h). For each such branch the nearest row of inputs is
 * kept; its inputs are changed one by one: those that matter, by steps that
 * grow while they help, single bits, constants of the program, and parts of the
 * row that are repeated. Where the run in full tells the condition as a
 * predicate over the inputs, these are moved without running anything. No
 * solver. Between that, runs that left something new are continued
 * (explore/pool.h): what no run comes to has no distance.
 */
#ifndef TP_EXPLORE_DISTANCE_H
#define TP_EXPLORE_DISTANCE_H

#include "search/strategy.h"

extern const tp_strategy tp_explore_distance;

#endif
