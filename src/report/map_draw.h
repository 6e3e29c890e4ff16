/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/map_draw.h - a graph in the DOT language as a picture; private to
 * report. */
#ifndef TP_REPORT_MAP_DRAW_H
#define TP_REPORT_MAP_DRAW_H

#include "base/diag.h"

/* SVG, laid out by this engine of Graphviz. -1 with TP_ENVIRONMENT if Graphviz
 * is not there, fails, crashes or takes longer than so many seconds. */
int tp_map_draw(tp_str *out, const tp_str *dot, const char *engine,
                double seconds, tp_diag *diag);

#endif
