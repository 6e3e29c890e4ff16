/* SPDX-License-Identifier: MIT */
/* Functions of the C library that read a number from a text: the number and
 * where it ends are new symbols, made of the bytes that they could look at. */
#include "rt/library.h"
#include "rt/shadow.h"
#include "rt/text.h"
#include "rt/tp2ph_rt.h"

#include <stdlib.h>

static uint32_t put_number(uint64_t result, const char *s, unsigned how,
                           bool is_cut, string *text) {
  uint64_t n = 4 + (text->n + 1) / 2;
  uint64_t *to = record(n);
  uint32_t number = to ? new_symbol(result, how & TP_NUMBER_INT ? 4 : 8) : 0;
  if (!number)
    return 0;
  to[0] = head(TP_R_LIBRARY, is_cut ? TP_RF_LIMIT : 0, text->n, TP_LIB_NUMBER);
  to[1] = result;
  to[2] = (uintptr_t)s;
  to[3] = how;
  __tp2ph_put_bytes(to + 4, text);
  commit(n);
  return number;
}

/* `end`: where the program asked for the end to be stored; NULL: it did not. */
static void converted(uintptr_t own, const char *s, char **end, unsigned how,
                      uint64_t result) {
  string text;
  uintptr_t caller = caller_of(own);
  unsigned size = how & TP_NUMBER_INT ? 4 : 8;
  __tp2ph_return_plain(caller, ANY_SITE);
  if (RT.symbols.n == 0)
    return;
  if (end)
    __tp2ph_shadow_clear(end, sizeof *end);
  __tp2ph_look(&text, s, TP_WIRE_MAX_NUMBER, true);
  bool is_cut = text.n == TP_WIRE_MAX_NUMBER;
  if (text.is_symbolic) {
    uint32_t number = put_number(result, s, how, is_cut, &text);
    __tp2ph_return_symbol(caller, ANY_SITE, number, size);
    if (end) {
      number =
          put_number((uintptr_t)*end, s, how | TP_NUMBER_END, is_cut, &text);
      __tp2ph_shadow_symbol(end, number, sizeof *end);
    }
  }
  __tp2ph_note_text(false, text.n);
}

static unsigned base_of(int base) {
  return base < 0 || base > 36 ? 1 : (unsigned)base;
}

#define CONVERT(type, name, how) \
  type __tp2ph_##name(const char *s, char **end, int base) { \
    type result = name(s, end, base); \
    if (base_of(base) != 1 && enter(FRAME())) { \
      converted(FRAME(), s, end, base_of(base) | (how), (uint64_t)result); \
      leave(); \
    } \
    return result; \
  }

CONVERT(long, strtol, 0)
CONVERT(unsigned long, strtoul, TP_NUMBER_UNSIGNED)
__extension__ CONVERT(long long, strtoll,
                      0) __extension__ CONVERT(unsigned long long, strtoull,
                                               TP_NUMBER_UNSIGNED)

#define READ(type, name, how) \
  type __tp2ph_##name(const char *s) { \
    type result = name(s); \
    if (enter(FRAME())) { \
      converted(FRAME(), s, NULL, 10 | (how), \
                (how) ? (uint32_t)result : (uint64_t)result); \
      leave(); \
    } \
    return result; \
  }

    READ(int, atoi, TP_NUMBER_INT)
        READ(long, atol, 0) __extension__ READ(long long, atoll, 0)
