/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the registered tests whose name contains the argument (all without
 * one), each in a child process, as many at a time as there are processors, and
 * closes with "N passed, N failed". */
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

static void start(tp_test *test) {
  fflush(NULL);
  test->pid = fork();
  if (test->pid == 0) {
    alarm(120);
    test->run();
    exit(failures ? 1 : 0); /* not _exit: leak checkers report at exit */
  }
}

/* Waits until one of those that run has ended; whether it passed. */
static bool end_one(void) {
  int status = 0;
  pid_t pid = waitpid(-1, &status, 0);
  const tp_test *test = all;
  while (test->pid != pid)
    test = test->next;
  if (WIFSIGNALED(status))
    fprintf(stderr, "%s: killed by signal %d\n", test->name, WTERMSIG(status));
  bool ok = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!ok)
    fprintf(stderr, "FAIL %s\n", test->name);
  return ok;
}

int main(int argc, char **argv) {
  const char *pattern = argc > 1 ? argv[1] : "";
  long at_once = sysconf(_SC_NPROCESSORS_ONLN), running = 0;
  int passed = 0, started = 0;
  for (tp_test *t = all; t; t = t->next) {
    if (!strstr(t->name, pattern))
      continue;
    start(t);
    started++;
    if (++running >= at_once) {
      passed += end_one();
      running--;
    }
  }
  for (; running; running--)
    passed += end_one();
  printf("%d passed, %d failed\n", passed, started - passed);
  return passed != started;
}
