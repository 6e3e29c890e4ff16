/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markov.h - simulated programs: Markov chains as seed 003 compares strategies
 * on, behind the oracle, and the exact cost of the best strategy.
 *
 * The states are the nodes of a graph. A state is covered when a run visits it:
 * all edges into it have its number as their goal. A random run costs 1,
 * solving a path the sum of the costs of its edges, the run of the answer
 * nothing. Nothing is infeasible.
 */
#ifndef TP_REGRESS_MARKOV_H
#define TP_REGRESS_MARKOV_H

#include "base/bits.h"
#include "base/rng.h"
#include "search/strategy.h"

#define MARKOV_MAX 32 /* states */

typedef struct markov_edge {
  uint32_t from, to; /* states: 1 .. n */
  double chance;
  double cost;
} markov_edge;

typedef struct markov {
  uint32_t n; /* states; 1 is the first */
  tp_graph *g;
  tp_oracle oracle;
  tp_budget budget;
  VEC(double) chance; /* by edge of the graph */
  VEC(double) cost;   /* likewise */
  tp_bits covered;    /* goals */
  double spent;
  double most; /* to be spent; then no run is made any more. 0: no limit */
  uint64_t random_runs, solved;
  tp_rng rng;
  VEC(tp_vec_u32) prefix; /* by inputs: the branches that they force */
  tp_vec_u32 unused;
} markov;

/* Edges of one state follow each other. */
void markov_init(markov *m, uint32_t n, const markov_edge *edges,
                 uint32_t n_edges);
void markov_free(markov *m);
/* Nothing is covered or spent; runs are drawn from this seed. */
void markov_reset(markov *m, uint64_t seed);
/* The edge of the graph between two states. */
tp_branch markov_branch(const markov *m, uint32_t from, uint32_t to);
bool markov_is_done(const markov *m);

typedef struct markov_shape {
  uint32_t n;
  double rare;  /* the chance that a branch has a side of 1 .. 9 * 1e-4 */
  double loops; /* the chance that a second edge leads back */
} markov_shape;

/* All states reachable, n / 5 ends, a second edge with probability 0.2, costs
 * of 2 .. 1000, more than one path. */
void markov_draw(markov *m, const markov_shape *shape, uint64_t seed);

/* What a strategy may solve. */
typedef enum markov_solves {
  MARKOV_SOLVES_NONE,
  MARKOV_SOLVES_TURNS, /* paths of which only the last state may be uncovered:
                          algorithm 2, line 4, of seed 003 */
  MARKOV_SOLVES_ALL
} markov_solves;

/* The expected cost of the best strategy that knows all chances, by backward
 * induction over the sets of covered states; negative: there are too many. */
double markov_optimum_of(const markov *m, markov_solves solves);
double markov_optimum(const markov *m);
/* That of running at random until everything is covered. */
double markov_random(const markov *m);

#endif
