/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Child processes: own process group, no shell, bounded in time and output.
 *
 * exec's failure is told through a close-on-exec pipe, so "no such compiler"
 * is an error of its own and never mixed up with the compiler's exit code.
 */
#include "base/proc.h"

#include "base/clock.h"
#include "base/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_OUTPUT (1u << 20)

typedef struct pipes {
  int out[2], err[2], fail[2];
} pipes;

static void close_fd(int *fd) {
  if (*fd >= 0)
    close(*fd);
  *fd = -1;
}

static void close_pipes(pipes *p) {
  for (int i = 0; i < 2; i++) {
    close_fd(&p->out[i]);
    close_fd(&p->err[i]);
    close_fd(&p->fail[i]);
  }
}

static bool open_pipes(pipes *p) {
  *p = (pipes){{-1, -1}, {-1, -1}, {-1, -1}};
  return pipe2(p->out, O_CLOEXEC) == 0 && pipe2(p->err, O_CLOEXEC) == 0 &&
         pipe2(p->fail, O_CLOEXEC) == 0;
}

static void report_failure(int fd, int error) {
  if (write(fd, &error, sizeof error) < 0)
    _exit(127);
  _exit(127);
}

static void reset_signals(void) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  for (int s = 1; s < 32; s++)
    sigaction(s, &plain, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void child(const pipes *p, const char *const *argv,
                  const char *const *env, const char *dir,
                  const tp_proc_limits *limits, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(127);
  setpgid(0, 0);
  reset_signals();
  int null = open("/dev/null", O_RDONLY);
  if (null < 0 || dup2(null, 0) < 0 || dup2(p->out[1], 1) < 0 ||
      dup2(p->err[1], 2) < 0)
    report_failure(p->fail[1], errno);
  if (dir && chdir(dir) != 0)
    report_failure(p->fail[1], errno);
  if (limits->memory) {
    struct rlimit rl = {limits->memory, limits->memory};
    setrlimit(RLIMIT_AS, &rl);
  }
  for (; env && *env; env++)
    putenv((char *)(uintptr_t)*env);
  execvp(argv[0], (char *const *)(uintptr_t)argv);
  report_failure(p->fail[1], errno);
}

/* Take what is there; at most `keep` bytes are kept, the rest is dropped. */
static void drain(int *fd, tp_str *into, size_t keep) {
  char buffer[16384];
  ssize_t got = read(*fd, buffer, sizeof buffer);
  if (got < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (got <= 0) {
    close_fd(fd);
    return;
  }
  size_t room = into->n < keep ? keep - into->n : 0;
  tp_str_addn(into, buffer, (size_t)got < room ? (size_t)got : room);
}

/* Read both streams until the child itself has ended; a grandchild that keeps
 * the pipes open must not keep us. */
static int collect(tp_proc_result *out, pipes *p, pid_t pid,
                   const tp_proc_limits *limits) {
  size_t keep = limits->output_bytes ? limits->output_bytes : DEFAULT_OUTPUT;
  double end = limits->seconds > 0 ? tp_now() + limits->seconds : 0;
  int status = 0;
  bool ended = false;
  while (!ended || p->out[0] >= 0 || p->err[0] >= 0) {
    struct pollfd fds[2] = {{p->out[0], POLLIN, 0}, {p->err[0], POLLIN, 0}};
    int ready = poll(fds, 2, ended ? 0 : 20);
    if (ready > 0 && fds[0].revents)
      drain(&p->out[0], &out->out, keep);
    if (ready > 0 && fds[1].revents)
      drain(&p->err[0], &out->err, keep);
    if (ended && ready <= 0)
      break;
    if (!ended && waitpid(pid, &status, WNOHANG) == pid)
      ended = true;
    if (!ended &&
        ((end > 0 && tp_now() > end) || tp_budget_over(NULL) != TP_STOP_NONE)) {
      out->timed_out = true;
      kill(-pid, SIGKILL);
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
      ended = true;
    }
  }
  return status;
}

static int start_error(const pipes *p) {
  int error = 0;
  ssize_t got;
  do
    got = read(p->fail[0], &error, sizeof error);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof error ? error : 0;
}

static int cannot_start(tp_diag *diag, const char *what, int error) {
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot run '%s': %s", what,
                     strerror(error));
}

int tp_proc_run(tp_proc_result *out, const char *const *argv,
                const char *const *env, const char *dir,
                const tp_proc_limits *limits, tp_diag *diag) {
  pipes p;
  *out = (tp_proc_result){0};
  if (!open_pipes(&p)) {
    int error = errno;
    close_pipes(&p);
    return cannot_start(diag, argv[0], error);
  }
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0)
    child(&p, argv, env, dir, limits, parent);
  int error = errno;
  close_fd(&p.out[1]);
  close_fd(&p.err[1]);
  close_fd(&p.fail[1]);
  if (pid > 0)
    error = start_error(&p);
  if (pid < 0 || error) {
    if (pid > 0)
      waitpid(pid, NULL, 0);
    close_pipes(&p);
    return cannot_start(diag, argv[0], error);
  }
  tp_sweep_group(pid, true);
  int status = collect(out, &p, pid, limits);
  kill(-pid, SIGKILL); /* whatever it left in its group */
  tp_sweep_group(pid, false);
  close_pipes(&p);
  out->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  out->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return 0;
}

void tp_proc_result_free(tp_proc_result *r) {
  tp_str_free(&r->out);
  tp_str_free(&r->err);
}

bool tp_proc_blames_machine(const char *words) {
  static const char *const blame[] = {"No space left on device",
                                      "Disk quota exceeded",
                                      "Read-only file system",
                                      "File too large",
                                      "File size limit exceeded",
                                      "Too many open files",
                                      "Cannot allocate memory",
                                      "virtual memory exhausted",
                                      "out of memory allocating",
                                      "failed to map segment",
                                      "Resource temporarily unavailable",
                                      "CPU time limit exceeded"};
  for (size_t i = 0; i < sizeof blame / sizeof *blame; i++)
    if (strstr(words, blame[i]))
      return true;
  return false;
}
