/* Functions of the C library that carry symbolic values: copies move the
 * shadow, comparisons and strlen give a new symbol made of all bytes they could
 * have looked at.
 *
 * Bytes behind the end of a string are looked at when they matter for other
 * values of a symbolic end: if they lie in the same page of memory, or hold
 * symbols themselves, they can be read.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/shadow.h"
#include "rt/tp2ph_rt.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

void *__tp2ph_memcpy(void *dst, const void *src, unsigned long n) {
  void *result = memcpy(dst, src, n);
  __tp2ph_cp(dst, src, n);
  return result;
}

void *__tp2ph_memmove(void *dst, const void *src, unsigned long n) {
  void *result = memmove(dst, src, n);
  __tp2ph_cp(dst, src, n);
  return result;
}

void *__tp2ph_memset(void *dst, int c, unsigned long n) {
  void *result = memset(dst, c, n);
  __tp2ph_clr(dst, n);
  return result;
}

char *__tp2ph_strcpy(char *dst, const char *src) {
  size_t n = strlen(src) + 1;
  char *result = strcpy(dst, src);
  __tp2ph_cp(dst, src, n);
  return result;
}

char *__tp2ph_strncpy(char *dst, const char *src, unsigned long n) {
  size_t used = strnlen(src, n);
  char *result = strncpy(dst, src, n);
  used += used < n;
  __tp2ph_cp(dst, src, used);
  __tp2ph_clr(dst + used, n - used);
  return result;
}

/* ---- comparisons ---- */

typedef struct string {
  uint32_t byte[TP_WIRE_MAX_STRING + 1]; /* as BYTES leaves have them; one more
                                            for an odd number */
  uint32_t n;
  bool is_symbolic;
  bool ends; /* by a NUL that is not symbolic, or by the length asked for */
} string;

/* At most `limit` bytes of s; `is_text`: up to its end. */
static void look(string *out, const char *s, unsigned long limit,
                 bool is_text) {
  bool is_past = false; /* behind the NUL of this run */
  out->n = 0;
  out->is_symbolic = out->ends = false;
  for (; out->n < limit && out->n < TP_WIRE_MAX_STRING; out->n++) {
    const uint8_t *p = (const uint8_t *)s + out->n;
    bool is_new_page = (uintptr_t)p % SHADOW_PAGE == 0;
    if (is_past && is_new_page && !shadow_at((uintptr_t)p))
      return;
    uint32_t word = __tp2ph_read_byte(p);
    out->is_symbolic = out->is_symbolic || word;
    out->byte[out->n] = word ? word : 0x80000000u | *p;
    is_past = is_past || *p == 0;
    if (is_text && !word && *p == 0) {
      out->n++;
      out->ends = true;
      return;
    }
  }
  out->ends = out->n == limit;
}

static void put_bytes(uint64_t *to, string *s) {
  s->byte[s->n] = 0;
  for (uint32_t i = 0; i < s->n; i += 2)
    *to++ = s->byte[i] | (uint64_t)s->byte[i + 1] << 32;
}

static uint32_t put_library(unsigned which, uint64_t result, unsigned size,
                            bool is_cut, string *a, string *b) {
  uint64_t half = (a->n + 1) / 2, n = 2 + (b ? 2 : 1) * half;
  uint64_t *to = record(n);
  uint32_t number = to ? new_symbol(result, size) : 0;
  if (!number)
    return 0;
  to[0] = head(TP_R_LIBRARY, is_cut ? TP_RF_LIMIT : 0, a->n, which);
  to[1] = result;
  put_bytes(to + 2, a);
  if (b)
    put_bytes(to + 2 + half, b);
  commit(n);
  return number;
}

static void note(bool is_cut, uint32_t n) {
  if (is_cut && n == TP_WIRE_MAX_STRING)
    __tp2ph_concretised(0, TP_WHY_STRING_LIMIT);
  if (RT.n_stale)
    __tp2ph_concretised(0, TP_WHY_STALE);
  RT.n_stale = 0;
}

static void compared(uintptr_t own, unsigned which, const void *a,
                     const void *b, unsigned long limit, int result) {
  string left, right;
  uintptr_t caller = caller_of(own);
  __tp2ph_return_plain(caller, ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  look(&left, a, limit, which != TP_LIB_MEMCMP);
  look(&right, b, limit, which != TP_LIB_MEMCMP);
  bool is_cut = !(left.n <= right.n ? left.ends : right.ends);
  if (left.n == right.n)
    is_cut = !left.ends && !right.ends;
  left.n = right.n = left.n < right.n ? left.n : right.n;
  if (left.is_symbolic || right.is_symbolic) {
    uint32_t number =
        put_library(which, (uint32_t)result, 4, is_cut, &left, &right);
    __tp2ph_return_symbol(caller, ANY_SITE, number, 4);
  }
  note(is_cut, left.n);
}

int __tp2ph_memcmp(const void *a, const void *b, unsigned long n) {
  int result = memcmp(a, b, n);
  if (enter(FRAME())) {
    compared(FRAME(), TP_LIB_MEMCMP, a, b, n, result);
    leave();
  }
  return result;
}

int __tp2ph_strcmp(const char *a, const char *b) {
  int result = strcmp(a, b);
  if (enter(FRAME())) {
    compared(FRAME(), TP_LIB_STRCMP, a, b, (unsigned long)-1, result);
    leave();
  }
  return result;
}

int __tp2ph_strncmp(const char *a, const char *b, unsigned long n) {
  int result = strncmp(a, b, n);
  if (enter(FRAME())) {
    compared(FRAME(), TP_LIB_STRNCMP, a, b, n, result);
    leave();
  }
  return result;
}

static void measured(uintptr_t own, const char *s, unsigned long result) {
  string text;
  uintptr_t caller = caller_of(own);
  __tp2ph_return_plain(caller, ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  look(&text, s, (unsigned long)-1, true);
  if (text.is_symbolic) {
    uint32_t number =
        put_library(TP_LIB_STRLEN, result, 8, !text.ends, &text, NULL);
    __tp2ph_return_symbol(caller, ANY_SITE, number, 8);
  }
  note(!text.ends, text.n);
}

unsigned long __tp2ph_strlen(const char *s) {
  unsigned long result = strlen(s);
  if (enter(FRAME())) {
    measured(FRAME(), s, result);
    leave();
  }
  return result;
}

/* ---- the heap ---- */

void __real_free(void *p);
void *__real_realloc(void *p, size_t n);
void __wrap_free(void *p);
void *__wrap_realloc(void *p, size_t n);

/* A program with an allocator of its own: nobody knows the sizes of blocks. (If
 * it is static, the linker has seen to it that there is none.) */
static bool is_own_allocator(void) {
  uintptr_t code = (uintptr_t)&malloc;
  return RT.is_dynamic && code >= RT.main_low && code < RT.main_high;
}

static size_t block_size(void *p) {
  return p && RT.symbols.n && !is_own_allocator() ? malloc_usable_size(p) : 0;
}

void __wrap_free(void *p) {
  if (__tp2ph_mode == MODE_ON) {
    size_t n = block_size(p);
    if (n)
      __tp2ph_clr(p, n);
  }
  __real_free(p);
}

void *__wrap_realloc(void *p, size_t n) {
  size_t old = __tp2ph_mode == MODE_ON ? block_size(p) : 0;
  void *result = __real_realloc(p, n);
  if (old && result && result != p) {
    __tp2ph_cp(result, p, old < n ? old : n);
    __tp2ph_clr(p, old);
  }
  return result;
}
