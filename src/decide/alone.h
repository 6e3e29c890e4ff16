/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/alone.h - short walks, for proofs; private to decide.
 *
 * The whole program is walked with two turns of each loop and one that stands
 * for any other: what induction over turns tells (invariant.c) is found with
 * questions that are a fraction of those about all turns.
 *
 * A function is walked alone, from a state and with arguments of which nothing
 * is known. What can't be taken there, no call of it takes, whatever the rest
 * of the program is like: so what is dead at a glance is proved also where the
 * whole is too hard, and before it is walked to its end. Nothing deep is tried.
 */
#ifndef TP_DECIDE_ALONE_H
#define TP_DECIDE_ALONE_H

#include "decide/work.h"

/* Of the branches that are open; once is enough. */
void tp_alone_prove(tp_decider *w);
/* The whole program, if it has loops that do not end soon; once is enough. */
void tp_alone_prove_briefly(tp_decider *w);

#endif
