/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase1/phase1.h - Phase 1: every node by its shortest prefix (algorithm 3.1).
 */
#ifndef TP_PHASE1_PHASE1_H
#define TP_PHASE1_PHASE1_H

#include "search/phases.h"

/* Runs until nothing is left to turn, the time or the runs are used up.
 * Fills p->phase1, p->covered1; leaves cores in p->unsat and the last executed
 * path in p->last. */
void tp_phase1_run(tp_phases *p);

#endif
