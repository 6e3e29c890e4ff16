/* SPDX-License-Identifier: MIT */
/* Copying, filling and comparing memory without the C library, whose functions
 * the program may define itself. The compiler inserts calls of these four as it
 * likes; in the runtime's objects they are given the names below (Makefile,
 * OWN_BYTES). */
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)
void *__tp2ph_bytes_copy(void *to, const void *from, size_t n);
void *__tp2ph_bytes_move(void *to, const void *from, size_t n);
void *__tp2ph_bytes_fill(void *to, int byte, size_t n);
int __tp2ph_bytes_compare(const void *a, const void *b, size_t n);
#pragma GCC visibility pop

#define MANY 256u /* bytes from which the processor's own loop pays */

typedef uint64_t word __attribute__((may_alias, aligned(1)));
typedef uint64_t pair __attribute__((vector_size(16), may_alias, aligned(1)));

void *__tp2ph_bytes_copy(void *to, const void *from, size_t n) {
  char *t = to;
  const char *f = from;
#ifdef __x86_64__
  if (n >= MANY) {
    __asm__ volatile("rep movsb" : "+D"(t), "+S"(f), "+c"(n) : : "memory");
    return to;
  }
#endif
  for (; n >= sizeof(word); n -= sizeof(word)) {
    *(word *)t = *(const word *)f;
    t += sizeof(word);
    f += sizeof(word);
  }
  while (n--)
    *t++ = *f++;
  return to;
}

void *__tp2ph_bytes_move(void *to, const void *from, size_t n) {
  char *t = to;
  const char *f = from;
  if ((uintptr_t)t - (uintptr_t)f >= n)
    return __tp2ph_bytes_copy(to, from, n);
  for (; n >= sizeof(word); n -= sizeof(word))
    *(word *)(t + n - sizeof(word)) = *(const word *)(f + n - sizeof(word));
  while (n--)
    t[n] = f[n];
  return to;
}

void *__tp2ph_bytes_fill(void *to, int byte, size_t n) {
  char *t = to;
  const word all = (uint8_t)byte * UINT64_C(0x0101010101010101);
#ifdef __x86_64__
  if (n >= MANY) {
    __asm__ volatile("rep stosb" : "+D"(t), "+c"(n) : "a"(byte) : "memory");
    return to;
  }
#endif
  for (; n >= sizeof(word); n -= sizeof(word), t += sizeof(word))
    *(word *)t = all;
  while (n--)
    *t++ = (char)byte;
  return to;
}

/* How many bytes are surely equal: pages mostly are. */
static size_t equal(const char *a, const char *b, size_t n) {
  size_t at = 0;
  for (; at + 64 <= n; at += 64) {
    const pair *x = (const pair *)(a + at), *y = (const pair *)(b + at);
    pair d = (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
    if (d[0] | d[1])
      break;
  }
  return at;
}

int __tp2ph_bytes_compare(const void *a, const void *b, size_t n) {
  const uint8_t *x = a, *y = b;
  for (size_t i = equal(a, b, n); i < n; i++)
    if (x[i] != y[i])
      return x[i] - y[i];
  return 0;
}
