/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the raw expansion to the graph: choices with one way only are passed
 * over, what the entry does not reach is left out, and the rest is numbered in
 * the order of a walk that takes the first branch first (exits last), which is
 * close to the order of the source. */
#include "flow/lower.h"
#include "flow/expand.h"

#define NONE UINT32_MAX

typedef struct writer {
  tp_expansion *x;
  uint32_t *alias;  /* by raw node: the node it stands for */
  tp_gnode *number; /* by raw node: in the graph; NONE: not met */
  uint32_t *stamp;  /* by raw node: choice that has an edge to it, + 1 */
  tp_vec_u32 order; /* raw nodes in the order of the graph */
  tp_graph *g;
} writer;

static uint32_t real(const writer *w, uint32_t v) {
  uint32_t end = v;
  while (w->alias[end] != end)
    end = w->alias[end];
  while (w->alias[v] != end) {
    uint32_t next = w->alias[v];
    w->alias[v] = end;
    v = next;
  }
  return end;
}

/* The only node that a choice leads to; NONE if there are several. A choice
 * that leads only to itself, or nowhere, never ends: that is the exit 0. */
static uint32_t only_way(const writer *w, uint32_t v) {
  const tp_raw_node *node = &w->x->nodes.at[v];
  uint32_t way = NONE;
  for (uint32_t i = 0; i < node->n; i++) {
    uint32_t to = real(w, w->x->edges.at[node->first + i].to);
    if (to == v || to == way)
      continue;
    if (way != NONE)
      return NONE;
    way = to;
  }
  return way == NONE ? 0 : way;
}

static void pass_over_choices(writer *w) {
  tp_vec_u32 choices = {0};
  for (uint32_t v = w->x->nodes.n; v-- > 0;)
    if (w->x->nodes.at[v].kind == TP_CFG_CHOICE)
      VEC_PUSH(&choices, v);
  for (bool changed = true; changed;) {
    changed = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < choices.n; i++) {
      uint32_t v = choices.at[i], way = only_way(w, v);
      if (way == NONE) {
        choices.at[kept++] = v;
        continue;
      }
      w->alias[v] = way;
      changed = true;
    }
    choices.n = kept;
  }
  VEC_FREE(&choices);
}

static void walk(writer *w) {
  tp_vec_u32 stack = {0}, exits = {0};
  tp_bits seen;
  tp_bits_init(&seen, w->x->nodes.n);
  VEC_PUSH(&stack, real(w, w->x->start));
  while (stack.n) {
    uint32_t v = VEC_POP(&stack);
    if (tp_bits_has(&seen, v))
      continue;
    tp_bits_add(&seen, v);
    const tp_raw_node *node = &w->x->nodes.at[v];
    if (node->kind == TP_CFG_EXIT)
      VEC_PUSH(&exits, v);
    else
      VEC_PUSH(&w->order, v);
    for (uint32_t i = node->n; i-- > 0;)
      VEC_PUSH(&stack, real(w, w->x->edges.at[node->first + i].to));
  }
  for (uint32_t i = 0; i < exits.n; i++)
    VEC_PUSH(&w->order, exits.at[i]);
  tp_bits_free(&seen);
  VEC_FREE(&stack);
  VEC_FREE(&exits);
}

/* The graph's context of a copy, made with those above it when first asked. */
static uint32_t context(writer *w, uint32_t copy) {
  tp_vec_u32 chain = {0};
  tp_copy *copies = w->x->copies.at;
  for (uint32_t c = copy; copies[c].context == NONE; c = copies[c].caller) {
    VEC_PUSH(&chain, c);
    if (copies[c].caller == NONE || copies[c].is_shared)
      break;
  }
  while (chain.n) {
    tp_copy *c = &copies[VEC_POP(&chain)];
    if (c->caller == NONE) {
      c->context = 0;
      continue;
    }
    tp_graph_context made = {0, 0, c->func};
    if (!c->is_shared)
      made = (tp_graph_context){copies[c->caller].context, c->site, c->func};
    c->context = w->g->contexts.n;
    VEC_PUSH(&w->g->contexts, made);
  }
  VEC_FREE(&chain);
  return copies[copy].context;
}

/* Choices: one edge to each node, none to itself. */
static uint32_t choice_edges(writer *w, uint32_t v, tp_raw_edge *out) {
  const tp_raw_node *node = &w->x->nodes.at[v];
  uint32_t n = 0;
  for (uint32_t i = 0; i < node->n; i++) {
    tp_raw_edge edge = w->x->edges.at[node->first + i];
    edge.to = real(w, edge.to);
    if (edge.to == v || w->stamp[edge.to] == v + 1)
      continue;
    w->stamp[edge.to] = v + 1;
    if (out)
      out[n] = edge;
    n++;
  }
  for (uint32_t i = 0; i < node->n; i++)
    w->stamp[real(w, w->x->edges.at[node->first + i].to)] = 0;
  return n;
}

static void add_node(writer *w, uint32_t v) {
  const tp_raw_node *node = &w->x->nodes.at[v];
  tp_gnode_kind kind = node->kind == TP_CFG_DECIDE   ? TP_G_DECISION
                       : node->kind == TP_CFG_CHOICE ? TP_G_CHOICE
                                                     : TP_G_EXIT;
  uint32_t n = kind == TP_G_CHOICE ? choice_edges(w, v, NULL) : node->n;
  w->number[v] = tp_graph_add(w->g, kind, node->ref, n);
  tp_graph_node *made = &w->g->nodes.at[w->number[v]];
  made->is_path_dependent = kind == TP_G_DECISION;
  bool is_end = kind == TP_G_EXIT && !node->ref;
  made->context = is_end ? 0 : context(w, node->copy);
  w->g->is_approximate |= node->is_join;
}

/* Nobody is to look for runs that break an assumption; but one that keeps it
 * is needed, also where no branch comes behind it: others cover nothing. */
static uint32_t decision_goal(const tp_program *p, const tp_decision *d,
                              uint32_t i) {
  tp_sbranch b = d->first + i;
  bool is_wanted =
      d->is_monitor ? p->branches.at[b].is_goal : !d->is_assumption || i == 0;
  return is_wanted && !p->branches.at[b].is_not_asked ? b : TP_NO_GOAL;
}

static void lead(writer *w, uint32_t v) {
  const tp_raw_node *node = &w->x->nodes.at[v];
  const tp_graph_node *made = &w->g->nodes.at[w->number[v]];
  tp_raw_edge *edges = TP_NEW_ARRAY(tp_raw_edge, node->n + 1);
  const tp_decision *d = made->kind == TP_G_DECISION
                             ? &w->x->cfg->p->decisions.at[node->ref]
                             : NULL;
  if (made->kind == TP_G_CHOICE)
    choice_edges(w, v, edges);
  else if (node->n)
    memcpy(edges, w->x->edges.at + node->first, node->n * sizeof *edges);
  for (uint32_t i = 0; i < made->n; i++) {
    tp_graph_edge *edge = &w->g->edges.at[made->first + i];
    tp_graph_lead(w->g, made->first + i, w->number[real(w, edges[i].to)]);
    edge->label = edges[i].label;
    edge->goal = d ? decision_goal(w->x->cfg->p, d, i) : TP_NO_GOAL;
  }
  tp_free(edges);
}

static void write_graph(writer *w) {
  const tp_program *p = w->x->cfg->p;
  w->g->n_goals = p->branches.n;
  w->g->contexts.at[0].func = p->entry;
  tp_gnode entry = tp_graph_add(w->g, TP_G_ENTRY, 0, 1);
  for (uint32_t i = 0; i < w->order.n; i++)
    add_node(w, w->order.at[i]);
  tp_graph_lead(w->g, w->g->nodes.at[entry].first,
                w->number[real(w, w->x->start)]);
  for (uint32_t i = 0; i < w->order.n; i++)
    lead(w, w->order.at[i]);
  tp_graph_freeze(w->g);
}

static tp_graph *tidy(tp_expansion *x) {
  writer w = {.x = x, .g = tp_graph_new()};
  w.alias = TP_NEW_ARRAY(uint32_t, x->nodes.n + 1);
  w.number = TP_NEW_ARRAY(tp_gnode, x->nodes.n + 1);
  w.stamp = TP_NEW_ARRAY(uint32_t, x->nodes.n + 1);
  for (uint32_t v = 0; v < x->nodes.n; v++)
    w.alias[v] = v;
  pass_over_choices(&w);
  walk(&w);
  write_graph(&w);
  tp_free(w.alias);
  tp_free(w.number);
  tp_free(w.stamp);
  VEC_FREE(&w.order);
  return w.g;
}

/* Copies beyond this help no search: their branches are the same goals. */
static uint32_t default_max_nodes(const tp_program *p) {
  uint64_t n = UINT64_C(20) * p->decisions.n;
  return n < 20000 ? 20000 : n > 400000 ? 400000 : (uint32_t)n;
}

int tp_flow_lower(tp_graph **out, const tp_ir *ir, const tp_lower_options *opt,
                  tp_diag *diag) {
  const tp_program *p = ir->p;
  *out = NULL;
  if (!p->entry || !p->funcs.at[p->entry].body)
    return tp_diag_set(diag, TP_REFUSED, "the program has no entry function");
  uint32_t max_nodes =
      opt && opt->max_nodes ? opt->max_nodes : default_max_nodes(p);
  tp_cfg cfg;
  tp_calls calls;
  tp_expansion x;
  tp_cfg_build(&cfg, ir, false);
  tp_calls_init(&calls, &cfg, max_nodes);
  tp_expand(&x, &cfg, &calls);
  *out = tidy(&x);
  tp_expansion_free(&x);
  tp_calls_free(&calls);
  tp_cfg_free(&cfg);
  return 0;
}
