/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dominators by the semidominator algorithm of Lengauer and Tarjan in the form
 * of Georgiadis (SNCA): depth-first numbers, semidominators from the last to
 * the first with path compression, then the closest common ancestor. Almost
 * linear also where many ways lead to one place. Explicit stacks throughout. */
#include "reach/dominate.h"

#define NONE UINT32_MAX

/* Everything below is by depth-first number, from 1. */
typedef struct search {
  const tp_graph *g;
  uint32_t *number;  /* by node; 0: not reached */
  tp_vec_u32 vertex; /* by number: the node */
  tp_vec_u32 parent, semi, label, idom;
  tp_vec_u32 stack;
} search;

static void visit(search *s, uint32_t v, uint32_t parent) {
  s->number[v] = s->vertex.n;
  VEC_PUSH(&s->parent, parent);
  VEC_PUSH(&s->semi, s->vertex.n);
  VEC_PUSH(&s->label, s->vertex.n);
  VEC_PUSH(&s->idom, parent);
  VEC_PUSH(&s->vertex, v);
}

static void number_nodes(search *s, tp_gnode root) {
  tp_vec_u32 next = {0}; /* parallel to stack: the edge to take next */
  visit(s, root, 0);     /* fills number 0, which is nobody's */
  visit(s, root, 0);
  VEC_PUSH(&s->stack, root);
  VEC_PUSH(&next, 0);
  while (s->stack.n) {
    uint32_t v = VEC_LAST(&s->stack);
    if (VEC_LAST(&next) == s->g->nodes.at[v].n) {
      (void)VEC_POP(&s->stack);
      (void)VEC_POP(&next);
      continue;
    }
    uint32_t to =
        s->g->edges.at[s->g->nodes.at[v].first + VEC_LAST(&next)++].to;
    if (s->number[to])
      continue;
    visit(s, to, s->number[v]);
    VEC_PUSH(&s->stack, to);
    VEC_PUSH(&next, 0);
  }
  VEC_FREE(&next);
}

/* The number with the least semidominator on the way up from v, over numbers
 * of at least `last`. */
static uint32_t eval(search *s, uint32_t v, uint32_t last) {
  if (s->parent.at[v] < last)
    return s->label.at[v];
  VEC_CLEAR(&s->stack);
  uint32_t top = v;
  while (s->parent.at[top] >= last) {
    VEC_PUSH(&s->stack, top);
    top = s->parent.at[top];
  }
  uint32_t above = top;
  while (s->stack.n) {
    uint32_t u = VEC_POP(&s->stack);
    if (s->semi.at[s->label.at[above]] < s->semi.at[s->label.at[u]])
      s->label.at[u] = s->label.at[above];
    s->parent.at[u] = s->parent.at[above];
    above = u;
  }
  return s->label.at[v];
}

static void find_dominators(search *s) {
  const tp_graph *g = s->g;
  for (uint32_t i = s->vertex.n; i-- > 2;) {
    uint32_t v = s->vertex.at[i];
    for (uint32_t k = g->in_first.at[v]; k < g->in_first.at[v + 1]; k++) {
      uint32_t from = s->number[g->edges.at[g->in.at[k]].from];
      if (!from)
        continue;
      uint32_t semi = s->semi.at[from < i ? from : eval(s, from, i + 1)];
      if (semi < s->semi.at[i])
        s->semi.at[i] = semi;
    }
  }
  for (uint32_t i = 2; i < s->vertex.n; i++)
    while (s->idom.at[i] > s->semi.at[i])
      s->idom.at[i] = s->idom.at[s->idom.at[i]];
}

typedef struct pair {
  uint32_t node, join;
} pair;
typedef VEC(pair) pairs;

/* Every node from the predecessors of a join up to its dominator has the join
 * in its frontier. `last` stops a walk where an earlier one has been. */
static bool collect(const tp_dominators *d, const tp_graph *g, pairs *out,
                    uint32_t limit) {
  uint32_t *last = TP_NEW_ARRAY(uint32_t, g->nodes.n + 1);
  for (uint32_t i = 0; i < d->order.n && out->n <= limit; i++) {
    uint32_t v = d->order.at[i];
    for (uint32_t k = g->in_first.at[v]; k < g->in_first.at[v + 1]; k++) {
      uint32_t up = g->edges.at[g->in.at[k]].from;
      if (d->above[up] == NONE)
        continue;
      for (; (up != d->above[v] || v == d->order.at[0]) && last[up] != v + 1;
           up = d->above[up]) {
        last[up] = v + 1;
        VEC_PUSH(out, (pair){up, v});
        if (up == d->order.at[0])
          break;
      }
    }
  }
  tp_free(last);
  return out->n <= limit;
}

static bool find_frontiers(tp_dominators *d, const tp_graph *g,
                           uint32_t limit) {
  pairs found = {0};
  bool fits = collect(d, g, &found, limit);
  d->first = TP_NEW_ARRAY(uint32_t, g->nodes.n + 2);
  if (fits) {
    VEC_RESIZE(&d->frontier, found.n);
    for (uint32_t i = 0; i < found.n; i++)
      d->first[found.at[i].node + 1]++;
    for (uint32_t v = 0; v < g->nodes.n; v++)
      d->first[v + 1] += d->first[v];
    for (uint32_t i = found.n; i-- > 0;)
      d->frontier.at[--d->first[found.at[i].node + 1]] = found.at[i].join;
    /* Each start slid into its end: move them back by one. */
    for (uint32_t v = 0; v < g->nodes.n; v++)
      d->first[v] = d->first[v + 1];
    d->first[g->nodes.n] = found.n;
  }
  VEC_FREE(&found);
  return fits;
}

bool tp_dominators_init(tp_dominators *out, const tp_graph *g, tp_gnode root,
                        uint32_t limit) {
  *out = (tp_dominators){0};
  search s = {.g = g, .number = TP_NEW_ARRAY(uint32_t, g->nodes.n + 1)};
  number_nodes(&s, root);
  find_dominators(&s);
  out->above = TP_NEW_ARRAY(uint32_t, g->nodes.n + 1);
  memset(out->above, 0xff, (g->nodes.n + 1) * sizeof *out->above);
  for (uint32_t i = 1; i < s.vertex.n; i++) {
    out->above[s.vertex.at[i]] = i == 1 ? root : s.vertex.at[s.idom.at[i]];
    VEC_PUSH(&out->order, s.vertex.at[i]);
  }
  tp_free(s.number);
  VEC_FREE(&s.vertex);
  VEC_FREE(&s.parent);
  VEC_FREE(&s.semi);
  VEC_FREE(&s.label);
  VEC_FREE(&s.idom);
  VEC_FREE(&s.stack);
  return find_frontiers(out, g, limit);
}

void tp_dominators_free(tp_dominators *d) {
  tp_free(d->above);
  tp_free(d->first);
  VEC_FREE(&d->order);
  VEC_FREE(&d->frontier);
}
