/* The complete reachability check.
 *
 * Walks from the end of the branch, with the branches walked added to the
 * prefix, towards unexplored branches, and never along a branch that would
 * complete an unsat constraint (lemma 4.2.1). It answers yes at the first
 * unexplored branch that is not blocked, so every "no" is a proof: each path
 * from here to an unexplored branch contains a known core. Constraints that
 * lemma 4.2.2 calls irrelevant are never completed, those of lemma 4.2.3 are
 * decided by walking on.
 * A node left without success goes on the no feasible path nodes list with
 * what that rests on: the steps of the prefix that took part in blocking its
 * branches. That is less than the whole trimmed list, so nodes stay longer and
 * most are looked at once. The question is hard in the worst case: a node may
 * be entered again with every other prefix. After visit_limit times one check
 * has had enough of a node and counts that (n_tired); its "no" is then no
 * proof, and phase2.c asks again later.
 */
#include "phase2/check.h"

#include "base/map.h"

#define POLL_MASK 4095

typedef struct frame {
  tp_gnode v;
  uint32_t first; /* edge of v to begin with */
  uint32_t next;  /* how many were looked at */
  tp_reason why;  /* what the failures so far rest on */
} frame;

typedef struct walk {
  tp_checker *c;
  VEC(frame) stack;
  uint32_t work;
} walk;

static void enter(walk *w, tp_gnode v) {
  tp_checker *c = w->c;
  frame f = {.v = v,
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

/* Looks at one edge of the node on top; true if it is the answer. */
static bool look_at(walk *w, tp_branch e) {
  tp_checker *c = w->c;
  tp_reason *why = &VEC_LAST(&w->stack).why;
  tp_gnode to = c->g->edges.at[e].to;
  if (!tp_live_edge(c->todo, e))
    return false; /* holds for ever: nothing to blame */
  if (tp_unsat_blocks_branch(c->unsat, e)) {
    blame_core(c, e, why);
    return false;
  }
  if (tp_live_is_open(c->todo, e))
    return true;
  if (tp_bits_has(&c->is_open_node, to)) {
    /* A loop: whatever lies behind `to` is being looked for from there. */
    tp_reason_add(why, 2 * c->entered.at[to] - 1);
  } else if (tp_nopath_has(&c->nopath, to)) {
    tp_reason_merge(why, &c->why[to]);
  } else if (is_tired_of(w, to)) {
    return c->tries_when_tired;
  } else {
    tp_unsat_push_branch(c->unsat, e);
    enter(w, to);
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
  c->why[f.v] = f.why;
  tp_nopath_add(&c->nopath, f.v, tp_reason_top(&f.why));
  tp_unsat_pop_to(c->unsat, length - 1);
  tp_nopath_drop_from(&c->nopath, 2 * (length - 1));
  /* Going by this edge implies its predicate: no part of the blame. */
  tp_reason_cut(&f.why, 2 * (length - 1));
  if (w->stack.n)
    tp_reason_merge(&VEC_LAST(&w->stack).why, &f.why);
}

static bool walk_on(walk *w) {
  while (w->stack.n) {
    frame *f = &VEC_LAST(&w->stack);
    const tp_graph_node *node = &w->c->g->nodes.at[f->v];
    if (f->next == node->n)
      leave(w);
    else if (look_at(w, node->first + (f->first + f->next++) % node->n))
      return true;
  }
  return false;
}

bool tp_check_walk(tp_checker *c, tp_branch b) {
  uint32_t depth = tp_unsat_depth(c->unsat);
  tp_gnode to = c->g->edges.at[b].to;
  if (tp_unsat_blocks_branch(c->unsat, b))
    return false;
  if (tp_live_is_open(c->todo, b))
    return true;
  if (!tp_live_node(c->todo, to) || tp_nopath_has(&c->nopath, to))
    return false;
  walk w = {.c = c};
  c->n_checks++;
  tp_unsat_push_branch(c->unsat, b);
  enter(&w, to);
  bool found = walk_on(&w);
  for (uint32_t i = 0; i < w.stack.n; i++)
    tp_bits_del(&c->is_open_node, w.stack.at[i].v);
  VEC_FREE(&w.stack);
  tp_unsat_pop_to(c->unsat, depth);
  tp_nopath_drop_from(&c->nopath, 2 * depth);
  return found;
}
