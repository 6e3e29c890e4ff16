/* Which programs a batch is about: lists (one program a line: files, then
 * perhaps "--" and flags; words as the shell has them; # begins a comment) and
 * folders (each *.c is a program). What a list names is seen from its folder.
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

static int scan_line(scanner *s, tp_batch_program *out) {
  tp_str word = {0};
  tp_texts *to = &out->files;
  int rc = 0;
  for (skip_blanks(s); rc == 0; skip_blanks(s)) {
    if (*s->at == '\0' || *s->at == '\n' || *s->at == '#')
      break;
    rc = scan_word(s, &word);
    if (rc == 0 && to == &out->files && strcmp(word.at, "--") == 0)
      to = &out->flags;
    else if (rc == 0)
      VEC_PUSH(to, tp_strdup(word.at));
  }
  if (rc == 0 && out->flags.n && out->files.n == 0)
    rc = fail(s, "this line has flags, but no C file");
  while (*s->at && *s->at != '\n')
    s->at++;
  tp_str_free(&word);
  return rc;
}

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    return NULL;
  return tp_strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

static void free_program(tp_batch_program *p) {
  tp_texts *lists[] = {&p->files, &p->flags};
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < lists[k]->n; i++)
      tp_free(lists[k]->at[i]);
    VEC_FREE(lists[k]);
  }
  tp_free(p->name);
  tp_free(p->dir);
  tp_free(p->message);
  if (p->words >= 0)
    close(p->words);
}

static int add_list(tp_batch *batch, const char *path, tp_diag *diag) {
  tp_str text = {0};
  tp_status missing = tp_file_exists(path) ? TP_REFUSED : TP_ENVIRONMENT;
  int rc = tp_file_read(&text, path, missing, diag);
  scanner s = {path, tp_str_text(&text), 1, diag};
  if (rc == 0 && strlen(s.at) != text.n)
    rc = tp_diag_set(diag, TP_REFUSED, "'%s' is no list of programs", path);
  while (rc == 0 && *s.at) {
    tp_batch_program program = {.dir = folder_of(path), .words = -1};
    rc = scan_line(&s, &program);
    if (rc == 0 && program.files.n)
      VEC_PUSH(&batch->programs, program);
    else
      free_program(&program);
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

void tp_batch_name(tp_batch *batch) {
  tp_names *used = tp_names_new();
  tp_str name = {0};
  tp_names_id(used, "summary.txt", strlen("summary.txt"));
  tp_names_id(used, "batch.json", strlen("batch.json"));
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    tp_batch_program *p = &batch->programs.at[i];
    VEC_CLEAR(&name);
    add_base(&name, p->files.at[0]);
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
    free_program(&batch->programs.at[i]);
  VEC_FREE(&batch->programs);
}
