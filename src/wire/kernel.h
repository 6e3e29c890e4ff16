/* SPDX-License-Identifier: MIT */
/* wire/kernel.h - system calls without the C library.
 *
 * The runtime lives in a program that may define any function of the library
 * itself, and whose errno is its own. So it asks the kernel directly. The
 * result is the kernel's: an error is a negative number.
 */
#ifndef TP_WIRE_KERNEL_H
#define TP_WIRE_KERNEL_H

#include <asm/unistd.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
static inline long tp_kernel_call(long number, long a, long b, long c, long d,
                                  long e, long f) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
static inline long tp_kernel_call(long number, long a, long b, long c, long d,
                                  long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}
#else
#error "the system calls of this processor are not known here"
#endif

/* A number of asm/unistd.h without its __NR_, and up to six arguments. */
#define TP_KERNEL(name, ...) \
  TP_KERNEL_CALL(__NR_##name, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define TP_KERNEL_CALL(number, a, b, c, d, e, f, ...) \
  tp_kernel_call(number, (long)(a), (long)(b), (long)(c), (long)(d), \
                 (long)(e), (long)(f))

/* ---- texts ---- */

/* Add to the text that ends at `to`: its new end. */
static inline char *tp_kernel_add(char *to, const char *text) {
  while (*text)
    *to++ = *text++;
  *to = '\0';
  return to;
}
static inline char *tp_kernel_add_number(char *to, unsigned long n) {
  char digits[24], *at = digits + sizeof digits - 1;
  *at = '\0';
  do
    *--at = (char)('0' + n % 10);
  while (n /= 10);
  return tp_kernel_add(to, at);
}

/* The decimal number behind spaces, and *at behind it; 0: there is none. */
static inline uint64_t tp_kernel_number(const char **at) {
  uint64_t n = 0;
  while (**at == ' ' || **at == '\n')
    ++*at;
  for (; **at >= '0' && **at <= '9'; ++*at)
    n = 10 * n + (uint64_t)(**at - '0');
  return n;
}

/* ---- files ---- */

#define TP_KERNEL_CLOEXEC 02000000 /* O_CLOEXEC, both processors */
#define TP_KERNEL_HERE (-100)      /* AT_FDCWD */

static inline int tp_kernel_open(const char *path, int flags) {
  return (int)TP_KERNEL(openat, TP_KERNEL_HERE, path, flags | TP_KERNEL_CLOEXEC,
                        0);
}

/* A small file; its length, NUL-ended, or a negative number. */
static inline long tp_kernel_read(const char *path, char *text, size_t size) {
  int fd = tp_kernel_open(path, 0);
  long n = fd < 0 ? fd : TP_KERNEL(read, fd, text, size - 1);
  if (fd >= 0)
    TP_KERNEL(close, fd);
  text[n > 0 ? n : 0] = '\0';
  return n;
}

/* Whether /proc numbers processes as we do: it may be that of another
 * namespace. */
static inline int tp_kernel_is_our_proc(void) {
  char text[64];
  const char *at = text;
  return tp_kernel_read("/proc/self/stat", text, sizeof text) > 0 &&
         (long)tp_kernel_number(&at) == TP_KERNEL(getpid);
}

typedef struct tp_kernel_entry { /* of a folder, as getdents64 gives it */
  uint64_t inode;
  int64_t next;
  uint16_t size;
  uint8_t type;
  char name[];
} tp_kernel_entry;

/* Each name in the folder that begins with a digit is given to `visit`. */
static inline void tp_kernel_each_number(const char *path,
                                         void (*visit)(void *, const char *),
                                         void *state) {
  _Alignas(8) char entries[1024];
  int fd = tp_kernel_open(path, 0);
  if (fd < 0)
    return;
  for (long n; (n = TP_KERNEL(getdents64, fd, entries, sizeof entries)) > 0;)
    for (long at = 0; at < n;) {
      const tp_kernel_entry *e = (const void *)(entries + at);
      if (e->name[0] >= '0' && e->name[0] <= '9')
        visit(state, e->name);
      at += e->size;
    }
  TP_KERNEL(close, fd);
}

#endif
