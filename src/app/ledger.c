/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences of counters: see app/ledger.h. */
#include "app/ledger.h"

void tp_ledger_init(tp_ledger *l, const tp_project *project,
                    const tp_verdicts *verdicts) {
  const tp_program *p = project->program;
  *l = (tp_ledger){.project = project, .verdicts = verdicts};
  tp_bits_init(&l->counted, p->branches.n);
  for (tp_sbranch b = 0; b < p->branches.n; b++)
    if (tp_branch_is_counted(p, b))
      tp_bits_add(&l->counted, b);
}

void tp_ledger_free(tp_ledger *l) {
  tp_bits_free(&l->counted);
  VEC_FREE(&l->rows);
}

uint32_t tp_ledger_covered(const tp_ledger *l) {
  return tp_bits_count_both(tp_engine_covered(l->project->engine), &l->counted);
}

/* Counted anew only when something was proved. */
static uint64_t count_infeasible(tp_ledger *l) {
  const tp_verdicts *v = l->verdicts;
  if (v->counts.infeasible == l->proved)
    return l->infeasible;
  l->proved = v->counts.infeasible;
  l->infeasible = 0;
  for (tp_sbranch b = 0; b < v->at.n; b++)
    l->infeasible += v->at.at[b].kind == TP_DECIDED_INFEASIBLE &&
                     tp_bits_has(&l->counted, b);
  return l->infeasible;
}

tp_result_phase *tp_ledger_row(tp_ledger *l, const char *phase) {
  for (uint32_t i = 0; i < l->rows.n; i++)
    if (strcmp(l->rows.at[i].name, phase) == 0)
      return &l->rows.at[i];
  VEC_PUSH(&l->rows, (tp_result_phase){.name = phase});
  return &VEC_LAST(&l->rows);
}

static tp_ledger_stamp now(tp_ledger *l) {
  const tp_project *p = l->project;
  return (tp_ledger_stamp){.runs = tp_engine_get_counts(p->engine)->runs,
                           .checks = tp_smt_get_counts(p->smt)->checks,
                           .quick = tp_smt_quick_answers(p->smt),
                           .infeasible = count_infeasible(l),
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
