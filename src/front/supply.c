/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of its own holds the definitions; the compiler reads the user's file
 * before it (-include). Preprocessed so, what comes behind the user's text is
 * cut off and appended to it. The harness compiles the same two files.
 */
#include "front/supply.h"

#include "base/file.h"
#include "front/check.h"
#include "front/compiler.h"
#include "front/driver.h"
#include "front/inputs.h"
#include "front/monitor.h"
#include "front/words.h"

#include <stdlib.h>

#define MARK "tp2ph: inputs"

static const char head[] =
    "#line 1 \"" MARK "\"\n"
    "void tp2ph_deliver(void *, unsigned long, const char *, ...);\n"
    "void tp2ph_assume_that(int);\n"
    "int strcmp(const char *, const char *);\n"
    "void exit(int);\n";

static void begin(tp_str *out, const tp_inputs_file *in) {
  if (out->n)
    return;
  tp_str_add(out, head);
  if (tp_inputs_has_bins(in))
    tp_str_add(out, tp_monitor_head);
  for (uint32_t i = 0; i < in->variables.n; i++)
    tp_str_addf(out, "void tp2ph_set_%u(void);\n", i);
}

static void supply(tp_str *out, const tp_inputs_file *in, const tp_str *text,
                   bool *has_host) {
  if (*has_host)
    return;
  *has_host = true;
  begin(out, in);
  tp_str_addn(out, text->at, text->n);
}

static void supply_watched(tp_str *out, const tp_inputs_file *in, tp_watched *v,
                           tp_name name) {
  if (v->name == name)
    supply(out, in, &v->text, &v->has_host);
}

/* Where the text is: outside of functions a name may be a variable. */
typedef struct scan {
  uint32_t braces, parens;
  bool is_extern; /* the declaration at hand only declares */
} scan;

/* A variable that is looked at, or set. */
static void collect_variable(tp_str *out, tp_inputs_file *in, tp_name name,
                             const scan *at) {
  supply_watched(out, in, &in->audit.mask, name);
  for (uint32_t i = 0; i < in->audit.variables.n; i++)
    supply_watched(out, in, &in->audit.variables.at[i], name);
  for (uint32_t i = 0; i < in->audit.rows.n && !at->is_extern; i++)
    if (in->audit.rows.at[i].name == name)
      supply(out, in, &in->audit.rows.at[i].text,
             &in->audit.rows.at[i].has_host);
  for (uint32_t i = 0; i < in->variables.n; i++) {
    tp_tester_variable *v = &in->variables.at[i];
    if (v->name != name)
      continue;
    supply(out, in, &v->text, &v->has_host);
    v->is_defined |= !at->is_extern;
  }
}

static void go_on(scan *at, const char *text, const tp_word *w) {
  bool is_other = w->kind == TP_WORD_OTHER;
  at->braces += is_other && w->first == '{';
  at->braces -= is_other && w->first == '}' && at->braces > 0;
  at->parens += is_other && w->first == '(';
  at->parens -= is_other && w->first == ')' && at->parens > 0;
  if (at->braces == 0 && is_other && (w->first == ';' || w->first == '}'))
    at->is_extern = false;
  at->is_extern |= at->braces == 0 && (tp_word_is(text, w, "extern") ||
                                       tp_word_is(text, w, "typedef"));
}

/* Definitions of what the text names with a parenthesis behind it, or, of
 * variables, outside of all braces. */
static void collect(tp_str *out, tp_inputs_file *in, const tp_str *text) {
  tp_words_reader r = {.text = tp_str_text(text), .size = text->n, .line = 1};
  tp_word before = {0}, w;
  scan at = {0};
  while ((w = tp_words_next(&r)).kind != TP_WORD_END) {
    tp_name name = before.kind == TP_WORD_NAME
                       ? tp_names_find(in->names, r.text + before.begin,
                                       before.end - before.begin)
                       : 0;
    bool is_called = name && w.first == '(';
    const uint32_t *slot = is_called ? tp_map_get(&in->by_name, name) : NULL;
    tp_declared *d = slot ? &in->at.at[*slot - 1] : NULL;
    if (d)
      supply(out, in, &d->text, &d->has_host);
    else if (name && !is_called && !at.braces && !at.parens)
      collect_variable(out, in, name, &at);
    go_on(&at, r.text, &w);
    before = w;
  }
}

/* Variables that the program only declares, or does not know at all. */
static void define_rest(tp_str *out, tp_inputs_file *in) {
  for (uint32_t i = 0; i < in->variables.n; i++) {
    const tp_tester_variable *v = &in->variables.at[i];
    if (v->is_defined)
      continue;
    begin(out, in);
    if (v->has_host)
      tp_str_add(out, v->definition.at);
    else
      tp_str_addf(out, "void tp2ph_set_%u(void) {}\n", i);
  }
}

/* The monitor comes behind the unit that defines the entry. */
static void watch(tp_str *out, const tp_front_options *opt,
                  const tp_str *text) {
  tp_audit *audit = &opt->declared->audit;
  tp_str monitor = {0};
  if (tp_inputs_is_watched(opt->declared) && !audit->has_host &&
      tp_monitor_write(&monitor, opt->declared, text, opt->entry))
    supply(out, opt->declared, &monitor, &audit->has_host);
  tp_str_free(&monitor);
}

/* The same with a driver, which is called in place of the entry. */
static void drive(tp_str *out, const tp_front_options *opt, tp_unit_id unit,
                  const char *path) {
  tp_inputs_file *in = opt->declared;
  tp_str text = {0}, monitor = {0};
  tp_driver_add(&text, opt->driver, unit, path);
  if (text.n) {
    begin(out, in);
    tp_str_addn(out, text.at, text.n);
  }
  if (unit == opt->driver->unit) {
    tp_monitor_write_driven(&monitor, in);
    supply(out, in, &monitor, &in->audit.has_host);
  }
  tp_str_free(&text);
  tp_str_free(&monitor);
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
  if (rc == 0 && !tp_front_was_accepted(&result))
    rc = tp_front_explain_failure(&result, "the definitions of --inputs", opt,
                                  diag);
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

int tp_front_supply(tp_unit *unit, tp_unit_id number, tp_str *text,
                    const tp_front_source *source, const tp_front_options *opt,
                    tp_diag *diag) {
  tp_str c = {0};
  int rc = 0;
  if (opt->driver)
    unit->is_cut = tp_driver_cut(text, opt->driver, number, source->path);
  if (opt->declared->path)
    collect(&c, opt->declared, text);
  if (opt->driver)
    drive(&c, opt, number, source->path);
  else
    watch(&c, opt, text);
  if (opt->is_last)
    define_rest(&c, opt->declared);
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
  const char *c = unit->is_cut ? unit->text : unit->supplied;
  char *path = write_file(c, opt, diag);
  int rc = path ? tp_front_check_behind(unit, path, source, opt, diag) : -1;
  free(path);
  return rc;
}
