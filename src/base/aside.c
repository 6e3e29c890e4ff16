/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The copy puts its text, or its message, into a memory file. */
#include "base/aside.h"

#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK 2000 /* microseconds between two looks at it */

static bool put(int fd, const tp_str *text) {
  for (size_t done = 0; done < text->n;) {
    ssize_t n = write(fd, text->at + done, text->n - done);
    if (n < 0 && errno != EINTR)
      return false;
    done += n < 0 ? 0 : (size_t)n;
  }
  return true;
}

static void get(int fd, tp_str *out) {
  char bytes[16384];
  ssize_t n;
  lseek(fd, 0, SEEK_SET);
  while ((n = read(fd, bytes, sizeof bytes)) > 0)
    tp_str_addn(out, bytes, (size_t)n);
}

/* In the copy. Never returns. */
static void do_work(int fd, tp_aside_work *work, void *state, pid_t parent) {
  tp_str text = {0};
  tp_diag why = {0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  int rc = work(state, &text, &why);
  _exit(!put(fd, rc == 0 ? &text : &why.message) || rc != 0);
}

/* Whether it ended by itself in time. */
static bool wait_for(pid_t pid, double seconds, int *status) {
  double end = tp_now() + seconds;
  bool has_ended;
  while (!(has_ended = waitpid(pid, status, WNOHANG) == pid) && tp_now() < end)
    usleep(LOOK);
  if (!has_ended) {
    kill(pid, SIGKILL);
    waitpid(pid, status, 0);
  }
  return has_ended;
}

int tp_aside(tp_str *out, tp_aside_work *work, void *state, double seconds,
             tp_diag *diag) {
  int status = 0, rc = 0, fd = memfd_create("aside", MFD_CLOEXEC);
  pid_t parent = getpid(), pid = fd < 0 ? -1 : fork();
  tp_str text = {0};
  if (pid == 0)
    do_work(fd, work, state, parent);
  if (pid < 0)
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot start a process: %s",
                     strerror(errno));
  else if (!wait_for(pid, seconds, &status))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "it takes too long");
  else if (WIFSIGNALED(status))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "it crashed: %s",
                     strsignal(WTERMSIG(status)));
  else
    get(fd, &text);
  if (rc == 0 && WEXITSTATUS(status) != 0)
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "%s", tp_str_text(&text));
  if (rc == 0)
    tp_str_addn(out, tp_str_text(&text), text.n);
  if (fd >= 0)
    close(fd);
  tp_str_free(&text);
  return rc;
}
