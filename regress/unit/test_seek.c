/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Continued runs get far where nothing can be solved. */
#include "check.h"

#include "base/rng.h"
#include "explore/distance.h"
#include "search/rows.h"

/* A lock of as many digits as its graph has goals: the k-th value read must be
 * right to get further. Nothing is symbolic in it. */
#define DIGITS 24

typedef struct lock {
  tp_graph *g;
  tp_oracle oracle;
  tp_rows rows;
  tp_budget budget;
  tp_values given, last;
  uint64_t seed;
  bool covered[DIGITS];
  uint64_t looks, runs;
  uint32_t deepest; /* digits that a look saw */
} lock;

static uint64_t digit(uint32_t at) {
  return at * 7 % 10;
}

static uint32_t open_lock(lock *l) {
  tp_rng rng;
  uint32_t n = 0;
  tp_rng_init(&rng, l->seed);
  VEC_CLEAR(&l->last);
  while (n < DIGITS) {
    uint64_t v = n < l->given.n ? l->given.at[n] : tp_rng_below(&rng, 10);
    VEC_PUSH(&l->last, v);
    if (v != digit(n))
      break;
    n++;
  }
  return n;
}

static uint32_t make_row(void *state, const uint64_t *row, uint32_t n,
                         uint64_t seed) {
  lock *l = state;
  VEC_CLEAR(&l->given);
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&l->given, row[i]);
  l->seed = seed;
  return 0;
}

static tp_looked look(void *state, uint32_t inputs, bool is_measured,
                      tp_seen *out) {
  lock *l = state;
  (void)is_measured;
  bool is_new = false;
  uint32_t n = open_lock(l);
  l->deepest = n > l->deepest ? n : l->deepest;
  (void)inputs;
  VEC_CLEAR(&out->taken);
  VEC_CLEAR(&out->before);
  VEC_CLEAR(&out->read);
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(&out->taken, i);
    VEC_PUSH(&out->before, i + 1);
    is_new |= !l->covered[i];
  }
  for (uint32_t i = 0; i < l->last.n; i++)
    VEC_PUSH(&out->read, l->last.at[i]);
  l->looks++;
  return is_new ? TP_LOOKED_NEW : TP_LOOKED_KNOWN;
}

static void drop(void *state, uint32_t inputs) {
  (void)state;
  (void)inputs;
}

static bool no_test(void *state, uint32_t number, tp_values *out) {
  (void)state;
  (void)number;
  (void)out;
  return false;
}

static bool no_approach(void *state, const tp_path *path, uint32_t at,
                        tp_branch instead, uint32_t *inputs) {
  (void)state;
  (void)path;
  (void)at;
  (void)instead;
  (void)inputs;
  return false;
}

static void no_constants(void *state, tp_values *out, tp_value_rows *words) {
  (void)state;
  (void)out;
  (void)words;
}

static tp_inputs initial(void *state) {
  lock *l = state;
  VEC_CLEAR(&l->given);
  return 0;
}

static tp_outcome run_lock(void *state, tp_inputs inputs, tp_path *path) {
  lock *l = state;
  uint32_t n = open_lock(l);
  (void)inputs;
  for (uint32_t i = 0; i < n; i++) {
    l->covered[i] = true;
    VEC_PUSH(path, ((tp_step){.branch = 1 + 2 * i}));
  }
  l->runs++;
  return TP_RUN_ENDED;
}

static bool is_covered(void *state, uint32_t goal) {
  return ((lock *)state)->covered[goal];
}

static void make_graph(lock *l) {
  l->g = tp_graph_new();
  tp_graph_add(l->g, TP_G_ENTRY, 0, 1);
  for (uint32_t i = 0; i < DIGITS; i++)
    tp_graph_add(l->g, TP_G_DECISION, i + 1, 2);
  tp_gnode end = tp_graph_add(l->g, TP_G_EXIT, 0, 0);
  tp_graph_lead(l->g, 0, 1);
  for (uint32_t i = 0; i < DIGITS; i++) {
    l->g->edges.at[1 + 2 * i].goal = i;
    tp_graph_lead(l->g, 1 + 2 * i, i + 1 < DIGITS ? i + 2 : end);
    tp_graph_lead(l->g, 2 + 2 * i, end);
  }
  l->g->n_goals = DIGITS;
  tp_graph_freeze(l->g);
}

static void init(lock *l) {
  *l = (lock){0};
  make_graph(l);
  l->rows = (tp_rows){.state = l,
                      .make = make_row,
                      .look = look,
                      .drop = drop,
                      .test = no_test,
                      .approach = no_approach,
                      .constants = no_constants};
  l->oracle = (tp_oracle){.state = l,
                          .graph = l->g,
                          .budget = &l->budget,
                          .rows = &l->rows,
                          .initial = initial,
                          .run = run_lock,
                          .is_covered = is_covered};
}

static void done(lock *l) {
  tp_graph_free(l->g);
  VEC_FREE(&l->given);
  VEC_FREE(&l->last);
}

/* By chance alone it would take 10^24 runs. */
TEST(seek_opens_a_lock) {
  lock l;
  tp_search_counts counts = {0};
  init(&l);
  tp_explore_distance.search(
      &l.oracle, &(tp_search_limits){.max_runs = 200000, .seed = 3}, &counts);
  CHECK(counts.is_exhausted);
  for (uint32_t i = 0; i < DIGITS; i++)
    CHECK(l.covered[i]);
  CHECK_EQ(counts.runs, l.looks + l.runs);
  done(&l);
}

/* One that somebody else has found: the first half is open. */
static bool one_test(void *state, uint32_t number, tp_values *out) {
  (void)state;
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < DIGITS / 2 && number == 0; i++)
    VEC_PUSH(out, digit(i));
  return number == 0;
}

/* It covers nothing new, and is looked at all the same: what it came near to is
 * known then. */
TEST(seek_looks_at_the_tests_of_others) {
  lock l;
  tp_search_counts counts = {0};
  init(&l);
  l.rows.test = one_test;
  for (uint32_t i = 0; i < DIGITS / 2; i++)
    l.covered[i] = true;
  tp_explore_distance.search(
      &l.oracle, &(tp_search_limits){.max_runs = 2, .seed = 3}, &counts);
  CHECK_EQ(l.deepest, DIGITS / 2);
  done(&l);
}

#define MANY 1000

static bool many_tests(void *state, uint32_t number, tp_values *out) {
  VEC_CLEAR(out);
  return number < MANY && (one_test(state, 0, out), true);
}

/* What that does not lead to is soon known. */
TEST(seek_follows_tests_as_long_as_they_lead_on) {
  lock l;
  tp_search_counts counts = {0};
  init(&l);
  l.rows.test = many_tests;
  for (uint32_t i = 0; i < DIGITS / 2; i++)
    l.covered[i] = true;
  tp_explore_distance.search(
      &l.oracle, &(tp_search_limits){.max_runs = 200000, .seed = 3}, &counts);
  CHECK(counts.is_exhausted);
  CHECK(l.runs < MANY / 4);
  done(&l);
}

TEST(seek_without_rows) {
  lock l;
  tp_search_counts counts = {0};
  init(&l);
  l.oracle.rows = NULL;
  tp_explore_distance.search(&l.oracle, NULL, &counts);
  CHECK_EQ(counts.runs, 0);
  done(&l);
}
