/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said is preceded by its length: a copy that was killed on its way has
 * said nothing. */
#include "base/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS 10
#define CHUNK 65536

static double taken; /* by all copies that have ended, seconds */

static void write_all(int fd, const void *bytes, size_t n) {
  const char *at = bytes;
  while (n > 0) {
    ssize_t got = write(fd, at, n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      _exit(1);
    at += got;
    n -= (size_t)got;
  }
}

static void be_the_copy(void (*work)(void *, tp_str *), void *state, int fd,
                        pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  tp_str said = {0};
  work(state, &said);
  uint64_t n = said.n;
  write_all(fd, &n, sizeof n);
  write_all(fd, said.at, said.n);
  _exit(0);
}

static double seconds_used(pid_t pid) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
    return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What has come, if it is all. */
static bool is_complete(const tp_str *in) {
  uint64_t n;
  if (in->n < sizeof n)
    return false;
  memcpy(&n, in->at, sizeof n);
  return in->n - sizeof n == n;
}

/* Wait for the end of the pipe; DONE: it was reached. */
static tp_apart_end listen_to(pid_t pid, int fd, double seconds,
                              const tp_budget *budget, tp_str *in) {
  char chunk[CHUNK];
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, TICK_MS) > 0) {
      ssize_t got = read(fd, chunk, sizeof chunk);
      if (got > 0)
        tp_str_addn(in, chunk, (size_t)got);
      else if (got == 0 || errno != EINTR)
        return TP_APART_DONE;
    }
    if (tp_budget_over(budget) != TP_STOP_NONE)
      return TP_APART_STOPPED;
    if (seconds > 0 && seconds_used(pid) > seconds)
      return TP_APART_LATE;
    if (tp_budget_is_too_large(pid))
      return TP_APART_LARGE;
  }
}

static void end_copy(pid_t pid) {
  double before = tp_cpu_of_all();
  kill(pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
    ;
  taken += tp_cpu_of_all() - before;
}

double tp_apart_seconds(void) {
  return taken;
}

tp_apart_end tp_apart_run(void (*work)(void *state, tp_str *said), void *state,
                          double seconds, const tp_budget *budget,
                          tp_str *said) {
  int pipe_fds[2];
  pid_t parent = getpid();
  if (pipe2(pipe_fds, O_CLOEXEC) != 0)
    return TP_APART_FAILED;
  pid_t pid = fork();
  if (pid == 0)
    be_the_copy(work, state, pipe_fds[1], parent);
  close(pipe_fds[1]);
  tp_str in = {0};
  tp_apart_end end = pid < 0
                         ? TP_APART_FAILED
                         : listen_to(pid, pipe_fds[0], seconds, budget, &in);
  if (pid > 0)
    end_copy(pid);
  close(pipe_fds[0]);
  if (end == TP_APART_DONE && !is_complete(&in))
    end = TP_APART_FAILED;
  if (end == TP_APART_DONE)
    tp_str_addn(said, in.at + sizeof(uint64_t), in.n - sizeof(uint64_t));
  tp_str_free(&in);
  return end;
}
