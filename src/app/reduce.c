/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixed tests first, then as few as cover the rest, then those that show
 * something. */
#include "app/reduce.h"

#include "app/fewest.h"

static tp_fewest_test test_at(const tp_found *found, uint32_t i) {
  const tp_found_test *t = &found->tests.at[i];
  return (tp_fewest_test){i, found->taken.at + t->first_taken, t->n_taken};
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
               const tp_vec_u32 *unasked, uint32_t n_fixed,
               tp_reduce_filter is_usable) {
  tp_fewest c;
  tp_fewest_init(&c, n_branches);
  tp_fewest_mark(&c, &(tp_fewest_test){0, unasked->at, unasked->n});
  if (n_fixed > found->tests.n)
    n_fixed = found->tests.n;
  for (uint32_t i = 0; i < n_fixed; i++)
    if (is_usable(found, i)) {
      tp_fewest_test t = test_at(found, i);
      tp_fewest_mark(&c, &t);
      VEC_PUSH(out, i);
    }
  for (uint32_t i = found->tests.n; i-- > n_fixed;)
    if (is_usable(found, i))
      tp_fewest_add(&c, test_at(found, i));
  for (const tp_fewest_test *t; (t = tp_fewest_next(&c));) {
    tp_fewest_mark(&c, t);
    VEC_PUSH(out, t->number);
  }
  add_findings(found, is_usable, out);
  tp_fewest_free(&c);
}
