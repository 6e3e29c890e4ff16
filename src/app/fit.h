/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/fit.h - given values beside what the program reads.
 *
 * A file with one value a line does not know types: 3 where a double is read is
 * 3.0. What can't be as it is written (3.5 for an int, 300 for a char) becomes
 * what C would convert it to, and is told.
 */
#ifndef TP_APP_FIT_H
#define TP_APP_FIT_H

#include "app/resume.h"
#include "engine/engine.h"

/* Row number i, with values of the types that are read. `lost` gets the first
 * value that could not be as it is written. */
tp_inputs tp_fit_inputs(tp_resume *given, uint32_t i, tp_engine *engine,
                        tp_str *lost);

#endif
