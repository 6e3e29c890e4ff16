/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words are cut as a shell does it, with '..', ".." and \; anything else that a
 * shell would do is refused. Files are looked for beside the list. */
#include "app/command_lines.h"

#include "base/file.h"
#include "unit/reads.h"

#include <ctype.h>
#include <stdlib.h>

typedef struct reader {
  tp_resume *to;
  const tp_options *options;
  tp_reads_plan reads; /* what of the outside is an input */
  tp_str folder;
  const char *path;
  unsigned line;
  tp_outside *out;  /* of this line */
  unsigned n_words; /* behind the variables */
  bool has_input;   /* <FILE */
  tp_str why;       /* the line does not fit; empty: it does */
} reader;

static tp_str *add_value(reader *r, const char *name) {
  VEC_PUSH(&r->out->at, (tp_outside_value){0});
  tp_str_add(&VEC_LAST(&r->out->at).name, name);
  return &VEC_LAST(&r->out->at).bytes;
}

static void refuse(reader *r, const char *fmt, const char *what,
                   unsigned long n) {
  if (!r->why.n)
    tp_str_addf(&r->why, fmt, what, n);
}

/* ---- files --------------------------------------------------------------- */

/* "size of NAME", two bytes, and NAME. */
static void add_stream(reader *r, const char *name, const tp_str *bytes,
                       uint32_t most) {
  tp_str size = {0};
  if (bytes->n > most)
    refuse(r, "%s has %lu bytes: give the option a larger number", name,
           bytes->n);
  tp_str_addf(&size, "size of %s", name);
  tp_str *number = add_value(r, size.at);
  tp_str_addc(number, (char)(bytes->n & 255));
  tp_str_addc(number, (char)(bytes->n >> 8 & 255));
  tp_str_addn(add_value(r, name), tp_str_text(bytes), bytes->n);
  tp_str_free(&size);
}

static bool read_beside(const reader *r, const char *name, tp_str *out) {
  tp_str path = {0};
  tp_diag ignored = {0};
  bool is_read = tp_file_read(out, tp_file_join(&path, r->folder.at, name),
                              TP_REFUSED, &ignored) == 0;
  tp_diag_free(&ignored);
  tp_str_free(&path);
  return is_read;
}

static void add_input(reader *r, const char *name) {
  tp_str bytes = {0};
  if (!r->reads.stdin_bytes)
    refuse(r, "'<%s' is given: use --stdin N", name, 0);
  else if (!read_beside(r, name, &bytes))
    refuse(r, "there is no file '%s' beside the list", name, 0);
  else
    add_stream(r, "stdin", &bytes, r->reads.stdin_bytes);
  r->has_input = true;
  tp_str_free(&bytes);
}

static void add_files(reader *r) {
  for (uint32_t i = 0; i < r->reads.files.n; i++) {
    const tp_reads_item *f = &r->reads.files.at[i];
    tp_str bytes = {0}, missing = {0};
    bool is_there = read_beside(r, f->name.at, &bytes);
    tp_str_addf(&missing, "%s is missing", f->name.at);
    tp_str_addc(add_value(r, missing.at), (char)!is_there);
    add_stream(r, f->name.at, &bytes, f->bytes);
    tp_str_free(&bytes);
    tp_str_free(&missing);
  }
}

/* ---- words --------------------------------------------------------------- */

static void add_argument(reader *r, const tp_str *word) {
  tp_str name = {0};
  r->n_words++;
  if (r->n_words > r->options->argv)
    refuse(r, "it has more than %s%lu arguments: use --argv N", "",
           r->options->argv);
  if (word->n > r->options->array)
    refuse(r, "'%s' has %lu characters: use --array N", word->at, word->n);
  tp_str_addf(&name, "argv[%u]", r->n_words);
  tp_str_addn(add_value(r, name.at), tp_str_text(word), word->n);
  tp_str_free(&name);
}

/* NAME=VALUE in front; false: it is an argument. */
static bool add_variable(reader *r, const tp_str *word) {
  const char *text = tp_str_text(word), *equals = strchr(text, '=');
  tp_str name = {0};
  bool is_one =
      r->n_words == 0 && equals && equals > text &&
      strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
                   "abcdefghijklmnopqrstuvwxyz") == (size_t)(equals - text);
  if (!is_one)
    return false;
  tp_str_addn(&name, text, (size_t)(equals - text));
  tp_str_add(add_value(r, name.at), equals + 1);
  bool is_known = false;
  for (uint32_t i = 0; i < r->reads.variables.n; i++)
    if (strcmp(r->reads.variables.at[i].name.at, name.at) == 0) {
      is_known = true;
      if (strlen(equals + 1) > r->reads.variables.at[i].bytes)
        refuse(r, "%s has %lu characters: give --env a larger number", name.at,
               strlen(equals + 1));
    }
  if (!is_known)
    refuse(r, "%s is set: say so with --env", name.at, 0);
  tp_str_add(&name, " is set");
  tp_str_addc(add_value(r, name.at), 1);
  tp_str_free(&name);
  return true;
}

/* One word, from *at; false: the line is at its end. */
static bool take_word(reader *r, const char **at, tp_str *out) {
  const char *p = *at;
  char quote = 0;
  VEC_CLEAR(out);
  for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
    if (quote ? *p == quote : *p == '\'' || *p == '"')
      quote = quote ? 0 : *p;
    else if (*p == '\\' && quote != '\'' && p[1])
      tp_str_addc(out, *++p);
    else if (!quote && strchr("|&;>()$`*?", *p))
      refuse(r, "'%s' is for a shell: only words and <FILE are understood", p,
             0);
    else
      tp_str_addc(out, *p);
  }
  if (quote)
    refuse(r, "a quote is not closed: %s", *at, 0);
  *at = p;
  return out->n || p[-1] == '\'' || p[-1] == '"';
}

static const char *skip_blanks(const char *at) {
  while (isspace((unsigned char)*at))
    at++;
  return at;
}

static void read_words(reader *r, const char *line) {
  tp_str word = {0};
  for (const char *at = skip_blanks(line); *at; at = skip_blanks(at)) {
    bool is_input = *at == '<';
    if (is_input)
      at = skip_blanks(at + 1);
    if (!*at || !take_word(r, &at, &word)) {
      refuse(r, "a word is missing%s", "", 0);
      break;
    }
    if (is_input)
      add_input(r, word.at);
    else if (!add_variable(r, &word))
      add_argument(r, &word);
  }
  tp_str_free(&word);
}

/* ---- lines --------------------------------------------------------------- */

static void keep(reader *r, const char *line) {
  tp_str name = {0};
  tp_str_addf(&name, "line %u", r->line);
  if (r->why.n) {
    tp_str_addf(&name, " of '%s' is left out: %s", r->path, r->why.at);
    VEC_PUSH(&r->to->notes, name.at);
    tp_outside_free(r->out);
    VEC_CLEAR(&r->why);
    return;
  }
  tp_str_addf(&name, ": %s", line);
  VEC_PUSH(&r->to->rows, (tp_row){0});
  VEC_PUSH(&r->to->names, name.at);
  VEC_PUSH(&r->to->outside, r->out);
}

static void read_line(reader *r, const char *line) {
  static const tp_str nothing = {0};
  r->line++;
  r->n_words = 0;
  r->has_input = false;
  if (*skip_blanks(line) == '#')
    return;
  r->out = TP_NEW(tp_outside);
  read_words(r, line);
  tp_str_addc(add_value(r, "arguments"), (char)r->n_words);
  if (!r->has_input)
    add_stream(r, "stdin", &nothing, 0);
  add_files(r);
  keep(r, line);
}

int tp_command_lines_read(tp_resume *to, const char *path, const tp_options *o,
                          tp_diag *diag) {
  tp_str text = {0};
  reader r = {.to = to, .options = o, .path = path};
  r.reads.stdin_bytes = (uint32_t)o->stdin_bytes;
  const char *slash = strrchr(path, '/');
  tp_str_addn(&r.folder, slash ? path : ".",
              slash ? (size_t)(slash - path) + 1 : 1);
  int rc = tp_file_read(&text, path, TP_ENVIRONMENT, diag);
  bool is_clear =
      (!o->variables || tp_reads_parse(&r.reads, false, o->variables)) &&
      (!o->read_files || tp_reads_parse(&r.reads, true, o->read_files));
  if (rc == 0 && is_clear && !o->argv && tp_reads_is_empty(&r.reads))
    rc = tp_diag_set(diag, TP_USAGE,
                     "option '--tests': '%s' is a list of command lines: say "
                     "with --argv N, --stdin N, --env or --file what of them "
                     "is an input",
                     path);
  char *rest = text.at;
  for (char *line; rc == 0 && rest && (line = strsep(&rest, "\n"));)
    if (*line || rest)
      read_line(&r, line);
  if (rc == 0 && to->rows.n == 0)
    rc = tp_diag_set(diag, TP_REFUSED, "'%s' has no test%s%s", path,
                     to->notes.n ? ": " : "",
                     to->notes.n ? VEC_LAST(&to->notes) : "");
  tp_reads_free(&r.reads);
  tp_str_free(&r.folder);
  tp_str_free(&r.why);
  tp_str_free(&text);
  return rc;
}

uint64_t tp_outside_bits(const tp_outside *o, const char *name, uint32_t offset,
                         unsigned size) {
  uint64_t bits = 0;
  for (uint32_t i = 0; name && i < o->at.n; i++) {
    const tp_outside_value *v = &o->at.at[i];
    if (strcmp(v->name.at, name) != 0)
      continue;
    for (unsigned k = 0; k < size && offset + k < v->bytes.n; k++)
      bits |= (uint64_t)(unsigned char)v->bytes.at[offset + k] << 8 * k;
    return bits;
  }
  return bits;
}

void tp_outside_free(tp_outside *o) {
  for (uint32_t i = 0; i < o->at.n; i++) {
    tp_str_free(&o->at.at[i].name);
    tp_str_free(&o->at.at[i].bytes);
  }
  VEC_FREE(&o->at);
  tp_free(o);
}
