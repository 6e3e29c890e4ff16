/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which programs a batch is about: lists (one program a line, as its command
 * line: options and files, then perhaps "--" and flags; words as the shell has
 * them; # begins a comment) and folders (each *.c is a program). What a list
 * names is seen from its folder. Lines before the first program that name no
 * file are for all of them.
 */
#include "app/batch.h"

#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n > m && strcmp(text + n - m, end) == 0;
}

/* ---- lists --------------------------------------------------------------- */

typedef struct scanner {
  const char *path; /* for messages */
  const char *at;
  unsigned line;
  tp_diag *diag;
} scanner;

static int fail(const scanner *s, const char *what) {
  tp_diag_set(s->diag, TP_REFUSED, "%s", what);
  tp_diag_at(s->diag, s->path, s->line, 1, "");
  return -1;
}

static void skip_blanks(scanner *s) {
  while (*s->at == ' ' || *s->at == '\t' || *s->at == '\r')
    s->at++;
}

static bool is_end(char c) {
  return c == '\0' || c == '\n' || c == ' ' || c == '\t' || c == '\r';
}

/* '...' as it is, "..." with \" and \\, \x outside. */
static int scan_word(scanner *s, tp_str *out) {
  char quote = 0;
  VEC_CLEAR(out);
  tp_str_add(out, "");
  for (; quote || !is_end(*s->at); s->at++) {
    char c = *s->at;
    if (c == '\0' || c == '\n')
      return fail(s, "this quote does not end on its line");
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && s->at[1] && s->at[1] != '\n')
      tp_str_addc(out, *++s->at);
    else
      tp_str_addc(out, c);
  }
  return 0;
}

/* Words up to "--", and those behind it. */
static int scan_line(scanner *s, tp_texts *words, tp_texts *flags) {
  tp_str word = {0};
  tp_texts *to = words;
  int rc = 0;
  for (skip_blanks(s); rc == 0; skip_blanks(s)) {
    if (*s->at == '\0' || *s->at == '\n' || *s->at == '#')
      break;
    rc = scan_word(s, &word);
    if (rc == 0 && to == words && strcmp(word.at, "--") == 0)
      to = flags;
    else if (rc == 0)
      VEC_PUSH(to, tp_strdup(word.at));
  }
  while (*s->at && *s->at != '\n')
    s->at++;
  tp_str_free(&word);
  return rc;
}

/* As a command line of a run; what is wrong with it is told when it is run. */
static bool read_options(tp_options *out, const tp_texts *words) {
  VEC(char *) argv = {0};
  tp_diag diag = {0};
  char name[] = "tp2ph", none[] = "-";
  VEC_PUSH(&argv, name);
  for (uint32_t i = 0; i < words->n; i++)
    VEC_PUSH(&argv, words->at[i]);
  VEC_PUSH(&argv, none); /* a name: the head of a list has none */
  VEC_PUSH(&argv, NULL);
  bool is_good = tp_options_parse(out, (int)argv.n - 1, argv.at, &diag) == 0 &&
                 out->command == TP_COMMAND_RUN;
  out->flags = NULL;
  if (is_good)
    out->names.n--;
  tp_diag_free(&diag);
  VEC_FREE(&argv);
  return is_good;
}

/* Those that the batch sets itself. */
static int check_own(const scanner *s, const tp_options *own) {
  static const char *const ours[] = {"output", "quiet",   "verbose",
                                     "help",   "version", "resume"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (own->given & tp_options_bit(TP_COMMAND_RUN, ours[i])) {
      tp_str text = {0};
      tp_str_addf(&text, "option '--%s' is for the whole batch, not for a line",
                  ours[i]);
      int rc = fail(s, text.at);
      tp_str_free(&text);
      return rc;
    }
  return 0;
}

static void copy_names(tp_texts *out, const tp_options *own,
                       const tp_texts *words, bool is_good) {
  for (uint32_t i = 0; is_good && i < own->names.n; i++)
    VEC_PUSH(out, tp_strdup(own->names.at[i]));
  for (uint32_t i = 0; !is_good && i < words->n; i++)
    if (words->at[i][0] != '-')
      VEC_PUSH(out, tp_strdup(words->at[i]));
}

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    return NULL;
  return tp_strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

static void free_texts(tp_texts *texts) {
  for (uint32_t i = 0; i < texts->n; i++)
    tp_free(texts->at[i]);
  VEC_FREE(texts);
}

void tp_batch_program_free(tp_batch_program *p) {
  free_texts(&p->files);
  free_texts(&p->flags);
  free_texts(&p->line);
  tp_options_free(&p->own);
  tp_free(p->name);
  tp_free(p->dir);
  tp_free(p->message);
  tp_free(p->fingerprint);
  tp_batch_board_close(p);
  if (p->words >= 0)
    close(p->words);
}

/* A line without a file: for all that follow. */
static int add_to_head(tp_batch_head *head, const scanner *s,
                       tp_batch_program *line) {
  if (head->words.n + head->flags.n)
    return fail(s, "this list has a line for all programs already");
  if (line->line.n && !read_options(&head->options, &line->line))
    return fail(s, "these are no options of a run");
  head->words = line->line;
  head->flags = line->flags;
  line->line = line->flags = (tp_texts){0};
  return 0;
}

static int add_line(tp_batch *batch, tp_batch_head *head, scanner *s,
                    const char *path, uint32_t first) {
  tp_batch_program line = {.dir = folder_of(path), .words = -1, .head = head};
  int rc = scan_line(s, &line.line, &line.flags);
  bool is_empty = line.line.n + line.flags.n == 0;
  if (rc == 0 && !is_empty) {
    bool is_good = line.line.n && read_options(&line.own, &line.line);
    copy_names(&line.files, &line.own, &line.line, is_good);
    line.is_unread = !is_good;
    rc = is_good ? check_own(s, &line.own) : 0;
    if (rc == 0 && line.files.n == 0)
      rc = batch->programs.n > first
               ? fail(s, "this line has options or flags, but no C file")
               : add_to_head(head, s, &line);
  }
  if (rc == 0 && line.files.n)
    VEC_PUSH(&batch->programs, line);
  else
    tp_batch_program_free(&line);
  return rc;
}

static int add_list(tp_batch *batch, const char *path, tp_diag *diag) {
  tp_str text = {0};
  uint32_t first = batch->programs.n;
  tp_status missing = tp_file_exists(path) ? TP_REFUSED : TP_ENVIRONMENT;
  int rc = tp_file_read(&text, path, missing, diag);
  scanner s = {path, tp_str_text(&text), 1, diag};
  tp_batch_head *head = TP_NEW(tp_batch_head);
  VEC_PUSH(&batch->heads, head);
  if (rc == 0 && strlen(s.at) != text.n)
    rc = tp_diag_set(diag, TP_REFUSED, "'%s' is no list of programs", path);
  while (rc == 0 && *s.at) {
    rc = add_line(batch, head, &s, path, first);
    s.line++;
    s.at += *s.at == '\n';
  }
  tp_str_free(&text);
  return rc;
}

/* ---- folders ------------------------------------------------------------- */

static void add_file(tp_batch *batch, const char *path) {
  tp_batch_program program = {.words = -1};
  VEC_PUSH(&program.files, tp_strdup(path));
  VEC_PUSH(&batch->programs, program);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_folder(tp_batch *batch, const char *path, tp_diag *diag) {
  tp_texts names = {0};
  tp_str file = {0};
  DIR *dir = opendir(path);
  if (!dir)
    return tp_diag_set(diag, TP_REFUSED, "cannot read the folder '%s'", path);
  for (struct dirent *e; (e = readdir(dir));) {
    struct stat st;
    if (e->d_name[0] != '.' && ends_with(e->d_name, ".c") &&
        stat(tp_file_join(&file, path, e->d_name), &st) == 0 &&
        S_ISREG(st.st_mode))
      VEC_PUSH(&names, tp_strdup(e->d_name));
  }
  closedir(dir);
  if (names.n)
    qsort(names.at, names.n, sizeof *names.at, by_name);
  for (uint32_t i = 0; i < names.n; i++) {
    add_file(batch, tp_file_join(&file, path, names.at[i]));
    tp_free(names.at[i]);
  }
  VEC_FREE(&names);
  tp_str_free(&file);
  return 0;
}

int tp_batch_add(tp_batch *batch, const char *name, tp_diag *diag) {
  struct stat st;
  uint32_t before = batch->programs.n;
  int rc = 0;
  if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
    rc = add_folder(batch, name, diag);
  else if (ends_with(name, ".c"))
    add_file(batch, name);
  else
    rc = add_list(batch, name, diag);
  if (rc == 0 && batch->programs.n == before)
    rc = tp_diag_set(diag, TP_REFUSED, "there is no program in '%s'", name);
  return rc;
}

/* ---- names --------------------------------------------------------------- */

/* The first file's, without its folder and ".c"; only what is harmless in a
 * file name. */
static void add_base(tp_str *out, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *base = slash ? slash + 1 : path;
  size_t n = strlen(base);
  if (ends_with(base, ".c"))
    n -= 2;
  for (size_t i = 0; i < n && i < 100; i++) {
    char c = base[i];
    bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    (c >= '0' && c <= '9') || c == '_' || c == '+' ||
                    (i > 0 && (c == '.' || c == '-'));
    tp_str_addc(out, is_plain ? c : '_');
  }
  if (n == 0)
    tp_str_addc(out, '_');
}

/* What a program is called by: its driver, its entry, its first file. */
static const char *source_of(const tp_batch_program *p) {
  return p->own.driver ? p->own.driver
         : p->own.given & tp_options_bit(TP_COMMAND_RUN, "entry")
             ? p->own.entry
             : p->files.at[0];
}

void tp_batch_name(tp_batch *batch) {
  tp_names *used = tp_names_new();
  tp_str name = {0};
  static const char *const ours[] = {"summary.txt", "batch.json", "junit.xml",
                                     "index.html"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    tp_names_id(used, ours[i], strlen(ours[i]));
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    tp_batch_program *p = &batch->programs.at[i];
    VEC_CLEAR(&name);
    add_base(&name, source_of(p));
    uint32_t length = name.n;
    for (uint32_t k = 2; tp_names_find(used, name.at, name.n); k++) {
      name.n = length;
      tp_str_addf(&name, "-%u", k);
    }
    tp_names_id(used, name.at, name.n);
    p->name = tp_strdup(name.at);
  }
  tp_names_free(used);
  tp_str_free(&name);
}

void tp_batch_free(tp_batch *batch) {
  for (uint32_t i = 0; i < batch->programs.n; i++)
    tp_batch_program_free(&batch->programs.at[i]);
  VEC_FREE(&batch->programs);
  for (uint32_t i = 0; i < batch->heads.n; i++) {
    tp_batch_head *head = batch->heads.at[i];
    free_texts(&head->words);
    free_texts(&head->flags);
    tp_options_free(&head->options);
    tp_free(head);
  }
  VEC_FREE(&batch->heads);
}
