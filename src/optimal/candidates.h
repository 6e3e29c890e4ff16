/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal/candidates.h - the paths that are worth solving: of seed 003,
 * algorithm 2, line 4, those "whose only uncovered state is the last".
 *
 * A candidate is the beginning of a run with its last step turned to an open
 * branch. Of each open branch the cheapest few are kept. Where conditions mean
 * the same on every path there is one more, joined from several runs: the
 * cheapest way through what was taken.
 * As printed that is all. But where conditions rest on what other steps left
 * behind, both sides of a step may be covered and what is open needs two of
 * them together. So the others also turn to branches that lead to an open one.
 */
#ifndef TP_OPTIMAL_CANDIDATES_H
#define TP_OPTIMAL_CANDIDATES_H

#include "base/map.h"
#include "search/cover.h"

#define TP_CANDIDATES 8 /* kept of each branch */
#define TP_TURNS 8      /* of a loop, before the step that is turned */

typedef struct tp_candidate {
  uint32_t route; /* whose first steps are those before the turned one */
  uint32_t at;
  uint64_t key; /* of the path */
  double cost;  /* expected, in runs */
} tp_candidate;

typedef struct tp_candidate_list { /* of one branch, the cheapest first */
  tp_branch branch;
  uint32_t n;
  tp_candidate at[TP_CANDIDATES];
} tp_candidate_list;

typedef struct tp_route {
  tp_path path;
  uint32_t uses; /* candidates with it */
} tp_route;

typedef struct tp_again { /* the last run of a way that was solved again */
  uint64_t key;
  uint32_t same; /* runs in a row */
} tp_again;

typedef struct tp_candidates {
  const tp_oracle *oracle;
  const tp_cover *cover;
  VEC(tp_route) routes;
  tp_vec_u32 spare; /* routes without use */
  VEC(tp_candidate_list) lists;
  tp_map list_of; /* by branch */
  tp_map ignored; /* keys of paths */
  tp_map turns;   /* by node, while a run is looked at */
  /* For joined paths: by edge its predicate, and what it costs; 0: never taken.
   */
  tp_vec_u32 pred;
  VEC(double) price;
  VEC(double) far; /* by node: the cheapest way there */
  tp_vec_u32 by;   /* its last edge */
  tp_vec_u32 heap;
  tp_bits refused;     /* edges: ways through them can't be solved again */
  VEC(tp_again) again; /* by edge */
  bool is_wide;        /* also branches behind which something is open */
  bool is_stateless;
  bool is_new; /* an edge was taken since paths were joined */
} tp_candidates;

/* What solving is expected to cost; by the number of steps where the oracle
 * does not say. */
double tp_candidates_cost(const tp_oracle *oracle, const tp_path *path,
                          uint32_t at, tp_branch instead);
/* Borrows oracle and cover. */
void tp_candidates_init(tp_candidates *c, const tp_oracle *oracle,
                        const tp_cover *cover, bool is_wide);
void tp_candidates_free(tp_candidates *c);
/* Those of a run. */
void tp_candidates_add(tp_candidates *c, const tp_path *path);
/* Drops what is not open any more, joins paths anew. */
void tp_candidates_update(tp_candidates *c);
/* Nothing that the oracle knows is kept, but what is ignored is. */
void tp_candidates_forget(tp_candidates *c);
/* The predicate of a branch, wherever it comes; TP_PRED_CONCRETE: it is not
 * known, or not the same on every path. */
tp_pred tp_candidates_pred(const tp_candidates *c, tp_branch e);
/* Whether the path was not tried before; it will not be again. */
bool tp_candidates_try(tp_candidates *c, const tp_path *path);
/* The cheapest of a list that is not empty will not be tried again. */
void tp_candidates_ignore(tp_candidates *c, tp_candidate_list *list);

/* The path that leads through an edge which was taken, joined from several
 * runs. False: there is none. */
bool tp_candidates_again(tp_candidates *c, tp_branch e, tp_path *path);

/* What that costs; 0: there is none. */
double tp_candidates_again_cost(const tp_candidates *c, tp_branch e);
/* There is none any more. */
void tp_candidates_refuse(tp_candidates *c, tp_branch e);
/* The run of the answer. If they are all the same it is refused, too: nothing
 * behind is left to chance. */
void tp_candidates_ran_again(tp_candidates *c, tp_branch e,
                             const tp_path *path);

#endif
