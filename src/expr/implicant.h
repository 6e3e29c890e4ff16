/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/implicant.h - why a predicate is true for given values.
 *
 * A set of simple literals (comparisons without and, or, if-then-else) that are
 * true for the values and together imply the predicate. They name far fewer
 * variables than the predicate does, so that what has been settled by one
 * choice does not tie the rest together.
 */
#ifndef TP_EXPR_IMPLICANT_H
#define TP_EXPR_IMPLICANT_H

#include "base/map.h"
#include "expr/expr.h"

typedef struct tp_implicant {
  tp_exprs *exprs;
  tp_expr_values values;
  /* What stands for an expression when its value is asked; NULL: itself. */
  tp_expr (*stand_in)(void *state, tp_expr e);
  void *state;
  VEC(tp_expr) literals; /* the answer */
  tp_vec_u32 work;       /* predicates still to be taken apart, all true */
  tp_map special;        /* expression -> its form without if-then-else */
  tp_map required;       /* predicates that were put into work */
  uint32_t walk;         /* tp_expr_walk of the values that are known */
} tp_implicant;

/* Fills literals for predicate e, which is true for the values. */
void tp_implicant_find(tp_implicant *m, tp_expr e);
void tp_implicant_free(tp_implicant *m);

#endif
