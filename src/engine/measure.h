/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/measure.h - how far the conditions of a run were from turning.
 *
 * A run that measures tells what each condition compared, as plain values. The
 * condition is the same expression each time, over its leaves instead of the
 * inputs: it is made once, and evaluated on the values of each time. So it does
 * not matter where these came from.
 */
#ifndef TP_ENGINE_MEASURE_H
#define TP_ENGINE_MEASURE_H

#include "engine/decode.h"

typedef struct tp_measurer {
  tp_lowering lowering; /* into expressions of its own */
  tp_tables tables;
  bool has_other_objects;
  VEC(tp_expr) conditions; /* by number of the plan; 0: not made yet */
} tp_measurer;

void tp_measurer_init(tp_measurer *m, const tp_program *p, const tp_plan *plan);
void tp_measurer_free(tp_measurer *m);
/* How far it was from taking the branch with that label instead: above 0, 1 if
 * that is not known. */
double tp_measurer_distance(tp_measurer *m, const tp_event *event,
                            const tp_measure *what, uint32_t label);

#endif
