/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph without the decisions of the monitor: what leads to one leads to
 * the next node behind it. The program's main is the top again. */
#include "report/map.h"

#include <string.h>

static bool is_of_monitor(const tp_graph *g, const tp_program *p, tp_gnode v) {
  const tp_graph_node *node = &g->nodes.at[v];
  return node->kind == TP_G_DECISION && node->n &&
         p->decisions.at[node->decision].is_monitor;
}

/* The last side of its decisions leads on: out of a loop, past an if. */
static tp_gnode behind(const tp_graph *g, const tp_program *p, tp_gnode v) {
  for (uint32_t i = 0; i < g->nodes.n && is_of_monitor(g, p, v); i++)
    v = g->edges.at[g->nodes.at[v].first + g->nodes.at[v].n - 1].to;
  return v;
}

/* The context of the program's entry, below that of the monitor. */
static uint32_t find_top(const tp_graph *g, const tp_program *p) {
  for (uint32_t c = 1; p->is_monitored && c < g->contexts.n; c++) {
    const tp_func *f = &p->funcs.at[g->contexts.at[c].func];
    const char *name = tp_names_text(p->names, p->decls.at[f->decl].name);
    if (g->contexts.at[c].parent == 0 && strncmp(name, "tp2ph_", 6) != 0)
      return c;
  }
  return 0;
}

static void copy_contexts(tp_graph *to, const tp_graph *from, uint32_t top) {
  to->contexts.at[0] = from->contexts.at[0];
  if (top)
    to->contexts.at[0].func = from->contexts.at[top].func;
  for (uint32_t c = 1; c < from->contexts.n; c++) {
    tp_graph_context made = from->contexts.at[c];
    made.parent = top && made.parent == top ? 0 : made.parent;
    VEC_PUSH(&to->contexts, made);
  }
}

static tp_gnode copy_node(tp_graph *to, const tp_graph_node *from,
                          uint32_t top) {
  tp_gnode made =
      tp_graph_add(to, (tp_gnode_kind)from->kind, from->decision, from->n);
  tp_graph_node *node = &to->nodes.at[made];
  node->is_path_dependent = from->is_path_dependent;
  node->is_constant = from->is_constant;
  node->context = top && from->context == top ? 0 : from->context;
  return made;
}

tp_graph *tp_map_without_monitor(const tp_graph *g, const tp_program *p) {
  uint32_t top = find_top(g, p);
  tp_graph *out = tp_graph_new();
  tp_gnode *number = TP_NEW_ARRAY(tp_gnode, g->nodes.n + 1);
  out->n_goals = g->n_goals;
  out->is_approximate = g->is_approximate;
  copy_contexts(out, g, top);
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    if (!is_of_monitor(g, p, v))
      number[v] = copy_node(out, &g->nodes.at[v], top);
  for (tp_gnode v = 0; v < g->nodes.n; v++) {
    const tp_graph_node *node = &g->nodes.at[v];
    for (uint32_t i = 0; i < node->n && !is_of_monitor(g, p, v); i++) {
      const tp_graph_edge *edge = &g->edges.at[node->first + i];
      tp_branch made = out->nodes.at[number[v]].first + i;
      tp_graph_lead(out, made, number[behind(g, p, edge->to)]);
      out->edges.at[made].goal = edge->goal;
      out->edges.at[made].label = edge->label;
    }
  }
  tp_free(number);
  tp_graph_freeze(out);
  return out;
}
