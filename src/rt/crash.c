/* SPDX-License-Identifier: MIT */
/* Where a run crashed. Only in runs that tp2ph makes again to find out: the
 * handlers here are not there in other runs, so that the program behaves as
 * ever. Handlers that the program installs replace ours.
 *
 * The call stack is unwound by the C library; in static programs, where that is
 * part of the program, what looks like the return address of a call is taken
 * for one. Addresses of the program's own code go into the area, the innermost
 * first.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/state.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#define STACK_BYTES (256u << 10)
#define DEPTH 256

#define KERNEL_SIGSET 8
#define OWN_RESTORER 0x04000000 /* SA_RESTORER */

static int (*unwind)(void **, int); /* of the C library; NULL: there is none */

static uintptr_t pc_of(const void *where) {
  const ucontext_t *u = where;
#if defined(__x86_64__)
  return (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)u->uc_mcontext.pc;
#else
  (void)u;
  return 0;
#endif
}

/* Where a call through a bad pointer came from: nothing can be unwound at its
 * target, but the return address is where the call has just put it. */
static uintptr_t caller_of_nowhere(const void *where) {
  const ucontext_t *u = where;
#if defined(__x86_64__)
  return *(const uintptr_t *)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return (uintptr_t)u->uc_mcontext.regs[30];
#else
  (void)u;
  return 0;
#endif
}

static uintptr_t stack_of(const void *where) {
  const ucontext_t *u = where;
#if defined(__x86_64__)
  return (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return (uintptr_t)u->uc_mcontext.sp;
#else
  (void)u;
  return 0;
#endif
}

/* Whether the instruction before this address of the program is a call. */
static bool is_behind_call(uintptr_t code) {
#if defined(__x86_64__)
  const uint8_t *at = (const uint8_t *)code;
  return at[-5] == 0xe8 || (at[-2] == 0xff && (at[-1] & 0x38) == 0x10);
#elif defined(__aarch64__)
  uint32_t word = ((const uint32_t *)code)[-1];
  return word >> 26 == 0x25 || (word & 0xfffffc1f) == 0xd63f0000;
#else
  return false;
#endif
}

typedef struct frames {
  uint64_t *at;
  uint32_t n, max;
} frames;

static void put_frame(frames *to, uintptr_t pc) {
  if (pc >= RT.main_low && pc < RT.main_high && to->n < to->max)
    to->at[to->n++] = pc - RT.load_address;
}

/* Return addresses lie behind their call: one less is inside it. */
static void put_calls_on_stack(frames *to, uintptr_t from) {
  const uintptr_t *at = (const uintptr_t *)(from & ~(sizeof from - 1));
  if (from < RT.stack_bottom || from >= RT.stack_top)
    return;
  for (; (uintptr_t)at < RT.stack_top && to->n < to->max; at++)
    if (*at >= RT.main_low + 8 && *at < RT.main_high && is_behind_call(*at))
      put_frame(to, *at - 1);
}

/* Frames before the one that was interrupted are our own. */
static void put_frames(frames *to, uintptr_t pc, const void *where) {
  void *stack[DEPTH];
  int n = unwind(stack, DEPTH), first = 0;
  for (int i = 0; i < n && first == 0; i++)
    if ((uintptr_t)stack[i] == pc)
      first = i + 1;
  if (first == 0 && to->n == 0)
    put_frame(to, caller_of_nowhere(where) - 1);
  for (int i = first; i < n; i++)
    put_frame(to, (uintptr_t)stack[i] - 1);
}

uint32_t __tp2ph_stack(const void *where, uint64_t *to, uint32_t max) {
  frames found = {to, 0, max};
  uintptr_t pc = pc_of(where);
  put_frame(&found, pc);
  if (unwind)
    put_frames(&found, pc, where);
  else
    put_calls_on_stack(&found, stack_of(where));
  return found.n;
}

void __tp2ph_prepare_stack(void) {
  void *prime[1];
  unwind = (int (*)(void **, int))__tp2ph_outside("backtrace");
  if (unwind)
    unwind(prime, 1); /* loads the unwinder now, not in the handler */
}

static void crashed(int signal_number, siginfo_t *info, void *where) {
  tp_area *area = RT.area;
  (void)signal_number;
  (void)info;
  area->n_frames = __tp2ph_stack(where, area->frames, TP_AREA_MAX_FRAMES);
  end_process(1);
}

#ifdef __x86_64__
/* Where the handler would return to. Unwinders know a signal's frame by these
 * very instructions, and that no function covers them. */
void __tp2ph_crash_back(void);
__asm__(".pushsection .text\n"
        ".hidden __tp2ph_crash_back\n"
        ".globl __tp2ph_crash_back\n"
        "  nop\n"
        "__tp2ph_crash_back:\n"
        "  mov $15, %rax\n"
        "  syscall\n"
        ".popsection\n");
#endif

/* As the kernel has it. */
void __tp2ph_handle(int number, void (*handler)(void), unsigned long flags) {
  const struct {
    void (*handler)(void);
    unsigned long flags;
#ifdef __x86_64__
    void (*restorer)(void);
#endif
    uint64_t mask;
  } action = {
      .handler = handler,
#ifdef __x86_64__
      .restorer = __tp2ph_crash_back,
      .flags = flags | SA_SIGINFO | OWN_RESTORER,
#else
      .flags = flags | SA_SIGINFO,
#endif
  };
  TP_KERNEL(rt_sigaction, number, &action, 0, KERNEL_SIGSET);
}

void __tp2ph_watch_crashes(void) {
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL,
                              SIGABRT, SIGSYS, SIGTRAP, SIGXFSZ};
  stack_t alternate = {.ss_size = STACK_BYTES};
  long at = TP_KERNEL(mmap, 0, STACK_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  alternate.ss_sp = (void *)at;
  if (at < 0 || TP_KERNEL(sigaltstack, &alternate, 0) != 0)
    return;
  __tp2ph_prepare_stack();
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    __tp2ph_handle(fatal[i], (void (*)(void))crashed,
                   SA_ONSTACK | SA_RESETHAND);
}
