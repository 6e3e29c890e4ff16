/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves a complete set of files into the output folder.
 *
 * The set lies in the journal folder. Each entry is moved by rename, and every
 * step can be repeated: what is no longer in the journal has been moved, an
 * entry that the set does not have is marked by a file "without-NAME". So a
 * commit that was killed is finished by whoever opens the folder next.
 * A folder is replaced as a whole: what others put into the old one is carried
 * over first, then the old one goes into the journal and away with it.
 */
#include "report/output_commit.h"

#include "base/file.h"
#include "report/report.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* report.json is last: it says that the set is complete. */
const tp_output_entry tp_output_entries[] = {
    {"test-suite", true},
    {"tests", true},
    {"harness", true},
    {"summary.txt", false},
    {"map.dot", false},
    {"map.svg", false},
    {"index.html", false},
    {"driver.c", false},
#define MOVED(file, format) {file, false},
    TP_REPORTS(MOVED){"report.json", false},
    {NULL, false},
};

/* BEGIN, at least so many digits, END. */
static bool is_numbered(const char *name, const char *begin, size_t digits,
                        const char *end) {
  if (!tp_text_starts(name, begin))
    return false;
  name += strlen(begin);
  size_t n = strspn(name, "0123456789");
  return n >= digits && strcmp(name + n, end) == 0;
}

bool tp_output_is_our_name(const char *name) {
  static const char *const fixed[] = {"metadata.xml", "replay.c", "run.sh",
                                      "include"};
  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
    if (strcmp(name, fixed[i]) == 0)
      return true;
  return is_numbered(name, "testcase-", 4, ".xml") ||
         is_numbered(name, "inputs-", 1, ".c") ||
         is_numbered(name, "unit-", 1, ".i") ||
         is_numbered(name, "", 4, ".txt");
}

static int fail(tp_diag *diag, const char *what, const char *path) {
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot %s '%s': %s", what, path,
                     strerror(errno));
}

static bool is_dot(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int carry_over(const char *from, const char *to, tp_diag *diag) {
  DIR *dir = opendir(from);
  if (!dir)
    return errno == ENOENT ? 0 : fail(diag, "read folder", from);
  tp_str old = {0}, moved = {0};
  int rc = 0;
  for (struct dirent *e; rc == 0 && (e = readdir(dir));) {
    if (is_dot(e->d_name) || tp_output_is_our_name(e->d_name))
      continue;
    tp_file_join(&old, from, e->d_name);
    if (rename(old.at, tp_file_join(&moved, to, e->d_name)) != 0)
      rc = fail(diag, "move", old.at);
  }
  closedir(dir);
  tp_str_free(&old);
  tp_str_free(&moved);
  return rc;
}

static int move_folder(const char *journal, const char *from, const char *to,
                       const char *name, tp_diag *diag) {
  tp_str old = {0};
  tp_str_addf(&old, "%s/old-%s", journal, name);
  int rc = carry_over(to, from, diag);
  if (rc == 0 && rename(to, old.at) != 0 && errno != ENOENT)
    rc = fail(diag, "move", to);
  if (rc == 0 && rename(from, to) != 0)
    rc = fail(diag, "write", to);
  tp_str_free(&old);
  return rc;
}

/* In a folder only what is ours goes. */
static void remove_entry(const char *path, bool is_folder) {
  DIR *dir = is_folder ? opendir(path) : NULL;
  if (!dir) {
    unlink(path);
    return;
  }
  tp_str inside = {0};
  for (struct dirent *e; (e = readdir(dir));) {
    if (is_dot(e->d_name) || !tp_output_is_our_name(e->d_name))
      continue;
    if (unlink(tp_file_join(&inside, path, e->d_name)) != 0)
      tp_file_remove_tree(inside.at);
  }
  tp_str_free(&inside);
  closedir(dir);
  rmdir(path);
}

static const char *join_mark(tp_str *out, const char *dir, const char *name) {
  VEC_CLEAR(out);
  tp_str_addf(out, "%s/without-%s", dir, name);
  return out->at;
}

static int move_entry(const char *dir, const char *journal,
                      const tp_output_entry *e, tp_diag *diag) {
  tp_str from = {0}, to = {0}, mark = {0};
  tp_file_join(&from, journal, e->name);
  tp_file_join(&to, dir, e->name);
  int rc = 0;
  if (tp_file_exists(join_mark(&mark, journal, e->name)))
    remove_entry(to.at, e->is_folder);
  else if (!tp_file_exists(from.at))
    rc = 0; /* moved before we were killed */
  else if (e->is_folder)
    rc = move_folder(journal, from.at, to.at, e->name, diag);
  else if (rename(from.at, to.at) != 0)
    rc = fail(diag, "write", to.at);
  tp_str_free(&from);
  tp_str_free(&to);
  tp_str_free(&mark);
  return rc;
}

int tp_output_finish_journal(const char *dir, tp_diag *diag) {
  tp_str journal = {0};
  int rc = 0;
  if (tp_file_exists(tp_file_join(&journal, dir, TP_OUTPUT_JOURNAL))) {
    for (const tp_output_entry *e = tp_output_entries; rc == 0 && e->name; e++)
      rc = move_entry(dir, journal.at, e, diag);
    if (rc == 0)
      tp_file_remove_tree(journal.at);
  }
  tp_str_free(&journal);
  return rc;
}

static int mark_absent(const char *staging, const char *name, tp_diag *diag) {
  tp_str path = {0};
  int rc = 0;
  if (!tp_file_exists(tp_file_join(&path, staging, name))) {
    int fd = open(join_mark(&path, staging, name),
                  O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    rc = fd < 0 ? fail(diag, "write", path.at) : close(fd);
  }
  tp_str_free(&path);
  return rc;
}

int tp_output_make_journal(const char *dir, const char *staging,
                           tp_diag *diag) {
  int rc = 0;
  for (const tp_output_entry *e = tp_output_entries; rc == 0 && e->name; e++)
    rc = mark_absent(staging, e->name, diag);
  tp_str journal = {0};
  tp_file_join(&journal, dir, TP_OUTPUT_JOURNAL);
  if (rc == 0 && rename(staging, journal.at) != 0)
    rc = fail(diag, "write to folder", dir);
  tp_str_free(&journal);
  return rc;
}
