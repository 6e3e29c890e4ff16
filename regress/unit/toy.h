/* SPDX-License-Identifier: GPL-3.0-or-later */
/* toy.h - a brute-force oracle over a graph file, for tests without compiler
 * and solver.
 *
 * The "program" is the list of its feasible complete paths: those of the graph
 * that contain no given set of conflicting branches. Inputs are numbers of
 * paths. Solving a prefix finds the first path of the list that begins with it
 * (of steps that are no prefix: that has them all); if there is none, the core
 * is a given conflict, or what is left of the prefix when each branch without
 * which it stays infeasible is dropped. The order of the list, which a test may
 * set, is the rule for where a run goes.
 */
#ifndef TP_REGRESS_TOY_H
#define TP_REGRESS_TOY_H

#include "base/bits.h"
#include "search/strategy.h"
#include "unsat/unsat.h"

typedef struct toy_set {
  tp_vec_u32 branches;
} toy_set;

typedef struct toy {
  tp_graph *g;
  tp_names *names;
  tp_vec_u32 name_of;
  tp_oracle oracle;
  tp_budget budget;
  VEC(toy_set) conflicts;
  VEC(toy_set) paths;
  tp_bits *with;      /* by branch: the paths that contain it */
  tp_bits covered;    /* goals */
  tp_str runs;        /* "n0F n2T; n0T; " as executed */
  tp_str solved;      /* prefixes handed to solve, the same way */
  tp_vec_u32 run_log; /* numbers of the paths executed */
  tp_gnode undecided; /* no input decides this node; 0: none */
} toy;

/* From regress/graphs/NAME. */
void toy_load(toy *t, const char *name);
/* From a graph, which the toy frees. */
void toy_take(toy *t, tp_graph *g);
void toy_free(toy *t);

/* "n0F": true, false, or "n0:2" the third branch. */
tp_branch toy_branch(const toy *t, const char *name);
tp_gnode toy_node(const toy *t, const char *name);
void toy_branches(const toy *t, const char *names, tp_vec_u32 *out);
void toy_print(const toy *t, const tp_branch *branches, uint32_t n,
               tp_str *out);
/* "n0F n9T n3F" in the order of branch names given by a list of branches. */
const char *toy_text(const toy *t, const tp_vec_u32 *branches, tp_str *out);

/* These branches can't be on one path. Before toy_ready. */
void toy_conflict(toy *t, const char *names);
/* List the paths; false branches first. Fails the test above `limit`. */
bool toy_ready(toy *t, uint32_t limit);
/* Move this path to the front of the list, behind those preferred before. */
void toy_prefer(toy *t, uint32_t *n_preferred, const char *names);
/* Whether some feasible path takes the branch. */
bool toy_is_feasible(const toy *t, tp_branch b);
void toy_learn(const toy *t, tp_unsat *db, const char *names);

#endif
