/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/ahead.h - what lies ahead of a state that a run really had; private to
 * decide.
 *
 * What a kept test read first is as it was, up to some input. The walk goes the
 * test's way up to there, and on from there on all paths at once. Whether any
 * branch that is open can be taken is one question; if there is one, the answer
 * is run: the test's inputs, and the solver's behind.
 */
#ifndef TP_DECIDE_AHEAD_H
#define TP_DECIDE_AHEAD_H

#include "decide/decide.h"

typedef struct tp_ahead {
  uint32_t test, reads; /* the first ones of the test */
  uint64_t steps;       /* that the walk goes on behind them */
} tp_ahead;

void tp_ahead_ask(const tp_ahead *from, const tp_verdicts *verdicts,
                  const tp_decide_parts *parts);

#endif
