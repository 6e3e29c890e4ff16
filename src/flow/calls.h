/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/calls.h - which calls the graph expands, and which callees it shares;
 * private to flow.
 *
 * A function counts only if something in it, or in what it calls, is a node or
 * an exit; calls of others are passed over. Functions that call each other in
 * a circle are one component. A component is shared (one copy for all call
 * sites) if expanding everything would pass the limit on nodes.
 */
#ifndef TP_FLOW_CALLS_H
#define TP_FLOW_CALLS_H

#include "base/bits.h"
#include "flow/cfg.h"

typedef struct tp_calls {
  uint32_t *stop;    /* by operation: the first from it on that counts */
  uint32_t *local;   /* by operation that counts: its number in its function */
  uint32_t *n_local; /* by func: how many count */
  uint32_t *component;  /* by func; callees have lower numbers */
  tp_bits is_relevant;  /* by func */
  tp_bits is_recursive; /* by component */
  tp_bits is_shared;    /* by component */
  uint32_t n_components;
} tp_calls;

void tp_calls_init(tp_calls *out, const tp_cfg *cfg, uint32_t max_nodes);
void tp_calls_free(tp_calls *calls);

#endif
