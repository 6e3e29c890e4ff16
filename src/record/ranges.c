/* SPDX-License-Identifier: MIT */
/* What checks ask about objects (wire/library.def), in the plain program: its
 * variables from the symbol table, blocks through the linker's --wrap, local
 * variables as they are announced. A block that was freed is kept from others.
 * Only the thread that began is answered; to others nothing is known. */
#include "wire/extents.h"

#include <string.h>

#define MAX_OBJECTS (1u << 18)
#define KEPT_BYTES ((size_t)64 << 20) /* of freed blocks */

unsigned long tp2ph_range_place(const void *p);
unsigned long tp2ph_range_size(const void *p);
int tp2ph_range_gone(const void *p);
int tp2ph_range_fixed(const void *p);
unsigned long tp2ph_range_length(const char *s, unsigned long n);
void tp2ph_range_object(const void *p, unsigned long n);
void tp2ph_range_frame(void);
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
char *__wrap_strdup(const char *s);
char *__wrap_strndup(const char *s, size_t n);

extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

static tp_extents objects;
static uint64_t n_ever;
static size_t kept;
static __thread int is_first;

#define FRAME() ((uintptr_t)__builtin_frame_address(0))
#define CALLER() (*(const uintptr_t *)__builtin_frame_address(0))

/* ---- the table ----------------------------------------------------------- */

static void note(tp_extents *to, uintptr_t at, size_t n, bool is_fenced) {
  tp_extent o = {.at = at,
                 .n = n ? n : 1,
                 .serial = ++n_ever,
                 .is_empty = n == 0,
                 .is_fenced = is_fenced};
  if (at && n <= PTRDIFF_MAX && to->at && to->n < to->max / 2)
    tp_extents_put(to, &o);
}

static void note_symbol(tp_extents *to, uintptr_t at, size_t n,
                        bool is_written) {
  const ElfW(Ehdr) *head = (const void *)__ehdr_start;
  note(to, at + (head->e_type == ET_DYN ? (uintptr_t)head : 0), n, is_written);
}

__attribute__((constructor(101))) static void begin(void) {
  long at =
      TP_KERNEL(mmap, 0, MAX_OBJECTS * sizeof(tp_extent),
                PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at < 0 && at > -4096)
    return;
  objects = (tp_extents){.at = (void *)at, .max = MAX_OBJECTS};
  is_first = 1;
  if (&__ehdr_start)
    tp_symbols_each(note_symbol, &objects);
}

static tp_extent *object_at(const void *p) {
  return is_first && p ? tp_extents_around(&objects, (uintptr_t)p) : NULL;
}

static tp_extent *living_at(const void *p) {
  tp_extent *o = object_at(p);
  return o && !o->is_gone ? o : NULL;
}

/* ---- questions ----------------------------------------------------------- */

unsigned long tp2ph_range_place(const void *p) {
  const tp_extent *o = living_at(p);
  return o ? (uintptr_t)p - o->at : TP_RANGE_PLACE;
}

unsigned long tp2ph_range_size(const void *p) {
  const tp_extent *o = living_at(p);
  return o ? tp_extent_size(o) : TP_RANGE_SIZE;
}

/* The stack of the first thread is above everything else. */
static bool is_on_stack(uintptr_t a, uintptr_t frame) {
  return a + ((uintptr_t)64 << 20) > frame;
}

int tp2ph_range_gone(const void *p) {
  const tp_extent *o = object_at(p);
  return o && (o->is_gone ||
               (is_on_stack(o->at, FRAME()) && o->at + o->n <= FRAME()));
}

int tp2ph_range_fixed(const void *p) {
  const tp_extent *o = object_at(p);
  return o && (o->is_gone || !o->is_block);
}

unsigned long tp2ph_range_length(const char *s, unsigned long n) {
  unsigned long i = 0;
  while (i < n && s[i])
    i++;
  return i;
}

void tp2ph_range_object(const void *p, unsigned long n) {
  if (is_first)
    note(&objects, (uintptr_t)p, n, true);
}

void tp2ph_range_frame(void) {
  if (is_first)
    tp_extents_clear(&objects, FRAME() - ((uintptr_t)64 << 20), CALLER());
}

/* ---- blocks -------------------------------------------------------------- */

static void *noted(void *p, size_t n) {
  if (is_first)
    note(&objects, (uintptr_t)p, n, true);
  tp_extent *o = living_at(p);
  if (o && o->at == (uintptr_t)p)
    o->is_block = true;
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

/* The library's would ask for memory unseen. */
char *__wrap_strndup(const char *s, size_t n) {
  size_t length = tp2ph_range_length(s, n);
  char *p = __wrap_malloc(length + 1);
  if (p) {
    memcpy(p, s, length);
    p[length] = '\0';
  }
  return p;
}

char *__wrap_strdup(const char *s) {
  return __wrap_strndup(s, SIZE_MAX);
}

void __wrap_free(void *p) {
  tp_extent *o = living_at(p);
  if (!o || o->at != (uintptr_t)p || o->n > KEPT_BYTES - kept) {
    if (o && o->at == (uintptr_t)p)
      tp_extents_remove(&objects, (uint32_t)(o - objects.at));
    __real_free(p);
    return;
  }
  o->is_gone = true;
  kept += o->n;
}

void *__wrap_realloc(void *p, size_t n) {
  const tp_extent *o = p && n ? living_at(p) : NULL;
  size_t old = o && o->at == (uintptr_t)p ? tp_extent_size(o) : 0;
  void *result = old ? __real_malloc(n) : __real_realloc(p, n);
  if (old && result) {
    memcpy(result, p, old < n ? old : n);
    __wrap_free(p);
  }
  return noted(result, n);
}
