/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initialisers: what a declaration puts into its object. */
#include "decide/eval.h"

void tp_eval_zero(tp_eval *e, tp_object o) {
  tp_object_info info = e->memory.objects.at[o];
  for (uint32_t i = 0; i < info.n_cells; i++) {
    unsigned size = e->memory.layouts.at[info.layout_first + i].size;
    e->s.cells = tp_store_set(e->memory.store, e->s.cells, info.first_cell + i,
                              tp_expr_bv(e->x, 8 * size, 0));
  }
}

static uint64_t size_of(const tp_eval *e, tp_type_id t) {
  return tp_type_get(&e->p->types, t)->size;
}

/* char s[8] = "abc" */
static bool is_text(const tp_eval *e, uint32_t value, tp_type_id type) {
  return value != TP_IR_NONE && tp_ir_at(e->ir, value)->kind == TP_IR_TEXT &&
         tp_type_get(&e->p->types, type)->kind == TP_T_ARRAY;
}

static void copy_text(tp_eval *e, tp_expr address, tp_type_id type,
                      tp_value text) {
  uint64_t size = size_of(e, type), have = size_of(e, text.type);
  e->s.cells = tp_memory_copy(&e->memory, e->s.cells, address, text.e,
                              have < size ? have : size);
}

static void store_part(tp_eval *e, tp_expr object, const tp_ir_op *part) {
  const tp_ir_part *where = tp_ir_part_of(e->ir, part);
  tp_expr address = tp_eval_offset(e, object, where->offset);
  tp_value v = tp_eval_operand(e, part, 0);
  if (where->field != TP_IR_NONE)
    tp_eval_store_field(e, address, &e->p->types.fields.at[where->field], v);
  else if (is_text(e, tp_ir_arg_of(e->ir, part, 0), part->type))
    copy_text(e, address, part->type, v);
  else
    tp_eval_store(e, address, part->type, v);
}

/* Whether making the parts has side effects: in which order, and how often,
 * where a member is given twice the compilers do not say. */
static bool acts(const tp_eval *e, uint32_t list) {
  const tp_ir_op *op = tp_ir_at(e->ir, list);
  uint32_t from = op->n ? e->ir->args.at[op->first].from : list;
  for (uint32_t i = from; i < list; i++)
    if (tp_ir_acts(e->ir, tp_ir_at(e->ir, i)))
      return true;
  return false;
}

/* A part lies in another: which of them was given last the order of the
 * members does not tell. */
static bool has_overlap(const tp_eval *e, const tp_ir_op *list) {
  uint64_t at = 0, end = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    const tp_ir_op *part = tp_ir_at(e->ir, tp_ir_arg_of(e->ir, list, i));
    const tp_ir_part *where = tp_ir_part_of(e->ir, part);
    uint64_t size = size_of(e, part->type);
    bool is_same = where->offset == at && where->offset + size == end;
    if (where->field != TP_IR_NONE)
      continue;
    if (where->offset < end && !is_same)
      return true;
    at = where->offset;
    end = at + size;
  }
  return false;
}

bool tp_eval_initialise(tp_eval *e, tp_expr address, tp_type_id type,
                        uint32_t value) {
  const tp_ir_op *op = value == TP_IR_NONE ? NULL : tp_ir_at(e->ir, value);
  uint64_t bits = 0;
  int64_t offset;
  bool is_list = op && op->kind == TP_IR_LIST;
  if (!is_list && !is_text(e, value, type))
    return false;
  tp_expr_known(e->x, address, &bits);
  tp_eval_zero(e, tp_memory_object(&e->memory, bits, &offset));
  if (!is_list)
    copy_text(e, address, type, tp_eval_value(e, value));
  for (uint32_t i = 0; is_list && i < op->n; i++)
    store_part(e, address, tp_ir_at(e->ir, tp_ir_arg_of(e->ir, op, i)));
  if (is_list && has_overlap(e, op))
    e->s.cells =
        tp_memory_forget(&e->memory, e->s.cells, address, size_of(e, type));
  if (is_list && op->flags & TP_IR_OPEN && acts(e, value))
    tp_eval_forget_all(e);
  return true;
}
