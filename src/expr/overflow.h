/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/overflow.h - arithmetic of signed integers whose result C leaves open.
 *
 * Expressions wrap and mask shift counts, as processors do; compilers turn what
 * is open to what suits them, so that `-i == i` may be `i == 0`. What is left
 * of an operation in a simplified expression does not tell whether it fits, so
 * operations are looked at as they were before: by their operands.
 */
#ifndef TP_EXPR_OVERFLOW_H
#define TP_EXPR_OVERFLOW_H

#include "expr/cops.h"

typedef struct tp_arith {
  uint8_t op; /* tp_cop: arithmetic and shifts */
  uint8_t width;
  tp_expr a, b;
} tp_arith;

/* Whether it may be open for some values, as far as spans tell. */
bool tp_arith_may_misfit(const tp_exprs *x, tp_arith n);
/* Whether it is for these values of its operands. */
bool tp_arith_misfits(const tp_exprs *x, tp_arith n, uint64_t a, uint64_t b);
/* That it is not; 0 if that is not easily said. */
tp_expr tp_arith_fits(tp_exprs *x, tp_arith n);

#endif
