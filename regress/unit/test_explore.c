/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for new behaviour: complete on programs without loops, within its
 * limits, and repeatable. */
#include "check.h"
#include "mini.h"

#include "explore/explore.h"

#define PATIENCE 3000

TEST(explore_covers_all) {
  for (uint64_t seed = 1; seed <= 500; seed++) {
    mini m;
    tp_search_counts counts = {0};
    tp_bits feasible = {0};
    mini_init(&m, &mini_usual, seed);
    tp_explore(&m.oracle, NULL, PATIENCE, &counts);
    mini_feasible(&m, &feasible);
    if (tp_bits_count(&feasible) != tp_bits_count(&m.covered)) {
      fprintf(stderr, "seed %" PRIu64 "\n", seed);
      tp_test_fail(__FILE__, __LINE__, "a feasible branch was not covered");
    }
    CHECK_EQ(counts.runs, m.run_log.n);
    tp_bits_free(&feasible);
    mini_free(&m);
  }
}

static uint64_t runs_with(const tp_search_limits *limits, uint64_t patience) {
  mini m;
  tp_search_counts counts = {0};
  mini_init(&m, &mini_usual, 7);
  tp_explore(&m.oracle, limits, patience, &counts);
  mini_free(&m);
  return counts.runs;
}

TEST(explore_ends_in_time) {
  uint64_t all = runs_with(NULL, PATIENCE);
  CHECK(all > 3);
  CHECK_EQ(runs_with(NULL, PATIENCE), all);
  CHECK_EQ(runs_with(&(tp_search_limits){.max_runs = 3}, PATIENCE), 3);
  CHECK(runs_with(NULL, 1) < all);
}
