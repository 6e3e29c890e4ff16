/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/mcdc.h - what each condition of a decision decides (--criterion mcdc),
 * from what became of the vectors of the decision.
 *
 * A pair for a condition are two vectors with different outcomes of which it is
 * the only condition that differs among those evaluated in both: masking MC/DC
 * of short-circuit operators, as clang counts it. */
#ifndef TP_REPORT_MCDC_H
#define TP_REPORT_MCDC_H

#include "report/result.h"

typedef struct tp_mcdc_pair {
  tp_verdict_kind kind;
  uint32_t tests[2];    /* covered: that show it */
  const char *text;     /* infeasible: the proof; unknown: the reason */
  const char *accepted; /* with --expect: by whom and why; NULL: it is not */
} tp_mcdc_pair;

typedef struct tp_mcdc_totals {
  uint32_t conditions, covered, infeasible, unknown;
} tp_mcdc_totals;

/* Of a condition of p->mcdc.at[decision], from 0. */
tp_mcdc_pair tp_mcdc_of(const tp_result *r, uint32_t decision,
                        uint32_t condition);
/* Of one that is infeasible: each vector that a pair would need and that no run
 * yields, with its proof. */
void tp_mcdc_proof(const tp_result *r, uint32_t decision, uint32_t condition,
                   tp_str *out);
tp_mcdc_totals tp_mcdc_count(const tp_result *r);
/* "a.c:12:5: a && b: b" */
void tp_mcdc_title(const tp_program *p, uint32_t decision, uint32_t condition,
                   tp_str *out);

#endif
