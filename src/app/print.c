/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results on stdout, by plain write: what could not be written is an error
 * (status 4), also on /dev/full, a closed descriptor or a pipe that nobody
 * reads any more. poll first, and never more than PIPE_BUF at a time: then the
 * write itself does not block, without a flag on a descriptor we share. */
#include "app/print.h"

#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#define USUAL_PATIENCE 10.0

static int fail(tp_diag *diag, const char *why) {
  return tp_diag_set(diag, TP_ENVIRONMENT,
                     "cannot write to standard output: %s", why);
}

/* 1: can be written, 0: not in time, -1: error. */
static int wait_for_room(int fd, double patience) {
  double until = tp_now() + patience;
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    double left = until - tp_now();
    int got = poll(&p, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
    if (got > 0)
      return 1; /* errors are told by the write */
    if (got < 0 && errno != EINTR)
      return -1;
    if (left <= 0)
      return 0;
  }
}

int tp_print_bytes(int fd, const char *bytes, size_t n, double patience,
                   tp_diag *diag) {
  while (n > 0) {
    int room = wait_for_room(fd, patience);
    if (room == 0)
      return fail(diag, "nobody reads it");
    ssize_t put = write(fd, bytes, n < PIPE_BUF ? n : PIPE_BUF);
    if (put < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (put < 0)
      return fail(diag, strerror(errno));
    bytes += put;
    n -= (size_t)put;
  }
  return 0;
}

int tp_print(const char *text, tp_diag *diag) {
  return tp_print_bytes(STDOUT_FILENO, text, strlen(text), USUAL_PATIENCE,
                        diag);
}
