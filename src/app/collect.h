/* app/collect.h - from the project to the result that reports are made of. */
#ifndef TP_APP_COLLECT_H
#define TP_APP_COLLECT_H

#include "app/project.h"
#include "app/search.h"
#include "report/result.h"

/* Everything that can be told of the project now: program, verdicts of what
 * was covered, tests, findings, counts. Borrows from the project. */
void tp_collect(tp_result *out, const tp_project *s, const tp_search *search);

/* Add a test of the engine with its inputs, without branches. */
void tp_collect_inputs(tp_result *r, const tp_project *s, uint32_t test);

#endif
