/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/lost.h - why the walk never came to a place; private to decide. */
#ifndef TP_DECIDE_LOST_H
#define TP_DECIDE_LOST_H

#include "decide/diary.h"
#include "ir/ir.h"

/* Sides that were not followed (numbers of told->pruned) such that each way to
 * the condition n goes through one of them. False: that is not known. None:
 * nothing leads there at all. */
bool tp_lost_find(const tp_ir *ir, const tp_diary *t, tp_node_id n,
                  tp_vec_u32 *out);

#endif
