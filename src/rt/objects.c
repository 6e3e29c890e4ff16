/* SPDX-License-Identifier: MIT */
/* The extents of objects: which bytes around an address belong to the same one.
 *
 * Variables of the program file are found in its symbol table, once, by the
 * server; a run notes its blocks of the heap and those of its local variables
 * that pointers lead to. Constants without a name are strings: they reach to
 * their end.
 *
 * A hash table by size and place: an object of up to 2^k bytes starts in the
 * 2^k bytes that an address of it lies in, or in those before. So a search
 * looks at two places for each size there is.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/state.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>

typedef struct objects {
  extent *at;
  uint32_t n, max;
} objects;

/* ---- the table ---- */

static unsigned size_of(size_t n) {
  return n <= 1 ? 0 : 64u - (unsigned)__builtin_clzl(n - 1);
}

static uint32_t hash(unsigned size, uintptr_t place, uint32_t max) {
  return (uint32_t)(tp_wire_mix(place << 6 | size) >> 32) & (max - 1);
}

static uint32_t home_of(const extent *o, uint32_t max) {
  unsigned size = size_of(o->n);
  return hash(size, o->at >> size, max);
}

/* The object of that size at p, or a free place for it. */
static extent *slot_of(extent *at, uint32_t max, const extent *o) {
  uint32_t i = home_of(o, max);
  while (at[i].at && (at[i].at != o->at || size_of(at[i].n) != size_of(o->n)))
    i = (i + 1) & (max - 1);
  return &at[i];
}

static void put_object(objects *to, uint64_t *sizes, const extent *o) {
  extent *slot = slot_of(to->at, to->max, o);
  to->n += slot->at == 0;
  *slot = *o;
  *sizes |= UINT64_C(1) << size_of(o->n);
}

/* Those behind a place that becomes free move up. */
static void remove_at(objects *from, uint32_t hole) {
  uint32_t mask = from->max - 1;
  from->n--;
  for (uint32_t i = (hole + 1) & mask; from->at[i].at; i = (i + 1) & mask) {
    uint32_t home = home_of(&from->at[i], from->max);
    if (((i - home) & mask) < ((i - hole) & mask))
      continue;
    from->at[hole] = from->at[i];
    hole = i;
  }
  from->at[hole].at = 0;
}

static bool is_in(const extent *o, uintptr_t a) {
  return a - o->at < o->n;
}

/* The newest object that address a lies in; NULL: none. */
static const extent *find(const objects *in, uint64_t sizes, uintptr_t a) {
  const extent *best = NULL;
  for (; sizes; sizes &= sizes - 1) {
    unsigned size = (unsigned)__builtin_ctzl(sizes);
    for (uintptr_t back = 0; back < 2; back++) {
      uint32_t i = hash(size, (a >> size) - back, in->max);
      for (; in->at[i].at; i = (i + 1) & (in->max - 1))
        if (is_in(&in->at[i], a) && (!best || in->at[i].serial > best->serial))
          best = &in->at[i];
    }
  }
  return best;
}

/* ---- of the run ---- */

#define RUN ((objects *)&RT.objects)
#define FIXED ((objects *)&RT.fixed)

static bool has_room(void) {
  uint32_t max = 2 * RT.objects.max;
  if (RT.objects.n < RT.objects.max / 2)
    return true;
  extent *bigger = __tp2ph_fresh(max * sizeof *bigger);
  if (!bigger)
    return false;
  for (uint32_t i = 0; i < RT.objects.max; i++)
    if (RT.objects.at[i].at)
      *slot_of(bigger, max, &RT.objects.at[i]) = RT.objects.at[i];
  RT.objects.at = bigger;
  RT.objects.max = max;
  return true;
}

void __tp2ph_begin_object(const void *p, size_t n) {
  extent o = {(uintptr_t)p, n, ++RT.n_objects};
  if (RT.follows_pointers && p && n && n <= PTRDIFF_MAX && has_room())
    put_object(RUN, &RT.run_sizes, &o);
}

void __tp2ph_end_object(const void *p) {
  const extent *o = find(RUN, RT.run_sizes, (uintptr_t)p);
  if (o && o->at == (uintptr_t)p)
    remove_at(RUN, (uint32_t)(o - RT.objects.at));
}

/* A string, from the NUL before it to its own. */
static bool string_extent(const uint8_t *p, const uint8_t **low,
                          const uint8_t **high) {
  uintptr_t a = (uintptr_t)p;
  if (a < RT.text_low || a >= RT.text_high)
    return false;
  const uint8_t *start = p, *end = p;
  uintptr_t before = a - RT.text_low, after = RT.text_high - a;
  if (before > TP_WIRE_MAX_STRING)
    before = TP_WIRE_MAX_STRING;
  if (after > TP_WIRE_MAX_TABLE)
    after = TP_WIRE_MAX_TABLE;
  while (start > p - before && start[-1])
    start--;
  while (end < p + after && *end)
    end++;
  *low = start == p - before ? p : start;
  *high = end + 1;
  return end < p + after;
}

bool __tp2ph_extent(const uint8_t *p, const uint8_t **low,
                    const uint8_t **high) {
  const extent *o = NULL;
  if (RT.objects.n)
    o = find(RUN, RT.run_sizes, (uintptr_t)p);
  if (!o && RT.fixed.n)
    o = find(FIXED, RT.fixed_sizes, (uintptr_t)p);
  if (!o)
    return string_extent(p, low, high);
  *low = (const uint8_t *)o->at;
  *high = *low + o->n;
  return true;
}

/* ---- of the program file ---- */

typedef struct file {
  const char *at;
  size_t n;
} file;

static bool is_inside(const file *f, uint64_t offset, uint64_t n) {
  return offset <= f->n && n <= f->n - offset;
}

static bool is_object(const ElfW(Sym) * s) {
  return (s->st_info & 0xf) == STT_OBJECT && s->st_size > 0 &&
         s->st_shndx != SHN_UNDEF && s->st_value != 0;
}

static void note_symbols(const ElfW(Sym) * s, size_t n) {
  size_t count = 0;
  uint32_t max = 64;
  for (size_t i = 0; i < n; i++)
    count += is_object(&s[i]);
  while (max < 2 * count && max < (1u << 30))
    max *= 2;
  RT.fixed.at = (extent *)(void *)__tp2ph_map(max * sizeof *RT.fixed.at);
  if (!RT.fixed.at)
    return;
  RT.fixed.max = max;
  for (size_t i = 0; i < n; i++) {
    extent o = {RT.load_address + s[i].st_value, s[i].st_size, i};
    if (is_object(&s[i]))
      put_object(FIXED, &RT.fixed_sizes, &o);
  }
}

static void note_file(const file *f) {
  const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)(const void *)f->at;
  if (f->n < sizeof *head || head->e_shentsize != sizeof(ElfW(Shdr)) ||
      !is_inside(f, head->e_shoff, head->e_shnum * sizeof(ElfW(Shdr))))
    return;
  const ElfW(Shdr) *section =
      (const ElfW(Shdr) *)(const void *)(f->at + head->e_shoff);
  for (unsigned i = 0; i < head->e_shnum; i++, section++) {
    if (section->sh_type != SHT_SYMTAB ||
        !is_inside(f, section->sh_offset, section->sh_size))
      continue;
    note_symbols((const ElfW(Sym) *)(const void *)(f->at + section->sh_offset),
                 section->sh_size / sizeof(ElfW(Sym)));
    return;
  }
}

void __tp2ph_find_objects(void) {
  int fd = tp_kernel_open("/proc/self/exe", 0);
  long n = fd < 0 ? 0 : TP_KERNEL(lseek, fd, 0, 2 /* the end */);
  long at = n <= 0 ? -1 : TP_KERNEL(mmap, 0, n, PROT_READ, MAP_PRIVATE, fd, 0);
  if (at > 0) {
    file f = {(const char *)at, (size_t)n};
    note_file(&f);
    TP_KERNEL(munmap, at, n);
  }
  if (fd >= 0)
    TP_KERNEL(close, fd);
}
