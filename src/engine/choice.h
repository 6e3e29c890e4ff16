/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/choice.h - an element of a table that inputs choose.
 *
 * In: the elements' expressions and how each dimension was accessed. Out: one
 * expression. Neighbours of equal value are one interval of the index, so that
 * a table of 384 classes of characters is a dozen comparisons.
 *
 * Programs look into the same few constant tables again and again: such a table
 * is known by the words of the trace (tp_choice_table), and what was chosen
 * from it by an index is kept.
 */
#ifndef TP_ENGINE_CHOICE_H
#define TP_ENGINE_CHOICE_H

#include "base/map.h"
#include "expr/cops.h"
#include "wire/wire.h"

/* How one dimension was accessed: element k of it is the one where `at` is
 * `first` + k * `step`. */
typedef struct tp_access {
  tp_expr at;
  uint32_t count; /* elements */
  int64_t first, step;
  uint32_t other; /* the element that is taken where none fits */
  tp_cscalar scalar;
} tp_access;

typedef struct tp_choice {
  tp_access dim[TP_WIRE_MAX_DIMS]; /* outermost first */
  uint32_t n_dims;
} tp_choice;

/* Elements in row order. */
tp_expr tp_choice_of(tp_exprs *x, const tp_choice *c, const tp_expr *element);
/* The access is to element i (row order). */
tp_expr tp_choice_is(tp_exprs *x, const tp_choice *c, uint32_t i);

/* Whether an address may be outside of an object, from start to before end, as
 * far as the addresses in it tell: one of those it is chosen from is outside.
 */
bool tp_choice_leaves(const tp_exprs *x, tp_expr address, uint64_t start,
                      uint64_t end);

/* ---- constant tables ----------------------------------------------------- */

typedef uint32_t tp_choice_table; /* 0: none */

typedef struct tp_table_info {
  uint32_t first_word, n_words;
  uint32_t size; /* bytes of an element */
  uint32_t first_element;
  tp_choice_table next; /* with the same hash */
} tp_table_info;

typedef struct tp_chosen {
  tp_choice_table table;
  tp_choice choice;
  tp_expr result;
  uint32_t next; /* with the same hash */
} tp_chosen;

typedef struct tp_tables {
  VEC(tp_table_info) tables; /* from 1 */
  VEC(uint64_t) words;
  VEC(tp_expr) elements;
  tp_map by_words;
  VEC(tp_chosen) chosen; /* from 1 */
  tp_map by_choice;
} tp_tables;

/* Forget all if they are many: a program that changes its tables makes new ones
 * all the time. Numbers of tables are void then. */
void tp_tables_make_room(tp_tables *t);
/* The table that was written as these words; 0: not seen before. */
tp_choice_table tp_tables_find(const tp_tables *t, const uint64_t *words,
                               uint32_t n, unsigned size);
tp_choice_table tp_tables_add(tp_tables *t, const uint64_t *words, uint32_t n,
                              unsigned size, const tp_expr *element,
                              uint32_t n_elements);
const tp_expr *tp_tables_elements(const tp_tables *t, tp_choice_table id);
/* As tp_choice_of, for a known table with these elements. */
tp_expr tp_tables_choose(tp_tables *t, tp_exprs *x, tp_choice_table table,
                         const tp_choice *c, const tp_expr *element);
void tp_tables_free(tp_tables *t);

#endif
