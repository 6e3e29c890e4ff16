/* SPDX-License-Identifier: MIT */
/* rt/state.h - what the parts of the runtime share.
 *
 * One struct holds the state of a run; it is set up in the fork server, so
 * that a run starts with a copy of it. Only the main thread of the run
 * records: `__tp2ph_mode` is its own in each thread. Nothing here allocates
 * with malloc, which belongs to the program under test.
 */
#ifndef TP_RT_STATE_H
#define TP_RT_STATE_H

#include "wire/area.h"
#include "wire/extents.h"

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* FULL: nothing more can be recorded. */
enum { MODE_OFF, MODE_ON, MODE_BUSY, MODE_FULL };
extern __thread int __tp2ph_mode __attribute__((tls_model("initial-exec")));

typedef struct symbol {
  uint64_t bits; /* its value in this run */
  uint32_t size;
} symbol;

/* Leaves as they go into the trace. */
#define LEAF_WORDS (32u << 10)
typedef struct leaves {
  uint64_t tags;
  uint32_t expr, n, n_words;
  bool is_symbolic;
  bool has_table;       /* the last leaf is a whole table */
  uint32_t n_elements;  /* of it */
  const uint8_t *start; /* where its elements start */
  uint64_t *word;       /* LEAF_WORDS */
} leaves;

typedef struct context { /* a function that was entered and has not returned */
  uintptr_t frame;
  uint64_t hash;
  uint32_t site;
  const void *const *more; /* its arguments without parameter, as kv has them;
                              NULL: none is symbolic */
} context;

typedef struct call { /* announced by k, not entered yet */
  uintptr_t frame;    /* of the caller */
  uintptr_t code;     /* where k was called */
  uint32_t site, n;   /* n: addresses in `at`; MANY: in `list` */
  const void *at[2];
  const void *const *list;
  const void *const *more; /* arguments without parameter; NULL: none */
} call;
#define MANY UINT32_MAX

/* The symbolic bytes of a value on its way from a callee to got(). */
#define RETURN_BYTES 4096
typedef struct returned {
  uintptr_t caller; /* frame that may fetch it; 0: nothing there */
  uintptr_t callee; /* frame that returned it (inlined functions) */
  uint32_t site;    /* ANY_SITE: of a runtime function */
  uint32_t n;       /* bytes; 0: a plain value */
  uint32_t *word;   /* RETURN_BYTES */
} returned;
#define ANY_SITE UINT32_MAX

typedef struct counter { /* how often a site was read in a context */
  uint64_t key;
  uint64_t count;
} counter;

typedef struct shadow_page {
  uintptr_t page; /* address / page size; 0: free */
  uint32_t *word; /* one for each byte */
} shadow_page;

#define CACHE_PAGES 64

/* Two factors, as BYTES leaves have them. */
typedef struct asked_size {
  uint32_t count[8], size[8];
} asked_size;

/* An array in the arena that grows by moving. */
#define GROWING(T) \
  struct { \
    T *at; \
    uint32_t n, max; \
  }

typedef struct runtime {
  tp_area *area;
  const tp_wire_expr *exprs;
  const tp_wire_leaf *leaves;
  uint64_t *trace_at, *trace_end;
  uintptr_t busy_frame; /* of the event in progress */
  int run_pid;          /* 0 in the server */
  int session;          /* that all of the runs belong to */
  uint64_t nanoseconds; /* limit on one run, out of its reach */
  bool is_forked;       /* by the run: nothing of it is recorded */

  GROWING(symbol) symbols; /* from 1: n is the newest */
  uint32_t n_stale;        /* stale values met by the event in progress */

  GROWING(shadow_page) pages; /* open addressing, max is a power of two */
  uintptr_t stack_top, stack_bottom;
  uintptr_t low;                 /* no stack byte below this has a shadow */
  uintptr_t load_address;        /* of the program */
  uintptr_t main_low, main_high; /* its own text and data */
  bool is_dynamic;               /* the C library is not part of it */

  bool follows_pointers;         /* the extents of objects matter */
  bool has_ranges;               /* checks ask for them */
  GROWING(asked_size) sizes;     /* from 1 */
  size_t kept_bytes;             /* of blocks that were freed */
  tp_extents fixed;              /* of the program file, as long as it runs */
  tp_extents objects;            /* blocks and variables of the run */
  uint64_t n_objects;            /* ever noted */
  uintptr_t text_low, text_high; /* constants of the program file */

  GROWING(context) contexts;
  GROWING(call) calls;

  uint32_t next_site; /* announced by in(); 0: none */
  uintptr_t next_frame;
  uint64_t next_context;
  GROWING(counter) counters; /* open addressing, max is a power of two */
  uint64_t n_reads;          /* scalars read so far */
  uint64_t n_listed;         /* of them those whose value was in the list */
  bool was_listed;           /* one of the last call that reads */
  uint64_t asked_at;         /* words of the trace when it was made */

  leaves current; /* of the event in progress */
  leaves pending; /* of l, until its st or ts */
  returned returned;

  char *arena, *arena_start, *arena_end;
  shadow_page cache[CACHE_PAGES]; /* word NULL: that page has none */
} runtime;

extern runtime __tp2ph_rt;
#define RT __tp2ph_rt

/* Maps the state's tables; false: no memory. The environment lies at the top of
 * the stack. */
bool __tp2ph_setup(tp_area *area, char **environment);
/* n bytes of shared memory at a multiple of the window; NULL: none. */
char *__tp2ph_map(size_t n);
/* The arena is shared by all runs, so that the kernel maps many of its pages at
 * once; each run starts again at its beginning. In the run, before anything is
 * recorded. */
void __tp2ph_begin(void);
/* In the server, after a run: give back what was too much. */
void __tp2ph_end(void);
/* n zeroed bytes of the arena; NULL: used up. */
void *__tp2ph_fresh(size_t n);
/* Twice the room for an array: its new place, *max doubled; or, when the arena
 * is used up, the old place and nothing changed. */
void *__tp2ph_more(void *at, uint32_t *max, size_t size);
/* Whether one more element fits, after growing if need be. */
#define HAS_ROOM(a) \
  ((a)->n + 1 < (a)->max || \
   ((a)->at = __tp2ph_more((a)->at, &(a)->max, sizeof *(a)->at), \
    (a)->n + 1 < (a)->max))

/* At once: nothing of the program is called. */
static inline _Noreturn void end_process(int status) {
  for (;;)
    TP_KERNEL(exit_group, status);
}

/* ---- events: nothing may be recorded inside another ---- */
bool __tp2ph_nested(uintptr_t frame);
#define FRAME() ((uintptr_t)__builtin_frame_address(0))

/* Whether the event of the runtime function with this frame is recorded. */
static inline bool enter(uintptr_t frame) {
  if (__builtin_expect(__tp2ph_mode == MODE_ON, 1)) {
    __tp2ph_mode = MODE_BUSY;
    RT.busy_frame = frame;
    return true;
  }
  return __tp2ph_mode == MODE_BUSY && __tp2ph_nested(frame);
}
static inline void leave(void) {
  if (__tp2ph_mode == MODE_BUSY)
    __tp2ph_mode = MODE_ON;
}

/* The frame of a runtime function's caller: what the saved frame pointer says.
 */
static inline uintptr_t caller_of(uintptr_t frame) {
  return *(const uintptr_t *)frame;
}

/* ---- branches beside the trace ---- */
void __tp2ph_aside(uint32_t decision, unsigned flags, uint64_t value);
void __tp2ph_aside_of(uint32_t e, unsigned flags, uint64_t value);

/* ---- the trace ---- */
void __tp2ph_trace_full(void);
void __tp2ph_concretised(uint32_t id, unsigned reason);

static inline uint64_t head(unsigned kind, unsigned flags, unsigned n,
                            uint32_t id) {
  return kind | flags << 8 | (uint64_t)(n & 0xffff) << 16 | (uint64_t)id << 32;
}
/* Where a record of n words goes; NULL: there is no room, recording ends. One
 * word always remains for the END. */
static inline uint64_t *record(uint64_t n) {
  if (__builtin_expect((uint64_t)(RT.trace_end - RT.trace_at) > n, 1))
    return RT.trace_at;
  __tp2ph_trace_full();
  return NULL;
}
static inline void commit(uint64_t n) {
  RT.trace_at += n;
  RT.area->words += n;
}

#define MAX_SYMBOLS ((UINT32_C(1) << 28) - 1) /* 31 bits: symbol << 3 */
/* A new symbol's number; 0: there are too many. */
static inline uint32_t new_symbol(uint64_t bits, uint32_t size) {
  if (RT.symbols.n >= MAX_SYMBOLS || !HAS_ROOM(&RT.symbols))
    return 0;
  RT.symbols.at[++RT.symbols.n] = (symbol){bits, size};
  return RT.symbols.n;
}

static inline uint64_t load(const void *p, unsigned size) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, p, size);
  return bits;
}

/* ---- leaves ---- */
/* Whether a leaf of expression e may be symbolic (its shadow may be stale). */
bool __tp2ph_any_symbolic(const tp_wire_expr *x, const void *const *pp);
void __tp2ph_read_leaves(leaves *out, uint32_t e, const void *const *pp);
/* Where element i of a table lies, in row order. */
const uint8_t *__tp2ph_element(const tp_wire_leaf *leaf, const uint8_t *base,
                               uint32_t i);
/* All of the object that p lies in; false: not known. */
bool __tp2ph_extent(const uint8_t *p, const uint8_t **low,
                    const uint8_t **high);
/* As tp_extents_around. Those that are gone are known, too. */
tp_extent *__tp2ph_object_at(const void *p);
/* An object begins, or ends, to live. */
void __tp2ph_begin_object(const void *p, size_t n, bool is_fenced);
void __tp2ph_end_object(const void *p);
/* Nothing is known of the stack below an address. */
void __tp2ph_end_stack(uintptr_t top);
/* In the server: the objects of the program file. */
void __tp2ph_find_objects(void);
/* The valid shadow of one byte; stale ones are dropped and counted. */
uint32_t __tp2ph_read_byte(const uint8_t *p);

/* ---- calls and inputs ---- */
/* Drops what longjmp left behind and gives the context of this frame. */
uint64_t __tp2ph_context(uintptr_t frame);
/* The n bytes of symbol `number` are about to be returned to `caller`. */
void __tp2ph_return_symbol(uintptr_t caller, uint32_t site, uint32_t number,
                           unsigned n);
/* Where the value of argument i lay of the announced call of the runtime
 * function with this frame; NULL: it is not symbolic. Asked once a call. */
const void *__tp2ph_argument(uintptr_t frame, uint32_t i);
/* The same of the first n. */
void __tp2ph_arguments(uintptr_t frame, uint32_t n, const void **out);
/* The block at p was asked for as n times `each`, which lay there (NULL: they
 * are plain): these are its size. */
void __tp2ph_asked(const void *p, const void *count, uint64_t n,
                   const void *size, uint64_t each);
void __tp2ph_return_plain(uintptr_t caller, uint32_t site);

/* ---- where it crashed, and what it was denied ---- */
void __tp2ph_watch_crashes(void);
void __tp2ph_watch_denied(void);
/* So that the stack can be unwound in a signal handler. */
void __tp2ph_prepare_stack(void);
/* The addresses of the program's code on the stack that a signal interrupted,
 * innermost first, relative to its load address; their number. */
uint32_t __tp2ph_stack(const void *where, uint64_t *to, uint32_t max);
/* A handler (int, siginfo_t *, void *), with these flags of sigaction. */
void __tp2ph_handle(int number, void (*handler)(void), unsigned long flags);

/* The function of that name in a shared library of the program, not in the
 * program itself; 0: there is none. */
uintptr_t __tp2ph_outside(const char *name);

#pragma GCC visibility pop

#endif
