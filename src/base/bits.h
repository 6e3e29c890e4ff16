/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/bits.h - sets of small integers. Zeroed = empty, fixed size n. */
#ifndef TP_BASE_BITS_H
#define TP_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct tp_bits {
  uint64_t *word;
  uint32_t n; /* members are 0 .. n-1 */
} tp_bits;

void tp_bits_init(tp_bits *b, uint32_t n);
void tp_bits_free(tp_bits *b);
void tp_bits_clear_all(tp_bits *b);
/* Keep the members, make room for 0 .. n-1. */
void tp_bits_grow(tp_bits *b, uint32_t n);
uint32_t tp_bits_count(const tp_bits *b);
uint32_t tp_bits_count_both(const tp_bits *a, const tp_bits *b); /* same n */
/* a |= b; true if a changed. Same n. */
bool tp_bits_or(tp_bits *a, const tp_bits *b);

static inline bool tp_bits_has(const tp_bits *b, uint32_t i) {
  return b->word[i / 64] >> (i % 64) & 1;
}
static inline void tp_bits_add(tp_bits *b, uint32_t i) {
  b->word[i / 64] |= UINT64_C(1) << (i % 64);
}
static inline void tp_bits_del(tp_bits *b, uint32_t i) {
  b->word[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

#endif
