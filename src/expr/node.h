/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/node.h - the inside of an expression, for those who walk it (smt). */
#ifndef TP_EXPR_NODE_H
#define TP_EXPR_NODE_H

#include "expr/expr.h"

typedef enum tp_expr_op {
  TP_E_NONE,
  TP_E_CONST, /* bits */
  TP_E_VAR,   /* bits: var id */
  TP_E_NOT,   /* truth values */
  TP_E_AND,
  TP_E_OR,
  TP_E_ITE,
  TP_E_EQ, /* of truth values or of bit vectors, never of floats */
  TP_E_BV, /* aux: tp_bv_op */
  TP_E_BV_NOT,
  TP_E_BV_NEG,
  TP_E_ULT,
  TP_E_SLT,
  TP_E_EXTRACT, /* aux: lowest bit */
  TP_E_CONCAT,  /* a high, b low */
  TP_E_ZEXT,
  TP_E_SEXT,
  TP_E_OF_BOOL,
  TP_E_FP, /* aux: tp_fp_op */
  TP_E_FP_NEG,
  TP_E_FP_ROOT,
  TP_E_FP_LT,
  TP_E_FP_LE,
  TP_E_FP_EQ,
  TP_E_FP_CONVERT,
  TP_E_FP_OF_INT, /* aux: is_signed */
  TP_E_INT_OF_FP, /* aux: is_signed; signed 32, signed 64 or unsigned 64 */
  TP_E_FP_BITS,
  TP_E_FP_OF_BITS
} tp_expr_op;

typedef struct tp_expr_node {
  uint8_t op;    /* tp_expr_op */
  uint8_t sort;  /* tp_sort */
  uint8_t width; /* bits */
  uint8_t aux;
  tp_expr a, b, c; /* kids, 0 if fewer; always smaller than the own id */
  uint64_t bits;   /* of leaves; others: TP_E_HAS_... of what is below */
} tp_expr_node;

#define TP_E_HAS_ROUNDING 1u /* floating-point arithmetic */
#define TP_E_HAS_FLOATS 2u   /* floats at all, leaves included */
#define TP_E_HAS_PRODUCT 4u  /* of bit vectors none of which is constant */
#define TP_E_VARS_SHIFT 32   /* above: tp_expr_vars_end */

/* Borrowed until the next node is built. */
const tp_expr_node *tp_expr_get(const tp_exprs *x, tp_expr e);

/* Between which numbers the value of a bit vector lies: signed, both inside. */
typedef struct tp_interval {
  int64_t low, high;
  bool is_either; /* it is one of the two, nothing between */
} tp_interval;
tp_interval tp_expr_span(const tp_exprs *x, tp_expr e);

/* Whether a float is in it or is it. */
static inline bool tp_expr_has_floats(const tp_expr_node *n) {
  if (n->op == TP_E_CONST || n->op == TP_E_VAR)
    return n->sort == TP_X_F32 || n->sort == TP_X_F64;
  return n->bits & TP_E_HAS_FLOATS;
}

/* The same as a bit-vector expression: floats occur only as fp_bits(variable),
 * float-valued e gives its pattern. Exact (any NaN for a NaN). */
tp_expr tp_expr_lower(tp_exprs *x, tp_expr e);
/* A pattern as a signed number in the order of the floats, -0 just below 0;
 * NaNs lie outside the infinities. In lowered expressions keys of variables
 * are tp_expr_fp_key(tp_expr_fp_bits(variable)). The step is its own inverse.
 */
tp_expr tp_expr_fp_key(tp_exprs *x, tp_expr bits);

/* What node n computes from the values of its kids (0 for absent ones).
 * a_width: the width of kid a. Leaves are not for it. */
uint64_t tp_expr_apply(const tp_expr_node *n, unsigned a_width, uint64_t a,
                       uint64_t b, uint64_t c);

#endif
