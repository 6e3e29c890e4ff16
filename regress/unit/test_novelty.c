/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counts as new in a run: pairs of branches, and how often. */
#include "check.h"

#include "explore/novelty.h"

/* News of a run that takes `n` branches in turn, so often. */
static uint32_t news_of(tp_novelty *n, uint32_t branches, uint32_t turns) {
  tp_novelty_begin(n);
  for (uint32_t i = 0; i < branches * turns; i++)
    tp_novelty_add(n, i % branches);
  return n->news;
}

TEST(novelty_counts_pairs_by_powers_of_two) {
  tp_novelty n = {0};
  /* Begin-0, 0-1 once and twice, 1-0 once. */
  CHECK_EQ(news_of(&n, 2, 2), 4);
  CHECK_EQ(news_of(&n, 2, 2), 0);
  CHECK_EQ(news_of(&n, 2, 3), 1); /* 1-0 twice; three times is nothing */
  CHECK_EQ(news_of(&n, 2, 5), 2); /* both four times */
  CHECK_EQ(news_of(&n, 3, 1), 1); /* 1-2 */
  tp_novelty_free(&n);
}

/* A run counts for itself, and few of a thousand pairs are in the way of
 * another. */
TEST(novelty_of_many_runs) {
  tp_novelty n = {0};
  CHECK_EQ(news_of(&n, 1000, 2), 1000 + 1 + 999);
  for (unsigned i = 0; i < 1000; i++)
    CHECK_EQ(news_of(&n, 1000, 2), 0);
  CHECK(news_of(&n, 1000, 8) >= 1990);
  tp_novelty_free(&n);
}
