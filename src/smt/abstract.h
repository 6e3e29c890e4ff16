/* smt/abstract.h - predicates without their floating-point arithmetic (inside
 * module smt).
 *
 * Each result of an addition, multiplication .. of floats becomes a variable of
 * its own. What contradicts itself then does so whatever these results are: a
 * proof that costs no arithmetic. What does not is only a proposal.
 */
#ifndef TP_SMT_ABSTRACT_H
#define TP_SMT_ABSTRACT_H

#include "base/map.h"
#include "expr/node.h"

typedef struct tp_abstract {
  tp_exprs *exprs;
  tp_map at; /* expression -> the same without arithmetic */
} tp_abstract;

/* Variables from here on stand for results; ids of inputs are below. */
#define TP_ABSTRACT_VARS 0x40000000u

tp_expr tp_abstract_of(tp_abstract *a, tp_expr e);
void tp_abstract_free(tp_abstract *a);

#endif
