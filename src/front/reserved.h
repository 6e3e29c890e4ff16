/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/reserved.h - names that the program must not use. */
#ifndef TP_FRONT_RESERVED_H
#define TP_FRONT_RESERVED_H

#include "front/front.h"

/* Whatever begins with __tp2ph_ is the runtime's and the recorder's. Status 3
 * with its place if the text has such a name, also in a string: labels of asm
 * and dlsym take them from there. */
int tp_front_check_reserved(const tp_program *p, tp_unit_id unit,
                            tp_diag *diag);

#endif
