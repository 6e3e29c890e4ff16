/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/rotate.h - which predicates of a core are needed, without asking (inside
 * module smt).
 *
 * A predicate is needed if some values make all others of the core true. If
 * another value of one variable makes it true, and then only one other is
 * false, that one is needed, too, and so on: in a chain of definitions one
 * model tells about all of them (Belov and Marques-Silva, model rotation).
 */
#ifndef TP_SMT_ROTATE_H
#define TP_SMT_ROTATE_H

#include "smt/inside.h"

typedef struct tp_rotation {
  tp_smt *smt;
  /* Places of the core by variable: from[v] .. from[v + 1] - 1 of places. */
  tp_vec_u32 from, places;
  VEC(bool) needed; /* by place in q.items */
  VEC(bool) inside; /* the core as it is now */
  uint64_t left;    /* evaluations of a predicate */
  VEC(struct tp_turn) open;
  VEC(struct tp_turn) done;
} tp_rotation;

/* The core at hand. */
void tp_rotation_begin(tp_rotation *r, tp_smt *smt);
void tp_rotation_end(tp_rotation *r);
/* With the values at hand all of the core holds but this place. */
void tp_rotation_from(tp_rotation *r, uint32_t place);
bool tp_rotation_is_needed(const tp_rotation *r, uint32_t place);

#endif
