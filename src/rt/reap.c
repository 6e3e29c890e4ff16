/* Ending processes: whatever a run has left behind, however it tried to get
 * away. Below a subreaper nothing can leave the tree. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

ssize_t __tp2ph_read_text(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -1;
  ssize_t n = read(fd, text, size - 1);
  close(fd);
  text[n > 0 ? n : 0] = '\0';
  return n;
}

const char *__tp2ph_stat_of(const char *pid, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  const char *end =
      __tp2ph_read_text(path, text, size) > 0 ? strrchr(text, ')') : NULL;
  return end && end[1] == ' ' ? end + 2 : NULL;
}

/* Kill the processes whose numbers can be read, each with a space behind. */
static void kill_listed(int fd) {
  char text[4096];
  long pid = 0;
  for (ssize_t n; (n = read(fd, text, sizeof text)) > 0;)
    for (ssize_t i = 0; i < n; i++) {
      if (text[i] >= '0' && text[i] <= '9') {
        pid = 10 * pid + (text[i] - '0');
      } else if (pid > 1) {
        kill((pid_t)pid, SIGKILL);
        pid = 0;
      }
    }
}

static int open_children(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  return open(path, O_RDONLY | O_CLOEXEC);
}

/* Kill the children of this process. On kernels that do not list them, every
 * process is asked for its parent. */
static void kill_children(void) {
  char text[4096];
  int fd = open_children();
  if (fd >= 0) {
    kill_listed(fd);
    close(fd);
    return;
  }
  DIR *proc = opendir("/proc");
  for (struct dirent *e; proc && (e = readdir(proc));) {
    const char *fields = __tp2ph_stat_of(e->d_name, text, sizeof text);
    if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && fields &&
        strtol(fields + 2, NULL, 10) == getpid())
      kill((pid_t)strtol(e->d_name, NULL, 10), SIGKILL);
  }
  if (proc)
    closedir(proc);
}

/* The children of a killed process become ours. A child may be missing in the
 * list while others come and go: ask again. */
void __tp2ph_kill_all(pid_t group) {
  const struct timespec moment = {0, 2000000};
  sigset_t chld;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  for (;;) {
    pid_t pid;
    if (group > 0)
      kill(-group, SIGKILL);
    kill_children();
    do
      pid = waitpid(-1, NULL, __WALL | WNOHANG);
    while (pid > 0);
    if (pid < 0 && errno == ECHILD)
      return;
    sigtimedwait(&chld, NULL, &moment);
  }
}

bool __tp2ph_has_children(pid_t known) {
  char text[64], *end;
  if (known == 0)
    return waitpid(-1, NULL, __WALL | WNOHANG) >= 0 || errno != ECHILD;
  int fd = open_children();
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  text[n > 0 ? n : 0] = '\0';
  return strtol(text, &end, 10) != known || (*end && end[1]);
}
