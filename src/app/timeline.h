/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/timeline.h - when each branch was decided. */
#ifndef TP_APP_TIMELINE_H
#define TP_APP_TIMELINE_H

#include "app/found.h"

/* Fill result.timeline, once all verdicts are known: it counts what they
 * count, so it never falls, and ends with their totals. */
void tp_timeline_fill(tp_result *r, const tp_found *f);

#endif
