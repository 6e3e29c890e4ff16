/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to go on from: the end of a test when it is new, as it came to what
 * nobody had come to; then any place of any test, later tests, places near the
 * end and those that were tried less more often. How far the walk has to go on
 * nobody knows: mostly not far, now and then far, and further each time that
 * the same place is tried. */
#include "decide/onward.h"

#include "base/limits.h"
#include "base/rng.h"
#include "decide/ahead.h"

/* How far the walk goes on at least: so many steps, and so many for each
 * operation of the program. */
#define STEPS 16000
#define STEPS_AN_OP 2
#define LONGER \
  4 /* times that for every second walk, again for every fourth .. */

typedef struct seeker {
  const tp_decide_parts *parts;
  tp_rng rng;
  uint32_t n_seen; /* tests whose end was tried */
  uint32_t n_asked;
  tp_map tried; /* hash of what is read up to a place -> how often */
} seeker;

static const tp_engine_test *test_at(const seeker *k, uint32_t test) {
  return tp_engine_test_at(k->parts->engine, test);
}

static bool is_some_reading(const seeker *k) {
  for (uint32_t t = 0; t < tp_engine_test_count(k->parts->engine); t++)
    if (test_at(k, t)->reads.n)
      return true;
  return false;
}

/* The same inputs lead to the same place, whatever test they are of. */
static uint64_t key_of(const seeker *k, const tp_ahead *from) {
  const tp_engine_test *t = test_at(k, from->test);
  uint64_t hash = from->reads;
  for (uint32_t i = 0; i < from->reads; i++)
    hash = tp_hash_pair(tp_hash_pair(hash, t->reads.at[i].var),
                        t->reads.at[i].bits);
  return hash;
}

static uint32_t times_tried(const seeker *k, const tp_ahead *from) {
  const uint32_t *times = tp_map_get(&k->tried, key_of(k, from));
  return times ? *times : 0;
}

/* Before the last input at least: behind it nothing is read. */
static bool draw(seeker *k, uint32_t n_tests, tp_ahead *out) {
  uint32_t a = tp_rng_below(&k->rng, n_tests);
  uint32_t b = tp_rng_below(&k->rng, n_tests);
  out->test = a > b ? a : b;
  uint32_t n = test_at(k, out->test)->reads.n;
  if (!n)
    return false;
  bool is_near = n > TP_LIMIT_ONWARD_NEAR_END && tp_rng_below(&k->rng, 2);
  out->reads =
      n - 1 - tp_rng_below(&k->rng, is_near ? TP_LIMIT_ONWARD_NEAR_END : n);
  return true;
}

/* The end of the newest test, if it was not tried yet. */
static bool take_newest(seeker *k, uint32_t n_tests, tp_ahead *out) {
  uint32_t n = test_at(k, n_tests - 1)->reads.n;
  if (k->n_seen == n_tests || !n)
    return false;
  k->n_seen = n_tests;
  *out = (tp_ahead){.test = n_tests - 1, .reads = n - 1};
  return times_tried(k, out) == 0;
}

static void choose(seeker *k, tp_ahead *out) {
  uint32_t n = tp_engine_test_count(k->parts->engine);
  uint32_t least = UINT32_MAX;
  if (take_newest(k, n, out))
    return;
  for (uint32_t i = 0; i < TP_LIMIT_ONWARD_DRAWS || least == UINT32_MAX; i++) {
    tp_ahead at;
    if (draw(k, n, &at) && times_tried(k, &at) < least) {
      *out = at;
      least = times_tried(k, &at);
    }
  }
}

/* Longer walks cost little more: most ways end soon. */
static uint64_t steps_of(const seeker *k, uint32_t times) {
  uint64_t least = STEPS + (uint64_t)STEPS_AN_OP * k->parts->ir->ops.n;
  uint64_t steps = least, own = least;
  for (uint32_t i = k->n_asked; i % 2; i /= 2)
    steps *= LONGER;
  for (uint32_t i = 0; i < times && own < TP_LIMIT_ONWARD_STEPS; i++)
    own *= 2;
  steps = steps > own ? steps : own;
  return steps < TP_LIMIT_ONWARD_STEPS   ? steps
         : least < TP_LIMIT_ONWARD_STEPS ? TP_LIMIT_ONWARD_STEPS
                                         : least;
}

void tp_onward(const tp_verdicts *verdicts, const tp_decide_parts *parts,
               uint64_t seed) {
  seeker k = {.parts = parts};
  tp_rng_init(&k.rng, seed);
  while (is_some_reading(&k) && tp_engine_may_run(parts->engine) &&
         tp_budget_over(parts->budget) == TP_STOP_NONE) {
    tp_ahead from;
    bool is_new;
    choose(&k, &from);
    from.steps =
        steps_of(&k, (*tp_map_put(&k.tried, key_of(&k, &from), &is_new))++);
    k.n_asked++;
    tp_ahead_ask(&from, verdicts, parts);
  }
  tp_map_free(&k.tried);
}
