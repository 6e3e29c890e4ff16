/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/vars.h - the inputs that runs have read so far, as variables.
 *
 * A variable is an input scalar, known by the runtime's key: the same read has
 * the same variable on every path. Variable ids are those of expr/expr.h.
 */
#ifndef TP_ENGINE_VARS_H
#define TP_ENGINE_VARS_H

#include "base/map.h"
#include "expr/expr.h"
#include "instr/plan.h"

typedef struct tp_var {
  uint64_t key;
  uint32_t site;
  uint32_t occurrence;
  uint32_t part;  /* of an object that is filled: which of its scalars */
  uint8_t type;   /* tp_wire_type */
  tp_expr bits;   /* its bytes in memory, as an expression */
  uint64_t plain; /* the value it has if a run is not given another */
} tp_var;

/* Invariant (tp_vars_check): a key leads to the last variable that was made of
 * it. */
typedef struct tp_vars {
  VEC(tp_var) at;
  tp_map by_key;
  const tp_plan *plan; /* limits of inputs; NULL: none are limited */
} tp_vars;

/* The variable of what->key; made when it is new. A key that is read with
 * another type than before (a different program would be needed) gives a new
 * one. */
uint32_t tp_vars_of(tp_vars *vars, tp_exprs *exprs, const tp_var *what);
/* Again, after all expressions were cleared. */
void tp_vars_express(tp_vars *vars, tp_exprs *exprs);
void tp_vars_free(tp_vars *vars);
/* Ends with a message if the invariant is broken. */
void tp_vars_check(const tp_vars *vars);
/* Bytes of a scalar of that type. */
unsigned tp_wire_type_size(tp_wire_type type);

#endif
