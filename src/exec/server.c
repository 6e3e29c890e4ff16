/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Talking to the fork server over a socket that keeps messages apart. The
 * program's first process ends only after everything below it has ended, so
 * waiting for it is enough. */
#include "exec/server.h"

#include "base/spawn.h"
#include "exec/environment.h"
#include "wire/spent.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define START_SECONDS 30.0
#define STOP_SECONDS 10.0
#define SLACK 10.0      /* seconds to end a run that is over its time */
#define WORDS_KEPT 4096 /* of what the program says when it can't start */

int tp_server_init(tp_server *s, tp_diag *diag) {
  s->pid = 0;
  s->control = -1;
  s->out = memfd_create("stdout", MFD_CLOEXEC);
  s->err = memfd_create("stderr", MFD_CLOEXEC);
  if (s->out >= 0 && s->err >= 0)
    return 0;
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot create a memory file: %s",
                     strerror(errno));
}

void tp_server_free(tp_server *s) {
  tp_server_stop(s);
  if (s->out >= 0)
    close(s->out);
  if (s->err >= 0)
    close(s->err);
  s->out = s->err = -1;
}

/* Receive one message. Looks at the budget now and then. */
static tp_answered receive(tp_server *s, double end, const tp_budget *budget,
                           tp_area_result *out) {
  for (;;) {
    struct pollfd p = {s->control, POLLIN, 0};
    int ready = poll(&p, 1, 100);
    if (ready > 0) {
      ssize_t n = recv(s->control, out, sizeof *out, MSG_DONTWAIT);
      if (n == (ssize_t)sizeof *out)
        return TP_SERVER_OK;
      if (n >= 0 || (errno != EINTR && errno != EAGAIN))
        return TP_SERVER_GONE;
    } else if (tp_budget_over(budget) != TP_STOP_NONE) {
      return TP_SERVER_STOPPED;
    } else if (tp_now() > end) {
      return TP_SERVER_SILENT;
    }
  }
}

typedef struct entry { /* into a world */
  const tp_world *world;
  unsigned user, group;
} entry;

static int enter(const void *state) {
  const entry *e = state;
  const tp_world *w = e->world;
  return tp_world_enter(w->kind, w->places.at, w->places.n, e->user, e->group);
}

static int spawn(tp_server *s, const char *program, const tp_world *world,
                 int area_fd, int socket, tp_diag *diag) {
  const char *name = strrchr(program, '/');
  const char *const argv[] = {name ? name + 1 : program, NULL};
  tp_str libraries = {0};
  tp_words env = {0};
  VEC_PUSH(&env, TP_AREA_ENV "=1");
  VEC_PUSH(&env, "LD_BIND_NOW=1"); /* once in the server, not in every run */
  tp_exec_environment(&env, &libraries);
  VEC_PUSH(&env, NULL);
  const int fds[] = {-1, -1, s->err, area_fd, socket, s->out, s->err};
  const entry into = {world, geteuid(), getegid()};
  const tp_spawn how = {.path = program,
                        .argv = argv,
                        .env = env.at,
                        .dir = world->run.path.at,
                        .fds = fds,
                        .n_fds = 7,
                        .fixed_addresses = true,
                        .own_session = true,
                        .apart = tp_world_flags(world->kind),
                        .enter = enter,
                        .state = &into};
  int rc = tp_spawn_start(&s->pid, &how, diag);
  VEC_FREE(&env);
  tp_str_free(&libraries);
  return rc;
}

static int cannot_start(tp_server *s, tp_answered why, tp_diag *diag) {
  char text[WORDS_KEPT];
  if (why == TP_SERVER_STOPPED)
    return tp_diag_set(diag, TP_BUDGET, "stopped while starting the program");
  tp_diag_set(diag, TP_ENVIRONMENT, "the instrumented program does not start");
  ssize_t n = pread(s->err, text, sizeof text, 0);
  if (n > 0 && diag->detail.n == 0)
    tp_str_addn(&diag->detail, text, (size_t)n);
  return -1;
}

int tp_server_start(tp_server *s, const char *program, const tp_world *world,
                    int area_fd, const tp_budget *budget, tp_diag *diag) {
  int ends[2];
  tp_area_result hello;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "no socket for the program: %s",
                       strerror(errno));
  int rc = spawn(s, program, world, area_fd, ends[1], diag);
  close(ends[1]);
  s->control = ends[0];
  s->is_first = tp_world_flags(world->kind) != 0;
  if (rc != 0) {
    s->pid = 0;
    tp_server_stop(s);
    return rc;
  }
  tp_answered a = receive(s, tp_now() + START_SECONDS, budget, &hello);
  if (a == TP_SERVER_OK && hello.number == 0)
    return 0;
  rc = cannot_start(s, a, diag);
  tp_server_stop(s);
  return rc;
}

/* The kernel ends a world with its first process. Elsewhere closing the socket
 * tells the warden to end everything, and itself. */
void tp_server_stop(tp_server *s) {
  if (s->control >= 0)
    close(s->control);
  s->control = -1;
  if (s->pid <= 0)
    return;
  double end = tp_now() + STOP_SECONDS;
  pid_t pid;
  while ((pid = waitpid(s->pid, NULL, WNOHANG)) == 0 && tp_now() < end) {
    kill(s->pid, s->is_first ? SIGKILL : SIGCONT); /* a run may stop it */
    usleep(s->is_first ? 100 : 500);
  }
  if (pid == 0) {
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
  }
  s->pid = 0;
}

tp_answered tp_server_run(tp_server *s, tp_area_place place, double seconds,
                          const tp_budget *budget, tp_area_result *out) {
  if (++s->number == 0)
    s->number = 1;
  tp_area_order order = {s->number, place, sched_getcpu(),
                         (uint64_t)(seconds * 1e9)};
  *out = (tp_area_result){0};
  if (s->pid == 0 ||
      send(s->control, &order, sizeof order, MSG_NOSIGNAL) != sizeof order)
    return TP_SERVER_GONE;
  double end = tp_now() + (TP_SPENT_PATIENCE + 2) * seconds + SLACK;
  tp_answered a = receive(s, end, budget, out);
  bool is_lost = out->number == 0 && out->again == TP_AGAIN_LOST;
  if (a == TP_SERVER_OK && out->number != order.number && !is_lost)
    return TP_SERVER_ASTRAY;
  return a;
}
