/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/overflow.h - sums, differences and products that do not fit as signed
 * numbers, for given values. Expressions wrap, as processors do; C leaves open
 * what such a number is, and compilers turn it to what suits them. */
#ifndef TP_EXPR_OVERFLOW_H
#define TP_EXPR_OVERFLOW_H

#include "expr/expr.h"

/* Whether one of 32 or 64 bits in them does not. `fits` gets what says of each
 * such that it does, if that is easily said. */
bool tp_expr_overflows(tp_exprs *x, const tp_expr *es, uint32_t n,
                       tp_expr_values values, void *state, tp_vec_u32 *fits);

#endif
