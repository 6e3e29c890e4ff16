/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/rows.h - rows of bin tables as goals: where they are read (inside
 * module front).
 *
 * `rows bin_table[].soft;`: a read of bin_table[i].soft, or of the same member
 * behind a pointer, also tells the monitor which row it was. */
#ifndef TP_INPUT_ROWS_H
#define TP_INPUT_ROWS_H

#include "input/inputs.h"

/* How many rows each table has. Status 3 with the place: there is no such
 * table, or no such member. */
int tp_rows_count(const tp_program *p, const tp_inputs_file *in,
                  tp_vec_u32 *counts, tp_diag *diag);
/* Their reads. */
void tp_rows_reads(const tp_program *p, const tp_inputs_file *in,
                   tp_input_edits *out);

#endif
