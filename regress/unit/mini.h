/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mini.h - random graphs, and random programs over them that have 64 inputs.
 *
 * A program gives each decision an atom: a function from the 64 inputs to the
 * branches of the node. Few atoms and many nodes make many paths infeasible.
 * Predicates are sets of inputs (64-bit masks), so solving is exact: and-ing
 * masks. Writers are nodes whose true branch changes the state; the atom of a
 * path-dependent node depends on the state.
 */
#ifndef TP_REGRESS_MINI_H
#define TP_REGRESS_MINI_H

#include "base/bits.h"
#include "base/rng.h"
#include "search/strategy.h"

typedef struct mini_shape {
  uint32_t n_nodes;       /* decisions */
  uint32_t span;          /* edges lead at most so many nodes ahead */
  uint32_t switch_chance; /* in percent: 3 or 4 branches */
  uint32_t choice_chance; /* in percent: no condition */
  uint32_t loop_chance;   /* in percent, of an edge: leads back */
  uint32_t exit_chance;   /* in percent, of an edge */
  uint32_t shared_chance; /* in percent, of a node: goals of another one */
  uint32_t n_atoms;
  uint32_t dependent_chance; /* in percent: writers and path-dependent nodes */
  bool hides_dependence;     /* the graph does not say which those are */
  bool proves_nothing;       /* the graph calls every decision dependent */
} mini_shape;

/* A few nodes with everything in them. */
extern const mini_shape mini_usual;

typedef struct mini {
  tp_graph *g;
  tp_oracle oracle;
  tp_budget budget;
  uint64_t seed;
  tp_vec_u32 atom;     /* by node */
  uint64_t *mask_of;   /* by node, state and side: inputs that take it */
  tp_bits writes;      /* nodes */
  tp_bits dependent;   /* nodes */
  VEC(uint64_t) masks; /* of predicate 1, 2, ... */
  tp_bits covered;
  tp_vec_u32 run_log; /* inputs executed */
  uint32_t max_steps;
  /* Called before each solve, if set. */
  void (*on_solve)(void *context, const tp_path *path, uint32_t at,
                   tp_branch instead);
  void *context;
} mini;

/* A frozen graph; node 0 is the entry, the last one the exit. */
tp_graph *mini_graph(const mini_shape *shape, tp_rng *rng);
void mini_init(mini *m, const mini_shape *shape, uint64_t seed);
void mini_free(mini *m);
/* The goals that some input covers. */
void mini_feasible(mini *m, tp_bits *goals);

#endif
