/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/layout.h - the cells of a type. */
#ifndef TP_DECIDE_LAYOUT_H
#define TP_DECIDE_LAYOUT_H

#include "decide/memory.h"

typedef VEC(tp_cell) tp_cell_list;

/* Appends the cells of the type in order of their offsets; false if it is too
 * large or not known: its content is then never known. */
bool tp_layout_cells(const tp_program *p, tp_type_id type, tp_cell_list *out);

#endif
