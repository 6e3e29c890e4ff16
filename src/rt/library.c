/* SPDX-License-Identifier: MIT */
/* Functions of the C library that move values: copies take the shadow with
 * them, memset spreads a byte, a sorted array keeps what its elements are.
 *
 * How far a string is copied is taken as it is in this run. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/library.h"
#include "rt/shadow.h"
#include "rt/tp2ph_rt.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- copies ---- */

/* n bytes were copied by the runtime function with this frame, whose result is
 * not symbolic. `is_text`: their number depends on what they are. */
static void moved(uintptr_t own, const void *dst, const void *src, size_t n,
                  bool is_text) {
  if (!enter(own))
    return;
  __tp2ph_return_plain(caller_of(own), ANY_SITE);
  if (RT.symbols.n) {
    if (is_text && __tp2ph_shadow_any(src, n))
      __tp2ph_concretised(0, TP_WHY_LENGTH);
    __tp2ph_shadow_copy(dst, src, n);
  }
  leave();
}

void *__tp2ph_memcpy(void *dst, const void *src, unsigned long n) {
  void *result = memcpy(dst, src, n);
  moved(FRAME(), dst, src, n, false);
  return result;
}

void *__tp2ph_mempcpy(void *dst, const void *src, unsigned long n) {
  void *result = mempcpy(dst, src, n);
  moved(FRAME(), dst, src, n, false);
  return result;
}

void *__tp2ph_memmove(void *dst, const void *src, unsigned long n) {
  void *result = memmove(dst, src, n);
  moved(FRAME(), dst, src, n, false);
  return result;
}

char *__tp2ph_strcpy(char *dst, const char *src) {
  char *result = strcpy(dst, src);
  moved(FRAME(), dst, src, strlen(dst) + 1, true);
  return result;
}

char *__tp2ph_stpcpy(char *dst, const char *src) {
  char *result = stpcpy(dst, src);
  moved(FRAME(), dst, src, strlen(dst) + 1, true);
  return result;
}

char *__tp2ph_strncpy(char *dst, const char *src, unsigned long n) {
  size_t used = strnlen(src, n);
  char *result = strncpy(dst, src, n);
  used += used < n;
  moved(FRAME(), dst, src, used, true);
  __tp2ph_clr(dst + used, n - used);
  return result;
}

char *__tp2ph_strcat(char *dst, const char *src) {
  size_t before = strlen(dst);
  char *result = strcat(dst, src);
  moved(FRAME(), dst + before, src, strlen(src) + 1, true);
  return result;
}

char *__tp2ph_strncat(char *dst, const char *src, unsigned long n) {
  size_t before = strlen(dst), used = strnlen(src, n);
  char *result = strncat(dst, src, n);
  moved(FRAME(), dst + before, src, used + (used < n), true);
  if (used == n)
    __tp2ph_clr(dst + before + used, 1);
  return result;
}

char *__tp2ph_strdup(const char *s) {
  char *result = strdup(s);
  if (result) {
    size_t n = strlen(s) + 1;
    __tp2ph_tp2ph_range_object(result, n);
    moved(FRAME(), result, s, n, true);
  }
  return result;
}

char *__tp2ph_strndup(const char *s, unsigned long n) {
  char *result = strndup(s, n);
  if (result) {
    size_t used = strlen(result);
    __tp2ph_tp2ph_range_object(result, used + 1);
    moved(FRAME(), result, s, used + (used < n), true);
    if (used == n)
      __tp2ph_clr(result + used, 1);
  }
  return result;
}

/* ---- filling ---- */

static void filled(uintptr_t own, const uint8_t *dst, size_t n) {
  const uint8_t *byte = __tp2ph_argument(own, 1);
  __tp2ph_return_plain(caller_of(own), ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  uint32_t word = byte ? __tp2ph_read_byte(byte) : 0;
  RT.n_stale = 0;
  if (!word)
    __tp2ph_shadow_clear(dst, n);
  for (size_t i = 0; word && i < n; i++)
    __tp2ph_shadow_words(dst + i, &word, 1);
}

void *__tp2ph_memset(void *dst, int c, unsigned long n) {
  void *result = memset(dst, c, n);
  if (enter(FRAME())) {
    filled(FRAME(), dst, n);
    leave();
  }
  return result;
}

void __tp2ph_bzero(void *dst, unsigned long n) {
  bzero(dst, n);
  __tp2ph_clr(dst, n);
}

/* ---- sorting ----
 * The elements stay where they are, with their shadows, while pointers to them
 * are sorted: the C library asks for the same comparisons in the same order. */

typedef int comparison(const void *, const void *);
typedef struct sorting {
  void **element;
  uint8_t *copy;
  uint32_t *word;
} sorting;

static comparison *order; /* of the sorting in progress */

static int through(const void *a, const void *b) {
  return order(*(void *const *)a, *(void *const *)b);
}

/* Whether there are symbols in the array, and room to sort it with them. */
static bool begin_sorting(uintptr_t own, sorting *s, uint8_t *base, size_t n,
                          size_t size) {
  if (!enter(own))
    return false;
  size_t bytes;
  bool is_symbolic = RT.symbols.n && !__builtin_mul_overflow(n, size, &bytes) &&
                     __tp2ph_shadow_any(base, bytes);
  if (is_symbolic) {
    s->element = __tp2ph_fresh(n * sizeof *s->element);
    s->copy = __tp2ph_fresh(bytes);
    s->word = __tp2ph_fresh(bytes * sizeof *s->word);
    is_symbolic = s->element && s->copy && s->word;
  }
  for (size_t i = 0; is_symbolic && i < n; i++)
    s->element[i] = base + i * size;
  leave();
  return is_symbolic;
}

static void end_sorting(uintptr_t own, const sorting *s, uint8_t *base,
                        size_t n, size_t size) {
  bool is_on = enter(own);
  for (size_t i = 0; i < n; i++) {
    memcpy(s->copy + i * size, s->element[i], size);
    for (size_t k = 0; k < size; k++)
      s->word[i * size + k] = shadow_at((uintptr_t)s->element[i] + k);
  }
  memcpy(base, s->copy, n * size);
  if (!is_on)
    return;
  __tp2ph_shadow_words(base, s->word, n * size);
  leave();
}

void __tp2ph_qsort(void *base, unsigned long n, unsigned long size,
                   comparison *compare) {
  sorting s = {0};
  comparison *outer = order;
  if (n < 2 || !begin_sorting(FRAME(), &s, base, n, size)) {
    qsort(base, n, size, compare);
    return;
  }
  order = compare;
  qsort(s.element, n, sizeof *s.element, through);
  order = outer;
  end_sorting(FRAME(), &s, base, n, size);
}
