/* SPDX-License-Identifier: MIT */
/* Functions of the libraries that the program is linked with, whatever the
 * program itself defines under their names: the lists of the dynamic linker are
 * searched, which begin at the program's own dynamic section. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/state.h"

#include <elf.h>
#include <link.h>

/* Of the linker; there is none in static programs. */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak, visibility("hidden")));

typedef struct table { /* symbols of a library, hashed the GNU way */
  const uint32_t *hash;
  const ElfW(Sym) * symbols;
  const char *names;
} table;

static bool is_equal(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

/* The dynamic linker has made the places absolute, but for the kernel's own
 * library. */
static table table_of(const struct link_map *l) {
  table t = {0};
  for (const ElfW(Dyn) *d = l->l_ld; d && d->d_tag != DT_NULL; d++) {
    const void *at = (const void *)d->d_un.d_ptr;
    if (d->d_un.d_ptr < l->l_addr)
      continue;
    if (d->d_tag == DT_GNU_HASH)
      t.hash = at;
    else if (d->d_tag == DT_SYMTAB)
      t.symbols = at;
    else if (d->d_tag == DT_STRTAB)
      t.names = at;
  }
  return t;
}

static uint32_t hash_of(const char *name) {
  uint32_t h = 5381;
  while (*name)
    h = h * 33 + (uint8_t)*name++;
  return h;
}

/* hash: buckets, first symbol, words of a filter, its shift; the filter, the
 * buckets, then a chain of hashes whose last has its lowest bit set. */
static uintptr_t find(const struct link_map *l, const char *name) {
  table t = table_of(l);
  if (!t.hash || !t.symbols || !t.names || t.hash[0] == 0)
    return 0;
  uint32_t h = hash_of(name), first = t.hash[1];
  const uint32_t *bucket =
      t.hash + 4 + t.hash[2] * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
  const uint32_t *chain = bucket + t.hash[0];
  uint32_t i = bucket[h % t.hash[0]];
  if (i < first)
    return 0;
  for (;; i++) {
    const ElfW(Sym) *s = &t.symbols[i];
    if ((chain[i - first] | 1) == (h | 1) && s->st_shndx != SHN_UNDEF &&
        (s->st_info & 0xf) == STT_FUNC && is_equal(t.names + s->st_name, name))
      return l->l_addr + s->st_value;
    if (chain[i - first] & 1)
      return 0;
  }
}

uintptr_t __tp2ph_outside(const char *name) {
  const struct r_debug *debug = NULL;
  for (const ElfW(Dyn) *d = _DYNAMIC; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_DEBUG)
      debug = (const struct r_debug *)d->d_un.d_ptr;
  uintptr_t found = 0;
  const struct link_map *l = debug ? debug->r_map : NULL;
  for (l = l ? l->l_next : NULL; l && !found; l = l->l_next)
    found = find(l, name);
  return found;
}
