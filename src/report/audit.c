/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bin is what its branch is. A rule may have several branches: it is violated
 * if one is taken, and holds if none can be. */
#include "report/audit.h"

#include <inttypes.h>

static const struct {
  uint32_t id;
  const char *name;
} known[] = {
#define RULE(id, name, needs) {id, name},
#include "ast/rules.def"
};

/* What the monitor has to tell apart for these. */
static bool can_be_lost(uint32_t id) {
  return id == 104 || id == 107;
}

/* Of two verdicts of one rule: the one that says more. */
static bool is_graver(const tp_result_verdict *a, const tp_result_verdict *b) {
  static const uint8_t gravity[] = {[TP_VERDICT_INFEASIBLE] = 0,
                                    [TP_VERDICT_UNKNOWN] = 1,
                                    [TP_VERDICT_COVERED] = 2};
  return gravity[a->kind] > gravity[b->kind];
}

/* Whether the rule was asked. */
static bool find_rule(const tp_result *r, uint32_t id, tp_audit_rule *out) {
  const tp_program *p = r->program;
  bool is_found = false;
  for (uint32_t i = 0; i < p->rules.n; i++) {
    const tp_result_verdict *v = &r->verdicts.at[p->rules.at[i].branch];
    if (p->rules.at[i].id != id || (is_found && !is_graver(v, &out->verdict)))
      continue;
    is_found = true;
    out->verdict = *v;
    out->branch = p->rules.at[i].branch;
  }
  return is_found;
}

static bool is_lost(const tp_result *r) {
  tp_audit_rule lost;
  return find_rule(r, TP_RULE_LOST, &lost) &&
         lost.verdict.kind != TP_VERDICT_INFEASIBLE;
}

bool tp_audit_is_made(const tp_result *r) {
  return r->program->bins.n || r->program->rules.n;
}

void tp_audit_collect(tp_audit_rules *out, const tp_result *r) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    tp_audit_rule rule = {.id = known[i].id, .name = known[i].name};
    if (!find_rule(r, rule.id, &rule))
      continue;
    if (can_be_lost(rule.id) && is_lost(r))
      rule.verdict = (tp_result_verdict){
          .text = "tests whose numbers differ by a multiple of 1021 are not "
                  "told apart"};
    VEC_PUSH(out, rule);
  }
}

static void count_bins(tp_audit_totals *t, const tp_result *r) {
  const tp_program *p = r->program;
  t->bins = p->bins.n;
  for (uint32_t i = 0; i < p->bins.n; i++) {
    const tp_result_verdict *v = &r->verdicts.at[p->bins.at[i].branch];
    t->reached += v->kind == TP_VERDICT_COVERED;
    t->dead += v->kind == TP_VERDICT_INFEASIBLE;
    t->unknown += v->kind == TP_VERDICT_UNKNOWN;
    /* that every part gets another bin than the default is what one wants */
    bool is_fine =
        v->kind == TP_VERDICT_COVERED ||
        (v->kind == TP_VERDICT_INFEASIBLE && p->bins.at[i].is_default);
    t->not_accepted += !is_fine && !v->accepted;
  }
}

tp_audit_totals tp_audit_count(const tp_result *r) {
  tp_audit_totals t = {0};
  tp_audit_rules rules = {0};
  count_bins(&t, r);
  tp_audit_collect(&rules, r);
  t.rules = rules.n;
  for (uint32_t i = 0; i < rules.n; i++) {
    const tp_result_verdict *v = &rules.at[i].verdict;
    t.violated += v->kind == TP_VERDICT_COVERED;
    t.undecided += v->kind == TP_VERDICT_UNKNOWN;
    t.not_accepted += v->kind != TP_VERDICT_INFEASIBLE && !v->accepted;
  }
  VEC_FREE(&rules);
  return t;
}

const char *tp_audit_bin_verdict(tp_verdict_kind kind) {
  static const char *const names[] = {"unknown", "reached", "dead"};
  return names[kind];
}

const char *tp_audit_rule_verdict(tp_verdict_kind kind) {
  static const char *const names[] = {"unknown", "violated", "holds"};
  return names[kind];
}

void tp_audit_bin_name(const tp_program *p, const tp_bin *bin, tp_str *out) {
  tp_str_addf(out, "%s bin %" PRId64, bin->is_hard ? "hard" : "soft",
              bin->number);
  if (bin->name)
    tp_str_addf(out, " \"%s\"", tp_names_text(p->names, bin->name));
}

bool tp_audit_bins_of(const tp_result *r, uint32_t test, tp_str *out) {
  const tp_result_test *t = &r->tests.at[test - 1];
  const tp_program *p = r->program;
  bool has_any = false;
  for (uint32_t i = 0; i < p->bins.n; i++)
    for (uint32_t k = 0; k < t->n_taken; k++)
      if (r->taken.at[t->first_taken + k] == p->bins.at[i].branch) {
        tp_str_add(out, has_any ? ", " : "");
        tp_audit_bin_name(p, &p->bins.at[i], out);
        has_any = true;
      }
  return has_any;
}
