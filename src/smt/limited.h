/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/limited.h - a query together with what always holds of its variables
 * (inside module smt). */
#ifndef TP_SMT_LIMITED_H
#define TP_SMT_LIMITED_H

#include "base/map.h"
#include "smt/smt.h"

typedef struct tp_limited {
  tp_vec_u32 conds; /* the query, the limits behind it */
  tp_vec_u32 vars;  /* whose limits they are */
  tp_vec_u32 named; /* variables of the query */
  tp_map seen;
} tp_limited;

void tp_limited_free(tp_limited *l);
/* The query to ask in place of conds[0 .. *n - 1]; *n: how many. The caller's
 * own predicates stay where they are. Borrowed until the next call. */
const tp_expr *tp_limited_query(tp_limited *l, tp_exprs *x,
                                const tp_expr *conds, uint32_t *n);
/* Of a core over that query: what is of the caller's n stays in out->core, the
 * variables of the rest go to out->limited. */
void tp_limited_split(const tp_limited *l, uint32_t n, tp_smt_result *out);

#endif
