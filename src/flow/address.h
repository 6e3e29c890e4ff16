/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/address.h - what addresses of the IR are parts of; private to flow. */
#ifndef TP_FLOW_ADDRESS_H
#define TP_FLOW_ADDRESS_H

#include "base/bits.h"
#include "ir/ir.h"

static inline tp_decl_id tp_flow_same(const tp_program *p, tp_decl_id d) {
  tp_decl_id same = p->decls.at[d].same;
  return same ? same : d;
}
static inline bool tp_flow_is_address(const tp_ir_op *op) {
  return op->kind <= TP_IR_ELEMENT;
}
/* The operation at which an address begins: the first that is no part of
 * something else. Through a pointer: the value that is one. */
uint32_t tp_flow_base(const tp_ir *ir, uint32_t address);
/* The variable that an address lies in, canonical; 0: none, or a pointer leads
 * there. */
tp_decl_id tp_flow_root(const tp_ir *ir, uint32_t address);
/* The address that a pointer was made of by name (&x, an array), and what
 * tp_flow_root says of it. TP_IR_NONE, 0: it was not. */
uint32_t tp_flow_pointed_at(const tp_ir *ir, uint32_t pointer);
tp_decl_id tp_flow_pointee(const tp_ir *ir, uint32_t pointer);
/* The argument of an input call whose object it fills; TP_IR_NONE: none. */
uint32_t tp_flow_filled(const tp_ir *ir, const tp_ir_op *call);
/* A store that gives a variable or a literal its first value. */
bool tp_flow_is_initialiser(const tp_ir *ir, const tp_ir_op *store);
/* Declarations (canonical) that pointers may reach: their address is used for
 * more than being handed to an input call. Initialises `out`. */
void tp_flow_escaped(tp_bits *out, const tp_ir *ir);
const char *tp_flow_callee_name(const tp_program *p, uint32_t site);

/* Who uses each value. */
typedef struct tp_flow_use {
  uint32_t op, operand;
} tp_flow_use;
typedef struct tp_flow_uses {
  uint32_t
      *first; /* by operation: its uses are at[first[i]] up to the next's */
  tp_flow_use *at;
} tp_flow_uses;
void tp_flow_uses_find(tp_flow_uses *out, const tp_ir *ir);
void tp_flow_uses_free(tp_flow_uses *u);

/* By operation: the text that was left alone of which it is a part by itself
 * (its OPAQUE); 0: none. Free with tp_free. */
uint32_t *tp_flow_left_alone(const tp_ir *ir, const tp_flow_uses *uses);

#endif
