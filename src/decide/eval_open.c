/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What C leaves to the compiler: which operand is evaluated first. The
 * operations are in an order that was measured; where they are marked open, it
 * may be another. Where one side only reads, it may read before or after the
 * other acts; where both sides call functions of the program, and one of these
 * writes what is not its own, nothing is known of what they do. */
#include "decide/eval.h"

/* It reads memory, and does nothing else: it may be evaluated again. */
static bool only_reads(const tp_ir *ir, tp_ir_span r) {
  bool reads = false;
  for (uint32_t i = r.from; i < r.to; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    if (tp_ir_acts(ir, op) || tp_ir_is_end(op) || op->kind == TP_IR_GET)
      return false;
    reads = reads || op->kind == TP_IR_LOAD;
  }
  return reads;
}

/* It is a call, and nothing else is in it. */
static bool is_call(const tp_ir *ir, uint32_t at, uint32_t i) {
  uint32_t of = tp_ir_arg_of(ir, tp_ir_at(ir, at), i);
  if (of == TP_IR_NONE)
    return false;
  const tp_ir_op *op = tp_ir_at(ir, of);
  return (op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT) &&
         ir->args.at[op->first].from == tp_ir_operand(ir, at, i).from;
}

/* gcc folds f() < g() + 1 and its like, and with that takes g() first; it and
 * clang take plain calls as they come. */
static bool may_be_turned(const tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  if (op->kind == TP_IR_BINARY)
    return e->ir->is_gcc && !(is_call(e->ir, at, 0) && is_call(e->ir, at, 1));
  return op->kind == TP_IR_STORE && op->op == TP_OP_ASSIGN;
}

static bool is_in_any_order(const tp_eval *e, uint32_t at) {
  tp_ir_span a = tp_ir_operand(e->ir, at, 0), b = tp_ir_operand(e->ir, at, 1);
  bool first, second;
  return may_be_turned(e, at) && tp_ir_any_acts(e->ir, a) &&
         tp_ir_any_acts(e->ir, b) &&
         tp_eval_reaches_out(e, a.from, a.to, &first) &&
         tp_eval_reaches_out(e, b.from, b.to, &second) && (first || second);
}

/* It chooses by what it reads, and does nothing. */
static bool chooses(const tp_ir *ir, tp_ir_span r) {
  bool reads = false, jumps = false;
  for (uint32_t i = r.from; i < r.to; i++) {
    reads = reads || tp_ir_at(ir, i)->kind == TP_IR_LOAD;
    jumps = jumps || tp_ir_is_end(tp_ir_at(ir, i));
  }
  return reads && jumps && !tp_ir_any_acts(ir, r);
}

/* gcc evaluates the first part of a comma expression before what is beside it,
 * and reads the variable that is its last one afterwards. Whether there is one
 * is seen only of a call, and of a choice: these it takes as they come. */
static bool is_moved(const tp_eval *e, uint32_t at) {
  const tp_ir *ir = e->ir;
  bool is_store = tp_ir_at(ir, at)->kind == TP_IR_STORE, writes;
  for (uint32_t i = 0; i < 2 && ir->is_gcc; i++) {
    uint32_t value = tp_ir_arg_of(ir, tp_ir_at(ir, at), i);
    tp_ir_span other = tp_ir_operand(ir, at, 1 - i);
    bool is_choice =
        value != TP_IR_NONE && tp_ir_at(ir, value)->kind == TP_IR_GET;
    if (!chooses(ir, tp_ir_operand(ir, at, i)) ||
        (is_choice && (is_store || is_call(ir, at, 1 - i))))
      continue;
    tp_eval_reaches_out(e, other.from, other.to, &writes);
    if (writes)
      return true;
  }
  return false;
}

/* L op= R: gcc takes R first if it has side effects, and calls of some
 * functions outside the program (abs) have none for it. */
static bool may_be_late(const tp_eval *e, uint32_t at) {
  tp_ir_span left = tp_ir_operand(e->ir, at, 0);
  bool writes;
  tp_eval_reaches_out(e, left.from, left.to, &writes);
  return e->ir->is_gcc && writes &&
         tp_ir_any_acts(e->ir, tp_ir_operand(e->ir, at, 1));
}

/* ---- marks --------------------------------------------------------------- */

static void mark(tp_eval *e, uint32_t at, uint32_t op, tp_eval_mark_kind what,
                 uint32_t operand) {
  uint32_t *first = tp_map_put(&e->first_mark, at, NULL);
  VEC_PUSH(&e->marks,
           (tp_eval_mark){op, *first, (uint8_t)what, (uint8_t)operand});
  *first = e->marks.n;
  tp_bits_add(&e->marked, at);
}

/* gcc reads n in n + f() afterwards, clang before; n in f() + n both of them
 * afterwards. */
static bool may_read_at_another_time(const tp_ir *ir, uint32_t at,
                                     uint32_t operand) {
  return tp_ir_at(ir, at)->kind == TP_IR_STORE ||
         tp_ir_operand(ir, at, operand).from <
             tp_ir_operand(ir, at, 1 - operand).from;
}

/* The store of L = R, or of L op= R. */
static bool is_assigned(const tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  return op->kind == TP_IR_STORE && op->op != TP_OP_NONE &&
         !tp_ir_is_step(e->ir, op);
}

static bool is_plain(const tp_eval *e, uint32_t at) {
  return tp_ir_at(e->ir, at)->op == TP_OP_ASSIGN;
}

static void mark_open(tp_eval *e, uint32_t at) {
  tp_ir_span r[2] = {tp_ir_operand(e->ir, at, 0), tp_ir_operand(e->ir, at, 1)};
  uint32_t start = r[0].from < r[1].from ? r[0].from : r[1].from;
  bool is_updated = is_assigned(e, at) && !is_plain(e, at);
  if (is_updated ? may_be_late(e, at)
                 : is_in_any_order(e, at) || is_moved(e, at)) {
    for (uint32_t i = 0; i < 2; i++)
      mark(e, r[i].from, at, TP_EVAL_MARK_FORGET, 0);
    mark(e, at, at, TP_EVAL_MARK_ANY, 0);
    return;
  }
  if (is_updated)
    return;
  for (uint32_t i = 0; i < 2; i++)
    if (may_read_at_another_time(e->ir, at, i) && only_reads(e->ir, r[i]) &&
        tp_ir_any_acts(e->ir, r[1 - i])) {
      mark(e, start, at, TP_EVAL_MARK_BEFORE, 0);
      mark(e, at, at, TP_EVAL_MARK_READ, i);
    }
}

/* Of calls the order of the arguments is as it was measured. */
static bool is_looked_at(const tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  return op->flags & TP_IR_OPEN &&
         (op->kind == TP_IR_BINARY || op->kind == TP_IR_ELEMENT ||
          is_assigned(e, at));
}

void tp_eval_find_open(tp_eval *e) {
  tp_bits_init(&e->marked, e->ir->ops.n);
  for (uint32_t i = 0; i < e->ir->ops.n; i++)
    if (is_looked_at(e, i))
      mark_open(e, i);
}

/* ---- in the walk --------------------------------------------------------- */

/* One of two values, nobody knows which. */
static tp_expr either(tp_eval *e, tp_expr a, tp_expr b) {
  if (!a || !b || a == b)
    return a && b ? a : 0;
  return tp_expr_ite(e->x, tp_eval_fresh_bool(e, TP_FREE_EXPRESSION), a, b);
}

/* What an operand that only reads is worth with such memory. */
static tp_value read_again(tp_eval *e, uint32_t at, uint32_t operand,
                           tp_cells cells) {
  tp_ir_span r = tp_ir_operand(e->ir, at, operand);
  tp_cells now = e->s.cells;
  e->s.cells = cells;
  for (uint32_t i = r.from; i < r.to; i++)
    tp_eval_compute(e, i);
  e->s.cells = now;
  return tp_eval_operand(e, tp_ir_at(e->ir, at), operand);
}

static void read_both_ways(tp_eval *e, const tp_eval_mark *m) {
  const uint32_t *before = tp_map_get(&tp_eval_top(e)->snapshots, m->op);
  tp_value a = read_again(e, m->op, m->operand, before ? *before : 0);
  tp_value b = read_again(e, m->op, m->operand, e->s.cells);
  b.e = either(e, a.e, b.e);
  tp_eval_set_value(e, tp_ir_arg_of(e->ir, tp_ir_at(e->ir, m->op), m->operand),
                    b);
}

static void know_nothing(tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  tp_eval_forget_all(e);
  for (uint32_t i = 0; i < op->n; i++) {
    uint32_t of = tp_ir_arg_of(e->ir, op, i);
    if (of != TP_IR_NONE)
      tp_eval_set_value(e, of, (tp_value){0, tp_ir_at(e->ir, of)->type});
  }
}

void tp_eval_at_marks(tp_eval *e, uint32_t op) {
  uint32_t next = *tp_map_get(&e->first_mark, op);
  while (next) {
    const tp_eval_mark *m = &e->marks.at[next - 1];
    switch ((tp_eval_mark_kind)m->what) {
    case TP_EVAL_MARK_BEFORE:
      *tp_map_put(&tp_eval_top(e)->snapshots, m->op, NULL) = e->s.cells;
      break;
    case TP_EVAL_MARK_FORGET:
      tp_eval_forget_all(e);
      break;
    case TP_EVAL_MARK_ANY:
      know_nothing(e, m->op);
      break;
    case TP_EVAL_MARK_READ:
      read_both_ways(e, m);
      break;
    }
    next = m->next;
  }
}
