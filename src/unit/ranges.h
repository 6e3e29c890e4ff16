/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/ranges.h - between which numbers the variables of a program lie,
 * whatever it reads: the value ranges of section 3.3.1 of seed 001.
 *
 * Without regard to order: a variable holds one of the values that it is given
 * anywhere. What is changed through a pointer, read from outside or counted
 * has no range.
 */
#ifndef TP_UNIT_RANGES_H
#define TP_UNIT_RANGES_H

#include "ast/ast.h"

typedef struct tp_value_range {
  uint8_t kind; /* 0: given no value yet; 1: low .. high; 2: anything */
  int64_t low, high;
} tp_value_range;

typedef struct tp_ranges {
  tp_value_range *at; /* by tp_decl_id */
} tp_ranges;

/* is_whole: nobody outside calls its functions, but main. */
void tp_ranges_find(tp_ranges *out, const tp_program *p, bool is_whole);
void tp_ranges_free(tp_ranges *r);
/* Whether it says more than the type of the variable or parameter. */
bool tp_range_of(const tp_ranges *r, const tp_program *p, tp_decl_id d,
                 int64_t *low, int64_t *high);

#endif
