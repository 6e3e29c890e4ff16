/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ast/value.h - the values of constant expressions; used by fold.c. */
#ifndef TP_AST_VALUE_H
#define TP_AST_VALUE_H

#include "ast/ast.h"

typedef struct tp_constant {
  tp_type_id type;
  uint64_t bits; /* integers, pointers: extended to 64 bits by the type */
  double number; /* of a float type */
} tp_constant;

typedef struct tp_fold {
  const tp_types *types;
  bool as_clang; /* signed overflow is no constant, as in clang's conditions */
} tp_fold;

/* All return false if there is no constant result. */
bool tp_value_convert(const tp_fold *f, tp_constant v, tp_type_id to,
                      tp_constant *out);
bool tp_value_binary(const tp_fold *f, tp_op op, tp_constant a, tp_constant b,
                     tp_constant *out);
bool tp_value_unary(const tp_fold *f, tp_op op, tp_constant a,
                    tp_constant *out);
bool tp_value_truth(const tp_fold *f, tp_constant v);

#endif
