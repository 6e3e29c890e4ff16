/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results on stdout and the progress line. */
#include "check.h"

#include "app/print.h"
#include "app/progress.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

TEST(print_to_a_pipe) {
  int ends[2];
  char got[8] = "";
  tp_diag diag = {0};
  CHECK_EQ(pipe(ends), 0);
  CHECK_EQ(tp_print_bytes(ends[1], "hello", 5, 1, &diag), 0);
  CHECK_EQ(read(ends[0], got, 8), 5);
  CHECK_STR(got, "hello");
}

static void fails(int fd, size_t n, const char *why) {
  tp_diag diag = {0};
  char *bytes = calloc(n, 1);
  CHECK_EQ(tp_print_bytes(fd, bytes, n, 0.05, &diag), -1);
  CHECK_EQ(diag.status, TP_ENVIRONMENT);
  CHECK(strstr(tp_str_text(&diag.message), why) != NULL);
  tp_diag_free(&diag);
  free(bytes);
}

TEST(print_errors) {
  int ends[2];
  signal(SIGPIPE, SIG_IGN);
  int full = open("/dev/full", O_WRONLY);
  fails(full, 5, "No space");
  close(full);
  fails(full, 5, "Bad file");
  CHECK_EQ(pipe(ends), 0);
  fails(ends[1], 1 << 20, "nobody reads"); /* stalled */
  close(ends[0]);
  fails(ends[1], 1 << 20, "Broken pipe");
}

/* The line within a width. */
static const char *line_of(const tp_progress_counts *c, double left,
                           unsigned width) {
  static tp_str line;
  tp_progress_rate rate = {.branches_a_second = 0.1, .runs_a_second = 35};
  tp_progress_time time = {75, left};
  VEC_CLEAR(&line);
  tp_progress_line(&line, c, &rate, &time, width);
  return tp_str_text(&line);
}

TEST(progress_line) {
  tp_progress_counts c = {
      .phase = "phase1", .covered = 7, .infeasible = 2, .total = 10, .runs = 4};
  CHECK_STR(line_of(&c, -1, 200),
            "phase1: 7 of 10 branches covered, 2 infeasible, 1 left; "
            "35 runs/s; 1m 15s, about 11s to go");
  CHECK(strstr(line_of(&c, 5, 200), "; 1m 15s, 5s to go at most") != NULL);
  c.total = 100000;
  CHECK(strstr(line_of(&c, 3905, 200), ", 1h 05m to go at most") != NULL);
  c.has_others = true;
  CHECK(strstr(line_of(&c, -1, 200), "7 of 100000 goals covered") != NULL);
}

TEST(progress_line_fits) {
  tp_progress_counts c = {
      .phase = "phase1", .covered = 7, .infeasible = 2, .total = 10, .runs = 4};
  for (unsigned width = 0; width < 120; width++)
    CHECK(strlen(line_of(&c, 3905, width)) <= width);
  CHECK_STR(line_of(&c, 3905, 79),
            "phase1: 7 of 10 branches covered, 2 infeasible, 1 left; 1m 15s, "
            "about 11s to go");
  CHECK_STR(line_of(&c, 3905, 40), "phase1: 7 of 10 branches covered; 1m 15s");
  CHECK_STR(line_of(&c, 3905, 20), "phase1; 1m 15s");
  CHECK_STR(line_of(&c, 3905, 3), "pha");
}

TEST(progress_rates) {
  tp_progress_counts c = {.covered = 10, .total = 100, .runs = 50};
  tp_progress_rate rate = {0};
  tp_progress_measure(&rate, &c, 1);
  c.covered = 30;
  c.runs = 150;
  tp_progress_measure(&rate, &c, 1.5); /* too soon */
  CHECK_EQ(rate.branches_a_second, 0);
  tp_progress_measure(&rate, &c, 11);
  CHECK_EQ(rate.branches_a_second, 2);
  CHECK_EQ(rate.runs_a_second, 10);
}

/* What is written to stderr, a file, by a progress that has time to show. */
static off_t written(bool is_quiet, bool is_verbose) {
  char path[] = "/tmp/tp2ph-test-XXXXXX";
  int fd = mkstemp(path);
  tp_progress_board board = {.counts = {.phase = "phase1", .total = 10}};
  tp_progress p;
  int old = dup(STDERR_FILENO);
  dup2(fd, STDERR_FILENO);
  setenv("TERM", "xterm", 1);
  tp_progress_init(&p, &board, is_quiet, is_verbose, 0);
  p.next = 0;
  tp_progress_show(&p);
  tp_progress_clear(&p);
  dup2(old, STDERR_FILENO);
  close(old);
  off_t n = lseek(fd, 0, SEEK_END);
  close(fd);
  unlink(path);
  return n;
}

TEST(progress_elsewhere_than_on_terminals) {
  CHECK_EQ(written(false, false), 0);
  CHECK_EQ(written(true, false), 0);
  CHECK(written(false, true) > 0);
}
