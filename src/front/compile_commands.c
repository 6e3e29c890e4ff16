/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compile_commands.json in; the C files it names with flags and folders out.
 *
 * Of each command the compiler, the file and what says "compile it into that"
 * are left out; what remains decides what the text means. A file named twice,
 * by whatever paths, is taken once, as first named.
 */
#include "front/front.h"

#include "base/file.h"
#include "base/json_read.h"
#include "front/response.h"
#include "front/source.h"

#include <stdlib.h>
#include <unistd.h>

typedef VEC(char *) words;

typedef struct entry {
  uint32_t begin; /* of its { in the text */
  tp_str directory, file;
  words arguments; /* of the whole command */
  bool has_command;
} entry;

static void clear_entry(entry *e) {
  VEC_CLEAR(&e->directory);
  VEC_CLEAR(&e->file);
  for (uint32_t i = 0; i < e->arguments.n; i++)
    tp_free(e->arguments.at[i]);
  VEC_CLEAR(&e->arguments);
  e->has_command = false;
}

static void free_entry(entry *e) {
  clear_entry(e);
  tp_str_free(&e->directory);
  tp_str_free(&e->file);
  VEC_FREE(&e->arguments);
}

/* One word of a command line as a shell reads it, from *c on; false if a quote
 * is not closed. */
static bool read_word(const char **c, tp_str *word) {
  char quote = '\0';
  for (; **c && (quote || !strchr(" \t\n\r", **c)); ++*c) {
    char at = **c, next = (*c)[1];
    if (at == quote) {
      quote = '\0';
    } else if (!quote && (at == '\'' || at == '"')) {
      quote = at;
    } else if (at == '\\' && quote != '\'' && next &&
               (!quote || strchr("\"\\$`\n", next))) {
      if (next != '\n')
        tp_str_addc(word, next);
      ++*c;
    } else {
      tp_str_addc(word, at);
    }
  }
  return !quote;
}

static bool split_command(entry *e, const char *c) {
  tp_str word = {0};
  bool ok = true;
  while (ok) {
    c += strspn(c, " \t\n\r");
    if (!*c)
      break;
    VEC_CLEAR(&word);
    tp_str_add(&word, "");
    ok = read_word(&c, &word);
    VEC_PUSH(&e->arguments, tp_strdup(tp_str_text(&word)));
  }
  tp_str_free(&word);
  return ok;
}

static int read_arguments(tp_json_reader *r, entry *e) {
  tp_str word = {0};
  bool more = true;
  int rc = tp_json_take(r, '[');
  for (bool is_first = true; rc == 0; is_first = false) {
    rc = tp_json_next(r, ']', is_first, &more);
    if (rc < 0 || !more)
      break;
    rc = tp_json_string(r, &word);
    if (rc == 0)
      VEC_PUSH(&e->arguments, tp_strdup(tp_str_text(&word)));
  }
  tp_str_free(&word);
  return rc;
}

static int read_command(tp_json_reader *r, entry *e) {
  tp_str command = {0};
  tp_json_peek(r);
  uint32_t begin = r->at;
  int rc = tp_json_string(r, &command);
  if (rc == 0 && !split_command(e, tp_str_text(&command)))
    rc = tp_json_fail(r, begin, "a quote in this command is not closed");
  tp_str_free(&command);
  return rc;
}

static int read_member(tp_json_reader *r, entry *e) {
  tp_str key = {0};
  int rc = tp_json_string(r, &key);
  const char *name = tp_str_text(&key);
  bool is_arguments = strcmp(name, "arguments") == 0;
  bool is_command = strcmp(name, "command") == 0;
  if (rc == 0)
    rc = tp_json_take(r, ':');
  if (rc < 0)
    ;
  else if (strcmp(name, "directory") == 0)
    rc = tp_json_string(r, &e->directory);
  else if (strcmp(name, "file") == 0)
    rc = tp_json_string(r, &e->file);
  else if (e->has_command || (!is_arguments && !is_command))
    rc = tp_json_skip(r);
  else
    rc = is_arguments ? read_arguments(r, e) : read_command(r, e);
  e->has_command |= is_arguments || is_command;
  tp_str_free(&key);
  return rc;
}

static int read_entry(tp_json_reader *r, entry *e) {
  bool more = true;
  tp_json_peek(r);
  e->begin = r->at;
  if (tp_json_take(r, '{') < 0)
    return -1;
  for (bool is_first = true;; is_first = false) {
    if (tp_json_next(r, '}', is_first, &more) < 0)
      return -1;
    if (!more)
      break;
    if (read_member(r, e) < 0)
      return -1;
  }
  if (e->file.n == 0)
    return tp_json_fail(r, e->begin, "this entry names no \"file\"");
  if (e->directory.n == 0)
    return tp_json_fail(r, e->begin, "this entry names no \"directory\"");
  if (!e->has_command)
    return tp_json_fail(r, e->begin,
                        "this entry has neither \"arguments\" nor \"command\"");
  return 0;
}

static bool is_c_file(const char *name) {
  size_t n = strlen(name);
  return n > 2 && name[n - 2] == '.' &&
         (name[n - 1] == 'c' || name[n - 1] == 'i');
}

/* The path of a file as seen from the root, without needless ./ and //. */
static void full_path(tp_str *out, const char *dir, const char *file) {
  VEC_CLEAR(out);
  if (file[0] != '/') {
    tp_str_add(out, dir);
    tp_str_addc(out, '/');
  }
  while (*file) {
    if (file[0] == '/' && out->n && VEC_LAST(out) == '/')
      file++;
    else if (file[0] == '.' && file[1] == '/' && out->n && VEC_LAST(out) == '/')
      file += 2;
    else
      tp_str_addc(out, *file++);
  }
}

static bool is_same_file(const char *dir, const char *a, const char *b) {
  tp_str full_a = {0}, full_b = {0};
  full_path(&full_a, dir, a);
  full_path(&full_b, dir, b);
  bool same = strcmp(tp_str_text(&full_a), tp_str_text(&full_b)) == 0;
  tp_str_free(&full_a);
  tp_str_free(&full_b);
  return same;
}

static char *own(tp_front_sources *out, const char *text) {
  VEC_PUSH(&out->owned, tp_strdup(text));
  return VEC_LAST(&out->owned);
}

/* The compiler, perhaps behind a launcher (`ccache cc`), comes first. */
static const char *const *behind_compiler(const char *const *command) {
  const char *const *word = command;
  while (*word && (*word)[0] != '-' && (word == command || !is_c_file(*word)))
    word++;
  return word;
}

static const char *const *keep_flags(tp_front_sources *out, entry *e,
                                     const char *dir, const char *const *more) {
  VEC(const char *) flags = {0};
  VEC_PUSH(&e->arguments, NULL);
  const char *const *word = behind_compiler(
      tp_front_expand(out, (const char *const *)e->arguments.at, dir));
  while (*word) {
    uint32_t skip = tp_front_job_option(word);
    bool is_the_file =
        (*word)[0] != '-' && is_same_file(dir, *word, tp_str_text(&e->file));
    if (strcmp(*word, "--") == 0)
      skip = 1;
    if (skip == 0 && !is_the_file)
      VEC_PUSH(&flags, *word);
    word += skip ? skip : 1;
  }
  for (; *more; more++)
    VEC_PUSH(&flags, *more);
  VEC_PUSH(&flags, NULL);
  VEC_PUSH(&out->owned, (char *)flags.at);
  return flags.at;
}

/* A folder that is not given from the root is meant from the file's own. */
static char *folder_of(tp_front_sources *out, const char *json,
                       const char *directory) {
  const char *slash = strrchr(json, '/');
  if (directory[0] == '/')
    return own(out, directory);
  tp_str parent = {0}, full = {0};
  char *here = json[0] == '/' ? NULL : getcwd(NULL, 0);
  tp_str_addf(&parent, "%s%s", here ? here : "", here && slash ? "/" : "");
  tp_str_addn(&parent, json, slash ? (size_t)(slash - json) : 0);
  full_path(&full, tp_str_text(&parent), directory);
  char *dir = own(out, tp_str_text(&full));
  free(here);
  tp_str_free(&parent);
  tp_str_free(&full);
  return dir;
}

/* What two names of one file have in common. */
static bool is_named_first(tp_names *seen, const char *dir, const char *file) {
  tp_str full = {0};
  full_path(&full, dir, file);
  char *real = realpath(full.at, NULL);
  const char *name = real ? real : full.at;
  bool is_new = tp_names_find(seen, name, strlen(name)) == 0;
  tp_names_id(seen, name, strlen(name));
  free(real);
  tp_str_free(&full);
  return is_new;
}

static void add_source(tp_front_sources *out, tp_names *seen, entry *e,
                       const char *json, const char *const *more) {
  const char *file = own(out, tp_str_text(&e->file));
  const char *dir = folder_of(out, json, tp_str_text(&e->directory));
  if (!is_named_first(seen, dir, file))
    return;
  if (is_c_file(file))
    VEC_PUSH(&out->at,
             (tp_front_source){file, keep_flags(out, e, dir, more), dir});
  else
    VEC_PUSH(&out->left_out, file);
}

static int read_all(tp_front_sources *out, tp_json_reader *r, tp_names *seen,
                    const char *const *flags) {
  uint32_t before = out->at.n;
  entry e = {0};
  bool more = true;
  int rc = tp_json_take(r, '[');
  for (bool is_first = true; rc == 0; is_first = false) {
    rc = tp_json_next(r, ']', is_first, &more);
    if (rc < 0 || !more)
      break;
    rc = read_entry(r, &e);
    if (rc == 0)
      add_source(out, seen, &e, r->path, flags);
    clear_entry(&e);
  }
  if (rc == 0)
    rc = tp_json_finish(r);
  if (rc == 0 && out->at.n == before) {
    rc = tp_diag_set(r->diag, TP_REFUSED, "it names no C file");
    tp_diag_at(r->diag, r->path, 0, 0, NULL);
  }
  free_entry(&e);
  return rc;
}

int tp_front_compile_commands(tp_front_sources *out, const char *path,
                              const char *const *flags, tp_diag *diag) {
  tp_json_reader r;
  uint32_t before = out->at.n;
  if (tp_json_open(&r, path, diag) < 0)
    return -1;
  tp_names *seen = tp_names_new();
  int rc = read_all(out, &r, seen, tp_front_expand(out, flags, NULL));
  tp_names_free(seen);
  tp_json_close(&r);
  if (rc < 0)
    out->at.n = before;
  return rc;
}

void tp_front_add_file(tp_front_sources *out, const char *path,
                       const char *const *flags) {
  VEC_PUSH(&out->at,
           (tp_front_source){path, tp_front_expand(out, flags, NULL), NULL});
}

void tp_front_sources_free(tp_front_sources *sources) {
  for (uint32_t i = 0; i < sources->owned.n; i++)
    tp_free(sources->owned.at[i]);
  VEC_FREE(&sources->owned);
  VEC_FREE(&sources->left_out);
  VEC_FREE(&sources->at);
}
