/* A map as SVG, laid out by the Graphviz library in this process. Its layout
 * takes more than linear time and can't be stopped, so the view is chosen first
 * by its size (see tp_map_level), and where its layout would take long we lay
 * out ourselves and it only draws. Graphviz keeps the last error message, which
 * becomes ours. */
#include "report/map_view.h"

#include <gvc.h>

/* What Graphviz and its libraries never give back is not ours to report. */
#if defined(__SANITIZE_ADDRESS__)
#define HAS_LEAK_CHECK
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_LEAK_CHECK
#endif
#endif
#ifdef HAS_LEAK_CHECK
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);
const char *__lsan_default_options(void) {
  return "print_suppressions=0";
}
const char *__lsan_default_suppressions(void) {
  return "leak:libfontconfig\nleak:libpango\nleak:libgvc\nleak:libcgraph\n"
         "leak:libcdt\nleak:libglib\nleak:libgvplugin\nleak:libltdl\n"
         "leak:libcairo\nleak:libexpat\n";
}
#endif

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

static int fail(tp_diag *diag) {
  const char *why = aglasterr();
  return tp_diag_set(diag, TP_ENVIRONMENT, "Graphviz can't draw the map: %s",
                     why && *why ? why : "unknown reason");
}

/* One for the whole process, never freed: a plugin of Graphviz 2.43 keeps a
 * pointer into the first one it meets. */
static GVC_t *graphviz(void) {
  static GVC_t *context;
  if (!context)
    context = gvContext();
  return context;
}

static int render(tp_str *out, const tp_str *dot, const char *engine,
                  tp_diag *diag) {
  int result = -1;
  char *svg = NULL;
  unsigned size = 0;
  GVC_t *gvc = graphviz();
  agseterr(AGMAX); /* messages are kept, not printed */
  Agraph_t *graph = gvc ? agmemread(tp_str_text(dot)) : NULL;
  if (!graph || gvLayout(gvc, graph, engine) != 0) {
    fail(diag);
    goto done;
  }
  if (gvRenderData(gvc, graph, "svg", &svg, &size) != 0 || !svg) {
    fail(diag);
  } else {
    tp_str_addn(out, svg, size);
    result = 0;
  }
  gvFreeRenderData(svg);
  gvFreeLayout(gvc, graph);
done:
  if (graph)
    agclose(graph);
  return result;
}

int tp_map_svg(tp_str *out, const tp_map_source *source, tp_map_level *level,
               tp_diag *diag) {
  tp_map_view view = {0};
  tp_str dot = {0};
  int result = 0;
  tp_map_level shown = choose(source, &view);
  if (shown == TP_MAP_TOO_BIG) {
    notice(out, source);
  } else {
    const char *engine = arrange(source, &view);
    tp_map_view_dot(&dot, source, &view);
    result = render(out, &dot, engine, diag);
    tp_map_view_free(&view);
  }
  if (level)
    *level = shown;
  tp_str_free(&dot);
  return result;
}
