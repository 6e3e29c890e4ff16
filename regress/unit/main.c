/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the registered tests whose name contains the argument (all without
 * one), each in a child process, and closes with "N passed, N failed". */
#include "check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static tp_test *all;
static int failures;

void tp_test_register(tp_test *test) {
  tp_test **end = &all;
  while (*end && strcmp((*end)->name, test->name) < 0)
    end = &(*end)->next;
  test->next = *end;
  *end = test;
}

void tp_test_fail(const char *file, int line, const char *what) {
  fprintf(stderr, "%s:%d: %s\n", file, line, what);
  failures++;
}

static bool passes(const tp_test *test) {
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    alarm(120);
    test->run();
    exit(failures ? 1 : 0); /* not _exit: leak checkers report at exit */
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status))
    fprintf(stderr, "%s: killed by signal %d\n", test->name, WTERMSIG(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv) {
  const char *pattern = argc > 1 ? argv[1] : "";
  int passed = 0, failed = 0;
  for (const tp_test *t = all; t; t = t->next) {
    if (!strstr(t->name, pattern))
      continue;
    bool ok = passes(t);
    if (!ok)
      fprintf(stderr, "FAIL %s\n", t->name);
    passed += ok;
    failed += !ok;
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
