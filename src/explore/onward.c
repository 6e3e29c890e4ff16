/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See explore/onward.h. */
#include "explore/onward.h"

#include "explore/pool.h"
#include "search/session.h"

typedef struct onward {
  tp_session s;
  tp_pool pool;
  tp_values row; /* of the run to make */
  tp_seen seen;
  tp_path path;
} onward;

static void step(onward *o) {
  const tp_rows *rows = o->s.oracle->rows;
  tp_pool_next(&o->pool, &o->row);
  tp_inputs inputs = rows->make(rows->state, o->row.at, o->row.n,
                                tp_rng_next(&o->pool.rng) | 1);
  tp_looked looked = rows->look(rows->state, inputs, false, &o->seen);
  tp_session_looked(&o->s, looked);
  tp_pool_look(&o->pool, &o->seen);
  if (looked == TP_LOOKED_NEW)
    tp_session_run(&o->s, inputs, &o->path);
  else if (looked != TP_LOOKED_LOST)
    rows->drop(rows->state, inputs);
  tp_pool_take_tests(&o->pool);
}

void tp_onward(const tp_oracle *oracle, const tp_search_limits *limits,
               tp_search_counts *counts) {
  onward o = {0};
  if (!oracle->rows)
    return;
  tp_session_init(&o.s, oracle, limits, counts);
  tp_pool_init(&o.pool, oracle->rows, o.s.limits.seed);
  tp_pool_take_tests(&o.pool);
  while (!tp_session_is_done(&o.s))
    step(&o);
  counts->is_exhausted = tp_cover_is_complete(&o.s.cover);
  tp_pool_free(&o.pool);
  VEC_FREE(&o.row);
  tp_seen_free(&o.seen);
  VEC_FREE(&o.path);
  tp_session_fini(&o.s);
}
