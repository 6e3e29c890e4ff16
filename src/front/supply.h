/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/supply.h - the definitions of --inputs, put behind the files that call
 * them, and those of a driver. */
#ifndef TP_FRONT_SUPPLY_H
#define TP_FRONT_SUPPLY_H

#include "front/front.h"

/* Functions of opt->declared that the preprocessed `text` of the unit names,
 * and no unit before it, are defined at its end: where its types, macros and
 * enums are known. The compiler checks them there. Fills unit->supplied.
 * number: that of the unit, from 1. */
int tp_front_supply(tp_unit *unit, tp_unit_id number, tp_str *text,
                    const tp_front_source *source, const tp_front_options *opt,
                    tp_diag *diag);

/* Whether the compiler accepts them there; status 3 with the place if not. */
int tp_front_check_supplied(const tp_unit *unit, const tp_front_source *source,
                            const tp_front_options *opt, tp_diag *diag);

#endif
