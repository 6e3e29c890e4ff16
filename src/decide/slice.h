/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/slice.h - which definitions make an expression what it is; private to
 * decide. */
#ifndef TP_DECIDE_SLICE_H
#define TP_DECIDE_SLICE_H

#include "decide/diary.h"

/* The definitions (indices into t->at) from which it follows that e, whose
 * plain value is a constant, has that value: a few, not always the fewest. */
void tp_slice(tp_exprs *x, const tp_diary *t, tp_expr e, tp_vec_u32 *out);
/* All definitions behind e, with what holds in the turns that it is about;
 * false: more than max. */
bool tp_slice_all(tp_exprs *x, const tp_diary *t, tp_expr e, uint32_t max,
                  tp_vec_u32 *out);

#endif
