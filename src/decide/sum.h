/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/sum.h - inputs that bring a count over (or under, or to) its limit.
 *
 * "if (fails > 1500)" after 2,000 tests compares a sum of 2,000 choices with a
 * constant. A solver that knows bits only finds no way through that; but the
 * choices hardly depend on each other, so they are made one by one, each in the
 * direction that helps, until the comparison holds.
 */
#ifndef TP_DECIDE_SUM_H
#define TP_DECIDE_SUM_H

#include "decide/pack.h"

/* Whether branch k of an instance is, or lies behind, such a comparison. */
bool tp_sum_is(tp_pack *p, const tp_instance *i, uint32_t k);
/* Bring it into the pack in this way. False: it was not reached. */
bool tp_sum_add(tp_pack *p, const tp_instance *i, uint32_t k);

#endif
