/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.json: a result as docs/interface.md and docs/output.md spell it.
 *
 * Everything interface.md names is there under that name; "test", "uncounted",
 * "concretised", "opaque", "time" and "stopped" are additions. Rows of the
 * long lists take one line each, so that two reports can be compared by diff.
 */
#include "report/json_tests.h"
#include "report/report.h"
#include "report/sha256.h"

#include "program/place.h"

#include "base/json.h"
#include "report/advice.h"
#include "report/audit.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/mcdc.h"

#include <stdio.h>

static void begin_row(tp_json *j) {
  tp_json_object(j, NULL);
  j->compact = true;
}

static void end_row(tp_json *j) {
  tp_json_end_object(j);
  j->compact = false;
}

/* Test numbers and lines that may be missing: 0 means null. */
static void number_or_null(tp_json *j, const char *key, uint32_t value) {
  if (value)
    tp_json_uint(j, key, value);
  else
    tp_json_text(j, key, NULL);
}

static void write_texts(tp_json *j, const char *key, const char *const *texts) {
  tp_json_array(j, key);
  for (; texts && *texts; texts++)
    tp_json_text(j, NULL, *texts);
  tp_json_end_array(j);
}

/* What it takes to compile a file once more. */
static void write_unit(tp_json *j, const tp_result *r,
                       const tp_result_file *file) {
  char hash[TP_SHA256_TEXT];
  tp_result_sha256(r, file, hash);
  begin_row(j);
  tp_json_text(j, "file", file->path);
  tp_json_text(j, "folder", file->dir ? file->dir : r->cwd);
  tp_json_text(j, "sha256", hash);
  write_texts(j, "flags", file->flags);
  end_row(j);
}

/* The declarations of --inputs. */
static void write_declared(tp_json *j, const tp_result *r) {
  char hash[TP_SHA256_TEXT];
  tp_result_sha256(r, &r->declared, hash);
  tp_json_object(j, "inputs");
  tp_json_text(j, "file", r->declared.path);
  tp_json_text(j, "folder", r->cwd);
  tp_json_text(j, "sha256", hash);
  tp_json_end_object(j);
}

static void write_program(tp_json *j, const tp_result *r) {
  tp_json_object(j, "tool");
  tp_json_text(j, "name", "tp2ph");
  tp_json_text(j, "version", r->version);
  tp_json_text(j, "solver", r->solver);
  tp_json_end_object(j);
  tp_json_object(j, "program");
  tp_json_array(j, "files");
  for (uint32_t i = 0; i < r->files.n; i++)
    tp_json_text(j, NULL, r->files.at[i].path);
  tp_json_end_array(j);
  tp_json_text(j, "entry", r->entry);
  write_texts(j, "flags", r->files.n ? r->files.at[0].flags : NULL);
  tp_json_text(j, "fingerprint", r->fingerprint);
  tp_json_text(j, "compiler", r->cc);
  write_texts(j, "link_flags", r->link_flags);
  if (r->declared.path)
    write_declared(j, r);
  else
    tp_json_text(j, "inputs", NULL);
  tp_json_text(j, "driver", r->driver ? "driver.c" : NULL);
  tp_json_array(j, "units");
  for (uint32_t i = 0; i < r->files.n; i++)
    write_unit(j, r, &r->files.at[i]);
  tp_json_end_array(j);
  tp_json_end_object(j);
}

static void write_resumed(tp_json *j, const tp_result *r) {
  if (!r->is_resumed) {
    tp_json_text(j, "resumed", NULL);
    return;
  }
  tp_json_object(j, "resumed");
  tp_json_uint(j, "tests", r->resumed_tests);
  tp_json_uint(j, "proofs", r->resumed_proofs);
  tp_json_end_object(j);
}

static void write_counts(tp_json *j, const tp_result *r) {
  tp_result_totals t = tp_result_count(r);
  tp_json_object(j, "branches");
  tp_json_uint(j, "total", t.branches);
  tp_json_uint(j, "covered", t.covered);
  tp_json_uint(j, "infeasible", t.infeasible);
  tp_json_uint(j, "unknown", t.unknown);
  tp_json_end_object(j);
  tp_json_uint(j, "decisions", t.decisions);
  tp_json_uint(j, "tests", r->tests.n);
  tp_json_uint(j, "runs", r->runs);
  tp_json_uint(j, "damaged", r->damaged);
  tp_json_uint(j, "solver_calls", r->solver_calls);
  tp_json_uint(j, "quick_answers", r->quick_answers);
  tp_json_uint(j, "solver_calls_saved", r->solver_calls_saved);
  tp_json_seconds(j, "seconds", r->seconds);
  tp_json_uint(j, "peak_rss_kb", r->peak_rss_kb);
  tp_json_uint(j, "opaque", r->program->opaque);
}

/* Weights in the order of their kinds: what one operation of a constraint was
 * found to cost, in runs. */
static void write_choices(tp_json *j, const tp_result *r) {
  if (!r->choices.is_there)
    return;
  tp_json_object(j, "choices");
  tp_json_uint(j, "random", r->choices.random);
  tp_json_uint(j, "solve", r->choices.solve);
  if (r->op_weights.n) {
    tp_json_object(j, "weights");
    for (uint32_t i = 0; i < r->op_weights.n; i++)
      tp_json_seconds(j, r->op_weights.at[i].name, r->op_weights.at[i].seconds);
    tp_json_end_object(j);
  }
  tp_json_end_object(j);
}

static double average(uint64_t sum, uint64_t n) {
  return n ? (double)sum / (double)n : 0;
}

static void write_constraints(tp_json *j, const tp_result_constraints *c) {
  tp_json_object(j, "constraints");
  tp_json_text(j, "kind", c->kind);
  tp_json_uint(j, "calls", c->calls);
  tp_json_seconds(j, "average_size", average(c->sizes, c->calls));
  tp_json_seconds(j, "average_sliced", average(c->sliced, c->calls));
  tp_json_uint(j, "largest", c->largest);
  tp_json_seconds(j, "seconds", c->seconds);
  tp_json_end_object(j);
}

static void write_arms(tp_json *j, const tp_result *r) {
  tp_json_array(j, "arms");
  for (uint32_t i = 0; i < r->arms.n; i++) {
    const tp_result_arm *arm = &r->arms.at[i];
    begin_row(j);
    tp_json_text(j, "name", arm->name);
    tp_json_uint(j, "slices", arm->slices);
    tp_json_uint(j, "covered", arm->covered);
    tp_json_uint(j, "infeasible", arm->infeasible);
    tp_json_seconds(j, "seconds", arm->seconds);
    end_row(j);
  }
  tp_json_end_array(j);
}

static void write_timeline(tp_json *j, const tp_result *r) {
  tp_json_array(j, "timeline");
  for (uint32_t i = 0; i < r->timeline.n; i++) {
    begin_row(j);
    tp_json_seconds(j, "seconds", r->timeline.at[i].seconds);
    tp_json_uint(j, "covered", r->timeline.at[i].covered);
    tp_json_uint(j, "infeasible", r->timeline.at[i].infeasible);
    end_row(j);
  }
  tp_json_end_array(j);
}

static void write_phases(tp_json *j, const tp_result *r) {
  tp_json_array(j, "phases");
  for (uint32_t i = 0; i < r->phases.n; i++) {
    const tp_result_phase *phase = &r->phases.at[i];
    begin_row(j);
    tp_json_text(j, "name", phase->name);
    tp_json_uint(j, "runs", phase->runs);
    tp_json_uint(j, "paths", phase->paths);
    tp_json_uint(j, "solver_calls", phase->solver_calls);
    tp_json_uint(j, "quick_answers", phase->quick_answers);
    tp_json_uint(j, "solver_calls_saved", phase->solver_calls_saved);
    tp_json_uint(j, "covered", phase->covered);
    tp_json_uint(j, "infeasible", phase->infeasible);
    tp_json_seconds(j, "seconds", phase->seconds);
    end_row(j);
  }
  tp_json_end_array(j);
  write_choices(j, r);
  write_constraints(j, &r->constraints);
  write_arms(j, r);
  write_timeline(j, r);
  tp_json_object(j, "time");
  for (uint32_t i = 0; i < r->parts.n; i++)
    tp_json_seconds(j, r->parts.at[i].name, r->parts.at[i].seconds);
  tp_json_end_object(j);
}

/* The line of a case or default; 0: default is not written. */
static uint32_t label_line(const tp_program *p, tp_sbranch b) {
  tp_node_id label = p->branches.at[b].label;
  if (!label)
    return 0;
  return tp_place_of(p, tp_node_unit(p, label), tp_node_get(p, label)->begin)
      .line;
}

/* The files of the proof in the folder that --certify names. */
static void write_certificates(tp_json *j, const tp_result *r,
                               const tp_result_verdict *v) {
  char name[24];
  tp_json_array(j, "certificates");
  for (uint32_t i = 0; i < v->n_certificates; i++) {
    snprintf(name, sizeof name, "%06u.smt2",
             r->certificates.at[v->first_certificate + i]);
    tp_json_text(j, NULL, name);
  }
  tp_json_end_array(j);
}

static const char *function_name(const tp_program *p, tp_func_id f) {
  return f ? tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name)
           : NULL;
}

/* The function whose text has that line; NULL: none. */
static const char *function_at(const tp_program *p, const char *file,
                               uint32_t line) {
  for (tp_func_id f = 1; file && f < p->funcs.n; f++) {
    const tp_func *func = &p->funcs.at[f];
    tp_place begin = tp_place_of(p, func->unit, func->begin);
    tp_place end = tp_place_of(p, func->unit, func->end - 1);
    if (line >= begin.line && line <= end.line &&
        strcmp(tp_names_text(p->names, begin.file), file) == 0)
      return function_name(p, f);
  }
  return NULL;
}

/* Why it is unknown, and what may help. */
static void write_reason(tp_json *j, const tp_result_verdict *v) {
  const char *why = v->kind == TP_VERDICT_UNKNOWN ? v->text : NULL;
  tp_json_text(j, "reason", why);
  tp_json_text(j, "advice", why ? tp_advice_word(tp_advice_of(why)) : NULL);
}

static void write_branch(tp_json *j, const tp_result *r, tp_sbranch b,
                         tp_str *side) {
  const tp_program *p = r->program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  const tp_result_verdict *v = &r->verdicts.at[b];
  bool is_infeasible = v->kind == TP_VERDICT_INFEASIBLE;
  VEC_CLEAR(side);
  tp_branch_side(p, b, side);
  begin_row(j);
  tp_json_uint(j, "id", b);
  tp_json_text(j, "file", tp_names_text(p->names, d->file));
  tp_json_uint(j, "line", d->line);
  tp_json_uint(j, "column", d->column);
  tp_json_text(j, "function", function_name(p, d->func));
  tp_json_text(j, "text", tp_names_text(p->names, d->text));
  tp_json_text(j, "side", tp_str_text(side));
  if (d->construct == TP_C_SWITCH) {
    VEC_CLEAR(side);
    tp_branch_label(p, b, side);
    tp_json_text(j, "label", tp_str_text(side));
    number_or_null(j, "label_line", label_line(p, b));
  }
  tp_json_text(j, "verdict", tp_verdict_name(v->kind));
  number_or_null(j, "test", v->kind == TP_VERDICT_COVERED ? v->test : 0);
  tp_json_text(j, "proof", is_infeasible ? v->text : NULL);
  write_reason(j, v);
  if (v->unstable)
    tp_json_text(j, "unstable", v->unstable);
  if (v->n_certificates)
    write_certificates(j, r, v);
  if (r->expect.path)
    tp_json_text(j, "accepted", v->accepted);
  if (!tp_result_is_counted(r, b))
    tp_json_text(j, "uncounted", tp_result_uncounted(r, b));
  end_row(j);
}

/* The branches that count, or those that don't. */
static void write_branches(tp_json *j, const tp_result *r, const char *key,
                           bool counted) {
  tp_str side = {0};
  tp_json_array(j, key);
  for (tp_sbranch b = 0; b < r->verdicts.n; b++)
    if (tp_result_is_counted(r, b) == counted)
      write_branch(j, r, b, &side);
  tp_json_end_array(j);
  tp_str_free(&side);
}

static void write_findings(tp_json *j, const tp_result *r) {
  tp_str name = {0};
  tp_json_array(j, "findings");
  for (uint32_t i = 0; i < r->findings.n; i++) {
    const tp_result_finding *f = &r->findings.at[i];
    begin_row(j);
    tp_json_text(j, "kind", tp_finding_name(f->kind));
    tp_json_text(j, "signal",
                 f->signal ? tp_signal_name(f->signal, &name) : NULL);
    tp_json_text(j, "file", f->file);
    tp_json_uint(j, "line", f->line);
    tp_json_text(j, "function", function_at(r->program, f->file, f->line));
    number_or_null(j, "test", f->test);
    tp_json_text(j, "message", f->message);
    if (r->expect.path)
      tp_json_text(j, "accepted", f->accepted);
    end_row(j);
  }
  tp_json_end_array(j);
  tp_str_free(&name);
}

static void write_notes(tp_json *j, const tp_result *r) {
  tp_json_array(j, "warnings");
  for (uint32_t i = 0; i < r->notes.n; i++)
    tp_json_text(j, NULL, r->notes.at[i]);
  tp_json_end_array(j);
}

/* What was accepted, and what has no entry or needs none. */
static void write_expect(tp_json *j, const tp_result *r) {
  if (!r->expect.path)
    return;
  tp_json_object(j, "expect");
  tp_json_text(j, "file", r->expect.path);
  tp_json_uint(j, "accepted", r->expect.accepted);
  tp_json_uint(j, "new", r->expect.fresh);
  tp_json_uint(j, "obsolete", r->expect.obsolete);
  tp_json_end_object(j);
}

static void write_concretised(tp_json *j, const tp_result *r) {
  tp_json_array(j, "concretised");
  for (uint32_t i = 0; i < r->concretised.n; i++) {
    const tp_result_concrete *c = &r->concretised.at[i];
    begin_row(j);
    tp_json_text(j, "what", c->what);
    tp_json_text(j, "file", c->file);
    number_or_null(j, "line", c->line);
    tp_json_uint(j, "count", c->count);
    end_row(j);
  }
  tp_json_end_array(j);
}

/* What is said of a bin or a rule, behind its verdict. */
static void write_ground(tp_json *j, const tp_result *r,
                         const tp_result_verdict *v, const char *proof) {
  number_or_null(j, "test", v->kind == TP_VERDICT_COVERED ? v->test : 0);
  tp_json_text(j, "proof",
               v->kind == TP_VERDICT_INFEASIBLE ? proof
               : tp_audit_is_by_proof(v)        ? v->text
                                                : NULL);
  write_reason(j, v);
  if (r->expect.path)
    tp_json_text(j, "accepted", v->accepted);
}

static void write_bins(tp_json *j, const tp_result *r) {
  tp_str why = {0};
  tp_json_array(j, "bin");
  for (uint32_t i = 0; i < tp_audit_bin_count(r); i++) {
    const tp_bin *bin = tp_audit_bin_at(r, i);
    const tp_result_verdict *v = &r->verdicts.at[bin->branch];
    VEC_CLEAR(&why);
    if (v->kind == TP_VERDICT_INFEASIBLE)
      tp_audit_why_dead(r, bin, &why);
    begin_row(j);
    tp_json_text(j, "kind", tp_audit_bin_kind(bin));
    if (bin->is_other)
      tp_json_text(j, "number", NULL);
    else
      tp_json_int(j, "number", bin->number);
    tp_json_text(j, "name",
                 bin->name ? tp_names_text(r->program->names, bin->name)
                           : NULL);
    tp_json_bool(j, "is_good", bin->is_good);
    tp_json_text(j, "verdict", tp_audit_bin_verdict((tp_verdict_kind)v->kind));
    write_ground(j, r, v, tp_str_text(&why));
    end_row(j);
  }
  tp_json_end_array(j);
  tp_str_free(&why);
}

static void write_rules(tp_json *j, const tp_result *r) {
  tp_audit_rules rules = {0};
  tp_audit_collect(&rules, r);
  tp_json_array(j, "rule");
  for (uint32_t i = 0; i < rules.n; i++) {
    const tp_audit_rule *rule = &rules.at[i];
    char id[16];
    snprintf(id, sizeof id, "TP%u", rule->id);
    begin_row(j);
    tp_json_text(j, "id", id);
    tp_json_text(j, "name", rule->name);
    tp_json_text(j, "verdict",
                 tp_audit_rule_verdict((tp_verdict_kind)rule->verdict.kind));
    write_ground(j, r, &rule->verdict, "no run breaks it");
    end_row(j);
  }
  tp_json_end_array(j);
  VEC_FREE(&rules);
}

static void write_audit(tp_json *j, const tp_result *r) {
  if (!tp_audit_is_made(r))
    return;
  tp_audit_totals t = tp_audit_count(r);
  tp_json_object(j, "bins");
  tp_json_uint(j, "total", t.bins);
  tp_json_uint(j, "reached", t.reached);
  tp_json_uint(j, "dead", t.dead);
  tp_json_uint(j, "unknown", t.unknown);
  tp_json_end_object(j);
  write_bins(j, r);
  write_rules(j, r);
}

static void write_check(tp_json *j, const tp_result *r, uint32_t i) {
  const tp_program *p = r->program;
  const tp_program_check *c = &p->checks.at[i];
  const tp_result_verdict *v = tp_check_verdict(r, i);
  begin_row(j);
  tp_json_uint(j, "id", i);
  tp_json_text(j, "kind", tp_check_name((tp_check_kind)c->kind));
  tp_json_text(j, "file", tp_names_text(p->names, c->file));
  tp_json_uint(j, "line", c->line);
  tp_json_uint(j, "column", c->column);
  tp_json_text(j, "text", tp_names_text(p->names, c->text));
  tp_json_text(j, "what", tp_names_text(p->names, c->what));
  tp_json_text(j, "verdict", tp_check_verdict_name((tp_verdict_kind)v->kind));
  write_ground(j, r, v, v->text);
  if (v->witness)
    tp_json_text(j, "witness", v->witness);
  end_row(j);
}

static void write_edge(tp_json *j, const tp_result *r, uint32_t i) {
  const tp_program *p = r->program;
  const tp_program_check *e = &p->edges.at[i];
  const tp_result_verdict *v = tp_edge_verdict(r, i);
  tp_func_id f = p->decisions.at[p->branches.at[e->branch].decision].func;
  begin_row(j);
  if (e->side == TP_NO_BRANCH)
    tp_json_text(j, "branch", NULL);
  else
    tp_json_uint(j, "branch", e->side);
  tp_json_text(j, "edge", tp_edge_name(p, i));
  tp_json_text(j, "file", tp_names_text(p->names, e->file));
  tp_json_uint(j, "line", e->line);
  tp_json_uint(j, "column", e->column);
  tp_json_text(j, "function",
               tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name));
  tp_json_text(j, "text", tp_names_text(p->names, e->text));
  tp_json_text(j, "verdict", tp_verdict_name((tp_verdict_kind)v->kind));
  write_ground(j, r, v, v->text);
  end_row(j);
}

static void write_limits(tp_json *j, const tp_result *r) {
  tp_limit_totals t = tp_limits_count(r);
  if (!r->has_limits)
    return;
  tp_json_object(j, "limits");
  tp_json_uint(j, "total", t.total);
  tp_json_uint(j, "covered", t.covered);
  tp_json_uint(j, "infeasible", t.infeasible);
  tp_json_uint(j, "unknown", t.unknown);
  tp_json_end_object(j);
  tp_json_array(j, "limit");
  for (uint32_t i = 0; i < t.total; i++)
    write_edge(j, r, i);
  tp_json_end_array(j);
}

static void write_pair(tp_json *j, const tp_result *r, uint32_t decision,
                       uint32_t condition) {
  const tp_program *p = r->program;
  const tp_mcdc *d = &p->mcdc.at[decision];
  const tp_mcdc_condition *c =
      &p->mcdc_conditions.at[d->first_condition + condition];
  tp_mcdc_pair pair = tp_mcdc_of(r, decision, condition);
  begin_row(j);
  tp_json_uint(j, "decision", decision);
  tp_json_uint(j, "condition", condition);
  tp_json_text(j, "file", tp_names_text(p->names, c->file));
  tp_json_uint(j, "line", c->line);
  tp_json_uint(j, "column", c->column);
  tp_json_text(j, "function", function_name(p, d->func));
  tp_json_text(j, "text", tp_names_text(p->names, c->text));
  tp_json_text(j, "of", tp_names_text(p->names, d->text));
  tp_json_text(j, "verdict", tp_verdict_name(pair.kind));
  tp_json_array(j, "tests");
  for (int i = 0; i < 2 && pair.kind == TP_VERDICT_COVERED; i++)
    tp_json_uint(j, NULL, pair.tests[i]);
  tp_json_end_array(j);
  tp_str proof = {0};
  if (pair.kind == TP_VERDICT_INFEASIBLE)
    tp_mcdc_proof(r, decision, condition, &proof);
  tp_json_text(j, "proof", proof.at);
  tp_json_text(j, "reason", pair.kind == TP_VERDICT_UNKNOWN ? pair.text : NULL);
  if (r->expect.path)
    tp_json_text(j, "accepted", pair.accepted);
  tp_str_free(&proof);
  end_row(j);
}

static void write_decision(tp_json *j, const tp_program *p, const tp_mcdc *d) {
  begin_row(j);
  tp_json_text(j, "file", tp_names_text(p->names, d->file));
  tp_json_uint(j, "line", d->line);
  tp_json_uint(j, "column", d->column);
  tp_json_text(j, "text", tp_names_text(p->names, d->text));
  tp_json_uint(j, "conditions", d->n_conditions);
  tp_json_uint(j, "vectors", d->n_vectors);
  end_row(j);
}

static void write_mcdc(tp_json *j, const tp_result *r) {
  const tp_program *p = r->program;
  tp_mcdc_totals t = tp_mcdc_count(r);
  if (!r->has_mcdc)
    return;
  tp_json_object(j, "mcdc_pairs");
  tp_json_uint(j, "total", t.conditions);
  tp_json_uint(j, "covered", t.covered);
  tp_json_uint(j, "infeasible", t.infeasible);
  tp_json_uint(j, "unknown", t.unknown);
  tp_json_end_object(j);
  tp_json_array(j, "mcdc_decision");
  for (uint32_t d = 0; d < p->mcdc.n; d++)
    write_decision(j, p, &p->mcdc.at[d]);
  tp_json_end_array(j);
  tp_json_array(j, "mcdc");
  for (uint32_t d = 0; d < p->mcdc.n; d++)
    for (uint32_t c = 0; c < p->mcdc.at[d].n_conditions; c++)
      write_pair(j, r, d, c);
  tp_json_end_array(j);
}

static void write_checks(tp_json *j, const tp_result *r) {
  tp_check_totals t = tp_checks_count(r);
  if (!r->checked)
    return;
  tp_json_object(j, "checks");
  tp_json_text(j, "kinds", r->checked);
  tp_json_uint(j, "total", t.total);
  tp_json_uint(j, "violated", t.violated);
  tp_json_uint(j, "safe", t.safe);
  tp_json_uint(j, "unknown", t.unknown);
  tp_json_end_object(j);
  tp_json_array(j, "check");
  for (uint32_t i = 0; i < t.total; i++)
    write_check(j, r, i);
  tp_json_end_array(j);
}

static void write_predictions(tp_json *j, const tp_result *r) {
  if (!r->is_prediction)
    return;
  tp_json_array(j, "prediction");
  for (uint32_t i = 0; i < r->predictions.n; i++) {
    const tp_result_prediction *p = &r->predictions.at[i];
    const tp_program_check *c = &r->program->checks.at[p->check];
    bool is_shown = p->verdict >= TP_PREDICTED_PREDICTED;
    begin_row(j);
    tp_json_uint(j, "check", p->check);
    tp_json_text(j, "given", p->given);
    tp_json_text(j, "verdict", tp_predicted_name((tp_predicted)p->verdict));
    tp_json_uint(j, "met", p->met);
    tp_json_text(j, "file", tp_names_text(r->program->names, c->file));
    tp_json_uint(j, "line", c->line);
    tp_json_uint(j, "column", c->column);
    number_or_null(j, "test",
                   is_shown ? tp_check_verdict(r, p->check)->test : 0);
    tp_json_text(j, "reason", p->reason);
    if (p->shadow)
      tp_json_uint(j, "shadowed_by", p->shadow - 1);
    if (p->hoisted)
      tp_json_text(j, "hoisted", p->hoisted);
    end_row(j);
  }
  tp_json_end_array(j);
}

/* All parts as one text; null: there are none. */
static void write_conjunction(tp_json *j, const tp_precondition *p) {
  tp_str text = {0};
  for (uint32_t i = 0; i < p->parts.n; i++)
    tp_str_addf(&text, p->parts.n == 1 ? "%s%s" : "%s(%s)", i ? " && " : "",
                p->parts.at[i]);
  tp_json_text(j, "text", p->parts.n ? text.at : NULL);
  tp_str_free(&text);
}

static void write_preconditions(tp_json *j, const tp_result *r) {
  if (!r->preconditions.n)
    return;
  tp_json_array(j, "precondition");
  for (uint32_t i = 0; i < r->preconditions.n; i++) {
    const tp_precondition *p = r->preconditions.at[i];
    begin_row(j);
    tp_json_text(j, "function", p->function);
    write_conjunction(j, p);
    tp_json_array(j, "parts");
    for (uint32_t k = 0; k < p->parts.n; k++)
      tp_json_text(j, NULL, p->parts.at[k]);
    tp_json_end_array(j);
    tp_json_array(j, "dropped");
    for (uint32_t k = 0; k < p->dropped.n; k++) {
      tp_json_object(j, NULL);
      tp_json_text(j, "why", p->dropped.at[k].why);
      tp_json_uint(j, "times", p->dropped.at[k].times);
      tp_json_end_object(j);
    }
    tp_json_end_array(j);
    end_row(j);
  }
  tp_json_end_array(j);
}

static void write_shard(tp_json *j, const tp_result *r) {
  if (!r->shard)
    return;
  tp_json_text(j, "shard", r->shard);
  tp_json_text(j, "started_in", r->cwd);
  tp_json_array(j, "command");
  for (uint32_t i = 0; i < r->command.n; i++)
    tp_json_text(j, NULL, r->command.at[i]);
  tp_json_end_array(j);
}

void tp_report_json(const tp_result *r, tp_str *out) {
  tp_json j;
  tp_json_init(&j, out);
  tp_json_object(&j, NULL);
  tp_json_uint(&j, "schema", 1); /* another one when a field goes */
  write_program(&j, r);
  tp_json_text(&j, "sandbox", r->sandbox);
  tp_json_text(&j, "sandbox_detail", r->sandbox_why);
  tp_json_text(&j, "strategy", r->strategy);
  tp_json_uint(&j, "seed", r->seed);
  write_shard(&j, r);
  tp_json_bool(&j, "complete", r->is_complete);
  tp_json_text(&j, "stopped", r->stopped);
  write_resumed(&j, r);
  if (r->assume)
    tp_json_text(&j, "assume", r->assume);
  write_expect(&j, r);
  write_counts(&j, r);
  write_phases(&j, r);
  write_branches(&j, r, "branch", true);
  write_findings(&j, r);
  write_audit(&j, r);
  write_checks(&j, r);
  write_predictions(&j, r);
  write_preconditions(&j, r);
  write_limits(&j, r);
  write_mcdc(&j, r);
  write_branches(&j, r, "uncounted", false);
  tp_json_tests(&j, r);
  tp_json_denied(&j, r, 0);
  write_concretised(&j, r);
  write_notes(&j, r);
  tp_json_end_object(&j);
  tp_str_addc(out, '\n');
}
