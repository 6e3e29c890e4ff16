/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/cops.h - the operators and conversions of C on expressions.
 *
 * A C scalar is an expression plus what kind of scalar it is. Integers are bit
 * vectors of their storage width (_Bool: 8 bits, 0 or 1), pointers 64-bit
 * unsigned ones. Behaviour that C leaves undefined is what gcc -O0 on x86-64
 * does (wrapping, masked shift counts).
 */
#ifndef TP_EXPR_COPS_H
#define TP_EXPR_COPS_H

#include "expr/expr.h"

typedef struct tp_cscalar {
  bool is_float; /* float (size 4) or double (size 8) */
  bool is_bool;  /* _Bool: conversion to it compares with 0 */
  bool is_signed;
  uint8_t size; /* bytes: 1, 2, 4, 8 */
} tp_cscalar;

typedef enum tp_cop {
  TP_COP_ADD,
  TP_COP_SUB,
  TP_COP_MUL,
  TP_COP_DIV,
  TP_COP_MOD,
  TP_COP_SHL,
  TP_COP_SHR,
  TP_COP_AND,
  TP_COP_OR,
  TP_COP_XOR,
  TP_COP_LT,
  TP_COP_GT,
  TP_COP_LE,
  TP_COP_GE,
  TP_COP_EQ,
  TP_COP_NE
} tp_cop;

/* Convert a value of one scalar type to another (casts, assignments). */
tp_expr tp_cop_convert(tp_exprs *x, tp_expr a, tp_cscalar from, tp_cscalar to);
/* Both operands already have type t (after the usual conversions; for shifts
 * b may have its own promoted type, given as bt). Comparisons give int 0/1 as
 * a 32-bit vector. 0 if it is not modelled (float %). */
tp_expr tp_cop_binary(tp_exprs *x, tp_cop op, tp_cscalar t, tp_expr a,
                      tp_expr b, tp_cscalar bt);
/* The comparisons as truth values; 0 for other operators. */
tp_expr tp_cop_compare(tp_exprs *x, tp_cop op, tp_cscalar t, tp_expr a,
                       tp_expr b);
tp_expr tp_cop_neg(tp_exprs *x, tp_cscalar t, tp_expr a);
tp_expr tp_cop_bitnot(tp_exprs *x, tp_cscalar t, tp_expr a);
/* a != 0 as a truth value: the predicate of `if (a)`. */
tp_expr tp_cop_truth(tp_exprs *x, tp_cscalar t, tp_expr a);
/* A truth value as C's int 0 or 1. */
tp_expr tp_cop_of_truth(tp_exprs *x, tp_expr truth);
/* A scalar as its bytes in memory (a bit vector of 8*size), and back. */
tp_expr tp_cop_to_bits(tp_exprs *x, tp_cscalar t, tp_expr a);
tp_expr tp_cop_of_bits(tp_exprs *x, tp_cscalar t, tp_expr bits);

#endif
