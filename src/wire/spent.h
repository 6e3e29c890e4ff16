/* SPDX-License-Identifier: MIT */
/* wire/spent.h - how much of its time a run has used; for the program's own
 * server (rt) and for the keeper of plain programs (exec).
 *
 * A loaded machine is no reason to call a program endless. A run is charged for
 * what it computes and for what it waits on its own account (sleep, a lock, a
 * stop), not for waiting for a processor: the larger of its processor time and
 * of the time that has passed less what its threads waited in the queue
 * (/proc/PID/task/TID/schedstat). That is not told before the wait is over: who
 * could run just now is charged for what it computed only. Its children count,
 * too. Where the kernel does not tell, all the time that has passed is charged.
 *
 * Nor is a program endless that goes on reading inputs: what counts is what it
 * has used since the last one, and it is given no more when its time is over.
 *
 * Nothing is allocated: the heap is the program's. */
#ifndef TP_WIRE_SPENT_H
#define TP_WIRE_SPENT_H

#include "wire/kernel.h"

#include <stdbool.h>
#include <time.h>

/* A run that waits for processors only may take longer than its limit by this
 * factor. */
#define TP_SPENT_PATIENCE 64
#define TP_SPENT_PROCESSES 64 /* of a run that are looked at */
#define TP_SPENT_LOOKS 8      /* while its time passes */

typedef struct tp_spent_tree {
  int at[TP_SPENT_PROCESSES], now; /* ids; the one that is looked at */
  unsigned n;
  uint64_t computed, queued; /* nanoseconds */
  bool is_runnable;
} tp_spent_tree;

/* By /proc/PID/stat: 12 (name) R ... where the name may hold anything. */
static inline bool tp_spent_is_runnable(const char *text) {
  bool is_so = false;
  for (; *text; text++)
    if (text[0] == ')' && text[1] == ' ')
      is_so = text[2] == 'R';
  return is_so;
}

/* Its time in the queue, and its children to be looked at. */
static inline void tp_spent_thread(void *tree, const char *thread) {
  tp_spent_tree *t = tree;
  char path[96], text[512];
  const char *at = text;
  char *end = tp_kernel_add(path, "/proc/");
  end = tp_kernel_add(tp_kernel_add_number(end, (unsigned)t->now), "/task/");
  end = tp_kernel_add(end, thread);
  tp_kernel_add(end, "/schedstat");
  if (tp_kernel_read(path, text, sizeof text) > 0) {
    tp_kernel_number(&at);
    t->queued += tp_kernel_number(&at);
  }
  tp_kernel_add(end, "/stat");
  if (tp_kernel_read(path, text, sizeof text) > 0)
    t->is_runnable |= tp_spent_is_runnable(text);
  tp_kernel_add(end, "/children");
  tp_kernel_read(path, text, sizeof text);
  at = text;
  for (uint64_t child; t->n < TP_SPENT_PROCESSES; t->at[t->n++] = (int)child)
    if ((child = tp_kernel_number(&at)) == 0 || *at != ' ')
      break;
}

/* The clock of a process's processor time, as the kernel numbers it. */
static inline uint64_t tp_spent_computed(int pid) {
  struct timespec used;
  int clock = (int)(~(unsigned)pid << 3 | 2);
  if (TP_KERNEL(clock_gettime, clock, &used) != 0)
    return 0;
  return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

/* What the processes of a run have used so far. */
static inline void tp_spent_look(tp_spent_tree *t, int run) {
  t->at[0] = run;
  t->n = 1;
  t->computed = t->queued = 0;
  bool is_told = tp_kernel_is_our_proc();
  t->is_runnable = false;
  for (unsigned i = 0; i < t->n; i++) {
    char path[64];
    t->now = t->at[i];
    t->computed += tp_spent_computed(t->now);
    char *end = tp_kernel_add(path, "/proc/");
    tp_kernel_add(tp_kernel_add_number(end, (unsigned)t->now), "/task");
    if (is_told)
      tp_kernel_each_number(path, tp_spent_thread, t);
  }
}

typedef struct tp_spent { /* all in nanoseconds */
  uint64_t limit;
  uint64_t used;
  uint64_t elapsed, computed, queued; /* as of the last look */
  uint64_t reads, used_then; /* inputs when it was looked at; as seen first */
} tp_spent;

/* How long it may go on before the next look. */
static inline uint64_t tp_spent_pause(const tp_spent *s) {
  /* not more than one a millisecond */
  return s->limit / TP_SPENT_LOOKS + 1000000;
}

/* What has been added; less if a process is gone. */
static inline uint64_t tp_spent_since(uint64_t *last, uint64_t now) {
  uint64_t more = now > *last ? now - *last : 0;
  *last = now;
  return more;
}

/* A run that began so long ago, and has read so many inputs. False: its time is
 * over. */
static inline bool tp_spent_go_on(tp_spent *s, int run, uint64_t elapsed,
                                  uint64_t reads) {
  tp_spent_tree t;
  tp_spent_look(&t, run);
  uint64_t computed = tp_spent_since(&s->computed, t.computed);
  uint64_t queued = tp_spent_since(&s->queued, t.queued);
  uint64_t passed = tp_spent_since(&s->elapsed, elapsed);
  uint64_t own = t.is_runnable || queued > passed ? 0 : passed - queued;
  s->used += computed > own ? computed : own;
  if (reads != s->reads) {
    s->reads = reads;
    s->used_then = s->used;
  }
  return s->used - s->used_then < s->limit &&
         elapsed / TP_SPENT_PATIENCE < s->limit;
}

#endif
