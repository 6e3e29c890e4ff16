/* SPDX-License-Identifier: MIT */
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
 * In a world of its own (exec/world.h) the server is the first process: nothing
 * in it can harm it, and the kernel ends the others with it. Elsewhere the
 * warden sits between so that nothing survives: it is a subreaper and does
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
#include "wire/reap.h"
#include "rt/process.h"
#include "rt/repeat.h"
#include "rt/state.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define FILE_BYTES (UINT64_C(256) << 20) /* of a file that a run writes */
/* Of a run's stack: instrumented frames are several times as large. The kernel
 * keeps at least 128 MB free below every stack. */
#define STACK_BYTES (UINT64_C(64) << 20)

static uint64_t address_limit;  /* RLIMIT_AS of a run; 0: none */
static struct rlimit own_stack; /* as the plain program has it */
static cpu_set_t run_cpus;      /* processors of a run */
static int server_cpu = -1;     /* that the server keeps to */
static uint64_t run_mask;       /* signals as a run starts with them */

static pid_t worker; /* 0: none */
static int channel;  /* to the worker */

/* ---- a copy of this process ---- */

/* What the C library has told the kernel of the main thread, which a copy must
 * be told again. */
static int *thread_id;
static void *robust_list;
static size_t robust_bytes;

static void note_thread(void) {
  if (TP_KERNEL(prctl, PR_GET_TID_ADDRESS, &thread_id) != 0)
    thread_id = NULL;
  if (TP_KERNEL(get_robust_list, 0, &robust_list, &robust_bytes) != 0)
    robust_list = NULL;
}

/* In a world of its own each run has the same number. */
#define RUN_NUMBER 2
#define WORKER_NUMBER 3
static bool is_first; /* process of its world */

/* A copy with that number; negative: not possible. As clone3 takes it. */
static long copy_numbered(unsigned long flags, int number) {
  const struct {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack,
        stack_size, tls, set_tid, set_tid_size;
  } how = {.flags = flags,
           .child_tid = (uintptr_t)thread_id,
           .exit_signal = SIGCHLD,
           .set_tid = (uintptr_t)&number,
           .set_tid_size = 1};
  return TP_KERNEL(clone3, &how, sizeof how);
}

/* As fork does, but that nobody is told: 0 in the copy, or its number, or a
 * negative number. */
static long copy_process(int number) {
  unsigned long flags =
      thread_id ? CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID : 0;
  long pid = is_first ? copy_numbered(flags, number) : -EPERM;
#ifdef __x86_64__
  if (pid < 0)
    pid = TP_KERNEL(clone, flags | SIGCHLD, 0, 0, thread_id, 0);
#else
  if (pid < 0)
    pid = TP_KERNEL(clone, flags | SIGCHLD, 0, 0, 0, thread_id);
#endif
  if (pid == 0 && robust_list)
    TP_KERNEL(set_robust_list, robust_list, robust_bytes);
  return pid;
}

/* ---- the warden ---- */

/* Never returns. */
static void guard(pid_t server) {
  const uint64_t chld = UINT64_C(1) << (SIGCHLD - 1);
  char news[128];
  int ends = (int)TP_KERNEL(signalfd4, -1, &chld, TP_REAP_SIGSET,
                            O_CLOEXEC | O_NONBLOCK);
  struct pollfd fds[] = {{TP_FD_CONTROL, POLLRDHUP, 0}, {ends, POLLIN, 0}};
  /* Our only child is the server: what is orphaned below it becomes its. */
  while (!tp_reap_has_ended(server) &&
         (TP_KERNEL(ppoll, fds, 2, 0, 0, 0) < 0 || fds[0].revents == 0)) {
    TP_KERNEL(read, ends, news, sizeof news);
    TP_KERNEL(kill, server, SIGCONT); /* a run may have stopped it */
  }
  tp_reap_all();
  end_process(0);
}

/* ---- one run, from inside ---- */

/* The run's first process. It can't leave our session, and nobody else is in
 * it: what the number means is looked at after it is held. */
static void end_first(void) {
  long fd = TP_KERNEL(pidfd_open, RT.run_pid, 0);
  if (TP_KERNEL(getsid, RT.run_pid) != RT.session)
    return;
  if (fd >= 0)
    TP_KERNEL(pidfd_send_signal, fd, SIGKILL, 0, 0);
  else if (fd == -ENOSYS)
    TP_KERNEL(kill, RT.run_pid, SIGKILL);
}

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
    end_first();
  }
  end_process(0);
}

/* In a process that the run has forked: it records nothing. */
static void after_fork(void) {
  if (RT.run_pid == 0)
    return;
  __tp2ph_mode = MODE_OFF;
  RT.is_forked = true;
  if (RT.area->is_over)
    end_process(0);
}

/* What the first process of a world may, and hides from the others. */
static void drop_power(void) {
  const uint32_t head[2] = {0x20080522, 0}; /* version 3, this process */
  const uint32_t none[6] = {0};
  TP_KERNEL(capset, head, none);
  TP_KERNEL(prctl, PR_SET_DUMPABLE, 1);
}

static void leave_server(int first_fd) {
  RT.run_pid = (int)TP_KERNEL(getpid);
  if (is_first)
    drop_power();
  TP_KERNEL(setpgid, 0, 0);
  TP_KERNEL(prctl, PR_SET_PDEATHSIG, SIGKILL);
  for (int fd = first_fd; fd <= TP_FD_ERR; fd++)
    TP_KERNEL(close, fd);
  TP_KERNEL(rt_sigprocmask, SIG_SETMASK, &run_mask, 0, TP_REAP_SIGSET);
}

static void record_events(void) {
  __tp2ph_begin();
  __tp2ph_mode = MODE_ON;
}

static void become_run(void) {
  const tp_area *area = RT.area;
  if (area->capture) {
    TP_KERNEL(dup3, TP_FD_OUT, 1, 0);
    TP_KERNEL(dup3, TP_FD_ERR, 2, 0);
  }
  if (worker)
    TP_KERNEL(close, channel);
  leave_server(TP_FD_CONTROL);
  if (address_limit) {
    struct rlimit limit = {address_limit, address_limit};
    TP_KERNEL(prlimit64, 0, RLIMIT_AS, &limit, 0);
  }
  if (area->is_narrow)
    TP_KERNEL(prlimit64, 0, RLIMIT_STACK, &own_stack, 0);
  if (area->locate)
    __tp2ph_watch_crashes();
  if (area->observe)
    __tp2ph_watch_denied();
  if (server_cpu >= 0)
    TP_KERNEL(sched_setaffinity, 0, sizeof run_cpus, &run_cpus);
  record_events();
}

/* Returns at the start of each run. */
static void become_worker(int to_server, const tp_area_order *order) {
  leave_server(TP_FD_CONTROL + 1);
  if (is_first && RT.run_pid == WORKER_NUMBER)
    RT.run_pid = RUN_NUMBER;
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
  if (TP_KERNEL(sched_setaffinity, 0, sizeof one, &one) == 0)
    server_cpu = cpu;
}

/* ---- talking ---- */

/* The next order, of tp2ph or passed on by the worker. False: gone. */
static bool receive(int fd, tp_area_order *order) {
  long n;
  do
    n = TP_KERNEL(recvfrom, fd, order, sizeof *order, 0, 0, 0);
  while (n == -EINTR);
  return n == (long)sizeof *order;
}

static long say(int fd, const void *at, size_t n) {
  return TP_KERNEL(sendto, fd, at, n, MSG_NOSIGNAL, 0, 0);
}

static void answer(const tp_area_result *result) {
  if (say(TP_FD_CONTROL, result, sizeof *result) < 0)
    end_process(0);
}

/* ---- a run in a process of its own ---- */

static void drop_worker(void) {
  if (worker == 0)
    return;
  TP_KERNEL(close, channel);
  tp_reap_kill(worker);
  TP_KERNEL(wait4, worker, 0, __WALL, 0);
  worker = 0;
}

/* True in the run itself. */
static bool run_alone(const tp_area_order *order) {
  tp_area_result result = {.number = order->number};
  RT.nanoseconds = order->nanoseconds;
  follow(order->cpu);
  long pid = copy_process(RUN_NUMBER);
  if (pid == 0) {
    become_run();
    return true;
  }
  if (pid < 0)
    result.error = (int32_t)-pid;
  else
    __tp2ph_watch((pid_t)pid, &result);
  /* A process left behind is our child by now. */
  if (tp_reap_has_others(worker != 0)) {
    RT.area->is_over = 1;
    drop_worker();
    tp_reap_all();
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
  if (TP_KERNEL(socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) !=
      0)
    return false;
  worker = (pid_t)copy_process(WORKER_NUMBER);
  channel = ends[0];
  if (worker == 0) {
    TP_KERNEL(close, ends[0]);
    become_worker(ends[1], order);
    return true;
  }
  TP_KERNEL(close, ends[1]);
  if (worker < 0) {
    TP_KERNEL(close, ends[0]);
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
    say(channel, "", 1);
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
  end_process(0);
}

/* ---- the start ---- */

/* The file of n bytes, at a multiple of the window; negative: no room. */
static long map_file(size_t n) {
  long at = TP_KERNEL(mmap, 0, n + TP_AREA_WINDOW, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at < 0)
    return at;
  size_t skip =
      (TP_AREA_WINDOW - (uintptr_t)at % TP_AREA_WINDOW) % TP_AREA_WINDOW;
  if (skip)
    TP_KERNEL(munmap, at, skip);
  TP_KERNEL(munmap, (size_t)at + skip + n, TP_AREA_WINDOW - skip);
  return TP_KERNEL(mmap, (size_t)at + skip, n, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, TP_FD_AREA, 0);
}

static tp_area *map_area(void) {
  long n = TP_KERNEL(lseek, TP_FD_AREA, 0, 2 /* the end */);
  long at = n < (long)sizeof(tp_area) ? -1 : map_file((size_t)n);
  if (at < 0)
    return NULL;
  tp_area *area = (tp_area *)at;
  if (area->magic != TP_WIRE_MAGIC || area->bytes != (uint64_t)n)
    return NULL;
  TP_KERNEL(mprotect, (uint64_t)at + area->tables,
            area->tables_end - area->tables, PROT_READ);
  return area;
}

/* Only now: from the limit at the start of a program the C library takes the
 * size of the stacks of threads. A run that fills its stack must not be taken
 * for one that is short of memory. */
static void make_room_on_stack(const tp_area *area) {
  uint64_t bytes = STACK_BYTES;
  if (area->memory && area->memory / 4 < bytes)
    bytes = area->memory / 4;
  if (TP_KERNEL(prlimit64, 0, RLIMIT_STACK, 0, &own_stack) != 0)
    own_stack = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  struct rlimit limit = own_stack;
  if (bytes > limit.rlim_max)
    bytes = limit.rlim_max;
  if (bytes > limit.rlim_cur) {
    limit.rlim_cur = bytes;
    TP_KERNEL(prlimit64, 0, RLIMIT_STACK, &limit, 0);
  }
}

static void set_limits(void) {
  struct rlimit none = {0, 0}, file = {FILE_BYTES, FILE_BYTES};
  TP_KERNEL(prlimit64, 0, RLIMIT_CORE, &none, 0);
  TP_KERNEL(prlimit64, 0, RLIMIT_FSIZE, &file, 0);
  if (RT.area->memory == 0 || is_sanitized())
    return;
  char text[128];
  const char *at = text;
  if (tp_kernel_read("/proc/self/statm", text, sizeof text) > 0)
    address_limit =
        RT.area->memory + tp_kernel_number(&at) * (uint64_t)TP_AREA_PAGE;
}

static void silence(void) {
  int null = tp_kernel_open("/dev/null", O_RDWR);
  if (null < 0)
    return;
  TP_KERNEL(dup3, null, 1, 0);
  TP_KERNEL(dup3, null, 2, 0);
  TP_KERNEL(close, null);
}

/* Whether the variable was there; it is taken out. */
static bool take_variable(char **environment, const char *name) {
  for (char **at = environment; *at; at++) {
    size_t n = 0;
    while (name[n] && (*at)[n] == name[n])
      n++;
    if (name[n] || (*at)[n] != '=')
      continue;
    for (; *at; at++)
      at[0] = at[1];
    return true;
  }
  return false;
}

/* The C library's fork asks us. In a static program it is part of the program
 * if fork is. */
typedef int register_at_fork(void (*)(void), void (*)(void), void (*)(void),
                             void *);
extern register_at_fork __register_atfork __attribute__((weak));

static bool watch_forks(void) {
  register_at_fork *ask =
      RT.is_dynamic ? (register_at_fork *)__tp2ph_outside("__register_atfork")
                    : __register_atfork;
  return ask ? ask(before_fork, NULL, after_fork, NULL) == 0 : !RT.is_dynamic;
}

static void prepare_signals(void) {
  const uint64_t chld = UINT64_C(1) << (SIGCHLD - 1);
  const uint64_t plain[4] = {0}; /* SIG_DFL, no flags */
  TP_KERNEL(rt_sigprocmask, SIG_BLOCK, &chld, &run_mask, TP_REAP_SIGSET);
  TP_KERNEL(rt_sigaction, SIGCHLD, plain, 0, TP_REAP_SIGSET);
}

/* In the server: the warden goes on to guard it. */
static void leave_warden(void) {
  TP_KERNEL(prctl, PR_SET_CHILD_SUBREAPER, 1);
  /* The warden sees tp2ph end, and cleans up; a run may have stopped it. */
  TP_KERNEL(prctl, PR_SET_PDEATHSIG, SIGCONT);
  long warden = TP_KERNEL(getpid), server = copy_process(0);
  if (server < 0)
    end_process(127);
  if (server > 0)
    guard((pid_t)server);
  TP_KERNEL(prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (TP_KERNEL(getppid) != warden)
    end_process(0);
  TP_KERNEL(prctl, PR_SET_CHILD_SUBREAPER, 1);
}

/* Nobody may look into the first process, which has a power that runs have not.
 */
static void become_first(void) {
  TP_KERNEL(prctl, PR_SET_PDEATHSIG, SIGKILL);
  TP_KERNEL(prctl, PR_SET_DUMPABLE, 0);
}

__attribute__((constructor(101))) static void start(int argc, char **argv,
                                                    char **environment) {
  (void)argc;
  (void)argv;
  if (!take_variable(environment, TP_AREA_ENV))
    return;
  take_variable(environment, "LD_BIND_NOW");
  tp_area *area = map_area();
  if (!area)
    return;
  TP_KERNEL(close, TP_FD_AREA);
  make_room_on_stack(area);
  if (!__tp2ph_setup(area, environment) || !watch_forks())
    end_process(127);
  note_thread();
  RT.session = (int)TP_KERNEL(getsid, 0);
  prepare_signals();
  is_first = TP_KERNEL(getpid) == 1;
  if (is_first)
    become_first();
  else
    leave_warden();
  silence();
  set_limits();
  TP_KERNEL(sched_getaffinity, 0, sizeof run_cpus, &run_cpus);
  serve();
}
