/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal/ahead.h - paths that lead through more than one open branch.
 *
 * Algorithm 2 of seed 003 only looks at paths of which nothing but the last
 * state is uncovered. So what is rare behind what is rare is paid for twice:
 * the run of the answer seldom goes on to the second, and the way to it is
 * solved again. Here a path that was chosen goes on, decision by decision, as
 * long as that costs less than what would be paid later for what the run may
 * miss. It can where it is known what the conditions ask: where some run came
 * to them on another way, or the oracle knows it without a run, as that of the
 * simulated programs does.
 */
#ifndef TP_OPTIMAL_AHEAD_H
#define TP_OPTIMAL_AHEAD_H

#include "optimal/candidates.h"
#include "optimal/reward.h"

/* The path leads to its last step, and costs that much. Whether it was made
 * longer. */
bool tp_ahead_extend(const tp_candidates *c, const tp_reward *r, tp_path *path,
                     double cost);

#endif
