/* report/map_draw.h - a graph in the DOT language as a picture. */
#ifndef TP_REPORT_MAP_DRAW_H
#define TP_REPORT_MAP_DRAW_H

#include "base/diag.h"

/* SVG, laid out by this engine of Graphviz. -1 with TP_ENVIRONMENT if Graphviz
 * fails, crashes or takes too long. */
int tp_map_draw(tp_str *out, const tp_str *dot, const char *engine,
                tp_diag *diag);

#endif
