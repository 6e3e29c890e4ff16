/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/trail.h - the decisions of a run as a path through the graph.
 *
 * The graph may leave open which way control went (indirect calls, shared
 * callees): all ways that explain the decisions so far are kept, the first
 * that explains the most is taken. Decisions that no node of the graph stands
 * for (of constructors, cleanup functions ...) are passed over.
 */
#ifndef TP_ENGINE_TRAIL_H
#define TP_ENGINE_TRAIL_H

#include "base/bits.h"
#include "engine/decode.h"
#include "search/oracle.h"

typedef struct tp_trail_way {
  tp_branch edge;
  uint32_t before; /* way it continues, UINT32_MAX: none */
  uint32_t event;  /* UINT32_MAX: a choice, no decision */
} tp_trail_way;

/* Buffers that live from run to run. Zeroed = empty. */
typedef struct tp_trail {
  VEC(tp_trail_way) ways;
  tp_vec_u32 now, then; /* ways that are alive */
  tp_vec_u32 open;      /* to be looked at, of one that is continued */
  tp_bits shown;        /* decisions of the graph; empty: not yet looked at */
  tp_vec_u32 event; /* behind each step of the last path; UINT32_MAX: none */
} tp_trail;

/* Fills path; returns how many of the n events the graph explains. */
uint32_t tp_trail_find(tp_trail *trail, const tp_graph *g,
                       const tp_event *events, uint32_t n, tp_path *path);
void tp_trail_free(tp_trail *trail);

#endif
