/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading an earlier result, and running its tests. */
#include "app/resume.h"

#include "app/command_lines.h"
#include "app/fit.h"
#include "base/file.h"
#include "base/map.h"
#include "report/sha256.h"

static void note(tp_resume *r, const char *text) {
  VEC_PUSH(&r->notes, tp_strdup(text));
}

static void note_diag(tp_resume *r, const char *what, const tp_diag *diag) {
  tp_str text = {0};
  tp_str_addf(&text, "%s: ", what);
  if (diag->line)
    tp_str_addf(&text, "%s:%u:%u: ", tp_str_text(&diag->file), diag->line,
                diag->column);
  tp_str_add(&text, tp_str_text(&diag->message));
  note(r, tp_str_text(&text));
  tp_str_free(&text);
}

/* ---- reading ------------------------------------------------------------- */

void tp_resume_fingerprint(const tp_project *s, char out[65]) {
  const tp_program *p = s->program;
  char hash[TP_SHA256_TEXT];
  tp_str all = {0};
  tp_str_addf(&all, "%s\n%s\n%s\n", TP2PH_VERSION, s->cc, s->options->entry);
  if (s->options->assume)
    tp_str_addf(&all, "%s\n", s->options->assume);
  for (tp_unit_id u = 1; u < p->units.n; u++) {
    const tp_unit *unit = &p->units.at[u];
    tp_sha256(unit->text, unit->size, hash);
    tp_str_addf(&all, "%s\n", hash);
    for (uint32_t i = 0; i < unit->flags.n; i++)
      tp_str_addf(&all, "%s%c", unit->flags.at[i], '\0');
  }
  tp_sha256(all.at, all.n, out);
  tp_str_free(&all);
}

/* Testcases 1, 2, ... as far as there are any: also if report.json, which says
 * how many, is damaged. */
static void read_tests(tp_resume *r, const tp_replay_report *report,
                       const char *dir) {
  uint32_t lost = 0, i = 1;
  tp_str path = {0}, text = {0};
  tp_diag why = {0};
  for (;; i++) {
    tp_row row = {0};
    VEC_CLEAR(&path);
    tp_str_addf(&path, "%s/test-suite/testcase-%04u.xml", dir, i);
    if (i > report->tests.n && !tp_file_exists(path.at))
      break;
    if (tp_testcase_read(&row, NULL, path.at, &why) ==
        0) { /* keeps the first why */
      VEC_PUSH(&r->rows, row);
    } else {
      lost++;
      VEC_FREE(&row);
    }
  }
  tp_str_addf(&text, "%u of %u earlier tests can't be used", lost, i - 1);
  if (lost)
    note_diag(r, text.at, &why);
  tp_diag_free(&why);
  tp_str_free(&path);
  tp_str_free(&text);
}

/* What was read before the damage is as good as ever. */
static void read_report(tp_resume *r, tp_replay_report *report, const char *dir,
                        const char *path) {
  tp_diag diag = {0};
  if (tp_replay_report_read(report, path, &diag) != 0) {
    note_diag(r, "the earlier report.json is damaged, its proofs are not used",
              &diag);
    tp_free(report->fingerprint);
    report->fingerprint = NULL;
  }
  read_tests(r, report, dir);
  tp_diag_free(&diag);
}

void tp_resume_read_more(tp_resume *r, const char *dir) {
  tp_replay_report report = {0};
  tp_str path = {0};
  tp_file_join(&path, dir, "report.json");
  read_report(r, &report, dir, path.at);
  VEC_PUSH(&r->more, report);
  VEC_PUSH(&r->homes, dir);
  tp_str_free(&path);
}

int tp_resume_require_same(const tp_resume *r, const tp_project *s,
                           tp_diag *diag) {
  char now[TP_SHA256_TEXT];
  tp_resume_fingerprint(s, now);
  for (uint32_t i = 0; i < r->more.n; i++) {
    const char *own = r->more.at[i].fingerprint;
    if (!own || strcmp(own, now) != 0)
      return tp_diag_set(diag, TP_REFUSED,
                         "'%s' is not the result of this program: its "
                         "fingerprint is another",
                         r->homes.at[i]);
  }
  return 0;
}

/* A test that is in the report and in the journal is run once. */
static void add_row(tp_resume *r, tp_map *known, tp_row *row) {
  bool is_new;
  tp_map_put(known, tp_hash_bytes(row->at, row->n * sizeof *row->at) >> 1,
             &is_new);
  if (is_new)
    VEC_PUSH(&r->rows, *row);
  else
    VEC_FREE(row);
}

static void add_journal_rows(tp_resume *r, tp_map *known) {
  const tp_found *f = &r->journal;
  for (uint32_t i = 0, at = 0; i < f->row_ends.n; at = f->row_ends.at[i++]) {
    tp_row row = {0};
    for (uint32_t k = at; k < f->row_ends.at[i]; k++)
      VEC_PUSH(&row, f->row_values.at[k]);
    add_row(r, known, &row);
  }
  for (uint32_t i = 0; i < f->tests.n; i++) {
    const tp_found_test *t = &f->tests.at[i];
    tp_row row = {0};
    for (uint32_t k = 0; k < t->n_reads; k++)
      VEC_PUSH(&row, f->reads.at[t->first_read + k].bits);
    add_row(r, known, &row);
  }
}

static void read_journal(tp_resume *r, const char *dir) {
  tp_map known = {0};
  tp_found_read_journal(&r->journal, dir);
  for (uint32_t i = 0; i < r->rows.n; i++) {
    bool is_new;
    const tp_row *row = &r->rows.at[i];
    tp_map_put(&known, tp_hash_bytes(row->at, row->n * sizeof *row->at) >> 1,
               &is_new);
  }
  add_journal_rows(r, &known);
  tp_map_free(&known);
}

void tp_resume_read(tp_resume *r, const char *dir) {
  tp_str path = {0};
  tp_file_join(&path, dir, "report.json");
  bool has_report = tp_file_exists(path.at);
  if (has_report)
    read_report(r, &r->report, dir, path.at);
  read_journal(r, dir);
  if (!has_report && !r->journal.is_there) {
    VEC_CLEAR(&path);
    tp_str_addf(&path, "nothing to resume in '%s': the run starts anew", dir);
    note(r, path.at);
  }
  tp_str_free(&path);
}

void tp_resume_describe_journal(const char *dir, tp_str *out) {
  tp_found f;
  uint32_t proofs = 0;
  tp_found_read_journal(&f, dir);
  for (uint32_t b = 0; b < f.proofs.n; b++)
    proofs += f.proofs.at[b].text != NULL;
  if (f.is_there)
    tp_str_addf(out,
                "'%s' has the journal of a run that was killed, with %u tests "
                "and %u proofs: --resume would have gone on from there, this "
                "run starts anew",
                dir, f.tests.n + f.row_ends.n, proofs);
  tp_found_free(&f);
}

void tp_resume_free(tp_resume *r) {
  for (uint32_t i = 0; i < r->rows.n; i++)
    VEC_FREE(&r->rows.at[i]);
  for (uint32_t i = 0; i < r->notes.n; i++)
    tp_free(r->notes.at[i]);
  for (uint32_t i = 0; i < r->names.n; i++)
    tp_free(r->names.at[i]);
  for (uint32_t i = 0; i < r->written.n; i++)
    VEC_FREE(&r->written.at[i]);
  VEC_FREE(&r->written);
  for (uint32_t i = 0; i < r->outside.n; i++)
    tp_outside_free(r->outside.at[i]);
  VEC_FREE(&r->outside);
  VEC_FREE(&r->names);
  VEC_FREE(&r->rows);
  VEC_FREE(&r->notes);
  VEC_FREE(&r->proved);
  VEC_FREE(&r->astray);
  tp_replay_report_free(&r->report);
  for (uint32_t i = 0; i < r->more.n; i++)
    tp_replay_report_free(&r->more.at[i]);
  VEC_FREE(&r->more);
  VEC_FREE(&r->homes);
  tp_found_free(&r->journal);
}

/* ---- using --------------------------------------------------------------- */

/* Whether its proofs can be believed. */
static bool is_of(const char *fingerprint, const char *now, bool *has_other) {
  bool is_same = fingerprint && strcmp(fingerprint, now) == 0;
  *has_other |= fingerprint && !is_same;
  return is_same;
}

/* Proofs that are to be written are to be made. */
static void take_proof(tp_resume *r, uint32_t b, const char *text,
                       const tp_options *options) {
  if (!text || r->proved.at[b] || options->certify)
    return;
  r->proved.at[b] = text;
  r->n_proved++;
}

/* What is known to be wrong is not forgotten. */
static void take_refuted(tp_resume *r, uint32_t n) {
  for (uint32_t i = 0; i < r->journal.astray.n; i++)
    if (r->journal.astray.at[i] < n)
      VEC_PUSH(&r->astray, r->journal.astray.at[i]);
}

void tp_resume_take_proofs(tp_resume *r, const tp_project *s) {
  const tp_options *o = s->options;
  char now[TP_SHA256_TEXT];
  uint32_t n = s->program->branches.n;
  bool has_other = false;
  VEC_RESIZE(&r->proved, n);
  tp_resume_fingerprint(s, now);
  if (is_of(r->report.fingerprint, now, &has_other))
    for (uint32_t b = 0; b < n && b < r->report.proofs.n; b++)
      take_proof(r, b, r->report.proofs.at[b], o);
  for (uint32_t i = 0; i < r->more.n; i++)
    for (uint32_t b = 0; b < n && b < r->more.at[i].proofs.n; b++)
      take_proof(r, b, r->more.at[i].proofs.at[b], o);
  if (is_of(r->journal.fingerprint, now, &has_other)) {
    for (uint32_t b = 0; b < n && b < r->journal.proofs.n; b++)
      take_proof(r, b, r->journal.proofs.at[b].text, o);
    take_refuted(r, n);
  }
  if (has_other)
    note(r, "the program or its flags have changed: its tests are tried again, "
            "its proofs are not used");
}

void tp_note_given(tp_resume *r, uint32_t i, const char *what) {
  tp_str text = {0};
  tp_str_addf(&text, "given test %s: %s", r->names.at[i], what);
  VEC_PUSH(&r->notes, text.at);
}

void tp_resume_run(tp_resume *r, const tp_project *s) {
  const tp_oracle *oracle = tp_engine_oracle(s->engine);
  tp_path path = {0};
  tp_str lost = {0};
  for (; r->n_run < r->rows.n; r->n_run++) {
    if (tp_budget_over(&s->budget) != TP_STOP_NONE)
      break;
    VEC_CLEAR(&lost);
    tp_inputs inputs = tp_fit_inputs(r, r->n_run, s->engine, &lost);
    if (lost.n)
      tp_note_given(r, r->n_run, lost.at);
    if (oracle->run(oracle->state, inputs, &path) == TP_RUN_LOST)
      break;
  }
  tp_str_free(&lost);
  r->n_kept = tp_engine_test_count(s->engine);
  if (r->n_kept < r->n_run) {
    tp_str text = {0};
    tp_str_addf(&text,
                "%u of %u earlier tests add nothing any more and are left out",
                r->n_run - r->n_kept, r->n_run);
    note(r, text.at);
    tp_str_free(&text);
  }
  VEC_FREE(&path);
}

bool tp_resume_is_whole(const tp_resume *r) {
  return r->n_run == r->rows.n;
}
