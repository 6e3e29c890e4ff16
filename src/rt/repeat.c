/* SPDX-License-Identifier: MIT */
/* The inside of a process that makes many runs.
 *
 * Every system call of the program becomes a SIGSYS; what is needed then is
 * done by its handler, on a stack of its own: take the picture of memory and
 * registers when the first run starts, answer calls, and at the end of a run
 * put the picture back. Our own calls are made by the gate, a few instructions
 * that the kernel excepts. A run that takes too long without reading an input
 * is ended by SIGPROF, which comes some times while its time passes.
 *
 * The picture holds all private memory that can be written. Pages that were
 * never touched need no look: /proc/self/pagemap tells which. Memory that the
 * run gets lies above the first end of the heap, or below the stack.
 *
 * What the handler relies on cannot be changed by a wild pointer: it lies in
 * memory that is read-only, found by the handler's own stack pointer.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/repeat.h"

#include "wire/spent.h"
#include "rt/state.h"

#ifndef __x86_64__

void __tp2ph_repeat(int control, int server, const tp_area_order *first) {
  (void)control;
  (void)server;
  (void)first;
  end_process(0);
}

#else

#include <fcntl.h>
#include <linux/audit.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

/* Of Linux, for older headers. */
#define SET_DISPATCH 59 /* PR_SET_SYSCALL_USER_DISPATCH */
#define DISPATCH_ON 1
#define DISPATCHED 2 /* si_code */
#define BLOCKED 1    /* the selector */
#define OWN_RESTORER 0x04000000
#define KERNEL_SIGSET 8

#define PAGE ((uintptr_t)TP_AREA_PAGE)
#define PAGE_IS_THERE (UINT64_C(3) << 62) /* present or swapped */
#define PAGE_OF_FILE (UINT64_C(1) << 61)
#define PAGES 256 /* looked up at a time */
#define FEW_PAGES 4

#define MAX_RANGES 64
#define MAX_FRAME 12288                  /* bytes: registers, AVX and all */
#define MAX_PICTURE (UINT64_C(4) << 20)  /* bytes copied */
#define MAX_MEMORY (UINT64_C(32) << 20)  /* bytes of address space */
#define HEAP_BYTES (UINT64_C(4) << 20)   /* that a run may get */
#define STACK_BYTES ((uintptr_t)1 << 20) /* that a run may use */
#define ARENA_BYTES (UINT64_C(32) << 20) /* of the runtime's own, likewise */
#define MAX_CALLS 64                     /* let through in one run */
#define CHECKPOINT 29808                 /* a call that Linux does not have */

typedef struct range { /* private memory that can be written */
  uintptr_t low, high;
  size_t copy;  /* where its picture starts */
  bool is_file; /* untouched pages are the file's, not zero */
} range;

typedef struct picture { /* read-only once it is taken */
  uint8_t selector;
  int control, server, pagemap;
  uint32_t n;
  range at[MAX_RANGES];
  char *copy;
  uintptr_t heap_end, heap_limit, stack_low;
  size_t frame_bytes;
  char frame[MAX_FRAME]; /* what the kernel saved in the first signal */
} picture;

#define PICTURE_BYTES 16384u
typedef struct block { /* TP_AREA_WINDOW bytes, at a multiple of that */
  union {
    picture picture;
    char room[PICTURE_BYTES];
  };
  uint32_t calls;  /* let through in this run */
  uint32_t number; /* of its order */
  uint32_t looks;  /* at how long it takes */
  uint32_t late;   /* the look by which it must have read another input */
  uint64_t reads;  /* inputs that it had read then */
  int32_t cpu;
  uint64_t nanoseconds; /* that a run may take */
  char stack[TP_AREA_WINDOW - PICTURE_BYTES - 64] __attribute__((aligned(64)));
} block;

_Static_assert(sizeof(picture) <= PICTURE_BYTES, "the picture has room");
_Static_assert(sizeof(block) <= TP_AREA_WINDOW, "the block fits its window");

/* By an address of its stack. */
static block *block_of(uintptr_t at) {
  return (block *)(at & ~(uintptr_t)(TP_AREA_WINDOW - 1));
}

/* ---- the gate ---- */

void __tp2ph_gate_back(void);
__asm__(".pushsection .text\n"
        ".hidden __tp2ph_gate, __tp2ph_gate_back, __tp2ph_gate_end\n"
        ".globl __tp2ph_gate, __tp2ph_gate_back, __tp2ph_gate_end\n"
        "__tp2ph_gate:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %rdi\n"
        "  mov %rdx, %rsi\n"
        "  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n"
        "  mov %r9, %r8\n"
        "  mov 8(%rsp), %r9\n"
        "  syscall\n"
        "  ret\n"
        "__tp2ph_gate_back:\n" /* from a signal handler */
        "  mov $15, %eax\n"
        "  syscall\n"
        "  ud2\n"
        "__tp2ph_gate_end:\n"
        ".popsection\n");
#define GATE(number, a, b, c, d, e, f) \
  __tp2ph_gate((long)(number), (long)(a), (long)(b), (long)(c), (long)(d), \
               (long)(e), (long)(f))
#define GATE1(number, a) GATE(number, a, 0, 0, 0, 0, 0)

static void give_up_process(void) {
  for (;;)
    GATE1(SYS_exit_group, 0);
}

/* ---- memory ---- */

/* Which of n pages are there, as /proc/self/pagemap says. A few are looked at
 * without asking. */
static bool find_pages(const picture *p, uintptr_t at, uintptr_t n,
                       uint64_t *entry) {
  long bytes = (long)(n * sizeof *entry);
  for (uintptr_t i = 0; n <= FEW_PAGES && i < n; i++)
    entry[i] = PAGE_IS_THERE;
  return n <= FEW_PAGES || GATE(SYS_pread64, p->pagemap, entry, bytes,
                                at / PAGE * sizeof *entry, 0, 0) == bytes;
}

/* Take the picture of a range, or put it back. */
static bool copy_range(const picture *p, const range *r, bool is_back,
                       uint64_t *bytes) {
  uint64_t entry[PAGES];
  for (uintptr_t at = r->low; at < r->high; at += PAGES * PAGE) {
    uintptr_t left = (r->high - at) / PAGE, n = left < PAGES ? left : PAGES;
    if (!find_pages(p, at, n, entry))
      return false;
    for (uintptr_t i = 0; i < n; i++) {
      char *page = (char *)(at + i * PAGE);
      char *copy = p->copy + r->copy + (at - r->low) + i * PAGE;
      bool is_own = entry[i] & PAGE_IS_THERE && !(entry[i] & PAGE_OF_FILE);
      if (is_back && is_own && __builtin_memcmp(page, copy, PAGE) != 0)
        __builtin_memcpy(page, copy, PAGE);
      if (!is_back && (is_own || r->is_file)) {
        *bytes += PAGE;
        if (*bytes > MAX_PICTURE)
          return false;
        __builtin_memcpy(copy, page, PAGE);
      }
    }
  }
  return true;
}

static bool copy_all(const picture *p, bool is_back) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < p->n; i++)
    if (!copy_range(p, &p->at[i], is_back, &bytes))
      return false;
  return true;
}

static uintptr_t read_number(const char **text, unsigned base) {
  uintptr_t n = 0;
  for (;; ++*text) {
    char c = **text;
    if (c >= '0' && c <= '9')
      n = base * n + (uintptr_t)(c - '0');
    else if (base == 16 && c >= 'a' && c <= 'f')
      n = base * n + (uintptr_t)(c - 'a') + 10;
    else
      return n;
  }
}

/* A line of /proc/self/maps: low-high rwxp offset device inode name. */
static bool note_range(picture *p, const char *line, size_t *bytes,
                       uintptr_t stack) {
  range r = {.copy = *bytes};
  r.low = read_number(&line, 16);
  line += *line == '-';
  r.high = read_number(&line, 16);
  for (int i = 0; i < 6; i++)
    if (!line[i])
      return true;
  if (line[2] != 'w' || line[4] != 'p')
    return true;
  line += 6;
  for (int spaces = 0; spaces < 2; line++) {
    if (!*line)
      return false;
    spaces += *line == ' ';
  }
  r.is_file = read_number(&line, 10) != 0;
  if (stack >= r.low && stack < r.high)
    p->stack_low = r.low;
  *bytes += r.high - r.low;
  if (p->n == MAX_RANGES || *bytes > MAX_MEMORY)
    return false;
  p->at[p->n++] = r;
  return true;
}

static bool find_ranges(picture *p, uintptr_t stack, size_t *bytes) {
  char text[1024], line[128];
  size_t length = 0;
  long n, fd = GATE(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY, 0, 0, 0);
  bool is_fine = fd >= 0;
  while (is_fine && (n = GATE(SYS_read, fd, text, sizeof text, 0, 0, 0)) > 0)
    for (long i = 0; i < n && is_fine; i++) {
      if (text[i] == '\n') {
        line[length] = '\0';
        length = 0;
        is_fine = note_range(p, line, bytes, stack);
      } else if (length < sizeof line - 1) {
        line[length++] = text[i];
      }
    }
  GATE1(SYS_close, fd);
  return is_fine && p->stack_low;
}

/* Whether the stack is larger than it was. */
static bool stack_grew(const picture *p) {
  unsigned char is_there;
  return GATE(SYS_mincore, p->stack_low - PAGE, PAGE, &is_there, 0, 0, 0) == 0;
}

/* ---- registers ---- */

/* What the kernel saved lies between its ucontext and the stack's end. */
static size_t frame_bytes(block *b, const ucontext_t *where) {
  return (size_t)(b->stack + sizeof b->stack - (const char *)where);
}

/* ---- the course of a run ---- */

/* Heap above its first end is given back after the run. */
static void note_heap(picture *p) {
  uint64_t most = HEAP_BYTES, limit = RT.area->memory;
  if (limit && limit / 2 < most)
    most = limit / 2;
  p->heap_end = (uintptr_t)GATE1(SYS_brk, 0);
  p->heap_limit = p->heap_end + most;
}

static void start_clock(const block *b) { /* of processor time */
  uint64_t look = b->nanoseconds / 1000 / TP_SPENT_LOOKS + 1;
  struct timeval each = {(time_t)(look / 1000000),
                         (suseconds_t)(look % 1000000)};
  struct itimerval looks = {each, each};
  GATE(SYS_setitimer, ITIMER_PROF, &looks, 0, 0, 0, 0);
}

/* Room on the stack is made before the picture is taken: that it has grown
 * further shows that a run needs more. */
static bool take_picture(block *b, ucontext_t *where) {
  picture *p = &b->picture;
  uintptr_t stack = (uintptr_t)where->uc_mcontext.gregs[REG_RSP];
  size_t bytes = 0;
  if (stack - RT.stack_bottom > 2 * STACK_BYTES)
    (void)*(volatile char *)(stack - STACK_BYTES);
  p->pagemap =
      (int)GATE(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY, 0, 0, 0);
  if (p->pagemap < 0 || !find_ranges(p, stack, &bytes))
    return false;
  long copy = GATE(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  p->copy = (char *)copy;
  note_heap(p);
  p->frame_bytes = frame_bytes(b, where);
  where->uc_mcontext.gregs[REG_RAX] = 0;
  if (copy < 0 || p->frame_bytes > MAX_FRAME || !copy_all(p, false))
    return false;
  __builtin_memcpy(p->frame, where, p->frame_bytes);
  start_clock(b);
  return GATE(SYS_mprotect, copy, bytes, PROT_READ, 0, 0, 0) == 0 &&
         GATE(SYS_mprotect, b, PICTURE_BYTES, PROT_READ, 0, 0, 0) == 0;
}

static void set_cpu(block *b, int cpu) {
  cpu_set_t one;
  if (cpu < 0 || cpu == b->cpu || cpu >= CPU_SETSIZE)
    return;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  GATE(SYS_sched_setaffinity, 0, sizeof one, &one, 0, 0, 0);
  b->cpu = cpu;
}

static void begin_time(block *b) {
  b->looks = 0;
  b->late = TP_SPENT_LOOKS;
  b->reads = 0;
}

static void put_back(block *b, ucontext_t *where) {
  const picture *p = &b->picture;
  if ((uintptr_t)GATE1(SYS_brk, 0) != p->heap_end)
    GATE1(SYS_brk, p->heap_end);
  if (frame_bytes(b, where) != p->frame_bytes || !copy_all(p, true))
    give_up_process();
  __builtin_memcpy(where, p->frame, p->frame_bytes);
  b->calls = 0;
  begin_time(b);
}

static void await_order(block *b) {
  const picture *p = &b->picture;
  tp_area_order order;
  for (;;) {
    if (GATE(SYS_recvfrom, p->control, &order, sizeof order, 0, 0, 0) !=
        sizeof order)
      give_up_process();
    if (order.place == TP_PLACE_ANY)
      break;
    if (GATE(SYS_sendto, p->server, &order, sizeof order, MSG_NOSIGNAL, 0, 0) <
            0 ||
        GATE(SYS_recvfrom, p->server, &order, 1, 0, 0, 0) != 1)
      give_up_process();
  }
  b->number = order.number;
  set_cpu(b, order.cpu);
  b->nanoseconds = order.nanoseconds;
  start_clock(b);
}

/* Whether this process is not fit for more runs. */
static bool is_spent(const picture *p) {
  return stack_grew(p) || RT.area->arena_bytes > ARENA_BYTES;
}

/* Tell how the run ended; be ready for the next and wait for its order. */
static void next_run(block *b, ucontext_t *where, tp_area_result result) {
  const picture *p = &b->picture;
  result.number = b->number;
  if (is_spent(p) || GATE(SYS_sendto, p->control, &result, sizeof result,
                          MSG_NOSIGNAL, 0, 0) < 0)
    give_up_process();
  put_back(b, where);
  await_order(b);
}

/* ---- system calls ---- */

/* Calls that change nothing: stdin, stdout and stderr are /dev/null. Not the
 * clocks of processor time, which tell what ran here before. */
static bool is_harmless(const picture *p, const greg_t *r) {
  uint64_t first = (uint64_t)r[REG_RDI];
  switch (r[REG_RAX]) {
  case SYS_write:
  case SYS_writev:
    return first == 1 || first == 2;
  case SYS_read:
    return first == 0;
  case SYS_fstat:
  case SYS_lseek:
    return first <= 2;
  case SYS_newfstatat:
    return first <= 2 && r[REG_R10] == AT_EMPTY_PATH;
  case SYS_ioctl:
    return first <= 2 && r[REG_RSI] == TCGETS;
  case SYS_clock_gettime:
    return first == CLOCK_REALTIME || first == CLOCK_MONOTONIC;
  case SYS_brk:
    return first == 0 || (first >= p->heap_end && first <= p->heap_limit);
  case SYS_getrandom:
  case SYS_gettimeofday:
  case SYS_time:
    return true;
  default:
    return false;
  }
}

/* Makes the call; false: it should be made in a process of its own. The number
 * of the process is what it would be there. */
static bool let_through(block *b, greg_t *r) {
  if (r[REG_RAX] == SYS_getpid) {
    r[REG_RAX] = RT.run_pid;
    return true;
  }
  if (!is_harmless(&b->picture, r) || b->calls++ == MAX_CALLS)
    return false;
  greg_t result = GATE(r[REG_RAX], r[REG_RDI], r[REG_RSI], r[REG_RDX],
                       r[REG_R10], r[REG_R8], r[REG_R9]);
  if (r[REG_RAX] == SYS_brk && r[REG_RDI] && result != r[REG_RDI])
    return false; /* no memory: because of us? */
  r[REG_RAX] = result;
  return true;
}

static void on_call(int signal_number, siginfo_t *info, void *place) {
  block *b = block_of(FRAME());
  ucontext_t *where = place;
  greg_t *r = where->uc_mcontext.gregs;
  (void)signal_number;
  if (info->si_code != DISPATCHED)
    give_up_process();
  bool is_ours = info->si_arch == AUDIT_ARCH_X86_64;
  if (is_ours && r[REG_RAX] == CHECKPOINT && b->picture.n == 0) {
    if (!take_picture(b, where))
      give_up_process();
  } else if (is_ours && r[REG_RAX] == SYS_exit_group) {
    next_run(b, where,
             (tp_area_result){.status = (int)(r[REG_RDI] & 0xff) << 8});
  } else if (!is_ours || !let_through(b, r)) {
    next_run(b, where, (tp_area_result){.again = TP_AGAIN});
  }
}

/* As wire/spent.h has it for processes. One signal may still be of the run
 * before. */
static void on_time(int signal_number, siginfo_t *info, void *place) {
  block *b = block_of(FRAME());
  (void)signal_number;
  (void)info;
  b->looks++;
  if (b->reads != RT.area->n_reads) {
    b->reads = RT.area->n_reads;
    b->late = b->looks + TP_SPENT_LOOKS;
  }
  if (b->looks > TP_SPENT_LOOKS)
    RT.area->most = 0; /* no more inputs */
  if (b->looks > b->late)
    next_run(b, place, (tp_area_result){.timed_out = 1});
}

/* ---- the start ---- */

/* As the kernel has it. */
typedef struct kernel_action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
} kernel_action;

static bool handle(int number, void (*handler)(int, siginfo_t *, void *)) {
  kernel_action action = {handler, SA_SIGINFO | SA_ONSTACK | OWN_RESTORER,
                          __tp2ph_gate_back, UINT64_MAX};
  return GATE(SYS_rt_sigaction, number, &action, 0, KERNEL_SIGSET, 0, 0) == 0;
}

void __tp2ph_repeat(int control, int server, const tp_area_order *first) {
  block *b = (block *)__tp2ph_map(sizeof *b);
  if (!b)
    give_up_process();
  b->picture.selector = BLOCKED;
  b->picture.control = control;
  b->picture.server = server;
  begin_time(b);
  b->number = first->number;
  b->cpu = first->cpu;
  b->nanoseconds = first->nanoseconds;
  stack_t stack = {.ss_sp = b->stack, .ss_size = sizeof b->stack};
  uintptr_t gate = (uintptr_t)__tp2ph_gate;
  if (GATE(SYS_sigaltstack, &stack, 0, 0, 0, 0, 0) != 0 ||
      !handle(SIGSYS, on_call) || !handle(SIGPROF, on_time) ||
      GATE(SYS_prctl, SET_DISPATCH, DISPATCH_ON, gate,
           (uintptr_t)__tp2ph_gate_end - gate, &b->picture.selector, 0) != 0 ||
      tp_kernel_call(CHECKPOINT, 0, 0, 0, 0, 0, 0) != 0)
    give_up_process();
}

#endif
