/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/precondition.h - what must hold where a function is called (seed 002,
 * figures 6 and 7): the conjuncts (path => check) that its unit tests give, as
 * C over its parameters and the variables of the file.
 *
 * They are made by tp2ph predict with --entry, told in its report, and hoisted
 * to the beginning of the function by another run (app/hoist.h).
 */
#ifndef TP_APP_PRECONDITION_H
#define TP_APP_PRECONDITION_H

#include "app/project.h"
#include "report/result.h"

typedef struct tp_precondition_maker tp_precondition_maker;

/* NULL: the program is not called by a driver, or is called by nobody else, as
 * main. */
tp_precondition_maker *tp_precondition_new(const tp_project *s);
void tp_precondition_free(tp_precondition_maker *m);
/* The check that the path meets at `step` passes when `holds` is true. `doubt`:
 * what was computed on plain values before it; NULL: nothing. */
void tp_precondition_add(tp_precondition_maker *m, const tp_path *path,
                         uint32_t step, tp_pred holds, const char *doubt);
/* Borrowed. */
const tp_precondition *tp_precondition_made(const tp_precondition_maker *m);

#endif
