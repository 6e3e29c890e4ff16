/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/goals.h - what is looked for beside branches, as the options have it:
 * what is written into the program for that. */
#ifndef TP_APP_GOALS_H
#define TP_APP_GOALS_H

#include "app/hoist.h"
#include "checks/checks.h"
#include "flow/changes.h"
#include "flow/taint.h"

typedef struct tp_goals {
  tp_check_plan plan;
  const tp_program *of; /* these are of this one; NULL: of none yet */
  tp_ir *ir;
  tp_taint taint;
  tp_changes changes;
  VEC(tp_hoisted) hoisted;
  VEC(char *) conditions; /* of them */
} tp_goals;

/* It should stay where it is. TP_USAGE if an option is wrong. */
int tp_goals_init(tp_goals *g, const tp_options *o, tp_diag *diag);
/* Also preconditions; they should stay where they are. */
void tp_goals_hoist(tp_goals *g, const tp_hoist *hoist);
/* NULL: there are no others. */
const tp_check_plan *tp_goals_plan(const tp_goals *g);
void tp_goals_free(tp_goals *g);

#endif
