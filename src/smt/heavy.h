/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/heavy.h - checks that Yices may not come back from in time (inside module
 * smt).
 *
 * It does not heed yices_stop_search while it turns a query into bits, nor
 * while it makes a learned clause smaller, which takes seconds where dividers
 * feed each other. Such a query is asked in a process of its own.
 */
#ifndef TP_SMT_HEAVY_H
#define TP_SMT_HEAVY_H

#include "smt/smt.h"
#include "smt/terms.h"

typedef struct tp_heavy {
  const tp_terms *terms;
  const ctx_config_t *config;
  const term_t *assumed;
  uint32_t n;
  const tp_term_load *load;
  double seconds; /* of processor time; 0: no limit */
  const tp_budget *budget;
} tp_heavy;

typedef VEC(tp_smt_value) tp_heavy_values;

/* SAT: the values of all variables; UNSAT: core gets places in `assumed`. */
tp_smt_answer tp_heavy_check(const tp_heavy *h, tp_heavy_values *values,
                             tp_vec_u32 *core, const char **reason);

#endif
