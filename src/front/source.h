/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/source.h - one C file, preprocessed by the user's compiler. */
#ifndef TP_FRONT_SOURCE_H
#define TP_FRONT_SOURCE_H

#include "front/front.h"

/* Add a unit to the program with path, dir, flags, text, size, lines and
 * macros filled; nodes are not. Of the flags those that say what to compile
 * and where to write are left out. Status 3 if the file can't be read or the
 * compiler refuses it (its words are in diag->detail), 4 if the compiler can't
 * be started or does not end in time. */
int tp_front_preprocess(tp_program *p, tp_unit_id *out,
                        const tp_front_source *source,
                        const tp_front_options *opt, tp_diag *diag);

/* How many of the arguments at argv (NULL-ended) form an option that chooses
 * the compiler's job or its output (-c, -o X, -MF X, ...): 0, 1 or 2. */
uint32_t tp_front_job_option(const char *const *argv);

/* Read the line markers of unit->text into unit->lines, and its #define and
 * #undef lines into unit->macros; those lines are emptied in the text. */
void tp_front_read_markers(tp_program *p, tp_unit_id unit);

#endif
