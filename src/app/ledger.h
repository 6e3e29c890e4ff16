/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/ledger.h - which phase of a search did what.
 *
 * Measured from the outside: whatever changes between two calls is put down to
 * the phase that was named in the first. A phase may come up any number of
 * times; it has one row. Branches are those that count in the report.
 */
#ifndef TP_APP_LEDGER_H
#define TP_APP_LEDGER_H

#include "app/project.h"
#include "base/bits.h"
#include "decide/decide.h"
#include "report/result.h"
#include "search/strategy.h"

typedef struct tp_ledger_stamp {
  uint64_t runs, checks, quick, infeasible;
  uint32_t covered;
  double time;
} tp_ledger_stamp;

typedef struct tp_ledger {
  const tp_project *project;   /* borrowed */
  const tp_verdicts *verdicts; /* borrowed */
  tp_bits counted;             /* branches */
  uint64_t proved;             /* goals, when infeasible was counted */
  uint64_t infeasible;         /* branches */
  const char *phase;           /* that is running; NULL: none */
  VEC(tp_result_phase) rows;
  tp_ledger_stamp from;
} tp_ledger;

void tp_ledger_init(tp_ledger *l, const tp_project *project,
                    const tp_verdicts *verdicts);
void tp_ledger_free(tp_ledger *l);
/* From now on this phase; NULL: none. */
void tp_ledger_switch(tp_ledger *l, const char *phase);
/* What a search along paths counted itself. */
void tp_ledger_add(tp_ledger *l, const char *phase,
                   const tp_search_counts *counts);
/* The row of a phase, which is made if there is none. */
tp_result_phase *tp_ledger_row(tp_ledger *l, const char *phase);
uint32_t tp_ledger_covered(const tp_ledger *l); /* branches, by any run */

#endif
