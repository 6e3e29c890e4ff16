/* The sweeper: a process in a session of its own that holds the read end of a
 * pipe. The end of the pipe is our end. It has none of our descriptors, or who
 * reads our output would wait for it. */
#include "base/sweep.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRIES 50 /* what still runs may still write */

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

static void wait_and_remove(int fd, const char *path) {
  char byte;
  setsid();
  ignore_signals();
  if (dup2(fd, 0) != 0 || chdir("/") != 0)
    _exit(0);
  close_all_but_first();
  while (read(0, &byte, 1) < 0 && errno == EINTR)
    ;
  for (int i = 0; i < TRIES && tp_file_exists(path); i++) {
    tp_file_remove_tree(path);
    usleep(100000);
  }
  _exit(0);
}

void tp_sweep_start(tp_sweep *sweep, const char *path) {
  int ends[2];
  *sweep = (tp_sweep){0, -1};
  if (path[0] != '/' || pipe2(ends, O_CLOEXEC) != 0)
    return;
  pid_t pid = fork();
  if (pid == 0)
    wait_and_remove(ends[0], path);
  close(ends[0]);
  if (pid < 0)
    close(ends[1]);
  else
    *sweep = (tp_sweep){pid, ends[1]};
}

void tp_sweep_stop(tp_sweep *sweep) {
  if (sweep->pid <= 0)
    return;
  close(sweep->fd);
  while (waitpid(sweep->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  *sweep = (tp_sweep){0, -1};
}
