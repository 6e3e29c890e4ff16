/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A message is its length, its kind and its payload, in a stream; a torn last
 * one was not said. Both queues are bytes: what is not sent yet, and what has
 * come but is not heard yet. */
#include "base/peer.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHUNK 65536
#define LEAVE_MS 1000 /* that the copy waits for room to say the rest */

#define HEAD (sizeof(uint32_t) + 1) /* length and kind */

struct tp_peer {
  pid_t copy; /* 0: this is it */
  int fd;
  bool is_closed; /* the other end is, and all that it said was read */
  bool is_deaf;   /* it hears no more, but may have said something */
  bool has_ended; /* the copy, and it was waited for: */
  int how;
  tp_str out, in;
  size_t sent, heard; /* bytes of these that are done with */
};

static void become_copy(tp_peer *p, pid_t parent) {
  p->copy = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
}

tp_peer *tp_peer_split(bool *is_copy) {
  int ends[2];
  pid_t parent = getpid();
  *is_copy = false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
                 ends) != 0)
    return NULL;
  tp_peer *p = TP_NEW(tp_peer);
  p->copy = fork();
  if (p->copy < 0) {
    close(ends[0]);
    close(ends[1]);
    tp_free(p);
    return NULL;
  }
  *is_copy = p->copy == 0;
  p->fd = ends[*is_copy];
  close(ends[!*is_copy]);
  if (*is_copy)
    become_copy(p, parent);
  return p;
}

pid_t tp_peer_copy(const tp_peer *p) {
  return p->copy;
}

/* ---- streams ------------------------------------------------------------- */

static void forget(tp_str *queue, size_t *done) {
  if (*done < queue->n && *done < CHUNK)
    return;
  memmove(queue->at, queue->at + *done, queue->n - *done);
  queue->n -= (uint32_t)*done;
  *done = 0;
}

static bool may_try_again(void) {
  return errno == EAGAIN || errno == EINTR;
}

static void send_queue(tp_peer *p) {
  while (!p->is_deaf && p->sent < p->out.n) {
    ssize_t n =
        send(p->fd, p->out.at + p->sent, p->out.n - p->sent, MSG_NOSIGNAL);
    if (n > 0)
      p->sent += (size_t)n;
    else if (may_try_again())
      break;
    else
      p->is_deaf = true;
  }
  if (p->is_deaf)
    p->sent = p->out.n;
  forget(&p->out, &p->sent);
}

static void receive(tp_peer *p) {
  char chunk[CHUNK];
  while (!p->is_closed) {
    ssize_t n = recv(p->fd, chunk, sizeof chunk, 0);
    if (n > 0)
      tp_str_addn(&p->in, chunk, (size_t)n);
    else if (n < 0 && may_try_again())
      break;
    else
      p->is_closed = true;
  }
}

/* ---- messages ------------------------------------------------------------ */

void tp_peer_say(tp_peer *p, uint8_t kind, const tp_str *payload) {
  uint32_t n = payload->n;
  tp_str_addn(&p->out, (const char *)&n, sizeof n);
  tp_str_addc(&p->out, (char)kind);
  if (n)
    tp_str_addn(&p->out, payload->at, n);
  send_queue(p);
}

static bool take(tp_peer *p, uint8_t *kind, tp_str *payload) {
  uint32_t n;
  size_t there = p->in.n - p->heard;
  if (there < HEAD)
    return false;
  const char *at = p->in.at + p->heard;
  memcpy(&n, at, sizeof n);
  if (there - HEAD < n)
    return false;
  *kind = (uint8_t)at[sizeof n];
  VEC_CLEAR(payload);
  tp_str_addn(payload, at + HEAD, n);
  p->heard += HEAD + n;
  forget(&p->in, &p->heard);
  return true;
}

bool tp_peer_hear(tp_peer *p, int wait_ms, uint8_t *kind, tp_str *payload) {
  send_queue(p);
  if (take(p, kind, payload))
    return true;
  struct pollfd poller = {.fd = p->fd, .events = POLLIN};
  if (!p->is_closed && wait_ms > 0)
    poll(&poller, 1, wait_ms);
  receive(p);
  return take(p, kind, payload);
}

bool tp_peer_is_gone(const tp_peer *p) {
  return p->is_closed;
}

/* ---- the end ------------------------------------------------------------- */

_Noreturn void tp_peer_leave(tp_peer *p) {
  struct pollfd poller = {.fd = p->fd, .events = POLLOUT};
  for (send_queue(p); p->sent < p->out.n && !p->is_deaf; send_queue(p))
    if (poll(&poller, 1, LEAVE_MS) == 0)
      break;
  _exit(0);
}

int tp_peer_how(tp_peer *p) {
  /* Only its end closes its socket. */
  if (p->copy && !p->has_ended)
    p->has_ended = waitpid(p->copy, &p->how, p->is_closed ? 0 : WNOHANG) > 0;
  return p->how;
}

void tp_peer_end(tp_peer *p) {
  if (!p)
    return;
  if (!p->has_ended) {
    kill(p->copy, SIGKILL);
    while (waitpid(p->copy, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  close(p->fd);
  tp_str_free(&p->out);
  tp_str_free(&p->in);
  tp_free(p);
}
