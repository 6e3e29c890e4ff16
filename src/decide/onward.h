/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/onward.h - questions about the next turns of a loop, from states that
 * runs really had.
 *
 * The hundredth turn of a machine is too far for a question from the start of
 * the program, but near to a run that got there. So the inputs of a test are
 * kept up to some place and free behind: a walk along them comes to the state
 * that the run had there, and goes on for a few turns on all paths at once.
 * What can be taken there is a test: the run's inputs, and the solver's behind.
 */
#ifndef TP_DECIDE_ONWARD_H
#define TP_DECIDE_ONWARD_H

#include "decide/decide.h"

/* From the tests there are, those that were found last first, until the budget
 * is over or no run may be made; at once if no test reads an input. */
void tp_onward(const tp_verdicts *verdicts, const tp_decide_parts *parts,
               uint64_t seed);

#endif
