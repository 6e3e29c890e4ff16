/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tarjan's algorithm with an explicit stack. A component gets its number when
 * it is complete, which is after everything it leads to: hence the order that
 * scc.h promises.
 */
#include "reach/scc.h"

typedef struct frame {
  tp_gnode v;
  uint32_t next; /* edge of v to look at */
} frame;

typedef struct tarjan {
  const tp_graph *g;
  tp_scc *scc;
  tp_vec_u32 index, low; /* index 0: not seen */
  tp_vec_u32 open;       /* seen nodes without a component */
  VEC(frame) stack;
  uint32_t seen;
} tarjan;

#define NO_COMPONENT UINT32_MAX

static void enter(tarjan *t, tp_gnode v) {
  t->index.at[v] = t->low.at[v] = ++t->seen;
  VEC_PUSH(&t->open, v);
  VEC_PUSH(&t->stack, (frame){v, 0});
}

static void close_component(tarjan *t, tp_gnode root) {
  tp_gnode v;
  do {
    v = VEC_POP(&t->open);
    t->scc->of.at[v] = t->scc->n;
    VEC_PUSH(&t->scc->member, v);
  } while (v != root);
  VEC_PUSH(&t->scc->first, t->scc->member.n);
  t->scc->n++;
}

static void look_at_edge(tarjan *t, tp_gnode v, tp_gnode to) {
  if (to == v)
    t->scc->is_acyclic = false;
  if (t->index.at[to] == 0)
    enter(t, to);
  else if (t->scc->of.at[to] == NO_COMPONENT && t->index.at[to] < t->low.at[v])
    t->low.at[v] = t->index.at[to];
}

static void leave(tarjan *t, tp_gnode v) {
  t->stack.n--;
  if (t->low.at[v] == t->index.at[v])
    close_component(t, v);
  if (t->stack.n) {
    tp_gnode up = VEC_LAST(&t->stack).v;
    if (t->low.at[v] < t->low.at[up])
      t->low.at[up] = t->low.at[v];
  }
}

static void visit_from(tarjan *t, tp_gnode root) {
  enter(t, root);
  while (t->stack.n) {
    frame *f = &VEC_LAST(&t->stack);
    const tp_graph_node *node = &t->g->nodes.at[f->v];
    if (f->next < node->n)
      look_at_edge(t, f->v, t->g->edges.at[node->first + f->next++].to);
    else
      leave(t, f->v);
  }
}

void tp_scc_init(tp_scc *scc, const tp_graph *g) {
  memset(scc, 0, sizeof *scc);
  scc->is_acyclic = true;
  tarjan t = {.g = g, .scc = scc};
  VEC_RESIZE(&t.index, g->nodes.n);
  VEC_RESIZE(&t.low, g->nodes.n);
  VEC_RESIZE(&scc->of, g->nodes.n);
  memset(scc->of.at, 0xff, g->nodes.n * sizeof *scc->of.at);
  VEC_PUSH(&scc->first, 0);
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    if (t.index.at[v] == 0)
      visit_from(&t, v);
  if (scc->n < g->nodes.n)
    scc->is_acyclic = false;
  VEC_FREE(&t.index);
  VEC_FREE(&t.low);
  VEC_FREE(&t.open);
  VEC_FREE(&t.stack);
}

void tp_scc_free(tp_scc *scc) {
  VEC_FREE(&scc->of);
  VEC_FREE(&scc->first);
  VEC_FREE(&scc->member);
}
