/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of branches, counted: see explore/novelty.h. This is done for each
 * branch of each run, so counts are kept in a table that is never cleared. */
#include "explore/novelty.h"

#include "base/alloc.h"

#include <string.h>

#define COUNTS 32768 /* a power of two; runs have some 1,000 pairs */
/* Places where a count may be; where all are taken one is lost. */
#define NEIGHBOURS 4

void tp_novelty_begin(tp_novelty *n) {
  if (!n->often)
    n->often = TP_NEW_ARRAY(tp_novelty_count, COUNTS + NEIGHBOURS);
  if (++n->run == 0) { /* counts of 2^32 runs ago would be taken for ours */
    memset(n->often, 0, (COUNTS + NEIGHBOURS) * sizeof *n->often);
    n->run = 1;
  }
  n->last = UINT32_MAX;
  n->news = 0;
}

static bool is_power(uint32_t n) {
  return (n & (n - 1)) == 0;
}

static tp_novelty_count *count_of(const tp_novelty *n, uint64_t pair) {
  tp_novelty_count *first = &n->often[tp_hash_u64(pair) & (COUNTS - 1)];
  tp_novelty_count *unused = first;
  for (tp_novelty_count *c = first; c < first + NEIGHBOURS; c++) {
    if (c->run == n->run && c->pair == pair)
      return c;
    if (c->run != n->run)
      unused = c;
  }
  *unused = (tp_novelty_count){.pair = pair, .run = n->run};
  return unused;
}

void tp_novelty_add(tp_novelty *n, uint32_t branch) {
  bool is_new;
  uint64_t pair = (uint64_t)n->last << 32 | branch;
  uint32_t times = ++count_of(n, pair)->times;
  n->last = branch;
  if (!is_power(times))
    return;
  tp_map_put(&n->seen, tp_hash_pair(pair, times), &is_new);
  n->news += is_new;
}

void tp_novelty_free(tp_novelty *n) {
  tp_map_free(&n->seen);
  tp_free(n->often);
}
