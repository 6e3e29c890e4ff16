/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map as SVG, drawn by Graphviz (map_draw.c). Up to a size that can be read
 * every node is shown, then functions and their calls; the pages of functions
 * are in index.html. Graphviz' layout takes more than linear time: where it
 * would take long we lay out ourselves and it only draws. */
#include "report/map_draw.h"
#include "report/map_overview.h"
#include "report/map_view.h"

#define MAX_READABLE 80 /* nodes of a map that shows all of them */
#define MAX_FUNCTIONS 400
#define MAX_CALLS 800
#define MAX_NODES 2000
#define MAX_EDGES 6000
#define MAX_CROSSED 1200 /* ranks; past it Graphviz would take too long */
#define MAX_JOINED 40    /* nodes; past it exits are split */

static tp_map_level choose(const tp_map_source *source, tp_map_view *view) {
  for (int level = TP_MAP_FULL; level < TP_MAP_TOO_BIG; level++) {
    if (tp_map_view_size(source, (tp_map_level)level) > MAX_NODES)
      continue;
    tp_map_view_init(view, source, (tp_map_level)level);
    if (view->edges.n <= MAX_EDGES)
      return (tp_map_level)level;
    tp_map_view_free(view);
  }
  return TP_MAP_TOO_BIG;
}

/* The Graphviz engine: dot, or only drawing where we have laid out. */
static const char *arrange(const tp_map_source *source, tp_map_view *view) {
  view->splits_exits =
      view->nodes.n > MAX_JOINED && view->level != TP_MAP_FUNCTIONS;
  if (tp_map_view_rank(view, source) > MAX_CROSSED) {
    tp_map_view_place(view, source);
    return "nop2";
  }
  tp_free(view->pos);
  view->pos = NULL;
  return "dot";
}

static void notice(tp_str *out, const tp_map_source *source) {
  tp_str_addf(
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"96\" "
      "font-family=\"Helvetica,sans-serif\" font-size=\"14\">\n"
      "<rect width=\"640\" height=\"96\" rx=\"8\" fill=\"#f6f8fa\" "
      "stroke=\"#d0d7de\"/>\n"
      "<text x=\"20\" y=\"40\" font-weight=\"bold\">This map has %u nodes: too "
      "many to draw.</text>\n"
      "<text x=\"20\" y=\"66\" fill=\"#57606a\">map.dot and map.json hold all "
      "of it: tp2ph graph -o map.dot FILE.c</text>\n</svg>\n",
      source->graph->nodes.n);
}

/* Whether functions and calls say more than all nodes: there are several, they
 * end in bins or have many nodes, and Graphviz can lay them out. */
static bool is_overview(const tp_map_source *source, const tp_pages *pages) {
  bool is_large = tp_map_view_size(source, TP_MAP_FULL) > MAX_READABLE;
  return (is_large || source->program->bins.n) && pages->n > 1 &&
         pages->n <= MAX_FUNCTIONS && tp_map_overview_calls(pages) <= MAX_CALLS;
}

static int draw_overview(tp_str *out, const tp_map_source *source,
                         const tp_pages *pages, double seconds, tp_diag *diag) {
  tp_str dot = {0};
  tp_map_overview_dot(&dot, source, pages);
  int rc = tp_map_draw(out, &dot, "dot", seconds, diag);
  tp_str_free(&dot);
  return rc;
}

static int draw_view(tp_str *out, const tp_map_source *source,
                     tp_map_level *level, double seconds, tp_diag *diag) {
  tp_map_view view = {0};
  tp_str dot = {0};
  int result = 0;
  tp_map_level shown = choose(source, &view);
  if (shown == TP_MAP_TOO_BIG) {
    notice(out, source);
  } else {
    const char *engine = arrange(source, &view);
    tp_map_view_dot(&dot, source, &view);
    result = tp_map_draw(out, &dot, engine, seconds, diag);
    tp_map_view_free(&view);
  }
  if (level)
    *level = shown;
  tp_str_free(&dot);
  return result;
}

int tp_map_svg(tp_str *out, const tp_map_source *source, tp_map_level *level,
               double seconds, tp_diag *diag) {
  tp_pages pages;
  int rc;
  tp_pages_init(&pages, source->graph, source->program);
  if (is_overview(source, &pages)) {
    rc = draw_overview(out, source, &pages, seconds, diag);
    if (level)
      *level = TP_MAP_FUNCTIONS;
  } else {
    rc = draw_view(out, source, level, seconds, diag);
  }
  tp_pages_free(&pages);
  return rc;
}
