/* Where a run crashed. Only in runs that tp2ph makes again to find out: the
 * handlers here are not there in other runs, so that the program behaves as
 * ever. Handlers that the program installs replace ours.
 *
 * The call stack is unwound by the C library; addresses of the program's own
 * code go into the area, the innermost first.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/state.h"

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_BYTES (256u << 10)
#define DEPTH 256

static uintptr_t load_address;

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

static void put_frame(uintptr_t pc) {
  tp_area *area = RT.area;
  if (pc >= RT.main_low && pc < RT.main_high &&
      area->n_frames < TP_AREA_MAX_FRAMES)
    area->frames[area->n_frames++] = pc - load_address;
}

/* Frames before the one that was interrupted are our own. Return addresses lie
 * behind their call: one less is inside it. */
static void crashed(int signal_number, siginfo_t *info, void *where) {
  void *stack[DEPTH];
  (void)signal_number;
  (void)info;
  uintptr_t pc = pc_of(where);
  put_frame(pc);
  int n = backtrace(stack, DEPTH), first = 0;
  for (int i = 0; i < n && first == 0; i++)
    if ((uintptr_t)stack[i] == pc)
      first = i + 1;
  if (first == 0 && RT.area->n_frames == 0)
    put_frame(caller_of_nowhere(where) - 1);
  for (int i = first; i < n; i++)
    put_frame((uintptr_t)stack[i] - 1);
  _exit(1);
}

static int note_address(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  load_address = info->dlpi_addr;
  return 1;
}

void __tp2ph_watch_crashes(void) {
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL,
                              SIGABRT, SIGSYS, SIGTRAP, SIGXFSZ};
  stack_t alternate = {0};
  struct sigaction action = {0};
  void *prime[1];
  alternate.ss_sp = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  alternate.ss_size = STACK_BYTES;
  if (alternate.ss_sp == MAP_FAILED || sigaltstack(&alternate, NULL) != 0)
    return;
  dl_iterate_phdr(note_address, NULL);
  if (RT.is_dynamic)
    backtrace(prime, 1); /* loads the unwinder now, not in the handler */
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    sigaction(fatal[i], &action, NULL);
}
