/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of each scalar without an initialiser the ways from the beginning of its
 * function, and from where it is declared, are walked until it is set. Arrays
 * and records are set piece by piece: of them nothing is known. */
#include "flow/uninitialised.h"

#include "base/limits.h"
#include "flow/address.h"

typedef struct search {
  const tp_ir *ir;
  uint32_t *seen; /* by operation: by the walk of that number */
  uint32_t walk;
  tp_vec_u32 work;
  uint64_t spent; /* operations */
} search;

static bool is_scalar(const tp_program *p, tp_type_id type) {
  tp_type_kind kind = tp_type_get(&p->types, type)->kind;
  return kind != TP_T_ARRAY && kind != TP_T_RECORD;
}

typedef enum effect { NOTHING, SETS, READS } effect;

/* What an operation does to a variable that it names itself. */
static effect effect_on(const tp_ir *ir, const tp_ir_op *op, tp_decl_id d) {
  effect out = NOTHING;
  for (uint32_t i = 0; i < op->n; i++) {
    uint32_t value = tp_ir_arg_of(ir, op, i);
    const tp_ir_op *place = value == TP_IR_NONE ? op : tp_ir_at(ir, value);
    if (place->kind != TP_IR_PLACE || place->ref != d ||
        op->kind == TP_IR_CHECK)
      continue;
    if (op->kind != TP_IR_STORE || i != 0)
      return READS;
    out = SETS;
  }
  return out;
}

static void push(search *s, uint32_t op) {
  if (s->seen[op] != s->walk)
    VEC_PUSH(&s->work, op);
  s->seen[op] = s->walk;
}

/* Whether it may be read on a way that begins there before it is set. */
static bool is_read_from(search *s, uint32_t op, tp_decl_id d) {
  bool is_read = false;
  s->walk++;
  push(s, op);
  while (s->work.n && !is_read) {
    uint32_t i = VEC_POP(&s->work);
    const tp_ir_op *at = tp_ir_at(s->ir, i);
    effect e = effect_on(s->ir, at, d);
    is_read = e == READS || ++s->spent > TP_LIMIT_FLOW_UNSET;
    for (uint32_t t = 0; e == NOTHING && t < at->n_to; t++)
      push(s, s->ir->targets.at[at->to + t].op);
    if (e == NOTHING && !tp_ir_is_end(at))
      push(s, i + 1);
  }
  VEC_CLEAR(&s->work);
  return is_read;
}

/* Of the variable that is declared there, in a function that begins at
 * `first`. */
static bool may_be_unset(search *s, uint32_t first, uint32_t declare) {
  const tp_ir_op *op = tp_ir_at(s->ir, declare);
  const tp_ir_op *next = tp_ir_at(s->ir, declare + 1);
  bool has_value = next->kind == TP_IR_PLACE && next->node == op->node;
  if (!is_scalar(s->ir->p, op->type))
    return !has_value;
  return (!has_value && is_read_from(s, declare, op->ref)) ||
         is_read_from(s, first, op->ref);
}

bool tp_flow_may_be_uninitialised(const tp_ir *ir) {
  search s = {.ir = ir, .seen = TP_NEW_ARRAY(uint32_t, ir->ops.n + 1)};
  bool may_be = ir->p->opaque > 0;
  for (tp_func_id f = 1; f < ir->p->funcs.n; f++)
    for (uint32_t i = ir->first.at[f];
         i < ir->first.at[f + 1] && ir->p->funcs.at[f].is_user && !may_be; i++)
      if (tp_ir_at(ir, i)->kind == TP_IR_DECLARE)
        may_be = may_be_unset(&s, ir->first.at[f], i);
  tp_free(s.seen);
  VEC_FREE(&s.work);
  return may_be;
}
