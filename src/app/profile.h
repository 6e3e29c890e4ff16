/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/profile.h - which functions call which in runs of tests: section 3.1 of
 * seed 001. */
#ifndef TP_APP_PROFILE_H
#define TP_APP_PROFILE_H

#include "app/project.h"
#include "exec/plain.h"
#include "unit/relevance.h"

typedef VEC(tp_call_graph) tp_profiles;

/* Runs each test of the folder (as --tests has it) on the program, whose
 * functions tell when they are entered and left. One graph a test; functions
 * are tp_func_id, 0 is who called the entry. */
int tp_profile(tp_profiles *out, tp_project *s, tp_plain *plain,
               const char *tests, tp_diag *diag);
void tp_profiles_free(tp_profiles *profiles);

#endif
