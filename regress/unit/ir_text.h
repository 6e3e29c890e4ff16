/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir_text.h - the IR of a program written down as text, without any C: what
 * tp_ir_print prints, and before it what the names in it are.
 *
 *   struct pair { short low; short high; }
 *   static n : int                  an object of the program
 *   outside abs : int(int)          a function that it does not define
 *   max(a, b) : int(int,int)        a function of it, and what it does
 *      0 place a : int              (numbers may be left out)
 *      ...
 *
 * `declare x : int` makes the variable x of the function. An `input` is of type
 * int. Places (@3:5) are not read.
 */
#ifndef TP_REGRESS_IR_TEXT_H
#define TP_REGRESS_IR_TEXT_H

#include "instr/plan.h"
#include "ir/ir.h"

typedef struct ir_case {
  tp_program *p;
  tp_ir *ir;
  tp_plan plan; /* of its inputs */
} ir_case;

/* Ends the test if it can't be read. The program begins in main. */
void ir_read(ir_case *c, const char *text);
void ir_close(ir_case *c);
/* The operations of a function as tp_ir_print_function has them, without
 * places: each line ends in a blank where one was. */
void ir_print(const ir_case *c, tp_func_id f, tp_str *out);

#endif
