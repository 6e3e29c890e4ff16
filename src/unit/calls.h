/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/calls.h - the static call graph of a program (definition 1 of seed 001),
 * and what a unit needs of the rest. Functions are numbered as tp_func_id. */
#ifndef TP_UNIT_CALLS_H
#define TP_UNIT_CALLS_H

#include "ast/ast.h"
#include "unit/relevance.h"

/* A call through a pointer leads to each function of its type that the program
 * defines and whose name is used otherwise than in a call. */
void tp_calls_of_program(tp_call_graph *out, const tp_program *p);

/* What functions of the set need: variables of file scope that they name and
 * that are not const; those that nobody defines; functions that they, or
 * initialisers of file scope, name and that are neither in the set nor of the C
 * library. Each as a declaration that is known in file `unit` if there is one,
 * else in its own. */
void tp_unit_needs(tp_vec_u32 *variables, tp_vec_u32 *missing,
                   tp_vec_u32 *functions, const tp_program *p,
                   const tp_bits *set, tp_unit_id unit);

#endif
