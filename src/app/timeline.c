/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A branch counts from the first test that takes it, or from its proof. */
#include "app/timeline.h"

#include "app/choose.h"
#include "base/bits.h"

#include <stdlib.h>

#define MAX_ROWS 400 /* about */

typedef struct moment {
  double seconds;
  bool is_proof;
} moment;

typedef VEC(moment) moments;

static bool is_decided(const tp_result *r, tp_sbranch b, tp_verdict_kind kind) {
  return b < r->verdicts.n && r->verdicts.at[b].kind == kind &&
         tp_result_is_counted(r, b);
}

static void add_tests(moments *out, const tp_result *r, const tp_found *f) {
  tp_bits seen;
  tp_bits_init(&seen, r->verdicts.n);
  for (uint32_t i = 0; i < f->tests.n; i++) {
    const tp_found_test *t = &f->tests.at[i];
    for (uint32_t k = 0; tp_choose_is_confirmed(f, i) && k < t->n_taken; k++) {
      tp_sbranch b = f->taken.at[t->first_taken + k];
      if (!is_decided(r, b, TP_VERDICT_COVERED) || tp_bits_has(&seen, b))
        continue;
      tp_bits_add(&seen, b);
      VEC_PUSH(out, (moment){t->seconds, false});
    }
  }
  tp_bits_free(&seen);
}

static void add_proofs(moments *out, const tp_result *r, const tp_found *f) {
  for (tp_sbranch b = 0; b < f->proofs.n; b++)
    if (is_decided(r, b, TP_VERDICT_INFEASIBLE))
      VEC_PUSH(out, (moment){f->proofs.at[b].seconds, true});
}

static int by_time(const void *p, const void *q) {
  const moment *a = p, *b = q;
  return a->seconds < b->seconds ? -1 : a->seconds > b->seconds;
}

/* There are never many rows: when there are, every n-th is taken, and the
 * last. */
static void add_rows(tp_result *r, const moments *all) {
  uint32_t rows = 0, row = 0;
  for (uint32_t i = 0; i < all->n; i++)
    rows += i + 1 == all->n || all->at[i].seconds < all->at[i + 1].seconds;
  tp_result_moment now = {0};
  for (uint32_t i = 0; i < all->n; i++) {
    now.seconds = all->at[i].seconds;
    now.covered += !all->at[i].is_proof;
    now.infeasible += all->at[i].is_proof;
    bool is_last = i + 1 == all->n;
    if (!is_last && now.seconds >= all->at[i + 1].seconds)
      continue;
    if (row++ % (rows / MAX_ROWS + 1) == 0 || is_last)
      VEC_PUSH(&r->timeline, now);
  }
}

void tp_timeline_fill(tp_result *r, const tp_found *f) {
  moments all = {0};
  add_tests(&all, r, f);
  add_proofs(&all, r, f);
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, by_time);
  add_rows(r, &all);
  VEC_FREE(&all);
}
