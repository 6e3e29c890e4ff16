/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase2/check.h - the reachability check of a counter branch.
 *
 * Question: with the current prefix and then this branch, can an unexplored
 * branch still be reached without completing an unsat constraint? Two answers:
 * algorithm 4.2 as printed, and our completion of it.
 */
#ifndef TP_PHASE2_CHECK_H
#define TP_PHASE2_CHECK_H

#include "phase2/nogood.h"
#include "phase2/nopath.h"
#include "phase2/reason.h"
#include "search/phases.h"
#include "unsat/classify.h"

typedef struct tp_visit {
  uint32_t check, times;
} tp_visit;

typedef struct tp_checker {
  const tp_graph *g;
  tp_unsat *unsat; /* holds the prefix */
  const tp_live *todo;
  const tp_budget *budget;
  tp_nopath nopath;
  uint64_t nodes; /* looked at, for the statistics */
  /* algorithm 4.2 */
  tp_closure *closure;
  tp_classes classes;
  VEC(uint8_t) trims; /* by position: the push changed the trimmed list */
  /* our walk */
  tp_reason *why; /* by node on the list: what that rests on */
  tp_nogoods nogoods;
  bool is_backward; /* along the edges into nodes, towards the entry */
  tp_vec_u32 in;    /* then: as g->in, edges from nodes near the entry first */
  tp_vec_u32 depth; /* then: by node, edges from the entry */
  tp_vec_u32 join;  /* then: see reach/joins.h; what lies between is left out,
                       as edge number g->edges.n + v */
  tp_bits is_open_node;
  tp_vec_u32 entered;  /* by node being searched: length of its prefix */
  VEC(tp_visit) visit; /* by node */
  uint32_t n_checks;
  uint32_t visit_limit;  /* how often one check enters a node */
  uint32_t order;        /* in which edges are looked at; 0: as they come */
  bool tries_when_tired; /* the answer when that is not enough */
  uint64_t n_tired;      /* how often it was not */
} tp_checker;

void tp_checker_init(tp_checker *c, const tp_phases *p);
/* The same, for tp_check_way. */
void tp_checker_init_backward(tp_checker *c, const tp_phases *p);
void tp_checker_free(tp_checker *c);

/* Steps of the executed prefix come and go through these. */
void tp_checker_push(tp_checker *c, uint32_t pred);
void tp_checker_pop_to(tp_checker *c, uint32_t depth);
/* A core was learned: the trimmed list as of the prefix is another. */
void tp_checker_learned(tp_checker *c, tp_core core);
/* What was found so far may be wrong: branches lost their predicate. */
void tp_checker_doubt(tp_checker *c);

/* Algorithm 4.2 for a branch that leaves the end of the prefix. */
bool tp_check_faithful(tp_checker *c, tp_branch b);
/* The complete check, for the same. */
bool tp_check_walk(tp_checker *c, tp_branch b);

/* A way from the entry to a branch that completes no unsat constraint. What is
 * passed whatever is taken in it is no part of it. */
typedef enum tp_way {
  TP_WAY_FOUND,
  TP_WAY_NONE,  /* proved: there is none, whatever the prefix */
  TP_WAY_UNSURE /* the search was given up */
} tp_way;
/* For a checker that is backward, with an empty prefix. */
tp_way tp_check_way(tp_checker *c, tp_branch target, tp_vec_u32 *way);

#endif
