/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/query.h - what of a query has to be asked (inside module smt). */
#ifndef TP_SMT_QUERY_H
#define TP_SMT_QUERY_H

#include "base/clock.h"
#include "base/map.h"
#include "expr/expr.h"

#define TP_NO_ITEM UINT32_MAX

/* A predicate of the query that is left after slicing, once. */
typedef struct tp_query_item {
  tp_expr e;
  uint32_t index; /* in the caller's array, the first of equal ones */
} tp_query_item;

typedef struct tp_query {
  VEC(tp_query_item) items; /* ascending by e */
  uint32_t pivot;           /* its place in items, or TP_NO_ITEM */
  tp_vec_u32 vars;          /* of the items, ascending, each once */
  /* Found without a solver: UNSAT, by these places in items. */
  tp_vec_u32 conflict;
} tp_query;

/* Groups variables that occur together; kept from query to query for its
 * memory only. */
typedef struct tp_slicer {
  tp_exprs *exprs;
  const tp_budget *budget;
  tp_map place; /* variable -> place in the arrays below */
  VEC(uint32_t) parent;
  VEC(uint32_t) stamp;
  uint32_t generation;
  /* By node that has more than a few variables: the place of one of them. */
  VEC(uint32_t) node_place;
  VEC(uint32_t) node_stamp;
  tp_vec_u32 stack;
} tp_slicer;

void tp_slicer_free(tp_slicer *s);
/* Fill q (whose memory is reused). pivot >= n: no slicing. False: the time is
 * over. */
bool tp_query_build(tp_query *q, tp_slicer *s, const tp_expr *conds, uint32_t n,
                    uint32_t pivot);
void tp_query_free(tp_query *q);
/* The place of a variable in q->vars, or TP_NO_ITEM. */
uint32_t tp_query_place_of(const tp_query *q, uint32_t var);
/* The parts of a conjunction that share no variable: fills `order` with the
 * indices 0 .. n-1, those of one part in a row, and `part` with the number of
 * each one's part (parallel to order). Constants are a part of their own.
 * False: the time is over. */
bool tp_query_split(tp_slicer *s, const tp_expr *conds, uint32_t n,
                    tp_vec_u32 *order, tp_vec_u32 *part);

#endif
