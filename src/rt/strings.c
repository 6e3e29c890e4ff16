/* SPDX-License-Identifier: MIT */
/* Functions of the C library that look at strings: comparisons, lengths and
 * searches give a new symbol made of all bytes they could have looked at.
 *
 * Bytes behind the end of a string are looked at when they matter for other
 * values of a symbolic end: if they lie in the same page of memory, or hold
 * symbols themselves, they can be read.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/library.h"
#include "rt/shadow.h"
#include "rt/text.h"
#include "rt/tp2ph_rt.h"

#include <string.h>
#include <strings.h>

void __tp2ph_look_far(string *out, uint32_t *byte, uint32_t max, const char *s,
                      unsigned long limit, bool is_text) {
  bool is_past = false; /* behind the NUL of this run */
  out->n = 0;
  out->is_symbolic = out->ends = false;
  for (; out->n < limit && out->n < max; out->n++) {
    const uint8_t *p = (const uint8_t *)s + out->n;
    bool is_new_page = (uintptr_t)p % SHADOW_PAGE == 0;
    if (is_past && is_new_page && !shadow_at((uintptr_t)p))
      return;
    uint32_t word = __tp2ph_read_byte(p);
    out->is_symbolic = out->is_symbolic || word;
    byte[out->n] = word ? word : PLAIN_BYTE | *p;
    is_past = is_past || *p == 0;
    if (is_text && !word && *p == 0) {
      out->n++;
      out->ends = true;
      return;
    }
  }
  out->ends = out->n == limit;
}

void __tp2ph_look(string *out, const char *s, unsigned long limit,
                  bool is_text) {
  __tp2ph_look_far(out, out->byte, TP_WIRE_MAX_STRING, s, limit, is_text);
}

void __tp2ph_put_bytes(uint64_t *to, string *s) {
  s->byte[s->n] = 0;
  for (uint32_t i = 0; i < s->n; i += 2)
    *to++ = s->byte[i] | (uint64_t)s->byte[i + 1] << 32;
}

uint32_t __tp2ph_put_library(unsigned which, uint64_t result, const void *base,
                             bool is_cut, string *a, string *b) {
  unsigned first = which >= TP_LIB_MEMCHR ? 3 : 2;
  unsigned size = which >= TP_LIB_STRLEN ? 8 : 4;
  uint64_t half = (a->n + 1) / 2, n = first + (b ? 2 : 1) * half;
  uint64_t *to = record(n);
  uint32_t number = to ? new_symbol(result, size) : 0;
  if (!number)
    return 0;
  to[0] = head(TP_R_LIBRARY, is_cut ? TP_RF_LIMIT : 0, a->n, which);
  to[1] = result;
  if (first == 3)
    to[2] = (uintptr_t)base;
  __tp2ph_put_bytes(to + first, a);
  if (b)
    __tp2ph_put_bytes(to + first + half, b);
  commit(n);
  return number;
}

void __tp2ph_note_text(bool is_cut, uint32_t n) {
  if (is_cut && n == TP_WIRE_MAX_STRING)
    __tp2ph_concretised(0, TP_WHY_STRING_LIMIT);
  if (RT.n_stale)
    __tp2ph_concretised(0, TP_WHY_STALE);
  RT.n_stale = 0;
}

/* ---- comparisons ---- */

static void compared(uintptr_t own, unsigned which, const void *a,
                     const void *b, unsigned long limit, int result) {
  string left, right;
  uintptr_t caller = caller_of(own);
  __tp2ph_return_plain(caller, ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  __tp2ph_look(&left, a, limit, which != TP_LIB_MEMCMP);
  __tp2ph_look(&right, b, limit, which != TP_LIB_MEMCMP);
  bool is_cut = !(left.n <= right.n ? left.ends : right.ends);
  if (left.n == right.n)
    is_cut = !left.ends && !right.ends;
  left.n = right.n = left.n < right.n ? left.n : right.n;
  if (left.is_symbolic || right.is_symbolic) {
    uint32_t number = __tp2ph_put_library(which, (uint32_t)result, NULL, is_cut,
                                          &left, &right);
    __tp2ph_return_symbol(caller, ANY_SITE, number, 4);
  }
  __tp2ph_note_text(is_cut, left.n);
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
    compared(FRAME(), TP_LIB_STRCMP, a, b, NO_LIMIT, result);
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

int __tp2ph_bcmp(const void *a, const void *b, unsigned long n) {
  int result = bcmp(a, b, n);
  if (enter(FRAME())) {
    compared(FRAME(), TP_LIB_MEMCMP, a, b, n, result);
    leave();
  }
  return result;
}

int __tp2ph_strcasecmp(const char *a, const char *b) {
  int result = strcasecmp(a, b);
  if (enter(FRAME())) {
    compared(FRAME(), TP_LIB_STRCASECMP, a, b, NO_LIMIT, result);
    leave();
  }
  return result;
}

int __tp2ph_strncasecmp(const char *a, const char *b, unsigned long n) {
  int result = strncasecmp(a, b, n);
  if (enter(FRAME())) {
    compared(FRAME(), TP_LIB_STRCASECMP, a, b, n, result);
    leave();
  }
  return result;
}

/* ---- lengths ---- */

static void measured(uintptr_t own, const char *s, unsigned long limit,
                     unsigned long result) {
  string text;
  uintptr_t caller = caller_of(own);
  __tp2ph_return_plain(caller, ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  __tp2ph_look(&text, s, limit, true);
  if (text.is_symbolic) {
    uint32_t number = __tp2ph_put_library(TP_LIB_STRLEN, result, NULL,
                                          !text.ends, &text, NULL);
    __tp2ph_return_symbol(caller, ANY_SITE, number, 8);
  }
  __tp2ph_note_text(!text.ends, text.n);
}

unsigned long __tp2ph_strlen(const char *s) {
  unsigned long result = strlen(s);
  if (enter(FRAME())) {
    measured(FRAME(), s, NO_LIMIT, result);
    leave();
  }
  return result;
}

unsigned long __tp2ph_strnlen(const char *s, unsigned long n) {
  unsigned long result = strnlen(s, n);
  if (enter(FRAME())) {
    measured(FRAME(), s, n, result);
    leave();
  }
  return result;
}

/* ---- searches ---- */

/* The pointer that was found is `result`; `what` has as many bytes as `in`. */
static void found(uintptr_t own, unsigned which, const void *base,
                  const void *result, string *in, string *what) {
  uintptr_t caller = caller_of(own);
  if (in->is_symbolic || what->is_symbolic) {
    uint32_t number = __tp2ph_put_library(which, (uintptr_t)result, base,
                                          !in->ends, in, what);
    __tp2ph_return_symbol(caller, ANY_SITE, number, 8);
  }
  __tp2ph_note_text(!in->ends, in->n);
}

/* For a character, the second argument. */
static void searched(uintptr_t own, unsigned which, const void *s, int c,
                     unsigned long limit, const void *result) {
  string in, what;
  const uint8_t *at = __tp2ph_argument(own, 1);
  __tp2ph_return_plain(caller_of(own), ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  __tp2ph_look(&in, s, limit, which != TP_LIB_MEMCHR);
  uint32_t word = at ? __tp2ph_read_byte(at) : 0;
  what.is_symbolic = word != 0;
  what.n = in.n;
  for (uint32_t i = 0; i < in.n; i++)
    what.byte[i] = word ? word : PLAIN_BYTE | (uint8_t)c;
  found(own, which, s, result, &in, &what);
}

void *__tp2ph_memchr(const void *s, int c, unsigned long n) {
  void *result = memchr(s, c, n);
  if (enter(FRAME())) {
    searched(FRAME(), TP_LIB_MEMCHR, s, c, n, result);
    leave();
  }
  return result;
}

char *__tp2ph_strchr(const char *s, int c) {
  char *result = strchr(s, c);
  if (enter(FRAME())) {
    searched(FRAME(), TP_LIB_STRCHR, s, c, NO_LIMIT, result);
    leave();
  }
  return result;
}

char *__tp2ph_strrchr(const char *s, int c) {
  char *result = strrchr(s, c);
  if (enter(FRAME())) {
    searched(FRAME(), TP_LIB_STRRCHR, s, c, NO_LIMIT, result);
    leave();
  }
  return result;
}

static void fill_up(string *s, uint32_t n) {
  while (s->n < n)
    s->byte[s->n++] = PLAIN_BYTE;
}

/* Two texts of which each byte of one is looked for in the other; both are
 * filled up with NULs. False: they are too long, they are taken as they are. */
static bool look_both(string *in, string *what, const char *s,
                      const char *other) {
  __tp2ph_look(in, s, NO_LIMIT, true);
  __tp2ph_look(what, other, NO_LIMIT, true);
  if (!in->is_symbolic && !what->is_symbolic)
    return false;
  uint32_t n = in->n > what->n ? in->n : what->n;
  if (!what->ends || (in->n < n && !in->ends) ||
      in->n * what->n > TP_WIRE_MAX_SEARCH) {
    __tp2ph_concretised(0, TP_WHY_STRING_LIMIT);
    return false;
  }
  fill_up(in, n);
  fill_up(what, n);
  return true;
}

static void spanned(uintptr_t own, unsigned which, const char *s,
                    const char *set, uint64_t result) {
  string in, what;
  uintptr_t caller = caller_of(own);
  __tp2ph_return_plain(caller, ANY_SITE);
  if (RT.symbols.n == 0 || !look_both(&in, &what, s, set))
    return;
  uint32_t number = __tp2ph_put_library(which, result, s, !in.ends, &in, &what);
  __tp2ph_return_symbol(caller, ANY_SITE, number, 8);
  __tp2ph_note_text(!in.ends, in.n);
}

#define SPAN(type, name, which) \
  type __tp2ph_##name(const char *s, const char *set) { \
    type result = name(s, set); \
    if (enter(FRAME())) { \
      spanned(FRAME(), which, s, set, (uint64_t)(uintptr_t)result); \
      leave(); \
    } \
    return result; \
  }

SPAN(unsigned long, strspn, TP_LIB_STRSPN)
SPAN(unsigned long, strcspn, TP_LIB_STRCSPN)
SPAN(char *, strpbrk, TP_LIB_STRPBRK)

/* The needle, its NUL included, is filled up with NULs; what does not fit is
 * taken as it is. */
static void searched_text(uintptr_t own, const char *s, const char *needle,
                          const void *result) {
  string in, what;
  __tp2ph_return_plain(caller_of(own), ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  __tp2ph_look(&in, s, NO_LIMIT, true);
  __tp2ph_look(&what, needle, NO_LIMIT, true);
  if ((in.is_symbolic || what.is_symbolic) &&
      (what.n > in.n || in.n * what.n > TP_WIRE_MAX_SEARCH)) {
    __tp2ph_concretised(0, TP_WHY_STRING_LIMIT);
    return;
  }
  fill_up(&what, in.n);
  found(own, TP_LIB_STRSTR, s, result, &in, &what);
}

char *__tp2ph_strstr(const char *s, const char *needle) {
  char *result = strstr(s, needle);
  if (enter(FRAME())) {
    searched_text(FRAME(), s, needle, result);
    leave();
  }
  return result;
}
