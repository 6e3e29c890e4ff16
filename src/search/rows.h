/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/rows.h - inputs as rows of values, for searches that make many runs
 * and look at few of them.
 *
 * A row has the values of the scalars that a run reads, in their order. A run
 * that is only looked at does not tell what it computes from its inputs: that
 * makes it several times as fast.
 */
#ifndef TP_SEARCH_ROWS_H
#define TP_SEARCH_ROWS_H

#include "base/vec.h"

#include <stdbool.h>

typedef VEC(uint64_t) tp_values;

typedef enum tp_looked {
  TP_LOOKED_KNOWN, /* it takes branches that are known, and ends well */
  TP_LOOKED_NEW,   /* it should be run in full: it covers or shows something */
  TP_LOOKED_HUNG,  /* it was over its time, as others before: no branches */
  TP_LOOKED_LOST   /* it was not made */
} tp_looked;

typedef struct tp_rows {
  void *state;
  /* Inputs that begin with a row; what is read beyond it is drawn from the
   * seed. */
  uint32_t (*make)(void *state, const uint64_t *row, uint32_t n, uint64_t seed);
  /* The branches of the source that a run with these inputs takes, in their
   * order. The inputs are not used up. */
  tp_looked (*look)(void *state, uint32_t inputs, tp_vec_u32 *taken);
  /* The inputs are not needed any more. */
  void (*drop)(void *state, uint32_t inputs);
  /* What the last full run has read. */
  void (*last)(void *state, tp_values *out);
  /* The row of a test that was kept, whoever found it: 0, 1 ..; false: there
   * are no more yet. */
  bool (*test)(void *state, uint32_t number, tp_values *out);
} tp_rows;

#endif
