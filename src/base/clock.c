/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time budgets. The clock is read at every call: clock_gettime takes some 20
 * ns without a system call, far below the work between two polls. */
#include "base/clock.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop_flag = TP_STOP_NONE;
static double last_moment; /* of all budgets; 0 = none */

static double read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double tp_now(void) {
  return read_clock(CLOCK_MONOTONIC);
}

double tp_cpu_now(void) {
  return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static double seconds_of(const struct timeval *t) {
  return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

double tp_cpu_of_all(void) {
  struct rusage ended;
  getrusage(RUSAGE_CHILDREN, &ended);
  return tp_cpu_now() + seconds_of(&ended.ru_utime) +
         seconds_of(&ended.ru_stime);
}

void tp_budget_init(tp_budget *b, double seconds) {
  b->deadline = seconds > 0 ? tp_now() + seconds : 0;
}

static uint64_t memory_limit; /* kilobytes */

void tp_budget_limit_memory(uint64_t bytes) {
  memory_limit = bytes / 1024;
}

static bool is_memory_over(void) {
  struct rusage own;
  if (!memory_limit)
    return false;
  getrusage(RUSAGE_SELF, &own);
  return (uint64_t)own.ru_maxrss > memory_limit;
}

uint64_t tp_resident_bytes(pid_t pid) {
  char path[64];
  unsigned long long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  FILE *f = fopen(path, "re");
  if (f && fscanf(f, "%*u %llu", &pages) != 1)
    pages = 0;
  if (f)
    fclose(f);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool tp_budget_is_too_large(pid_t copy) {
  return memory_limit && tp_resident_bytes(copy) / 1024 > memory_limit;
}

bool tp_budget_are_too_large(pid_t copy) {
  return memory_limit &&
         (tp_resident_bytes(copy) + tp_resident_bytes(getpid())) / 1024 >
             memory_limit;
}

tp_stop tp_budget_over(const tp_budget *b) {
  if (stop_flag != TP_STOP_NONE)
    return (tp_stop)stop_flag;
  double deadline = b && b->deadline > 0 ? b->deadline : last_moment;
  if (deadline > 0 && tp_now() >= deadline)
    return TP_STOP_TIME;
  return is_memory_over() ? TP_STOP_MEMORY : TP_STOP_NONE;
}

bool tp_grace_over(tp_grace *g) {
  if (g->end <= 0 && tp_budget_over(g->budget) != TP_STOP_NONE)
    g->end = tp_now() + g->seconds;
  return g->end > 0 && tp_now() > g->end;
}

double tp_budget_left(const tp_budget *b) {
  if (!b || b->deadline <= 0)
    return 1e9;
  double left = b->deadline - tp_now();
  return left > 0 ? left : 0;
}

void tp_deadline_set(double seconds) {
  last_moment = seconds > 0 ? tp_now() + seconds : 0;
}

void tp_stop_request(tp_stop why) {
  stop_flag = (sig_atomic_t)why;
}
