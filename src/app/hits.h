/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/hits.h - how often the suite runs each line, as gcov counts. */
#ifndef TP_APP_HITS_H
#define TP_APP_HITS_H

#include "app/project.h"
#include "report/result.h"

/* Build the plain program once more, for gcov, run the tests of the result on
 * it, and fill result.lines. Where the compiler is not gcc, gcov is not there
 * or the budget is over first, lines stay empty: they are no part of a verdict.
 */
void tp_hits_count(tp_result *r, tp_project *s, void (*beat)(void *state),
                   void *state);

#endif
