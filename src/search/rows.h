/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/rows.h - inputs as rows of values, for searches that make many runs
 * and look at few of them.
 *
 * A row has the values of the scalars that a run reads, in their order. A run
 * that is only looked at does not tell what it computes from its inputs: that
 * makes it several times as fast. One that is measured also tells how far its
 * conditions were from turning.
 */
#ifndef TP_SEARCH_ROWS_H
#define TP_SEARCH_ROWS_H

#include "search/oracle.h"

#include <stdbool.h>

typedef VEC(uint64_t) tp_values;
typedef VEC(tp_values) tp_value_rows;

typedef enum tp_looked {
  TP_LOOKED_KNOWN, /* it takes branches that are known, and ends well */
  TP_LOOKED_NEW,   /* it should be run in full: it covers or shows something */
  TP_LOOKED_HUNG,  /* it was over its time, as others before: no branches */
  TP_LOOKED_CUT_OFF, /* the same, but it had only a small part of it */
  TP_LOOKED_LOST     /* it was not made */
} tp_looked;

/* A goal that a run came to but did not take. */
typedef struct tp_near {
  uint32_t goal;
  uint32_t reads;  /* inputs that were read before, where it was nearest */
  double distance; /* above 0 */
} tp_near;

typedef VEC(tp_near) tp_nears;

/* What a run that was looked at told. Zeroed = empty. */
typedef struct tp_seen {
  tp_vec_u32 taken;  /* branches of the source, in their order */
  tp_vec_u32 before; /* of each: inputs that were read before it */
  tp_values read;
  tp_nears near; /* if it was measured: the goals it was next to, each once */
} tp_seen;

static inline void tp_value_rows_free(tp_value_rows *rows) {
  for (uint32_t i = 0; i < rows->n; i++)
    VEC_FREE(&rows->at[i]);
  VEC_FREE(rows);
}

static inline void tp_seen_free(tp_seen *s) {
  VEC_FREE(&s->taken);
  VEC_FREE(&s->before);
  VEC_FREE(&s->read);
  VEC_FREE(&s->near);
}

typedef struct tp_rows {
  void *state;
  /* Inputs that begin with a row; what is read beyond it is drawn from the
   * seed. */
  uint32_t (*make)(void *state, const uint64_t *row, uint32_t n, uint64_t seed);
  /* What a run with these inputs does. The inputs are not used up. */
  tp_looked (*look)(void *state, uint32_t inputs, bool is_measured,
                    tp_seen *out);
  /* The same, as the path through the graph; no step has a predicate. */
  tp_looked (*follow)(void *state, uint32_t inputs, tp_path *path);
  /* The inputs are not needed any more. */
  void (*drop)(void *state, uint32_t inputs);
  /* The row of a test that was kept, whoever found it: 0, 1 ..; false: there
   * are no more yet. */
  bool (*test)(void *state, uint32_t number, tp_values *out);
  /* Inputs that follow the path of the last full run up to step `at` and then
   * take `instead`, found by moving those of that run nearer; no solver. False:
   * that found none. Asked for before anything else is run. */
  bool (*approach)(void *state, const tp_path *path, uint32_t at,
                   tp_branch instead, uint32_t *inputs);
  /* Values that the text of the program names, and its texts, a value for each
   * character. */
  void (*constants)(void *state, tp_values *out, tp_value_rows *words);
} tp_rows;

#endif
