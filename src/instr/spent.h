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

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* A run that waits for processors only may take longer than its limit by this
 * factor. */
#define TP_SPENT_PATIENCE 64
#define TP_SPENT_PROCESSES 64 /* of a run that are looked at */

typedef struct tp_spent_tree {
  pid_t at[TP_SPENT_PROCESSES];
  unsigned n;
  uint64_t computed, queued; /* nanoseconds */
} tp_spent_tree;

static inline ssize_t tp_spent_read(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
  if (fd >= 0)
    close(fd);
  text[n > 0 ? n : 0] = '\0';
  return n;
}

/* Its time in the queue, and its children to be looked at. */
static inline void tp_spent_thread(tp_spent_tree *t, pid_t pid,
                                   const char *thread) {
  char path[96], text[512], *at = text;
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", (int)pid,
           thread);
  if (tp_spent_read(path, text, sizeof text) > 0) {
    strtoull(text, &at, 10);
    t->queued += strtoull(at, NULL, 10);
  }
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)pid, thread);
  tp_spent_read(path, text, sizeof text);
  at = text;
  for (long child; t->n < TP_SPENT_PROCESSES; t->at[t->n++] = (pid_t)child)
    if ((child = strtol(at, &at, 10)) <= 0 || *at != ' ')
      break;
}

typedef struct tp_spent_entry { /* of a folder, as the kernel has it */
  uint64_t inode;
  int64_t next;
  uint16_t size;
  uint8_t type;
  char name[];
} tp_spent_entry;

static inline void tp_spent_threads(tp_spent_tree *t, pid_t pid) {
  _Alignas(8) char entries[1024];
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  for (long n; (n = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;)
    for (long at = 0; at < n;) {
      const tp_spent_entry *e = (const void *)(entries + at);
      if (e->name[0] != '.')
        tp_spent_thread(t, pid, e->name);
      at += e->size;
    }
  close(fd);
}

/* What the processes of a run have used so far. */
static inline tp_spent_tree tp_spent_look(pid_t run) {
  tp_spent_tree t = {.at = {run}, .n = 1};
  for (unsigned i = 0; i < t.n; i++) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(t.at[i], &clock) == 0 &&
        clock_gettime(clock, &used) == 0)
      t.computed +=
          (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
    tp_spent_threads(&t, t.at[i]);
  }
  return t;
}

/* How much longer a run that began so long ago may take; all in nanoseconds. 0:
 * its time is over. *computed: the processor time it has used. */
static inline uint64_t tp_spent_left(pid_t run, uint64_t elapsed,
                                     uint64_t limit, uint64_t *computed) {
  tp_spent_tree t = tp_spent_look(run);
  uint64_t own = t.queued < elapsed ? elapsed - t.queued : 0;
  uint64_t used = t.computed > own ? t.computed : own;
  *computed = t.computed;
  if (used >= limit || elapsed / TP_SPENT_PATIENCE >= limit)
    return 0;
  return limit - used + 1000000; /* no more than a look a millisecond */
}

#endif
