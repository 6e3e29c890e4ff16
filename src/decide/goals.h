/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/goals.h - which branches are to be decided, in which order; private to
 * decide. */
#ifndef TP_DECIDE_GOALS_H
#define TP_DECIDE_GOALS_H

#include "decide/decide.h"
#include "decide/model.h"

/* Some branch is neither covered nor proved already. */
bool tp_goals_are_left(const tp_decide_parts *parts);
/* All of them, the deepest first: what lies deep decides most about its run. */
void tp_goals_order(tp_vec_u32 *out, const tp_model *m,
                    const tp_decide_parts *parts);

#endif
