/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fork and exec. That exec failed comes back through a pipe that exec closes,
 * so "no such program" is never mixed up with the program's own exit code. */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_FDS 8
#define CLOEXEC_RANGE 4 /* CLOSE_RANGE_CLOEXEC */

static void reset_signals(void) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigset_t none;
  for (int s = 1; s < NSIG; s++)
    sigaction(s, &plain, NULL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Everything from `first` on is closed by exec. */
static void close_on_exec(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, CLOEXEC_RANGE) == 0)
    return;
#endif
  for (int fd = first; fd < 1024; fd++)
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* Out of the way first: a source may have the number of another's target. */
static bool place_fds(const tp_spawn *s) {
  int moved[MAX_FDS];
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (unsigned i = 0; i < s->n_fds; i++) {
    int from = s->fds[i] < 0 ? null : s->fds[i];
    moved[i] = fcntl(from, F_DUPFD_CLOEXEC, (int)s->n_fds);
    if (moved[i] < 0)
      return false;
  }
  for (unsigned i = 0; i < s->n_fds; i++)
    if (dup2(moved[i], (int)i) < 0)
      return false;
  close_on_exec((int)s->n_fds);
  return true;
}

static void set_limits(const tp_spawn *s) {
  struct rlimit limit;
  if (s->memory_bytes) {
    limit = (struct rlimit){s->memory_bytes, s->memory_bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  if (s->fixed_addresses) {
    int now = personality(0xffffffff);
    if (now >= 0)
      personality((unsigned long)now | ADDR_NO_RANDOMIZE);
  }
}

static void report_failure(int fd) {
  int error = errno;
  if (write(fd, &error, sizeof error) < 0)
    _exit(126);
  _exit(127);
}

/* In the child. Never returns. */
static void become(const tp_spawn *s, int fail, pid_t parent) {
  char *const *argv = (char *const *)(uintptr_t)s->argv;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent && getppid() != 0) /* 0: it is outside */
    _exit(127);
  if (s->own_session)
    setsid();
  else
    setpgid(0, 0);
  reset_signals();
  set_limits(s);
  int high = fcntl(fail, F_DUPFD_CLOEXEC, (int)s->n_fds); /* out of the way */
  if (high < 0)
    report_failure(fail);
  if (place_fds(s) && (!s->enter || s->enter(s->state) == 0) &&
      (!s->dir || chdir(s->dir) == 0)) {
    if (s->env)
      environ = (char **)(uintptr_t)s->env;
    execvp(s->path, argv);
  }
  report_failure(high);
}

/* As clone3 takes them. */
typedef struct clone_arguments {
  uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size,
      tls, set_tid, set_tid_size;
} clone_arguments;

/* A copy of this process. That nobody else may have its number is no reason not
 * to start it. */
static pid_t copy_process(const tp_spawn *s) {
  pid_t number = s->number, pid = -1;
  clone_arguments how = {
      .exit_signal = SIGCHLD, .set_tid = (uintptr_t)&number, .set_tid_size = 1};
  if (s->number)
    pid = (pid_t)syscall(SYS_clone3, &how, sizeof how);
  if (pid >= 0)
    return pid;
  if (s->apart)
    return (pid_t)syscall(SYS_clone, s->apart | SIGCHLD, 0, 0, 0, 0);
  return fork();
}

int tp_spawn_start(pid_t *out, const tp_spawn *spawn, tp_diag *diag) {
  int fail[2], error = 0;
  pid_t parent = getpid();
  TP_INVARIANT(spawn->n_fds <= MAX_FDS, "few descriptors should be passed on");
  if (pipe2(fail, O_CLOEXEC) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot run '%s': %s", spawn->path,
                       strerror(errno));
  pid_t pid = copy_process(spawn);
  if (pid == 0)
    become(spawn, fail[1], parent);
  if (pid < 0)
    error = errno;
  close(fail[1]);
  ssize_t n;
  do
    n = read(fail[0], &error, sizeof error);
  while (n < 0 && errno == EINTR);
  close(fail[0]);
  if (error == 0) {
    *out = pid;
    return 0;
  }
  if (pid > 0)
    waitpid(pid, NULL, 0);
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot run '%s': %s", spawn->path,
                     strerror(error));
}
