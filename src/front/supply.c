/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of its own holds the definitions; the compiler reads the user's file
 * before it (-include). Preprocessed so, what comes behind the user's text is
 * cut off and appended to it. The harness compiles the same two files.
 */
#include "front/supply.h"

#include "base/file.h"
#include "front/check.h"
#include "front/compiler.h"
#include "front/inputs.h"
#include "front/words.h"

#include <stdlib.h>

#define MARK "tp2ph: inputs"

static const char head[] =
    "#line 1 \"" MARK "\"\n"
    "void tp2ph_deliver(void *, unsigned long, const char *, ...);\n"
    "void tp2ph_assume_that(int);\n"
    "int strcmp(const char *, const char *);\n"
    "void exit(int);\n";

/* Definitions of what the text names with a parenthesis behind it. */
static void collect(tp_str *out, tp_inputs *in, const tp_str *text) {
  tp_words_reader r = {.text = tp_str_text(text), .size = text->n, .line = 1};
  tp_word before = {0}, w;
  while ((w = tp_words_next(&r)).kind != TP_WORD_END) {
    tp_name name = before.kind == TP_WORD_NAME && w.first == '('
                       ? tp_names_find(in->names, r.text + before.begin,
                                       before.end - before.begin)
                       : 0;
    const uint32_t *slot = name ? tp_map_get(&in->by_name, name) : NULL;
    tp_declared *d = slot ? &in->at.at[*slot - 1] : NULL;
    if (d && !d->has_host) {
      d->has_host = true;
      tp_str_add(out, out->n ? "" : head);
      tp_str_addn(out, d->text.at, d->text.n);
    }
    before = w;
  }
}

/* What the preprocessor makes of the definitions: all behind the mark. */
static int append(tp_str *text, const tp_str *both, tp_diag *diag) {
  static const char mark[] = "# 1 \"" MARK "\"";
  const char *at = NULL;
  for (const char *c = tp_str_text(both); (c = strstr(c, mark)); c++)
    at = c;
  if (!at)
    return tp_diag_set(diag, TP_INTERNAL,
                       "the preprocessor lost the definitions of --inputs");
  tp_str_addc(text, '\n');
  tp_str_add(text, at);
  return 0;
}

static int preprocess(tp_str *text, const tp_unit *unit,
                      const tp_front_source *source,
                      const tp_front_options *opt, const char *path,
                      tp_diag *diag) {
  tp_proc_result result = {0};
  tp_compiler_job job = {.mode = "-E", .behind = path};
  int rc = tp_front_compile(&result, unit, source, opt, &job, diag);
  if (rc == 0 && (result.timed_out || result.signal || result.exit_code)) {
    rc = tp_diag_set(diag, TP_REFUSED,
                     "'%s -E' does not accept the definitions of --inputs",
                     opt->cc);
    tp_str_add(&diag->detail, tp_str_text(&result.err));
  }
  if (rc == 0)
    rc = append(text, &result.out, diag);
  tp_proc_result_free(&result);
  return rc;
}

/* The definitions as a file; free the name. NULL: diag says why. */
static char *write_file(const char *c, const tp_front_options *opt,
                        tp_diag *diag) {
  tp_str path = {0};
  tp_file_join(&path, opt->work_dir, "inputs.c");
  int rc = tp_file_write(path.at, c, strlen(c), diag);
  char *absolute = rc == 0 ? realpath(path.at, NULL) : NULL;
  if (rc == 0 && !absolute)
    tp_diag_set(diag, TP_ENVIRONMENT, "cannot find '%s' again", path.at);
  tp_str_free(&path);
  return absolute; /* it is read in any folder */
}

int tp_front_supply(tp_unit *unit, tp_str *text, const tp_front_source *source,
                    const tp_front_options *opt, tp_diag *diag) {
  tp_str c = {0};
  int rc = 0;
  collect(&c, opt->declared, text);
  if (c.n) {
    unit->supplied = c.at;
    char *path = write_file(c.at, opt, diag);
    rc = path ? preprocess(text, unit, source, opt, path, diag) : -1;
    free(path);
  }
  return rc;
}

int tp_front_check_supplied(const tp_unit *unit, const tp_front_source *source,
                            const tp_front_options *opt, tp_diag *diag) {
  char *path = write_file(unit->supplied, opt, diag);
  int rc = path ? tp_front_check_behind(unit, path, source, opt, diag) : -1;
  free(path);
  return rc;
}
