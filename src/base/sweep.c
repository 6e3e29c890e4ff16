/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweeper: a process in a session of its own that holds the read end of a
 * socket. The end of the other one is our end. It has none of our descriptors,
 * or who reads our output would wait for it. */
#include "base/sweep.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRIES 50 /* what still runs may still write */
#define MAX_GROUPS 64

static int groups_fd = -1; /* where running groups are told; -1: nowhere */

static void close_all_but_first(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 1u, ~0u, 0u) == 0)
    return;
#endif
  for (int fd = 1; fd < 1024; fd++)
    close(fd);
}

static void ignore_signals(void) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  for (int s = 1; s < NSIG; s++)
    sigaction(s, &ignore, NULL);
}

/* The pipe is descriptor 0, and nothing else is open. */
static void become_sweeper(int fd) {
  setsid();
  ignore_signals();
  if (dup2(fd, 0) != 0 || chdir("/") != 0)
    _exit(0);
  close_all_but_first();
  if (write(0, "", 1) != 1) /* what we had open is closed now */
    _exit(0);
}

static void wait_and_remove(int fd, const char *path) {
  char byte;
  become_sweeper(fd);
  while (read(0, &byte, 1) < 0 && errno == EINTR)
    ;
  for (int i = 0; i < TRIES && tp_file_exists(path); i++) {
    tp_file_remove_tree(path);
    usleep(100000);
  }
  _exit(0);
}

/* A number is a group that runs; its negative, that it has ended. */
static void wait_and_kill(int fd) {
  pid_t groups[MAX_GROUPS] = {0}, told;
  ssize_t n;
  become_sweeper(fd);
  while ((n = read(0, &told, sizeof told)) == (ssize_t)sizeof told ||
         (n < 0 && errno == EINTR)) {
    pid_t want = told < 0 ? -told : 0, now = told < 0 ? 0 : told;
    for (int i = 0; n > 0 && i < MAX_GROUPS; i++)
      if (groups[i] == want) {
        groups[i] = now;
        break;
      }
  }
  for (int i = 0; i < MAX_GROUPS; i++)
    if (groups[i] > 1)
      kill(-groups[i], SIGKILL);
  _exit(0);
}

/* Without a path: for groups. */
static void start(tp_sweep *sweep, const char *path) {
  int ends[2];
  *sweep = (tp_sweep){0, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return;
  pid_t pid = fork();
  if (pid == 0 && path)
    wait_and_remove(ends[0], path);
  else if (pid == 0)
    wait_and_kill(ends[0]);
  close(ends[0]);
  char byte;
  while (pid > 0 && read(ends[1], &byte, 1) < 0 && errno == EINTR)
    ;
  if (pid < 0)
    close(ends[1]);
  else
    *sweep = (tp_sweep){pid, ends[1]};
}

void tp_sweep_start(tp_sweep *sweep, const char *path) {
  *sweep = (tp_sweep){0, -1};
  if (path[0] == '/')
    start(sweep, path);
}

void tp_sweep_start_groups(tp_sweep *sweep) {
  start(sweep, NULL);
  groups_fd = sweep->fd;
}

void tp_sweep_stop_groups(tp_sweep *sweep) {
  groups_fd = -1;
  tp_sweep_stop(sweep);
}

void tp_sweep_group(pid_t group, bool is_running) {
  pid_t told = is_running ? group : -group;
  while (groups_fd >= 0 &&
         send(groups_fd, &told, sizeof told, MSG_NOSIGNAL) < 0 &&
         errno == EINTR)
    ;
}

void tp_sweep_stop(tp_sweep *sweep) {
  if (sweep->pid <= 0)
    return;
  close(sweep->fd);
  while (waitpid(sweep->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  *sweep = (tp_sweep){0, -1};
}
