/* SPDX-License-Identifier: MIT */
/* Waiting for a run that has a process of its own, within its time. SIGCHLD,
 * which is blocked, tells that it has ended. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "wire/reap.h"
#include "wire/spent.h"
#include "rt/process.h"
#include "rt/state.h"

#include <sys/resource.h>

#define NANO UINT64_C(1000000000)

static uint64_t now(void) {
  struct timespec t;
  TP_KERNEL(clock_gettime, CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * NANO + (uint64_t)t.tv_nsec;
}

/* While the run can't be mistaken for another: its group ends with it. */
static void take_end(pid_t pid, tp_area_result *out) {
  struct rusage usage = {0};
  int status = 0;
  TP_KERNEL(kill, -pid, SIGKILL);
  TP_KERNEL(wait4, pid, &status, __WALL, &usage);
  out->status = status;
  out->peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
}

/* False when the time is over. */
static bool await(pid_t pid, uint64_t end, tp_area_result *out) {
  const uint64_t chld = UINT64_C(1) << (SIGCHLD - 1);
  for (;;) {
    uint64_t t = now(), left = end > t ? end - t : 0;
    struct timespec wait = {(time_t)(left / NANO), (long)(left % NANO)};
    TP_KERNEL(rt_sigtimedwait, &chld, 0, &wait, TP_REAP_SIGSET);
    if (tp_reap_has_ended(pid)) {
      take_end(pid, out);
      return true;
    }
    if (left == 0)
      return false;
  }
}

void __tp2ph_watch(pid_t pid, tp_area_result *out) {
  tp_spent spent = {.limit = RT.nanoseconds};
  uint64_t start = now();
  do {
    if (spent.used >= spent.limit)
      RT.area->most = 0; /* no more inputs */
    if (await(pid, now() + tp_spent_pause(&spent), out))
      return;
  } while (tp_spent_go_on(&spent, pid, now() - start, RT.area->n_reads));
  out->timed_out = 1;
  out->is_waiting = spent.computed < RT.nanoseconds / 2;
  if (RT.area->locate) {
    TP_KERNEL(kill, pid, SIGABRT); /* not waited for: it is still the run */
    if (await(pid, now() + NANO, out))
      return;
  }
  tp_reap_group(pid);
  while (!await(pid, now() + NANO, out))
    ;
}
