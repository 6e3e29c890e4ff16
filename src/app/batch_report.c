/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What came out of a batch: a table for people, JSON for programs, and the exit
 * status.
 */
#include "app/batch.h"
#include "base/json_members.h"

#include "base/json.h"
#include "report/result.h"

#define MAX_MESSAGE 100 /* characters of it in the table */

/* ---- the report.json of a program ---------------------------------------- */

typedef tp_json_reader reader;

static uint32_t *field_of(tp_batch_counts *c, const char *name) {
  if (strcmp(name, "total") == 0)
    return &c->branches;
  if (strcmp(name, "covered") == 0)
    return &c->covered;
  if (strcmp(name, "infeasible") == 0)
    return &c->infeasible;
  return strcmp(name, "unknown") == 0 ? &c->unknown : NULL;
}

static int count_element(reader *r, void *n) {
  ++*(uint32_t *)n;
  return tp_json_skip(r);
}

static int read_branches(reader *r, const char *name, void *program) {
  uint32_t *field = field_of(&((tp_batch_program *)program)->counts, name);
  return field ? tp_json_number(r, field) : tp_json_skip(r);
}

static int read_source(reader *r, const char *name, void *program) {
  tp_batch_program *p = program;
  if (strcmp(name, "fingerprint") != 0)
    return tp_json_skip(r);
  return tp_json_read_text(r, &p->fingerprint);
}

/* Elements with a verdict: how many there are, and how many have the one that
 * is asked for. */
typedef struct tally {
  const char *verdict;
  uint32_t all, part;
} tally;

static int read_verdict(reader *r, const char *name, void *state) {
  tally *t = state;
  char *verdict = NULL;
  if (strcmp(name, "verdict") != 0)
    return tp_json_skip(r);
  int rc = tp_json_read_text(r, &verdict);
  t->part += verdict && strcmp(verdict, t->verdict) == 0;
  tp_free(verdict);
  return rc;
}

static int read_element(reader *r, void *state) {
  ((tally *)state)->all++;
  return tp_json_read_object(r, read_verdict, state);
}

static int read_tally(reader *r, const char *verdict, uint32_t *all,
                      uint32_t *part) {
  tally t = {.verdict = verdict};
  int rc = tp_json_read_array(r, read_element, &t);
  *all = t.all;
  *part = t.part;
  return rc;
}

static int read_whole(reader *r, const char *name, void *program) {
  tp_batch_counts *c = &((tp_batch_program *)program)->counts;
  if (strcmp(name, "bin") == 0)
    return read_tally(r, "reached", &c->bins, &c->reached);
  if (strcmp(name, "rule") == 0)
    return read_tally(r, "violated", &c->rules, &c->violated);
  if (strcmp(name, "branches") == 0)
    return tp_json_read_object(r, read_branches, program);
  if (strcmp(name, "program") == 0)
    return tp_json_read_object(r, read_source, program);
  if (strcmp(name, "tests") == 0)
    return tp_json_number(r, &c->tests);
  if (strcmp(name, "findings") == 0)
    return tp_json_read_array(r, count_element, &c->findings);
  return tp_json_skip(r);
}

int tp_batch_read_report(tp_batch_program *out, const char *report_json) {
  reader r;
  tp_diag diag = {0};
  double seconds = out->counts.seconds;
  int rc = tp_json_open(&r, report_json, &diag);
  out->counts = (tp_batch_counts){.seconds = seconds};
  if (rc == 0) {
    rc = tp_json_read_object(&r, read_whole, out);
    out->counts.is_known = rc == 0;
    tp_json_close(&r);
  }
  tp_diag_free(&diag);
  return rc;
}

/* ---- statuses ------------------------------------------------------------ */

static const struct {
  tp_status status;
  const char *name;
} by_badness[] = {/* from good to bad */
                  {TP_OK, "ok"},
                  {TP_INCOMPLETE, "incomplete"},
                  {TP_BUDGET, "budget"},
                  {TP_USAGE, "usage"},
                  {TP_REFUSED, "refused"},
                  {TP_ENVIRONMENT, "environment"},
                  {TP_INTERNAL, "internal"}};

/* A program that was not run was stopped by us; one that died of a signal is a
 * bug of tp2ph. */
static tp_status status_of(const tp_batch_program *p) {
  if (p->state != TP_BATCH_ENDED || (p->status < 0 && p->was_asked))
    return TP_BUDGET;
  return p->status < 0 ? TP_INTERNAL : (tp_status)p->status;
}

static unsigned badness(tp_status status) {
  unsigned n = sizeof by_badness / sizeof *by_badness;
  for (unsigned i = 0; i < n; i++)
    if (by_badness[i].status == status)
      return i;
  return n - 1;
}

const char *tp_batch_status_name(const tp_batch_program *p) {
  if (p->state != TP_BATCH_ENDED)
    return "not run";
  if (p->status < 0)
    return "killed";
  return by_badness[badness(status_of(p))].name;
}

tp_status tp_batch_status(const tp_batch *batch) {
  unsigned worst = batch->was_stopped ? badness(TP_BUDGET) : 0;
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    if (batch->programs.at[i].is_elsewhere)
      continue;
    unsigned bad = badness(status_of(&batch->programs.at[i]));
    worst = bad > worst ? bad : worst;
  }
  return by_badness[worst].status;
}

/* ---- the table ----------------------------------------------------------- */

void tp_batch_add_share(tp_str *out, uint32_t part, uint32_t all) {
  if (all)
    tp_str_addf(out, "%u/%u", part, all);
  else
    tp_str_addc(out, '-');
}

static void add_audit(tp_str *out, const tp_batch_counts *c) {
  tp_str bins = {0}, rules = {0};
  tp_batch_add_share(&bins, c->reached, c->bins);
  tp_batch_add_share(&rules, c->violated, c->rules);
  tp_str_addf(out, "  %7s  %5s", bins.at, rules.at);
  tp_str_free(&bins);
  tp_str_free(&rules);
}

static void add_row(tp_str *out, int width, const tp_batch_program *p) {
  const tp_batch_counts *c = &p->counts;
  tp_str_addf(out, "%-*s  %-11s", width, p->name, tp_batch_status_name(p));
  if (c->is_known)
    tp_str_addf(out, "  %8u  %7u  %10u  %7u  %8u", c->branches, c->covered,
                c->infeasible, c->unknown, c->findings);
  else
    tp_str_addf(out, "  %8s  %7s  %10s  %7s  %8s", "-", "-", "-", "-", "-");
  add_audit(out, c);
  if (c->is_known)
    tp_str_addf(out, "  %6u", c->tests);
  else
    tp_str_addf(out, "  %6s", "-");
  tp_str_addf(out, "  %8.2f", c->seconds);
  if (p->message && !c->is_known)
    tp_str_addf(out, "  %.*s", MAX_MESSAGE, p->message);
  tp_str_addc(out, '\n');
}

static void add_total(tp_str *out, int width, const tp_batch *batch) {
  tp_batch_program total = {.state = TP_BATCH_ENDED};
  char name[] = "total";
  tp_batch_counts *t = &total.counts;
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    const tp_batch_counts *c = &batch->programs.at[i].counts;
    t->branches += c->branches;
    t->covered += c->covered;
    t->infeasible += c->infeasible;
    t->unknown += c->unknown;
    t->tests += c->tests;
    t->findings += c->findings;
    t->bins += c->bins;
    t->reached += c->reached;
    t->rules += c->rules;
    t->violated += c->violated;
  }
  total.name = name;
  total.status = tp_batch_status(batch);
  t->is_known = true;
  t->seconds = batch->seconds;
  add_row(out, width, &total);
}

void tp_batch_table(const tp_batch *batch, tp_str *out) {
  int width = 7;
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    int n = (int)strlen(batch->programs.at[i].name);
    width = n > width ? n : width;
  }
  tp_str_addf(out,
              "%-*s  %-11s  %8s  %7s  %10s  %7s  %8s  %7s  %5s  %6s  %8s\n",
              width, "program", "status", "branches", "covered", "infeasible",
              "unknown", "findings", "bins", "rules", "tests", "seconds");
  for (uint32_t i = 0; i < batch->programs.n; i++)
    if (!batch->programs.at[i].is_elsewhere)
      add_row(out, width, &batch->programs.at[i]);
  add_total(out, width, batch);
}

void tp_batch_line(const tp_batch *batch, const tp_batch_program *p,
                   tp_str *out) {
  const tp_batch_counts *c = &p->counts;
  uint32_t ended = 0, all = 0;
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    all += !batch->programs.at[i].is_elsewhere;
    ended += batch->programs.at[i].state == TP_BATCH_ENDED;
  }
  tp_str_addf(out, "tp2ph: %u of %u: %s: %s", ended, all, p->name,
              tp_batch_status_name(p));
  if (c->is_known)
    tp_str_addf(out, ", %u of %u covered, %u infeasible, %u unknown",
                c->covered, c->branches, c->infeasible, c->unknown);
  if (c->findings)
    tp_str_addf(out, ", %u finding%s", c->findings, c->findings > 1 ? "s" : "");
  if (c->bins)
    tp_str_addf(out, ", %u of %u bins reached", c->reached, c->bins);
  if (c->violated)
    tp_str_addf(out, ", %u of %u rules violated", c->violated, c->rules);
  tp_str_addf(out, ", %.2f s", c->seconds);
  if (p->message && !c->is_known)
    tp_str_addf(out, ": %.*s", MAX_MESSAGE, p->message);
  tp_str_addc(out, '\n');
}

/* ---- batch.json ---------------------------------------------------------- */

static void write_texts(tp_json *j, const char *key, const tp_texts *texts) {
  tp_json_array(j, key);
  for (uint32_t i = 0; i < texts->n; i++)
    tp_json_text(j, NULL, texts->at[i]);
  tp_json_end_array(j);
}

static void write_counts(tp_json *j, const tp_batch_counts *c) {
  if (!c->is_known) {
    tp_json_text(j, "branches", NULL);
    tp_json_text(j, "tests", NULL);
    tp_json_text(j, "findings", NULL);
    tp_json_text(j, "bins", NULL);
    tp_json_text(j, "rules", NULL);
    return;
  }
  tp_json_object(j, "branches");
  tp_json_uint(j, "total", c->branches);
  tp_json_uint(j, "covered", c->covered);
  tp_json_uint(j, "infeasible", c->infeasible);
  tp_json_uint(j, "unknown", c->unknown);
  tp_json_end_object(j);
  tp_json_uint(j, "tests", c->tests);
  tp_json_uint(j, "findings", c->findings);
  tp_json_object(j, "bins");
  tp_json_uint(j, "total", c->bins);
  tp_json_uint(j, "reached", c->reached);
  tp_json_end_object(j);
  tp_json_object(j, "rules");
  tp_json_uint(j, "total", c->rules);
  tp_json_uint(j, "violated", c->violated);
  tp_json_end_object(j);
}

/* Of its line in the list. */
static void write_options(tp_json *j, const tp_batch_program *p) {
  tp_option_words words = {0};
  tp_options_words(&p->own, p->own.given, &words);
  tp_json_array(j, "options");
  for (uint32_t i = 0; i < words.n; i++) {
    tp_json_text(j, NULL, words.at[i]);
    tp_free(words.at[i]);
  }
  tp_json_end_array(j);
  VEC_FREE(&words);
}

static void write_program(tp_json *j, const tp_batch_program *p) {
  tp_str name = {0};
  tp_json_object(j, NULL);
  j->compact = true;
  tp_json_text(j, "name", p->name);
  write_texts(j, "files", &p->files);
  write_texts(j, "flags", &p->flags);
  write_options(j, p);
  tp_json_text(j, "folder", p->dir);
  tp_json_text(j, "status", tp_batch_status_name(p));
  if (p->state == TP_BATCH_ENDED && p->status >= 0)
    tp_json_uint(j, "exit", (uint64_t)p->status);
  else
    tp_json_text(j, "exit", NULL);
  tp_json_text(j, "signal",
               p->signal ? tp_signal_name(p->signal, &name) : NULL);
  tp_json_text(j, "message", p->message);
  tp_json_text(j, "fingerprint", p->fingerprint);
  write_counts(j, &p->counts);
  tp_json_seconds(j, "seconds", p->counts.seconds);
  tp_json_end_object(j);
  j->compact = false;
  tp_str_free(&name);
}

void tp_batch_json(const tp_batch *batch, tp_str *out) {
  tp_json j;
  tp_json_init(&j, out);
  tp_json_object(&j, NULL);
  tp_json_object(&j, "tool");
  tp_json_text(&j, "name", "tp2ph");
  tp_json_text(&j, "version", TP2PH_VERSION);
  tp_json_end_object(&j);
  tp_json_uint(&j, "exit", tp_batch_status(batch));
  tp_json_bool(&j, "complete", !batch->was_stopped);
  tp_json_seconds(&j, "seconds", batch->seconds);
  tp_json_array(&j, "programs");
  for (uint32_t i = 0; i < batch->programs.n; i++)
    if (!batch->programs.at[i].is_elsewhere)
      write_program(&j, &batch->programs.at[i]);
  tp_json_end_array(&j);
  tp_json_end_object(&j);
  tp_str_addc(out, '\n');
}
