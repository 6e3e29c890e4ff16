/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph graph: the reachability graph of a program; nothing is run. */
#include "app/app.h"
#include "app/print.h"
#include "app/project.h"
#include "base/file.h"
#include "report/map.h"

#define MAX_SECONDS 60.0 /* of drawing */

typedef enum format { FORMAT_DOT, FORMAT_SVG, FORMAT_JSON } format;

static int find_format(const char *name, format *out, tp_diag *diag) {
  static const char *const endings[] = {".dot", ".svg", ".json"};
  const char *end = strrchr(name, '.');
  for (int i = 0; end && i < 3; i++) {
    if (strcmp(end, endings[i]) == 0) {
      *out = (format)i;
      return 0;
    }
  }
  return tp_diag_set(diag, TP_USAGE,
                     "--output '%s': a map is .svg, .dot or .json", name);
}

static int render(const tp_project *s, format f, tp_str *out, tp_diag *diag) {
  tp_graph *shown = tp_map_without_monitor(s->graph, s->program);
  tp_map_source source = {shown, s->program, NULL};
  int rc = 0;
  if (f == FORMAT_SVG)
    rc = tp_map_svg(out, &source, NULL, MAX_SECONDS, diag);
  else if (f == FORMAT_JSON)
    tp_map_json(out, &source);
  else
    tp_map_dot(out, &source);
  tp_graph_free(shown);
  return rc;
}

int tp_app_graph(const tp_options *options, tp_diag *diag) {
  tp_project project;
  tp_str text = {0};
  format f = FORMAT_DOT;
  tp_project_init(&project, options);
  int rc = options->map ? find_format(options->map, &f, diag) : 0;
  if (rc == 0)
    rc = tp_project_load(&project, diag);
  if (rc == 0)
    rc = tp_project_graph(&project, diag);
  if (rc == 0)
    rc = render(&project, f, &text, diag);
  if (rc == 0)
    rc = options->map ? tp_file_write(options->map, text.at, text.n, diag)
                      : tp_print(tp_str_text(&text), diag);
  tp_str_free(&text);
  tp_project_free(&project);
  return rc;
}
