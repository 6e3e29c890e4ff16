/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/candidates.h - the whole numbers that a program names: what may be a
 * bin, if nobody says which there are (inside module front). */
#ifndef TP_INPUT_CANDIDATES_H
#define TP_INPUT_CANDIDATES_H

#include "ast/ast.h"

typedef VEC(int64_t) tp_input_numbers;

/* Constants, and what constant expressions amount to, in rising order, each
 * once; not more than can be looked at one by one. */
void tp_input_collect_numbers(const tp_program *p, tp_input_numbers *out);

#endif
