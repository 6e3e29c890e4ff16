/* Reading an earlier result, and running its tests. */
#include "app/resume.h"

#include "base/file.h"
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
static void read_tests(tp_resume *r, const char *dir) {
  uint32_t lost = 0, i = 1;
  tp_str path = {0}, text = {0};
  tp_diag why = {0};
  for (;; i++) {
    tp_row row = {0};
    VEC_CLEAR(&path);
    tp_str_addf(&path, "%s/test-suite/testcase-%04u.xml", dir, i);
    if (i > r->report.tests.n && !tp_file_exists(path.at))
      break;
    if (tp_testcase_read(&row, path.at, &why) == 0) { /* keeps the first why */
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

void tp_resume_read(tp_resume *r, const char *dir) {
  *r = (tp_resume){0};
  tp_str path = {0};
  tp_diag diag = {0};
  tp_file_join(&path, dir, "report.json");
  if (!tp_file_exists(path.at)) {
    tp_str text = {0};
    tp_str_addf(&text, "nothing to resume in '%s': the run starts anew", dir);
    note(r, text.at);
    tp_str_free(&text);
  } else {
    /* What was read before the damage is as good as ever. */
    if (tp_replay_report_read(&r->report, path.at, &diag) != 0) {
      note_diag(r,
                "the earlier report.json is damaged, its proofs are not used",
                &diag);
      tp_free(r->report.fingerprint);
      r->report.fingerprint = NULL;
    }
    read_tests(r, dir);
  }
  tp_diag_free(&diag);
  tp_str_free(&path);
}

void tp_resume_free(tp_resume *r) {
  for (uint32_t i = 0; i < r->rows.n; i++)
    VEC_FREE(&r->rows.at[i]);
  for (uint32_t i = 0; i < r->notes.n; i++)
    tp_free(r->notes.at[i]);
  VEC_FREE(&r->rows);
  VEC_FREE(&r->notes);
  VEC_FREE(&r->proved);
  tp_replay_report_free(&r->report);
}

/* ---- using --------------------------------------------------------------- */

void tp_resume_take_proofs(tp_resume *r, const tp_project *s) {
  char now[TP_SHA256_TEXT];
  uint32_t n = s->program->branches.n;
  VEC_RESIZE(&r->proved, n);
  if (!r->report.fingerprint || s->options->certify)
    return; /* proofs that are to be written are to be made */
  tp_resume_fingerprint(s, now);
  if (strcmp(now, r->report.fingerprint) != 0) {
    note(r, "the program or its flags have changed: its tests are tried again, "
            "its proofs are not used");
    return;
  }
  for (uint32_t b = 0; b < n && b < r->report.proofs.n; b++) {
    r->proved.at[b] = r->report.proofs.at[b];
    r->n_proved += r->proved.at[b] != NULL;
  }
}

void tp_resume_run(tp_resume *r, const tp_project *s) {
  const tp_oracle *oracle = tp_engine_oracle(s->engine);
  tp_path path = {0};
  for (; r->n_run < r->rows.n; r->n_run++) {
    const tp_row *row = &r->rows.at[r->n_run];
    if (tp_budget_over(&s->budget) != TP_STOP_NONE)
      break;
    tp_inputs inputs = tp_engine_propose_row(s->engine, row->at, row->n);
    if (oracle->run(oracle->state, inputs, &path) == TP_RUN_LOST)
      break;
  }
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
