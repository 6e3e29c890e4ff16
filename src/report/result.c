/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all writers ask of a result: totals, the status it means, and names.
 *
 * Invariant: covered + infeasible + unknown = branches; a branch that no
 * verdict mentions is unknown.
 */
#include "report/result.h"

#include "report/audit.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/mcdc.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *tp_result_keep(tp_result *r, const char *text) {
  if (!text)
    return NULL;
  VEC_PUSH(&r->owned, tp_strdup(text));
  return VEC_LAST(&r->owned);
}

void tp_result_free(tp_result *r) {
  for (uint32_t i = 0; i < r->owned.n; i++)
    tp_free(r->owned.at[i]);
  VEC_FREE(&r->owned);
  VEC_FREE(&r->files);
  VEC_FREE(&r->verdicts);
  VEC_FREE(&r->certificates);
  VEC_FREE(&r->tests);
  VEC_FREE(&r->inputs);
  VEC_FREE(&r->new_branches);
  VEC_FREE(&r->findings);
  VEC_FREE(&r->mcdc_accepted);
  VEC_FREE(&r->command);
  VEC_FREE(&r->phases);
  VEC_FREE(&r->arms);
  VEC_FREE(&r->timeline);
  VEC_FREE(&r->parts);
  VEC_FREE(&r->op_weights);
  VEC_FREE(&r->denied);
  VEC_FREE(&r->predictions);
  VEC_FREE(&r->preconditions);
  VEC_FREE(&r->taken);
  VEC_FREE(&r->story);
  VEC_FREE(&r->lines);
  VEC_FREE(&r->concretised);
  VEC_FREE(&r->notes);
  *r = (tp_result){0};
}

void tp_precondition_clear(tp_precondition *p) {
  for (uint32_t i = 0; i < p->parts.n; i++)
    tp_free(p->parts.at[i]);
  for (uint32_t i = 0; i < p->dropped.n; i++)
    tp_free(p->dropped.at[i].why);
  VEC_FREE(&p->parts);
  VEC_FREE(&p->dropped);
  tp_free(p->function);
  p->function = NULL;
}

/* As clang counts, but for assumptions. */
static const char *why_not_counted(const tp_program *p, const tp_decision *d) {
  return d->is_constant                       ? "constant"
         : d->in_system_macro                 ? "system macro"
         : d->is_assumption                   ? "assumption"
         : d->is_monitor                      ? "monitor"
         : p->funcs.at[d->func].is_never_used ? "unused function"
                                              : NULL;
}

static const char *why_uncounted(const tp_program *p, tp_sbranch b) {
  if (p->branches.at[b].is_constant)
    return "constant";
  if (p->branches.at[b].is_not_asked)
    return "dead in the program";
  return why_not_counted(p, &p->decisions.at[p->branches.at[b].decision]);
}

const char *tp_result_uncounted(const tp_result *r, tp_sbranch b) {
  return why_uncounted(r->program, b);
}

bool tp_branch_is_counted(const tp_program *p, tp_sbranch b) {
  return !why_uncounted(p, b);
}

bool tp_result_is_counted(const tp_result *r, tp_sbranch b) {
  return !tp_result_uncounted(r, b);
}

uint32_t tp_result_count_new(const tp_result *r, const tp_result_test *t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->n_branches; i++)
    n += tp_result_is_counted(r, r->new_branches.at[t->first_branch + i]);
  return n;
}

tp_result_totals tp_result_count(const tp_result *r) {
  TP_INVARIANT(r->verdicts.n == r->program->branches.n,
               "each branch should have one verdict");
  tp_result_totals t = {0};
  for (tp_decision_id d = 1; d < r->program->decisions.n; d++)
    t.decisions += !why_not_counted(r->program, &r->program->decisions.at[d]);
  for (tp_sbranch b = 0; b < r->verdicts.n; b++) {
    if (!tp_result_is_counted(r, b))
      continue;
    t.branches++;
    t.covered += r->verdicts.at[b].kind == TP_VERDICT_COVERED;
    t.infeasible += r->verdicts.at[b].kind == TP_VERDICT_INFEASIBLE;
  }
  t.unknown = t.branches - t.covered - t.infeasible;
  return t;
}

/* What others are to decide does not count; what is wrong does. */
static bool is_part_fine(const tp_result *r) {
  tp_audit_totals audit = tp_audit_count(r);
  for (tp_sbranch b = 0; b < r->verdicts.n; b++)
    if (tp_branch_is_sought(r->program, b) &&
        r->verdicts.at[b].kind == TP_VERDICT_UNKNOWN)
      return false;
  return r->findings.n == 0 && !audit.violated && !audit.dead &&
         !tp_checks_count(r).violated;
}

tp_status tp_result_status(const tp_result *r) {
  bool is_decided = tp_result_count(r).unknown == 0;
  if (r->refuted)
    return TP_INTERNAL;
  if (r->stopped)
    return TP_BUDGET;
  if (r->shard)
    return is_part_fine(r) ? TP_OK : TP_INCOMPLETE;
  if (r->is_prediction)
    return tp_checks_count(r).violated || r->findings.n ? TP_INCOMPLETE : TP_OK;
  if (r->is_audit)
    return tp_audit_count(r).not_accepted ? TP_INCOMPLETE : TP_OK;
  if (r->expect.path)
    return r->expect.fresh ? TP_INCOMPLETE : TP_OK;
  return is_decided && r->findings.n == 0 && !tp_audit_count(r).not_accepted &&
                 !tp_checks_count(r).not_accepted &&
                 !tp_limits_count(r).not_accepted && !tp_mcdc_count(r).unknown
             ? TP_OK
             : TP_INCOMPLETE;
}

const char *tp_verdict_name(tp_verdict_kind kind) {
  static const char *const names[] = {"unknown", "covered", "infeasible"};
  return names[kind];
}

const char *tp_finding_name(tp_finding_kind kind) {
  static const char *const names[] = {"crash", "hang", "memory", "sanitizer"};
  return names[kind];
}

const char *tp_predicted_name(tp_predicted verdict) {
  static const char *const names[] = {"verified", "incomplete", "predicted",
                                      "found"};
  return names[verdict];
}

const char *tp_end_name(tp_end_kind kind) {
  static const char *const names[] = {"exit", "signal", "timeout", "memory",
                                      "inputs"};
  return names[kind];
}

const char *tp_signal_name(int signal, tp_str *out) {
  const char *name = sigabbrev_np(signal);
  VEC_CLEAR(out);
  if (name)
    tp_str_addf(out, "SIG%s", name);
  else
    tp_str_addf(out, "SIG%d", signal);
  return tp_str_text(out);
}

const char *tp_input_type(const tp_result_input *in) {
  static const char *const names[] = {
      "bool",           "signed char", "unsigned char", "short",
      "unsigned short", "int",         "unsigned int",  "long",
      "unsigned long",  "float",       "double"};
  return in->c_type ? in->c_type : names[in->type];
}

unsigned tp_scalar_size(tp_scalar type) {
  static const uint8_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return sizes[type];
}

/* A NaN as the compilers make it (quiet, no payload) is "nan". */
static void add_nan(tp_str *out, bool is_negative, uint64_t payload,
                    uint64_t usual) {
  tp_str_add(out, is_negative ? "-nan" : "nan");
  if (payload != usual)
    tp_str_addf(out, "(0x%" PRIx64 ")", payload);
}

static void add_float(tp_str *out, uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof f);
  if (isnan(f))
    add_nan(out, bits >> 31, bits & 0x7fffff, 0x400000);
  else
    tp_str_addf(out, "%.9g", (double)f);
}

static void add_double(tp_str *out, uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  if (isnan(d))
    add_nan(out, bits >> 63, bits & UINT64_C(0xfffffffffffff),
            UINT64_C(0x8000000000000));
  else
    tp_str_addf(out, "%.17g", d);
}

/* The lowest `width` bits, sign-extended or not. */
static void add_integer(tp_str *out, uint64_t bits, unsigned width,
                        bool is_signed) {
  unsigned above = 64 - width;
  if (is_signed)
    tp_str_addf(out, "%" PRId64, (int64_t)(bits << above) >> above);
  else
    tp_str_addf(out, "%" PRIu64, bits << above >> above);
}

void tp_input_value(const tp_result_input *in, tp_str *out) {
  switch ((tp_scalar)in->type) {
  case TP_SCALAR_BOOL:
    tp_str_addc(out, in->bits & 0xff ? '1' : '0');
    return;
  case TP_SCALAR_F32:
    add_float(out, (uint32_t)in->bits);
    return;
  case TP_SCALAR_F64:
    add_double(out, in->bits);
    return;
  default: {
    unsigned step = in->type - TP_SCALAR_I8; /* I8 U8 I16 U16 .. */
    add_integer(out, in->bits, 8u << step / 2, step % 2 == 0);
    return;
  }
  }
}

static bool is_same_place(const tp_result_denied *a,
                          const tp_result_denied *b) {
  return strcmp(a->call, b->call) == 0 && a->line == b->line &&
         (a->file == b->file ||
          (a->file && b->file && strcmp(a->file, b->file) == 0));
}

uint64_t tp_result_denied_count(const tp_result *r, uint32_t i) {
  uint64_t count = 0;
  for (uint32_t k = 0; k < r->denied.n; k++) {
    if (!is_same_place(&r->denied.at[i], &r->denied.at[k]))
      continue;
    if (k < i)
      return 0;
    count += r->denied.at[k].count;
  }
  return count;
}

void tp_result_end(const tp_result_test *t, tp_str *out) {
  tp_str name = {0};
  if (t->end == TP_ENDED_EXIT)
    tp_str_addf(out, "exit %d", t->code);
  else if (t->end == TP_ENDED_SIGNAL)
    tp_str_add(out, tp_signal_name(t->code, &name));
  else
    tp_str_add(out, tp_end_name((tp_end_kind)t->end));
  tp_str_free(&name);
}
