/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every *.xml of the folder in the order of the names, but for metadata.xml. If
 * there is none, every file is a test: its values, one a line. */
#include "app/given.h"

#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>

static int is_visible(const struct dirent *e) {
  return e->d_name[0] != '.' && (e->d_type == DT_REG || e->d_type == DT_LNK ||
                                 e->d_type == DT_UNKNOWN);
}

static int is_test(const struct dirent *e) {
  size_t n = strlen(e->d_name);
  return n > 4 && strcmp(e->d_name + n - 4, ".xml") == 0 &&
         strcmp(e->d_name, "metadata.xml") != 0;
}

/* testcase-2 comes before testcase-10. */
static int by_name(const struct dirent **a, const struct dirent **b) {
  return versionsort(a, b);
}

typedef int (*read_row)(tp_row *out, tp_row_written *written, const char *path,
                        tp_diag *diag);

static void read_test(tp_resume *r, const char *path, read_row read) {
  tp_row row = {0};
  tp_row_written written = {0};
  tp_diag why = {0};
  if (read(&row, &written, path, &why) == 0) {
    const char *name = strrchr(path, '/');
    VEC_PUSH(&r->rows, row);
    VEC_PUSH(&r->written, written);
    VEC_PUSH(&r->names, tp_strdup(name ? name + 1 : path));
  } else {
    VEC_FREE(&row);
    VEC_FREE(&written);
    VEC_PUSH(&r->notes, tp_strdup(tp_str_text(&why.message)));
  }
  tp_diag_free(&why);
}

static void list_folder(tp_texts *out, const char *dir,
                        int (*is_meant)(const struct dirent *)) {
  struct dirent **entries = NULL;
  tp_str path = {0};
  char *absolute = realpath(dir, NULL);
  int n = scandir(dir, &entries, is_meant, by_name);
  for (int i = 0; i < n; i++) {
    tp_file_join(&path, absolute ? absolute : dir, entries[i]->d_name);
    VEC_PUSH(out, tp_strdup(path.at));
    free(entries[i]);
  }
  free(entries);
  free(absolute);
  tp_str_free(&path);
}

static int refuse(const char *dir, tp_diag *diag) {
  return tp_diag_set(diag, TP_REFUSED,
                     "'%s' has no test: neither testcase files in Test-Comp's "
                     "format nor a test-suite of tp2ph",
                     dir);
}

static int list(tp_texts *out, const char *dir,
                int (*is_meant)(const struct dirent *), tp_diag *diag) {
  tp_str suite = {0};
  int rc = 0;
  tp_file_join(&suite, dir, "test-suite");
  if (!tp_file_exists(dir))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "there is no folder '%s'", dir);
  else
    list_folder(out, tp_file_exists(suite.at) ? suite.at : dir, is_meant);
  tp_str_free(&suite);
  return rc;
}

int tp_given_list(tp_texts *out, const char *dir, tp_diag *diag) {
  int rc = list(out, dir, is_test, diag);
  return rc == 0 && out->n == 0 ? refuse(dir, diag) : rc;
}

int tp_given_read(tp_resume *r, const char *dir, tp_diag *diag) {
  tp_texts files = {0};
  read_row read = tp_testcase_read;
  int rc = list(&files, dir, is_test, diag);
  uint32_t before = r->rows.n;
  if (rc == 0 && files.n == 0) {
    read = tp_testcase_read_lines;
    rc = list(&files, dir, is_visible, diag);
  }
  if (rc == 0 && files.n == 0)
    rc = refuse(dir, diag);
  for (uint32_t i = 0; i < files.n; i++) {
    read_test(r, files.at[i], read);
    tp_free(files.at[i]);
  }
  VEC_FREE(&files);
  return rc == 0 && r->rows.n == before
             ? tp_diag_set(diag, TP_REFUSED,
                           "'%s' has no test that can be read", dir)
             : rc;
}
