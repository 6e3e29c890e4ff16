/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See explore/pool.h. */
#include "explore/pool.h"

#include "base/limits.h"

void tp_pool_init(tp_pool *p, const tp_rows *rows, uint64_t seed) {
  *p = (tp_pool){.rows = rows};
  tp_rng_init(&p->rng, seed);
  if (rows->constants)
    rows->constants(rows->state, &p->constants, &p->words);
}

void tp_pool_free(tp_pool *p) {
  for (uint32_t i = 0; i < p->at.n; i++)
    VEC_FREE(&p->at.at[i]);
  VEC_FREE(&p->at);
  VEC_FREE(&p->values);
  VEC_FREE(&p->constants);
  tp_value_rows_free(&p->words);
  tp_novelty_free(&p->novelty);
}

/* The inputs that led to something new. */
static void note_values(tp_pool *p, const uint64_t *row, uint32_t n) {
  for (uint32_t i = n < TP_LIMIT_POOL_LED ? 0 : n - TP_LIMIT_POOL_LED; i < n;
       i++)
    if (p->values.n < TP_LIMIT_POOL_VALUES)
      VEC_PUSH(&p->values, row[i]);
    else
      p->values.at[tp_rng_below(&p->rng, TP_LIMIT_POOL_VALUES)] = row[i];
}

void tp_pool_keep(tp_pool *p, const uint64_t *row, uint32_t n) {
  uint32_t at = p->at.n;
  if (at < TP_LIMIT_POOL_RUNS)
    VEC_PUSH(&p->at, (tp_values){0});
  else
    at = tp_rng_below(&p->rng, TP_LIMIT_POOL_RUNS);
  VEC_CLEAR(&p->at.at[at]);
  for (uint32_t i = 0; i < n && i < TP_POOL_MAX_ROW; i++)
    VEC_PUSH(&p->at.at[at], row[i]);
}

void tp_pool_take_tests(tp_pool *p) {
  tp_values row = {0};
  while (p->rows->test(p->rows->state, p->n_tests, &row)) {
    p->n_tests++;
    tp_pool_keep(p, row.at, row.n);
  }
  VEC_FREE(&row);
}

static uint64_t one_of(tp_pool *p, const uint64_t *at, uint32_t n) {
  return n ? at[tp_rng_below(&p->rng, n)] : 0;
}

/* One that led to something new, or the program names, or beside it, or a small
 * one. */
uint64_t tp_pool_value(tp_pool *p) {
  uint32_t how = tp_rng_below(&p->rng, 16);
  bool is_named = p->constants.n && tp_rng_below(&p->rng, 4) == 0;
  uint64_t known = is_named ? one_of(p, p->constants.at, p->constants.n)
                            : one_of(p, p->values.at, p->values.n);
  if (how < 9)
    return known;
  if (how < 11)
    return known + tp_rng_below(&p->rng, 3) - 1;
  if (how < 12)
    return known ^ UINT64_C(1) << tp_rng_below(&p->rng, 64);
  return how < 15 ? tp_rng_below(&p->rng, 16) : tp_rng_below(&p->rng, 256);
}

/* Where it goes on differently: mostly near the end. */
static uint32_t cut_of(tp_pool *p, uint32_t n) {
  if (n == 0 || tp_rng_below(&p->rng, 8) == 0)
    return n;
  uint32_t back = tp_rng_below(&p->rng, 2) ? (n < 8 ? n : 8) : n;
  return n - 1 - tp_rng_below(&p->rng, back);
}

static void change_some(tp_pool *p, tp_values *row) {
  uint32_t times = 1 + tp_rng_below(&p->rng, 3);
  for (uint32_t i = 0; i < times && row->n; i++)
    row->at[tp_rng_below(&p->rng, row->n)] = tp_pool_value(p);
}

static void go_on(tp_pool *p, tp_values *row) {
  uint32_t tail = 1 + tp_rng_below(&p->rng, TP_LIMIT_POOL_TAIL);
  row->n = cut_of(p, row->n);
  for (uint32_t i = 0; i < tail && row->n < TP_POOL_MAX_ROW; i++)
    VEC_PUSH(row, tp_pool_value(p));
}

/* Later rows more often: they got further. */
static const tp_values *some_row(tp_pool *p) {
  uint32_t a = tp_rng_below(&p->rng, p->at.n);
  uint32_t b = tp_rng_below(&p->rng, p->at.n);
  return &p->at.at[a > b ? a : b];
}

static void append(tp_values *row, const tp_values *from, uint32_t n) {
  for (uint32_t i = 0; i < n && row->n < TP_POOL_MAX_ROW; i++)
    VEC_PUSH(row, from->at[i]);
}

/* What led somewhere once may lead on from there: a row, whole or in part,
 * behind another, or itself. */
static void go_on_as_another(tp_pool *p, tp_values *row) {
  const tp_values *from = some_row(p);
  if (tp_rng_below(&p->rng, 2))
    row->n = cut_of(p, row->n);
  append(row, from, tp_rng_below(&p->rng, 2) ? from->n : cut_of(p, from->n));
}

/* A text that the program names, over the values somewhere, and mostly what may
 * end it. */
static void write_word(tp_pool *p, tp_values *row) {
  const tp_values *word = &p->words.at[tp_rng_below(&p->rng, p->words.n)];
  uint32_t at = row->n && tp_rng_below(&p->rng, 4)
                    ? tp_rng_below(&p->rng, row->n + 1)
                    : 0;
  uint32_t end = tp_rng_below(&p->rng, 3);
  for (uint32_t i = 0; i < word->n + (end != 0) && at < TP_POOL_MAX_ROW; i++) {
    uint64_t value = i < word->n ? word->at[i]
                     : end == 1  ? 0
                                 : tp_pool_value(p);
    if (at == row->n)
      VEC_PUSH(row, value);
    else
      row->at[at] = value;
    at++;
  }
}

void tp_pool_next(tp_pool *p, tp_values *row) {
  VEC_CLEAR(row);
  if (p->at.n) {
    const tp_values *from = some_row(p);
    append(row, from, from->n);
  }
  uint32_t how = tp_rng_below(&p->rng, 8);
  if (how < 2)
    change_some(p, row);
  else if (how == 2 && p->at.n)
    go_on_as_another(p, row);
  else if (how == 3 && p->words.n)
    write_word(p, row);
  else
    go_on(p, row);
}

void tp_pool_look(tp_pool *p, const tp_seen *seen) {
  uint32_t end = 0;
  tp_novelty_begin(&p->novelty);
  for (uint32_t i = 0; i < seen->taken.n && i < TP_LIMIT_POOL_LOOK; i++) {
    uint32_t news = p->novelty.news;
    tp_novelty_add(&p->novelty, seen->taken.at[i]);
    if (p->novelty.news > news)
      end = seen->before.at[i];
  }
  if (!p->novelty.news)
    return;
  tp_pool_keep(p, seen->read.at, end);
  note_values(p, seen->read.at, end);
}
