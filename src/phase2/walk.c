/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The complete reachability check, forward and backward.
 *
 * Forward: walks from the end of the branch, with the branches walked added to
 * the prefix, towards unexplored branches, and never along a branch that would
 * complete an unsat constraint (lemma 4.2.1). It answers yes at the first
 * unexplored branch that is not blocked, so every "no" is a proof: each path
 * from here to an unexplored branch contains a known core. Constraints that
 * lemma 4.2.2 calls irrelevant are never completed, those of lemma 4.2.3 are
 * decided by walking on. Backward: the same from one branch to the entry.
 * A node left without success goes on the no feasible path nodes list with
 * what that rests on: the steps of the prefix that took part in blocking its
 * branches. That is less than the whole trimmed list, so nodes stay longer and
 * most are looked at once; and it is a nogood, which is remembered for other
 * prefixes. The question is hard in the worst case: a node may be entered
 * again with every other prefix. After visit_limit times one check has had
 * enough of a node and counts that (n_tired); its "no" is then no proof, and
 * is asked again later.
 */
#include "phase2/check.h"

#include "base/map.h"
#include "reach/bfs.h"

#define POLL_MASK 4095

typedef struct frame {
  tp_gnode v;
  tp_branch by;   /* the edge by which v was entered */
  uint32_t first; /* edge of v to begin with */
  uint32_t next;  /* how many were looked at */
  tp_reason why;  /* what the failures so far rest on */
} frame;

typedef struct walk {
  tp_checker *c;
  VEC(frame) stack;
  tp_reason why;    /* nothing was found: what that rests on */
  tp_branch answer; /* or: the last edge */
  uint32_t depth;   /* length of the prefix when it began */
  uint32_t work;
} walk;

/* ---- the two directions -------------------------------------------------- */

/* From a join to where its ways part: no branch is taken. */
static bool is_skip(const tp_checker *c, tp_branch e) {
  return e >= c->g->edges.n;
}

static tp_gnode end_of(const tp_checker *c, tp_branch e) {
  if (is_skip(c, e))
    return c->join.at[e - c->g->edges.n];
  return c->is_backward ? c->g->edges.at[e].from : c->g->edges.at[e].to;
}

static uint32_t edge_count(const tp_checker *c, tp_gnode v) {
  if (c->is_backward && c->join.at[v] != TP_NO_NODE)
    return 1;
  return c->is_backward ? c->g->in_first.at[v + 1] - c->g->in_first.at[v]
                        : c->g->nodes.at[v].n;
}

/* Edge i of the node of a frame. */
static tp_branch edge_of(const tp_checker *c, const frame *f, uint32_t i) {
  if (c->is_backward && c->join.at[f->v] != TP_NO_NODE)
    return c->g->edges.n + f->v;
  return c->is_backward ? c->in.at[c->g->in_first.at[f->v] + i]
                        : c->g->nodes.at[f->v].first +
                              (f->first + i) % c->g->nodes.at[f->v].n;
}

/* Whether an edge may lead to an answer at all, and whether it is one. */
static bool is_of_use(const tp_checker *c, tp_branch e) {
  return c->is_backward ? c->depth.at[end_of(c, e)] != TP_FAR
                        : tp_live_edge(c->todo, e);
}

static bool is_answer(const tp_checker *c, tp_branch e) {
  return c->is_backward ? end_of(c, e) == 0 : tp_live_is_open(c->todo, e);
}

/* ---- the walk ------------------------------------------------------------ */

static void enter(walk *w, tp_branch by) {
  tp_checker *c = w->c;
  tp_gnode v = end_of(c, by);
  frame f = {.v = v,
             .by = by,
             .first = c->order ? (uint32_t)tp_hash_pair(c->order, v) >> 1 : 0};
  c->nodes++;
  if (c->visit.at[v].check != c->n_checks)
    c->visit.at[v] = (tp_visit){c->n_checks, 0};
  c->visit.at[v].times++;
  tp_bits_add(&c->is_open_node, v);
  c->entered.at[v] = tp_unsat_depth(c->unsat);
  VEC_PUSH(&w->stack, f);
}

/* The steps of the prefix that, with this branch, make up a core. */
static void blame_core(const tp_checker *c, tp_branch e, tp_reason *why) {
  uint32_t n, own = tp_unsat_known(c->unsat, e);
  tp_core core = tp_unsat_blocker(c->unsat, own);
  const tp_unsat_step *steps = tp_unsat_core(c->unsat, core, &n);
  for (uint32_t i = 0; i < n; i++)
    if (steps[i].pred != own)
      tp_reason_add(why, 2 * tp_unsat_position(c->unsat, steps[i].pred));
}

/* A node may be entered again after it was left, with another prefix: in the
 * worst case again and again. */
static bool is_tired_of(walk *w, tp_gnode v) {
  tp_checker *c = w->c;
  bool is_over =
      (++w->work & POLL_MASK) == 0 && tp_budget_over(c->budget) != TP_STOP_NONE;
  if (!is_over && (c->visit.at[v].check != c->n_checks ||
                   c->visit.at[v].times < c->visit_limit))
    return false;
  c->n_tired++;
  return true;
}

/* Takes back the edge at the end of the prefix, behind which there is nothing
 * because of `why`. Going by it implies its predicate: no part of the blame. */
static void step_back(walk *w, uint32_t depth, tp_reason *why) {
  tp_unsat_pop_to(w->c->unsat, depth);
  tp_nopath_drop_from(&w->c->nopath, 2 * depth);
  tp_reason_cut(why, 2 * depth);
  tp_reason_merge(w->stack.n ? &VEC_LAST(&w->stack).why : &w->why, why);
}

/* Goes along an edge, unless a nogood says that nothing is behind it. */
static void go_along(walk *w, tp_branch e) {
  tp_checker *c = w->c;
  uint32_t depth = tp_unsat_depth(c->unsat);
  tp_reason known;
  if (is_skip(c, e))
    tp_unsat_push(c->unsat, TP_PRED_CONCRETE);
  else
    tp_unsat_push_branch(c->unsat, e);
  if (tp_nogoods_find(&c->nogoods, end_of(c, e), c->unsat, &known))
    step_back(w, depth, &known);
  else
    enter(w, e);
}

/* Looks at one edge of the node on top; true if it is the answer. */
static bool look_at(walk *w, tp_branch e) {
  tp_checker *c = w->c;
  tp_reason *why = &VEC_LAST(&w->stack).why;
  tp_gnode to = end_of(c, e);
  if (!is_of_use(c, e))
    return false; /* holds for ever: nothing to blame */
  if (!is_skip(c, e) && tp_unsat_blocks_branch(c->unsat, e)) {
    blame_core(c, e, why);
    return false;
  }
  if (is_answer(c, e))
    return true;
  if (tp_bits_has(&c->is_open_node, to)) {
    /* A loop: whatever lies behind `to` is being looked for from there. */
    tp_reason_add(why, 2 * c->entered.at[to] - 1);
  } else if (tp_nopath_has(&c->nopath, to)) {
    tp_reason_merge(why, &c->why[to]);
  } else if (is_tired_of(w, to)) {
    why->is_unsure = true;
    return c->tries_when_tired;
  } else {
    go_along(w, e);
  }
  return false;
}

/* The node on top has no feasible path. */
static void leave(walk *w) {
  tp_checker *c = w->c;
  frame f = VEC_POP(&w->stack);
  uint32_t length = c->entered.at[f.v];
  tp_bits_del(&c->is_open_node, f.v);
  tp_reason_cut(&f.why, 2 * length - 1); /* itself: the loops are done */
  uint32_t top = tp_reason_top(&f.why);
  /* What was not searched enough may be in another check. */
  if (f.why.is_unsure && (top == TP_NOPATH_ALWAYS || top < 2 * w->depth))
    top = 2 * w->depth;
  c->why[f.v] = f.why;
  tp_nogoods_add(&c->nogoods, f.v, c->unsat, &f.why);
  tp_nopath_add(&c->nopath, f.v, top);
  step_back(w, length - 1, &f.why);
}

static bool walk_on(walk *w) {
  while (w->stack.n) {
    frame *f = &VEC_LAST(&w->stack);
    if (f->next == edge_count(w->c, f->v)) {
      leave(w);
      continue;
    }
    w->answer = edge_of(w->c, f, f->next++);
    if (look_at(w, w->answer))
      return true;
  }
  return false;
}

static bool start(walk *w, tp_branch b) {
  w->c->n_checks++;
  w->depth = tp_unsat_depth(w->c->unsat);
  go_along(w, b);
  return walk_on(w);
}

static void finish(walk *w) {
  for (uint32_t i = 0; i < w->stack.n; i++)
    tp_bits_del(&w->c->is_open_node, w->stack.at[i].v);
  VEC_FREE(&w->stack);
  tp_unsat_pop_to(w->c->unsat, w->depth);
  tp_nopath_drop_from(&w->c->nopath, 2 * w->depth);
}

bool tp_check_walk(tp_checker *c, tp_branch b) {
  tp_gnode to = c->g->edges.at[b].to;
  if (tp_unsat_blocks_branch(c->unsat, b))
    return false;
  if (tp_live_is_open(c->todo, b))
    return true;
  if (!tp_live_node(c->todo, to) || tp_nopath_has(&c->nopath, to))
    return false;
  walk w = {.c = c};
  bool found = start(&w, b);
  finish(&w);
  return found;
}

tp_way tp_check_way(tp_checker *c, tp_branch target, tp_vec_u32 *way) {
  walk w = {.c = c};
  VEC_CLEAR(way);
  if (tp_unsat_blocks_branch(c->unsat, target) ||
      tp_nopath_has(&c->nopath, c->g->edges.at[target].from))
    return TP_WAY_NONE;
  bool found = start(&w, target);
  for (uint32_t i = w.stack.n; found && i-- > 0;)
    if (!is_skip(c, w.stack.at[i].by))
      VEC_PUSH(way, w.stack.at[i].by);
  bool is_proof = !found && tp_reason_is_exact(&w.why);
  finish(&w);
  return found ? TP_WAY_FOUND : is_proof ? TP_WAY_NONE : TP_WAY_UNSURE;
}
