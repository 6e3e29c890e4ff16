/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/mcdc.h"

static const tp_mcdc_vector *vectors_of(const tp_program *p, const tp_mcdc *d) {
  return p->mcdc_vectors.at + d->first_vector;
}

static bool is_pair(const tp_mcdc_vector *a, const tp_mcdc_vector *b,
                    uint64_t condition) {
  uint64_t in_both = a->evaluated & b->evaluated;
  return a->outcome != b->outcome &&
         ((a->values ^ b->values) & in_both) == condition;
}

static tp_result_verdict verdict_of(const tp_result *r,
                                    const tp_mcdc_vector *v) {
  return v->branch == TP_NO_BRANCH
             ? (tp_result_verdict){.text = "it was not found again"}
             : r->verdicts.at[v->branch];
}

/* What is known of a pair: both were seen, one can't be, or neither. */
static tp_mcdc_pair judge(const tp_result *r, const tp_mcdc_vector *a,
                          const tp_mcdc_vector *b) {
  tp_result_verdict va = verdict_of(r, a), vb = verdict_of(r, b);
  const tp_result_verdict *dead = va.kind == TP_VERDICT_INFEASIBLE   ? &va
                                  : vb.kind == TP_VERDICT_INFEASIBLE ? &vb
                                                                     : NULL;
  if (dead)
    return (tp_mcdc_pair){.kind = TP_VERDICT_INFEASIBLE, .text = dead->text};
  if (va.kind == TP_VERDICT_COVERED && vb.kind == TP_VERDICT_COVERED)
    return (tp_mcdc_pair){.kind = TP_VERDICT_COVERED,
                          .tests = {va.test, vb.test}};
  return (tp_mcdc_pair){.text =
                            va.kind == TP_VERDICT_UNKNOWN ? va.text : vb.text};
}

/* One that was seen is enough; without any none may be left. */
static bool says_more(const tp_mcdc_pair *new, const tp_mcdc_pair *old) {
  static const uint8_t weight[] = {[TP_VERDICT_INFEASIBLE] = 0,
                                   [TP_VERDICT_UNKNOWN] = 1,
                                   [TP_VERDICT_COVERED] = 2};
  return weight[new->kind] > weight[old->kind];
}

static tp_mcdc_pair best_of(const tp_result *r, const tp_mcdc *d,
                            uint32_t condition) {
  const tp_mcdc_vector *v = vectors_of(r->program, d);
  tp_mcdc_pair best = {.kind = TP_VERDICT_INFEASIBLE,
                       .text = "no two vectors differ in it alone"};
  bool is_first = true;
  if (d->n_vectors == 0)
    return (tp_mcdc_pair){.text = "the decision has too many vectors"};
  for (uint32_t i = 0; i < d->n_vectors; i++)
    for (uint32_t k = 0; k < i; k++) {
      if (!is_pair(&v[i], &v[k], UINT64_C(1) << condition))
        continue;
      tp_mcdc_pair pair = judge(r, &v[k], &v[i]);
      if (is_first || says_more(&pair, &best))
        best = pair;
      is_first = false;
    }
  return best;
}

tp_mcdc_pair tp_mcdc_of(const tp_result *r, uint32_t decision,
                        uint32_t condition) {
  const tp_mcdc *d = &r->program->mcdc.at[decision];
  tp_mcdc_pair pair = best_of(r, d, condition);
  uint32_t at = d->first_condition + condition;
  pair.accepted = at < r->mcdc_accepted.n ? r->mcdc_accepted.at[at] : NULL;
  return pair;
}

/* Whether a pair for the condition needs the vector. */
static bool is_needed(const tp_mcdc *d, const tp_mcdc_vector *v, uint32_t i,
                      uint64_t condition) {
  for (uint32_t k = 0; k < d->n_vectors; k++)
    if (is_pair(&v[i], &v[k], condition))
      return true;
  return false;
}

void tp_mcdc_proof(const tp_result *r, uint32_t decision, uint32_t condition,
                   tp_str *out) {
  const tp_mcdc *d = &r->program->mcdc.at[decision];
  const tp_mcdc_vector *v = vectors_of(r->program, d);
  uint32_t before = out->n;
  for (uint32_t i = 0; i < d->n_vectors; i++) {
    tp_result_verdict verdict = verdict_of(r, &v[i]);
    if (verdict.kind == TP_VERDICT_INFEASIBLE &&
        is_needed(d, v, i, UINT64_C(1) << condition))
      tp_str_addf(out, "%s%s", out->n > before ? " | " : "",
                  verdict.text ? verdict.text : "");
  }
  if (out->n == before)
    tp_str_add(out, "no two vectors differ in it alone");
}

tp_mcdc_totals tp_mcdc_count(const tp_result *r) {
  tp_mcdc_totals t = {0};
  for (uint32_t d = 0; d < r->program->mcdc.n; d++)
    for (uint32_t c = 0; c < r->program->mcdc.at[d].n_conditions; c++) {
      tp_mcdc_pair pair = tp_mcdc_of(r, d, c);
      t.conditions++;
      t.covered += pair.kind == TP_VERDICT_COVERED;
      t.infeasible += pair.kind == TP_VERDICT_INFEASIBLE;
      t.unknown += pair.kind == TP_VERDICT_UNKNOWN;
    }
  return t;
}

void tp_mcdc_title(const tp_program *p, uint32_t decision, uint32_t condition,
                   tp_str *out) {
  const tp_mcdc *d = &p->mcdc.at[decision];
  const tp_mcdc_condition *c =
      &p->mcdc_conditions.at[d->first_condition + condition];
  tp_str_addf(out, "%s:%u:%u: %s: %s", tp_names_text(p->names, c->file),
              c->line, c->column, tp_names_text(p->names, d->text),
              tp_names_text(p->names, c->text));
}
