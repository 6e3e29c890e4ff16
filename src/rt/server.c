/* The fork server. It runs inside the program under test, in a constructor
 * before the program's own, and makes copies of the process for the runs.
 *
 *   tp2ph -- warden -- server -- run -- whatever the run forks
 *                             |- worker
 *
 * A run that only computes is made by the worker, which makes many
 * (rt/repeat.h). It talks to tp2ph itself; the server looks after it, and makes
 * the runs that need a process of their own.
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
#include "rt/process.h"
#include "rt/repeat.h"
#include "rt/state.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILE_BYTES (UINT64_C(256) << 20) /* of a file that a run writes */
#define KERNEL_SIGSET 8 /* bytes of a signal set in system calls */
/* Of a run's stack: instrumented frames are several times as large. The kernel
 * keeps at least 128 MB free below every stack. */
#define STACK_BYTES (UINT64_C(64) << 20)

static uint64_t address_limit;  /* RLIMIT_AS of a run; 0: none */
static struct rlimit own_stack; /* as the plain program has it */
static cpu_set_t run_cpus;      /* processors of a run */
static int server_cpu = -1;     /* that the server keeps to */
static sigset_t run_mask;       /* signals as a run starts with them */

static pid_t worker; /* 0: none */
static int channel;  /* to the worker */

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
    kill(server, SIGCONT); /* a run may have stopped it */
  __tp2ph_kill_all(0);
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
static void leave_server(int first_fd) {
  RT.run_pid = (int)syscall(SYS_getpid);
  syscall(SYS_setpgid, 0, 0);
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  for (int fd = first_fd; fd <= TP_FD_ERR; fd++)
    syscall(SYS_close, fd);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &run_mask, NULL, KERNEL_SIGSET);
}

static void record_events(void) {
  errno = 0; /* as every program finds it */
  __tp2ph_begin();
  __tp2ph_mode = MODE_ON;
}

static void become_run(void) {
  const tp_area *area = RT.area;
  if (area->capture) {
    dup2(TP_FD_OUT, 1);
    dup2(TP_FD_ERR, 2);
  }
  if (worker)
    syscall(SYS_close, channel);
  leave_server(TP_FD_CONTROL);
  if (address_limit) {
    struct rlimit limit = {address_limit, address_limit};
    syscall(SYS_prlimit64, 0, RLIMIT_AS, &limit, NULL);
  }
  if (area->is_narrow)
    syscall(SYS_prlimit64, 0, RLIMIT_STACK, &own_stack, NULL);
  if (area->locate)
    __tp2ph_watch_crashes();
  if (server_cpu >= 0)
    syscall(SYS_sched_setaffinity, 0, sizeof run_cpus, &run_cpus);
  record_events();
}

/* Returns at the start of each run. */
static void become_worker(int to_server, const tp_area_order *order) {
  leave_server(TP_FD_CONTROL + 1);
  __tp2ph_repeat(TP_FD_CONTROL, to_server, order);
  record_events();
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

/* ---- talking ---- */

/* The next order, of tp2ph or passed on by the worker. False: gone. */
static bool receive(int fd, tp_area_order *order) {
  ssize_t n;
  do
    n = recv(fd, order, sizeof *order, 0);
  while (n < 0 && errno == EINTR);
  return n == (ssize_t)sizeof *order;
}

static void answer(const tp_area_result *result) {
  if (send(TP_FD_CONTROL, result, sizeof *result, MSG_NOSIGNAL) < 0)
    _exit(0);
}

/* ---- a run in a process of its own ---- */

static void drop_worker(void) {
  if (worker == 0)
    return;
  close(channel);
  kill(worker, SIGKILL);
  waitpid(worker, NULL, 0);
  worker = 0;
}

/* True in the run itself. */
static bool run_alone(const tp_area_order *order) {
  tp_area_result result = {.number = order->number};
  follow(order->cpu);
  pid_t pid = fork();
  if (pid == 0) {
    become_run();
    return true;
  }
  if (pid < 0)
    result.error = errno;
  else
    __tp2ph_watch(pid, &result);
  /* A process left behind is our child by now. */
  if (__tp2ph_has_children(worker)) {
    RT.area->is_over = 1;
    drop_worker();
    __tp2ph_kill_all(pid > 0 ? pid : 0);
  }
  __tp2ph_end();
  answer(&result);
  return false;
}

/* ---- runs of the worker ---- */

/* Sanitizers reserve terabytes of address space. */
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
extern void __msan_init(void) __attribute__((weak));

static bool is_sanitized(void) {
  return __asan_init || __tsan_init || __msan_init;
}

/* True in the worker, at the start of each of its runs. */
static bool start_worker(const tp_area_order *order) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  worker = fork();
  channel = ends[0];
  if (worker == 0) {
    close(ends[0]);
    become_worker(ends[1], order);
    return true;
  }
  close(ends[1]);
  if (worker < 0) {
    close(ends[0]);
    worker = 0;
  }
  return false;
}

/* As long as there is a worker, it takes the orders; those that it does not
 * carry out it passes on, and waits. True in a run. */
static bool run_by_worker(const tp_area_order *first) {
  tp_area_order order;
  tp_area_result lost = {.again = TP_AGAIN_LOST};
  follow(first->cpu);
  if (start_worker(first))
    return true;
  while (worker && receive(channel, &order)) {
    if (order.place == TP_PLACE_ALWAYS_ALONE)
      drop_worker();
    if (run_alone(&order))
      return true;
    if (worker == 0)
      return false;
    send(channel, "", 1, MSG_NOSIGNAL);
  }
  drop_worker();
  __tp2ph_end();
  answer(&lost);
  return false;
}

/* Returns in each run; ends the server's own process when tp2ph is gone. */
static void serve(void) {
  tp_area_order order;
  const tp_area_result ready = {.number = 0};
  answer(&ready);
  while (receive(TP_FD_CONTROL, &order))
    if (order.place == TP_PLACE_ANY && !is_sanitized() ? run_by_worker(&order)
                                                       : run_alone(&order))
      return;
  _exit(0);
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

/* Only now: from the limit at the start of a program the C library takes the
 * size of the stacks of threads. A run that fills its stack must not be taken
 * for one that is short of memory. */
static void make_room_on_stack(const tp_area *area) {
  uint64_t bytes = STACK_BYTES;
  if (area->memory && area->memory / 4 < bytes)
    bytes = area->memory / 4;
  if (getrlimit(RLIMIT_STACK, &own_stack) != 0)
    own_stack = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  struct rlimit limit = own_stack;
  if (bytes > limit.rlim_max)
    bytes = limit.rlim_max;
  if (bytes > limit.rlim_cur) {
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_STACK, &limit);
  }
}

static void set_limits(void) {
  struct rlimit none = {0, 0}, file = {FILE_BYTES, FILE_BYTES};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &file);
  if (RT.area->memory == 0 || is_sanitized())
    return;
  char text[128];
  if (__tp2ph_read_text("/proc/self/statm", text, sizeof text) > 0)
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
  make_room_on_stack(area);
  if (!__tp2ph_setup(area) ||
      pthread_atfork(before_fork, NULL, after_fork) != 0)
    _exit(127);
  sigset_t chld;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  sigprocmask(SIG_BLOCK, &chld, &run_mask);
  signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  /* The warden sees tp2ph end, and cleans up; a run may have stopped it. */
  prctl(PR_SET_PDEATHSIG, SIGCONT);
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
