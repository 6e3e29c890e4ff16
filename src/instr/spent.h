/* instr/spent.h - how much of its time a run has used; for the program's own
 * server (rt) and for the keeper of plain programs (exec).
 *
 * A loaded machine is no reason to call a program endless. A run is charged for
 * what it computes and for what it waits on its own account (sleep, a lock, a
 * stop), not for waiting for a processor: the larger of its processor time and
 * of the time that has passed less what its threads waited in the queue
 * (/proc/PID/task/TID/schedstat). Its children count, too. Where the kernel
 * does not tell, all the time that has passed is charged.
 *
 * Nothing is allocated: the heap is the program's. */
#ifndef TP_INSTR_SPENT_H
#define TP_INSTR_SPENT_H

#include "instr/kernel.h"

#include <stdbool.h>
#include <time.h>

/* A run that waits for processors only may take longer than its limit by this
 * factor. */
#define TP_SPENT_PATIENCE 64
#define TP_SPENT_PROCESSES 64 /* of a run that are looked at */

typedef struct tp_spent_tree {
  int at[TP_SPENT_PROCESSES], now; /* ids; the one that is looked at */
  unsigned n;
  uint64_t computed, queued; /* nanoseconds */
} tp_spent_tree;

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

/* How much longer a run that began so long ago may take; all in nanoseconds. 0:
 * its time is over. *computed: the processor time it has used. */
static inline uint64_t tp_spent_left(int run, uint64_t elapsed, uint64_t limit,
                                     uint64_t *computed) {
  tp_spent_tree t;
  tp_spent_look(&t, run);
  uint64_t own = t.queued < elapsed ? elapsed - t.queued : 0;
  uint64_t used = t.computed > own ? t.computed : own;
  *computed = t.computed;
  if (used >= limit || elapsed / TP_SPENT_PATIENCE >= limit)
    return 0;
  return limit - used + 1000000; /* no more than a look a millisecond */
}

#endif
