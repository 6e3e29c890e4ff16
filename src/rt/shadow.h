/* SPDX-License-Identifier: MIT */
/* rt/shadow.h - which symbolic value each byte of memory holds.
 *
 * For each byte one word: symbol << 3 | number of the byte in the symbol, or 0.
 * Words are kept by pages of 4096 bytes that are made when first needed. A word
 * says what was stored last by instrumented code; whoever reads it compares the
 * memory with the symbol's value, because other code may have written since.
 */
#ifndef TP_RT_SHADOW_H
#define TP_RT_SHADOW_H

#include "rt/state.h"

#pragma GCC visibility push(hidden)

#define SHADOW_PAGE 4096u

/* Fills the cache line of that page and returns its words, or NULL. */
uint32_t *__tp2ph_shadow_find(uintptr_t page);
/* The words of address a's page, made if need be; NULL: out of memory. */
uint32_t *__tp2ph_shadow_make(uintptr_t a);
/* n bytes from p get the words of symbol `number`, or those in `word`. */
void __tp2ph_shadow_symbol(const void *p, uint32_t number, unsigned n);
void __tp2ph_shadow_words(const void *p, const uint32_t *word, size_t n);
void __tp2ph_shadow_clear(const void *p, size_t n);
/* As memmove, on the words. */
void __tp2ph_shadow_copy(const void *dst, const void *src, size_t n);
bool __tp2ph_shadow_any(const void *p, size_t n);
/* The stack below this frame is dead: forget what it held. */
void __tp2ph_shadow_cut_stack(uintptr_t frame);

/* Words of the page that address a lies in; NULL: no byte of it is symbolic. */
static inline uint32_t *shadow_page_of(uintptr_t a) {
  uintptr_t page = a / SHADOW_PAGE;
  const shadow_page *line = &RT.cache[page % CACHE_PAGES];
  return line->page == page ? line->word : __tp2ph_shadow_find(page);
}
static inline uint32_t shadow_at(uintptr_t a) {
  const uint32_t *word = shadow_page_of(a);
  return word ? word[a % SHADOW_PAGE] : 0;
}

#pragma GCC visibility pop

#endif
