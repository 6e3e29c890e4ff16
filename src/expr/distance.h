/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/distance.h - how far values are from making a predicate true.
 *
 * 0 if it holds; of a comparison how far its sides are apart, brought below 1;
 * of "and" the sum, of "or" the least. So values that are nearer have a smaller
 * number, also where the predicate is made of several.
 */
#ifndef TP_EXPR_DISTANCE_H
#define TP_EXPR_DISTANCE_H

#include "expr/expr.h"

typedef struct tp_distance {
  tp_exprs *exprs;
  tp_expr_values values;
  void *state;
  uint32_t parts; /* of predicates that were looked at since begin */
} tp_distance;

/* The values are others than before. */
void tp_distance_begin(tp_distance *d);
/* Of e being `wanted`. Between begin and the last of these nothing else may be
 * evaluated. */
double tp_distance_of(tp_distance *d, tp_expr e, bool wanted);
/* Two numbers so far apart: below 1, larger the farther, never 0. */
double tp_distance_squeezed(double apart);

/* A float or double of a sort from its IEEE pattern. */
double tp_expr_real(uint64_t bits, tp_sort sort);

#endif
