/* Greedy set cover with lazy gains: what a test adds can only shrink as others
 * are chosen, so a test is looked at again only when it could be the best.
 * Tests wait in buckets by the gain they last had. */
#include "app/reduce.h"

#include "base/bits.h"

typedef struct cover {
  const tp_found *found;
  tp_bits covered;
  VEC(tp_vec_u32) waiting; /* by gain: tests, the earliest last */
} cover;

static uint32_t gain_of(const cover *c, uint32_t test) {
  const tp_found_test *t = &c->found->tests.at[test];
  uint32_t gain = 0;
  for (uint32_t i = 0; i < t->n_taken; i++)
    gain += !tp_bits_has(&c->covered, c->found->taken.at[t->first_taken + i]);
  return gain;
}

static void choose(cover *c, uint32_t test, tp_vec_u32 *out) {
  const tp_found_test *t = &c->found->tests.at[test];
  for (uint32_t i = 0; i < t->n_taken; i++)
    tp_bits_add(&c->covered, c->found->taken.at[t->first_taken + i]);
  VEC_PUSH(out, test);
}

static void cover_greedily(cover *c, uint32_t n_branches, tp_vec_u32 *out) {
  for (uint32_t gain = n_branches; gain > 0; gain--) {
    tp_vec_u32 *bucket = &c->waiting.at[gain];
    while (bucket->n) {
      uint32_t test = VEC_POP(bucket);
      uint32_t now = gain_of(c, test);
      if (now == gain)
        choose(c, test, out);
      else
        VEC_PUSH(&c->waiting.at[now], test);
    }
  }
}

static void add_findings(const tp_found *found, tp_reduce_filter is_usable,
                         tp_vec_u32 *out) {
  for (uint32_t i = 0; i < found->findings.n; i++) {
    uint32_t test = found->findings.at[i].test;
    bool is_in = !is_usable(found, test);
    for (uint32_t k = 0; k < out->n && !is_in; k++)
      is_in = out->at[k] == test;
    if (!is_in)
      VEC_PUSH(out, test);
  }
}

void tp_reduce(tp_vec_u32 *out, const tp_found *found, uint32_t n_branches,
               uint32_t n_fixed, tp_reduce_filter is_usable) {
  cover c = {.found = found};
  tp_bits_init(&c.covered, n_branches);
  VEC_RESIZE(&c.waiting, n_branches + 1);
  if (n_fixed > found->tests.n)
    n_fixed = found->tests.n;
  for (uint32_t i = 0; i < n_fixed; i++)
    if (is_usable(found, i))
      choose(&c, i, out);
  for (uint32_t i = found->tests.n; i-- > n_fixed;)
    if (is_usable(found, i))
      VEC_PUSH(&c.waiting.at[gain_of(&c, i)], i);
  cover_greedily(&c, n_branches, out);
  add_findings(found, is_usable, out);
  for (uint32_t i = 0; i <= n_branches; i++)
    VEC_FREE(&c.waiting.at[i]);
  VEC_FREE(&c.waiting);
  tp_bits_free(&c.covered);
}
