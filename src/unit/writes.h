/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/writes.h - what functions write, as their text says. */
#ifndef TP_UNIT_WRITES_H
#define TP_UNIT_WRITES_H

#include "ast/ast.h"
#include "base/bits.h"
#include "base/map.h"

/* Whether a call of the function may change what its parameter (from 0) points
 * to. */
bool tp_use_writes_param(const tp_program *p, tp_decl_id function, uint32_t i);
/* Variables of file scope that these functions assign by their names, as
 * `same`. */
void tp_use_assigned(const tp_program *p, const tp_bits *functions,
                     tp_map *out);

#endif
