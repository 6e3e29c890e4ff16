/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/search.h - the search of a run: the chosen strategy, or all of them, and
 * the verdicts on what they left. */
#ifndef TP_APP_SEARCH_H
#define TP_APP_SEARCH_H

#include "app/ledger.h"
#include "app/project.h"
#include "decide/decide.h"
#include "report/result.h"
#include "search/phases.h"

typedef struct tp_search {
  tp_project *project;
  double next_post;        /* earliest time of the next look for the board */
  tp_ledger ledger;        /* the phases */
  VEC(tp_result_arm) arms; /* of the default */
  tp_verdicts verdicts;    /* of decide; empty without it */
  tp_search_counts counts; /* of a strategy other than the default */
  struct {                 /* what a second process has done (app/partner.h) */
    uint64_t runs, checks, quick;
    tp_constraint_counts asked;
  } elsewhere;
  bool chooses;      /* that one: between random runs and solving */
  bool is_exhausted; /* the strategy had nothing left to try */
} tp_search;

/* -1 if the machinery failed; what was found until then is kept. */
int tp_search_run(tp_search *out, tp_project *project, tp_diag *diag);
void tp_search_free(tp_search *s);

/* For the progress line; cheap. */
void tp_search_post(tp_search *s);

/* Some branch is neither covered nor known to be infeasible. */
bool tp_search_is_open(const tp_search *s);
/* How many. */
uint32_t tp_search_count_open(const tp_search *s);
bool tp_search_is_proved(const tp_search *s, tp_sbranch b);

/* Phase 1, and Phase 2 if it has a name, through an oracle. */
typedef struct tp_phase_plan {
  const char *name1, *name2; /* NULL: without Phase 2 */
  uint64_t max_runs;         /* of each; 0: no limit */
  uint64_t max_hung;         /* of both; 0: no limit */
  tp_phase_options options;
} tp_phase_plan;

void tp_search_phases(tp_search *s, const tp_oracle *oracle,
                      const tp_phase_plan *plan);

#endif
