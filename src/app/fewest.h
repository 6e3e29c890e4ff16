/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/fewest.h - few tests for all branches: greedy set cover, again and again
 * the test that adds most.
 *
 * What a test adds can only shrink as others are chosen, so a test is looked at
 * again only when it could be the best.
 */
#ifndef TP_APP_FEWEST_H
#define TP_APP_FEWEST_H

#include "base/bits.h"
#include "base/vec.h"

typedef struct tp_fewest_test {
  uint32_t number;
  const uint32_t *taken; /* borrowed: branches */
  uint32_t n;
} tp_fewest_test;

typedef struct tp_fewest {
  tp_bits covered; /* branches; whoever chooses a test adds to them */
  VEC(tp_fewest_test) tests;
  VEC(tp_vec_u32) waiting; /* by gain: tests, the earliest last */
  uint32_t best;           /* no test adds more */
} tp_fewest;

void tp_fewest_init(tp_fewest *c, uint32_t n_branches);
void tp_fewest_free(tp_fewest *c);
/* Those added last come first among equals. */
void tp_fewest_add(tp_fewest *c, tp_fewest_test test);
void tp_fewest_mark(tp_fewest *c, const tp_fewest_test *test);
/* The test that adds most, which is told once; NULL: none adds anything. Valid
 * until the next tp_fewest_add. */
const tp_fewest_test *tp_fewest_next(tp_fewest *c);

#endif
