/* SPDX-License-Identifier: MIT */
/* The extents of objects: which bytes around an address belong to the same one.
 *
 * Variables of the program file are found in its symbol table, once, by the
 * server; a run notes its blocks of the heap and those of its local variables
 * that pointers lead to. Constants without a name are strings: they reach to
 * their end.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt/state.h"

/* ---- of the run ---- */

static bool has_room(void) {
  tp_extents bigger = {.max = 2 * RT.objects.max};
  if (RT.objects.n < RT.objects.max / 2)
    return true;
  bigger.at = __tp2ph_fresh(bigger.max * sizeof *bigger.at);
  if (!bigger.at)
    return false;
  for (uint32_t i = 0; i < RT.objects.max; i++)
    if (RT.objects.at[i].at)
      tp_extents_put(&bigger, &RT.objects.at[i]);
  RT.objects = bigger;
  return true;
}

void __tp2ph_begin_object(const void *p, size_t n, bool is_fenced) {
  tp_extent o = {.at = (uintptr_t)p,
                 .n = n ? n : 1,
                 .serial = ++RT.n_objects,
                 .is_empty = n == 0,
                 .is_fenced = is_fenced};
  bool is_object = p && n <= PTRDIFF_MAX && (n || RT.has_ranges);
  if (RT.follows_pointers && is_object && has_room())
    tp_extents_put(&RT.objects, &o);
}

void __tp2ph_end_object(const void *p) {
  const tp_extent *o = tp_extents_find(&RT.objects, (uintptr_t)p);
  if (o && o->at == (uintptr_t)p)
    tp_extents_remove(&RT.objects, (uint32_t)(o - RT.objects.at));
}

tp_extent *__tp2ph_object_at(const void *p) {
  uintptr_t a = (uintptr_t)p;
  tp_extent *o = tp_extents_find(&RT.objects, a);
  if (!o)
    o = tp_extents_find(&RT.fixed, a);
  if (!o)
    o = tp_extents_around(&RT.objects, a);
  return o ? o : tp_extents_around(&RT.fixed, a);
}

void __tp2ph_end_stack(uintptr_t top) {
  tp_extents_clear(&RT.objects, RT.stack_bottom, top);
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
  const tp_extent *o = __tp2ph_object_at(p);
  if (!o || (uintptr_t)p - o->at >= o->n)
    return string_extent(p, low, high);
  if (o->is_gone || o->is_empty)
    return false;
  *low = (const uint8_t *)o->at;
  *high = *low + o->n;
  return true;
}

/* ---- of the program file ---- */

static void count_symbol(tp_extents *to, uintptr_t at, size_t n,
                         bool is_written) {
  (void)at, (void)n, (void)is_written;
  to->n++;
}

static void note_symbol(tp_extents *to, uintptr_t at, size_t n,
                        bool is_written) {
  tp_extent o = {.at = RT.load_address + at,
                 .n = n,
                 .serial = to->n,
                 .is_fenced = is_written};
  tp_extents_put(to, &o);
}

void __tp2ph_find_objects(void) {
  tp_extents count = {0};
  uint32_t max = 64;
  tp_symbols_each(count_symbol, &count);
  while (max < 2 * count.n && max < (1u << 30))
    max *= 2;
  RT.fixed = (tp_extents){.at = (void *)__tp2ph_map(max * sizeof *RT.fixed.at),
                          .max = max};
  if (RT.fixed.at)
    tp_symbols_each(note_symbol, &RT.fixed);
}
