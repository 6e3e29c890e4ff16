/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One error and how it is shown. */
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DETAIL_SHOWN 32768u

int tp_diag_set(tp_diag *diag, tp_status status, const char *fmt, ...) {
  if (diag->status != TP_OK)
    return -1;
  diag->status = status;
  va_list args;
  va_start(args, fmt);
  char *text = NULL;
  if (vasprintf(&text, fmt, args) >= 0)
    tp_str_add(&diag->message, text);
  va_end(args);
  free(text);
  return -1;
}

void tp_diag_at(tp_diag *diag, const char *file, unsigned line, unsigned column,
                const char *source_line) {
  if (diag->file.n)
    return;
  tp_str_add(&diag->file, file);
  diag->line = line;
  diag->column = column;
  if (source_line)
    tp_str_add(&diag->source_line, source_line);
}

static void add_caret(tp_str *out, const tp_diag *diag) {
  const char *line = tp_str_text(&diag->source_line);
  tp_str_addf(out, "%s\n", line);
  for (unsigned i = 1; i < diag->column && line[i - 1]; i++)
    tp_str_addc(out, line[i - 1] == '\t' ? '\t' : ' ');
  tp_str_add(out, "^\n");
}

/* A compiler may have a lot to say. */
static void add_detail(tp_str *out, const tp_str *detail) {
  size_t n = detail->n < DETAIL_SHOWN ? detail->n : DETAIL_SHOWN;
  tp_str_addn(out, detail->at, n);
  if (VEC_LAST(out) != '\n')
    tp_str_addc(out, '\n');
  if (n < detail->n)
    tp_str_addf(out, "... and %zu bytes more\n", detail->n - n);
}

/* The compiler's words say our message, and show its place: once is enough. */
static bool is_told_by_detail(const tp_diag *diag) {
  tp_str said = {0};
  tp_str_addf(&said, "error: %s\n", tp_str_text(&diag->message));
  const char *words = tp_str_text(&diag->detail);
  bool is_told =
      diag->line && strstr(words, tp_str_text(&said)) && strchr(words, '^');
  tp_str_free(&said);
  return is_told;
}

static void add_message(tp_str *out, const tp_diag *diag) {
  if (diag->file.n && diag->line)
    tp_str_addf(out, "%s:%u:%u: ", tp_str_text(&diag->file), diag->line,
                diag->column);
  else if (diag->file.n)
    tp_str_addf(out, "%s: ", tp_str_text(&diag->file));
  else
    tp_str_add(out, "tp2ph: ");
  tp_str_addf(out, "error: %s\n", tp_str_text(&diag->message));
  if (diag->source_line.n)
    add_caret(out, diag);
}

void tp_diag_print(const tp_diag *diag) {
  tp_str out = {0};
  if (!is_told_by_detail(diag))
    add_message(&out, diag);
  if (diag->detail.n)
    add_detail(&out, &diag->detail);
  fputs(tp_str_text(&out), stderr);
  tp_str_free(&out);
}

void tp_diag_free(tp_diag *diag) {
  tp_str_free(&diag->message);
  tp_str_free(&diag->file);
  tp_str_free(&diag->source_line);
  tp_str_free(&diag->detail);
  *diag = (tp_diag){0};
}

void tp_bug(const char *file, int line, const char *should) {
  fprintf(stderr,
          "tp2ph: internal error at %s:%d: %s\n"
          "This is a bug in tp2ph. Please report it with the program that was "
          "given and the output of tp2ph --version.\n",
          file, line, should);
  _Exit(TP_INTERNAL);
}
