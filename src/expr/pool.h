/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/pool.h - inside module expr: the pool of nodes and small helpers that
 * the simplifying constructors share. */
#ifndef TP_EXPR_POOL_H
#define TP_EXPR_POOL_H

#include "base/map.h"
#include "expr/node.h"

/* Rewriting below a constructor may call constructors again; this bounds how
 * deep, so that long chains of terms do not eat the stack. */
#define TP_EXPR_MAX_DEPTH 500

typedef struct tp_expr_memo {
  uint64_t *value;
  uint32_t *stamp; /* value is valid if stamp equals the generation */
  uint32_t cap, generation;
} tp_expr_memo;

/* Invariant (tp_exprs_check): kids have smaller numbers, so there are no
 * cycles; their sorts and widths are those that the operation needs; each
 * expression is there once. */
struct tp_exprs {
  VEC(tp_expr_node) nodes; /* at[0] is TP_E_NONE */
  VEC(tp_interval) spans;  /* by node */
  uint32_t *table;         /* open addressing, 0 = empty */
  uint32_t table_cap;      /* a power of two */
  uint32_t depth;          /* of rewriting now */
  uint32_t fp_depth;       /* of if-then-else under a float comparison */
  uint32_t fp_ites;        /* gone into since it was 0 */
  tp_expr_memo memo;
  tp_vec_u32 stack;     /* of walks */
  tp_vec_u32 few_pool;  /* lists of a few variables: count, then that many */
  tp_vec_u32 few_at;    /* node -> its place in few_pool + 1 */
  tp_vec_u32 vars_pool; /* the same of roots that have many */
  tp_vec_u32 lowered;   /* expression -> tp_expr_lower of it, 0: not yet */
  tp_map compared;      /* (if-then-else, constant, op) -> truth */
  tp_vec_u32 vars_at;   /* root -> its place in vars_pool + 1, 0: not yet */
  tp_vec_u32 limits;    /* variable -> what always holds of it, 0: nothing */
  tp_vec_u32 names;     /* variable -> what it stands for, 0: itself */
  tp_vec_u32 plain;     /* expression -> it without names, 0: not yet */
};

/* The node itself, without simplification beyond constant folding. */
tp_expr tp_expr_make(tp_exprs *x, tp_expr_node n);
/* A constant of any sort. */
tp_expr tp_expr_constant_of(tp_exprs *x, tp_sort sort, unsigned width,
                            uint64_t bits);
/* Make the memo fit all nodes and forget what it holds. */
void tp_expr_memo_begin(tp_exprs *x);

/* Between which numbers the value of a new node lies (expr/span.c). */
tp_interval tp_span_of(const tp_exprs *x, const tp_expr_node *n);

/* Equality of truth values (expr/bool.c). */
tp_expr tp_expr_iff(tp_exprs *x, tp_expr a, tp_expr b);

/* a < b, a <= b and a == b of a chain of monotone operations and a constant,
 * said about the bottom of the chain (expr/monotone.c). 0: not such a chain. */
typedef enum tp_chain_cmp {
  TP_CHAIN_LT,
  TP_CHAIN_GT,
  TP_CHAIN_EQ
} tp_chain_cmp;
tp_expr tp_expr_chain(tp_exprs *x, tp_expr e, tp_chain_cmp cmp, bool is_signed,
                      uint64_t constant);
/* The same for e = int_of_fp(...). */
tp_expr tp_expr_chain_int_of_fp(tp_exprs *x, tp_expr e, tp_chain_cmp cmp,
                                bool is_signed, uint64_t constant);
/* The bottom of a chain of operations that give NaN just for NaN. */
tp_expr tp_expr_chain_root(const tp_exprs *x, tp_expr e);

static inline uint64_t tp_mask(unsigned width) {
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static inline uint64_t tp_sign_bit(unsigned width) {
  return UINT64_C(1) << (width - 1);
}
static inline int64_t tp_signed(uint64_t bits, unsigned width) {
  uint64_t sign = tp_sign_bit(width);
  return (int64_t)(((bits & tp_mask(width)) ^ sign) - sign);
}
static inline bool tp_is_fp(unsigned sort) {
  return sort == TP_X_F32 || sort == TP_X_F64;
}
static inline bool tp_fp_is_nan(uint64_t bits, unsigned width) {
  return width == 64 ? (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)
                     : (bits & 0x7fffffff) > 0x7f800000;
}
/* IEEE pattern <-> signed number in the order of the values (-0 just below 0).
 * The same step in both directions. */
static inline uint64_t tp_fp_key(uint64_t bits, unsigned width) {
  return bits & tp_sign_bit(width) ? bits ^ tp_mask(width - 1) : bits;
}
static inline uint64_t tp_fp_infinity(unsigned width, bool negative) {
  uint64_t inf = width == 64 ? UINT64_C(0x7ff0000000000000) : 0x7f800000;
  return negative ? inf | tp_sign_bit(width) : inf;
}

#endif
