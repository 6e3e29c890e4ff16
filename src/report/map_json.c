/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph as JSON: contexts, then nodes with their edges, ids as in the
 * graph. See docs/graph.md for the fields. */
#include "report/map_view.h"

#include "base/json.h"

static const char *const kinds[] = {"entry", "decision", "choice", "exit"};
static const char *const verdicts[] = {NULL, "covered", "infeasible",
                                       "unknown"};

static void write_contexts(tp_json *j, const tp_map_source *source) {
  const tp_program *p = source->program;
  tp_json_array(j, "contexts");
  for (uint32_t i = 0; i < source->graph->contexts.n; i++) {
    const tp_graph_context *c = &source->graph->contexts.at[i];
    const tp_site *site = c->site ? &p->sites.at[c->site] : NULL;
    tp_json_object(j, NULL);
    tp_json_uint(j, "id", i);
    tp_json_uint(j, "parent", c->parent);
    tp_json_text(j, "function", tp_map_func_name(p, c->func));
    tp_json_text(j, "file", site ? tp_names_text(p->names, site->file) : NULL);
    tp_json_uint(j, "line", site ? site->line : 0);
    tp_json_bool(j, "shared", i && !c->site);
    tp_json_end_object(j);
  }
  tp_json_end_array(j);
}

static void write_edges(tp_json *j, const tp_map_source *source, tp_gnode v) {
  const tp_graph_node *node = &source->graph->nodes.at[v];
  tp_str side = {0};
  tp_json_array(j, "edges");
  for (uint32_t i = 0; i < node->n; i++) {
    const tp_graph_edge *edge = &source->graph->edges.at[node->first + i];
    side.n = 0;
    tp_str_add(&side, "");
    tp_map_edge_side(source, v, edge->label, &side);
    tp_json_object(j, NULL);
    tp_json_uint(j, "to", edge->to);
    tp_json_text(j, "side", side.n ? tp_str_text(&side) : NULL);
    if (edge->goal != TP_NO_GOAL)
      tp_json_uint(j, "branch", edge->goal);
    if (source->verdicts)
      tp_json_text(j, "verdict",
                   verdicts[tp_map_edge_verdict(source, node->first + i)]);
    tp_json_end_object(j);
  }
  tp_json_end_array(j);
  tp_str_free(&side);
}

static void write_node(tp_json *j, const tp_map_source *source, tp_gnode v) {
  const tp_graph_node *node = &source->graph->nodes.at[v];
  const char *file;
  uint32_t line, column;
  tp_str text = {0};
  tp_map_node_text(source, v, &text);
  tp_map_node_place(source, v, &file, &line, &column);
  tp_json_object(j, NULL);
  tp_json_uint(j, "id", v);
  tp_json_text(j, "kind", kinds[node->kind]);
  tp_json_text(j, "text", tp_str_text(&text));
  if (*file) {
    tp_json_text(j, "file", file);
    tp_json_uint(j, "line", line);
    tp_json_uint(j, "column", column);
  }
  if (node->kind == TP_G_DECISION) {
    tp_json_uint(j, "decision", node->decision);
    tp_json_bool(j, "path_dependent", node->is_path_dependent);
  }
  tp_json_uint(j, "context", node->context);
  write_edges(j, source, v);
  tp_json_end_object(j);
  tp_str_free(&text);
}

void tp_map_json(tp_str *out, const tp_map_source *source) {
  tp_json j;
  tp_json_init(&j, out);
  tp_json_object(&j, NULL);
  tp_json_bool(&j, "approximate", source->graph->is_approximate);
  tp_json_uint(&j, "branches", source->graph->n_goals);
  write_contexts(&j, source);
  tp_json_array(&j, "nodes");
  for (tp_gnode v = 0; v < source->graph->nodes.n; v++)
    write_node(&j, source, v);
  tp_json_end_array(&j);
  tp_json_end_object(&j);
  tp_str_addc(out, '\n');
}
