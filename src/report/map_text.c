/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a map: what nodes and edges of the graph are called, and where
 * they are in the source. */
#include "report/map_view.h"

const char *tp_map_func_name(const tp_program *p, tp_func_id f) {
  if (!f || f >= p->funcs.n)
    return "";
  return tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name);
}

static const char *callee_name(const tp_program *p, uint32_t site) {
  tp_decl_id d = p->sites.at[site].callee;
  return d ? tp_names_text(p->names, p->decls.at[d].name) : "";
}

static void choice_text(const tp_program *p, const tp_graph_node *node,
                        tp_str *out) {
  const char *callee = node->decision ? callee_name(p, node->decision) : "";
  if (*callee)
    tp_str_addf(out, "%s calls back", callee);
  else
    tp_str_add(out, node->decision ? "call through pointer" : "goes on at");
}

void tp_map_node_text(const tp_map_source *source, tp_gnode v, tp_str *out) {
  const tp_program *p = source->program;
  const tp_graph_node *node = &source->graph->nodes.at[v];
  switch ((tp_gnode_kind)node->kind) {
  case TP_G_ENTRY:
    tp_str_add(out, tp_map_func_name(p, source->graph->contexts.at[0].func));
    break;
  case TP_G_DECISION:
    tp_str_add(out,
               tp_names_text(p->names, p->decisions.at[node->decision].text));
    break;
  case TP_G_CHOICE:
    choice_text(p, node, out);
    break;
  case TP_G_EXIT:
    tp_str_add(out, node->decision ? callee_name(p, node->decision) : "end");
    break;
  }
}

void tp_map_node_place(const tp_map_source *source, tp_gnode v,
                       const char **file, uint32_t *line, uint32_t *column) {
  const tp_program *p = source->program;
  const tp_graph_node *node = &source->graph->nodes.at[v];
  *file = "";
  *line = *column = 0;
  if (!node->decision)
    return;
  if (node->kind == TP_G_DECISION) {
    const tp_decision *d = &p->decisions.at[node->decision];
    *file = tp_names_text(p->names, d->file);
    *line = d->line;
    *column = d->column;
  } else {
    const tp_site *s = &p->sites.at[node->decision];
    *file = tp_names_text(p->names, s->file);
    *line = s->line;
    *column = s->column;
  }
}

void tp_map_edge_side(const tp_map_source *source, tp_gnode from,
                      uint32_t label, tp_str *out) {
  const tp_program *p = source->program;
  const tp_graph_node *node = &source->graph->nodes.at[from];
  if (node->kind == TP_G_DECISION)
    tp_branch_label(p, p->decisions.at[node->decision].first + label, out);
  else if (node->kind == TP_G_CHOICE && node->decision)
    tp_str_add(out, label ? tp_map_func_name(p, label) : "");
}
