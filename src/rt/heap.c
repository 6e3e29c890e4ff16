/* SPDX-License-Identifier: MIT */
/* The heap: the runtime stands between the program and its allocator (linker
 * option --wrap). Blocks are noted as objects; what a freed one held is
 * forgotten. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/heap.h"

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
  if (RT.follows_pointers)
    __tp2ph_own(p, n);
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

void __wrap_free(void *p) {
  if (__tp2ph_mode == MODE_ON)
    forget(p);
  __real_free(p);
}

void *__wrap_realloc(void *p, size_t n) {
  bool is_on = __tp2ph_mode == MODE_ON;
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
