/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/quick.h - queries about one variable without Yices (inside module smt).
 */
#ifndef TP_SMT_QUICK_H
#define TP_SMT_QUICK_H

#include "smt/domain.h"
#include "smt/query.h"

#define TP_QUICK_VALUES 8

typedef enum tp_quick_answer {
  TP_QUICK_SAT,   /* *value */
  TP_QUICK_UNSAT, /* core, places in the items of q, minimal */
  TP_QUICK_NONE   /* not such a query */
} tp_quick_answer;

typedef struct tp_quick_values {
  uint32_t var;
  uint32_t n;
  uint64_t at[TP_QUICK_VALUES];
} tp_quick_values;

/* Values of the pivot's only variable that all predicates about it alone
 * allow, the nearest to its present one first: with the other variables as they
 * are, one of them often satisfies the query. n = 0 if the pivot is of another
 * kind. */
void tp_quick_candidates(tp_domains *d, const tp_query *q,
                         tp_expr_values current, void *state,
                         tp_quick_values *out);

/* All values that the limits among the predicates leave to the query's only
 * variable. False: it has more variables, or there are more values. */
bool tp_quick_few(tp_domains *d, const tp_query *q, tp_quick_values *out);

/* Whether predicates about one term leave it no value, whatever it is; the core
 * is minimal. */
bool tp_quick_conflict(tp_domains *d, const tp_query *q, tp_vec_u32 *core);

/* now: the bits the variable has at present. */
tp_quick_answer tp_quick_check(tp_domains *d, const tp_query *q, uint64_t now,
                               uint64_t *value, tp_vec_u32 *core);

#endif
