/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase2/phase2.h - Phase 2: what Phase 1 left, led by unsat constraints
 * (algorithms 4.1 and 4.2). */
#ifndef TP_PHASE2_PHASE2_H
#define TP_PHASE2_PHASE2_H

#include "search/phases.h"

/* Starts from p->last (from an initial run if there is none) and runs until
 * nothing is left to try, nothing is left to cover, or a limit is reached.
 * Fills p->phase2 and p->covered2. */
void tp_phase2_run(tp_phases *p);

#endif
