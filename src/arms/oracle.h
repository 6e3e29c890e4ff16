/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arms/oracle.h - the oracle as a search in an arm sees it: what it asks for is
 * counted as spent, and what others have settled meanwhile is closed. */
#ifndef TP_ARMS_ORACLE_H
#define TP_ARMS_ORACLE_H

#include "arms/arms.h"
#include "search/oracle.h"
#include "search/rows.h"

typedef struct tp_arm_oracle {
  tp_oracle oracle; /* for the search; its state is this */
  tp_rows rows;
  const tp_oracle *inner;
  tp_arm *arm;
  void *state;
  /* Whether a goal needs no run any more: it is known to be unreachable. */
  bool (*is_settled)(void *state, uint32_t goal);
  void (*before_solving)(void *state);
} tp_arm_oracle;

/* `inner`, arm, state and the functions are set. */
void tp_arm_oracle_init(tp_arm_oracle *o);

#endif
