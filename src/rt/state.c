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
#include <unistd.h>

__thread int __tp2ph_mode;
runtime __tp2ph_rt;
leaves __tp2ph_leaves;
leaves __tp2ph_pending;
returned __tp2ph_returned;

#define FIRST_COUNTERS 256u
#define ALIGN 64u

void *__tp2ph_fresh(size_t n) {
  n = (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
  if ((size_t)(RT.arena_end - RT.arena) < n)
    return NULL;
  void *p = RT.arena;
  RT.arena += n;
  return p;
}

/* As much address space as we can get: shadow pages come out of it. */
static bool reserve(size_t fixed) {
  for (size_t extra = (size_t)1 << 30; extra >= (size_t)16 << 20; extra /= 4) {
    void *p = mmap(NULL, fixed + extra, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p != MAP_FAILED) {
      RT.arena = p;
      RT.arena_end = RT.arena + fixed + extra;
      return true;
    }
  }
  return false;
}

/* The first object is the program itself. */
static int note_program(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD)
      continue;
    uintptr_t low = info->dlpi_addr + segment->p_vaddr;
    if (RT.main_low == 0 || low < RT.main_low)
      RT.main_low = low;
    if (low + segment->p_memsz > RT.main_high)
      RT.main_high = low + segment->p_memsz;
  }
  return 1;
}

static void note_stack(void) {
  struct rlimit limit;
  RT.stack_top = (uintptr_t)environ;
  RT.low = RT.stack_top;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur > RT.stack_top / 2)
    limit.rlim_cur = (rlim_t)64 << 20;
  RT.stack_bottom = RT.stack_top - limit.rlim_cur;
}

bool __tp2ph_setup(tp_area *area) {
  char *base = (char *)area;
  RT.area = area;
  RT.exprs = (const tp_wire_expr *)(base + area->exprs);
  RT.leaves = (const tp_wire_leaf *)(base + area->leaves);
  RT.trace_at = (uint64_t *)(base + area->trace);
  RT.trace_end = RT.trace_at + area->trace_words;
  /* A record that defines a symbol has two words for it at least. */
  uint64_t symbols = area->trace_words / 2 + 2;
  if (symbols > UINT32_C(1) << 28)
    symbols = UINT32_C(1) << 28; /* 31 bits: symbol << 3 */
  RT.max_symbols = (uint32_t)symbols;
  size_t fixed = symbols * sizeof(symbol) + MAX_PAGES * sizeof(shadow_page) +
                 (size_t)MAX_FRAMES * (sizeof(context) + sizeof(call)) +
                 FIRST_COUNTERS * sizeof(counter) + 16 * ALIGN;
  if (!reserve(fixed))
    return false;
  RT.symbols = __tp2ph_fresh(symbols * sizeof(symbol));
  RT.pages = __tp2ph_fresh(MAX_PAGES * sizeof(shadow_page));
  RT.contexts = __tp2ph_fresh(MAX_FRAMES * sizeof(context));
  RT.calls = __tp2ph_fresh(MAX_FRAMES * sizeof(call));
  RT.counters = __tp2ph_fresh(FIRST_COUNTERS * sizeof(counter));
  RT.max_counters = FIRST_COUNTERS;
  note_stack();
  dl_iterate_phdr(note_program, NULL);
  return true;
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
  __tp2ph_mode = MODE_OFF;
}

void __tp2ph_concretised(uint32_t id, unsigned reason) {
  uint64_t *to = record(1);
  if (!to)
    return;
  to[0] = head(TP_R_CONCRETISED, reason, 0, id);
  commit(1);
}
