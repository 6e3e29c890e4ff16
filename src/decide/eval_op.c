/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations that make values, in the current state. */
#include "decide/eval.h"

static const tp_type *type_at(const tp_eval *e, tp_type_id t) {
  return tp_type_get(&e->p->types, t);
}

tp_value tp_eval_value(const tp_eval *e, uint32_t op) {
  const tp_eval_frame *f = tp_eval_top(e);
  return op == TP_IR_NONE ? (tp_value){0, TP_TYPE_VOID}
                          : f->values.at[op - f->base];
}

tp_value tp_eval_operand(const tp_eval *e, const tp_ir_op *op, uint32_t i) {
  return tp_eval_value(e, tp_ir_arg_of(e->ir, op, i));
}

void tp_eval_set_value(tp_eval *e, uint32_t op, tp_value v) {
  tp_eval_frame *f = tp_eval_top(e);
  f->values.at[op - f->base] = v;
}

tp_value tp_eval_promoted_operand(tp_eval *e, const tp_ir_op *op, uint32_t i) {
  tp_value v = tp_eval_operand(e, op, i);
  uint32_t of = tp_ir_arg_of(e->ir, op, i);
  tp_type_id t = of == TP_IR_NONE ? TP_TYPE_VOID : tp_ir_promoted(e->ir, of);
  return (tp_value){tp_sem_convert(&e->sem, v, t), t};
}

/* ---- arithmetic ---------------------------------------------------------- */

static bool is_address(const tp_eval *e, tp_value v) {
  uint8_t kind = type_at(e, v.type)->kind;
  return v.e && (kind == TP_T_POINTER || kind == TP_T_ARRAY);
}

/* The compiler, not the source, says how different objects lie. */
static bool is_layout_known(tp_eval *e, tp_op op, tp_value x, tp_value y) {
  uint64_t bits;
  if (!is_address(e, x) || !is_address(e, y) ||
      tp_expr_plain(e->x, x.e) == tp_expr_plain(e->x, y.e) ||
      (tp_expr_known(e->x, x.e, &bits) && !bits) ||
      (tp_expr_known(e->x, y.e, &bits) && !bits))
    return true;
  return tp_memory_is_order_known(&e->memory, x.e, y.e,
                                  op == TP_OP_EQ || op == TP_OP_NE);
}

static tp_value summand(tp_eval *e, const tp_ir_op *op, uint32_t i) {
  tp_value v = tp_eval_promoted_operand(e, op, i);
  tp_type_id type = tp_ir_moved_type(e->ir, op, v.type);
  return (tp_value){type == TP_TYPE_UNKNOWN ? 0 : v.e, type};
}

static tp_value binary(tp_eval *e, const tp_ir_op *op) {
  tp_value x = summand(e, op, 0), y = summand(e, op, 1);
  tp_value out = tp_sem_binary(&e->sem, (tp_op)op->op, x, y);
  if (!is_layout_known(e, (tp_op)op->op, x, y))
    out.e = tp_eval_fresh(e, out.type, TP_FREE_POINTER);
  return out;
}

void tp_eval_on_arith(void *eval, tp_arith n) {
  tp_eval *e = eval;
  VEC_PUSH(&e->model->ariths, ((tp_model_arith){e->s.guard, n}));
}

static tp_value unary(tp_eval *e, const tp_ir_op *op) {
  return tp_sem_unary(&e->sem, (tp_op)op->op,
                      op->op == TP_OP_NOT ? tp_eval_operand(e, op, 0)
                                          : tp_eval_promoted_operand(e, op, 0));
}

/* Of an address to a pointer: &x. */
static tp_value convert(tp_eval *e, const tp_ir_op *op) {
  tp_value v = tp_eval_operand(e, op, 0);
  uint32_t of = tp_ir_arg_of(e->ir, op, 0);
  bool is_place =
      of != TP_IR_NONE && tp_ir_at(e->ir, of)->kind <= TP_IR_ELEMENT;
  if ((is_place && type_at(e, op->type)->kind == TP_T_POINTER) ||
      tp_eval_is_aggregate(e, op->type))
    return (tp_value){v.e, op->type};
  return (tp_value){tp_eval_convert(e, v, op->type), op->type};
}

/* ---- temporaries --------------------------------------------------------- */

static uint32_t temporary_cell(tp_eval *e, uint32_t number) {
  tp_eval_frame *f = tp_eval_top(e);
  if (number >= f->temporaries.n)
    VEC_RESIZE(&f->temporaries, number + 1);
  if (!f->temporaries.at[number])
    f->temporaries.at[number] = ++e->memory.next_cell;
  return f->temporaries.at[number] - 1;
}

static void set(tp_eval *e, const tp_ir_op *op) {
  tp_value v = tp_eval_operand(e, op, 0);
  tp_expr value = tp_eval_is_aggregate(e, op->type)
                      ? v.e
                      : tp_sem_convert(&e->sem, v, op->type);
  e->s.cells = tp_store_set(e->memory.store, e->s.cells,
                            temporary_cell(e, op->ref), value);
}

/* It is asked for once; nothing of it is kept, so that nothing is merged. */
static tp_value get(tp_eval *e, const tp_ir_op *op) {
  uint32_t cell = temporary_cell(e, op->ref);
  tp_value out = {tp_store_get(e->memory.store, e->s.cells, cell), op->type};
  e->s.cells = tp_store_set(e->memory.store, e->s.cells, cell, 0);
  return out;
}

/* ---- all ----------------------------------------------------------------- */

/* Its content is any; where its initialiser follows nobody sees which. */
static void declare(tp_eval *e, uint32_t at, const tp_ir_op *op) {
  const tp_decl *d = &e->p->decls.at[op->ref];
  const tp_ir_op *next = tp_ir_at(e->ir, at + 1);
  if (op->n) {
    tp_eval_declare_room(e, op);
    return;
  }
  tp_object o = tp_eval_local(e, d->same, d->type, d->address_taken);
  if (next->kind == TP_IR_PLACE && next->node == op->node)
    e->s.cells = tp_memory_forget_object(&e->memory, e->s.cells, o);
  else
    tp_eval_unset(e, o, TP_FREE_UNSET);
}

static tp_value value_of(tp_eval *e, uint32_t at, const tp_ir_op *op) {
  tp_value out = {0, op->type};
  switch (op->kind) {
  case TP_IR_CONST:
    out.e = tp_sem_constant(&e->sem, op->type, op->ref);
    return out;
  case TP_IR_TRUTH:
    out.e = tp_expr_bv(e->x, 32, op->ref);
    return out;
  case TP_IR_LOAD:
    return tp_eval_load(e, at);
  case TP_IR_STORE:
    return tp_eval_do_store(e, op);
  case TP_IR_UNARY:
    return unary(e, op);
  case TP_IR_BINARY:
    return binary(e, op);
  case TP_IR_STEP:
    out = tp_eval_operand(e, op, 0);
    out.e = tp_sem_step(&e->sem, out, op->op == TP_OP_SUB);
    return out;
  case TP_IR_CONVERT:
    return convert(e, op);
  case TP_IR_GET:
    return get(e, op);
  case TP_IR_NEXT:
    return tp_eval_next_arg(e, tp_eval_operand(e, op, 0).e, op->type);
  case TP_IR_OPAQUE: /* it may have done anything */
    tp_eval_forget_all(e);
    return out;
  default:
    return out;
  }
}

/* A floating-point number, or what an operator makes of one. */
static bool is_rounded(const tp_eval *e, const tp_ir_op *op) {
  bool is_float = tp_type_is_float(&e->p->types, op->type);
  for (uint32_t i = 0; i < op->n && op->kind != TP_IR_LOAD; i++)
    is_float = is_float ||
               tp_type_is_float(&e->p->types, tp_eval_operand(e, op, i).type);
  return is_float;
}

static void make_value(tp_eval *e, uint32_t at, const tp_ir_op *op) {
  tp_value v = value_of(e, at, op);
  if (op->type == TP_TYPE_UNKNOWN) /* compilers compute it in their own ways */
    v = (tp_value){0, op->type};
  bool is_scalar = tp_type_is_scalar(&e->p->types, v.type);
  if (is_scalar && (e->trust.rounds || e->trust.rounding) && is_rounded(e, op))
    v.e = tp_eval_fresh(e, v.type, TP_FREE_ROUNDING);
  if (!v.e && is_scalar)
    v.e = tp_eval_fresh(e, v.type, TP_FREE_EXPRESSION);
  tp_eval_set_value(e, at, v);
}

void tp_eval_compute(tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  switch (op->kind) {
  case TP_IR_PLACE:
  case TP_IR_TEXT:
  case TP_IR_LITERAL:
  case TP_IR_HOLD:
  case TP_IR_FIELD:
  case TP_IR_ELEMENT:
    tp_eval_set_value(e, at, (tp_value){tp_eval_address(e, op), op->type});
    return;
  case TP_IR_LIST: /* who stores it looks at its parts */
  case TP_IR_PART:
  case TP_IR_CHECK:
    return;
  case TP_IR_SET:
    set(e, op);
    return;
  case TP_IR_DECLARE:
    declare(e, at, op);
    return;
  default:
    make_value(e, at, op);
  }
}
