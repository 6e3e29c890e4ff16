/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cc -fsyntax-only over the user's file. Its first error gives the place and
 * the message; all of its words are kept as detail.
 */
#include "front/check.h"

#include "base/clock.h"
#include "base/file.h"
#include "front/compiler.h"

#include <ctype.h>
#include <stdlib.h>

/* Line `number` of a file, empty if there is none. */
static void read_line(tp_str *out, const char *dir, const char *path,
                      unsigned number) {
  tp_diag ignored = {0};
  tp_str full = {0}, text = {0};
  if (dir && path[0] != '/')
    path = tp_file_join(&full, dir, path);
  if (tp_file_read(&text, path, TP_REFUSED, &ignored) == 0) {
    const char *at = tp_str_text(&text);
    for (; number > 1 && at; number--) {
      at = strchr(at, '\n');
      at = at ? at + 1 : NULL;
    }
    if (at)
      tp_str_addn(out, at, strcspn(at, "\n"));
  }
  tp_str_free(&full);
  tp_str_free(&text);
  tp_diag_free(&ignored);
}

typedef struct complaint {
  tp_str file, message;
  unsigned line, column;
} complaint;

/* "file:12:5: error: words" */
static void read_complaint(complaint *out, const char *words) {
  const char *error = strstr(words, "error: ");
  if (!error)
    return;
  const char *begin = error;
  while (begin > words && begin[-1] != '\n')
    begin--;
  tp_str_addn(&out->message, error + 7, strcspn(error + 7, "\n"));
  for (const char *c = begin; c < error; c++) {
    char *end;
    if (*c != ':' || !isdigit((unsigned char)c[1]))
      continue;
    out->line = (unsigned)strtoul(c + 1, &end, 10);
    out->column = *end == ':' ? (unsigned)strtoul(end + 1, &end, 10) : 0;
    tp_str_addn(&out->file, begin, (size_t)(c - begin));
    break;
  }
}

/* What the compiler refuses, told as ours. */
static int complain(const complaint *c, const tp_front_source *source,
                    const char *words, tp_diag *diag) {
  tp_str line = {0};
  int rc =
      tp_diag_set(diag, TP_REFUSED, "%s",
                  c->message.n ? tp_str_text(&c->message) : "this is no C");
  read_line(&line, source->dir, tp_str_text(&c->file), c->line);
  tp_diag_at(diag, tp_str_text(&c->file), c->line, c->column,
             tp_str_text(&line));
  if (!diag->detail.n)
    tp_str_add(&diag->detail, words);
  tp_str_free(&line);
  return rc;
}

/* 1: the compiler refuses the file, for its reasons in *out. */
static int ask(complaint *out, tp_str *words, const tp_unit *unit,
               const tp_front_source *source, const tp_front_options *opt,
               const tp_compiler_job *how, tp_diag *diag) {
  tp_proc_result result = {0};
  tp_compiler_job job = *how;
  job.mode = "-fsyntax-only";
  job.option = "-w";
  int rc = tp_front_compile(&result, unit, source, opt, &job, diag);
  if (rc == 0 && tp_budget_over(NULL) != TP_STOP_NONE)
    rc =
        tp_diag_set(diag, TP_BUDGET, "stopped while '%s' was running", opt->cc);
  else if (rc == 0 && tp_proc_blames_machine(tp_str_text(&result.err))) {
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "'%s' could not work", opt->cc);
    tp_str_add(&diag->detail, tp_str_text(&result.err));
  } else if (rc == 0 && result.timed_out)
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "'%s' did not end within %g seconds",
                     opt->cc, opt->cc_seconds);
  else if (rc == 0 && (result.signal || result.exit_code != 0)) {
    read_complaint(out, tp_str_text(&result.err));
    tp_str_add(words, tp_str_text(&result.err));
    rc = 1;
  }
  tp_proc_result_free(&result);
  return rc;
}

static void free_complaint(complaint *c, tp_str *words) {
  tp_str_free(&c->file);
  tp_str_free(&c->message);
  tp_str_free(words);
}

int tp_front_check(const tp_program *p, tp_unit_id unit, uint32_t offset,
                   const tp_front_source *source, const tp_front_options *opt,
                   tp_diag *diag) {
  complaint c = {0};
  tp_str words = {0};
  const tp_compiler_job as_it_is = {0};
  int rc = ask(&c, &words, &p->units.at[unit], source, opt, &as_it_is, diag);
  if (rc > 0 && !c.line) {
    tp_place place = tp_place_of(p, unit, offset);
    VEC_CLEAR(&c.file);
    tp_str_add(&c.file, tp_names_text(p->names, place.file));
    c.line = place.line;
    c.column = place.column;
  }
  if (rc > 0) {
    rc = complain(&c, source, tp_str_text(&words), diag);
    tp_front_note_cplusplus(&p->units.at[unit], source, opt, diag);
  }
  free_complaint(&c, &words);
  return rc;
}

int tp_front_check_behind(const tp_unit *unit, const char *path,
                          const tp_front_source *source,
                          const tp_front_options *opt, tp_diag *diag) {
  complaint c = {0};
  tp_str words = {0};
  const tp_front_source text = {path, source->flags, source->dir};
  const tp_compiler_job behind = {.behind = path},
                        instead = {.language = "cpp-output"};
  int rc = ask(&c, &words, unit, unit->is_cut ? &text : source, opt,
               unit->is_cut ? &instead : &behind, diag);
  if (rc > 0)
    rc = complain(&c, source, tp_str_text(&words), diag);
  free_complaint(&c, &words);
  return rc;
}
