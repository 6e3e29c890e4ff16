/* SPDX-License-Identifier: GPL-3.0-or-later */
/* instr/instr.h - a typed program in, instrumented C text and its plan out.
 *
 * Text that is not instrumented stays byte for byte, line markers included;
 * the instrumented program behaves exactly as the plain one.
 */
#ifndef TP_INSTR_INSTR_H
#define TP_INSTR_INSTR_H

#include "base/str.h"
#include "flow/flow.h"
#include "instr/plan.h"

/* Texts of the units, in the order of p->units (index 0 unused). With
 * `branches_only` nothing is symbolic: only decisions are recorded. */
typedef struct tp_instr_result {
  VEC(tp_str) units;
  tp_plan plan;
} tp_instr_result;

void tp_instr_write(tp_instr_result *out, const tp_ir *ir,
                    const tp_taint *taint, bool branches_only);
void tp_instr_free(tp_instr_result *r);

#endif
