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
#include "base/limits.h"
#include "search/path.h"

#include <stdlib.h>

/* Where nothing is covered for long, single branches are not the way to search
 * this program. A proof may cost so much without being counted. */
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

/* Runs the solution; false if there is no path. */
static bool try_solution(tp_phase2 *two) {
  if (!tp_phase2_try(two, two->solution.inputs))
    return false;
  for (uint32_t i = 0; i < two->next.n; i++)
    complete(two, two->p->s.g->edges.at[two->next.at[i].branch].from);
  return true;
}

/* In a loop what a condition meant last was of another turn. */
static bool is_in_loop(const tp_phase2 *two, tp_branch branch) {
  const tp_scc *scc = &two->p->s.cover.scc;
  uint32_t c = scc->of.at[two->p->s.g->edges.at[branch].from];
  return scc->first.at[c + 1] - scc->first.at[c] > 1;
}

/* The predicate of a branch: where its node means the same on every path, that
 * one; else what it meant where it, or another branch of the node, was met
 * last. */
static uint32_t likely_predicate(const tp_phase2 *two, tp_branch branch) {
  const tp_graph *g = two->p->s.g;
  const tp_graph_node *node = &g->nodes.at[g->edges.at[branch].from];
  const tp_oracle *oracle = two->p->s.oracle;
  uint32_t pred = tp_unsat_known(two->p->unsat, branch);
  if (pred || is_in_loop(two, branch))
    return pred;
  pred = tp_unsat_met(two->p->unsat, branch);
  for (tp_branch e = node->first; !pred && e < node->first + node->n; e++) {
    tp_step met = {e, tp_unsat_met(two->p->unsat, e)};
    tp_path alone = {.at = &met, .n = 1};
    if (met.pred)
      pred = oracle->predicate(oracle->state, &alone, 0, branch);
  }
  return pred;
}

/* The way behind the entry as a path to be solved, up to the last step that has
 * a predicate; false if there is none. */
static bool take_way(tp_phase2 *two) {
  uint32_t n = 0;
  VEC_CLEAR(&two->aimed);
  for (uint32_t i = 0; i < two->way.n; i++) {
    uint32_t pred = likely_predicate(two, two->way.at[i]);
    VEC_PUSH(&two->aimed, (tp_step){two->way.at[i], pred});
    n = pred ? two->aimed.n : n;
  }
  two->aimed.n = n;
  return n > 0;
}

/* The last step of the way at whose node the last run went elsewhere: where in
 * the run, and the branch of the way; false if there is none that inputs
 * decide. */
static bool find_departure(const tp_phase2 *two, uint32_t *at,
                           tp_branch *wanted) {
  const tp_graph *g = two->p->s.g;
  for (uint32_t k = two->way.n; k-- > 0;)
    for (uint32_t i = two->next.n; i-- > 0;)
      if (g->edges.at[two->next.at[i].branch].from ==
          g->edges.at[two->way.at[k]].from) {
        *at = i;
        *wanted = two->way.at[k];
        return two->next.at[i].branch != two->way.at[k] &&
               two->next.at[i].pred != TP_PRED_CONCRETE;
      }
  return false;
}

/* Runs that leave the way, because a condition means something else there than
 * where it was met, are turned where they leave it. */
static bool follow_way(tp_phase2 *two, tp_branch target) {
  tp_session *s = &two->p->s;
  tp_branch wanted;
  uint32_t at, tries = 0;
  while (tp_live_is_open(&two->left, target) && !is_in_loop(two, target) &&
         tries++ < TP_LIMIT_AIM_TURNS && find_departure(two, &at, &wanted)) {
    tp_path_copy(&two->aimed, &two->next);
    tp_step turned = {wanted, s->oracle->predicate(s->oracle->state,
                                                   &two->aimed, at, wanted)};
    tp_answer answer =
        tp_session_solve(s, &two->aimed, at, wanted, &two->solution);
    if (answer == TP_UNSAT)
      tp_phase2_learn(two, &two->aimed, at, turned);
    if (answer != TP_SAT || !try_solution(two))
      return false;
  }
  return true;
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
    if (!try_solution(two) || !follow_way(two, target))
      return false;
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
  bool has_dependent = tp_unsat_has_dependent(two->p->unsat);
  uint32_t left = has_dependent ? two->left.n_open : 0;
  left = left < TP_LIMIT_AIM_IDLE_LEFT ? left : TP_LIMIT_AIM_IDLE_LEFT;
  return two->p->s.counts->solver_calls - two->aim_calls >=
             TP_LIMIT_AIM_IDLE_CALLS + left ||
         two->back.nodes - two->aim_nodes >= TP_LIMIT_AIM_IDLE_NODES;
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

/* Where conditions depend on the path, a way may complete constraints by what
 * they meant where they were met last: one that does not is preferred. That is
 * no proof of anything. */
static tp_way find_way(tp_phase2 *two, tp_branch target) {
  tp_unsat *db = two->p->unsat;
  tp_way way = tp_check_way(&two->back, target, &two->way);
  if (way != TP_WAY_FOUND || is_in_loop(two, target) ||
      !tp_unsat_suppose(db, true))
    return way;
  tp_checker_doubt(&two->back);
  if (tp_check_way(&two->back, target, &two->way) != TP_WAY_FOUND)
    way = TP_WAY_UNSURE;
  tp_unsat_suppose(db, false);
  tp_checker_doubt(&two->back);
  return way;
}

static void aim_at(tp_phase2 *two, tp_branch target) {
  uint64_t calls = two->p->s.counts->solver_calls, nodes = two->back.nodes;
  uint32_t covered = two->p->s.cover.n_covered;
  bool goes_on = true;
  for (uint32_t i = 0; i < TP_LIMIT_AIM_TRIES && goes_on && !is_idle(two) &&
                       !tp_phase2_is_over(two);
       i++) {
    tp_way way = find_way(two, target);
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

/* Left over, and not left aside: or inputs have decided its node elsewhere. */
static bool is_target(const tp_phase2 *two, tp_branch e) {
  return tp_live_is_open(&two->easy, e) ||
         (tp_live_is_open(&two->left, e) && likely_predicate(two, e));
}

static void list_targets(const tp_phase2 *two, aims *out) {
  const tp_graph *g = two->p->s.g;
  VEC_CLEAR(out);
  for (tp_branch e = 0; e < g->edges.n; e++)
    if (is_target(two, e))
      VEC_PUSH(out, (aim){two->back.depth.at[g->edges.at[e].from], e});
  if (out->n)
    qsort(out->at, out->n, sizeof *out->at, by_depth);
}

/* In the first pass one copy of each branch of the source is enough. */
static bool is_wanted(tp_phase2 *two, tp_branch target, bool is_first) {
  uint32_t goal = two->p->s.g->edges.at[target].goal;
  if (!is_target(two, target))
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
  for (uint32_t pass = 0; pass < TP_LIMIT_AIM_PASSES; pass++) {
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
