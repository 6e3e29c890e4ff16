/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/uninitialised.h - whether a program may read variables that it never
 * set. */
#ifndef TP_FLOW_UNINITIALISED_H
#define TP_FLOW_UNINITIALISED_H

#include "ir/ir.h"

/* False: every automatic variable of the user's functions has its first value
 * before anyone can look. True says nothing. */
bool tp_flow_may_be_uninitialised(const tp_ir *ir);

#endif
