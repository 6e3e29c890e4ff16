/* SPDX-License-Identifier: MIT */
/* The heap: the runtime stands between the program and its allocator (linker
 * option --wrap). Blocks are noted as objects; what a freed one held is
 * forgotten. Where checks ask whether a block was freed, its place is not given
 * away again. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/heap.h"

#include "rt/library.h"
#include "rt/state.h"
#include "rt/tp2ph_rt.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* A program with an allocator of its own: nobody knows the sizes of blocks. (If
 * it is static, the linker has seen to it that there is none.) */
static bool is_own_allocator(void) {
  uintptr_t code = (uintptr_t)&__real_malloc;
  return RT.is_dynamic && code >= RT.main_low && code < RT.main_high;
}

static size_t block_size(void *p) {
  return p && RT.symbols.n && !is_own_allocator() ? malloc_usable_size(p) : 0;
}

static void *noted(void *p, size_t n) {
  if (p && RT.follows_pointers && enter(FRAME())) {
    __tp2ph_begin_object(p, n, true);
    tp_extent *o = __tp2ph_object_at(p);
    if (o && o->at == (uintptr_t)p)
      o->is_block = true;
    leave();
  }
  return p;
}

void *__wrap_malloc(size_t n) {
  return noted(__real_malloc(n), n);
}

void *__wrap_calloc(size_t n, size_t size) {
  void *p = __real_calloc(n, size);
  return p ? noted(p, n * size) : NULL;
}

void *__wrap_aligned_alloc(size_t align, size_t n) {
  return noted(__real_aligned_alloc(align, n), n);
}

static void end_block(void *p) {
  if (RT.follows_pointers && enter(FRAME())) {
    __tp2ph_end_object(p);
    leave();
  }
}

static void forget(void *p) {
  size_t n = block_size(p);
  if (n)
    __tp2ph_clr(p, n);
  end_block(p);
}

#define KEPT_BYTES ((size_t)64 << 20) /* of freed blocks in a run */

/* Whether a block was freed for those who ask, and is kept from others. */
static bool keep_freed(void *p) {
  bool is_kept = false;
  if (RT.has_ranges && p && enter(FRAME())) {
    tp_extent *o = __tp2ph_object_at(p);
    is_kept = o && o->at == (uintptr_t)p && !o->is_gone &&
              o->n <= KEPT_BYTES - RT.kept_bytes;
    if (is_kept) {
      o->is_gone = true;
      RT.kept_bytes += o->n;
    }
    leave();
  }
  return is_kept;
}

void __wrap_free(void *p) {
  if (__tp2ph_mode == MODE_ON && !keep_freed(p))
    forget(p);
  else if (__tp2ph_mode == MODE_ON)
    return;
  __real_free(p);
}

/* Somewhere else, always: NULL if that is not to be. */
static void *move(void *p, size_t n) {
  const tp_extent *o = RT.has_ranges && p && n ? __tp2ph_object_at(p) : NULL;
  size_t old =
      o && o->at == (uintptr_t)p && !o->is_gone ? tp_extent_size(o) : 0;
  void *result = old ? __real_malloc(n) : NULL;
  if (!result)
    return NULL;
  memcpy(result, p, old < n ? old : n);
  __tp2ph_cp(result, p, old < n ? old : n);
  __wrap_free(p);
  return noted(result, n);
}

void *__wrap_realloc(void *p, size_t n) {
  bool is_on = __tp2ph_mode == MODE_ON;
  void *moved = is_on ? move(p, n) : NULL;
  if (moved)
    return moved;
  size_t old = is_on ? block_size(p) : 0;
  void *result = __real_realloc(p, n);
  if (old && result && result != p) {
    __tp2ph_cp(result, p, old < n ? old : n);
    __tp2ph_clr(p, old);
  }
  if (is_on && (result || n == 0))
    end_block(p);
  return result ? noted(result, n) : NULL;
}

/* ---- as the text calls them: of how many bytes ---- */

static void *asked(uintptr_t own, void *p, uint32_t i, uint64_t n,
                   uint64_t each) {
  if (enter(own)) {
    const void *at[2];
    __tp2ph_arguments(own, 2, at);
    __tp2ph_return_plain(caller_of(own), ANY_SITE);
    if (p && RT.has_ranges)
      __tp2ph_asked(p, at[i], n, each == 1 ? NULL : at[1], each);
    leave();
  }
  return p;
}

void *__tp2ph_malloc(unsigned long n) {
  return asked(FRAME(), __wrap_malloc(n), 0, n, 1);
}

void *__tp2ph_calloc(unsigned long n, unsigned long size) {
  return asked(FRAME(), __wrap_calloc(n, size), 0, n, size);
}

void *__tp2ph_realloc(void *p, unsigned long n) {
  return asked(FRAME(), __wrap_realloc(p, n), 1, n, 1);
}
