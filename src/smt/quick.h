/* smt/quick.h - queries about one variable without Yices (inside module smt).
 */
#ifndef TP_SMT_QUICK_H
#define TP_SMT_QUICK_H

#include "smt/domain.h"
#include "smt/query.h"

typedef enum tp_quick_answer {
  TP_QUICK_SAT,   /* *value */
  TP_QUICK_UNSAT, /* core, places in the items of q, minimal */
  TP_QUICK_NONE   /* not such a query */
} tp_quick_answer;

/* now: the bits the variable has at present. */
tp_quick_answer tp_quick_check(tp_domains *d, const tp_query *q, uint64_t now,
                               uint64_t *value, tp_vec_u32 *core);

#endif
