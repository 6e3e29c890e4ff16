/* Waiting for a run that has a process of its own, within its time. SIGCHLD,
 * which is blocked, tells that it has ended. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/process.h"
#include "rt/state.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#define NANO UINT64_C(1000000000)

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * NANO + (uint64_t)t.tv_nsec;
}

/* Whether the process could go on if it had a processor. */
static bool is_runnable(pid_t pid) {
  char name[24], text[512];
  snprintf(name, sizeof name, "%d", (int)pid);
  const char *fields = __tp2ph_stat_of(name, text, sizeof text);
  return fields && fields[0] == 'R';
}

static uint64_t processor_time(pid_t pid) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
    return UINT64_MAX;
  return (uint64_t)t.tv_sec * NANO + (uint64_t)t.tv_nsec;
}

/* How much longer a run that is over its time may take. A loaded machine is no
 * reason to call a program endless. */
static uint64_t patience(pid_t pid, uint64_t elapsed) {
  uint64_t limit = RT.area->nanoseconds, used = processor_time(pid);
  if (elapsed > TP_AREA_PATIENCE * limit || used >= limit || !is_runnable(pid))
    return 0;
  return limit - used + NANO / 1000;
}

/* False when the time is over. */
static bool await(pid_t pid, uint64_t end, tp_area_result *out) {
  sigset_t chld;
  struct rusage usage;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  for (;;) {
    uint64_t t = now(), left = end > t ? end - t : 0;
    struct timespec wait = {(time_t)(left / NANO), (long)(left % NANO)};
    sigtimedwait(&chld, NULL, &wait);
    int status;
    if (wait4(pid, &status, WNOHANG, &usage) == pid) {
      out->status = status;
      out->peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
      return true;
    }
    if (left == 0)
      return false;
  }
}

void __tp2ph_watch(pid_t pid, tp_area_result *out) {
  uint64_t start = now(), more = RT.area->nanoseconds;
  while (more) {
    if (await(pid, now() + more, out))
      return;
    more = patience(pid, now() - start);
  }
  out->timed_out = 1;
  if (RT.area->locate) {
    kill(pid, SIGABRT);
    if (await(pid, now() + NANO, out))
      return;
  }
  kill(pid, SIGKILL);
  while (!await(pid, now() + NANO, out))
    ;
}
