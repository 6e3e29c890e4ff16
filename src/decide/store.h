/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/store.h - the values of memory cells on all paths at once.
 *
 * A persistent map from cell numbers to expressions: changing one makes a new
 * map that shares the rest, so a map is a value that can be kept at each
 * branching point for nothing. Merging two maps visits only what differs.
 * A cell that is absent (0) holds an unknown value.
 */
#ifndef TP_DECIDE_STORE_H
#define TP_DECIDE_STORE_H

#include "base/vec.h"
#include "expr/expr.h"

/* Invariant (tp_store_check): nodes of a map are made before those that lead to
 * them, none but 0 is empty, and a node is of one level only. */
typedef uint32_t tp_cells;        /* a map; 0 is the empty one */
typedef struct tp_store tp_store; /* where maps live */

tp_store *tp_store_new(void);
void tp_store_free(tp_store *store);
/* Ends with a message if the invariant is broken in what a map shows; values
 * are at most n_exprs. */
void tp_store_check(const tp_store *store, tp_cells map, uint32_t n_exprs);

tp_expr tp_store_get(const tp_store *store, tp_cells map, uint32_t cell);
tp_cells tp_store_set(tp_store *store, tp_cells map, uint32_t cell,
                      tp_expr value);
/* The same by an assignment of the program: told, if anybody wants to know. */
tp_cells tp_store_assign(tp_store *store, tp_cells map, uint32_t cell,
                         tp_expr value);
/* From now on what is assigned or merged is put to `name`, which gives what is
 * kept in its place. */
typedef tp_expr (*tp_store_name)(void *state, uint32_t cell, tp_expr value,
                                 bool is_merge);
void tp_store_tell(tp_store *store, tp_store_name name, void *state);
/* Cells from here on are counters: absent means that they are 0. */
#define TP_STORE_COUNTERS 0xf000000u

/* Cells between these are of blocks of the heap. Absent means that the block
 * was not made on this path, so that nothing there leads to it: a merge takes
 * what the other path knows. That its value is unknown is kept, too. */
#define TP_STORE_HEAP 0x8000000u

/* Notes of which values were read or merged: while they are on, what
 * tp_store_read and tp_store_merge see is written down. */
void tp_store_notes_on(tp_store *store, bool on);
void tp_store_note(tp_store *store, uint32_t cell, tp_expr value);
uint32_t tp_store_notes(const tp_store *store);
uint32_t tp_store_noted(const tp_store *store, uint32_t i, tp_expr *value);
/* tp_store_get, noted. */
tp_expr tp_store_read(tp_store *store, tp_cells map, uint32_t cell);
/* The cells in which two maps differ, ascending. */
void tp_store_differences(const tp_store *store, tp_cells a, tp_cells b,
                          tp_vec_u32 *out);

/* Forget all cells first .. first+n-1. */
tp_cells tp_store_clear(tp_store *store, tp_cells map, uint32_t first,
                        uint32_t n);
/* For each cell: what both agree on; ite(select, a's, b's) where both know a
 * value of one width; else unknown. */
tp_cells tp_store_merge(tp_store *store, tp_exprs *exprs, tp_expr select,
                        tp_cells a, tp_cells b);

#endif
