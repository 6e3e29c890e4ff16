/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many inputs runs are given, over programs that end late or never. */
#include "check.h"
#include "engine/depth.h"

/* A program that ends after `length` reads, 0: never. What its next run reads,
 * and what that costs behind what is told. */
static uint64_t run(tp_depth *d, uint64_t length, uint64_t *wasted) {
  tp_exec_reads given = tp_depth_next(d, false);
  bool has_end = length && length <= given.most;
  CHECK(given.enough <= given.most);
  if (!given.is_probe && length > given.enough)
    has_end = false; /* no value is listed: it ends where it has enough */
  uint64_t told = has_end ? length : given.enough;
  *wasted += has_end || !given.is_probe ? 0 : given.most - given.enough;
  tp_depth_learn(d, &given, has_end ? TP_END_EXIT : TP_END_INPUTS, told);
  return told;
}

TEST(depth_without_end_is_cheap) {
  tp_depth d;
  uint64_t told = 0, wasted = 0, longest = 0;
  tp_depth_init(&d);
  for (uint32_t i = 0; i < 100000; i++) {
    uint64_t n = run(&d, 0, &wasted);
    told += n;
    longest = n > longest ? n : longest;
  }
  CHECK(told < 100000 * 256); /* most are given few */
  CHECK(longest >= 16384);    /* some many */
  /* what a run takes to start is worth some reads, too */
  CHECK(wasted <= (told + 100000 * 1024) / 2 + 16384);
}

TEST(depth_late_ends_are_reached) {
  static const uint64_t lengths[] = {1, 63, 65, 1000, 10000, 60000, 300000};
  for (uint32_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
    tp_depth d;
    uint64_t wasted = 0;
    uint32_t first = 0, ended = 0;
    tp_depth_init(&d);
    for (uint32_t i = 1; i <= 50000; i++)
      if (run(&d, lengths[k], &wasted) == lengths[k]) {
        first = first ? first : i;
        ended++;
      }
    CHECK(first > 0 && first <= (lengths[k] <= 16384 ? 1 : 2500));
    CHECK(ended + first > 49990); /* then always */
  }
}
