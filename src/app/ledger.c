/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences of counters: see app/ledger.h. */
#include "app/ledger.h"

uint32_t tp_ledger_covered(const tp_ledger *l) {
  return tp_bits_count(tp_engine_covered(l->project->engine));
}

tp_result_phase *tp_ledger_row(tp_ledger *l, const char *phase) {
  for (uint32_t i = 0; i < l->rows.n; i++)
    if (strcmp(l->rows.at[i].name, phase) == 0)
      return &l->rows.at[i];
  VEC_PUSH(&l->rows, (tp_result_phase){.name = phase});
  return &VEC_LAST(&l->rows);
}

static tp_ledger_stamp now(const tp_ledger *l) {
  const tp_project *p = l->project;
  return (tp_ledger_stamp){.runs = tp_engine_get_counts(p->engine)->runs,
                           .checks = tp_smt_get_counts(p->smt)->checks,
                           .quick = tp_smt_quick_answers(p->smt),
                           .infeasible = l->verdicts->counts.infeasible,
                           .covered = tp_ledger_covered(l),
                           .time = tp_now()};
}

void tp_ledger_switch(tp_ledger *l, const char *phase) {
  tp_ledger_stamp to = now(l);
  if (l->phase) {
    tp_result_phase *row = tp_ledger_row(l, l->phase);
    row->runs += to.runs - l->from.runs;
    row->solver_calls += to.checks - l->from.checks;
    row->quick_answers += to.quick - l->from.quick;
    row->covered += to.covered - l->from.covered;
    row->infeasible += (uint32_t)(to.infeasible - l->from.infeasible);
    row->seconds += to.time - l->from.time;
  }
  l->phase = phase;
  l->from = to;
}

void tp_ledger_add(tp_ledger *l, const char *phase,
                   const tp_search_counts *counts) {
  tp_result_phase *row = tp_ledger_row(l, phase);
  row->paths += counts->solver_calls;
  row->solver_calls_saved += counts->solver_calls_saved;
}
