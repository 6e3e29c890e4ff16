/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal/chain.h - the program as a Markov chain over its graph, estimated
 * from the runs made (seed 003, definitions 3.2 and 4.1).
 *
 * States are the nodes of the reachability graph, the chance of an edge is
 * worked out from how often runs took it. Only steps that nobody forced say
 * something about chances: whoever counts a run says where these begin.
 */
#ifndef TP_OPTIMAL_CHAIN_H
#define TP_OPTIMAL_CHAIN_H

#include "base/bits.h"
#include "search/oracle.h"

typedef enum tp_chain_rule {
  TP_CHAIN_LAPLACE,    /* (taken + prior) / (visits + prior * sides) */
  TP_CHAIN_GOOD_TURING /* sides never taken share the weight of those taken
                          once */
} tp_chain_rule;

typedef struct tp_chain {
  const tp_graph *g;
  tp_chain_rule rule;
  double prior;         /* of Laplace's rule: 1 as printed */
  const double *known;  /* by edge: the chances are given; NULL: they are not */
  VEC(uint64_t) taken;  /* by edge */
  VEC(uint64_t) visits; /* by node: of those, together */
  tp_bits dead;         /* edges that are known to be taken by no run */
} tp_chain;

/* Borrows g and known. */
void tp_chain_init(tp_chain *c, const tp_graph *g, tp_chain_rule rule,
                   double prior, const double *known);
void tp_chain_free(tp_chain *c);
/* Counts the steps from number `from` on. */
void tp_chain_count(tp_chain *c, const tp_path *path, uint32_t from);
void tp_chain_bury(tp_chain *c, tp_branch e);
/* That a run takes this edge, if it comes to its node. */
double tp_chain_chance(const tp_chain *c, tp_branch e);

#endif
