/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/lower.h - the meaning of a planned expression.
 *
 * In: a number of the plan and the expressions of its leaves, as they were in
 * memory (bit vectors). Out: what was computed from them, by C's rules and the
 * types of the operations. 0 whenever something in it is not modelled: the
 * value is then taken as it was in the run.
 */
#ifndef TP_ENGINE_LOWER_H
#define TP_ENGINE_LOWER_H

#include "engine/choice.h"
#include "instr/plan.h"
#include "ir/ir.h"
#include "sem/sem.h"

/* A leaf as the trace has it. */
typedef struct tp_leaf {
  tp_expr bits;           /* its bytes; of a table: the element that was read */
  const tp_expr *element; /* table read by symbolic index: all elements' bytes
                             in row order; else NULL */
  uint32_t n_elements;
  tp_choice_table table; /* that holds just these elements; 0: not constant */
  int64_t first; /* of a table behind a pointer: number of the first element of
                    the outermost dimension, as seen from the accessed one, */
  uint64_t here; /* whose address this is */
} tp_leaf;

#define TP_LOWERED_LEAVES 4

/* What a planned expression meant with these leaves, none of them a table. */
typedef struct tp_lowered {
  uint32_t plan_number; /* 0: none */
  tp_expr leaf[TP_LOWERED_LEAVES], meaning;
} tp_lowered;

typedef struct tp_lowering {
  tp_sem sem;
  const tp_ir *ir;
  const tp_plan *plan;
  tp_tables *tables;
  tp_lowered *lowered;     /* TP_LIMIT_LOWER_KEPT of them, by hash; NULL: they
                              are not kept */
  bool *has_other_objects; /* set where a pointer may lead to another object
                              than the one whose elements are in the trace */
} tp_lowering;

/* Plan kind CONDITION: a truth value. SWITCH: the promoted value. The others:
 * the bytes that were stored. */
tp_expr tp_lower_plan(const tp_lowering *l, uint32_t plan_number,
                      const tp_leaf *leaves);

/* A store through a symbolic index: the last leaf is the table. The new bytes
 * of each of its elements go to out[0 .. n_elements-1]; false: not modelled. */
bool tp_lower_table_store(const tp_lowering *l, uint32_t plan_number,
                          const tp_leaf *leaves, tp_expr *out);

#endif
