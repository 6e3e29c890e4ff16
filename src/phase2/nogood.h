/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase2/nogood.h - what reachability checks have proved, kept for good.
 *
 * A nogood of node v is a set of predicates: from v, behind any prefix in which
 * they all are, each way to an unexplored branch completes an unsat constraint.
 * Exploring more, or learning more, does not make it wrong; a branch that loses
 * its predicate does. The list of nodes without feasible path (nopath.h)
 * forgets a node with the step it rests on; nogoods remember it for other
 * prefixes.
 */
#ifndef TP_PHASE2_NOGOOD_H
#define TP_PHASE2_NOGOOD_H

#include "phase2/reason.h"
#include "unsat/unsat.h"

typedef struct tp_nogood_list { /* of one node, the oldest first */
  VEC(uint32_t) words;          /* for each: how many literals, then these */
  uint32_t n;
} tp_nogood_list;

typedef struct tp_nogoods {
  VEC(tp_nogood_list) of; /* by node */
  uint32_t n_words;
} tp_nogoods;

void tp_nogoods_init(tp_nogoods *all, uint32_t n_nodes);
void tp_nogoods_free(tp_nogoods *all);
void tp_nogoods_clear(tp_nogoods *all);
/* Node v has no feasible path because of `why`, steps of the prefix in db. What
 * rests on more than that (tp_reason_is_exact) is not kept. */
void tp_nogoods_add(tp_nogoods *all, tp_gnode v, const tp_unsat *db,
                    const tp_reason *why);
/* Whether a nogood of v holds with the prefix; then `why` is what it rests on.
 */
bool tp_nogoods_find(const tp_nogoods *all, tp_gnode v, const tp_unsat *db,
                     tp_reason *why);

#endif
