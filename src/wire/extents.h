/* SPDX-License-Identifier: MIT */
/* wire/extents.h - a table of objects by their addresses, and those of the
 * program file. The runtime and the recorder each have one.
 *
 * A hash table by size and place: an object of up to 2^k bytes starts in the
 * 2^k bytes that an address of it lies in, or in those before. So a search
 * looks at two places for each size there is.
 */
#ifndef TP_WIRE_EXTENTS_H
#define TP_WIRE_EXTENTS_H

#include "wire/kernel.h"
#include "wire/wire.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <sys/mman.h>

typedef struct tp_extent { /* of an object */
  uintptr_t at;            /* 0: free */
  size_t n;
  uint64_t serial; /* of two that overlap the newer one lives */
  uint32_t bytes;  /* its size as it was asked for (rt/ranges.c); 0: plain */
  bool is_gone;    /* it has ended, and its place is not used again */
  bool is_empty;   /* a block of no bytes: n is 1 */
  bool is_block;   /* of the heap */
  bool is_fenced;  /* whatever begins where it ends is in the table, too */
} tp_extent;

typedef struct tp_extents {
  tp_extent *at; /* zeroed; no more than half of it is used */
  uint32_t n, max;
  uint64_t sizes; /* bit k: there is one of up to 2^k bytes */
} tp_extents;

static inline unsigned tp_extent_class(size_t n) {
  return n <= 1 ? 0 : 64u - (unsigned)__builtin_clzl(n - 1);
}

static inline uint32_t tp_extent_hash(unsigned class, uintptr_t place,
                                      uint32_t max) {
  return (uint32_t)(tp_wire_mix(place << 6 | class) >> 32) & (max - 1);
}

static inline uint32_t tp_extent_home(const tp_extent *o, uint32_t max) {
  unsigned class = tp_extent_class(o->n);
  return tp_extent_hash(class, o->at >> class, max);
}

/* There must be room. One of that size at the same place is replaced. */
static inline void tp_extents_put(tp_extents *to, const tp_extent *o) {
  unsigned class = tp_extent_class(o->n);
  uint32_t i = tp_extent_home(o, to->max);
  while (to->at[i].at &&
         (to->at[i].at != o->at || tp_extent_class(to->at[i].n) != class))
    i = (i + 1) & (to->max - 1);
  to->n += to->at[i].at == 0;
  to->at[i] = *o;
  to->sizes |= UINT64_C(1) << class;
}

/* Those behind a place that becomes free move up. */
static inline void tp_extents_remove(tp_extents *from, uint32_t hole) {
  uint32_t mask = from->max - 1;
  from->n--;
  for (uint32_t i = (hole + 1) & mask; from->at[i].at; i = (i + 1) & mask) {
    uint32_t home = tp_extent_home(&from->at[i], from->max);
    if (((i - home) & mask) < ((i - hole) & mask))
      continue;
    from->at[hole] = from->at[i];
    hole = i;
  }
  from->at[hole].at = 0;
}

/* All that begin between two addresses. */
static inline void tp_extents_clear(tp_extents *in, uintptr_t low,
                                    uintptr_t high) {
  for (uint32_t i = 0; in->n && i < in->max; i++)
    while (in->at[i].at >= low && in->at[i].at < high)
      tp_extents_remove(in, i);
}

/* The newest object that address a lies in; NULL: none. */
static inline tp_extent *tp_extents_find(const tp_extents *in, uintptr_t a) {
  tp_extent *best = NULL;
  for (uint64_t sizes = in->n ? in->sizes : 0; sizes; sizes &= sizes - 1) {
    unsigned class = (unsigned)__builtin_ctzl(sizes);
    for (uintptr_t back = 0; back < 2; back++) {
      uint32_t i = tp_extent_hash(class, (a >> class) - back, in->max);
      for (; in->at[i].at; i = (i + 1) & (in->max - 1))
        if (a - in->at[i].at < in->at[i].n &&
            (!best || in->at[i].serial > best->serial))
          best = &in->at[i];
    }
  }
  return best;
}

/* The object that address a lies in, or else the one that surely ends there;
 * NULL: none is known. */
static inline tp_extent *tp_extents_around(const tp_extents *in, uintptr_t a) {
  tp_extent *o = tp_extents_find(in, a);
  if (!o)
    o = tp_extents_find(in, a - 1);
  return o && (a - o->at < o->n || o->is_fenced) ? o : NULL;
}

static inline size_t tp_extent_size(const tp_extent *o) {
  return o->is_empty ? 0 : o->n;
}

/* ---- of the program file ------------------------------------------------- */

/* Constants without a name lie among those that have one: only what can be
 * written is all in the symbol table. */
typedef void tp_on_symbol(tp_extents *to, uintptr_t at, size_t n,
                          bool is_written);

typedef struct tp_symbol_file {
  const char *at;
  size_t n;
} tp_symbol_file;

static inline bool tp_symbols_has(const tp_symbol_file *f, uint64_t offset,
                                  uint64_t n) {
  return offset <= f->n && n <= f->n - offset;
}

static inline const ElfW(Shdr) *
    tp_symbols_section(const tp_symbol_file *f, unsigned i) {
  const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)(const void *)f->at;
  return (const ElfW(Shdr) *)(const void *)(f->at + head->e_shoff) +
         (i < head->e_shnum ? i : 0);
}

static inline void tp_symbols_of(const tp_symbol_file *f,
                                 const ElfW(Shdr) * section, tp_on_symbol *on,
                                 tp_extents *to) {
  const ElfW(Sym) *s =
      (const ElfW(Sym) *)(const void *)(f->at + section->sh_offset);
  for (size_t n = section->sh_size / sizeof *s; n > 0; n--, s++)
    if ((s->st_info & 0xf) == STT_OBJECT && s->st_size > 0 &&
        s->st_shndx != SHN_UNDEF && s->st_value != 0)
      on(to, s->st_value, s->st_size,
         tp_symbols_section(f, s->st_shndx)->sh_flags & SHF_WRITE);
}

static inline void tp_symbols_in(const tp_symbol_file *f, tp_on_symbol *on,
                                 tp_extents *to) {
  const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)(const void *)f->at;
  if (f->n < sizeof *head || head->e_shentsize != sizeof(ElfW(Shdr)) ||
      !tp_symbols_has(f, head->e_shoff, head->e_shnum * sizeof(ElfW(Shdr))))
    return;
  for (unsigned i = 0; i < head->e_shnum; i++) {
    const ElfW(Shdr) *section = tp_symbols_section(f, i);
    if (section->sh_type != SHT_SYMTAB ||
        !tp_symbols_has(f, section->sh_offset, section->sh_size))
      continue;
    tp_symbols_of(f, section, on, to);
    return;
  }
}

/* The variables of the running program, as its file has them: where they lie is
 * relative to where it was loaded. */
static inline void tp_symbols_each(tp_on_symbol *on, tp_extents *to) {
  int fd = tp_kernel_open("/proc/self/exe", 0);
  long n = fd < 0 ? 0 : TP_KERNEL(lseek, fd, 0, 2 /* the end */);
  long at = n <= 0 ? -1 : TP_KERNEL(mmap, 0, n, PROT_READ, MAP_PRIVATE, fd, 0);
  if (at > 0) {
    tp_symbol_file f = {(const char *)at, (size_t)n};
    tp_symbols_in(&f, on, to);
    TP_KERNEL(munmap, at, n);
  }
  if (fd >= 0)
    TP_KERNEL(close, fd);
}

#endif
