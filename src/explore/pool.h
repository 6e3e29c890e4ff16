/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore/pool.h - rows of inputs whose runs did something new, and how they
 * go on; private to explore.
 *
 * Another run begins as one of the rows and goes on differently. Values are
 * drawn: those of inputs that led to something new, that the program names, or
 * others.
 */
#ifndef TP_EXPLORE_POOL_H
#define TP_EXPLORE_POOL_H

#include "base/rng.h"
#include "explore/novelty.h"
#include "search/rows.h"

#define TP_POOL_MAX_ROW 4096 /* values of a row */

typedef struct tp_pool {
  const tp_rows *rows;
  tp_rng rng;
  tp_novelty novelty;
  VEC(tp_values) at;
  VEC(uint64_t) values; /* of inputs that led to something new */
  tp_values constants;
  tp_value_rows words;
  uint32_t n_tests; /* that were taken over */
} tp_pool;

void tp_pool_init(tp_pool *p, const tp_rows *rows, uint64_t seed);
void tp_pool_free(tp_pool *p);
void tp_pool_keep(tp_pool *p, const uint64_t *row, uint32_t n);
/* What others have found meanwhile. */
void tp_pool_take_tests(tp_pool *p);
/* A value of an input. */
uint64_t tp_pool_value(tp_pool *p);
/* The row of the next run. */
void tp_pool_next(tp_pool *p, tp_values *row);
/* Keeps the inputs of a run that did something new, up to where it did. */
void tp_pool_look(tp_pool *p, const tp_seen *seen);

#endif
