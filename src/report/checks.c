/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/checks.h"

const tp_result_verdict *tp_check_verdict(const tp_result *r, uint32_t check) {
  return &r->verdicts.at[r->program->checks.at[check].branch];
}

tp_check_totals tp_checks_count(const tp_result *r) {
  tp_check_totals t = {.total = r->program->checks.n};
  for (uint32_t i = 0; i < t.total; i++) {
    const tp_result_verdict *v = tp_check_verdict(r, i);
    t.violated += v->kind == TP_VERDICT_COVERED;
    t.safe += v->kind == TP_VERDICT_INFEASIBLE;
    t.unknown += v->kind == TP_VERDICT_UNKNOWN;
    t.not_accepted += v->kind != TP_VERDICT_INFEASIBLE && !v->accepted;
  }
  return t;
}

const char *tp_check_verdict_name(tp_verdict_kind kind) {
  static const char *const names[] = {"unknown", "violated", "safe"};
  return names[kind];
}

void tp_check_title(const tp_program *p, uint32_t check, tp_str *out) {
  const tp_program_check *c = &p->checks.at[check];
  tp_str_addf(out, "%s:%u:%u: %s: %s", tp_names_text(p->names, c->file),
              c->line, c->column, tp_names_text(p->names, c->text),
              tp_names_text(p->names, c->what));
}
