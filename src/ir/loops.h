/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir/loops.h - the loops of a program: what its jumps back span.
 *
 * A loop begins at the target of a jump back and ends at the last such jump.
 * Loops lie in each other or apart: where jumps cross, the loop that begins
 * first is taken to the end of the other one.
 */
#ifndef TP_IR_LOOPS_H
#define TP_IR_LOOPS_H

#include "ir/ir.h"

typedef struct tp_ir_loop {
  uint32_t head, end; /* first and last operation */
  uint32_t outer;     /* the loop around it, + 1; 0: none */
} tp_ir_loop;

typedef struct tp_ir_loops {
  VEC(tp_ir_loop) at; /* by head */
  VEC(uint32_t) of;   /* by operation: the innermost around it, + 1; 0: none */
} tp_ir_loops;

void tp_ir_loops_find(tp_ir_loops *out, const tp_ir *ir);
void tp_ir_loops_free(tp_ir_loops *l);

#endif
