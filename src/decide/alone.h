/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/alone.h - functions by themselves; private to decide.
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

#endif
