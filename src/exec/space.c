/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shared memory: laid out once, then written before and read after each
 * run. Nothing in it is believed after a run, which may have overwritten it by
 * a wild pointer: sizes and places come from tp_space, each word is read once,
 * and the trace is copied before anyone looks at it. The memory is sealed: it
 * can't be cut off below us. */
#include "exec/space.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define DEFAULT_TRACE (UINT64_C(64) << 20)
#define MIN_TRACE 4096
/* Room for inputs: half of it is used, at most. */
#define FEW_INPUTS_AT TP_AREA_PAGE
#define FEW_INPUTS (TP_AREA_PAGE / sizeof(tp_wire_input))
#define MANY_INPUTS (UINT64_C(1) << 20)

#define ASIDE_BYTES (TP_AREA_ASIDE * sizeof(tp_area_aside))

static uint64_t round_up(uint64_t n) {
  return (n + TP_AREA_PAGE - 1) & ~(uint64_t)(TP_AREA_PAGE - 1);
}

/* Reserve n bytes at *at, aligned for any table. */
static uint64_t take(uint64_t *at, uint64_t n) {
  uint64_t here = *at;
  *at = (here + n + 63) & ~UINT64_C(63);
  return here;
}

static void lay_out(tp_area *a, const tp_plan *plan, uint64_t trace_bytes) {
  *a = (tp_area){.magic = TP_WIRE_MAGIC};
  uint64_t at = FEW_INPUTS_AT + TP_AREA_PAGE;
  a->inputs = FEW_INPUTS_AT;
  a->input_mask = FEW_INPUTS - 1;
  a->trace = at;
  if (trace_bytes == 0)
    trace_bytes = DEFAULT_TRACE;
  a->trace_words = (trace_bytes < MIN_TRACE ? MIN_TRACE : trace_bytes) / 8;
  a->aside = at + 8 * a->trace_words;
  a->denied = round_up(a->aside + ASIDE_BYTES);
  at = round_up(a->denied + TP_AREA_MAX_DENIED * sizeof(tp_area_denied) +
                MANY_INPUTS * sizeof(tp_wire_input));
  a->tables = at;
  a->has_ranges = plan->has_ranges;
  a->n_exprs = plan->wire_exprs.n;
  a->n_leaves = plan->wire_leaves.n;
  a->n_funcs = plan->funcs.n;
  a->n_param_sizes = plan->param_sizes.n;
  a->n_sites = plan->sites.n;
  a->n_parts = plan->parts.n;
  a->exprs = take(&at, a->n_exprs * sizeof(tp_wire_expr));
  a->leaves = take(&at, a->n_leaves * sizeof(tp_wire_leaf));
  a->funcs = take(&at, a->n_funcs * sizeof(tp_wire_func));
  a->param_sizes = take(&at, a->n_param_sizes * sizeof(uint32_t));
  a->sites = take(&at, a->n_sites * sizeof(tp_wire_site));
  a->parts = take(&at, a->n_parts * sizeof(tp_wire_part));
  a->bytes = a->tables_end = round_up(at + 1);
}

static void put_table(tp_area *a, uint64_t place, const void *from, size_t n) {
  if (n)
    memcpy((char *)a + place, from, n);
}

static void put_tables(tp_area *a, const tp_plan *plan) {
  put_table(a, a->exprs, plan->wire_exprs.at,
            a->n_exprs * sizeof(tp_wire_expr));
  put_table(a, a->leaves, plan->wire_leaves.at,
            a->n_leaves * sizeof(tp_wire_leaf));
  put_table(a, a->funcs, plan->funcs.at, a->n_funcs * sizeof(tp_wire_func));
  put_table(a, a->param_sizes, plan->param_sizes.at,
            a->n_param_sizes * sizeof(uint32_t));
  put_table(a, a->sites, plan->sites.at, a->n_sites * sizeof(tp_wire_site));
  put_table(a, a->parts, plan->parts.at, a->n_parts * sizeof(tp_wire_part));
}

int tp_space_open(tp_space *s, const tp_plan *plan, uint64_t trace_bytes,
                  tp_diag *diag) {
  lay_out(&s->head, plan, trace_bytes);
  s->bytes = s->head.bytes;
  s->area = NULL;
  s->fd = memfd_create("tp2ph", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (s->fd < 0 || ftruncate(s->fd, (off_t)s->bytes) != 0 ||
      fcntl(s->fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    goto failed;
  void *p = mmap(NULL, s->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
  if (p == MAP_FAILED)
    goto failed;
  s->area = p;
  *s->area = s->head;
  put_tables(s->area, plan);
  return 0;
failed:
  tp_diag_set(diag, TP_ENVIRONMENT, "no memory for the runs: %s",
              strerror(errno));
  tp_space_close(s);
  return -1;
}

void tp_space_close(tp_space *s) {
  if (s->area)
    munmap(s->area, s->bytes);
  if (s->fd >= 0)
    close(s->fd);
  VEC_FREE(&s->copy);
  s->area = NULL;
  s->fd = -1;
}

void tp_space_clear(tp_space *s) {
  *s->area = s->head;
}

int tp_space_put_inputs(tp_space *s, const tp_wire_input *inputs, uint32_t n,
                        tp_diag *diag) {
  uint64_t room = FEW_INPUTS;
  while (room < 2 * (uint64_t)n)
    room *= 2;
  if (room > MANY_INPUTS)
    return tp_diag_set(diag, TP_BUDGET,
                       "a run reads %u inputs: tp2ph handles %u", n,
                       (unsigned)(MANY_INPUTS / 2));
  s->head.inputs = room == FEW_INPUTS
                       ? FEW_INPUTS_AT
                       : s->head.tables - MANY_INPUTS * sizeof(tp_wire_input);
  tp_wire_input *table = (tp_wire_input *)((char *)s->area + s->head.inputs);
  /* What the last run had beyond this one's room is never looked at. */
  memset(table, 0, room * sizeof *table);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t at = inputs[i].key & (room - 1);
    while (table[at].key && table[at].key != inputs[i].key)
      at = (at + 1) & (room - 1);
    table[at] = inputs[i];
  }
  s->head.input_mask = room - 1;
  return 0;
}

static int by_branch(const void *a, const void *b) {
  const tp_area_aside *x = a, *y = b;
  if (x->head != y->head)
    return x->head < y->head ? -1 : 1;
  return (x->value > y->value) - (x->value < y->value);
}

static bool is_aside(const tp_area_aside *a) {
  unsigned flags = a->head >> 8 & 0xff;
  return (a->head & 0xff) == TP_R_BRANCH && flags & TP_RF_ASIDE &&
         !(flags & TP_RF_SYMBOLIC);
}

/* What was taken beside the trace follows it, in an order of its own. */
static void add_aside(tp_space *s) {
  tp_area_aside list[TP_AREA_ASIDE];
  uint32_t n = TP_READ_ONCE(s->area->n_aside);
  if (n == 0 || n > TP_AREA_ASIDE)
    return;
  memcpy(list, (const char *)s->area + s->head.aside, n * sizeof *list);
  qsort(list, n, sizeof *list, by_branch);
  for (uint32_t i = 0; i < n; i++) {
    if (!is_aside(&list[i]))
      continue;
    VEC_PUSH(&s->copy, list[i].head);
    if (list[i].head >> 8 & TP_RF_SWITCH)
      VEC_PUSH(&s->copy, list[i].value);
  }
}

uint64_t tp_space_words(const tp_space *s) {
  uint64_t n = TP_READ_ONCE(s->area->words);
  return n < s->head.trace_words ? n : s->head.trace_words - 1;
}

uint64_t tp_space_prefix(tp_space *s, uint64_t n, const uint64_t **words) {
  uint64_t all = tp_space_words(s);
  uint32_t kept = (uint32_t)(n < all ? n : all);
  VEC_CLEAR(&s->copy);
  VEC_RESERVE(&s->copy, kept + 1);
  memcpy(s->copy.at, (const char *)s->area + s->head.trace,
         kept * sizeof *s->copy.at);
  s->copy.n = kept;
  *words = s->copy.at;
  return kept;
}

uint64_t tp_space_trace(tp_space *s, bool is_starved, const uint64_t **words) {
  uint64_t cut = TP_READ_ONCE(s->area->cut_words);
  bool is_cut =
      is_starved && TP_READ_ONCE(s->area->is_cut) && cut < tp_space_words(s);
  tp_space_prefix(s, is_cut ? cut : UINT64_MAX, words);
  if (!is_cut) /* else it is not known when these were taken */
    add_aside(s);
  VEC_PUSH(&s->copy, TP_R_END);
  *words = s->copy.at;
  return s->copy.n;
}

uint32_t tp_space_denied(const tp_space *s, tp_area_denied *out) {
  const char *base = (const char *)s->area;
  uint32_t n = TP_READ_ONCE(s->area->n_denied);
  if (n > TP_AREA_MAX_DENIED)
    n = TP_AREA_MAX_DENIED;
  memcpy(out, base + s->head.denied, n * sizeof *out);
  for (uint32_t i = 0; i < n; i++)
    if (out[i].n_frames > TP_AREA_DENIED_FRAMES)
      out[i].n_frames = TP_AREA_DENIED_FRAMES;
  return n;
}
