/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.sarif: SARIF 2.1.0, for code scanning.
 *
 * Findings are errors, unknown branches warnings, infeasible branches notes: a
 * dead branch is often meant to be dead. A fingerprint is made of what does not
 * change when lines move: rule, file, function, text, side, and how many alike
 * came before.
 */
#include "report/audit.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/mcdc.h"
#include "report/by_file.h"
#include "report/report.h"
#include "report/sha256.h"

#include "base/json.h"
#include "base/map.h"

/* In the order of rules[]; ids are for ever. */
typedef enum rule_kind {
  RULE_CRASH, /* as tp_finding_kind */
  RULE_HANG,
  RULE_MEMORY,
  RULE_SANITIZER,
  RULE_INFEASIBLE,
  RULE_UNKNOWN,
  RULE_DEAD_BIN,
  RULE_UNKNOWN_BIN,
  RULE_VIOLATED_CHECK,
  RULE_UNKNOWN_CHECK,
  RULE_DEAD_EDGE,
  RULE_UNKNOWN_EDGE,
  RULE_DEAD_PAIR,
  RULE_UNKNOWN_PAIR,
#define RULE(id, name, needs) RULE_##id,
#include "program/rules.def"
  RULES
} rule_kind;

static const struct {
  const char *id, *name, *level, *text;
} rules[RULES] = {
    {"TP001", "Crash", "error", "An input makes the program crash."},
    {"TP002", "Hang", "error", "An input makes the program run for ever."},
    {"TP003", "Memory", "error", "An input makes the program use up memory."},
    {"TP004", "Sanitizer", "error", "An input makes a sanitizer report."},
    {"TP010", "DeadBranch", "note", "No input takes this branch; proved."},
    {"TP011", "UnknownBranch", "warning",
     "Neither a test nor a proof was found for this branch."},
    {"TP020", "DeadBin", "warning", "No part ends in this bin; proved."},
    {"TP021", "UnknownBin", "warning",
     "Neither a test nor a proof was found for this bin."},
    {"TP030", "ViolatedCheck", "error", "An input violates this check."},
    {"TP031", "UnknownCheck", "warning",
     "Neither a test nor a proof was found for this check."},
    {"TP040", "DeadLimit", "note", "No input gets to this edge; proved."},
    {"TP041", "UnknownLimit", "warning",
     "Neither a test nor a proof was found for this edge of a limit."},
    {"TP050", "DeadCondition", "note",
     "No two inputs show what this condition decides; proved."},
    {"TP051", "UnknownCondition", "warning",
     "Neither two tests nor a proof were found for this condition."},
#define RULE(id, name, needs) {"TP" #id, name, "error", "Violated: " name "."},
#include "program/rules.def"
};

typedef struct writer {
  const tp_result *r;
  tp_json j;
  tp_map seen; /* hash of what a fingerprint is made of -> how many so far */
} writer;

typedef struct open_goal {
  const char *what, *text;
  tp_name file;
  uint32_t line, column;
} open_goal;

static void add_message(tp_json *j, const char *key, const char *text) {
  tp_json_object(j, key);
  tp_json_text(j, "text", text);
  tp_json_end_object(j);
}

static void add_rules(tp_json *j) {
  tp_json_array(j, "rules");
  for (int i = 0; i < RULES; i++) {
    tp_json_object(j, NULL);
    tp_json_text(j, "id", rules[i].id);
    tp_json_text(j, "name", rules[i].name);
    add_message(j, "shortDescription", rules[i].text);
    tp_json_object(j, "defaultConfiguration");
    tp_json_text(j, "level", rules[i].level);
    tp_json_end_object(j);
    tp_json_end_object(j);
  }
  tp_json_end_array(j);
}

static void add_uri(tp_str *out, const char *path) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTU"
                              "VWXYZ0123456789/._-~";
  for (; *path; path++) {
    if (strchr(plain, *path))
      tp_str_addc(out, *path);
    else
      tp_str_addf(out, "%%%02X", (unsigned)(unsigned char)*path);
  }
}

static void add_location(writer *w, const char *file, uint32_t line,
                         uint32_t column) {
  tp_json *j = &w->j;
  tp_str uri = {0};
  bool is_relative = file[0] != '/';
  tp_json_array(j, "locations");
  tp_json_object(j, NULL);
  tp_json_object(j, "physicalLocation");
  tp_json_object(j, "artifactLocation");
  tp_str_add(&uri, is_relative ? "" : "file://");
  add_uri(&uri, is_relative && tp_text_starts(file, "./") ? file + 2 : file);
  tp_json_text(j, "uri", uri.at);
  if (is_relative)
    tp_json_text(j, "uriBaseId", "SRCROOT");
  tp_json_end_object(j);
  if (line) {
    tp_json_object(j, "region");
    tp_json_uint(j, "startLine", line);
    if (column)
      tp_json_uint(j, "startColumn", column);
    tp_json_end_object(j);
  }
  tp_json_end_object(j);
  tp_json_end_object(j);
  tp_json_end_array(j);
  tp_str_free(&uri);
}

static void add_fingerprint(writer *w, const tp_str *what) {
  char hash[TP_SHA256_TEXT];
  tp_str text = {0};
  bool is_new;
  uint32_t *count =
      tp_map_put(&w->seen, tp_hash_bytes(what->at, what->n) >> 1, &is_new);
  tp_str_addf(&text, "%s\n%u", what->at, (*count)++);
  tp_sha256(text.at, text.n, hash);
  tp_json_object(&w->j, "partialFingerprints");
  tp_json_text(&w->j, "tp2ph/v1", hash);
  tp_json_end_object(&w->j);
  tp_str_free(&text);
}

static void begin_result(writer *w, rule_kind rule, const char *message) {
  tp_json_object(&w->j, NULL);
  tp_json_text(&w->j, "ruleId", rules[rule].id);
  tp_json_uint(&w->j, "ruleIndex", rule);
  tp_json_text(&w->j, "level", rules[rule].level);
  add_message(&w->j, "message", message);
}

static void add_finding(writer *w, const tp_result_finding *f) {
  tp_str message = {0}, key = {0}, name = {0};
  const char *signal = f->signal ? tp_signal_name(f->signal, &name) : "";
  tp_str_add(&message, rules[f->kind].text);
  if (f->signal)
    tp_str_addf(&message, " It ends with %s.", signal);
  if (f->message)
    tp_str_addf(&message, " %s", f->message);
  if (f->test)
    tp_str_addf(&message, " Shown by test-suite/testcase-%04u.xml.", f->test);
  begin_result(w, (rule_kind)f->kind, message.at);
  if (f->file)
    add_location(w, f->file, f->line, 0);
  tp_str_addf(&key, "%s\n%s\n%s", rules[f->kind].id, f->file ? f->file : "",
              signal);
  add_fingerprint(w, &key);
  tp_json_end_object(&w->j);
  tp_str_free(&message);
  tp_str_free(&key);
  tp_str_free(&name);
}

static void add_verdict(writer *w, tp_sbranch b) {
  const tp_program *p = w->r->program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  const tp_result_verdict *v = &w->r->verdicts.at[b];
  rule_kind rule =
      v->kind == TP_VERDICT_UNKNOWN ? RULE_UNKNOWN : RULE_INFEASIBLE;
  const char *file = tp_names_text(p->names, d->file);
  const char *text = tp_names_text(p->names, d->text);
  tp_decl_id decl = p->funcs.at[d->func].decl;
  tp_str message = {0}, key = {0}, side = {0}, label = {0};
  tp_branch_side(p, b, &side);
  tp_branch_label(p, b, &label);
  tp_str_addf(&message, "%s [%s] %s: %s", text, label.at,
              rule == RULE_UNKNOWN ? "is unknown" : "is dead",
              v->text ? v->text : "no reason given");
  begin_result(w, rule, message.at);
  add_location(w, file, d->line, d->column);
  tp_str_addf(&key, "%s\n%s\n%s\n%s\n%s", rules[rule].id, file,
              decl ? tp_names_text(p->names, p->decls.at[decl].name) : "", text,
              side.at);
  add_fingerprint(w, &key);
  tp_json_end_object(&w->j);
  tp_str_free(&message);
  tp_str_free(&key);
  tp_str_free(&side);
  tp_str_free(&label);
}

/* Of bins and rules, which stand for the whole program. */
static void add_goal(writer *w, rule_kind rule, const char *what,
                     const char *text) {
  const tp_result *r = w->r;
  tp_str message = {0}, key = {0};
  tp_str_addf(&message, "%s: %s", what, text);
  begin_result(w, rule, message.at);
  if (r->files.n)
    add_location(w, r->files.at[0].path, 1, 0);
  tp_str_addf(&key, "%s\n%s", rules[rule].id, what);
  add_fingerprint(w, &key);
  tp_json_end_object(&w->j);
  tp_str_free(&message);
  tp_str_free(&key);
}

static void add_bins(writer *w) {
  const tp_program *p = w->r->program;
  tp_str name = {0}, why = {0};
  for (uint32_t i = 0; i < tp_audit_bin_count(w->r); i++) {
    const tp_bin *bin = tp_audit_bin_at(w->r, i);
    const tp_result_verdict *v = &w->r->verdicts.at[bin->branch];
    bool is_dead = v->kind == TP_VERDICT_INFEASIBLE;
    if (v->kind == TP_VERDICT_COVERED)
      continue;
    VEC_CLEAR(&name);
    VEC_CLEAR(&why);
    tp_audit_bin_name(p, bin, &name);
    if (is_dead)
      tp_audit_why_dead(w->r, bin, &why);
    else
      tp_str_add(&why, v->text ? v->text : "no reason given");
    add_goal(w, is_dead ? RULE_DEAD_BIN : RULE_UNKNOWN_BIN, name.at,
             tp_str_text(&why));
  }
  tp_str_free(&name);
  tp_str_free(&why);
}

static rule_kind rule_of(uint32_t id) {
  tp_str text = {0};
  int rule = RULE_UNKNOWN_PAIR + 1;
  tp_str_addf(&text, "TP%u", id);
  while (rule + 1 < RULES && strcmp(rules[rule].id, text.at) != 0)
    rule++;
  tp_str_free(&text);
  return (rule_kind)rule;
}

static void add_broken_rules(writer *w) {
  tp_audit_rules found = {0};
  tp_str text = {0};
  tp_audit_collect(&found, w->r);
  for (uint32_t i = 0; i < found.n; i++) {
    const tp_result_verdict *v = &found.at[i].verdict;
    if (v->kind == TP_VERDICT_INFEASIBLE)
      continue;
    VEC_CLEAR(&text);
    if (tp_audit_is_by_proof(v))
      tp_str_addf(&text, "violated, %s", v->text);
    else if (v->kind == TP_VERDICT_COVERED)
      tp_str_addf(&text, "violated, shown by test-suite/testcase-%04u.xml",
                  v->test);
    else
      tp_str_addf(&text, "unknown, %s", v->text ? v->text : "no reason given");
    add_goal(w, rule_of(found.at[i].id), found.at[i].name, text.at);
  }
  VEC_FREE(&found);
  tp_str_free(&text);
}

static void add_check(writer *w, uint32_t i) {
  const tp_program *p = w->r->program;
  const tp_program_check *c = &p->checks.at[i];
  const tp_result_verdict *v = tp_check_verdict(w->r, i);
  bool is_violated = v->kind == TP_VERDICT_COVERED;
  rule_kind rule = is_violated ? RULE_VIOLATED_CHECK : RULE_UNKNOWN_CHECK;
  const char *file = tp_names_text(p->names, c->file);
  tp_str message = {0}, key = {0};
  tp_str_addf(&message, "%s: %s: ", tp_names_text(p->names, c->text),
              tp_names_text(p->names, c->what));
  if (is_violated)
    tp_str_addf(&message, "violated, shown by test-suite/testcase-%04u.xml",
                v->test);
  else
    tp_str_addf(&message, "unknown, %s", v->text ? v->text : "no reason given");
  begin_result(w, rule, message.at);
  add_location(w, file, c->line, c->column);
  tp_str_addf(&key, "%s\n%s\n%s\n%s", rules[rule].id, file,
              tp_names_text(p->names, c->text),
              tp_names_text(p->names, c->what));
  add_fingerprint(w, &key);
  tp_json_end_object(&w->j);
  tp_str_free(&message);
  tp_str_free(&key);
}

static void add_checks(writer *w) {
  for (uint32_t i = 0; i < w->r->program->checks.n; i++)
    if (tp_check_verdict(w->r, i)->kind != TP_VERDICT_INFEASIBLE)
      add_check(w, i);
}

/* What is dead or unknown at a place of the source: `what`, known by `key`. */
static void add_open(writer *w, rule_kind rule, const open_goal *o) {
  const tp_program *p = w->r->program;
  const char *file = tp_names_text(p->names, o->file);
  tp_str message = {0}, key = {0};
  tp_str_addf(&message, "%s: %s", o->what,
              o->text ? o->text : "no reason given");
  begin_result(w, rule, message.at);
  add_location(w, file, o->line, o->column);
  tp_str_addf(&key, "%s\n%s\n%s", rules[rule].id, file, o->what);
  add_fingerprint(w, &key);
  tp_json_end_object(&w->j);
  tp_str_free(&message);
  tp_str_free(&key);
}

static void add_edges(writer *w) {
  const tp_program *p = w->r->program;
  tp_str what = {0};
  for (uint32_t i = 0; i < p->edges.n; i++) {
    const tp_program_check *e = &p->edges.at[i];
    const tp_result_verdict *v = tp_edge_verdict(w->r, i);
    if (v->kind == TP_VERDICT_COVERED)
      continue;
    VEC_CLEAR(&what);
    tp_str_addf(&what, "%s, %s", tp_names_text(p->names, e->text),
                tp_edge_name(p, i));
    open_goal o = {what.at, v->text, e->file, e->line, e->column};
    add_open(w,
             v->kind == TP_VERDICT_UNKNOWN ? RULE_UNKNOWN_EDGE : RULE_DEAD_EDGE,
             &o);
  }
  tp_str_free(&what);
}

static void add_pair(writer *w, uint32_t decision, uint32_t condition) {
  const tp_program *p = w->r->program;
  const tp_mcdc *d = &p->mcdc.at[decision];
  const tp_mcdc_condition *c =
      &p->mcdc_conditions.at[d->first_condition + condition];
  tp_mcdc_pair pair = tp_mcdc_of(w->r, decision, condition);
  tp_str what = {0}, proof = {0};
  if (pair.kind == TP_VERDICT_COVERED)
    return;
  tp_str_addf(&what, "%s: %s", tp_names_text(p->names, d->text),
              tp_names_text(p->names, c->text));
  if (pair.kind == TP_VERDICT_INFEASIBLE)
    tp_mcdc_proof(w->r, decision, condition, &proof);
  open_goal o = {what.at, proof.at ? proof.at : pair.text, c->file, c->line,
                 c->column};
  add_open(w,
           pair.kind == TP_VERDICT_UNKNOWN ? RULE_UNKNOWN_PAIR : RULE_DEAD_PAIR,
           &o);
  tp_str_free(&what);
  tp_str_free(&proof);
}

static void add_pairs(writer *w) {
  for (uint32_t d = 0; d < w->r->program->mcdc.n; d++)
    for (uint32_t c = 0; c < w->r->program->mcdc.at[d].n_conditions; c++)
      add_pair(w, d, c);
}

static void add_results(writer *w) {
  tp_json_array(&w->j, "results");
  for (uint32_t i = 0; i < w->r->findings.n; i++)
    add_finding(w, &w->r->findings.at[i]);
  for (tp_sbranch b = 0; b < w->r->verdicts.n; b++)
    if (w->r->verdicts.at[b].kind != TP_VERDICT_COVERED &&
        tp_result_is_counted(w->r, b))
      add_verdict(w, b);
  add_bins(w);
  add_broken_rules(w);
  add_checks(w);
  add_edges(w);
  add_pairs(w);
  tp_json_end_array(&w->j);
}

static void add_run(writer *w) {
  tp_json *j = &w->j;
  tp_str root = {0};
  tp_json_object(j, "tool");
  tp_json_object(j, "driver");
  tp_json_text(j, "name", "tp2ph");
  tp_json_text(j, "version", w->r->version);
  add_rules(j);
  tp_json_end_object(j);
  tp_json_end_object(j);
  tp_str_add(&root, "file://");
  add_uri(&root, w->r->cwd ? w->r->cwd : "");
  tp_str_addc(&root, '/');
  tp_json_object(j, "originalUriBaseIds");
  tp_json_object(j, "SRCROOT");
  tp_json_text(j, "uri", root.at);
  tp_json_end_object(j);
  tp_json_end_object(j);
  tp_json_array(j, "invocations");
  tp_json_object(j, NULL);
  tp_json_bool(j, "executionSuccessful", w->r->is_complete);
  tp_json_end_object(j);
  tp_json_end_array(j);
  tp_json_text(j, "columnKind", "utf16CodeUnits");
  tp_str_free(&root);
}

void tp_report_sarif(const tp_result *r, tp_str *out) {
  writer w = {.r = r};
  tp_json_init(&w.j, out);
  tp_json_object(&w.j, NULL);
  tp_json_text(&w.j, "$schema",
               "https://json.schemastore.org/sarif-2.1.0.json");
  tp_json_text(&w.j, "version", "2.1.0");
  tp_json_array(&w.j, "runs");
  tp_json_object(&w.j, NULL);
  add_run(&w);
  add_results(&w);
  tp_json_end_object(&w.j);
  tp_json_end_array(&w.j);
  tp_json_end_object(&w.j);
  tp_str_addc(out, '\n');
  tp_map_free(&w.seen);
}
