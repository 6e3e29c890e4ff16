/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir/region.h - where the ways from an operation meet again. */
#ifndef TP_IR_REGION_H
#define TP_IR_REGION_H

#include "ir/ir.h"

/* The operations that control may come to from one, itself included, before it
 * is where all its ways lead: behind the last of them. *leaves: it may leave
 * the function instead. Loops in it are whole; text that was left alone may
 * lead anywhere in its function. */
tp_ir_span tp_ir_region(const tp_ir *ir, uint32_t op, bool *leaves);
tp_func_id tp_ir_function_of(const tp_ir *ir, uint32_t op);
/* All its operations. */
static inline tp_ir_span tp_ir_body(const tp_ir *ir, tp_func_id f) {
  return (tp_ir_span){ir->first.at[f], ir->first.at[f + 1]};
}

#endif
