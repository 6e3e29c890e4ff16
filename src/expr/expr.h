/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/expr.h - hash-consed symbolic expressions: equal meaning as far as the
 * simplifier sees it, equal id. Nodes are never freed before the whole pool.
 *
 * Sorts: a truth value (width 1), a bit vector of 8..64 bits, a float
 * (TP_X_F32) or a double (TP_X_F64). C's rules (promotions, conversions,
 * signedness) are applied by expr/cops.h, which builds on this.
 */
#ifndef TP_EXPR_EXPR_H
#define TP_EXPR_EXPR_H

#include "base/str.h"
#include "base/vec.h"

typedef uint32_t tp_expr; /* 0: none */
typedef struct tp_exprs tp_exprs;

typedef enum tp_sort { TP_X_BOOL, TP_X_BV, TP_X_F32, TP_X_F64 } tp_sort;

tp_exprs *tp_exprs_new(void);
void tp_exprs_free(tp_exprs *x);
/* Ends with a message if the invariant (expr/pool.h) is broken. */
void tp_exprs_check(const tp_exprs *x);
/* All expressions, and what always holds of variables, are gone: no id of
 * before means anything. */
void tp_exprs_clear(tp_exprs *x);

tp_sort tp_expr_sort(const tp_exprs *x, tp_expr e);
unsigned tp_expr_width(const tp_exprs *x, tp_expr e); /* bits */
/* Number of nodes so far: ids are 1 .. count. */
uint32_t tp_exprs_count(const tp_exprs *x);

/* Leaves. A variable is an input scalar; var ids are the caller's. */
tp_expr tp_expr_bool(tp_exprs *x, bool value);
tp_expr tp_expr_bv(tp_exprs *x, unsigned width, uint64_t bits);
tp_expr tp_expr_f64(tp_exprs *x, double value);
tp_expr tp_expr_f32(tp_exprs *x, float value);
tp_expr tp_expr_var(tp_exprs *x, uint32_t var, tp_sort sort, unsigned width);

/* True if e is constant; its bits (floats: their IEEE pattern). */
bool tp_expr_constant(const tp_exprs *x, tp_expr e, uint64_t *bits);

/* Truth values. */
tp_expr tp_expr_not(tp_exprs *x, tp_expr a);
tp_expr tp_expr_and(tp_exprs *x, tp_expr a, tp_expr b);
tp_expr tp_expr_or(tp_exprs *x, tp_expr a, tp_expr b);
/* Any sort; both arms of one sort. */
tp_expr tp_expr_ite(tp_exprs *x, tp_expr c, tp_expr a, tp_expr b);
tp_expr tp_expr_eq(tp_exprs *x, tp_expr a, tp_expr b); /* bits equal */

/* Bit vectors. */
typedef enum tp_bv_op {
  TP_BV_ADD,
  TP_BV_SUB,
  TP_BV_MUL,
  TP_BV_UDIV,
  TP_BV_SDIV,
  TP_BV_UREM,
  TP_BV_SREM,
  TP_BV_SHL,
  TP_BV_LSHR,
  TP_BV_ASHR,
  TP_BV_AND,
  TP_BV_OR,
  TP_BV_XOR
} tp_bv_op;
tp_expr tp_expr_bv_op(tp_exprs *x, tp_bv_op op, tp_expr a, tp_expr b);
tp_expr tp_expr_bv_not(tp_exprs *x, tp_expr a);
tp_expr tp_expr_bv_neg(tp_exprs *x, tp_expr a);
tp_expr tp_expr_ult(tp_exprs *x, tp_expr a, tp_expr b);
tp_expr tp_expr_slt(tp_exprs *x, tp_expr a, tp_expr b);
tp_expr tp_expr_extract(tp_exprs *x, tp_expr a, unsigned low, unsigned width);
tp_expr tp_expr_concat(tp_exprs *x, tp_expr high, tp_expr low);
tp_expr tp_expr_zext(tp_exprs *x, tp_expr a, unsigned width);
tp_expr tp_expr_sext(tp_exprs *x, tp_expr a, unsigned width);
tp_expr tp_expr_bv_of_bool(tp_exprs *x, tp_expr a, unsigned width); /* 0/1 */

/* Floats and doubles, IEEE with round to nearest. */
typedef enum tp_fp_op { TP_FP_ADD, TP_FP_SUB, TP_FP_MUL, TP_FP_DIV } tp_fp_op;
tp_expr tp_expr_fp_op(tp_exprs *x, tp_fp_op op, tp_expr a, tp_expr b);
tp_expr tp_expr_fp_neg(tp_exprs *x, tp_expr a);
/* The square root; of a negative number minus the root of its magnitude, so
 * that it rises everywhere. */
tp_expr tp_expr_fp_root(tp_exprs *x, tp_expr a);
tp_expr tp_expr_fp_lt(tp_exprs *x, tp_expr a, tp_expr b); /* false on NaN */
tp_expr tp_expr_fp_le(tp_exprs *x, tp_expr a, tp_expr b);
tp_expr tp_expr_fp_eq(tp_exprs *x, tp_expr a, tp_expr b);       /* -0 == 0 */
tp_expr tp_expr_fp_convert(tp_exprs *x, tp_expr a, tp_sort to); /* f32<->f64 */
tp_expr tp_expr_fp_of_int(tp_exprs *x, tp_expr a, bool is_signed, tp_sort to);
tp_expr tp_expr_int_of_fp(tp_exprs *x, tp_expr a, bool is_signed,
                          unsigned width); /* truncates; out of range as x86 */
/* The IEEE pattern as a bit vector, and back (unions, memcpy). */
tp_expr tp_expr_fp_bits(tp_exprs *x, tp_expr a);
tp_expr tp_expr_fp_of_bits(tp_exprs *x, tp_expr a, tp_sort to);

/* The value of e when variable v has the bits values(v). No recursion; shared
 * nodes are computed once a call. */
typedef uint64_t (*tp_expr_values)(void *state, uint32_t var);
uint64_t tp_expr_eval(tp_exprs *x, tp_expr e, tp_expr_values values,
                      void *state);
/* The same with the values of the call before, which keeps what was computed:
 * for many expressions under one set of values. Between the two calls nothing
 * else may be evaluated, printed or asked for its variables: the number of the
 * walk is the same then. */
uint32_t tp_expr_walk(const tp_exprs *x); /* never 0 after the first */
uint64_t tp_expr_eval_more(tp_exprs *x, tp_expr e, tp_expr_values values,
                           void *state);

/* Whether all of es are true for the values. */
bool tp_expr_all_hold(tp_exprs *x, const tp_expr *es, uint32_t n,
                      tp_expr_values values, void *state);

/* The variables in e, ascending: borrowed until the next call. If there are
 * more than a few they are found by a walk over all of e. */
const uint32_t *tp_expr_vars(tp_exprs *x, tp_expr e, uint32_t *n);
/* The same if there are a few, at once; else NULL. */
#define TP_FEW_VARS 6
const uint32_t *tp_expr_few_vars(tp_exprs *x, tp_expr e, uint32_t *n);
/* The variables of several expressions, with one walk over what they share:
 * begin, then add each; what was met before is not added again. A variable may
 * come twice until what lies behind place `from` is sorted. */
void tp_expr_vars_begin(tp_exprs *x);
void tp_expr_vars_add(tp_exprs *x, tp_expr e, tp_vec_u32 *out);
void tp_expr_vars_sort(tp_vec_u32 *vars, uint32_t from);
/* Something that always holds of a variable (limits of an input): truth-valued,
 * about that variable alone. The solver adds it to what it is asked; 0: there
 * is nothing. */
void tp_expr_limit(tp_exprs *x, uint32_t var, tp_expr holds);
tp_expr tp_expr_limit_of(const tp_exprs *x, uint32_t var);
bool tp_exprs_have_limits(const tp_exprs *x);
/* Names (expr/names.c): a variable that stands for a value. What is built over
 * it keeps it; `plain` puts the values in the places of all names. */
void tp_expr_name(tp_exprs *x, uint32_t var, tp_expr value);
/* The same of a variable that was met before; it may stand in the value. */
void tp_expr_name_late(tp_exprs *x, uint32_t var, tp_expr value);
tp_expr tp_expr_plain(tp_exprs *x, tp_expr e);
/* tp_expr_constant of the plain expression. */
bool tp_expr_known(tp_exprs *x, tp_expr e, uint64_t *bits);
/* One more than the highest variable in e; 0: it has none. Known at once. */
uint32_t tp_expr_vars_end(const tp_exprs *x, tp_expr e);
/* Whether integers that are not constant are multiplied or divided by each
 * other in it; whether that or floating-point arithmetic is in it: what is slow
 * as bit vectors; whether e itself is such an operation. */
bool tp_expr_is_product(tp_exprs *x, tp_expr e);
bool tp_expr_is_hard(tp_exprs *x, tp_expr e);
bool tp_expr_is_hard_op(tp_exprs *x, tp_expr e);

/* The operation of e on other operands (0: it has fewer). */
tp_expr tp_expr_rebuild(tp_exprs *x, tp_expr e, tp_expr a, tp_expr b,
                        tp_expr c);

/* Text as SMT-LIB 2 (QF_BV), exact: variable n is vn, a float variable the bit
 * vector of its IEEE pattern. Shared nodes are bound by let. */
void tp_expr_print(tp_exprs *x, tp_expr e, tp_str *out);

#endif
