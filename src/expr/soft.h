/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/soft.h - floating-point operations on IEEE patterns as bit-vector
 * expressions (inside module expr). Operands and results are bit vectors of 32
 * or 64 bits; a NaN result is some quiet NaN. */
#ifndef TP_EXPR_SOFT_H
#define TP_EXPR_SOFT_H

#include "expr/expr.h"

tp_expr tp_soft_neg(tp_exprs *x, tp_expr a);
tp_expr tp_soft_op(tp_exprs *x, tp_fp_op op, tp_expr a, tp_expr b);
tp_expr tp_soft_root(tp_exprs *x, tp_expr a); /* as tp_expr_fp_root */
tp_expr tp_soft_convert(tp_exprs *x, tp_expr a, unsigned width);
tp_expr tp_soft_of_int(tp_exprs *x, tp_expr a, bool is_signed, unsigned width);
tp_expr tp_soft_to_int(tp_exprs *x, tp_expr a, bool is_signed, unsigned width);

#endif
