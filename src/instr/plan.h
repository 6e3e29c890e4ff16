/* SPDX-License-Identifier: GPL-3.0-or-later */
/* instr/plan.h - what the instrumentation told the runtime to report.
 *
 * The plan is made together with the instrumented text. Its wire tables go to
 * the runtime; its nodes tell the engine what each number means.
 */
#ifndef TP_INSTR_PLAN_H
#define TP_INSTR_PLAN_H

#include "program/program.h"
#include "wire/wire.h"

typedef enum tp_plan_kind {
  TP_PLAN_CONDITION,
  TP_PLAN_SWITCH,
  TP_PLAN_VALUE, /* value, converted to `type`, was stored into dst */
  TP_PLAN_PIECE, /* the bytes of the last leaf, as they are, into dst */
  TP_PLAN_FIELD  /* as VALUE, but into the bit-field `field` of the dst bytes:
                    the last leaf is the old content of these bytes */
} tp_plan_kind;

typedef struct tp_plan_expr {
  uint8_t kind;
  /* The expression. For compound assignment and ++/-- the ASSIGN or INCDEC
   * node itself: the value is what it stores. */
  tp_node_id node;
  tp_type_id type; /* of the destination */
  tp_field field;
  /* leaves.at[wire.first_leaf ..]: the sub-expressions whose values are read
   * from memory: lvalues, or captured calls and side effects. */
} tp_plan_expr;

/* Why something that may depend on an input is taken as it is. */
typedef enum tp_plan_why {
  TP_NOT_CONDITION, /* a decision whose value is not understood */
  TP_NOT_VALUE,     /* a value that is not understood, or too large */
  TP_NOT_MODELLED,  /* the result of a function outside the program */
  TP_NOT_VARIADIC,  /* an argument that is fetched with va_arg */
  TP_NOT_ADDRESS,   /* an object, where it lies */
  TP_NOT_FUNCTION   /* which function is called through a pointer */
} tp_plan_why;

typedef struct tp_plan_note {
  tp_node_id node;
  tp_plan_why why;
} tp_plan_note;

typedef struct tp_plan {
  VEC(tp_plan_expr) exprs; /* from 1, parallel to wire_exprs */
  VEC(tp_wire_expr) wire_exprs;
  VEC(tp_wire_leaf) wire_leaves;
  VEC(tp_node_id) leaf_nodes; /* parallel to wire_leaves */
  VEC(tp_wire_func) funcs;    /* by tp_func_id */
  VEC(uint32_t) param_sizes;
  VEC(tp_wire_site) sites; /* by site id */
  VEC(tp_wire_part) parts;
  bool has_ranges;              /* the text asks about objects */
  uint32_t n_opaque_conditions; /* recorded, but never symbolic */
  VEC(tp_plan_note) notes;      /* what is never symbolic, in source order */
} tp_plan;

void tp_plan_init(tp_plan *plan);
void tp_plan_free(tp_plan *plan);

#endif
