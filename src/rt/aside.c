/* SPDX-License-Identifier: MIT */
/* Branches that can't go into the trace: other threads take them, a signal
 * handler does while an event is in progress, or the trace is full. They only
 * count as taken: each way of a decision is listed once, in no order.
 *
 * The list lies in the area, where tp2ph reads it; what it holds is found
 * through an index of the run's own. One thread at a time adds to it, and gives
 * up if another one, or itself below a signal handler, does not come to an end.
 */
#include "rt/state.h"

#define ROOM (2 * TP_AREA_ASIDE) /* of the index: a power of two */
#define PATIENCE 1000

static tp_area_aside index_of[ROOM]; /* open addressing, head 0: free */
static int is_locked;

static bool lock(void) {
  for (int i = 0; i < PATIENCE; i++)
    if (!__atomic_exchange_n(&is_locked, 1, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

/* Its place in the index, or where it would go. */
static tp_area_aside *find(uint64_t head, uint64_t value) {
  uint64_t at = tp_wire_mix(head ^ tp_wire_mix(value)) & (ROOM - 1);
  for (;; at = (at + 1) & (ROOM - 1)) {
    tp_area_aside *a = &index_of[at];
    uint64_t found = __atomic_load_n(&a->head, __ATOMIC_ACQUIRE);
    if (found == 0 || (found == head && a->value == value))
      return a;
  }
}

static void add(uint64_t head, uint64_t value) {
  tp_area *area = RT.area;
  tp_area_aside *list = (tp_area_aside *)((char *)area + area->aside);
  tp_area_aside *place = find(head, value);
  uint32_t n = area->n_aside;
  if (place->head || n >= TP_AREA_ASIDE)
    return;
  list[n] = (tp_area_aside){head, value};
  area->n_aside = n + 1;
  place->value = value;
  __atomic_store_n(&place->head, head, __ATOMIC_RELEASE);
}

void __tp2ph_aside(uint32_t decision, unsigned flags, uint64_t value) {
  if (RT.run_pid == 0 || RT.is_forked)
    return;
  uint64_t it = head(TP_R_BRANCH, flags | TP_RF_ASIDE, 0, decision);
  if (find(it, value)->head || !lock())
    return;
  add(it, value);
  __atomic_store_n(&is_locked, 0, __ATOMIC_RELEASE);
}

void __tp2ph_aside_of(uint32_t e, unsigned flags, uint64_t value) {
  if (RT.run_pid && e < RT.area->n_exprs)
    __tp2ph_aside(RT.exprs[e].decision, flags, value);
}
