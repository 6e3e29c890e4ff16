/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/diary.h - what the walk does, step by step; private to decide.
 *
 * The walk merges and folds as it goes: of `x = 3; if (x == 7)` nothing is left
 * but `false`. When it is told, each value that is assigned or merged and each
 * condition becomes a name (tp_expr_name) with its definition and its place in
 * the source. Expressions are built over names, so that nothing is lost; what
 * the walk has to know it asks of their plain values, and goes the same way.
 * Sides of conditions that it does not follow are told, too, with what they
 * might have changed: whatever rests on those values rests on that as well.
 * What that may be is read off the operations.
 */
#ifndef TP_DECIDE_DIARY_H
#define TP_DECIDE_DIARY_H

#include "base/bits.h"
#include "base/map.h"
#include "decide/guard.h"
#include "engine/vars.h"

#define TP_NO_CELL UINT32_MAX

typedef enum tp_diary_kind {
  TP_DIARY_ASSIGNED,
  TP_DIARY_MERGED,
  TP_DIARY_CONDITION,
  TP_DIARY_NOWHERE, /* whether control is at a place that nothing leads to */
  TP_DIARY_FACT     /* in any turn of a loop: that it holds, without a name */
} tp_diary_kind;

typedef struct tp_definition {
  tp_expr name, is;
  tp_node_id node; /* that makes it so */
  uint32_t cell;   /* of memory; TP_NO_CELL: a condition */
  uint8_t kind;    /* tp_diary_kind */
} tp_definition;

/* Where the literal can't hold. */
typedef struct tp_pruned {
  tp_guard above;
  tp_expr literal;
  tp_sbranch branch; /* that it is; UINT32_MAX: of no decision */
  uint32_t op;       /* of the condition, or where the walk was */
  bool is_end;       /* nothing is done there then */
  uint32_t time;     /* how many definitions there were */
  uint64_t function; /* the activation it was in */
  /* In cells, ascending: what it might change until the sides meet again; then
   * what it might by returning early, for those who come after that. */
  uint32_t first_cell, n_cells, n_returning;
} tp_pruned;

/* A call of a function that --inputs declares. */
typedef struct tp_declared_call {
  tp_func_id func;
  uint32_t time;
  uint32_t first_cell, n_cells; /* what others might change in its place */
} tp_declared_call;

/* A turn that stands for any of a loop. What holds in it is proved like what
 * can't be taken: it holds before the loop, and at the end of a turn if it does
 * at its head. */
typedef struct tp_told_turn {
  uint32_t var;         /* that control is in it */
  tp_node_id node;      /* its head */
  tp_guard before, end; /* the loop, the turn */
  uint32_t time_before, time_end;
  uint32_t first, n; /* of `facts` */
} tp_told_turn;

typedef struct tp_told_fact {
  uint32_t definition;
  tp_expr first, next;
  char *text;
} tp_told_fact;

typedef struct tp_diary {
  VEC(tp_definition) at; /* in the order of the walk */
  tp_map by_var;         /* of the name -> index, + 1 */
  VEC(tp_told_turn) turns;
  VEC(tp_told_fact) facts;
  tp_map turn_of; /* its variable -> in turns, + 1 */
  VEC(tp_pruned) pruned;
  VEC(tp_declared_call) calls;
  tp_vec_u32 cells;
  tp_vec_u32 left;    /* by activation: when it was left; 0: it was not */
  tp_vec_u32 decides; /* by decision: its operation, TP_IR_NONE: it has none */
  tp_bits called;     /* by operation: a call that the walk came to */
  bool is_full;       /* there was too much to tell */
} tp_diary;

/* Define that control is never at n; gives the name. */
tp_expr tp_diary_nowhere(tp_diary *t, tp_exprs *x, tp_vars *vars, tp_node_id n);
void tp_diary_free(tp_diary *t);
/* The definition of a variable; NULL: it is none of the names. */
const tp_definition *tp_diary_find(const tp_diary *t, uint32_t var);
/* The turn that a definition of the kind FACT is about; its fact. */
const tp_told_turn *tp_diary_fact_of(const tp_diary *t, uint32_t definition,
                                     const tp_told_fact **fact);
/* Whether what was not followed might have changed a cell by some time. */
bool tp_diary_changes(const tp_diary *t, const tp_pruned *p, uint32_t cell,
                      uint32_t time);

/* Whether a function in the place of one that is declared might have. */
bool tp_diary_call_changes(const tp_diary *t, const tp_declared_call *c,
                           uint32_t cell);

#endif
