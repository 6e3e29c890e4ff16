/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/never.h - what is in no turn of a loop; private to decide.
 *
 * Of a loop that was not unrolled to its end one turn stands for any: a branch
 * that can't be taken in that can't be taken in the single turns before it, so
 * these need not be asked about. */
#ifndef TP_DECIDE_NEVER_H
#define TP_DECIDE_NEVER_H

#include "decide/proof.h"

typedef struct tp_never {
  const tp_model *model;
  /* Whether this is so; it is noted if it is. */
  bool (*is_refuted)(void *state, const tp_question *q);
  void *state;
  tp_question *q; /* to be built */
  tp_vec_u32 loops;
} tp_never;

/* The loops in no turn of which branch k of the decision can be. */
void tp_never_find(tp_never *n, tp_decision_id d, uint32_t k);
/* Whether this instance of that is in one of them. */
bool tp_never_has(const tp_never *n, uint32_t instance);
void tp_never_free(tp_never *n);

#endif
