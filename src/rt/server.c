/* The fork server. It runs inside the program under test, in a constructor
 * before the program's own, and makes a copy of the process for each run.
 *
 *   tp2ph -- warden -- server -- run -- whatever the run forks
 *
 * The warden sits between so that nothing survives: it is a subreaper and does
 * nothing but wait for the end of tp2ph or of the server, then kills all that
 * is left below it. The server is a subreaper, too: what a run leaves behind
 * becomes its child, and is killed before the next run.
 *
 * Without TP_AREA_ENV in the environment none of this happens, and the program
 * runs as it is.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FILE_BYTES (UINT64_C(256) << 20) /* of a file that a run writes */
#define KERNEL_SIGSET 8 /* bytes of a signal set in system calls */
#define NANO UINT64_C(1000000000)
/* A run that waits for a processor, not for itself, may take longer. */
#define MAX_PATIENCE 8

static uint64_t address_limit; /* RLIMIT_AS of a run; 0: none */
static cpu_set_t run_cpus;     /* processors of a run */
static int server_cpu = -1;    /* that the server keeps to */
static sigset_t run_mask;      /* signals as a run starts with them */

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * NANO + (uint64_t)t.tv_nsec;
}

/* ---- ending processes ---- */

/* A small file of /proc; the length, NUL-ended, or -1. Without stdio: the heap
 * belongs to the program. */
static ssize_t read_text(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -1;
  ssize_t n = read(fd, text, size - 1);
  close(fd);
  text[n > 0 ? n : 0] = '\0';
  return n;
}

/* The fields of /proc/PID/stat behind the name: state, parent, ... */
static const char *stat_of(const char *pid, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  const char *end = read_text(path, text, size) > 0 ? strrchr(text, ')') : NULL;
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

/* Kill the children of this process. On kernels that do not list them, every
 * process is asked for its parent. */
static void kill_children(void) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    kill_listed(fd);
    close(fd);
    return;
  }
  DIR *proc = opendir("/proc");
  for (struct dirent *e; proc && (e = readdir(proc));) {
    const char *fields = stat_of(e->d_name, text, sizeof text);
    if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && fields &&
        strtol(fields + 2, NULL, 10) == getpid())
      kill((pid_t)strtol(e->d_name, NULL, 10), SIGKILL);
  }
  if (proc)
    closedir(proc);
}

/* Everything below this process, layer by layer: the children of a killed
 * process become ours. `group` is the run's, killed at one stroke; 0: none. A
 * child may be missing in the list while others come and go: ask again. */
static void kill_all(pid_t group) {
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

/* ---- the warden ---- */

static void wake(int signal_number) {
  (void)signal_number;
}

/* Never returns. */
static void guard(pid_t server) {
  struct sigaction action = {0};
  struct pollfd control = {TP_FD_CONTROL, POLLRDHUP, 0};
  sigset_t none;
  sigemptyset(&none);
  action.sa_handler = wake;
  sigaction(SIGCHLD, &action, NULL); /* SIGCHLD is blocked except in ppoll */
  /* Our only child is the server: what is orphaned below it becomes its. */
  while (waitpid(server, NULL, WNOHANG) == 0 &&
         ppoll(&control, 1, NULL, &none) <= 0)
    ;
  kill_all(0);
  _exit(0);
}

/* ---- one run, from inside ---- */

/* Before a process of the run forks: past the limit, and when the run is over,
 * it ends instead. So a fork bomb goes out by itself; chasing its processes
 * would be too slow. */
static void before_fork(void) {
  tp_area *area = RT.area;
  if (RT.run_pid == 0)
    return; /* the server's own fork */
  if (!area->is_over) {
    if (__atomic_add_fetch(&area->n_forks, 1, __ATOMIC_RELAXED) <=
        TP_AREA_MAX_FORKS)
      return;
    area->is_over = 1;
    kill(RT.run_pid, SIGKILL);
  }
  _exit(0);
}

/* In a process that the run has forked: it records nothing. */
static void after_fork(void) {
  if (RT.run_pid == 0)
    return;
  __tp2ph_mode = MODE_OFF;
  RT.is_forked = true;
  if (RT.area->is_over)
    _exit(0);
}

/* System calls are made by one function of the C library, so that little of its
 * code must be mapped in each run. */
static void become_run(void) {
  const tp_area *area = RT.area;
  RT.run_pid = (int)syscall(SYS_getpid);
  syscall(SYS_setpgid, 0, 0);
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (area->capture) {
    dup2(TP_FD_OUT, 1);
    dup2(TP_FD_ERR, 2);
  }
  for (int fd = TP_FD_CONTROL; fd <= TP_FD_ERR; fd++)
    syscall(SYS_close, fd);
  if (address_limit) {
    struct rlimit limit = {address_limit, address_limit};
    syscall(SYS_prlimit64, 0, RLIMIT_AS, &limit, NULL);
  }
  if (area->locate)
    __tp2ph_watch_crashes();
  if (server_cpu >= 0)
    syscall(SYS_sched_setaffinity, 0, sizeof run_cpus, &run_cpus);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &run_mask, NULL, KERNEL_SIGSET);
  __tp2ph_begin();
  __tp2ph_mode = MODE_ON;
}

/* ---- one run, from outside ---- */

/* Whether the process could go on if it had a processor. */
static bool is_runnable(pid_t pid) {
  char name[24], text[512];
  snprintf(name, sizeof name, "%d", (int)pid);
  const char *fields = stat_of(name, text, sizeof text);
  return fields && fields[0] == 'R';
}

static uint64_t processor_time(pid_t pid) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
    return UINT64_MAX;
  return (uint64_t)t.tv_sec * NANO + (uint64_t)t.tv_nsec;
}

/* How much longer a run that is over its time may take. A loaded machine is no
 * reason to call a program endless. */
static uint64_t patience(pid_t pid, uint64_t elapsed) {
  uint64_t limit = RT.area->nanoseconds, used = processor_time(pid);
  if (elapsed > MAX_PATIENCE * limit || used >= limit || !is_runnable(pid))
    return 0;
  return limit - used + NANO / 1000;
}

/* Wait for the run; false when its time is over. */
static bool await(pid_t pid, uint64_t end, tp_area_result *out) {
  sigset_t chld;
  struct rusage usage;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  for (;;) {
    uint64_t t = now(), left = end > t ? end - t : 0;
    struct timespec wait = {(time_t)(left / NANO), (long)(left % NANO)};
    sigtimedwait(&chld, NULL, &wait);
    int status;
    if (wait4(pid, &status, WNOHANG, &usage) == pid) {
      out->status = status;
      out->peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
      return true;
    }
    if (left == 0)
      return false;
  }
}

static void watch(pid_t pid, tp_area_result *out) {
  uint64_t start = now(), more = RT.area->nanoseconds;
  while (more) {
    if (await(pid, now() + more, out))
      return;
    more = patience(pid, now() - start);
  }
  out->timed_out = 1;
  if (RT.area->locate) {
    kill(pid, SIGABRT);
    if (await(pid, now() + NANO, out))
      return;
  }
  kill(pid, SIGKILL);
  while (!await(pid, now() + NANO, out))
    ;
}

/* True in the run itself. */
static bool run(tp_area_result *out) {
  pid_t pid = fork();
  if (pid == 0) {
    become_run();
    return true;
  }
  out->pid = pid;
  if (pid < 0) {
    out->error = errno;
    return false;
  }
  watch(pid, out);
  /* A process left behind is our child by now. */
  if (waitpid(-1, NULL, __WALL | WNOHANG) >= 0 || errno != ECHILD) {
    RT.area->is_over = 1;
    kill_all(pid);
  }
  __tp2ph_end();
  return false;
}

/* Stay on the processor where tp2ph is: it sleeps while we run, and waking
 * another processor takes longer than many a run. */
static void follow(int cpu) {
  cpu_set_t one;
  if (cpu < 0 || cpu == server_cpu || cpu >= CPU_SETSIZE)
    return;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  if (sched_setaffinity(0, sizeof one, &one) == 0)
    server_cpu = cpu;
}

/* Returns in each run; ends the server's own process when tp2ph is gone. */
static void serve(void) {
  tp_area_result result = {0};
  tp_area_order order;
  for (;;) {
    if (send(TP_FD_CONTROL, &result, sizeof result, MSG_NOSIGNAL) < 0)
      _exit(0);
    ssize_t n;
    do
      n = recv(TP_FD_CONTROL, &order, sizeof order, 0);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)sizeof order)
      _exit(0);
    follow(order.cpu);
    memset(&result, 0, sizeof result);
    if (run(&result))
      return;
  }
}

/* ---- the start ---- */

/* The file of n bytes, at a multiple of the window. */
static void *map_file(size_t n) {
  char *p = mmap(NULL, n + TP_AREA_WINDOW, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return p;
  size_t skip =
      (TP_AREA_WINDOW - (uintptr_t)p % TP_AREA_WINDOW) % TP_AREA_WINDOW;
  if (skip)
    munmap(p, skip);
  munmap(p + skip + n, TP_AREA_WINDOW - skip);
  return mmap(p + skip, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
              TP_FD_AREA, 0);
}

static tp_area *map_area(void) {
  struct stat st;
  if (fstat(TP_FD_AREA, &st) != 0 || (size_t)st.st_size < sizeof(tp_area))
    return NULL;
  void *p = map_file((size_t)st.st_size);
  if (p == MAP_FAILED)
    return NULL;
  tp_area *area = p;
  if (area->magic != TP_WIRE_MAGIC || area->bytes != (uint64_t)st.st_size)
    return NULL;
  mprotect((char *)p + area->tables, area->tables_end - area->tables,
           PROT_READ);
  return area;
}

/* Sanitizers reserve terabytes of address space: no limit on that then. */
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
extern void __msan_init(void) __attribute__((weak));

static void set_limits(void) {
  struct rlimit none = {0, 0}, file = {FILE_BYTES, FILE_BYTES};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &file);
  if (RT.area->memory == 0 || __asan_init || __tsan_init || __msan_init)
    return;
  char text[128];
  if (read_text("/proc/self/statm", text, sizeof text) > 0)
    address_limit =
        RT.area->memory + strtoull(text, NULL, 10) * (uint64_t)TP_AREA_PAGE;
}

static void silence(void) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0)
    return;
  dup2(null, 1);
  dup2(null, 2);
  close(null);
}

__attribute__((constructor(101))) static void start(void) {
  if (!getenv(TP_AREA_ENV))
    return;
  unsetenv(TP_AREA_ENV);
  unsetenv("LD_BIND_NOW");
  tp_area *area = map_area();
  if (!area)
    return;
  close(TP_FD_AREA);
  if (!__tp2ph_setup(area) ||
      pthread_atfork(before_fork, NULL, after_fork) != 0)
    _exit(127);
  sigset_t chld;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  sigprocmask(SIG_BLOCK, &chld, &run_mask);
  signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, 0); /* the warden sees tp2ph end, and cleans up */
  pid_t warden = getpid(), server = fork();
  if (server < 0)
    _exit(127);
  if (server > 0)
    guard(server);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != warden)
    _exit(0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  silence();
  set_limits();
  sched_getaffinity(0, sizeof run_cpus, &run_cpus);
  serve();
}
