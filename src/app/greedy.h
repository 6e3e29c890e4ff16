/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/greedy.h - greedy set cover: again and again the test that adds most.
 *
 * What a test adds can only shrink as others are chosen, so a test is looked at
 * again only when it could be the best.
 */
#ifndef TP_APP_GREEDY_H
#define TP_APP_GREEDY_H

#include "base/bits.h"
#include "base/vec.h"

typedef struct tp_greedy_test {
  uint32_t number;
  const uint32_t *taken; /* borrowed: branches */
  uint32_t n;
} tp_greedy_test;

typedef struct tp_greedy {
  tp_bits covered; /* branches; whoever chooses a test adds to them */
  VEC(tp_greedy_test) tests;
  VEC(tp_vec_u32) waiting; /* by gain: tests, the earliest last */
  uint32_t best;           /* no test adds more */
} tp_greedy;

void tp_greedy_init(tp_greedy *c, uint32_t n_branches);
void tp_greedy_free(tp_greedy *c);
/* Those added last come first among equals. */
void tp_greedy_add(tp_greedy *c, tp_greedy_test test);
void tp_greedy_mark(tp_greedy *c, const tp_greedy_test *test);
/* The test that adds most, which is told once; NULL: none adds anything. Valid
 * until the next tp_greedy_add. */
const tp_greedy_test *tp_greedy_next(tp_greedy *c);

#endif
