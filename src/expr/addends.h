/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/addends.h - a sum as the numbers that are added up in it.
 *
 * Sums share their parts: b = a + b; a = b a few dozen times over is a graph of
 * a few dozen nodes in which the first a occurs a billion times. So each addend
 * is listed once, with how often it occurs.
 */
#ifndef TP_EXPR_ADDENDS_H
#define TP_EXPR_ADDENDS_H

#include "base/vec.h"
#include "expr/expr.h"

typedef struct tp_addend {
  tp_expr e;
  uint64_t times; /* modulo 2^64 */
} tp_addend;

typedef VEC(tp_addend) tp_addend_list;

/* Append the addends of e; what is no sum is its only one. */
void tp_expr_addends(const tp_exprs *x, tp_expr e, tp_addend_list *out);
/* Whether e is a sum of at least n different ones. */
bool tp_expr_has_addends(const tp_exprs *x, tp_expr e, uint32_t n);

#endif
