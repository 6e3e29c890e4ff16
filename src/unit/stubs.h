/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/stubs.h - functions that stand in for others: what they give back is an
 * input (inside module unit). */
#ifndef TP_UNIT_STUBS_H
#define TP_UNIT_STUBS_H

#include "unit/values.h"

void tp_stub_add(tp_values *v, const tp_driver_plan *plan, tp_decl_id function,
                 tp_str *out);
/* As tp_values.add_callback has it. */
bool tp_stub_add_callback(tp_values *v, tp_type_id function, const char *name,
                          const char *label);

#endif
