/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-input: runs with inputs drawn from the seed, nothing solved. Only
 * those that show something new are looked at closely. */
#include "rival/endless.h"
#include "rival/rival.h"
#include "search/rows.h"

typedef struct draw {
  tp_session s;
  tp_rng rng;
  tp_path path;
  tp_seen seen;
} draw;

/* Whether a run with these inputs needs no closer look. */
static bool is_known(draw *d, tp_inputs inputs) {
  const tp_rows *rows = d->s.oracle->rows;
  tp_looked looked = rows->look(rows->state, inputs, false, &d->seen);
  tp_session_looked(&d->s, looked);
  if (looked != TP_LOOKED_NEW && looked != TP_LOOKED_LOST)
    rows->drop(rows->state, inputs);
  return looked != TP_LOOKED_NEW;
}

static void run_next(draw *d) {
  const tp_oracle *oracle = d->s.oracle;
  if (!oracle->rows || d->s.counts->runs == 0) {
    tp_rival_restart(&d->s, &d->rng, &d->path);
    return;
  }
  tp_inputs inputs = oracle->random(oracle->state, tp_rng_next(&d->rng));
  if (!is_known(d, inputs))
    tp_session_run(&d->s, inputs, &d->path);
}

void tp_rival_search_random_input(const tp_oracle *oracle,
                                  const tp_search_limits *limits,
                                  tp_search_counts *counts) {
  draw d = {0};
  tp_session_init(&d.s, oracle, limits, counts);
  tp_rng_init(&d.rng, d.s.limits.seed);
  while (!tp_rival_is_done(&d.s))
    run_next(&d);
  counts->is_exhausted = tp_session_has_all(&d.s);
  VEC_FREE(&d.path);
  tp_seen_free(&d.seen);
  tp_session_fini(&d.s);
}
