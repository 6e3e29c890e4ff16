/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pool of rows: see explore/onward.h. */
#include "explore/onward.h"

#include "base/rng.h"
#include "explore/novelty.h"
#include "search/rows.h"
#include "search/session.h"

#define MAX_POOL 2048
#define MAX_ROW 4096    /* values of a row */
#define MAX_LOOK 20000  /* branches of a run that are looked at */
#define MAX_VALUES 4096 /* that inputs had in tests */
#define MAX_TAIL 24     /* values that are chosen behind a cut */

typedef struct onward {
  tp_session s;
  const tp_rows *rows;
  tp_rng rng;
  tp_novelty novelty;
  VEC(tp_values) pool;
  VEC(uint64_t) values;
  uint32_t n_tests; /* that were taken over */
  tp_values row;    /* of the run to make */
  tp_vec_u32 taken;
  tp_path path;
} onward;

/* ---- the pool
 * ------------------------------------------------------------------------------*/

static void note_values(onward *o, const tp_values *row) {
  for (uint32_t i = 0; i < row->n; i++)
    if (o->values.n < MAX_VALUES)
      VEC_PUSH(&o->values, row->at[i]);
    else
      o->values.at[tp_rng_below(&o->rng, MAX_VALUES)] = row->at[i];
}

/* Takes the row over. */
static void keep(onward *o, tp_values row) {
  row.n = row.n < MAX_ROW ? row.n : MAX_ROW;
  if (o->pool.n < MAX_POOL) {
    VEC_PUSH(&o->pool, row);
    return;
  }
  uint32_t old = tp_rng_below(&o->rng, MAX_POOL);
  VEC_FREE(&o->pool.at[old]);
  o->pool.at[old] = row;
}

static void take_tests(onward *o) {
  tp_values row = {0};
  while (o->rows->test(o->rows->state, o->n_tests, &row)) {
    o->n_tests++;
    note_values(o, &row);
    keep(o, row);
    row = (tp_values){0};
  }
  VEC_FREE(&row);
}

/* ---- the next run
 * --------------------------------------------------------------------------*/

/* One that a test had, or beside it, or a small one. */
static uint64_t draw_value(onward *o) {
  uint32_t how = tp_rng_below(&o->rng, 16);
  uint64_t known =
      o->values.n ? o->values.at[tp_rng_below(&o->rng, o->values.n)] : 0;
  if (how < 9)
    return known;
  if (how < 11)
    return known + tp_rng_below(&o->rng, 3) - 1;
  if (how < 12)
    return known ^ UINT64_C(1) << tp_rng_below(&o->rng, 64);
  return how < 15 ? tp_rng_below(&o->rng, 16) : tp_rng_below(&o->rng, 256);
}

/* Where it goes on differently: mostly near the end. */
static uint32_t cut_of(onward *o, uint32_t n) {
  if (n == 0 || tp_rng_below(&o->rng, 8) == 0)
    return n;
  uint32_t back = tp_rng_below(&o->rng, 2) ? (n < 8 ? n : 8) : n;
  return n - 1 - tp_rng_below(&o->rng, back);
}

static void change_some(onward *o) {
  uint32_t times = 1 + tp_rng_below(&o->rng, 3);
  for (uint32_t i = 0; i < times && o->row.n; i++)
    o->row.at[tp_rng_below(&o->rng, o->row.n)] = draw_value(o);
}

static void go_on(onward *o) {
  uint32_t tail = 1 + tp_rng_below(&o->rng, MAX_TAIL);
  o->row.n = cut_of(o, o->row.n);
  for (uint32_t i = 0; i < tail && o->row.n < MAX_ROW; i++)
    VEC_PUSH(&o->row, draw_value(o));
}

/* Later rows more often: they got further. */
static void choose_row(onward *o) {
  VEC_CLEAR(&o->row);
  if (o->pool.n) {
    uint32_t a = tp_rng_below(&o->rng, o->pool.n);
    uint32_t b = tp_rng_below(&o->rng, o->pool.n);
    const tp_values *from = &o->pool.at[a > b ? a : b];
    for (uint32_t i = 0; i < from->n; i++)
      VEC_PUSH(&o->row, from->at[i]);
  }
  if (tp_rng_below(&o->rng, 4) == 0)
    change_some(o);
  else
    go_on(o);
}

static bool is_novel(onward *o) {
  tp_novelty_begin(&o->novelty);
  for (uint32_t i = 0; i < o->taken.n && i < MAX_LOOK; i++)
    tp_novelty_add(&o->novelty, o->taken.at[i]);
  return o->novelty.news > 0;
}

/* In full: what it has read is the row to keep. */
static void run_in_full(onward *o, tp_inputs inputs) {
  tp_values row = {0};
  if (!tp_session_run(&o->s, inputs, &o->path) && o->s.is_lost)
    return;
  o->rows->last(o->rows->state, &row);
  keep(o, row);
}

static void step(onward *o) {
  choose_row(o);
  tp_inputs inputs = o->rows->make(o->rows->state, o->row.at, o->row.n,
                                   tp_rng_next(&o->rng) | 1);
  tp_looked looked = o->rows->look(o->rows->state, inputs, &o->taken);
  o->s.counts->runs += looked != TP_LOOKED_LOST;
  o->s.stale++;
  o->s.is_lost |= looked == TP_LOOKED_LOST;
  o->s.hung += looked == TP_LOOKED_HUNG;
  if (looked != TP_LOOKED_LOST && (is_novel(o) || looked == TP_LOOKED_NEW))
    run_in_full(o, inputs);
  else
    o->rows->drop(o->rows->state, inputs);
  take_tests(o);
}

void tp_onward(const tp_oracle *oracle, const tp_search_limits *limits,
               tp_search_counts *counts) {
  onward o = {.rows = oracle->rows};
  if (!oracle->rows)
    return;
  tp_session_init(&o.s, oracle, limits, counts);
  tp_rng_init(&o.rng, o.s.limits.seed);
  take_tests(&o);
  while (!tp_session_is_done(&o.s))
    step(&o);
  counts->is_exhausted = tp_cover_is_complete(&o.s.cover);
  for (uint32_t i = 0; i < o.pool.n; i++)
    VEC_FREE(&o.pool.at[i]);
  VEC_FREE(&o.pool);
  VEC_FREE(&o.values);
  VEC_FREE(&o.row);
  VEC_FREE(&o.taken);
  VEC_FREE(&o.path);
  tp_novelty_free(&o.novelty);
  tp_session_fini(&o.s);
}
