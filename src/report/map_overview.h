/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/map_overview.h - functions and their calls; private to report. */
#ifndef TP_REPORT_MAP_OVERVIEW_H
#define TP_REPORT_MAP_OVERVIEW_H

#include "report/map_pages.h"

/* As DOT text, each function with how far it is covered. */
void tp_map_overview_dot(tp_str *out, const tp_map_source *source,
                         const tp_pages *pages);
/* How many lines it has. */
uint32_t tp_map_overview_calls(const tp_pages *pages);

#endif
