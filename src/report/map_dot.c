/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view of the graph as DOT text.
 *
 * Fill colours: green = every branch of the node covered, blue-grey = the rest
 * is proved infeasible, amber = a branch is unknown, white = no verdicts. A
 * dashed border marks a condition that is path-dependent. Edges have the
 * colours of their branch. In the full view of a graph that is not too big the
 * nodes of a call are framed; in every view the tooltip has the whole story. */
#include "report/map_view.h"

#define MAX_FRAMED 400   /* nodes; more frames are slow and unreadable */
#define MAX_QUICK 120    /* nodes; for more Graphviz should try less hard */
#define MAX_LABEL 44     /* characters of a condition that a node shows */
#define MAX_TEXT 1000    /* of it that its tooltip does */
#define MAX_TOOLTIP 2000 /* Graphviz takes up to 16384, escaped */

static const char *const fills[] = {"#ffffff", "#d3f0dc", "#dfe5ee", "#ffe6b3"};
static const char *const borders[] = {"#57606a", "#1a7f45", "#6e7f99",
                                      "#b7791f"};
static const char *const lines[] = {"#57606a", "#1a7f45", "#8b98ab", "#d08700"};

typedef struct painter {
  tp_str *out;
  const tp_map_source *source;
  const tp_map_view *view;
} painter;

static void add_escaped(tp_str *out, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '&')
      tp_str_add(out, "&amp;");
    else if (c == '<')
      tp_str_add(out, "&lt;");
    else if (c == '>')
      tp_str_add(out, "&gt;");
    else if (c == '"')
      tp_str_add(out, "&quot;");
    else if (c == '\\')
      tp_str_add(out, "&#92;");
    else if (c == '\n')
      tp_str_add(out, "&#10;");
    else if (c < 0x20 || c == 0x7f)
      tp_str_addc(out, ' ');
    else if (c < 0x80)
      tp_str_addc(out, (char)c);
    else
      tp_str_add(out, "?"); /* Graphviz refuses bytes that are not UTF-8 */
  }
}

/* Text for people to read in a node: cut where it is too long. */
static void add_cut(tp_str *out, const char *text, size_t most) {
  size_t n = strlen(text);
  add_escaped(out, text, n > most ? most - 1 : n);
  if (n > most)
    tp_str_add(out, "&#8230;");
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void add_place(painter *a, tp_gnode v) {
  const char *file;
  uint32_t line, column;
  tp_map_node_place(a->source, v, &file, &line, &column);
  if (!*file)
    return;
  tp_str_add(a->out, "<br/><font point-size=\"9\" color=\"#6e7781\">");
  add_cut(a->out, base_name(file), MAX_LABEL);
  tp_str_addf(a->out, ":%u</font>", line);
}

/* The calls through which a context was entered, innermost first. */
static void add_calls(const painter *a, uint32_t context, tp_str *out) {
  const tp_graph *g = a->source->graph;
  const tp_program *p = a->source->program;
  for (uint32_t depth = 0; context && depth < 12; depth++) {
    const tp_graph_context *c = &g->contexts.at[context];
    tp_str_addf(out, "\nin %s", tp_map_func_name(p, c->func));
    if (c->site)
      tp_str_addf(out, ", called at %s:%u",
                  tp_names_text(p->names, p->sites.at[c->site].file),
                  p->sites.at[c->site].line);
    else
      tp_str_add(out, ", shared by its callers");
    context = c->parent;
  }
}

static void add_tooltip(painter *a, const tp_view_node *node) {
  const char *file;
  uint32_t line, column;
  tp_str text = {0};
  tp_map_node_text(a->source, node->sample, &text);
  tp_map_node_place(a->source, node->sample, &file, &line, &column);
  if (text.n > MAX_TEXT) {
    text.n = MAX_TEXT;
    tp_str_add(&text, " ..");
  }
  if (*file)
    tp_str_addf(&text, "\n%s:%u:%u", file, line, column);
  if (node->merged > 1)
    tp_str_addf(&text, "\n%u copies", node->merged);
  else
    add_calls(a, a->source->graph->nodes.at[node->sample].context, &text);
  if (node->path_dependent)
    tp_str_add(&text, "\npath-dependent");
  tp_str_add(a->out, ", tooltip=\"");
  add_cut(a->out, tp_str_text(&text), MAX_TOOLTIP);
  tp_str_addc(a->out, '"');
  tp_str_free(&text);
}

/* A function in the view of functions: its name and how far it is covered. */
static void add_function(painter *a, const tp_view_node *node) {
  const char *name = tp_map_func_name(a->source->program, node->func);
  uint32_t total = 0;
  for (uint32_t i = 0; i < 4; i++)
    total += node->branches[i];
  tp_str_add(a->out, "shape=box, label=<<b>");
  add_cut(a->out, name, MAX_LABEL);
  tp_str_add(a->out, "</b><br/><font point-size=\"9\" color=\"#6e7781\">");
  if (a->source->verdicts)
    tp_str_addf(a->out, "%u of ", node->branches[TP_MAP_COVERED]);
  tp_str_addf(a->out, "%u branches</font>>", total);
}

static void add_decision(painter *a, const tp_view_node *node) {
  tp_str text = {0};
  tp_map_node_text(a->source, node->sample, &text);
  tp_str_add(a->out, "label=<<font face=\"Courier\"><b>");
  add_cut(a->out, tp_str_text(&text), MAX_LABEL);
  tp_str_add(a->out, "</b></font>");
  add_place(a, node->sample);
  tp_str_addc(a->out, '>');
  tp_str_free(&text);
}

static void add_other(painter *a, const tp_view_node *node, uint8_t kind) {
  tp_str text = {0};
  tp_map_node_text(a->source, node->sample, &text);
  if (kind == TP_G_CHOICE)
    tp_str_add(a->out, "shape=hexagon, fillcolor=\"#f1eafc\", "
                       "color=\"#7c5cbf\", label=<");
  else if (kind == TP_G_EXIT &&
           a->source->graph->nodes.at[node->sample].decision)
    tp_str_add(a->out, "shape=octagon, fillcolor=\"#fbe3e1\", "
                       "color=\"#b3362b\", label=<");
  else
    tp_str_add(a->out, "shape=oval, fillcolor=\"#24292f\", color=\"#24292f\", "
                       "fontcolor=\"#ffffff\", label=<");
  add_cut(a->out, tp_str_text(&text), MAX_LABEL);
  add_place(a, node->sample);
  tp_str_addc(a->out, '>');
  tp_str_free(&text);
}

static void add_node(painter *a, uint32_t i) {
  const tp_view_node *node = &a->view->nodes.at[i];
  uint8_t kind = a->source->graph->nodes.at[node->sample].kind;
  if (kind == TP_G_EXIT && a->view->splits_exits)
    return;
  tp_str_addf(a->out, "  n%u [", i);
  bool is_function = a->view->level == TP_MAP_FUNCTIONS &&
                     (kind == TP_G_DECISION || kind == TP_G_CHOICE);
  if (is_function)
    add_function(a, node);
  else if (kind == TP_G_DECISION)
    add_decision(a, node);
  else
    add_other(a, node, kind);
  if (is_function || kind == TP_G_DECISION)
    tp_str_addf(a->out, ", fillcolor=\"%s\", color=\"%s\"",
                fills[node->verdict], borders[node->verdict]);
  if (node->path_dependent && !is_function)
    tp_str_add(a->out, ", style=\"rounded,filled,dashed\"");
  if (!is_function)
    add_tooltip(a, node);
  if (a->view->pos) {
    const tp_place_xy *p = &a->view->pos[i];
    tp_str_addf(a->out, ", pos=\"%.1f,%.1f\", width=%.2f, height=%.2f", p->x,
                p->y, p->width / 72, p->height / 72);
  }
  tp_str_add(a->out, "];\n");
}

/* A curve of our own: straight down to the next rank, else in a bow, to the
 * right forwards and to the left backwards. */
static void add_curve(painter *a, const tp_view_edge *edge, bool ends_here) {
  const tp_place_xy *p = &a->view->pos[edge->from];
  const tp_place_xy *q = &a->view->pos[edge->to];
  double x1 = p->x + (edge->label ? 14 : -14), y1 = p->y - p->height / 2;
  double x2 = ends_here ? x1 + (edge->label ? 10 : -10) : q->x;
  double y2 = ends_here ? y1 - 22 : q->y + q->height / 2;
  double bow = 0;
  if (!ends_here && q->rank > p->rank + 1)
    bow = 30.0 + 9.0 * (q->rank - p->rank);
  else if (!ends_here && q->rank <= p->rank)
    bow = -60.0 - 9.0 * (p->rank - q->rank);
  bow = bow > 400 ? 400 : bow < -400 ? -400 : bow;
  tp_str_addf(a->out,
              ", pos=\"e,%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f\", "
              "lp=\"%.1f,%.1f\"",
              x2, y2, x1, y1, x1 + bow, y1 - 14, x2 + bow, y2 + 18, x2, y2 + 6,
              x1 + (edge->label ? 9 : -9), y1 - 7);
}

/* The end of one edge to an exit. */
static void add_own_end(painter *a, uint32_t e) {
  const tp_view_edge *edge = &a->view->edges.at[e];
  const tp_view_node *node = &a->view->nodes.at[edge->to];
  bool is_call = a->source->graph->nodes.at[node->sample].decision != 0;
  tp_str_addf(a->out,
              "  e%u [shape=%s, width=0.1, height=0.1, label=\"\", "
              "fillcolor=\"%s\", color=\"%s\"",
              e, is_call ? "octagon" : "circle",
              is_call ? "#b3362b" : "#24292f", is_call ? "#b3362b" : "#24292f");
  if (a->view->pos) {
    const tp_place_xy *p = &a->view->pos[edge->from];
    tp_str_addf(a->out, ", pos=\"%.1f,%.1f\"", p->x + (edge->label ? 24 : -24),
                p->y - p->height / 2 - 25);
  }
  add_tooltip(a, node);
  tp_str_add(a->out, "];\n");
}

static void add_edge(painter *a, uint32_t e) {
  const tp_view_edge *edge = &a->view->edges.at[e];
  tp_gnode from = a->view->nodes.at[edge->from].sample;
  bool ends_here =
      a->view->splits_exits && tp_map_is_exit(a->source, a->view, edge->to);
  tp_str side = {0};
  if (ends_here)
    add_own_end(a, e);
  if (a->view->level != TP_MAP_FUNCTIONS)
    tp_map_edge_side(a->source, from, edge->label, &side);
  tp_str_addf(a->out, "  n%u -> %c%u [color=\"%s\"", edge->from,
              ends_here ? 'e' : 'n', ends_here ? e : edge->to,
              lines[edge->verdict]);
  if (side.n) {
    tp_str_addf(a->out, ", fontcolor=\"%s\", label=< ", lines[edge->verdict]);
    add_cut(a->out, tp_str_text(&side), MAX_LABEL);
    tp_str_add(a->out, " >");
  }
  if (edge->verdict == TP_MAP_COVERED)
    tp_str_add(a->out, ", penwidth=1.6");
  else if (edge->verdict == TP_MAP_INFEASIBLE)
    tp_str_add(a->out, ", style=dotted");
  else if (edge->verdict == TP_MAP_UNKNOWN)
    tp_str_add(a->out, ", style=dashed, penwidth=1.6");
  if (a->view->pos)
    add_curve(a, edge, ends_here);
  tp_str_add(a->out, "];\n");
  tp_str_free(&side);
}

static void open_frame(painter *a, uint32_t context) {
  const tp_program *p = a->source->program;
  const tp_graph_context *c = &a->source->graph->contexts.at[context];
  tp_str_addf(a->out, "  subgraph cluster_%u {\n    label=< <i>", context);
  add_cut(a->out, tp_map_func_name(p, c->func), MAX_LABEL);
  tp_str_add(a->out, "</i>");
  if (c->site)
    tp_str_addf(a->out, " from line %u", p->sites.at[c->site].line);
  tp_str_add(a->out, " >;\n    style=\"rounded,filled\"; color=\"#d0d7de\"; "
                     "fillcolor=\"#f6f8fa\"; fontsize=10; "
                     "fontcolor=\"#6e7781\"; labeljust=l; labelloc=t;\n");
}

/* Nodes in frames, one for each context, nested as the calls are. */
static void add_framed(painter *a) {
  const tp_graph *g = a->source->graph;
  uint32_t n = g->contexts.n;
  uint32_t *kid = TP_NEW_ARRAY(uint32_t, n + 1);
  uint32_t *next = TP_NEW_ARRAY(uint32_t, n + 1);
  tp_vec_u32 *nodes = TP_NEW_ARRAY(tp_vec_u32, n + 1);
  for (uint32_t c = n; c-- > 1;) {
    next[c] = kid[g->contexts.at[c].parent];
    kid[g->contexts.at[c].parent] = c;
  }
  for (uint32_t v = 0; v < g->nodes.n; v++)
    VEC_PUSH(
        &nodes[g->nodes.at[v].kind == TP_G_EXIT ? 0 : g->nodes.at[v].context],
        v);
  tp_vec_u32 open = {0};
  for (uint32_t c = 0;;) {
    if (c)
      open_frame(a, c);
    for (uint32_t i = 0; i < nodes[c].n; i++)
      add_node(a, nodes[c].at[i]);
    VEC_PUSH(&open, kid[c]);
    while (open.n && !VEC_LAST(&open)) {
      (void)VEC_POP(&open);
      if (open.n)
        tp_str_add(a->out, "  }\n");
    }
    if (!open.n)
      break;
    c = VEC_LAST(&open);
    VEC_LAST(&open) = next[c];
  }
  for (uint32_t c = 0; c < n; c++)
    VEC_FREE(&nodes[c]);
  VEC_FREE(&open);
  tp_free(kid);
  tp_free(next);
  tp_free(nodes);
}

static void add_legend(painter *a) {
  static const char *const names[] = {"", "covered", "rest proved infeasible",
                                      "unknown"};
  tp_str_add(a->out, "  labelloc=b; label=<<table border=\"0\" "
                     "cellborder=\"0\" cellspacing=\"6\"><tr>");
  for (uint32_t v = 1; a->source->verdicts && v < 4; v++)
    tp_str_addf(a->out,
                "<td bgcolor=\"%s\" border=\"1\" color=\"%s\" width=\"14\"> "
                "</td><td>%s</td>",
                fills[v], borders[v], names[v]);
  tp_str_add(a->out, "<td border=\"1\" style=\"dashed\" color=\"#57606a\" "
                     "width=\"14\"> </td><td>path-dependent</td>"
                     "</tr></table>>;\n");
}

void tp_map_view_dot(tp_str *out, const tp_map_source *source,
                     const tp_map_view *view) {
  painter a = {out, source, view};
  bool framed = view->level == TP_MAP_FULL && view->nodes.n <= MAX_FRAMED &&
                source->graph->contexts.n > 1 && !view->pos;
  tp_str_add(out, "digraph map {\n"
                  "  bgcolor=\"#ffffff\"; fontname=\"Helvetica\"; fontsize=10; "
                  "fontcolor=\"#57606a\"; nodesep=0.3; ranksep=0.4; pad=0.25;\n"
                  "  node [shape=box, style=\"rounded,filled\", "
                  "fillcolor=\"#ffffff\", color=\"#57606a\", penwidth=1.3, "
                  "fontname=\"Helvetica\", fontsize=11, fontcolor=\"#1f2328\", "
                  "margin=\"0.14,0.07\", height=0.3];\n"
                  "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7, "
                  "color=\"#57606a\"];\n");
  if (view->nodes.n > MAX_QUICK)
    tp_str_add(out, "  nslimit=4; nslimit1=4; mclimit=0.3;\n");
  add_legend(&a);
  if (framed)
    add_framed(&a);
  else
    for (uint32_t i = 0; i < view->nodes.n; i++)
      add_node(&a, i);
  for (uint32_t i = 0; i < view->edges.n; i++)
    add_edge(&a, i);
  tp_str_add(out, "}\n");
}

void tp_map_dot(tp_str *out, const tp_map_source *source) {
  tp_map_view view;
  tp_map_view_init(&view, source, TP_MAP_FULL);
  tp_map_view_dot(out, source, &view);
  tp_map_view_free(&view);
}
