/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/phases.h - what Phase 1 hands to Phase 2.
 *
 * Both phases search through one session. Beside what runs really covered (the
 * session's cover, which is what verdicts and tests come from) there is the
 * thesis' own bookkeeping: the branches that the search has *recorded* as
 * explored, which Phase 1 does only up to the first marked edge.
 */
#ifndef TP_SEARCH_PHASES_H
#define TP_SEARCH_PHASES_H

#include "search/session.h"

struct tp_unsat;

/* How Phase 2 decides whether a counter branch is worth a solver call. */
typedef enum tp_check {
  TP_CHECK_COMPLETE, /* algorithm 4.2 with our completion: the default */
  TP_CHECK_FAITHFUL, /* algorithm 4.2 as printed */
  TP_CHECK_BASIC     /* reachability only: what section 4.1 argues against */
} tp_check;

typedef struct tp_phase_options {
  tp_check check;
  /* Phase 1 also leaves out branches behind which everything was really
   * covered. Always done in graphs with shared goals. */
  bool is_thrifty;
  /* Phase 2 does not aim at single branches first (TP_CHECK_COMPLETE only). */
  bool is_aimless;
  /* Phase 2 gives up after so many runs and solver calls in a row without a
   * new goal; 0: never. */
  uint64_t stale_limit;
} tp_phase_options;

typedef struct tp_phases {
  tp_session s;
  tp_phase_options options;
  tp_live unexplored;     /* decision branches not recorded as explored */
  tp_path last;           /* the last executed path, whole */
  struct tp_unsat *unsat; /* borrowed */
  tp_search_counts phase1, phase2;
  uint32_t covered1, covered2; /* goals first covered in each phase */
  uint32_t restarts;           /* of Phase 2, because a branch turned out to be
                                  path-dependent */
  uint64_t checked_nodes;      /* nodes that reachability checks looked at */
} tp_phases;

/* Borrows oracle and unsat (an empty tp_unsat of the same graph). */
void tp_phases_init(tp_phases *p, const tp_oracle *oracle,
                    const tp_search_limits *limits,
                    const tp_phase_options *options, struct tp_unsat *unsat);
void tp_phases_fini(tp_phases *p);

/* Counts go to `counts` from here on. */
void tp_phases_begin(tp_phases *p, tp_search_counts *counts);
/* Record the first n steps of a path as explored. */
void tp_phases_record(tp_phases *p, const tp_path *path, uint32_t n);

#endif
