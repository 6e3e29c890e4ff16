/* SPDX-License-Identifier: MIT */
/* The input functions under all their names: tp2ph's own, those of the
 * software verification competition, CREST's and KLEE's. All are weak: a
 * definition in the program wins. */
#include "rt/inputs.h"

#include <signal.h>

#define WEAK __attribute__((weak))

/* A function without arguments that returns an input. */
#define VALUE(name, T, wire) \
  WEAK T name(void); \
  T name(void) { \
    uint64_t bits = __tp2ph_scalar(CALLER(), TP_W_##wire, 0); \
    T value; \
    __builtin_memcpy(&value, &bits, sizeof value); \
    return value; \
  }

/* A function that returns an input; its name is for people. */
#define NAMED(name, T, wire) \
  WEAK T name(const char *label); \
  T name(const char *label) { \
    (void)label; \
    uint64_t bits = __tp2ph_scalar(CALLER(), TP_W_##wire, 0); \
    T value; \
    __builtin_memcpy(&value, &bits, sizeof value); \
    return value; \
  }

/* A function that fills the scalar it is given. */
#define FILL(name, T, wire) \
  WEAK void name(T *object); \
  void name(T *object) { \
    __tp2ph_object(CALLER(), object, sizeof *object, TP_W_##wire); \
  }

#define ASSUME(name, T) \
  WEAK void name(T holds); \
  void name(T holds) { \
    __tp2ph_assume(holds != 0); \
  }

/* As abort does it, which may be the program's. */
static void fail(void) {
  long own = TP_KERNEL(getpid);
  TP_KERNEL(kill, own, SIGABRT);
  TP_KERNEL(exit_group, 134);
}

#define FAIL(name) \
  WEAK void name(void); \
  void name(void) { \
    fail(); \
  }

#define NOTHING(name) \
  WEAK int name(void); \
  int name(void) { \
    return 0; \
  }

#define SAME(name, T) \
  WEAK T name(T x); \
  T name(T x) { \
    return x; \
  }

#include "wire/inputs.def"

WEAK void klee_silent_exit(int status);
void klee_silent_exit(int status) {
  TP_KERNEL(exit_group, status);
}

WEAK void tp2ph_input_object(void *object, unsigned long size,
                             const char *label);
void tp2ph_input_object(void *object, unsigned long size, const char *label) {
  (void)label;
  __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

/* What --inputs declares; functions of a tester may be given NULL. */
WEAK void tp2ph_deliver(void *object, unsigned long size, const char *label,
                        ...);
void tp2ph_deliver(void *object, unsigned long size, const char *label, ...) {
  (void)label;
  if (object)
    __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

WEAK void klee_make_symbolic(void *object, size_t size, const char *label);
void klee_make_symbolic(void *object, size_t size, const char *label) {
  (void)label;
  __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

WEAK void __VERIFIER_nondet_memory(void *object, size_t size);
void __VERIFIER_nondet_memory(void *object, size_t size) {
  __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

WEAK int klee_range(int begin, int end, const char *label);
int klee_range(int begin, int end, const char *label) {
  (void)label;
  int plain = begin <= 0 && 0 < end ? 0 : begin;
  int value = (int)__tp2ph_scalar(CALLER(), TP_W_I32, (uint32_t)plain);
  __tp2ph_assume(begin <= value && value < end);
  return value;
}
