/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop over operations: where the walk is, where states wait for it, and
 * what leads elsewhere. Nothing here recurs: 3,000 nested ifs are 3,000 states
 * that wait. */
#include "decide/eval.h"

#define LOOK 64    /* operations between two looks at the clock */
#define PIECE 2000 /* steps after which others may have their turn */

void tp_eval_record(tp_eval *e, tp_decision_id d, tp_expr value) {
  bool is_asked = !e->opt->given || e->is_onward;
  if (!tp_eval_is_dead(e) && is_asked)
    VEC_PUSH(&e->model->instances,
             (tp_instance){d, e->s.guard, value, e->hazards, e->turn,
                           !e->is_generic && !e->memory.is_shared,
                           e->model->broken.n});
}

/* ---- states that wait ---------------------------------------------------- */

static void wait_at(tp_eval_frame *f, uint32_t op, tp_state s) {
  uint32_t i = f->waiting.n;
  VEC_PUSH(&f->waiting, (tp_eval_waiting){op, s});
  for (; i > 0 && f->waiting.at[i - 1].op < op; i--)
    f->waiting.at[i] = f->waiting.at[i - 1];
  f->waiting.at[i] = (tp_eval_waiting){op, s};
}

void tp_eval_go(tp_eval *e, uint32_t from, uint32_t to, tp_state s) {
  tp_eval_frame *f = tp_eval_top(e);
  if (s.guard == TP_GUARD_NEVER)
    return;
  if (to > from) {
    wait_at(f, to, s);
    return;
  }
  uint32_t i = f->loops.n - 1;
  while (tp_eval_extent(e, &f->loops.at[i])->head != to)
    i--; /* it lies around the jump, so it is open */
  VEC_PUSH(&f->loops.at[i].again, s);
}

/* Those that jumped here first, the latest of them first, then what comes from
 * the operation before: so both sides of a chain of conditions are whole when
 * they meet. */
static void take_waiting(tp_eval *e, tp_eval_frame *f, uint32_t op) {
  tp_state mine = e->s;
  if (!f->waiting.n || VEC_LAST(&f->waiting).op != op)
    return;
  tp_eval_come(e, op);
  tp_eval_kill(e);
  while (f->waiting.n && VEC_LAST(&f->waiting).op == op)
    tp_eval_join(e, VEC_POP(&f->waiting).state);
  tp_eval_join(e, mine);
}

/* ---- what leads elsewhere ------------------------------------------------ */

static uint32_t target(const tp_eval *e, const tp_ir_op *op, uint32_t i) {
  return e->ir->targets.at[op->to + i].op;
}

static void decide(tp_eval *e, uint32_t at, const tp_ir_op *op) {
  tp_guards *g = &e->model->guards;
  tp_expr truth = tp_sem_truth(&e->sem, tp_eval_operand(e, op, 0));
  tp_sbranch sides[] = {UINT32_MAX, UINT32_MAX};
  if (!truth)
    truth = tp_eval_fresh_bool(e, TP_FREE_EXPRESSION);
  truth = tp_diary_condition(e, op->node, truth);
  if (op->ref) {
    tp_eval_record(e, op->ref, truth);
    sides[0] = e->p->decisions.at[op->ref].first;
    sides[1] = sides[0] + 1;
  }
  tp_eval_note_test(e, op, truth);
  tp_state other = e->s;
  tp_guard_split(g, other.guard, truth, sides, &e->s.guard, &other.guard);
  tp_eval_go(e, at, target(e, op, 0), e->s);
  tp_eval_go(e, at, target(e, op, 1), other);
  tp_eval_kill(e);
}

/* Whether a value of this type is that of the i-th target's label; 0 is the
 * label of default. */
static tp_expr is_label(tp_eval *e, const tp_ir_op *op, uint32_t i,
                        tp_value v) {
  bool is_signed = tp_type_is_signed(&e->p->types, v.type);
  uint32_t label = e->ir->targets.at[op->to + i].label;
  const tp_case *c = &e->p->cases.at[label];
  if (label)
    return tp_sem_in_range(e->x, v.e, is_signed, (uint64_t)c->low,
                           (uint64_t)c->high);
  tp_expr none = tp_expr_bool(e->x, true);
  for (uint32_t k = 0; k < op->n_to; k++)
    if (e->ir->targets.at[op->to + k].label)
      none = tp_expr_and(e->x, none, tp_expr_not(e->x, is_label(e, op, k, v)));
  return none;
}

static void choose_case(tp_eval *e, uint32_t at, const tp_ir_op *op) {
  tp_guards *g = &e->model->guards;
  tp_value v = tp_eval_promoted_operand(e, op, 0);
  VEC(tp_expr) labels = {0};
  uint32_t of = 0, n = 0, group = tp_guards_group(g);
  uint64_t bits;
  v.e =
      tp_diary_condition(e, op->node, tp_eval_known(e, v, TP_FREE_EXPRESSION));
  for (uint32_t i = 0; i < op->n_to; i++) {
    VEC_PUSH(&labels, is_label(e, op, i, v));
    of += !tp_expr_known(e->x, labels.at[i], &bits) || bits;
  }
  if (op->ref)
    tp_eval_record(e, op->ref, v.e);
  for (uint32_t i = 0; i < op->n_to; i++) {
    tp_sbranch branch =
        op->ref ? e->p->decisions.at[op->ref].first + i : UINT32_MAX;
    tp_state s = e->s;
    s.guard = tp_guard_add_case(g, s.guard, labels.at[i], branch, group, n, of);
    n += !tp_expr_known(e->x, labels.at[i], &bits) || bits;
    tp_eval_go(e, at, target(e, op, i), s);
  }
  VEC_FREE(&labels);
  tp_eval_kill(e);
}

/* To any of the targets from `first` on, and nowhere else. */
static void go_to_any(tp_eval *e, uint32_t at, const tp_ir_op *op,
                      uint32_t first) {
  for (uint32_t i = first; i < op->n_to; i++) {
    tp_state s = e->s;
    s.guard =
        tp_guard_add(&e->model->guards, s.guard,
                     tp_eval_fresh_bool(e, TP_FREE_EXPRESSION), UINT32_MAX);
    tp_eval_go(e, at, target(e, op, i), s);
  }
  tp_eval_kill(e);
}

/* Text that was left alone has done anything when one of its parts is come to,
 * so that its first turn stands for all. */
static void choose_part(tp_eval *e, uint32_t at, const tp_ir_op *op) {
  tp_eval_forget_all(e);
  tp_eval_go(e, at, target(e, op, 0), e->s);
  go_to_any(e, at, op, 1);
}

static void jump(tp_eval *e, uint32_t at, const tp_ir_op *op) {
  uint32_t to = target(e, op, 0);
  const tp_ir_op *there = tp_ir_at(e->ir, to);
  bool is_part = to <= at && there->kind == TP_IR_CHOOSE && !there->n;
  if (!is_part)
    tp_eval_go(e, at, to, e->s);
  tp_eval_kill(e);
}

static void leave_by(tp_eval *e, const tp_ir_op *op) {
  tp_eval_frame *f = tp_eval_top(e);
  if (op->n && f->result) {
    const tp_decl *d = &e->p->decls.at[e->p->funcs.at[f->func].decl];
    tp_eval_store(e, tp_memory_address(&e->memory, f->result, 0),
                  tp_type_get(&e->p->types, d->type)->base,
                  tp_eval_operand(e, op, 0));
  }
  if (!tp_eval_is_dead(e))
    VEC_PUSH(&f->returns, e->s);
  tp_eval_kill(e);
}

/* ---- one operation ------------------------------------------------------- */

static void execute(tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  tp_eval_come(e, at);
  e->steps++;
  tp_eval_pass(e, op);
  tp_eval_settle_test(e, op);
  if (tp_eval_is_dead(e))
    return;
  switch (op->kind) {
  case TP_IR_CALL:
  case TP_IR_INPUT:
    tp_eval_call(e, at);
    return;
  case TP_IR_CHECK: /* what follows it must hold for is not asked yet */
    return;
  case TP_IR_DECIDE:
    decide(e, at, op);
    return;
  case TP_IR_SWITCH:
    choose_case(e, at, op);
    return;
  case TP_IR_CHOOSE:
    if (op->n) /* a computed goto */
      go_to_any(e, at, op, 0);
    else
      choose_part(e, at, op);
    return;
  case TP_IR_JUMP:
    jump(e, at, op);
    return;
  case TP_IR_RETURN:
    leave_by(e, op);
    return;
  default:
    tp_eval_compute(e, at);
  }
}

/* Loops in loops, jumps back and forth: nothing is proved with a walk that was
 * ended. */
static void look_at_limits(tp_eval *e) {
  if (e->steps >= e->next_pause) {
    e->next_pause = e->steps + PIECE;
    if (e->opt->pause)
      e->opt->pause(e->opt->state, e->steps - e->told);
    e->told = e->steps;
  }
  bool is_late =
      e->opt->budget && tp_budget_over(e->opt->budget) != TP_STOP_NONE;
  bool is_far = e->is_onward && e->steps > e->onward_until;
  if (!is_late && !is_far && e->steps <= 2 * e->opt->max_steps)
    return;
  tp_model_cut(e->model, is_late ? TP_FREE_TIME : TP_FREE_LOOP, e->where);
  e->is_ended = true;
}

/* Loops around the operation that are not being walked yet: those that begin
 * before it were jumped into, and the state is still dead. */
static void open_loops(tp_eval *e, tp_eval_frame *f, uint32_t at,
                       bool begin_here) {
  for (;;) {
    uint32_t open = f->loops.n ? VEC_LAST(&f->loops).number + 1 : 0;
    uint32_t l = e->loops.of.at[at];
    if (l == open)
      return;
    while (e->loops.at.at[l - 1].outer != open)
      l = e->loops.at.at[l - 1].outer;
    if (e->loops.at.at[l - 1].head == at && !begin_here)
      return;
    tp_eval_open_loop(e, l - 1);
  }
}

static void come_to(tp_eval *e, tp_eval_frame *f, uint32_t at) {
  open_loops(e, f, at, false);
  take_waiting(e, f, at);
  open_loops(e, f, at, true);
  if (tp_bits_has(&e->marked, at) && !tp_eval_is_dead(e))
    tp_eval_at_marks(e, at);
  f->at = at + 1;
  if (!tp_eval_is_dead(e))
    execute(e, at);
}

/* Where the walk of the function on top goes on; TP_IR_NONE: it is over. */
static uint32_t next_place(const tp_eval *e, const tp_eval_frame *f) {
  if (!tp_eval_is_dead(e))
    return f->at;
  return f->waiting.n ? VEC_LAST(&f->waiting).op : TP_IR_NONE;
}

void tp_eval_run(tp_eval *e) {
  while (e->frames.n && !e->is_ended) {
    tp_eval_frame *f = tp_eval_top(e);
    uint32_t next = next_place(e, f);
    if (f->loops.n && tp_eval_extent(e, &VEC_LAST(&f->loops))->end < next)
      tp_eval_end_turn(e);
    else if (next == TP_IR_NONE)
      tp_eval_leave(e);
    else
      come_to(e, f, next);
    if (++e->n_looks % LOOK == 0)
      look_at_limits(e);
  }
  tp_eval_drop_frames(e);
}
