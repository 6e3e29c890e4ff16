/* SPDX-License-Identifier: MIT */
/* wire/reap.h - ending what a run has left behind, however it tried to get
 * away; for the program's own server (rt) and for the keeper of plain programs
 * (exec).
 *
 * The caller is a subreaper: nothing can leave the tree below it. Only its
 * children are ever signalled, and a child keeps its number until the caller
 * waits for it, so no number can mean a stranger. Who is a child the kernel
 * says, whatever the program calls its functions.
 */
#ifndef TP_WIRE_REAP_H
#define TP_WIRE_REAP_H

#include "wire/kernel.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>

#define TP_REAP_SIGSET 8 /* bytes of a signal set in system calls */

/* A child that was not waited for yet. */
static inline void tp_reap_kill(int child) {
  long fd = TP_KERNEL(pidfd_open, child, 0);
  if (fd >= 0) {
    TP_KERNEL(pidfd_send_signal, fd, SIGKILL, 0, 0);
    TP_KERNEL(close, fd);
  } else if (fd == -ENOSYS) {
    TP_KERNEL(kill, child, SIGKILL);
  }
}

/* The parent of a process; 0: it is gone. */
static inline int tp_reap_parent(const char *pid) {
  char path[64], text[512];
  const char *at = text;
  tp_kernel_add(tp_kernel_add(tp_kernel_add(path, "/proc/"), pid), "/stat");
  long n = tp_kernel_read(path, text, sizeof text);
  for (long i = 0; i + 4 < n; i++) /* behind the name: ") S 1 " */
    if (text[i] == ')')
      at = text + i + 4;
  return at == text ? 0 : (int)tp_kernel_number(&at);
}

static inline void tp_reap_if_child(void *self, const char *name) {
  const char *at = name;
  int pid = (int)tp_kernel_number(&at);
  if (pid > 1 && tp_reap_parent(name) == *(const int *)self)
    tp_reap_kill(pid);
}

/* The list of children, as text; negative: the kernel has none. */
static inline long tp_reap_list(char *text, size_t size) {
  return tp_kernel_read("/proc/thread-self/children", text, size);
}

/* Those that fit in a look: there will be another. The first process of a
 * namespace needs no list: all others in it are of the run. False: who they are
 * can't be known. */
static inline bool tp_reap_kill_children(void) {
  char text[4096];
  const char *at = text;
  int self = (int)TP_KERNEL(getpid);
  if (self == 1)
    return TP_KERNEL(kill, -1, SIGKILL) != -EPERM;
  if (!tp_kernel_is_our_proc())
    return false;
  if (tp_reap_list(text, sizeof text) < 0)
    tp_kernel_each_number("/proc", tp_reap_if_child, &self);
  else
    for (int pid; (pid = (int)tp_kernel_number(&at)) > 1 && *at == ' ';)
      tp_reap_kill(pid);
  return true;
}

/* Everything below this process, layer by layer: the children of a killed
 * process become ours. A child may be missing in the list while others come and
 * go: ask again. SIGCHLD is blocked. */
static inline void tp_reap_all(void) {
  const struct timespec moment = {0, 2000000};
  const uint64_t chld = UINT64_C(1) << (SIGCHLD - 1);
  for (;;) {
    long pid;
    bool is_known = tp_reap_kill_children();
    do
      pid = TP_KERNEL(wait4, -1, 0, __WALL | WNOHANG, 0);
    while (pid > 0);
    if (pid == -ECHILD || !is_known)
      return;
    TP_KERNEL(rt_sigtimedwait, &chld, 0, &moment, TP_REAP_SIGSET);
  }
}

/* Whether there are children beside n known ones. */
static inline bool tp_reap_has_others(unsigned n) {
  char text[64];
  const char *at = text;
  if (n == 0)
    return TP_KERNEL(wait4, -1, 0, __WALL | WNOHANG, 0) != -ECHILD;
  if (tp_reap_list(text, sizeof text) < 0)
    return true;
  for (; tp_kernel_number(&at); n--)
    if (n == 0)
      return true;
  return false;
}

/* Whether this child has ended. It stays to be waited for: until then its
 * number, and that of its process group, is nobody else's. */
static inline bool tp_reap_has_ended(int child) {
  siginfo_t info;
  info.si_pid = 0;
  return TP_KERNEL(waitid, P_PID, child, &info,
                   WEXITED | WNOHANG | WNOWAIT | __WALL, 0) == 0 &&
         info.si_pid == child;
}

/* A child with a process group of its own, and that group, at one stroke. */
static inline void tp_reap_group(int child) {
  TP_KERNEL(kill, -child, SIGKILL);
  tp_reap_kill(child);
}

#endif
