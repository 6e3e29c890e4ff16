/* app/search.h - the phases of a run, one after the other: the chosen strategy,
 * then the verdicts on what it left. */
#ifndef TP_APP_SEARCH_H
#define TP_APP_SEARCH_H

#include "app/progress.h"
#include "app/project.h"
#include "decide/decide.h"
#include "report/result.h"

typedef struct tp_search {
  tp_project *project;
  tp_progress progress;
  const char *phase;           /* that is running */
  VEC(tp_result_phase) phases; /* that have ended */
  tp_verdicts verdicts;        /* of decide; empty without it */
  bool is_exhausted;           /* the strategy had nothing left to try */
} tp_search;

/* -1 if the machinery failed; what was found until then is kept. */
int tp_search_run(tp_search *out, tp_project *project, tp_diag *diag);
void tp_search_free(tp_search *s);

#endif
