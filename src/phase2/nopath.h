/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase2/nopath.h - the "no feasible path nodes list" of thesis section 4.2.
 *
 * A node is put on the list together with what the finding rests on, and
 * leaves it when that is gone from the prefix. The prefix is a stack, so one
 * number is enough: the highest thing it rests on. Things are numbered so that
 * they come and go in order: 2p is the step at position p of the prefix, 2p-1
 * the search of the node entered behind p steps (loops only).
 */
#ifndef TP_PHASE2_NOPATH_H
#define TP_PHASE2_NOPATH_H

#include "reach/graph.h"

typedef struct tp_nopath {
  tp_vec_u32 rests_on; /* by node: 0 not on the list, else highest thing + 2;
                          1: rests on nothing */
  tp_vec_u32 next;     /* by node: chain of those that rest on the same */
  tp_vec_u32 head;     /* by thing: node + 1 */
} tp_nopath;

void tp_nopath_init(tp_nopath *list, uint32_t n_nodes);
void tp_nopath_free(tp_nopath *list);
/* thing: TP_NOPATH_ALWAYS if it holds whatever the prefix is. */
#define TP_NOPATH_ALWAYS UINT32_MAX
void tp_nopath_add(tp_nopath *list, tp_gnode v, uint32_t thing);
/* Things from `thing` on are gone. */
void tp_nopath_drop_from(tp_nopath *list, uint32_t thing);
void tp_nopath_clear(tp_nopath *list);

static inline bool tp_nopath_has(const tp_nopath *list, tp_gnode v) {
  return list->rests_on.at[v] != 0;
}

#endif
