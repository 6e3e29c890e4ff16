/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/collect.h - what was found, as a result for the report writers. */
#ifndef TP_APP_COLLECT_H
#define TP_APP_COLLECT_H

#include "app/found.h"
#include "app/project.h"

/* Fill a result from what the journal tells; only tests that hold on the plain
 * program are in it. `late`: why the search was ended from outside, if it
 * did not come to its end; TP_STOP_NONE: it crashed. The result borrows
 * from both. */
void tp_collect(tp_result *out, const tp_project *s, const tp_found *f,
                tp_stop late);
/* One scalar; *objects counts those of the test that are filled, from 0. */
tp_result_input tp_collect_input(const tp_program *p,
                                 const tp_found_input *from, uint64_t bits,
                                 uint32_t *objects);
/* The inputs of a test, behind those that the result has. */
void tp_collect_inputs(tp_result *r, const tp_found *f, uint32_t test);

#endif
