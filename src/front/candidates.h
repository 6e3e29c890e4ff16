/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/candidates.h - the whole numbers that a program names: what may be a
 * bin, if nobody says which there are (inside module front). */
#ifndef TP_FRONT_CANDIDATES_H
#define TP_FRONT_CANDIDATES_H

#include "ast/ast.h"

typedef VEC(int64_t) tp_front_numbers;

/* Constants, and what constant expressions amount to, in rising order, each
 * once; not more than can be looked at one by one. */
void tp_front_collect_numbers(const tp_program *p, tp_front_numbers *out);

#endif
