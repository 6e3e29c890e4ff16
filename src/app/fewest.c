/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests wait in buckets by the gain they last had. */
#include "app/fewest.h"

void tp_fewest_init(tp_fewest *c, uint32_t n_branches) {
  *c = (tp_fewest){0};
  tp_bits_init(&c->covered, n_branches);
  VEC_RESIZE(&c->waiting, n_branches + 1);
}

void tp_fewest_free(tp_fewest *c) {
  for (uint32_t i = 0; i < c->waiting.n; i++)
    VEC_FREE(&c->waiting.at[i]);
  VEC_FREE(&c->waiting);
  VEC_FREE(&c->tests);
  tp_bits_free(&c->covered);
}

static uint32_t gain_of(const tp_fewest *c, const tp_fewest_test *t) {
  uint32_t gain = 0;
  for (uint32_t i = 0; i < t->n; i++)
    gain += !tp_bits_has(&c->covered, t->taken[i]);
  return gain;
}

static void wait(tp_fewest *c, uint32_t index) {
  uint32_t gain = gain_of(c, &c->tests.at[index]);
  VEC_PUSH(&c->waiting.at[gain], index);
  if (gain > c->best)
    c->best = gain;
}

void tp_fewest_add(tp_fewest *c, tp_fewest_test test) {
  VEC_PUSH(&c->tests, test);
  wait(c, c->tests.n - 1);
}

void tp_fewest_mark(tp_fewest *c, const tp_fewest_test *t) {
  for (uint32_t i = 0; i < t->n; i++)
    tp_bits_add(&c->covered, t->taken[i]);
}

const tp_fewest_test *tp_fewest_next(tp_fewest *c) {
  while (c->best > 0) {
    tp_vec_u32 *bucket = &c->waiting.at[c->best];
    if (bucket->n == 0) {
      c->best--;
      continue;
    }
    uint32_t index = VEC_POP(bucket);
    if (gain_of(c, &c->tests.at[index]) == c->best)
      return &c->tests.at[index];
    wait(c, index);
  }
  return NULL;
}
