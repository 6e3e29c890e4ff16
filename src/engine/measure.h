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

#include "base/bits.h"
#include "engine/decode.h"
#include "search/rows.h"

typedef struct tp_measurer {
  tp_lowering lowering; /* into expressions of its own */
  tp_tables tables;
  bool has_other_objects;
  VEC(tp_expr) conditions; /* by number of the plan; 0: not made yet */
  tp_map nearest;          /* branch -> its place among those that are near */
} tp_measurer;

void tp_measurer_init(tp_measurer *m, const tp_ir *ir, const tp_plan *plan);
void tp_measurer_free(tp_measurer *m);
/* The branches not in `covered` that the run came to but did not take, each
 * with how near it came. */
void tp_measurer_near(tp_measurer *m, const tp_glance *run,
                      const tp_bits *covered, tp_nears *near);

#endif
