/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/argument.h - a proof as statements for another to check; private to
 * decide.
 *
 * Statements are what holds of the program (definitions, limits) and what is
 * claimed to happen (the goal); together they can't be true.
 */
#ifndef TP_DECIDE_ARGUMENT_H
#define TP_DECIDE_ARGUMENT_H

#include "decide/decide.h"

typedef struct tp_argument {
  VEC(tp_smt_statement) at; /* texts are owned */
} tp_argument;

/* That `name` is e, or, without a name, that e holds; once. Takes over what is
 * in *text, which is empty then. */
void tp_argument_add(tp_argument *a, tp_expr name, tp_expr e, tp_str *text);
/* The number of the file in which the certificate of a branch is, or that of
 * one of the ways to it, from 0. */
uint32_t tp_argument_number(const tp_decide_parts *parts, tp_sbranch b,
                            uint32_t way);
/* As the certificate of a branch, if they are asked for, in that file. False:
 * it is not written. */
bool tp_argument_write(const tp_argument *a, const tp_decide_parts *parts,
                       tp_exprs *exprs, tp_sbranch b, uint32_t number);
void tp_argument_free(tp_argument *a);

#endif
