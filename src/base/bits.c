/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of small integers as rows of 64-bit words. */
#include "base/bits.h"

#include "base/alloc.h"

#include <string.h>

static uint32_t words(uint32_t n) {
  return n / 64 + 1;
}

void tp_bits_init(tp_bits *b, uint32_t n) {
  b->word = TP_NEW_ARRAY(uint64_t, words(n));
  b->n = n;
}

void tp_bits_free(tp_bits *b) {
  tp_free(b->word);
  *b = (tp_bits){0};
}

void tp_bits_clear_all(tp_bits *b) {
  memset(b->word, 0, words(b->n) * sizeof *b->word);
}

void tp_bits_grow(tp_bits *b, uint32_t n) {
  uint32_t old = b->word ? words(b->n) : 0, now = words(n);
  if (now > old) {
    b->word = tp_realloc(b->word, now, sizeof *b->word);
    memset(b->word + old, 0, (now - old) * sizeof *b->word);
  }
  if (n > b->n)
    b->n = n;
}

uint32_t tp_bits_count(const tp_bits *b) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < words(b->n); i++)
    count += (uint32_t)__builtin_popcountll(b->word[i]);
  return count;
}

uint32_t tp_bits_count_both(const tp_bits *a, const tp_bits *b) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < words(a->n); i++)
    count += (uint32_t)__builtin_popcountll(a->word[i] & b->word[i]);
  return count;
}

bool tp_bits_or(tp_bits *a, const tp_bits *b) {
  uint64_t changed = 0;
  for (uint32_t i = 0; i < words(a->n); i++) {
    changed |= b->word[i] & ~a->word[i];
    a->word[i] |= b->word[i];
  }
  return changed != 0;
}
