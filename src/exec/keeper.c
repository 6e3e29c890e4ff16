/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keeper: starts a program, waits for its end or its time, and leaves no
 * process of it behind. It is a subreaper: what the program forks and detaches
 * becomes its child, and is killed before the answer is given.
 *
 * The replay harness in the program (harness/text.c) tells in a page
 * that both share how many inputs were read, and that there was no other left.
 */
#include "exec/keeper.h"

#include "base/clock.h"
#include "base/spawn.h"
#include "exec/environment.h"
#include "exec/world.h"
#include "wire/reap.h"
#include "wire/spent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FILE_BYTES (UINT64_C(256) << 20) /* of a file that a run writes */
#define NANO 1e9
#define TOLD_FD 3
#define TOLD_WORD "TP2PH_TOLD=3"
#define TOLD_BYTES 4096

typedef struct told {
  volatile uint32_t reads, is_starved;
} told;

static told nothing, *page = &nothing;
static int page_fd = -1; /* -1: there is none */

/* ---- one run ------------------------------------------------------------- */

/* Whatever of the run is still there. Its number is its own until it is waited
 * for: only then is its group killed. */
static void end_run(pid_t pid, int *status) {
  tp_reap_group(pid);
  waitpid(pid, status, __WALL);
  tp_reap_all();
}

/* Wait for the end; false when the time is over. Ends the keeper if tp2ph is
 * gone. */
static bool await(int control, pid_t pid, double seconds) {
  double end = tp_now() + seconds;
  struct pollfd p = {control, POLLRDHUP, 0};
  sigset_t none;
  sigemptyset(&none);
  for (;;) {
    if (tp_reap_has_ended(pid))
      return true;
    double left = end - tp_now();
    if (left <= 0)
      return false;
    struct timespec wait = {(time_t)left,
                            (long)((left - (double)(time_t)left) * 1e9)};
    if (ppoll(&p, 1, &wait, &none) > 0) {
      end_run(pid, NULL);
      _exit(0);
    }
  }
}

static void watch(int control, pid_t pid, double seconds,
                  tp_keeper_answer *out) {
  tp_spent spent = {.limit = (uint64_t)(seconds * NANO)};
  double start = tp_now();
  uint64_t elapsed;
  do {
    if (await(control, pid, (double)tp_spent_pause(&spent) / NANO))
      return;
    elapsed = (uint64_t)((tp_now() - start) * NANO);
  } while (tp_spent_go_on(&spent, pid, elapsed, page->reads));
  out->timed_out = 1;
}

/* The text behind `at`; what is not there is empty. */
static const char *next_text(const tp_keeper_order *o, size_t *at) {
  const char *text = *at < sizeof o->text ? o->text + *at : "";
  *at += strlen(text) + 1;
  return text;
}

static int drop_rest(const void *world) {
  if (*(const tp_world_kind *)world != TP_WORLD_OPEN)
    tp_world_drop_rest();
  return 0;
}

static int start(const tp_keeper_order *o, tp_world_kind world, pid_t *pid) {
  size_t at = 0;
  tp_diag diag = {0};
  tp_str libraries = {0};
  tp_words env = {0};
  const char *program = next_text(o, &at), *dir = next_text(o, &at);
  const char *const argv[] = {"program", NULL};
  const int fds[] = {-1, -1, -1, page_fd};
  _Static_assert(sizeof fds / sizeof *fds == TOLD_FD + 1, "it is the last one");
  if (page_fd >= 0)
    VEC_PUSH(&env, TOLD_WORD);
  for (uint32_t i = 0; i < o->n_env; i++) /* of two the first is found */
    VEC_PUSH(&env, next_text(o, &at));
  tp_exec_environment(&env, &libraries);
  VEC_PUSH(&env, NULL);
  const tp_spawn how = {.path = program,
                        .argv = argv,
                        .env = env.at,
                        .dir = dir,
                        .fds = fds,
                        .n_fds = page_fd >= 0 ? TOLD_FD + 1 : TOLD_FD,
                        .memory_bytes = o->memory,
                        .fixed_addresses = !o->moves,
                        .own_session = true,
                        .number = tp_world_run_number(world),
                        .enter = drop_rest,
                        .state = &world};
  int rc = tp_spawn_start(pid, &how, &diag);
  VEC_FREE(&env);
  tp_str_free(&libraries);
  tp_diag_free(&diag);
  return rc;
}

/* ---- the process --------------------------------------------------------- */

static void wake(int signal_number) {
  (void)signal_number;
}

static void open_page(void) {
  int fd = memfd_create("told", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  void *p = MAP_FAILED;
  if (fd >= 0 && ftruncate(fd, TOLD_BYTES) == 0 &&
      fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    p = mmap(NULL, TOLD_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (p == MAP_FAILED)
    return;
  page = p;
  page_fd = fd;
}

static void become_keeper(int control) {
  struct sigaction action = {.sa_handler = wake};
  struct rlimit none = {0, 0}, file = {FILE_BYTES, FILE_BYTES};
  sigset_t all;
  setsid(); /* Ctrl-C is for tp2ph */
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sigaction(SIGCHLD, &action, NULL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGCONT); /* a run may have stopped us */
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; null >= 0 && fd < 3; fd++)
    if (fd != control)
      dup2(null, fd);
  /* Locks and pipes of tp2ph are not ours to hold. */
  dup2(control, 3);
  if (syscall(SYS_close_range, 4u, ~0u, 0) != 0)
    for (int fd = 4; fd < 1024; fd++)
      close(fd);
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &file);
  open_page();
}

/* ---- the world ----------------------------------------------------------- */

/* The first process of the new world goes on in place of this one, which only
 * waits for its end. */
static int enter_world(int control, tp_world_kind kind, const char *places,
                       size_t n) {
  unsigned user = geteuid(), group = getegid();
  unsigned long flags = tp_world_flags(kind);
  pid_t first =
      flags ? (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0) : 0;
  if (first > 0) {
    close(control);
    while (waitpid(first, NULL, 0) < 0 && errno == EINTR)
      ;
    _exit(0);
  }
  if (first == 0 && flags)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  return first < 0 ? -1 : tp_world_enter(kind, places, n, user, group);
}

static ssize_t receive(int control, tp_keeper_order *order) {
  ssize_t n;
  memset(order->text, 0, sizeof order->text);
  do
    n = recv(control, order, sizeof *order - 1, 0);
  while (n < 0 && errno == EINTR);
  return n;
}

/* What was ordered; *world: where it is done, or is to be from now on. */
static tp_keeper_answer carry_out(int control, const tp_keeper_order *order,
                                  size_t n, tp_world_kind *world) {
  tp_keeper_answer answer = {0};
  pid_t pid;
  if (order->world >= 0) {
    *world = (tp_world_kind)order->world;
    errno = 0;
    if (enter_world(control, *world, order->text,
                    n - offsetof(tp_keeper_order, text)) != 0)
      answer.error = errno ? errno : EPERM;
    return answer;
  }
  page->reads = page->is_starved = 0;
  if (start(order, *world, &pid) == 0) {
    watch(control, pid, order->seconds, &answer);
    end_run(pid, &answer.status);
    answer.is_starved =
        page->is_starved && !answer.timed_out && answer.status == 0;
  } else {
    answer.error = EAGAIN;
  }
  return answer;
}

void tp_keeper_serve(int control) {
  static tp_keeper_order order;
  tp_world_kind world = TP_WORLD_OPEN;
  become_keeper(control);
  control = 3;
  for (ssize_t n; (n = receive(control, &order)) > 0;) {
    tp_keeper_answer answer = carry_out(control, &order, (size_t)n, &world);
    if (send(control, &answer, sizeof answer, MSG_NOSIGNAL) < 0)
      break;
  }
  _exit(0);
}
