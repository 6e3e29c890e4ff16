/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts nodes of the graph together for a map. Each node has a class; classes
 * are numbered as they are met, so the entry stays first. Edges inside one
 * function are left out of the view of functions; edges with equal ends and
 * label are one, with the best verdict any of them has. Linear. */
#include "report/map_view.h"

#include "base/map.h"

static tp_func_id func_of(const tp_map_source *source, tp_gnode v) {
  const tp_graph_node *node = &source->graph->nodes.at[v];
  return source->graph->contexts.at[node->context].func;
}

/* Nodes of equal class are one node of the view. */
static uint64_t class_of(const tp_map_source *source, tp_gnode v,
                         tp_map_level level) {
  const tp_graph_node *node = &source->graph->nodes.at[v];
  uint64_t kind = node->kind;
  if (level == TP_MAP_FULL)
    return v;
  if (level == TP_MAP_FUNCTIONS && node->kind == TP_G_DECISION)
    return kind << 32 | func_of(source, v);
  if (level == TP_MAP_FUNCTIONS && node->kind == TP_G_CHOICE)
    return (uint64_t)TP_G_DECISION << 32 | func_of(source, v);
  if (level == TP_MAP_FUNCTIONS)
    return kind << 32;
  if (node->kind == TP_G_CHOICE && !node->decision)
    return UINT64_C(8) << 32 | func_of(source, v);
  return kind << 32 | node->decision;
}

uint32_t tp_map_view_size(const tp_map_source *source, tp_map_level level) {
  tp_map classes = {0};
  bool is_new;
  for (tp_gnode v = 0; v < source->graph->nodes.n; v++)
    tp_map_put(&classes, class_of(source, v, level), &is_new);
  uint32_t n = classes.n;
  tp_map_free(&classes);
  return n;
}

uint8_t tp_map_edge_verdict(const tp_map_source *source, tp_branch edge) {
  uint32_t goal = source->graph->edges.at[edge].goal;
  if (!source->verdicts || goal == TP_NO_GOAL)
    return TP_MAP_NONE;
  return source->verdicts[goal];
}

/* What a node shows when its branches have these verdicts. */
static uint8_t together(const tp_map_source *source, const uint32_t *count) {
  if (!source->verdicts)
    return TP_MAP_NONE;
  if (count[TP_MAP_UNKNOWN])
    return TP_MAP_UNKNOWN;
  if (count[TP_MAP_INFEASIBLE])
    return TP_MAP_INFEASIBLE;
  return count[TP_MAP_COVERED] ? TP_MAP_COVERED : TP_MAP_NONE;
}

static void count_decision(const tp_map_source *source, tp_view_node *node,
                           uint32_t decision) {
  const tp_decision *d = &source->program->decisions.at[decision];
  for (uint32_t i = 0; i < d->n; i++)
    node->branches[source->verdicts ? source->verdicts[d->first + i] : 0]++;
}

static uint32_t *place_nodes(tp_map_view *out, const tp_map_source *source,
                             tp_map_level level) {
  const tp_graph *g = source->graph;
  uint32_t *class = TP_NEW_ARRAY(uint32_t, g->nodes.n + 1);
  tp_map classes = {0};
  for (tp_gnode v = 0; v < g->nodes.n; v++) {
    bool is_new;
    uint32_t *at = tp_map_put(&classes, class_of(source, v, level), &is_new);
    if (is_new) {
      *at = out->nodes.n;
      tp_view_node node = {.sample = v, .func = func_of(source, v)};
      VEC_PUSH(&out->nodes, node);
    }
    class[v] = *at;
    tp_view_node *node = &out->nodes.at[*at];
    node->merged++;
    node->path_dependent |= g->nodes.at[v].is_path_dependent;
  }
  tp_map_free(&classes);
  return class;
}

/* Branches are counted once for each decision of the source in a node. */
static void count_branches(tp_map_view *out, const tp_map_source *source,
                           const uint32_t *class) {
  const tp_graph *g = source->graph;
  tp_map seen = {0};
  for (tp_gnode v = 0; v < g->nodes.n; v++) {
    bool is_new;
    if (g->nodes.at[v].kind != TP_G_DECISION)
      continue;
    uint32_t decision = g->nodes.at[v].decision;
    tp_map_put(&seen, (uint64_t) class[v] << 32 | decision, &is_new);
    if (is_new)
      count_decision(source, &out->nodes.at[class[v]], decision);
  }
  for (uint32_t i = 0; i < out->nodes.n; i++)
    out->nodes.at[i].verdict = together(source, out->nodes.at[i].branches);
  tp_map_free(&seen);
}

static void place_edges(tp_map_view *out, const tp_map_source *source,
                        const uint32_t *class) {
  const tp_graph *g = source->graph;
  tp_map seen = {0};
  bool by_func = out->level == TP_MAP_FUNCTIONS;
  for (tp_branch e = 0; e < g->edges.n; e++) {
    tp_view_edge edge = {class[g->edges.at[e].from], class[g->edges.at[e].to],
                         g -> edges.at[e].label,
                         tp_map_edge_verdict(source, e)};
    if (by_func && edge.from == edge.to)
      continue;
    if (by_func)
      edge.label = 0;
    bool is_new;
    uint64_t key = tp_hash_pair((uint64_t)edge.from << 32 | edge.to,
                                edge.label + UINT64_C(1));
    key &= ~(UINT64_C(1) << 63);
    uint32_t *at = tp_map_put(&seen, key, &is_new);
    if (is_new) {
      *at = out->edges.n;
      VEC_PUSH(&out->edges, edge);
    } else if (edge.verdict == TP_MAP_COVERED) {
      out->edges.at[*at].verdict = TP_MAP_COVERED;
    }
  }
  tp_map_free(&seen);
}

void tp_map_view_init(tp_map_view *out, const tp_map_source *source,
                      tp_map_level level) {
  *out = (tp_map_view){.level = level};
  uint32_t *class = place_nodes(out, source, level);
  count_branches(out, source, class);
  place_edges(out, source, class);
  tp_free(class);
}

bool tp_map_is_exit(const tp_map_source *source, const tp_map_view *view,
                    uint32_t node) {
  tp_gnode sample = view->nodes.at[node].sample;
  return source->graph->nodes.at[sample].kind == TP_G_EXIT;
}

void tp_map_view_free(tp_map_view *view) {
  tp_free(view->pos);
  VEC_FREE(&view->nodes);
  VEC_FREE(&view->edges);
}
