/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A preloaded clock for bench-anytime: CLOCK_MONOTONIC of tp2ph is the
 * processor time that it and the programs it runs have used, so that seconds
 * mean the same on a busy machine. Copies of tp2ph (that which searches, the
 * second of two) have a clock of their own, that of one core; but a copy of the
 * searching one that runs no program answers a question, for which that waits.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define START 1000.0 /* whatever; above 0 */
#define MAX_PIDS 64
#define MAX_DEPTH 12
/* Between two looks at others, which cost some 50 us: seconds of its own time,
 * or real ones, which on a busy machine are many times as many. */
#define PAUSE 0.002
#define PAUSE_REAL 0.02
#define LOOKS 4   /* between two at who is there */
#define TICK 0.01 /* of /proc */

static char own_file[512];
static double base, own_start, at_fork;
static pid_t pids[MAX_PIDS];
static int n_pids, is_copied;
static unsigned looks;
static double looked, looked_real, others;

static double read_clock(clockid_t clock) {
  struct timespec t;
  if (syscall(SYS_clock_gettime, clock, &t) != 0)
    return -1;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int read_text(const char *path, char *to, size_t n) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t got = file < 0 ? -1 : read(file, to, n - 1);
  if (file >= 0)
    close(file);
  to[got > 0 ? got : 0] = 0;
  return got > 0;
}

static void read_link(const char *path, char *to, size_t n) {
  ssize_t got = readlink(path, to, n - 1);
  to[got > 0 ? got : 0] = 0;
}

static int children_of(pid_t pid, char *text, size_t n) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
  return read_text(path, text, n);
}

static int is_copy(pid_t pid) {
  char path[64], file[sizeof own_file];
  snprintf(path, sizeof path, "/proc/%d/exe", pid);
  read_link(path, file, sizeof file);
  return strcmp(file, own_file) == 0;
}

/* Those below whose time is that of this process. */
static void find_others(pid_t pid, int depth) {
  char text[1024], below[1024], *rest;
  if (depth > MAX_DEPTH || !children_of(pid, text, sizeof text))
    return;
  for (char *t = strtok_r(text, " \n", &rest); t;
       t = strtok_r(NULL, " \n", &rest)) {
    pid_t child = (pid_t)atoi(t);
    if (is_copy(child) && children_of(child, below, sizeof below))
      continue;
    if (n_pids < MAX_PIDS)
      pids[n_pids++] = child;
    find_others(child, depth + 1);
  }
}

/* Its own time, and that of its children that have ended. */
static double time_of(pid_t pid) {
  char path[64], text[1024];
  unsigned long user, system;
  long user_below, system_below;
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  const char *rest =
      read_text(path, text, sizeof text) ? strrchr(text, ')') : NULL;
  if (!rest || sscanf(rest + 2,
                      "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu "
                      "%ld %ld",
                      &user, &system, &user_below, &system_below) != 4)
    return 0;
  double own = read_clock((clockid_t)((~(unsigned)pid) << 3 | 2));
  if (own < 0)
    own = (double)(user + system) * TICK;
  return own + (double)(user_below + system_below) * TICK;
}

static double seconds(const struct timeval *t) {
  return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

/* It never goes back, whoever ends. The first process only waits for the one
 * that searches. */
static double time_of_others(double own) {
  if (!is_copied)
    return 0;
  double real = read_clock(CLOCK_MONOTONIC);
  if (own - looked > PAUSE || real - looked_real > PAUSE_REAL) {
    struct rusage ended;
    looked = own;
    looked_real = real;
    if (looks++ % LOOKS == 0) {
      n_pids = 0;
      find_others(getpid(), 0);
    }
    getrusage(RUSAGE_CHILDREN, &ended);
    double sum = seconds(&ended.ru_utime) + seconds(&ended.ru_stime);
    for (int i = 0; i < n_pids; i++)
      sum += time_of(pids[i]);
    if (sum > others)
      others = sum;
  }
  return others;
}

static double now(void) {
  double own = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  return base + own - own_start + time_of_others(own);
}

static void before_fork(void) {
  at_fork = now();
}

static void in_copy(void) {
  is_copied = 1;
  base = at_fork;
  own_start = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  n_pids = 0;
  looks = 0;
  others = looked = looked_real = 0;
}

static int is_tp2ph(void) {
  static int has_looked;
  if (!has_looked) {
    has_looked = 1;
    base = START;
    read_link("/proc/self/exe", own_file, sizeof own_file);
    pthread_atfork(before_fork, NULL, in_copy);
  }
  size_t n = strlen(own_file);
  return n >= 5 && strcmp(own_file + n - 5, "tp2ph") == 0;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
  if (clock != CLOCK_MONOTONIC || !is_tp2ph())
    return (int)syscall(SYS_clock_gettime, clock, out);
  double t = now();
  out->tv_sec = (time_t)t;
  out->tv_nsec = (long)((t - (double)out->tv_sec) * 1e9);
  return 0;
}

/* Who waits until a time of this clock waits as long of the real one: the
 * kernel knows no other. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until) {
  double end = (double)until->tv_sec + (double)until->tv_nsec * 1e-9;
  if (is_tp2ph())
    end += read_clock(CLOCK_MONOTONIC) - now();
  struct timespec t = {.tv_sec = (time_t)end};
  t.tv_nsec = (long)((end - (double)t.tv_sec) * 1e9);
  return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &t);
}
