/* SPDX-License-Identifier: MIT */
/* The runtime's state: its tables are laid out once, in the fork server, in one
 * reservation of address space. A run gets a private copy; only pages it
 * touches cost anything. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/state.h"

#include <link.h>
#include <sys/mman.h>
#include <sys/resource.h>

__thread int __tp2ph_mode __attribute__((tls_model("initial-exec")));
runtime __tp2ph_rt;

#define ALIGN 64u
#define FIRST 64u /* room of the arrays at first; a power of two */
#define KEEP_BYTES ((uint64_t)64 << 20)

void *__tp2ph_fresh(size_t n) {
  n = (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
  if ((size_t)(RT.arena_end - RT.arena) < n)
    return NULL;
  char *p = RT.arena;
  /* A read makes the kernel map the pages around, too; a write only one. */
  for (size_t i = 0; i < n; i += TP_AREA_WINDOW)
    (void)*(volatile char *)(p + i);
  __builtin_memset(p, 0, n);
  RT.arena += n;
  RT.area->arena_bytes = (uint64_t)(RT.arena - RT.arena_start);
  return p;
}

void *__tp2ph_more(void *at, uint32_t *max, size_t size) {
  char *bigger =
      *max <= UINT32_MAX / 2 ? __tp2ph_fresh(2 * (size_t)*max * size) : NULL;
  if (!bigger)
    return at;
  __builtin_memcpy(bigger, at, (size_t)*max * size);
  *max *= 2;
  return bigger;
}

char *__tp2ph_map(size_t n) {
  size_t all = n + TP_AREA_WINDOW;
  long at = TP_KERNEL(mmap, 0, all, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at < 0)
    return NULL;
  char *p = (char *)at;
  size_t skip =
      (TP_AREA_WINDOW - (uintptr_t)p % TP_AREA_WINDOW) % TP_AREA_WINDOW;
  if (skip)
    TP_KERNEL(munmap, p, skip);
  TP_KERNEL(munmap, p + skip + n, TP_AREA_WINDOW - skip);
  return p + skip;
}

/* As much as we can get: shadow pages come out of it. */
static bool reserve(void) {
  for (size_t n = (size_t)2 << 30; n >= (size_t)16 << 20; n /= 4) {
    RT.arena_start = __tp2ph_map(n);
    if (RT.arena_start) {
      RT.arena_end = RT.arena_start + n;
      return true;
    }
  }
  return false;
}

/* The head of the program file as it lies in memory; of the linker. */
extern const ElfW(Ehdr) __ehdr_start
    __attribute__((weak, visibility("hidden")));

static void note_segment(const ElfW(Phdr) * segment) {
  uintptr_t low = RT.load_address + segment->p_vaddr;
  RT.is_dynamic = RT.is_dynamic || segment->p_type == PT_INTERP;
  if (segment->p_type != PT_LOAD)
    return;
  if ((segment->p_flags & (PF_R | PF_W | PF_X)) == PF_R) {
    RT.text_low = low;
    RT.text_high = low + segment->p_filesz;
  }
  if (RT.main_low == 0 || low < RT.main_low)
    RT.main_low = low;
  if (low + segment->p_memsz > RT.main_high)
    RT.main_high = low + segment->p_memsz;
}

static void note_program(void) {
  const ElfW(Ehdr) *file = &__ehdr_start;
  uintptr_t at = (uintptr_t)file;
  if (at == 0)
    return;
  const ElfW(Phdr) *segment = (const ElfW(Phdr) *)(at + file->e_phoff);
  for (unsigned i = 0; i < file->e_phnum; i++)
    if (segment[i].p_type == PT_LOAD && segment[i].p_offset == 0)
      RT.load_address = at - segment[i].p_vaddr;
  for (unsigned i = 0; i < file->e_phnum; i++)
    note_segment(&segment[i]);
}

static void note_stack(char **environment) {
  struct rlimit limit;
  RT.stack_top = (uintptr_t)environment;
  RT.low = RT.stack_top;
  if (TP_KERNEL(prlimit64, 0, RLIMIT_STACK, 0, &limit) != 0 ||
      limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > RT.stack_top / 2)
    limit.rlim_cur = (rlim_t)64 << 20;
  RT.stack_bottom = RT.stack_top - limit.rlim_cur;
}

bool __tp2ph_setup(tp_area *area, char **environment) {
  const char *base = (const char *)area;
  RT.area = area;
  RT.exprs = (const tp_wire_expr *)(base + area->exprs);
  RT.leaves = (const tp_wire_leaf *)(base + area->leaves);
  note_stack(environment);
  note_program();
  for (uint32_t i = 0; i < area->n_leaves && !RT.follows_pointers; i++)
    RT.follows_pointers =
        RT.leaves[i].kind == TP_LEAF_TABLE && RT.leaves[i].dim[0].count == 0;
  RT.has_ranges = area->has_ranges;
  RT.follows_pointers |= RT.has_ranges;
  if (RT.follows_pointers)
    __tp2ph_find_objects();
  return reserve();
}

#define START(array) \
  ((array)->at = __tp2ph_fresh(FIRST * sizeof *(array)->at), \
   (array)->max = FIRST)

void __tp2ph_begin(void) {
  RT.trace_at = (uint64_t *)((char *)RT.area + RT.area->trace);
  RT.trace_end = RT.trace_at + RT.area->trace_words;
  RT.arena = RT.arena_start;
  START(&RT.symbols);
  START(&RT.pages);
  START(&RT.contexts);
  START(&RT.calls);
  START(&RT.counters);
  if (RT.follows_pointers)
    START(&RT.objects);
  RT.sizes.n = RT.sizes.max = 0;
  if (RT.has_ranges)
    START(&RT.sizes);
  RT.kept_bytes = 0;
  /* These need not be zero: what is read was written before. */
  RT.returned.word = (uint32_t *)RT.arena;
  RT.current.word = (uint64_t *)(RT.returned.word + RETURN_BYTES);
  RT.pending.word = RT.current.word + LEAF_WORDS;
  RT.arena = (char *)(RT.pending.word + LEAF_WORDS);
}

void __tp2ph_end(void) {
  uint64_t used = RT.area->arena_bytes;
  if (used > KEEP_BYTES && used <= (uint64_t)(RT.arena_end - RT.arena_start))
    TP_KERNEL(madvise, RT.arena_start, used, MADV_REMOVE);
}

/* An event while another is in progress. If the other's frame is gone, a signal
 * handler has left it by longjmp: this one takes over. Else we are in a signal
 * handler that came in between, and drop it. */
bool __tp2ph_nested(uintptr_t frame) {
  if (frame > RT.busy_frame) {
    RT.busy_frame = frame;
    return true;
  }
  RT.area->n_dropped++;
  return false;
}

void __tp2ph_trace_full(void) {
  RT.area->is_full = 1;
  __tp2ph_mode = MODE_FULL;
}

void __tp2ph_concretised(uint32_t id, unsigned reason) {
  uint64_t *to = record(1);
  if (!to)
    return;
  to[0] = head(TP_R_CONCRETISED, reason, 0, id);
  commit(1);
}
