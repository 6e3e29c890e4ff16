/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/abstract.h - predicates without their hard arithmetic (inside module
 * smt).
 *
 * Each result of an addition, multiplication .. of floats, and of a product or
 * quotient of integers none of which is constant, becomes a variable of its
 * own. What contradicts itself then does so whatever these results are: a proof
 * that costs no arithmetic. What does not is only a proposal.
 */
#ifndef TP_SMT_ABSTRACT_H
#define TP_SMT_ABSTRACT_H

#include "expr/rewrite.h"

/* Variables from here on stand for results; ids of inputs are below. */
#define TP_ABSTRACT_VARS 0x40000000u

void tp_abstract_init(tp_rewrite *r, tp_exprs *exprs);

#endif
