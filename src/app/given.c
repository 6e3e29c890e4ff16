/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every *.xml of the folder in the order of the names, but for metadata.xml. */
#include "app/given.h"

#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>

static int is_test(const struct dirent *e) {
  size_t n = strlen(e->d_name);
  return n > 4 && strcmp(e->d_name + n - 4, ".xml") == 0 &&
         strcmp(e->d_name, "metadata.xml") != 0;
}

/* testcase-2 comes before testcase-10. */
static int by_name(const struct dirent **a, const struct dirent **b) {
  return versionsort(a, b);
}

static void read_test(tp_resume *r, const char *path) {
  tp_row row = {0};
  tp_diag why = {0};
  if (tp_testcase_read(&row, path, &why) == 0) {
    VEC_PUSH(&r->rows, row);
  } else {
    VEC_FREE(&row);
    VEC_PUSH(&r->notes, tp_strdup(tp_str_text(&why.message)));
  }
  tp_diag_free(&why);
}

static int read_folder(tp_resume *r, const char *dir, tp_diag *diag) {
  struct dirent **entries = NULL;
  tp_str path = {0};
  uint32_t before = r->rows.n;
  int n = scandir(dir, &entries, is_test, by_name);
  for (int i = 0; i < n; i++) {
    read_test(r, tp_file_join(&path, dir, entries[i]->d_name));
    free(entries[i]);
  }
  free(entries);
  tp_str_free(&path);
  return r->rows.n > before
             ? 0
             : tp_diag_set(diag, TP_REFUSED,
                           "'%s' has no test: neither testcase files in "
                           "Test-Comp's format nor a test-suite of tp2ph",
                           dir);
}

int tp_given_read(tp_resume *r, const char *dir, tp_diag *diag) {
  tp_str suite = {0};
  tp_file_join(&suite, dir, "test-suite");
  int rc =
      !tp_file_exists(dir)
          ? tp_diag_set(diag, TP_ENVIRONMENT, "there is no folder '%s'", dir)
          : read_folder(r, tp_file_exists(suite.at) ? suite.at : dir, diag);
  tp_str_free(&suite);
  return rc;
}
