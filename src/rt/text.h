/* SPDX-License-Identifier: MIT */
/* rt/text.h - strings as functions of the C library look at them. */
#ifndef TP_RT_TEXT_H
#define TP_RT_TEXT_H

#include "rt/state.h"

#pragma GCC visibility push(hidden)

#define NO_LIMIT ((unsigned long)-1)
#define PLAIN_BYTE 0x80000000u /* or'ed with its value */

typedef struct string {
  uint32_t byte[TP_WIRE_MAX_STRING + 1]; /* as BYTES leaves have them; one more
                                            for an odd number */
  uint32_t n;
  bool is_symbolic;
  bool ends; /* by a NUL that is not symbolic, or by the length asked for */
} string;

/* At most `limit` bytes of s; `is_text`: up to its end. */
void __tp2ph_look(string *out, const char *s, unsigned long limit,
                  bool is_text);
/* The same, of `max` bytes that go elsewhere. */
void __tp2ph_look_far(string *out, uint32_t *byte, uint32_t max, const char *s,
                      unsigned long limit, bool is_text);
/* The n bytes as words. */
void __tp2ph_put_bytes(uint64_t *to, string *s);
/* A LIBRARY record of these strings (b NULL: of one); `base`: where the first
 * one of a search lies. The symbol of its result, 0: there is no room. */
uint32_t __tp2ph_put_library(unsigned which, uint64_t result, const void *base,
                             bool is_cut, string *a, string *b);
/* What could not be followed in a string of n bytes is counted. */
void __tp2ph_note_text(bool is_cut, uint32_t n);

#pragma GCC visibility pop

#endif
