/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual DIR: the man pages and the completion of shells, for make install. */
#include "app/manual.h"
#include "base/file.h"

#include <stdlib.h>

static int put(const char *dir, const char *name, const tp_str *text,
               tp_diag *diag) {
  tp_str path = {0};
  tp_file_join(&path, dir, name);
  int rc = tp_file_write(path.at, text->at, text->n, diag);
  tp_str_free(&path);
  return rc;
}

static int put_page(const char *dir, unsigned command, tp_diag *diag) {
  const char *word = tp_command_name((tp_command)command);
  tp_str name = {0}, text = {0};
  tp_str_addf(&name, "tp2ph%s%s.1", *word ? "-" : "", word);
  tp_manual_page((tp_command)command, &text);
  int rc = put(dir, name.at, &text, diag);
  tp_str_free(&name);
  tp_str_free(&text);
  return rc;
}

static int put_completion(const char *dir, tp_diag *diag) {
  tp_str bash = {0}, zsh = {0};
  tp_manual_bash(&bash);
  tp_manual_zsh(&zsh);
  int rc = put(dir, "tp2ph.bash", &bash, diag);
  if (rc == 0)
    rc = put(dir, "_tp2ph", &zsh, diag);
  tp_str_free(&bash);
  tp_str_free(&zsh);
  return rc;
}

int main(int argc, char **argv) {
  tp_diag diag = {0};
  const char *dir = argc == 2 ? argv[1] : ".";
  int rc = tp_file_make_dirs(dir, &diag);
  for (unsigned c = 0; rc == 0 && c < tp_command_count(); c++)
    rc = put_page(dir, c, &diag);
  if (rc == 0)
    rc = put_completion(dir, &diag);
  if (diag.message.n)
    tp_diag_print(&diag);
  tp_diag_free(&diag);
  exit(rc == 0 ? 0 : 1);
}
