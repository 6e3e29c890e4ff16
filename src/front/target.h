/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/target.h - whether a unit is compiled for the machine we model. */
#ifndef TP_FRONT_TARGET_H
#define TP_FRONT_TARGET_H

#include "front/front.h"

/* Reads the compiler's flags and the macros it defines. Sets whether char is
 * signed, and whether floats are rounded in another way than IEEE's default.
 * Status 3 if types would have other sizes or layouts than ours. */
int tp_front_check_target(tp_program *p, tp_unit_id unit,
                          const char *const *cc_words, tp_diag *diag);

#endif
