/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir/order.h - the order in which compilers evaluate what C leaves open.
 *
 * As measured. Operands go from left to right; arguments in gcc from the last
 * to the first. Both compilers take the right side of a scalar assignment
 * first, except that gcc takes the left side first when the right one is a call
 * whose value needs no conversion, and of L op= R when R has no side effects;
 * records are assigned left side first by clang, and by gcc when the right side
 * is a call, a literal or ?:. Initialisers go by offset. Where a call is plain
 * to gcc (abs), or a variable is read late, nobody says when: what shows is
 * marked open.
 */
#ifndef TP_IR_ORDER_H
#define TP_IR_ORDER_H

#include "ast/ast.h"

/* What a value that is stored as type `to` is without the casts around it that
 * change nothing, and without the first parts of comma expressions, which gcc
 * evaluates before everything else. */
tp_node_id tp_ir_bare_value(const tp_program *p, tp_node_id n, tp_type_id to);
/* Whether the compiler evaluates the left side of assignment n first. */
bool tp_ir_left_first(const tp_program *p, tp_node_id n, bool is_gcc);
/* Whether it evaluates the right operand of BINARY n first. */
bool tp_ir_right_first(const tp_program *p, tp_node_id n, bool is_gcc);
/* The initialisers of an INIT_LIST in their order, appended. */
void tp_ir_init_order(const tp_program *p, tp_node_id list, tp_vec_u32 *out);

#endif
