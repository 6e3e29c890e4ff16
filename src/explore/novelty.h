/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore/novelty.h - whether a run did something that none did before: two
 * branches one after the other so often (1, 2, 4, 8 .. times) as in no run
 * before; private to explore. */
#ifndef TP_EXPLORE_NOVELTY_H
#define TP_EXPLORE_NOVELTY_H

#include "base/map.h"

/* How often a pair of branches came in a run. */
typedef struct tp_novelty_count {
  uint64_t pair;
  uint32_t run, times;
} tp_novelty_count;

typedef struct tp_novelty {
  tp_map seen;             /* pair of branches and how often */
  tp_novelty_count *often; /* by hash; counts of other runs are void */
  uint32_t run, last, news;
} tp_novelty;

void tp_novelty_begin(tp_novelty *n);
void tp_novelty_add(tp_novelty *n, uint32_t branch);
void tp_novelty_free(tp_novelty *n);

#endif
