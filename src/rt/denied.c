/* SPDX-License-Identifier: MIT */
/* Which system calls are denied to a run, and where they are made. Only in runs
 * that tp2ph makes once more to find out: a filter hands the calls that reach
 * outside (wire/denied.def) to a handler, which makes them and looks at the
 * result. What the run executes, and the run itself if it blocks SIGSYS, ends
 * by the first such call: how this run ends counts for nothing. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/repeat.h"
#include "rt/state.h"

#ifndef __x86_64__

void __tp2ph_watch_denied(void) {
}

#else

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <ucontext.h>

#define CALL(name) __NR_##name,
#define OLD CALL
static const uint32_t watched[] = {
#include "wire/denied.def"
};
#undef CALL
#undef OLD
#define WATCHED (sizeof watched / sizeof *watched)

static bool is_denied(long result) {
  return result == -EPERM || result == -EACCES || result == -EROFS ||
         result == -ENETUNREACH || result == -ENETDOWN;
}

static bool is_same(const tp_area_denied *a, const tp_area_denied *b) {
  for (uint32_t i = 0; i < a->n_frames; i++)
    if (a->frames[i] != b->frames[i])
      return false;
  return a->call == b->call && a->n_frames == b->n_frames;
}

static void note(uint32_t number, const void *where) {
  tp_area *area = RT.area;
  tp_area_denied *list = (tp_area_denied *)((char *)area + area->denied);
  tp_area_denied one = {.call = number, .count = 1};
  one.n_frames = __tp2ph_stack(where, one.frames, TP_AREA_DENIED_FRAMES);
  uint32_t n = area->n_denied;
  for (uint32_t i = 0; i < n && i < TP_AREA_MAX_DENIED; i++)
    if (is_same(&list[i], &one)) {
      list[i].count++;
      return;
    }
  if (n < TP_AREA_MAX_DENIED) {
    list[n] = one;
    area->n_denied = n + 1;
  }
}

static void on_call(int signal_number, siginfo_t *info, void *where) {
  greg_t *r = ((ucontext_t *)where)->uc_mcontext.gregs;
  (void)signal_number;
  long number = info->si_syscall;
  long result = __tp2ph_gate(number, r[REG_RDI], r[REG_RSI], r[REG_RDX],
                             r[REG_R10], r[REG_R8], r[REG_R9]);
  if (is_denied(result))
    note((uint32_t)number, where);
  r[REG_RAX] = result;
}

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define JUMP(how, value, yes, no) \
  BPF_JUMP(BPF_JMP | (how) | BPF_K, (uint32_t)(value), yes, no)

/* Calls of the gate are let through; what follows are the numbers. */
static uint32_t begin_filter(struct sock_filter *to) {
  uintptr_t low = (uintptr_t)__tp2ph_gate, high = (uintptr_t)__tp2ph_gate_end;
  const struct sock_filter begin[] = {
      LOAD(arch),
      JUMP(BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
               offsetof(struct seccomp_data, instruction_pointer) + 4),
      JUMP(BPF_JEQ, low >> 32, 0, 4),
      LOAD(instruction_pointer),
      JUMP(BPF_JGE, low, 0, 2),
      JUMP(BPF_JGT, high, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      LOAD(nr),
  };
  for (uint32_t i = 0; i < sizeof begin / sizeof *begin; i++)
    to[i] = begin[i];
  return sizeof begin / sizeof *begin;
}

void __tp2ph_watch_denied(void) {
  struct sock_filter filter[WATCHED + 16];
  uint32_t n = begin_filter(filter);
  for (uint32_t i = 0; i < WATCHED; i++)
    filter[n++] = (struct sock_filter)JUMP(BPF_JEQ, watched[i],
                                           (uint8_t)(WATCHED - i), 0);
  filter[n++] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
  const struct sock_fprog program = {(unsigned short)n, filter};
  __tp2ph_prepare_stack();
  __tp2ph_handle(SIGSYS, (void (*)(void))on_call, SA_NODEFER);
  TP_KERNEL(prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#endif
