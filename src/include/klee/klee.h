/* SPDX-License-Identifier: MIT */
/* klee/klee.h - the calls of KLEE that programs under test use.
 *
 * klee_make_symbolic fills an object with an input; klee_assume ends runs in
 * which its condition is false.
 */
#ifndef TP2PH_KLEE_H
#define TP2PH_KLEE_H

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *addr, unsigned long nbytes, const char *name);
void(klee_assume)(unsigned long condition);
void abort(void);

#define klee_assume(condition) (klee_assume)(!!(condition))
#define klee_assert(condition) ((condition) ? (void)0 : abort())

void klee_silent_exit(int status);
void klee_abort(void);
void klee_report_error(const char *file, int line, const char *message,
                       const char *suffix);
/* Nothing happens. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_mark_global(void *object);
void klee_check_memory_access(const void *address, unsigned long size);
void klee_set_forking(unsigned enable);
void klee_stack_trace(void);
void klee_open_merge(void);
void klee_close_merge(void);
#define klee_prefer_cex(object, condition) ((void)0)
#define klee_posix_prefer_cex(object, condition) ((void)0)
#define klee_is_symbolic(value) ((void)(value), 0u)
#define klee_is_replay() 0u
/* The value as it is. */
#define klee_get_value_i32(value) ((int)(value))
#define klee_get_value_i64(value) ((long long)(value))
#define klee_get_value_f(value) ((float)(value))
#define klee_get_value_d(value) ((double)(value))

/* An int, and one in begin <= x < end. */
#define klee_int(name) \
  __extension__({ \
    int klee_value_; \
    klee_make_symbolic(&klee_value_, sizeof klee_value_, (name)); \
    klee_value_; \
  })
#define klee_range(begin, end, name) \
  __extension__({ \
    int klee_value_; \
    klee_make_symbolic(&klee_value_, sizeof klee_value_, (name)); \
    klee_assume(klee_value_ >= (begin) && klee_value_ < (end)); \
    klee_value_; \
  })

#ifdef __cplusplus
}
#endif
#endif
