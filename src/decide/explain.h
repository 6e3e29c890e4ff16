/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/explain.h - why branches are infeasible, down to the assignments.
 *
 * In: verdicts. The program is walked once more, told (diary.h). Out: for each
 * infeasible branch a proof that names the assignments, calls and conditions
 * that it needs, and its certificate with the definition of each, if the solver
 * can repeat the argument from them; else both stay as they were.
 */
#ifndef TP_DECIDE_EXPLAIN_H
#define TP_DECIDE_EXPLAIN_H

#include "decide/decide.h"

/* Of what was not explained before. Calls parts->on_proof for each that is now,
 * and parts->spend as Decide does. */
void tp_explain(tp_verdicts *verdicts, const tp_decide_parts *parts);
/* What a short walk can explain, in which one turn of a loop stands for any. */
void tp_explain_briefly(tp_verdicts *verdicts, const tp_decide_parts *parts);

#endif
