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
#include "program/rules.def"
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

/* Nobody takes its branches: it is broken if that of the one behind is proved.
 */
static tp_result_verdict effect_verdict(const tp_result *r, tp_sbranch b) {
  tp_result_verdict out = r->verdicts.at[b];
  if (r->verdicts.at[b + 1].kind == TP_VERDICT_INFEASIBLE)
    out.kind = TP_VERDICT_COVERED, out.text = r->verdicts.at[b + 1].text;
  return out;
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
    out->verdict =
        id == TP_RULE_EFFECT ? effect_verdict(r, p->rules.at[i].branch) : *v;
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
      rule.verdict =
          (tp_result_verdict){.text = "some of the tests are not told apart"};
    VEC_PUSH(out, rule);
  }
}

bool tp_audit_is_by_proof(const tp_result_verdict *v) {
  return v->kind == TP_VERDICT_COVERED && v->test == 0 && v->text;
}

static bool is_shown(const tp_result *r, const tp_bin *bin) {
  return !bin->is_candidate ||
         r->verdicts.at[bin->branch].kind != TP_VERDICT_INFEASIBLE;
}

uint32_t tp_audit_bin_count(const tp_result *r) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->program->bins.n; i++)
    n += is_shown(r, &r->program->bins.at[i]);
  return n;
}

const tp_bin *tp_audit_bin_at(const tp_result *r, uint32_t i) {
  for (uint32_t k = 0; k < r->program->bins.n; k++)
    if (is_shown(r, &r->program->bins.at[k]) && i-- == 0)
      return &r->program->bins.at[k];
  return NULL;
}

static void count_bins(tp_audit_totals *t, const tp_result *r) {
  t->bins = tp_audit_bin_count(r);
  for (uint32_t i = 0; i < t->bins; i++) {
    const tp_bin *bin = tp_audit_bin_at(r, i);
    const tp_result_verdict *v = &r->verdicts.at[bin->branch];
    t->reached += v->kind == TP_VERDICT_COVERED;
    t->dead += v->kind == TP_VERDICT_INFEASIBLE;
    t->unknown += v->kind == TP_VERDICT_UNKNOWN;
    /* that every part gets another bin than the default is what one wants */
    bool is_fine = v->kind == TP_VERDICT_COVERED ||
                   (v->kind == TP_VERDICT_INFEASIBLE && bin->is_default);
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

const char *tp_audit_bin_kind(const tp_bin *bin) {
  return bin->is_row ? "row" : bin->is_hard ? "hard" : "soft";
}

void tp_audit_bin_name(const tp_program *p, const tp_bin *bin, tp_str *out) {
  const char *kind = bin->is_hard ? "hard" : "soft";
  if (bin->is_row) {
    tp_str_addf(out, "row %" PRId64 " of %s", bin->number,
                tp_names_text(p->names, bin->name));
    return;
  }
  if (bin->is_other)
    tp_str_addf(out, "another %s bin", kind);
  else
    tp_str_addf(out, "%s bin %" PRId64, kind, bin->number);
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
