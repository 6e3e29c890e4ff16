/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fibers over swapcontext. AddressSanitizer and valgrind are told about the
 * stacks: they would take a switch for an error. */
#include "base/fiber.h"

#include "base/alloc.h"

#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
#ifndef VALGRIND_STACK_REGISTER
#define VALGRIND_STACK_REGISTER(from, to) 0
#define VALGRIND_STACK_DEREGISTER(id) (void)(id)
#endif

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#ifdef HAS_ASAN
void __sanitizer_start_switch_fiber(void **save, const void *bottom,
                                    size_t size);
void __sanitizer_finish_switch_fiber(void *save, const void **bottom,
                                     size_t *size);
#define START_SWITCH __sanitizer_start_switch_fiber
#define FINISH_SWITCH __sanitizer_finish_switch_fiber
#else
#define START_SWITCH(save, bottom, size) \
  ((void)(save), (void)(bottom), (void)(size))
#define FINISH_SWITCH(save, bottom, size) \
  ((void)(save), (void)(bottom), (void)(size))
#endif

struct tp_fiber {
  ucontext_t here, back; /* of the fiber; of whoever continued it */
  char *stack;
  size_t size;
  unsigned number; /* valgrind's */
  void (*run)(void *state);
  void *state;
  bool has_returned;
  void *fake, *fake_back; /* ASan's, as are the bounds of the other stack */
  const void *bottom_back;
  size_t size_back;
};

/* makecontext hands over ints only. */
static void begin(unsigned high, unsigned low) {
  tp_fiber *f = (tp_fiber *)((uintptr_t)high << 32 | low);
  FINISH_SWITCH(NULL, &f->bottom_back, &f->size_back);
  f->run(f->state);
  f->has_returned = true;
  START_SWITCH(NULL, f->bottom_back, f->size_back);
  setcontext(&f->back);
}

tp_fiber *tp_fiber_new(size_t stack, void (*run)(void *), void *state) {
  size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  char *memory = mmap(NULL, stack + guard, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  mprotect(memory, guard, PROT_NONE);
  tp_fiber *f = TP_NEW(tp_fiber);
  *f = (tp_fiber){.stack = memory, .size = stack + guard};
  f->number = VALGRIND_STACK_REGISTER(memory, memory + f->size);
  f->run = run;
  f->state = state;
  getcontext(&f->here);
  f->here.uc_stack.ss_sp = memory + guard;
  f->here.uc_stack.ss_size = stack;
  uintptr_t self = (uintptr_t)f;
  makecontext(&f->here, (void (*)(void))begin, 2, (unsigned)(self >> 32),
              (unsigned)self);
  return f;
}

bool tp_fiber_continue(tp_fiber *f) {
  START_SWITCH(&f->fake_back, f->here.uc_stack.ss_sp, f->here.uc_stack.ss_size);
  swapcontext(&f->back, &f->here);
  FINISH_SWITCH(f->fake_back, NULL, NULL);
  return !f->has_returned;
}

void tp_fiber_pause(tp_fiber *f) {
  START_SWITCH(&f->fake, f->bottom_back, f->size_back);
  swapcontext(&f->here, &f->back);
  FINISH_SWITCH(f->fake, &f->bottom_back, &f->size_back);
}

void tp_fiber_free(tp_fiber *f) {
  if (!f)
    return;
  VALGRIND_STACK_DEREGISTER(f->number);
  munmap(f->stack, f->size);
  tp_free(f);
}
