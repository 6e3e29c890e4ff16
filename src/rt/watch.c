/* Waiting for a run that has a process of its own, within its time. SIGCHLD,
 * which is blocked, tells that it has ended. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "instr/spent.h"
#include "rt/process.h"
#include "rt/state.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#define NANO UINT64_C(1000000000)

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * NANO + (uint64_t)t.tv_nsec;
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
  uint64_t start = now(), more = RT.nanoseconds, computed = 0;
  while (more) {
    if (await(pid, now() + more, out))
      return;
    more = tp_spent_left(pid, now() - start, RT.nanoseconds, &computed);
  }
  out->timed_out = 1;
  out->is_waiting = computed < RT.nanoseconds / 2;
  if (RT.area->locate) {
    kill(pid, SIGABRT);
    if (await(pid, now() + NANO, out))
      return;
  }
  kill(pid, SIGKILL);
  while (!await(pid, now() + NANO, out))
    ;
}
