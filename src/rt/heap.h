/* SPDX-License-Identifier: MIT */
/* rt/heap.h - the allocator as the linker lets us see it: what the program
 * calls is __wrap_, what it would have called __real_. */
#ifndef TP_RT_HEAP_H
#define TP_RT_HEAP_H

#include <stddef.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_aligned_alloc(size_t align, size_t n);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t n);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

#endif
