/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of branches, counted: see explore/novelty.h. */
#include "explore/novelty.h"

void tp_novelty_begin(tp_novelty *n) {
  tp_map_clear(&n->often);
  n->last = UINT32_MAX;
  n->news = 0;
}

static bool is_power(uint32_t n) {
  return (n & (n - 1)) == 0;
}

void tp_novelty_add(tp_novelty *n, uint32_t branch) {
  bool is_new;
  uint64_t pair = (uint64_t)n->last << 32 | branch;
  uint32_t times = ++*tp_map_put(&n->often, pair, &is_new);
  n->last = branch;
  if (!is_power(times))
    return;
  tp_map_put(&n->seen, tp_hash_pair(pair, times), &is_new);
  n->news += is_new;
}

void tp_novelty_free(tp_novelty *n) {
  tp_map_free(&n->seen);
  tp_map_free(&n->often);
}
