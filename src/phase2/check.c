/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 4.2 as printed: the reachability check of branch (n, V).
 *
 * The recursion over child branches is a stack here. A node that returned
 * false is on the no feasible path nodes list until a step is removed from the
 * prefix whose pushing had changed the trimmed list. The one liberty: a prefix
 * that already contains a whole core is answered false at once. For loop-free
 * graphs, as in the thesis; in others a node being checked is not entered
 * again.
 */
#include "phase2/check.h"

typedef enum answer { ANSWER_NO, ANSWER_YES, ANSWER_CHILDREN } answer;

typedef struct frame {
  tp_gnode m;
  uint32_t next; /* child branch of m to check */
} frame;

typedef VEC(frame) frames;

static void push(tp_checker *c, tp_branch b) {
  VEC_PUSH(&c->trims, tp_unsat_trims(c->unsat, tp_unsat_known(c->unsat, b)));
  tp_unsat_push_branch(c->unsat, b);
}

static void pop(tp_checker *c) {
  tp_checker_pop_to(c, tp_unsat_depth(c->unsat) - 1);
}

static void put_on_list(tp_checker *c, tp_gnode m) {
  uint32_t at = c->trims.n;
  while (at > 0 && !c->trims.at[at - 1])
    at--;
  tp_nopath_add(&c->nopath, m, at ? 2 * (at - 1) : TP_NOPATH_ALWAYS);
}

static bool is_totally_unexplored(const tp_checker *c, tp_gnode v) {
  const tp_graph_node *node = &c->g->nodes.at[v];
  if (node->kind != TP_G_DECISION)
    return false;
  for (tp_branch e = node->first; e < node->first + node->n; e++)
    if (!tp_live_is_open(c->todo, e))
      return false;
  return true;
}

/* "Does m reach any totally unexplored node by avoiding all unreachable
 * branches": a quick DFS. */
static bool reaches_totally_unexplored(const tp_checker *c, tp_gnode m) {
  tp_vec_u32 stack = {0};
  tp_bits seen = {0}, avoid = {0};
  bool found = false;
  tp_bits_init(&seen, c->g->nodes.n);
  tp_bits_init(&avoid, c->g->edges.n);
  for (uint32_t i = 0; i < c->classes.unreachable.n; i++)
    tp_bits_add(&avoid, c->classes.unreachable.at[i]);
  tp_bits_add(&seen, m);
  VEC_PUSH(&stack, m);
  while (stack.n && !found) {
    tp_gnode v = VEC_POP(&stack);
    const tp_graph_node *node = &c->g->nodes.at[v];
    found = is_totally_unexplored(c, v);
    for (tp_branch e = node->first; e < node->first + node->n; e++) {
      tp_gnode to = c->g->edges.at[e].to;
      if (tp_bits_has(&avoid, e) || tp_bits_has(&seen, to))
        continue;
      tp_bits_add(&seen, to);
      VEC_PUSH(&stack, to);
    }
  }
  VEC_FREE(&stack);
  tp_bits_free(&seen);
  tp_bits_free(&avoid);
  return found;
}

/* The body of algorithm 4.2 for a branch that has just been pushed and ends at
 * node m. */
static answer check_node(tp_checker *c, tp_gnode m) {
  if (!tp_live_node(c->todo, m) || tp_nopath_has(&c->nopath, m) ||
      tp_bits_has(&c->is_open_node, m))
    return ANSWER_NO;
  c->nodes++;
  if (tp_unsat_is_contradictory(c->unsat))
    return ANSWER_NO;
  tp_unsat_classify(&c->classes, c->unsat, c->closure, m, &c->todo->open);
  if (c->classes.reachable.n)
    return ANSWER_YES;
  if (c->classes.possible.n)
    return ANSWER_CHILDREN;
  if (reaches_totally_unexplored(c, m))
    return ANSWER_YES;
  put_on_list(c, m);
  return ANSWER_NO;
}

static bool descend(tp_checker *c, frames *stack, tp_branch b) {
  tp_gnode m = c->g->edges.at[b].to;
  push(c, b);
  answer a = check_node(c, m);
  if (a == ANSWER_CHILDREN) {
    tp_bits_add(&c->is_open_node, m);
    VEC_PUSH(stack, (frame){m, 0});
  } else {
    pop(c);
  }
  return a == ANSWER_YES;
}

static bool check_children(tp_checker *c, frames *stack) {
  while (stack->n) {
    frame *f = &VEC_LAST(stack);
    const tp_graph_node *node = &c->g->nodes.at[f->m];
    if (f->next < node->n) {
      if (descend(c, stack, node->first + f->next++))
        return true;
      continue;
    }
    tp_bits_del(&c->is_open_node, f->m);
    put_on_list(c, f->m);
    stack->n--;
    pop(c);
  }
  return false;
}

bool tp_check_faithful(tp_checker *c, tp_branch b) {
  uint32_t depth = tp_unsat_depth(c->unsat);
  frames stack = {0};
  bool found = descend(c, &stack, b) || check_children(c, &stack);
  for (uint32_t i = 0; i < stack.n; i++)
    tp_bits_del(&c->is_open_node, stack.at[i].m);
  VEC_FREE(&stack);
  tp_checker_pop_to(c, depth);
  return found;
}
