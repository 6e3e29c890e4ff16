/* SPDX-License-Identifier: GPL-3.0-or-later */
/* junit.xml: what was asked, as cases that pass, fail, or err.
 *
 * The branches of a function are one case: it passes if each is covered or
 * proved infeasible, and is an error if one is unknown. Each kind of finding is
 * a case: a failure if there is one; skipped, not passed, if there is none but
 * the search was not finished. Each bin, each rule, each check and each edge of
 * a limit is a case.
 */
#include "report/audit.h"
#include "report/by_file.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/mcdc.h"
#include "report/report.h"
#include "report/xml.h"

#define MAX_NAMED 20 /* branches in a message */

typedef struct writer {
  const tp_result *r;
  tp_str cases;
  uint32_t n, failures, errors, skipped;
} writer;

static void begin_case(writer *w, const char *class, const char *name) {
  w->n++;
  tp_str_add(&w->cases, "    <testcase classname=\"");
  tp_add_xml(&w->cases, class);
  tp_str_add(&w->cases, "\" name=\"");
  tp_add_xml(&w->cases, name);
  tp_str_add(&w->cases, "\"");
}

static void pass(writer *w) {
  tp_str_add(&w->cases, "/>\n");
}

/* kind: error, failure */
static void refuse(writer *w, const char *kind, const char *message,
                   const tp_str *text) {
  tp_str_addf(&w->cases, ">\n      <%s message=\"", kind);
  tp_add_xml(&w->cases, message);
  tp_str_add(&w->cases, "\">");
  tp_add_xml(&w->cases, tp_str_text(text));
  tp_str_addf(&w->cases, "</%s>\n    </testcase>\n", kind);
}

static void skip(writer *w, const char *why) {
  w->skipped++;
  tp_str_add(&w->cases, ">\n      <skipped message=\"");
  tp_add_xml(&w->cases, why);
  tp_str_add(&w->cases, "\"/>\n    </testcase>\n");
}

static void end_suite(writer *w, const char *name, tp_str *out) {
  tp_str_addf(out,
              "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" "
              "errors=\"%u\" skipped=\"%u\" timestamp=\"%.19s\">\n",
              name, w->n, w->failures, w->errors, w->skipped,
              w->r->created ? w->r->created : "");
  tp_str_addn(out, tp_str_text(&w->cases), w->cases.n);
  tp_str_add(out, "  </testsuite>\n");
  tp_str_free(&w->cases);
  *w = (writer){.r = w->r};
}

/* ---- branches ------------------------------------------------------------ */

static void add_reason(tp_str *out, const tp_result *r, tp_sbranch b) {
  tp_add_branch(out, r, b);
  if (r->verdicts.at[b].text)
    tp_str_addf(out, ": %s", r->verdicts.at[b].text);
  tp_str_addc(out, '\n');
}

static void add_function(writer *w, tp_func_id f, const tp_decision_id *next,
                         tp_decision_id first) {
  const tp_program *p = w->r->program;
  tp_str unknown = {0}, message = {0};
  uint32_t n = 0, branches = 0;
  for (tp_decision_id i = first; i; i = next[i]) {
    const tp_decision *d = &p->decisions.at[i];
    for (tp_sbranch b = d->first; b < d->first + d->n; b++) {
      if (!tp_result_is_counted(w->r, b))
        continue;
      branches++;
      if (w->r->verdicts.at[b].kind == TP_VERDICT_UNKNOWN && ++n <= MAX_NAMED)
        add_reason(&unknown, w->r, b);
    }
  }
  if (branches) {
    const tp_decision *d = &p->decisions.at[first];
    tp_decl_id decl = p->funcs.at[f].decl;
    begin_case(w, tp_names_text(p->names, d->file),
               decl ? tp_names_text(p->names, p->decls.at[decl].name) : "");
    tp_str_addf(&message, "%u of %u branches are unknown", n, branches);
    w->errors += n > 0;
    if (n)
      refuse(w, "error", message.at, &unknown);
    else
      pass(w);
  }
  tp_str_free(&unknown);
  tp_str_free(&message);
}

/* Decisions as lists by function. */
static void add_branches(writer *w) {
  const tp_program *p = w->r->program;
  tp_decision_id *first = TP_NEW_ARRAY(tp_decision_id, p->funcs.n + 1);
  tp_decision_id *next = TP_NEW_ARRAY(tp_decision_id, p->decisions.n + 1);
  for (tp_decision_id i = p->decisions.n; i-- > 1;) {
    next[i] = first[p->decisions.at[i].func];
    first[p->decisions.at[i].func] = i;
  }
  for (tp_func_id f = 0; f < p->funcs.n; f++)
    if (first[f])
      add_function(w, f, next, first[f]);
  tp_free(first);
  tp_free(next);
}

/* ---- findings ------------------------------------------------------------ */

static void add_finding(tp_str *out, const tp_result_finding *f) {
  tp_str name = {0};
  if (f->file)
    tp_str_addf(out, "%s:%u: ", f->file, f->line);
  tp_str_add(out, tp_finding_name(f->kind));
  if (f->signal)
    tp_str_addf(out, " %s", tp_signal_name(f->signal, &name));
  if (f->test)
    tp_str_addf(out, ", test-suite/testcase-%04u.xml", f->test);
  if (f->message)
    tp_str_addf(out, ": %s", f->message);
  tp_str_addc(out, '\n');
  tp_str_free(&name);
}

static void add_kind(writer *w, tp_finding_kind kind) {
  const tp_result *r = w->r;
  tp_str text = {0}, message = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->findings.n; i++) {
    if (r->findings.at[i].kind != kind)
      continue;
    n++;
    add_finding(&text, &r->findings.at[i]);
  }
  begin_case(w, "findings", tp_finding_name(kind));
  tp_str_addf(&message, "%u of kind %s", n, tp_finding_name(kind));
  w->failures += n > 0;
  if (n)
    refuse(w, "failure", message.at, &text);
  else if (!r->is_complete)
    skip(w, "none was met, but the search was not finished");
  else
    pass(w);
  tp_str_free(&text);
  tp_str_free(&message);
}

/* ---- bins and rules ------------------------------------------------------ */

/* message: what was found of it; text: why */
static void add_goal(writer *w, const char *class, const char *name,
                     const char *trouble, const char *message,
                     const char *text) {
  tp_str words = {0};
  tp_str_add(&words, text ? text : "");
  begin_case(w, class, name);
  if (!trouble)
    pass(w);
  else
    refuse(w, trouble, message, &words);
  w->errors += trouble && strcmp(trouble, "error") == 0;
  w->failures += trouble && strcmp(trouble, "failure") == 0;
  tp_str_free(&words);
}

/* NULL: it passes. */
static const char *trouble_of(const tp_result_verdict *v, bool is_good) {
  if (is_good || v->accepted)
    return NULL;
  return v->kind == TP_VERDICT_UNKNOWN ? "error" : "failure";
}

static void add_bins(writer *w) {
  const tp_program *p = w->r->program;
  tp_str name = {0}, why = {0};
  for (uint32_t i = 0; i < tp_audit_bin_count(w->r); i++) {
    const tp_bin *bin = tp_audit_bin_at(w->r, i);
    const tp_result_verdict *v = &w->r->verdicts.at[bin->branch];
    bool is_dead = v->kind == TP_VERDICT_INFEASIBLE;
    VEC_CLEAR(&name);
    VEC_CLEAR(&why);
    tp_audit_bin_name(p, bin, &name);
    if (is_dead)
      tp_audit_why_dead(w->r, bin, &why);
    bool is_good =
        v->kind == TP_VERDICT_COVERED || (is_dead && bin->is_default);
    add_goal(w, "bins", name.at, trouble_of(v, is_good),
             tp_audit_bin_verdict((tp_verdict_kind)v->kind),
             is_dead ? tp_str_text(&why) : v->text);
  }
  tp_str_free(&name);
  tp_str_free(&why);
}

static void add_rules(writer *w) {
  tp_audit_rules rules = {0};
  tp_str name = {0}, message = {0};
  tp_audit_collect(&rules, w->r);
  for (uint32_t i = 0; i < rules.n; i++) {
    const tp_result_verdict *v = &rules.at[i].verdict;
    bool is_broken = v->kind == TP_VERDICT_COVERED;
    VEC_CLEAR(&name);
    VEC_CLEAR(&message);
    tp_str_addf(&name, "TP%u %s", rules.at[i].id, rules.at[i].name);
    tp_str_add(&message, tp_audit_rule_verdict((tp_verdict_kind)v->kind));
    if (is_broken && v->test)
      tp_str_addf(&message, " by test-suite/testcase-%04u.xml", v->test);
    add_goal(w, "rules", name.at,
             trouble_of(v, v->kind == TP_VERDICT_INFEASIBLE), message.at,
             is_broken && v->test ? NULL : v->text);
  }
  VEC_FREE(&rules);
  tp_str_free(&name);
  tp_str_free(&message);
}

static void add_edges(writer *w) {
  const tp_program *p = w->r->program;
  tp_str title = {0};
  for (uint32_t i = 0; i < p->edges.n; i++) {
    const tp_result_verdict *v = tp_edge_verdict(w->r, i);
    VEC_CLEAR(&title);
    tp_edge_title(p, i, &title);
    add_goal(w, tp_edge_name(p, i), title.at,
             trouble_of(v, v->kind != TP_VERDICT_UNKNOWN),
             tp_verdict_name((tp_verdict_kind)v->kind), v->text);
  }
  tp_str_free(&title);
}

static void add_pairs(writer *w) {
  const tp_program *p = w->r->program;
  tp_str title = {0};
  for (uint32_t d = 0; d < p->mcdc.n; d++)
    for (uint32_t c = 0; c < p->mcdc.at[d].n_conditions; c++) {
      tp_mcdc_pair pair = tp_mcdc_of(w->r, d, c);
      tp_result_verdict v = {.kind = (uint8_t)pair.kind};
      VEC_CLEAR(&title);
      tp_mcdc_title(p, d, c, &title);
      add_goal(w, "pair", title.at,
               trouble_of(&v, pair.kind != TP_VERDICT_UNKNOWN),
               tp_verdict_name(pair.kind), pair.text);
    }
  tp_str_free(&title);
}

static void add_checks(writer *w) {
  const tp_program *p = w->r->program;
  tp_str title = {0}, message = {0};
  for (uint32_t i = 0; i < p->checks.n; i++) {
    const tp_result_verdict *v = tp_check_verdict(w->r, i);
    bool is_violated = v->kind == TP_VERDICT_COVERED;
    VEC_CLEAR(&title);
    VEC_CLEAR(&message);
    tp_check_title(p, i, &title);
    tp_str_add(&message, tp_check_verdict_name((tp_verdict_kind)v->kind));
    if (is_violated)
      tp_str_addf(&message, " by test-suite/testcase-%04u.xml", v->test);
    add_goal(w, tp_check_name((tp_check_kind)p->checks.at[i].kind), title.at,
             trouble_of(v, v->kind == TP_VERDICT_INFEASIBLE), message.at,
             is_violated ? NULL : v->text);
  }
  tp_str_free(&title);
  tp_str_free(&message);
}

void tp_report_junit(const tp_result *r, tp_str *out) {
  writer w = {.r = r};
  tp_str_addf(out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<testsuites name=\"tp2ph %s\" time=\"%.3f\">\n",
              r->version, r->seconds);
  add_branches(&w);
  end_suite(&w, "branches", out);
  for (int kind = TP_FINDING_CRASH; kind <= TP_FINDING_SANITIZER; kind++)
    add_kind(&w, (tp_finding_kind)kind);
  end_suite(&w, "findings", out);
  if (tp_audit_is_made(r)) {
    add_bins(&w);
    end_suite(&w, "bins", out);
    add_rules(&w);
    end_suite(&w, "rules", out);
  }
  if (r->has_limits) {
    add_edges(&w);
    end_suite(&w, "limits", out);
  }
  if (r->has_mcdc) {
    add_pairs(&w);
    end_suite(&w, "mcdc", out);
  }
  if (r->checked) {
    add_checks(&w);
    end_suite(&w, "checks", out);
  }
  tp_str_add(out, "</testsuites>\n");
}
