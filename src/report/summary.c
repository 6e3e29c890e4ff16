/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.txt: a result for people, also printed at the end of a run.
 *
 * What matters first: verdicts, findings, where the results are. Then what
 * needs attention, with place and reason; what was not symbolic; the tests;
 * last what it took. Long lists are cut: report.json has all of them.
 */
#include "report/report.h"

#include "report/advice.h"
#include "report/audit.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/mcdc.h"

#include <inttypes.h>

#define MAX_ROWS 40
#define MAX_INPUTS 12 /* of a test, on its line */

typedef struct writer {
  const tp_result *r;
  tp_str *out;
  bool is_coloured;
  uint32_t rows, hidden; /* of the current list */
} writer;

static const char *paint(const writer *w, const char *code) {
  return w->is_coloured ? code : "";
}

#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

static void begin_list(writer *w, const char *colour, const char *title) {
  w->rows = w->hidden = 0;
  tp_str_addf(w->out, "\n%s%s%s\n", paint(w, colour), title, paint(w, PLAIN));
}

/* Whether the next row is still shown. */
static bool next_row(writer *w) {
  if (w->rows < MAX_ROWS) {
    w->rows++;
    return true;
  }
  w->hidden++;
  return false;
}

static void end_list(writer *w) {
  if (w->hidden)
    tp_str_addf(w->out, "  ... and %u more, see report.json\n", w->hidden);
}

/* "1 test", "2 tests" */
static void add_count(tp_str *out, uint64_t n, const char *one,
                      const char *many) {
  tp_str_addf(out, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

static void add_head(writer *w) {
  const tp_result *r = w->r;
  tp_str_addf(w->out, "%stp2ph %s%s: ", paint(w, BOLD), r->version,
              paint(w, PLAIN));
  for (uint32_t i = 0; i < r->files.n && i < 3; i++)
    tp_str_addf(w->out, "%s%s", i ? ", " : "", r->files.at[i].path);
  if (r->files.n > 3)
    tp_str_addf(w->out, " and %u more files", r->files.n - 3);
  tp_str_addf(w->out, ", from %s()\n", r->entry);
}

static void add_slice(writer *w) {
  if (w->r->assume)
    tp_str_addf(w->out, "assuming   %s\n", w->r->assume);
}

static void add_branches(writer *w) {
  tp_result_totals t = tp_result_count(w->r);
  bool is_done = t.unknown == 0;
  tp_str_addf(w->out,
              "branches   %s%u of %u covered, %u proved infeasible, %u "
              "unknown%s (",
              paint(w, is_done ? GREEN : YELLOW), t.covered, t.branches,
              t.infeasible, t.unknown, paint(w, PLAIN));
  add_count(w->out, t.decisions, "decision", "decisions");
  tp_str_add(w->out, ")\n");
}

/* "findings   3: 2 crash, 1 hang" */
static void add_finding_counts(writer *w) {
  uint32_t count[TP_FINDING_SANITIZER + 1] = {0};
  uint32_t n = w->r->findings.n;
  for (uint32_t i = 0; i < n; i++)
    count[w->r->findings.at[i].kind]++;
  tp_str_addf(w->out, "findings   %s", paint(w, n ? RED : ""));
  if (n == 0)
    tp_str_add(w->out, w->r->is_complete ? "none" : "none so far");
  else
    tp_str_addf(w->out, "%u", n);
  const char *before = ": ";
  for (int kind = 0; kind <= TP_FINDING_SANITIZER; kind++) {
    if (!count[kind])
      continue;
    tp_str_addf(w->out, "%s%u %s", before, count[kind],
                tp_finding_name((tp_finding_kind)kind));
    before = ", ";
  }
  tp_str_addf(w->out, "%s\n", paint(w, n ? PLAIN : ""));
}

/* "bins       11 of 12 reached, 1 dead, 0 unknown; rules: 1 of 4 violated" */
static void add_audit_counts(writer *w) {
  tp_audit_totals t = tp_audit_count(w->r);
  if (!tp_audit_is_made(w->r))
    return;
  tp_str_addf(w->out, "bins       %s%u of %u reached, %u dead, %u unknown%s; ",
              paint(w, t.dead || t.unknown ? YELLOW : GREEN), t.reached, t.bins,
              t.dead, t.unknown, paint(w, PLAIN));
  tp_str_addf(w->out, "rules: %s%u of %u violated%s, %u unknown\n",
              paint(w, t.violated ? RED : GREEN), t.violated, t.rules,
              paint(w, PLAIN), t.undecided);
}

/* "checks     2 of 9 violated, 7 safe, 0 unknown" */
static void add_check_counts(writer *w) {
  tp_check_totals t = tp_checks_count(w->r);
  if (w->r->checked)
    tp_str_addf(w->out,
                "checks     %s%u of %u violated%s, %u safe, %u unknown\n",
                paint(w, t.violated ? RED : GREEN), t.violated, t.total,
                paint(w, PLAIN), t.safe, t.unknown);
}

/* "prediction 1 found, 2 predicted, 5 verified, 0 incomplete (3 tests)" */
static void add_prediction_counts(writer *w) {
  uint32_t of[TP_PREDICTED_FOUND + 1] = {0};
  if (!w->r->is_prediction)
    return;
  for (uint32_t i = 0; i < w->r->predictions.n; i++)
    of[w->r->predictions.at[i].verdict]++;
  tp_str_addf(
      w->out,
      "prediction %s%u found, %u predicted%s, %u verified, %u "
      "incomplete\n",
      paint(w,
            of[TP_PREDICTED_FOUND] || of[TP_PREDICTED_PREDICTED] ? RED : GREEN),
      of[TP_PREDICTED_FOUND], of[TP_PREDICTED_PREDICTED], paint(w, PLAIN),
      of[TP_PREDICTED_VERIFIED], of[TP_PREDICTED_INCOMPLETE]);
}

/* "limits     12 of 16 edges covered, 4 proved infeasible, 0 unknown" */
static void add_limit_counts(writer *w) {
  tp_limit_totals t = tp_limits_count(w->r);
  if (w->r->has_limits)
    tp_str_addf(w->out,
                "limits     %u of %u edges covered, %u proved infeasible, "
                "%s%u unknown%s\n",
                t.covered, t.total, t.infeasible,
                paint(w, t.unknown ? YELLOW : GREEN), t.unknown,
                paint(w, PLAIN));
}

/* "mc/dc      12 of 14 conditions covered, 2 proved infeasible, 0 unknown" */
static void add_mcdc_counts(writer *w) {
  tp_mcdc_totals t = tp_mcdc_count(w->r);
  if (w->r->has_mcdc)
    tp_str_addf(w->out,
                "mc/dc      %u of %u conditions covered, %u proved infeasible, "
                "%s%u unknown%s (",
                t.covered, t.conditions, t.infeasible,
                paint(w, t.unknown ? YELLOW : GREEN), t.unknown,
                paint(w, PLAIN));
  if (w->r->has_mcdc) {
    add_count(w->out, w->r->program->mcdc.n, "decision", "decisions");
    tp_str_add(w->out, ")\n");
  }
}

static void add_where(writer *w) {
  if (w->r->output)
    tp_str_addf(w->out,
                "results    %s: index.html to look at, report.json for "
                "programs, test-suite and harness/run.sh to run\n",
                w->r->output);
}

/* Phases that brought nothing are left out. */
static void add_phases(writer *w) {
  const char *before = ": ";
  for (uint32_t i = 0; i < w->r->phases.n; i++) {
    const tp_result_phase *p = &w->r->phases.at[i];
    if (!p->covered && !p->infeasible)
      continue;
    tp_str_addf(w->out, "%s%s", before, p->name);
    if (p->covered)
      tp_str_addf(w->out, " %u covered", p->covered);
    if (p->infeasible)
      tp_str_addf(w->out, "%s%u infeasible", p->covered ? ", " : " ",
                  p->infeasible);
    before = "; ";
  }
}

static void add_work(writer *w) {
  const tp_result *r = w->r;
  begin_list(w, BOLD, "what it took");
  tp_str_add(w->out, "  tests    ");
  add_count(w->out, r->tests.n, "test", "tests");
  tp_str_add(w->out, " kept of ");
  add_count(w->out, r->runs, "run", "runs");
  if (r->damaged)
    tp_str_addf(w->out, " (%" PRIu64 " damaged what tells their path)",
                r->damaged);
  tp_str_add(w->out, ", ");
  add_count(w->out, r->solver_calls, "solver call", "solver calls");
  if (r->solver_calls_saved)
    tp_str_addf(w->out, " (%" PRIu64 " more saved by learning)",
                r->solver_calls_saved);
  tp_str_addf(w->out, "\n  search   %s, seed %" PRIu64, r->strategy, r->seed);
  add_phases(w);
  tp_str_addf(w->out, "\n  time     %.2f s", r->seconds);
  for (uint32_t i = 0; i < r->parts.n; i++)
    tp_str_addf(w->out, "%s%s %.2f", i ? ", " : " (", r->parts.at[i].name,
                r->parts.at[i].seconds);
  tp_str_addf(w->out, "%s, peak memory %" PRIu64 " MB\n", r->parts.n ? ")" : "",
              r->peak_rss_kb / 1024);
}

static void add_stop(writer *w) {
  static const struct {
    const char *why, *text;
  } known[] = {{"time", "the time given with --timeout was over"},
               {"memory", "the memory given with --memory was used up"},
               {"signal", "it was interrupted"},
               {"runs", "the runs given with --max-runs were used up"}};
  if (!w->r->stopped)
    return;
  const char *text = w->r->stopped;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcmp(known[i].why, w->r->stopped) == 0)
      text = known[i].text;
  tp_str_addf(w->out, "%sstopped    %s: what is unknown was not finished%s\n",
              paint(w, YELLOW), text, paint(w, PLAIN));
}

static void add_expect(writer *w) {
  const tp_result_expect *e = &w->r->expect;
  if (!e->path)
    return;
  tp_str_addf(w->out,
              "expected   %s%u accepted, %u not, %u not needed%s (%s)\n",
              paint(w, e->fresh ? YELLOW : GREEN), e->accepted, e->fresh,
              e->obsolete, paint(w, PLAIN), e->path);
}

/* The end of a row. */
static void add_accepted(writer *w, const char *words) {
  if (words)
    tp_str_addf(w->out, "  (accepted by %s)", words);
  else if (w->r->expect.path)
    tp_str_addf(w->out, "  %sNOT ACCEPTED%s", paint(w, RED), paint(w, PLAIN));
  tp_str_addc(w->out, '\n');
}

static void add_findings(writer *w) {
  const tp_result *r = w->r;
  if (r->findings.n == 0)
    return;
  tp_str name = {0};
  begin_list(w, RED, "findings");
  for (uint32_t i = 0; i < r->findings.n; i++) {
    const tp_result_finding *f = &r->findings.at[i];
    if (!next_row(w))
      continue;
    tp_str_addf(w->out, "  %s", tp_finding_name(f->kind));
    if (f->signal)
      tp_str_addf(w->out, " (%s)", tp_signal_name(f->signal, &name));
    if (f->file && f->line)
      tp_str_addf(w->out, " at %s:%u", f->file, f->line);
    if (f->test)
      tp_str_addf(w->out, ", test %u", f->test);
    if (f->message)
      tp_str_addf(w->out, ": %s", f->message);
    add_accepted(w, f->accepted);
  }
  end_list(w);
  tp_str_free(&name);
}

static void add_verdict_of(writer *w, const tp_result_verdict *v,
                           const char *proof) {
  if (tp_audit_is_by_proof(v))
    tp_str_addf(w->out, ": %s", v->text);
  else if (v->kind == TP_VERDICT_COVERED)
    tp_str_addf(w->out, ", test %u", v->test);
  else if (v->kind == TP_VERDICT_INFEASIBLE ? proof : v->text)
    tp_str_addf(w->out, ": %s",
                v->kind == TP_VERDICT_INFEASIBLE ? proof : v->text);
}

static void add_rules(writer *w) {
  tp_audit_rules rules = {0};
  tp_audit_collect(&rules, w->r);
  if (rules.n)
    begin_list(w, BOLD, "rules");
  for (uint32_t i = 0; i < rules.n; i++) {
    const tp_result_verdict *v = &rules.at[i].verdict;
    bool is_kept = v->kind == TP_VERDICT_INFEASIBLE;
    tp_str_addf(w->out, "  TP%u  %s%s%s  %s", rules.at[i].id,
                paint(w, is_kept ? GREEN : RED),
                tp_audit_rule_verdict((tp_verdict_kind)v->kind),
                paint(w, PLAIN), rules.at[i].name);
    add_verdict_of(w, v, NULL);
    if (is_kept)
      tp_str_addc(w->out, '\n');
    else
      add_accepted(w, v->accepted);
  }
  VEC_FREE(&rules);
}

static void add_bins(writer *w) {
  const tp_program *p = w->r->program;
  tp_str why = {0};
  if (p->bins.n)
    begin_list(w, BOLD, "bins");
  for (uint32_t i = 0; i < tp_audit_bin_count(w->r); i++) {
    const tp_bin *bin = tp_audit_bin_at(w->r, i);
    const tp_result_verdict *v = &w->r->verdicts.at[bin->branch];
    bool is_reached = v->kind == TP_VERDICT_COVERED;
    VEC_CLEAR(&why);
    if (is_reached && !next_row(w))
      continue;
    if (v->kind == TP_VERDICT_INFEASIBLE)
      tp_audit_why_dead(w->r, bin, &why);
    tp_str_add(w->out, "  ");
    tp_audit_bin_name(p, bin, w->out);
    tp_str_addf(w->out, "%s  %s%s%s", bin->is_good ? ", good" : "",
                paint(w, is_reached ? GREEN : YELLOW),
                tp_audit_bin_verdict((tp_verdict_kind)v->kind),
                paint(w, PLAIN));
    add_verdict_of(w, v, tp_str_text(&why));
    if (is_reached)
      tp_str_addc(w->out, '\n');
    else
      add_accepted(w, v->accepted);
  }
  if (p->bins.n)
    end_list(w);
  tp_str_free(&why);
}

static void add_checks(writer *w, tp_verdict_kind kind) {
  bool is_begun = false;
  for (uint32_t i = 0; i < w->r->program->checks.n; i++) {
    const tp_result_verdict *v = tp_check_verdict(w->r, i);
    if (v->kind != kind)
      continue;
    if (!is_begun)
      begin_list(w, kind == TP_VERDICT_COVERED ? RED : YELLOW,
                 kind == TP_VERDICT_COVERED ? "violated checks"
                                            : "unknown checks");
    is_begun = true;
    if (!next_row(w))
      continue;
    tp_str_add(w->out, "  ");
    tp_check_title(w->r->program, i, w->out);
    add_verdict_of(w, v, NULL);
    if (v->witness)
      tp_str_addf(w->out, " (%s)", v->witness);
    add_accepted(w, v->accepted);
  }
  if (is_begun)
    end_list(w);
}

static void add_prediction(writer *w, const tp_result_prediction *p) {
  static const char *const colour[] = {GREEN, YELLOW, RED, RED};
  tp_str_addf(w->out, "  %s%s%s  ", paint(w, colour[p->verdict]),
              tp_predicted_name((tp_predicted)p->verdict), paint(w, PLAIN));
  tp_check_title(w->r->program, p->check, w->out);
  tp_str_addf(w->out, ", from %s", p->given);
  if (p->verdict == TP_PREDICTED_PREDICTED)
    tp_str_addf(w->out, " by test %u", tp_check_verdict(w->r, p->check)->test);
  if (p->reason)
    tp_str_addf(w->out, ": %s", p->reason);
  if (p->shadow) {
    tp_str_add(w->out, ": in the shadow of ");
    tp_check_title(w->r->program, p->shadow - 1, w->out);
  }
  tp_str_addc(w->out, '\n');
}

/* The gravest first. */
static void add_predictions(writer *w) {
  if (!w->r->predictions.n)
    return;
  begin_list(w, BOLD, "predictions");
  for (int verdict = TP_PREDICTED_FOUND; verdict >= 0; verdict--)
    for (uint32_t i = 0; i < w->r->predictions.n; i++)
      if (w->r->predictions.at[i].verdict == verdict && next_row(w))
        add_prediction(w, &w->r->predictions.at[i]);
  end_list(w);
}

/* "at F test 17", "nan infeasible" */
static void add_edge(writer *w, uint32_t edge) {
  const tp_result_verdict *v = tp_edge_verdict(w->r, edge);
  const char *side = tp_edge_side(w->r->program, edge);
  tp_str_addf(w->out, "%s ", tp_edge_name(w->r->program, edge));
  if (v->kind != TP_VERDICT_COVERED)
    tp_str_add(w->out, tp_verdict_name((tp_verdict_kind)v->kind));
  else
    tp_str_addf(w->out, "%s%stest %u", side, *side ? " " : "", v->test);
}

/* "  a.c:7:7  v < 1.0  at F test 3, inside T test 4, outside F test 5" */
static void add_limits(writer *w) {
  const tp_program *p = w->r->program;
  if (p->edges.n)
    begin_list(w, BOLD,
               "limits (which way the comparison goes, by which test)");
  for (uint32_t i = 0; i < p->edges.n;) {
    const tp_program_check *e = &p->edges.at[i];
    uint32_t n = tp_edges_together(p, i);
    if (next_row(w)) {
      tp_str_addf(w->out, "  %s:%u:%u  %s  ", tp_names_text(p->names, e->file),
                  e->line, e->column, tp_names_text(p->names, e->text));
      for (uint32_t k = 0; k < n; k++) {
        tp_str_add(w->out, k ? ", " : "");
        add_edge(w, i + k);
      }
      tp_str_addc(w->out, '\n');
    }
    i += n;
  }
  if (p->edges.n)
    end_list(w);
}

/* "  a.c:7:7: a && b: b  tests 3 and 5" */
static void add_pair(writer *w, uint32_t decision, uint32_t condition) {
  tp_mcdc_pair pair = tp_mcdc_of(w->r, decision, condition);
  if (!next_row(w))
    return;
  tp_str_add(w->out, "  ");
  tp_mcdc_title(w->r->program, decision, condition, w->out);
  if (pair.kind == TP_VERDICT_COVERED)
    tp_str_addf(w->out, "  tests %u and %u\n", pair.tests[0], pair.tests[1]);
  else
    tp_str_addf(w->out, "  %s: %s\n", tp_verdict_name(pair.kind),
                pair.text ? pair.text : "no reason given");
}

static void add_pairs(writer *w) {
  const tp_program *p = w->r->program;
  if (p->mcdc.n == 0)
    return;
  begin_list(w, BOLD, "what each condition decides (tests of its pair)");
  for (uint32_t d = 0; d < p->mcdc.n; d++)
    for (uint32_t c = 0; c < p->mcdc.at[d].n_conditions; c++)
      add_pair(w, d, c);
  end_list(w);
}

static void add_denied(writer *w) {
  const tp_result *r = w->r;
  if (r->denied.n == 0)
    return;
  begin_list(w, YELLOW, "denied by the sandbox");
  for (uint32_t i = 0; i < r->denied.n; i++) {
    const tp_result_denied *d = &r->denied.at[i];
    uint64_t count = tp_result_denied_count(r, i);
    if (count == 0 || !next_row(w))
      continue;
    tp_str_addf(w->out, "  %s", d->call);
    if (d->file)
      tp_str_addf(w->out, " at %s:%u", d->file, d->line);
    if (count == 1)
      tp_str_addf(w->out, ", once, in test %u\n", d->test);
    else
      tp_str_addf(w->out, ", %" PRIu64 " times, first in test %u\n", count,
                  d->test);
  }
  end_list(w);
}

static void add_notes(writer *w) {
  if (w->r->notes.n == 0)
    return;
  begin_list(w, YELLOW, "warnings");
  for (uint32_t i = 0; i < w->r->notes.n; i++)
    if (next_row(w))
      tp_str_addf(w->out, "  %s\n", w->r->notes.at[i]);
  end_list(w);
}

static void add_branch(writer *w, tp_sbranch b) {
  const tp_program *p = w->r->program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  const char *text = w->r->verdicts.at[b].text;
  tp_str side = {0};
  tp_branch_label(p, b, &side);
  tp_str_addf(w->out, "  %s:%u:%u  %s  [%s]", tp_names_text(p->names, d->file),
              d->line, d->column, tp_names_text(p->names, d->text),
              tp_str_text(&side));
  if (text)
    tp_str_addf(w->out, "  %s", text);
  add_accepted(w, w->r->verdicts.at[b].accepted);
  tp_str_free(&side);
}

static void add_verdicts(writer *w, tp_verdict_kind kind, const char *colour,
                         const char *title) {
  bool is_begun = false;
  for (tp_sbranch b = 0; b < w->r->verdicts.n; b++) {
    if (w->r->verdicts.at[b].kind != kind || !tp_result_is_counted(w->r, b))
      continue;
    if (!is_begun)
      begin_list(w, colour, title);
    is_begun = true;
    if (next_row(w))
      add_branch(w, b);
  }
  if (is_begun)
    end_list(w);
}

/* What may help with those that are unknown. */
static void add_advice(writer *w) {
  uint32_t often[TP_ADVICES] = {0}, all = 0;
  for (tp_sbranch b = 0; b < w->r->verdicts.n; b++) {
    const tp_result_verdict *v = &w->r->verdicts.at[b];
    if (v->kind != TP_VERDICT_UNKNOWN || !tp_result_is_counted(w->r, b))
      continue;
    often[tp_advice_of(v->text)]++;
    all++;
  }
  if (!all)
    return;
  begin_list(w, BOLD, "what may decide the unknown ones");
  for (tp_advice a = 0; a < TP_ADVICES; a++)
    if (often[a] && next_row(w))
      tp_str_addf(w->out, "  %6u  %s\n", often[a], tp_advice_text(a));
  end_list(w);
}

static void add_concretised(writer *w) {
  const tp_result *r = w->r;
  if (r->concretised.n == 0 && r->program->opaque == 0)
    return;
  begin_list(w, BOLD, "not symbolic (computed on plain values)");
  if (r->program->opaque) {
    tp_str_add(w->out, "  ");
    add_count(w->out, r->program->opaque, "construct", "constructs");
    tp_str_add(w->out, " left to the compiler as written\n");
  }
  for (uint32_t i = 0; i < r->concretised.n; i++) {
    const tp_result_concrete *c = &r->concretised.at[i];
    if (!next_row(w))
      continue;
    tp_str_addf(w->out, "  %" PRIu64 " x %s", c->count, c->what);
    if (c->file)
      tp_str_addf(w->out, ", %s:%u", c->file, c->line);
    tp_str_addc(w->out, '\n');
  }
  end_list(w);
}

static void add_end(writer *w, const tp_result_test *t) {
  tp_str name = {0};
  if (t->end == TP_ENDED_EXIT)
    tp_str_addf(w->out, "exit %d", t->code);
  else if (t->end == TP_ENDED_SIGNAL)
    tp_str_add(w->out, tp_signal_name(t->code, &name));
  else
    tp_str_add(w->out, t->end == TP_ENDED_TIMEOUT  ? "hang"
                       : t->end == TP_ENDED_INPUTS ? "inputs"
                                                   : "memory");
  tp_str_free(&name);
}

/* How many of the n inputs are one thing to people: a value, or the scalars of
 * one object. */
static uint32_t count_together(const tp_result_input *in, uint32_t n) {
  uint32_t together = 1;
  while (together < n && in->object && in[together].object == in->object)
    together++;
  return together;
}

static bool is_text(const tp_result_input *in, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (in[i].type != TP_SCALAR_I8 || in[i].offset != i)
      return false;
  return n > 1;
}

/* Up to its NUL. */
static void add_text(tp_str *out, const tp_result_input *in, uint32_t n) {
  tp_str_addc(out, '"');
  for (uint32_t i = 0; i < n && in[i].bits; i++) {
    char c = (char)in[i].bits;
    if (c == '"' || c == '\\')
      tp_str_addf(out, "\\%c", c);
    else if (c >= ' ' && c <= '~')
      tp_str_addc(out, c);
    else
      tp_str_addf(out, "\\%03o", (unsigned)(unsigned char)c);
  }
  tp_str_addc(out, '"');
}

/* name=7, name={1, 2}, name="text" */
static void add_input(tp_str *out, const tp_result_input *in, uint32_t n) {
  tp_str_addf(out, " %s=", in->name ? in->name : tp_input_type(in));
  if (is_text(in, n)) {
    add_text(out, in, n);
    return;
  }
  tp_str_add(out, n > 1 ? "{" : "");
  for (uint32_t i = 0; i < n && i < MAX_INPUTS; i++) {
    tp_str_add(out, i ? ", " : "");
    tp_input_value(&in[i], out);
  }
  tp_str_add(out, n > MAX_INPUTS ? ", ..}" : n > 1 ? "}" : "");
}

static void add_test(writer *w, uint32_t number) {
  const tp_result_test *t = &w->r->tests.at[number - 1];
  const tp_result_input *in = w->r->inputs.at + t->first_input;
  uint32_t i = 0;
  tp_str_addf(w->out, "  %4u  ", number);
  add_end(w, t);
  tp_str_addf(w->out, ", %u new:", tp_result_count_new(w->r, t));
  for (int shown = 0; i < t->n_inputs && shown < MAX_INPUTS; shown++) {
    uint32_t n = count_together(in + i, t->n_inputs - i);
    add_input(w->out, in + i, n);
    i += n;
  }
  if (i < t->n_inputs)
    tp_str_addf(w->out, " ... (%u inputs)", t->n_inputs);
  tp_str_addc(w->out, '\n');
}

static void add_tests(writer *w) {
  if (w->r->tests.n == 0)
    return;
  begin_list(w, BOLD, "tests (how they end, branches new in each, inputs)");
  for (uint32_t i = 1; i <= w->r->tests.n; i++)
    if (next_row(w))
      add_test(w, i);
  end_list(w);
}

void tp_report_summary(const tp_result *r, bool is_coloured, tp_str *out) {
  writer w = {.r = r, .out = out, .is_coloured = is_coloured};
  add_head(&w);
  add_slice(&w);
  if (!r->is_audit && !r->is_prediction)
    add_branches(&w);
  add_audit_counts(&w);
  add_prediction_counts(&w);
  if (!r->is_prediction)
    add_check_counts(&w);
  add_limit_counts(&w);
  add_mcdc_counts(&w);
  if (!r->is_audit)
    add_finding_counts(&w);
  add_stop(&w);
  add_expect(&w);
  add_where(&w);
  if (!r->is_audit)
    add_findings(&w);
  add_predictions(&w);
  if (!r->is_prediction) {
    add_checks(&w, TP_VERDICT_COVERED);
    add_checks(&w, TP_VERDICT_UNKNOWN);
  }
  add_limits(&w);
  add_pairs(&w);
  add_rules(&w);
  add_bins(&w);
  if (r->is_audit)
    return;
  add_denied(&w);
  add_notes(&w);
  if (!r->is_prediction) {
    add_verdicts(&w, TP_VERDICT_UNKNOWN, YELLOW, "unknown");
    add_advice(&w);
    add_verdicts(&w, TP_VERDICT_INFEASIBLE, BOLD, "proved infeasible");
  }
  add_concretised(&w);
  add_tests(&w);
  add_work(&w);
}
