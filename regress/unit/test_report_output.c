/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output folder: all or nothing, one run at a time, others' files stay. */
#include "check.h"

#include "base/file.h"
#include "report/output.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OURS "{\n  \"tool\": {\n    \"name\": \"tp2ph\",\n"

typedef struct place {
  tp_str root, dir, path;
  tp_diag diag;
} place;

static void begin(place *p) {
  *p = (place){0};
  CHECK_EQ(tp_file_temp_dir(&p->root, &p->diag), 0);
  tp_file_join(&p->dir, p->root.at, "a b/out");
}

static void end(place *p) {
  tp_file_remove_tree(p->root.at);
  tp_str_free(&p->root);
  tp_str_free(&p->dir);
  tp_str_free(&p->path);
  tp_diag_free(&p->diag);
}

static const char *in(place *p, const char *name) {
  return tp_file_join(&p->path, p->dir.at, name);
}

static void put(place *p, const char *name, const char *text) {
  in(p, name);
  char *folder = strdup(p->path.at);
  *strrchr(folder, '/') = '\0';
  CHECK_EQ(tp_file_make_dirs(folder, &p->diag), 0);
  CHECK_EQ(tp_file_write(p->path.at, text, strlen(text), &p->diag), 0);
  free(folder);
}

static void has(place *p, const char *name, const char *text) {
  tp_str got = {0};
  tp_diag diag = {0};
  if (tp_file_read(&got, in(p, name), TP_ENVIRONMENT, &diag) != 0)
    tp_test_fail(name, 0, "is missing");
  else
    CHECK_STR(tp_str_text(&got), text);
  tp_str_free(&got);
  tp_diag_free(&diag);
}

static void lacks(place *p, const char *name) {
  if (tp_file_exists(in(p, name)))
    tp_test_fail(name, 0, "should not be there");
}

static int entries(const char *path) {
  DIR *dir = opendir(path);
  int n = 0;
  while (dir && readdir(dir))
    n++;
  if (dir)
    closedir(dir);
  return n - 2;
}

static tp_output *open_it(place *p) {
  tp_output *o = NULL;
  if (tp_output_open(&o, p->dir.at, &p->diag) != 0)
    tp_test_fail("open", 0, tp_str_text(&p->diag.message));
  return o;
}

static void add(place *p, tp_output *o, const char *name, const char *text) {
  CHECK_EQ(tp_output_add(o, name, text, strlen(text), false, &p->diag), 0);
}

/* A set of files whose texts end with `mark`. */
static void commit_set(place *p, const char *mark, bool with_map) {
  tp_output *o = open_it(p);
  tp_str report = {0};
  tp_str_addf(&report, OURS "%s", mark);
  add(p, o, "report.json", report.at);
  add(p, o, "summary.txt", mark);
  add(p, o, "test-suite/testcase-0001.xml", mark);
  if (with_map) {
    add(p, o, "map.dot", mark);
    add(p, o, "test-suite/testcase-0002.xml", mark);
  }
  lacks(p, "summary.txt.part");
  CHECK_EQ(tp_output_commit(o, &p->diag), 0);
  tp_output_close(o);
  tp_str_free(&report);
}

TEST(output_first_set) {
  place p;
  begin(&p);
  commit_set(&p, "one", true);
  has(&p, "report.json", OURS "one");
  has(&p, "test-suite/testcase-0002.xml", "one");
  CHECK_EQ(entries(p.dir.at), 4); /* nothing hidden is left */
  end(&p);
}

TEST(output_second_set_replaces_the_first) {
  place p;
  begin(&p);
  commit_set(&p, "one", true);
  put(&p, "notes.txt", "mine");
  put(&p, "test-suite/extra.xml", "mine");
  put(&p, "test-suite/testcase-1.xml", "mine");
  put(&p, "sub/testcase-0001.xml", "mine");
  commit_set(&p, "two", false);
  has(&p, "summary.txt", "two");
  has(&p, "test-suite/testcase-0001.xml", "two");
  lacks(&p, "map.dot"); /* stale ones go */
  lacks(&p, "test-suite/testcase-0002.xml");
  has(&p, "notes.txt", "mine");
  has(&p, "test-suite/extra.xml", "mine");
  has(&p, "test-suite/testcase-1.xml", "mine");
  has(&p, "sub/testcase-0001.xml", "mine");
  CHECK_EQ(entries(p.dir.at), 5);
  end(&p);
}

TEST(output_several_commits) {
  place p;
  begin(&p);
  tp_output *o = open_it(&p);
  add(&p, o, "report.json", OURS "1");
  CHECK_EQ(tp_output_commit(o, &p.diag), 0);
  has(&p, "report.json", OURS "1");
  add(&p, o, "report.json", OURS "2");
  has(&p, "report.json", OURS "1");
  CHECK_EQ(tp_output_commit(o, &p.diag), 0);
  has(&p, "report.json", OURS "2");
  CHECK_STR(tp_output_dir(o), p.dir.at);
  tp_output_close(o);
  end(&p);
}

TEST(output_without_commit_leaves_no_trace) {
  place p;
  begin(&p);
  tp_output *o = open_it(&p);
  add(&p, o, "report.json", OURS);
  tp_output_close(o);
  CHECK_EQ(entries(p.root.at), 0); /* the folders made are gone, too */
  tp_file_make_dirs(p.dir.at, &p.diag);
  tp_output_close(open_it(&p));
  CHECK_EQ(entries(p.dir.at), 0);
  CHECK(tp_file_exists(p.dir.at)); /* it was there before */
  end(&p);
}

static void refused(place *p, const char *named) {
  tp_output *o = NULL;
  CHECK_EQ(tp_output_open(&o, p->dir.at, &p->diag), -1);
  CHECK_EQ(p->diag.status, TP_ENVIRONMENT);
  if (!strstr(tp_str_text(&p->diag.message), named))
    tp_test_fail(named, 0, tp_str_text(&p->diag.message));
  tp_diag_free(&p->diag);
}

TEST(output_refuses_files_of_others) {
  place p;
  begin(&p);
  put(&p, "summary.txt", "mine");
  refused(&p, "summary.txt");
  has(&p, "summary.txt", "mine");
  unlink(in(&p, "summary.txt"));
  put(&p, "harness/run.sh", "mine");
  refused(&p, "run.sh");
  has(&p, "harness/run.sh", "mine");
  unlink(in(&p, "harness/run.sh"));
  put(&p, "harness/other.sh", "mine");
  put(&p, "report.json", "{}");
  refused(&p, "report.json");
  unlink(in(&p, "report.json"));
  commit_set(&p, "one", true); /* only foreign names: fine */
  has(&p, "harness/other.sh", "mine");
  end(&p);
}

TEST(output_refuses_what_is_no_folder) {
  place p;
  begin(&p);
  put(&p, "file", "x");
  tp_str_add(&p.dir, "/file");
  refused(&p, "file");
  tp_str_add(&p.dir, "/deeper");
  refused(&p, "file");
  VEC_CLEAR(&p.dir);
  tp_str_add(&p.dir, "/proc/tp2ph-test");
  refused(&p, "/proc/tp2ph-test");
  end(&p);
}

TEST(output_is_locked) {
  place p;
  begin(&p);
  tp_output *o = open_it(&p);
  refused(&p, "another run");
  tp_output_close(o);
  tp_output_close(open_it(&p));
  end(&p);
}

/* Killed while it stages: what is staged goes. */
TEST(output_killed_before_commit) {
  place p;
  begin(&p);
  commit_set(&p, "one", false);
  if (fork() == 0) {
    tp_output *o = open_it(&p);
    add(&p, o, "report.json", OURS "two");
    raise(SIGKILL);
  }
  wait(NULL);
  has(&p, "report.json", OURS "one");
  for (int i = 0; i < 1000 && entries(p.dir.at) > 3; i++)
    usleep(10000);
  CHECK_EQ(entries(p.dir.at), 3);
  tp_output_close(open_it(&p));
  CHECK_EQ(entries(p.dir.at), 3);
  end(&p);
}

/* Killed inside commit, after `moved` of the entries: the next open ends it. */
static void killed_inside_commit(bool moved) {
  place p;
  begin(&p);
  commit_set(&p, "old", true);
  put(&p, "test-suite/extra.xml", "mine");
  put(&p, ".tp2ph-commit/report.json", OURS "new");
  put(&p, ".tp2ph-commit/summary.txt", "new");
  put(&p, ".tp2ph-commit/test-suite/testcase-0001.xml", "new");
  put(&p, ".tp2ph-commit/without-map.dot", "");
  if (moved) {
    tp_str from = {0};
    tp_file_join(&from, p.dir.at, ".tp2ph-commit/summary.txt");
    CHECK_EQ(rename(from.at, in(&p, "summary.txt")), 0);
    tp_file_join(&from, p.dir.at, "test-suite");
    CHECK_EQ(rename(from.at, in(&p, ".tp2ph-commit/old-test-suite")), 0);
    tp_file_join(&from, p.dir.at, ".tp2ph-commit/old-test-suite/extra.xml");
    CHECK_EQ(rename(from.at, in(&p, ".tp2ph-commit/test-suite/extra.xml")), 0);
    tp_str_free(&from);
  }
  tp_output_close(open_it(&p));
  has(&p, "report.json", OURS "new");
  has(&p, "summary.txt", "new");
  has(&p, "test-suite/testcase-0001.xml", "new");
  has(&p, "test-suite/extra.xml", "mine");
  lacks(&p, "test-suite/testcase-0002.xml");
  lacks(&p, "map.dot");
  CHECK_EQ(entries(p.dir.at), 3);
  end(&p);
}

TEST(output_killed_inside_commit) {
  killed_inside_commit(false);
  killed_inside_commit(true);
}

/* A file size limit stands for the full disk. */
TEST(output_disk_full) {
  place p;
  begin(&p);
  commit_set(&p, "one", false);
  signal(SIGXFSZ, SIG_IGN);
  tp_output *o = open_it(&p);
  struct rlimit limit = {1000, 1000};
  CHECK_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  char *big = calloc(1, 5000);
  CHECK_EQ(tp_output_add(o, "report.json", big, 5000, false, &p.diag), -1);
  CHECK_EQ(p.diag.status, TP_ENVIRONMENT);
  CHECK(strstr(p.diag.message.at, "report.json") != NULL);
  tp_output_close(o);
  has(&p, "report.json", OURS "one");
  CHECK_EQ(entries(p.dir.at), 3);
  free(big);
  end(&p);
}
