/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/check.h - the compiler's opinion about a unit we do not understand. */
#ifndef TP_FRONT_CHECK_H
#define TP_FRONT_CHECK_H

#include "front/front.h"

/* Something at `offset` of the unit was not understood. If the compiler does
 * not accept the file either, status 3 with the place and its words; 0 if it
 * does: then it is C, and left alone. */
int tp_front_check(const tp_program *p, tp_unit_id unit, uint32_t offset,
                   const tp_front_source *source, const tp_front_options *opt,
                   tp_diag *diag);

/* The same for the definitions in the file `path`, which the compiler reads
 * behind the source. */
int tp_front_check_behind(const tp_unit *unit, const char *path,
                          const tp_front_source *source,
                          const tp_front_options *opt, tp_diag *diag);

#endif
