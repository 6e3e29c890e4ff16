/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many inputs runs are given, over programs that end late or never. */
#include "check.h"
#include "engine/depth.h"

#define START_WORDS 4096 /* that cost as much as a run without any */

/* A program that ends after `length` reads, 0: never, and writes so many words
 * for each. */
typedef struct program {
  uint64_t length, words_a_read;
  uint64_t told, wasted; /* words so far; behind what is told */
} program;

/* What its next run reads. */
static uint64_t run(tp_depth *d, program *p) {
  tp_exec_reads given = tp_depth_next(d, false);
  bool has_end = p->length && p->length <= given.most;
  CHECK(given.enough <= given.most);
  if (!given.is_probe && p->length > given.enough)
    has_end = false; /* no value is listed: it ends where it has enough */
  uint64_t told = has_end ? p->length : given.enough;
  uint64_t behind = has_end || !given.is_probe ? 0 : given.most - given.enough;
  tp_exec_run done = {.end = has_end ? TP_END_EXIT : TP_END_INPUTS,
                      .reads = told,
                      .words = told * p->words_a_read,
                      .written = (told + behind) * p->words_a_read};
  p->told += done.words;
  p->wasted += done.written - done.words;
  tp_depth_learn(d, &given, &done);
  return told;
}

/* Whatever happens between two reads. */
TEST(depth_without_end_is_cheap) {
  static const uint64_t words[] = {3, 40, 1000};
  for (uint32_t k = 0; k < sizeof words / sizeof *words; k++) {
    tp_depth d;
    program p = {.words_a_read = words[k]};
    uint64_t reads = 0, longest = 0, n = 100000;
    tp_depth_init(&d);
    for (uint32_t i = 0; i < n; i++) {
      uint64_t some = run(&d, &p);
      reads += some;
      longest = some > longest ? some : longest;
    }
    CHECK(reads < n * 256);  /* most are given few */
    CHECK(longest >= 16384); /* some many */
    uint64_t first = 16384 * words[k];
    CHECK(p.wasted <= (p.told + n * START_WORDS) / 2 + first);
  }
}

TEST(depth_late_ends_are_reached) {
  static const uint64_t lengths[] = {1, 63, 65, 1000, 10000, 60000, 300000};
  for (uint32_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
    tp_depth d;
    program p = {.length = lengths[k], .words_a_read = 4};
    uint32_t first = 0, ended = 0;
    tp_depth_init(&d);
    for (uint32_t i = 1; i <= 50000; i++)
      if (run(&d, &p) == lengths[k]) {
        first = first ? first : i;
        ended++;
      }
    CHECK(first > 0 && first <= (lengths[k] <= 16384 ? 1 : 2500));
    CHECK(ended + first > 49990); /* then always */
  }
}

/* An input says how long it takes. */
TEST(depth_late_ends_are_reached_behind_early_ones) {
  tp_depth d;
  program early = {.length = 1, .words_a_read = 4};
  program late = {.length = 10000, .words_a_read = 4};
  tp_depth_init(&d);
  CHECK(run(&d, &early) == 1);
  CHECK(run(&d, &late) == 10000);
}
