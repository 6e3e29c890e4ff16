/* klee/klee.h - the calls of KLEE that programs under test use.
 *
 * klee_make_symbolic fills an object with an input; klee_assume ends runs in
 * which its condition is false. The others are made from these two.
 */
#ifndef TP2PH_KLEE_H
#define TP2PH_KLEE_H

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *addr, unsigned long nbytes, const char *name);
void(klee_assume)(unsigned long condition);
void exit(int status);
void abort(void);

#define klee_assume(condition) (klee_assume)(!!(condition))
#define klee_assert(condition) ((condition) ? (void)0 : abort())
#define klee_silent_exit(status) exit(status)
#define klee_prefer_cex(object, condition) ((void)0)

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
