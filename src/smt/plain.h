/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/plain.h - values that a person would choose. */
#ifndef TP_SMT_PLAIN_H
#define TP_SMT_PLAIN_H

#include "smt/query.h"

typedef VEC(uint64_t) tp_plain_list;

/* Appends floats (IEEE patterns of the sort) worth trying in a query: 0, 1, -1,
 * then the constants in its predicates, what lies between and beside them. */
void tp_plain_floats(tp_exprs *x, const tp_query *q, tp_sort sort,
                     tp_plain_list *out);

/* The same of integers: the constants in its predicates and their neighbours,
 * extended to 64 bits. */
void tp_plain_integers(tp_exprs *x, const tp_query *q, tp_plain_list *out);

/* The IEEE pattern of a float or double of a sort. */
uint64_t tp_plain_bits(double value, tp_sort sort);

#endif
