/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lanes, seen from tp2ph: an order goes to the lane's keeper, its answer
 * comes back. A program that kills its keeper is answered for, and the lane
 * gets a new one.
 */
#include "exec/plain.h"

#include "base/clock.h"
#include "base/file.h"
#include "exec/keeper.h"
#include "wire/spent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds for a keeper to end what runs, and for one that should answer. */
#define SLACK 10.0
/* What refuses a process or a world may do so for want of something that others
 * give back. */
#define TRIES 5
#define PAUSE_US 20000 /* twice as long each time */

typedef struct lane {
  pid_t keeper; /* 0: none */
  int control;
  bool is_running;
  double end; /* when the answer is overdue */
  tp_str work_dir;
  tp_world world;
  bool is_inside; /* the keeper is in the world */
} lane;

struct tp_plain {
  lane lanes[TP_PLAIN_LANES];
  tp_world_options options;
};

/* ---- keepers ------------------------------------------------------------- */

/* A pair of sockets above the standard descriptors, which may be closed: what
 * is printed must not end in one. */
static bool open_pair(int ends[2]) {
  int low[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, low) != 0)
    return false;
  for (int i = 0; i < 2; i++)
    ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 3);
  int error = errno;
  close(low[0]);
  close(low[1]);
  if (ends[0] >= 0 && ends[1] >= 0)
    return true;
  if (ends[0] >= 0)
    close(ends[0]);
  errno = error;
  return false;
}

static int start_keeper(lane *l, tp_diag *diag) {
  int ends[2];
  if (!open_pair(ends))
    return tp_diag_set(diag, TP_ENVIRONMENT, "no socket for runs: %s",
                       strerror(errno));
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    tp_keeper_serve(ends[1]);
  }
  int error = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot start a process: %s",
                       strerror(error));
  }
  l->keeper = pid;
  l->control = ends[0];
  l->is_running = l->is_inside = false;
  return 0;
}

/* Closing the socket tells the keeper to end everything, and itself. A run may
 * have stopped it, or may trace it: then it is killed. */
static void stop_keeper(lane *l) {
  if (l->keeper == 0)
    return;
  double end = tp_now() + SLACK;
  shutdown(l->control, SHUT_RDWR); /* a fork of ours may hold it, too */
  close(l->control);
  while (waitpid(l->keeper, NULL, WNOHANG) == 0) {
    kill(l->keeper, tp_now() < end ? SIGCONT : SIGKILL);
    usleep(500);
  }
  l->keeper = 0;
  l->control = -1;
  l->is_running = false;
}

int tp_plain_new(tp_plain **out, tp_diag *diag) {
  tp_plain *p = TP_NEW(tp_plain);
  *out = p;
  for (unsigned i = 0; i < TP_PLAIN_LANES; i++)
    p->lanes[i].control = -1;
  for (unsigned i = 0; i < TP_PLAIN_LANES; i++) {
    if (start_keeper(&p->lanes[i], diag) != 0) {
      tp_plain_free(p);
      *out = NULL;
      return -1;
    }
  }
  return 0;
}

void tp_plain_free(tp_plain *p) {
  if (!p)
    return;
  for (unsigned i = 0; i < TP_PLAIN_LANES; i++) {
    stop_keeper(&p->lanes[i]);
    tp_world_close(&p->lanes[i].world);
    tp_str_free(&p->lanes[i].work_dir);
  }
  tp_free(p);
}

/* Nothing was run yet. */
void tp_plain_let_go(tp_plain *p) {
  tp_free(p);
}

/* ---- the world ----------------------------------------------------------- */

static int open_world(tp_plain *p, unsigned i, tp_diag *diag) {
  lane *l = &p->lanes[i];
  tp_world_options options = p->options;
  VEC_CLEAR(&l->work_dir);
  tp_str_addf(&l->work_dir, "%s/lane-%u", p->options.work_dir, i);
  options.work_dir = l->work_dir.at;
  options.private_dir = p->options.work_dir;
  int rc = tp_file_make_dirs(l->work_dir.at, diag);
  return rc ? rc : tp_world_open(&l->world, &options, diag);
}

int tp_plain_set_world(tp_plain *p, const tp_world_options *world,
                       tp_diag *diag) {
  int rc = 0;
  p->options = *world;
  for (unsigned i = 0; i < TP_PLAIN_LANES && rc == 0; i++)
    rc = open_world(p, i, diag);
  return rc;
}

/* The keeper goes into the world, once. 0, or why not: errno. */
static int enter_world(lane *l) {
  const tp_str *places = &l->world.places;
  tp_keeper_order message = {.world = l->world.kind};
  tp_keeper_answer answer = {.error = ETIMEDOUT};
  size_t n = offsetof(tp_keeper_order, text) + places->n;
  if (places->n >= sizeof message.text)
    return ENAMETOOLONG;
  memcpy(message.text, places->at, places->n);
  struct pollfd poller = {l->control, POLLIN, 0};
  if (send(l->control, &message, n, MSG_NOSIGNAL) != (ssize_t)n)
    answer.error = errno;
  else if (poll(&poller, 1, (int)(SLACK * 1000)) > 0 &&
           recv(l->control, &answer, sizeof answer, 0) !=
               (ssize_t)sizeof answer)
    answer.error = ECONNRESET; /* it was killed */
  l->is_inside = answer.error == 0;
  return answer.error;
}

/* A keeper in a world whose folders are empty. */
static int make_ready(tp_plain *p, unsigned i, tp_diag *diag) {
  lane *l = &p->lanes[i];
  if (!tp_world_clean(&l->world)) {
    stop_keeper(l); /* its folders are others by now */
    if (open_world(p, i, diag) != 0)
      return -1;
  }
  int error = 0;
  for (unsigned k = 0; k < TRIES; k++) {
    if (k > 0)
      usleep(PAUSE_US << k);
    if (l->keeper == 0 && start_keeper(l, diag) != 0)
      return -1;
    error = l->is_inside ? 0 : enter_world(l);
    if (error == 0)
      return 0;
    stop_keeper(l);
  }
  return tp_diag_set(diag, TP_ENVIRONMENT,
                     "cannot make a sandbox: %s (--sandbox off does without)",
                     strerror(error));
}

/* ---- runs ---------------------------------------------------------------- */

static bool add_text(tp_keeper_order *o, size_t *at, const char *text) {
  size_t n = strlen(text) + 1;
  if (n > sizeof o->text - *at)
    return false;
  memcpy(o->text + *at, text, n);
  *at += n;
  return true;
}

static bool fill_order(tp_keeper_order *o, size_t *n, const tp_plain_order *by,
                       const char *dir) {
  *n = 0;
  o->world = -1;
  o->seconds = by->seconds;
  o->memory = by->memory;
  o->moves = by->moves;
  o->n_env = 0;
  if (!add_text(o, n, by->program) || !add_text(o, n, dir))
    return false;
  for (const char *const *env = by->env; env && *env; env++, o->n_env++)
    if (!add_text(o, n, *env))
      return false;
  return true;
}

int tp_plain_start(tp_plain *p, unsigned i, const tp_plain_order *order,
                   tp_diag *diag) {
  lane *l = &p->lanes[i];
  tp_keeper_order message;
  size_t n;
  TP_INVARIANT(!l->is_running, "a lane should run one program at a time");
  if (make_ready(p, i, diag) != 0)
    return -1;
  if (!fill_order(&message, &n, order, l->world.run.path.at))
    return tp_diag_set(diag, TP_ENVIRONMENT, "the name '%s' is too long",
                       order->program);
  n += offsetof(tp_keeper_order, text);
  if (send(l->control, &message, n, MSG_NOSIGNAL) != (ssize_t)n)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot start '%s': %s",
                       order->program, strerror(errno));
  l->is_running = true;
  l->end = tp_now() + (TP_SPENT_PATIENCE + 1) * order->seconds + SLACK;
  return 0;
}

/* A run may stop its keeper. */
static void wake_keeper(const lane *l) {
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)l->keeper, &info, WSTOPPED | WNOHANG) == 0 &&
      info.si_pid)
    kill(l->keeper, SIGCONT);
}

static tp_plain_end judge(const tp_keeper_answer *a) {
  if (a->error)
    return (tp_plain_end){TP_PLAIN_LOST, 0};
  if (a->timed_out)
    return (tp_plain_end){TP_PLAIN_TIMEOUT, 0};
  if (a->is_starved)
    return (tp_plain_end){TP_PLAIN_INPUTS, 0};
  if (WIFSIGNALED(a->status))
    return (tp_plain_end){TP_PLAIN_SIGNAL, WTERMSIG(a->status)};
  return (tp_plain_end){TP_PLAIN_EXIT, WEXITSTATUS(a->status)};
}

tp_plain_state tp_plain_poll(tp_plain *p, unsigned i, int wait_ms,
                             tp_plain_end *out) {
  lane *l = &p->lanes[i];
  tp_keeper_answer answer;
  if (!l->is_running)
    return TP_PLAIN_IDLE;
  struct pollfd poller = {l->control, POLLIN, 0};
  if (wait_ms > 0)
    poll(&poller, 1, wait_ms);
  ssize_t n = recv(l->control, &answer, sizeof answer, MSG_DONTWAIT);
  bool is_silent = n < 0 && (errno == EAGAIN || errno == EINTR);
  wake_keeper(l);
  if (is_silent && tp_now() < l->end)
    return TP_PLAIN_RUNNING;
  l->is_running = false;
  if (n == (ssize_t)sizeof answer) {
    *out = judge(&answer);
  } else { /* the run has killed its keeper, and so itself */
    stop_keeper(l);
    *out = is_silent ? (tp_plain_end){TP_PLAIN_TIMEOUT, 0}
                     : (tp_plain_end){TP_PLAIN_SIGNAL, SIGKILL};
  }
  return TP_PLAIN_ENDED;
}

void tp_plain_wait(tp_plain *p, int wait_ms) {
  struct pollfd fds[TP_PLAIN_LANES];
  for (unsigned i = 0; i < TP_PLAIN_LANES; i++)
    fds[i] = (struct pollfd){p->lanes[i].is_running ? p->lanes[i].control : -1,
                             POLLIN, 0};
  poll(fds, TP_PLAIN_LANES, wait_ms);
}
