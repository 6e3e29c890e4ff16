/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/shows.h - where the order of evaluation shows.
 *
 * The IR says where C leaves it to the compiler (TP_IR_OPEN). It shows where a
 * call in one operand may change what another one reads. Answers are by the
 * node that an operation comes from.
 */
#ifndef TP_FLOW_SHOWS_H
#define TP_FLOW_SHOWS_H

#include "base/bits.h"
#include "ir/ir.h"

typedef struct tp_shows {
  /* Of a value: the order shows in it, values of their own (arguments, sides of
   * assignments, conditions) not counted. Of an assignment: that of its sides.
   * Of a record that is an argument: a call beside it may change it, and it is
   * copied when all arguments were evaluated. */
  tp_bits open;
  tp_bits moving; /* of an assignment: R may change where L is */
} tp_shows;

/* In the functions of the program. */
void tp_flow_shows(tp_shows *out, const tp_ir *ir);
void tp_shows_free(tp_shows *s);

#endif
