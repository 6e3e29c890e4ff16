/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/limits.h"

const tp_result_verdict *tp_edge_verdict(const tp_result *r, uint32_t edge) {
  return &r->verdicts.at[r->program->edges.at[edge].branch];
}

tp_limit_totals tp_limits_count(const tp_result *r) {
  tp_limit_totals t = {.total = r->program->edges.n};
  for (uint32_t i = 0; i < t.total; i++) {
    const tp_result_verdict *v = tp_edge_verdict(r, i);
    t.covered += v->kind == TP_VERDICT_COVERED;
    t.infeasible += v->kind == TP_VERDICT_INFEASIBLE;
    t.unknown += v->kind == TP_VERDICT_UNKNOWN;
    t.not_accepted += v->kind == TP_VERDICT_UNKNOWN && !v->accepted;
  }
  return t;
}

const char *tp_edge_name(const tp_program *p, uint32_t edge) {
  return tp_names_text(p->names, p->edges.at[edge].what);
}

void tp_edge_title(const tp_program *p, uint32_t edge, tp_str *out) {
  const tp_program_check *e = &p->edges.at[edge];
  tp_str_addf(out, "%s:%u:%u: %s, %s", tp_names_text(p->names, e->file),
              e->line, e->column, tp_names_text(p->names, e->text),
              tp_edge_name(p, edge));
}

const char *tp_edge_side(const tp_program *p, uint32_t edge) {
  tp_sbranch b = p->edges.at[edge].side;
  if (b == TP_NO_BRANCH)
    return "";
  return b == p->decisions.at[p->branches.at[b].decision].first ? "T" : "F";
}

uint32_t tp_edges_together(const tp_program *p, uint32_t edge) {
  const tp_program_check *e = &p->edges.at[edge];
  uint32_t n = 1;
  while (edge + n < p->edges.n && e[n].unit == e->unit &&
         e[n].begin == e->begin && e[n].end == e->end)
    n++;
  return n;
}
