/* The keeper: starts a program, waits for its end or its time, and leaves no
 * process of it behind. It is a subreaper: what the program forks and detaches
 * becomes its child, and is killed before the answer is given.
 */
#include "exec/keeper.h"

#include "base/clock.h"
#include "base/spawn.h"
#include "exec/environment.h"
#include "instr/spent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FILE_BYTES (UINT64_C(256) << 20) /* of a file that a run writes */
#define NANO 1e9

/* ---- ending processes ---------------------------------------------------- */

static void kill_listed(FILE *list) {
  int pid;
  while (fscanf(list, "%d", &pid) == 1)
    if (pid > 1)
      kill(pid, SIGKILL);
}

/* 0: it is gone. */
static int parent_of(int pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  ssize_t n = tp_spent_read(path, text, sizeof text);
  const char *end = n > 0 ? strrchr(text, ')') : NULL;
  return end && strlen(end) > 4 ? atoi(end + 4) : 0;
}

/* Kernels that do not list children: every process is asked for its parent. */
static void kill_by_parent(void) {
  DIR *proc = opendir("/proc");
  for (struct dirent *e; proc && (e = readdir(proc));) {
    int pid = atoi(e->d_name);
    if (pid > 1 && parent_of(pid) == getpid())
      kill(pid, SIGKILL);
  }
  if (proc)
    closedir(proc);
}

static void kill_children(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *list = fopen(path, "re");
  if (!list) {
    kill_by_parent();
    return;
  }
  kill_listed(list);
  fclose(list);
}

/* Layer by layer: the children of a killed process become ours. A child may be
 * missing in the list while others come and go: ask again. */
static void kill_all(pid_t group) {
  for (;;) {
    pid_t pid;
    if (group > 0)
      kill(-group, SIGKILL);
    do
      pid = waitpid(-1, NULL, __WALL | WNOHANG);
    while (pid > 0);
    if (pid < 0 && errno == ECHILD)
      return;
    kill_children();
    usleep(500);
  }
}

/* ---- one run ------------------------------------------------------------- */

/* Wait for the end; false when the time is over. Ends the keeper if tp2ph is
 * gone. */
static bool await(int control, pid_t pid, double seconds, int *status) {
  double end = tp_now() + seconds;
  struct pollfd p = {control, POLLRDHUP, 0};
  sigset_t none;
  sigemptyset(&none);
  for (;;) {
    if (waitpid(pid, status, WNOHANG) == pid)
      return true;
    double left = end - tp_now();
    if (left <= 0)
      return false;
    struct timespec wait = {(time_t)left,
                            (long)((left - (double)(time_t)left) * 1e9)};
    if (ppoll(&p, 1, &wait, &none) > 0) {
      kill_all(pid);
      _exit(0);
    }
  }
}

static void watch(int control, pid_t pid, double seconds,
                  tp_keeper_answer *out) {
  double start = tp_now(), more = seconds;
  while (more > 0) {
    if (await(control, pid, more, &out->status))
      return;
    uint64_t elapsed = (uint64_t)((tp_now() - start) * NANO), computed;
    more = (double)tp_spent_left(pid, elapsed, (uint64_t)(seconds * NANO),
                                 &computed) /
           NANO;
  }
  out->timed_out = 1;
}

/* The text behind `at`; what is not there is empty. */
static const char *next_text(const tp_keeper_order *o, size_t *at) {
  const char *text = *at < sizeof o->text ? o->text + *at : "";
  *at += strlen(text) + 1;
  return text;
}

static int start(const tp_keeper_order *o, pid_t *pid) {
  size_t at = 0;
  tp_diag diag = {0};
  tp_str libraries = {0};
  tp_words env = {0};
  const char *program = next_text(o, &at), *dir = next_text(o, &at);
  const char *const argv[] = {"program", NULL};
  const int fds[] = {-1, -1, -1};
  tp_exec_environment(&env, &libraries);
  for (uint32_t i = 0; i < o->n_env; i++)
    VEC_PUSH(&env, next_text(o, &at));
  VEC_PUSH(&env, NULL);
  const tp_spawn how = {.path = program,
                        .argv = argv,
                        .env = env.at,
                        .dir = dir,
                        .fds = fds,
                        .n_fds = 3,
                        .memory_bytes = o->memory,
                        .fixed_addresses = true,
                        .own_session = true};
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
}

void tp_keeper_serve(int control) {
  static tp_keeper_order order;
  become_keeper(control);
  control = 3;
  for (;;) {
    tp_keeper_answer answer = {0};
    pid_t pid = 0;
    memset(order.text, 0, sizeof order.text);
    ssize_t n;
    do
      n = recv(control, &order, sizeof order - 1, 0);
    while (n < 0 && errno == EINTR);
    if (n <= 0)
      _exit(0);
    if (start(&order, &pid) == 0)
      watch(control, pid, order.seconds, &answer);
    else
      answer.is_error = 1;
    kill_all(pid);
    if (send(control, &answer, sizeof answer, MSG_NOSIGNAL) < 0)
      _exit(0);
  }
}
