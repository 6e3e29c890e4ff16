/* SPDX-License-Identifier: MIT */
/* Shadow words in pages found through a small cache, then a hash table.
 *
 * The table's index is the page number itself, without mixing: neighbours stay
 * neighbours. Pages are never given back; a run is short. Invariant: a cache
 * line with word NULL is true: that page has no words.
 */
#include "rt/shadow.h"

static shadow_page *slot_of(shadow_page *table, uint32_t max, uintptr_t page) {
  uint32_t i = page & (max - 1);
  while (table[i].page && table[i].page != page)
    i = (i + 1) & (max - 1);
  return &table[i];
}

uint32_t *__tp2ph_shadow_find(uintptr_t page) {
  uint32_t *word = slot_of(RT.pages.at, RT.pages.max, page)->word;
  RT.cache[page % CACHE_PAGES] = (shadow_page){page, word};
  return word;
}

/* The old table stays where it is; its places are taken from the new one. */
static bool grow_pages(void) {
  uint32_t max = 2 * RT.pages.max;
  shadow_page *bigger = __tp2ph_fresh(max * sizeof *bigger);
  if (!bigger)
    return false;
  for (uint32_t i = 0; i < RT.pages.max; i++)
    if (RT.pages.at[i].page)
      *slot_of(bigger, max, RT.pages.at[i].page) = RT.pages.at[i];
  RT.pages.at = bigger;
  RT.pages.max = max;
  return true;
}

uint32_t *__tp2ph_shadow_make(uintptr_t a) {
  uint32_t *word = shadow_page_of(a);
  uintptr_t page = a / SHADOW_PAGE;
  if (word)
    return word;
  if (RT.pages.n >= RT.pages.max / 2 && !grow_pages())
    return NULL;
  word = __tp2ph_fresh(SHADOW_PAGE * sizeof *word);
  if (!word)
    return NULL;
  RT.pages.n++;
  *slot_of(RT.pages.at, RT.pages.max, page) = (shadow_page){page, word};
  RT.cache[page % CACHE_PAGES] = (shadow_page){page, word};
  return word;
}

/* How many of n bytes from a lie in a's page. */
static size_t in_page(uintptr_t a, size_t n) {
  size_t room = SHADOW_PAGE - a % SHADOW_PAGE;
  return n < room ? n : room;
}

static void note_stack(uintptr_t a) {
  if (a < RT.low && a >= RT.stack_bottom)
    RT.low = a;
}

void __tp2ph_shadow_words(const void *p, const uint32_t *word, size_t n) {
  uintptr_t a = (uintptr_t)p;
  note_stack(a);
  while (n) {
    size_t here = in_page(a, n);
    uint32_t *to = __tp2ph_shadow_make(a);
    if (to)
      __builtin_memcpy(to + a % SHADOW_PAGE, word, here * sizeof *word);
    a += here;
    word += here;
    n -= here;
  }
}

void __tp2ph_shadow_symbol(const void *p, uint32_t number, unsigned n) {
  uint32_t word[8];
  for (unsigned i = 0; i < n && i < 8; i++)
    word[i] = number ? number << 3 | i : 0;
  __tp2ph_shadow_words(p, word, n < 8 ? n : 8);
}

void __tp2ph_shadow_clear(const void *p, size_t n) {
  uintptr_t a = (uintptr_t)p;
  while (n) {
    size_t here = in_page(a, n);
    uint32_t *word = shadow_page_of(a);
    if (word)
      __builtin_memset(word + a % SHADOW_PAGE, 0, here * sizeof *word);
    a += here;
    n -= here;
  }
}

bool __tp2ph_shadow_any(const void *p, size_t n) {
  uintptr_t a = (uintptr_t)p;
  while (n) {
    size_t here = in_page(a, n);
    const uint32_t *word = shadow_page_of(a);
    if (word)
      for (size_t i = 0; i < here; i++)
        if (word[a % SHADOW_PAGE + i])
          return true;
    a += here;
    n -= here;
  }
  return false;
}

/* n bytes that lie in one page here and in one page there. */
static void copy_piece(uintptr_t to, uintptr_t from, size_t n) {
  const uint32_t *source = shadow_page_of(from);
  if (!source) {
    __tp2ph_shadow_clear((const void *)to, n);
    return;
  }
  uint32_t *target = shadow_page_of(to);
  if (!target) {
    if (!__tp2ph_shadow_any((const void *)from, n))
      return;
    target = __tp2ph_shadow_make(to);
    if (!target)
      return;
  }
  note_stack(to);
  __builtin_memmove(target + to % SHADOW_PAGE, source + from % SHADOW_PAGE,
                    n * sizeof *target);
}

static void copy_up(uintptr_t to, uintptr_t from, size_t n) {
  while (n) {
    size_t here = in_page(to, in_page(from, n));
    copy_piece(to, from, here);
    to += here;
    from += here;
    n -= here;
  }
}

/* From the end, for a target that overlaps the source from above. */
static void copy_down(uintptr_t to, uintptr_t from, size_t n) {
  while (n) {
    size_t here = n;
    size_t to_room = (to + n - 1) % SHADOW_PAGE + 1;
    size_t from_room = (from + n - 1) % SHADOW_PAGE + 1;
    if (here > to_room)
      here = to_room;
    if (here > from_room)
      here = from_room;
    n -= here;
    copy_piece(to + n, from + n, here);
  }
}

void __tp2ph_shadow_copy(const void *dst, const void *src, size_t n) {
  uintptr_t to = (uintptr_t)dst, from = (uintptr_t)src;
  if (to > from && to - from < n)
    copy_down(to, from, n);
  else
    copy_up(to, from, n);
}

void __tp2ph_shadow_cut_stack(uintptr_t frame) {
  if (frame > RT.low && frame < RT.stack_top) {
    __tp2ph_shadow_clear((const void *)RT.low, frame - RT.low);
    RT.low = frame;
  }
}
