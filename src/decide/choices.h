/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/choices.h - what a value can be. */
#ifndef TP_DECIDE_CHOICES_H
#define TP_DECIDE_CHOICES_H

#include "base/vec.h"
#include "expr/expr.h"

/* The different arms of nested if-then-elses; of another expression itself.
 * False: there are more than max. */
bool tp_choices(tp_exprs *x, tp_expr value, uint32_t max, tp_vec_u32 *out);

#endif
