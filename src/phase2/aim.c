/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aiming at single branches.
 *
 * The reachability check of one uncovered branch, asked backward: from the
 * branch towards the entry, nearest first, never completing an unsat
 * constraint. What surrounds a branch decides most about it, so this is quick
 * where the walk from the end of a path is lost among all that lies between.
 * No way: the branch is proved to be unreachable, whatever the prefix, and no
 * longer looked for. A way: all of it is given to the solver. Inputs take it;
 * a core is learned, and the next way is looked for. So each solver call covers
 * something or teaches something.
 * Ways are as good as predicates are known: where one is not, the run shows it.
 */
#include "phase2/state.h"
#include "search/path.h"

#include <stdlib.h>

/* Solver calls for one branch in one pass. */
#define MAX_TRIES 40
/* Passes, each with four times the patience. */
#define MAX_PASSES 4
/* Solver calls, and nodes looked at, in a row by which nothing was covered:
 * then single branches are not the way to search this program. A proof may cost
 * so much without being counted. */
#define MAX_IDLE_CALLS 200
#define MAX_IDLE_NODES 2000000
#define CALLS_OF_PROOF 4
#define NODES_OF_PROOF 100

/* Gives every branch of a node its predicate, if one of them has its own. */
static void complete(tp_phase2 *two, tp_gnode v) {
  const tp_graph_node *node = &two->p->s.g->nodes.at[v];
  const tp_oracle *oracle = two->p->s.oracle;
  tp_branch end = node->first + node->n, met = node->first;
  uint32_t unknown = 0;
  for (tp_branch e = node->first; e < end; e++)
    unknown += !tp_unsat_known(two->p->unsat, e);
  while (met < end && !tp_unsat_known(two->p->unsat, met))
    met++;
  if (unknown == 0 || met == end)
    return;
  VEC_CLEAR(&two->aimed);
  VEC_PUSH(&two->aimed, (tp_step){met, tp_unsat_known(two->p->unsat, met)});
  for (tp_branch e = node->first; e < end; e++) {
    uint32_t pred = tp_unsat_known(two->p->unsat, e)
                        ? 0
                        : oracle->predicate(oracle->state, &two->aimed, 0, e);
    if (pred)
      tp_phase2_observe(two, e, pred);
  }
}

static void complete_path(tp_phase2 *two) {
  for (uint32_t i = 0; i < two->next.n; i++)
    complete(two, two->p->s.g->edges.at[two->next.at[i].branch].from);
}

/* The way behind the entry as a path to be solved, up to the last step whose
 * predicate is known; false if there is none. */
static bool take_way(tp_phase2 *two) {
  uint32_t n = 0;
  VEC_CLEAR(&two->aimed);
  for (uint32_t i = 1; i < two->way.n; i++) {
    uint32_t pred = tp_unsat_known(two->p->unsat, two->way.at[i]);
    VEC_PUSH(&two->aimed, (tp_step){two->way.at[i], pred});
    n = pred ? two->aimed.n : n;
  }
  two->aimed.n = n;
  return n > 0;
}

/* Solves the way that was found; true if it is worth to go on with this
 * branch. */
static bool try_way(tp_phase2 *two, tp_branch target) {
  tp_phases *p = two->p;
  uint32_t covered = p->s.cover.n_covered;
  if (!take_way(two))
    return false;
  uint32_t at = two->aimed.n - 1;
  tp_step last = two->aimed.at[at];
  switch (
      tp_session_solve(&p->s, &two->aimed, at, last.branch, &two->solution)) {
  case TP_SAT:
    if (!tp_phase2_try(two, two->solution.inputs))
      return false;
    complete_path(two);
    return p->s.cover.n_covered > covered &&
           tp_live_is_open(&two->left, target);
  case TP_UNSAT:
    return tp_phase2_learn(two, &two->aimed, at, last) != TP_NO_CORE;
  default:
    tp_live_close(&two->easy, target);
    return false;
  }
}

static bool is_idle(const tp_phase2 *two) {
  return two->p->s.counts->solver_calls - two->aim_calls >= MAX_IDLE_CALLS ||
         two->back.nodes - two->aim_nodes >= MAX_IDLE_NODES;
}

static void note_success(tp_phase2 *two) {
  two->aim_calls = two->p->s.counts->solver_calls;
  two->aim_nodes = two->back.nodes;
}

/* The branch, aimed at since so many calls and nodes, can't be reached. */
static void note_proof(tp_phase2 *two, tp_branch target, uint64_t calls,
                       uint64_t nodes) {
  calls = two->p->s.counts->solver_calls - calls;
  nodes = two->back.nodes - nodes;
  two->aim_calls += calls < CALLS_OF_PROOF ? calls : CALLS_OF_PROOF;
  two->aim_nodes += nodes < NODES_OF_PROOF ? nodes : NODES_OF_PROOF;
  tp_live_close(&two->left, target);
  tp_live_close(&two->easy, target);
}

static void aim_at(tp_phase2 *two, tp_branch target) {
  uint64_t calls = two->p->s.counts->solver_calls, nodes = two->back.nodes;
  uint32_t covered = two->p->s.cover.n_covered;
  bool goes_on = true;
  for (uint32_t i = 0;
       i < MAX_TRIES && goes_on && !is_idle(two) && !tp_phase2_is_over(two);
       i++) {
    tp_way way = tp_check_way(&two->back, target, &two->way);
    if (way == TP_WAY_NONE && !tp_unsat_is_guess(two->p->unsat))
      note_proof(two, target, calls, nodes);
    goes_on = way == TP_WAY_FOUND && try_way(two, target);
  }
  if (two->p->s.cover.n_covered > covered)
    note_success(two);
}

typedef struct aim {
  uint32_t depth;
  tp_branch target;
} aim;
typedef VEC(aim) aims;

static int by_depth(const void *x, const void *y) {
  const aim *a = x, *b = y;
  if (a->depth != b->depth)
    return a->depth < b->depth ? -1 : 1;
  return a->target < b->target ? -1 : a->target > b->target;
}

static void list_targets(const tp_phase2 *two, aims *out) {
  const tp_graph *g = two->p->s.g;
  VEC_CLEAR(out);
  for (tp_branch e = 0; e < g->edges.n; e++)
    if (tp_live_is_open(&two->easy, e))
      VEC_PUSH(out, (aim){two->back.depth.at[g->edges.at[e].from], e});
  if (out->n)
    qsort(out->at, out->n, sizeof *out->at, by_depth);
}

/* In the first pass one copy of each branch of the source is enough. */
static bool is_wanted(tp_phase2 *two, tp_branch target, bool is_first) {
  uint32_t goal = two->p->s.g->edges.at[target].goal;
  if (!tp_live_is_open(&two->easy, target))
    return false;
  if (!is_first || goal == TP_NO_GOAL)
    return true;
  bool is_new = !tp_bits_has(&two->goals, goal);
  tp_bits_add(&two->goals, goal);
  return is_new;
}

void tp_phase2_aim(tp_phase2 *two) {
  const tp_graph *g = two->p->s.g;
  aims all = {0};
  tp_checker_init_backward(&two->back, two->p);
  tp_bits_init(&two->goals, g->n_goals);
  two->back.visit_limit = 1;
  note_success(two);
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    complete(two, v);
  for (uint32_t pass = 0; pass < MAX_PASSES; pass++) {
    list_targets(two, &all);
    for (uint32_t i = 0; i < all.n && !is_idle(two) && !tp_phase2_is_over(two);
         i++)
      if (is_wanted(two, all.at[i].target, pass == 0))
        aim_at(two, all.at[i].target);
    two->back.visit_limit *= 4;
  }
  two->p->checked_nodes += two->back.nodes;
  VEC_FREE(&all);
  tp_bits_free(&two->goals);
  tp_checker_free(&two->back);
}
