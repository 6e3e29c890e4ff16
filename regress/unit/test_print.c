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

TEST(progress_line) {
  tp_progress_counts c = {
      .phase = "phase1", .covered = 7, .infeasible = 2, .total = 10, .runs = 4};
  tp_str line = {0};
  tp_progress_line(&line, &c, 1e9, 200);
  CHECK_STR(tp_str_text(&line),
            "phase1: 7 of 10 branches covered, 2 infeasible, 1 left; 4 runs");
  VEC_CLEAR(&line);
  tp_progress_line(&line, &c, 3905, 200);
  CHECK(strstr(line.at, "; 1h 05m to go at most") != NULL);
  VEC_CLEAR(&line);
  tp_progress_line(&line, &c, 3905, 9);
  CHECK_STR(tp_str_text(&line), "phase1: 7");
  tp_str_free(&line);
}

TEST(progress_only_on_terminals) {
  char path[] = "/tmp/tp2ph-test-XXXXXX";
  int fd = mkstemp(path);
  tp_progress p;
  tp_progress_counts c = {.phase = "phase1", .total = 10};
  int old = dup(STDERR_FILENO);
  dup2(fd, STDERR_FILENO);
  setenv("TERM", "xterm", 1);
  tp_progress_init(&p, false);
  tp_progress_show(&p, &c, NULL);
  tp_progress_clear(&p);
  dup2(old, STDERR_FILENO);
  CHECK_EQ(p.fd, -1);
  CHECK_EQ(lseek(fd, 0, SEEK_END), 0);
  unlink(path);
}
