/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for what is assigned, merged and asked; what is not followed. */
#include "decide/diary.h"

#include "base/limits.h"
#include "decide/eval.h"
#include "ir/region.h"

void tp_diary_free(tp_diary *t) {
  VEC_FREE(&t->at);
  for (uint32_t i = 0; i < t->facts.n; i++)
    tp_free(t->facts.at[i].text);
  VEC_FREE(&t->facts);
  VEC_FREE(&t->turns);
  tp_map_free(&t->turn_of);
  VEC_FREE(&t->pruned);
  VEC_FREE(&t->calls);
  VEC_FREE(&t->cells);
  VEC_FREE(&t->left);
  VEC_FREE(&t->decides);
  tp_bits_free(&t->called);
  tp_map_free(&t->by_var);
}

const tp_definition *tp_diary_find(const tp_diary *t, uint32_t var) {
  const uint32_t *slot = tp_map_get(&t->by_var, var);
  return slot ? &t->at.at[*slot - 1] : NULL;
}

static bool has_cell(const uint32_t *at, uint32_t n, uint32_t cell) {
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (at[middle] < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && at[low] == cell;
}

bool tp_diary_changes(const tp_diary *t, const tp_pruned *p, uint32_t cell,
                      uint32_t time) {
  const uint32_t *at = t->cells.at + p->first_cell;
  uint32_t left = p->function < t->left.n ? t->left.at[p->function] : 0;
  return has_cell(at, p->n_cells, cell) ||
         (left && left <= time &&
          has_cell(at + p->n_cells, p->n_returning, cell));
}

bool tp_diary_call_changes(const tp_diary *t, const tp_declared_call *c,
                           uint32_t cell) {
  return has_cell(t->cells.at + c->first_cell, c->n_cells, cell);
}

/* ---- names --------------------------------------------------------------- */

/* False: no variable has that width, or it is a float, of which the bits are
 * named where it is stored. */
static bool type_of(const tp_exprs *x, tp_expr value, tp_wire_type *out) {
  tp_sort sort = tp_expr_sort(x, value);
  if (sort != TP_X_BOOL && sort != TP_X_BV)
    return false;
  unsigned width = tp_expr_width(x, value);
  *out = sort == TP_X_BOOL ? TP_W_BOOL
         : width == 8      ? TP_W_U8
         : width == 16     ? TP_W_U16
         : width == 32     ? TP_W_U32
                           : TP_W_U64;
  return *out == TP_W_BOOL || width == 8 * tp_wire_type_size(*out);
}

/* Gives the name; or what it is, if it gets none. */
static tp_expr define(tp_diary *t, tp_exprs *x, tp_vars *vars,
                      tp_definition d) {
  tp_wire_type type;
  if (!type_of(x, d.is, &type))
    return d.is;
  if (t->at.n >= TP_LIMIT_DIARY_TOLD) {
    t->is_full = true;
    return d.is;
  }
  /* The key is of no input: the top bits are those of no hash in use. */
  tp_var what = {.key = UINT64_C(0xda3e) << 48 | (t->at.n + 1),
                 .type = (uint8_t)type};
  uint32_t var = tp_vars_of(vars, x, &what);
  d.name = type == TP_W_BOOL ? tp_expr_var(x, var, TP_X_BOOL, 1)
                             : vars->at.at[var].bits;
  tp_expr_name(x, var, d.is);
  VEC_PUSH(&t->at, d);
  *tp_map_put(&t->by_var, var, NULL) = t->at.n;
  return d.name;
}

tp_expr tp_diary_nowhere(tp_diary *t, tp_exprs *x, tp_vars *vars,
                         tp_node_id n) {
  return define(t, x, vars,
                (tp_definition){.is = tp_expr_bool(x, false),
                                .node = n,
                                .cell = TP_NO_CELL,
                                .kind = TP_DIARY_NOWHERE});
}

static tp_expr define_here(tp_eval *e, tp_definition d) {
  return define(e->opt->told, e->x, e->model->vars, d);
}

static tp_expr name_cell(void *state, uint32_t cell, tp_expr value,
                         bool is_merge) {
  tp_eval *e = state;
  return define_here(e, (tp_definition){.is = value,
                                        .node = e->where,
                                        .cell = cell,
                                        .kind = is_merge ? TP_DIARY_MERGED
                                                         : TP_DIARY_ASSIGNED});
}

tp_expr tp_diary_condition(tp_eval *e, tp_node_id n, tp_expr value) {
  if (!e->opt->told)
    return value;
  return define_here(e, (tp_definition){.is = value,
                                        .node = n,
                                        .cell = TP_NO_CELL,
                                        .kind = TP_DIARY_CONDITION});
}

/* ---- any turn of a loop -------------------------------------------------- */

uint32_t tp_diary_now(const tp_eval *e) {
  return e->opt->told ? e->opt->told->at.n : 0;
}

void tp_diary_turn(tp_eval *e, const tp_eval_loop *l, tp_guard end,
                   tp_expr holds) {
  tp_diary *t = e->opt->told;
  tp_expr is_in = e->model->guards.at.at[l->any].literal;
  uint32_t var = tp_expr_vars_end(e->x, is_in) - 1;
  uint64_t bits;
  VEC_PUSH(
      &t->turns,
      (tp_told_turn){.var = var,
                     .node = tp_ir_at(e->ir, tp_eval_extent(e, l)->head)->node,
                     .before = l->before.guard,
                     .end = end,
                     .time_before = l->told,
                     .time_end = t->at.n,
                     .first = t->facts.n});
  *tp_map_put(&t->turn_of, var, NULL) = t->turns.n;
  holds = tp_expr_and(e->x, is_in, holds);
  if (!tp_expr_constant(e->x, holds, &bits))
    tp_expr_name_late(e->x, var, holds);
}

void tp_diary_fact(tp_eval *e, tp_expr any, tp_expr first, tp_expr next,
                   tp_str *text) {
  tp_diary *t = e->opt->told;
  tp_told_turn *turn = &VEC_LAST(&t->turns);
  tp_expr is_in = tp_expr_var(e->x, turn->var, TP_X_BOOL, 1);
  turn->n++;
  VEC_PUSH(&t->facts, (tp_told_fact){.definition = t->at.n,
                                     .first = first,
                                     .next = next,
                                     .text = tp_strdup(tp_str_text(text))});
  VEC_PUSH(&t->at, (tp_definition){
                       .is = tp_expr_or(e->x, tp_expr_not(e->x, is_in), any),
                       .node = turn->node,
                       .cell = TP_NO_CELL,
                       .kind = TP_DIARY_FACT});
  tp_str_free(text);
}

const tp_told_turn *tp_diary_fact_of(const tp_diary *t, uint32_t definition,
                                     const tp_told_fact **fact) {
  for (uint32_t i = 0; i < t->turns.n; i++) {
    const tp_told_turn *turn = &t->turns.at[i];
    for (uint32_t k = turn->first; k < turn->first + turn->n; k++)
      if (t->facts.at[k].definition == definition) {
        *fact = &t->facts.at[k];
        return turn;
      }
  }
  return NULL;
}

/* ---- what is not followed ------------------------------------------------ */

static tp_func_id function_here(const tp_eval *e) {
  return e->frames.n ? tp_eval_top(e)->func : e->p->entry;
}

/* What the sides of a condition may do until they meet, if they do; where the
 * walk ends, nobody knows where it would meet others. *leaves: it may leave the
 * function before. */
static tp_ir_span region_of(const tp_eval *e, const tp_pruned *p,
                            bool *leaves) {
  tp_ir_span all = tp_ir_body(e->ir, function_here(e));
  bool is_here = p->op >= all.from && p->op < all.to;
  *leaves = true;
  if (!is_here || (p->is_end && !tp_ir_is_end(tp_ir_at(e->ir, p->op))))
    return all;
  return tp_ir_region(e->ir, p->op, leaves);
}

/* What operations may change here; how many cells that are. */
static uint32_t add_changes(tp_eval *e, tp_ir_span s) {
  tp_diary *t = e->opt->told;
  tp_state now = e->s;
  uint32_t before = t->cells.n;
  tp_eval_forget_changed(e, s);
  tp_store_differences(e->memory.store, now.cells, e->s.cells, &t->cells);
  e->s = now;
  return t->cells.n - before;
}

static void add_pruned(tp_eval *e, tp_pruned p) {
  tp_diary *t = e->opt->told;
  bool leaves;
  if (t->cells.n >= TP_LIMIT_DIARY_CELLS) {
    t->is_full = true;
    return;
  }
  p.time = t->at.n;
  p.function = e->frames.n ? tp_eval_top(e)->number : 0;
  p.first_cell = t->cells.n;
  p.n_cells = add_changes(e, region_of(e, &p, &leaves));
  if (leaves)
    p.n_returning = add_changes(e, tp_ir_body(e->ir, function_here(e)));
  VEC_PUSH(&t->pruned, p);
}

/* Of a call by its name: an assumption. Which of the functions that a pointer
 * may mean is called is no end. */
static bool ends_run(const tp_eval *e, const tp_ir_op *op) {
  bool is_call = op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT;
  return tp_ir_is_end(op) || (is_call && e->p->sites.at[op->ref].callee);
}

static void on_never(void *state, tp_guard above, tp_expr literal,
                     tp_sbranch branch) {
  tp_eval *e = state;
  tp_pruned p = {
      .above = above, .literal = literal, .branch = branch, .op = e->here};
  if (branch != UINT32_MAX)
    p.op = e->opt->told->decides.at[e->p->branches.at[branch].decision];
  else
    p.is_end = ends_run(e, tp_ir_at(e->ir, p.op));
  add_pruned(e, p);
}

void tp_diary_end_here(tp_eval *e) {
  if (e->opt->told)
    add_pruned(e, (tp_pruned){.above = e->s.guard,
                              .literal = tp_expr_bool(e->x, true),
                              .branch = UINT32_MAX,
                              .op = e->here,
                              .is_end = true});
}

/* A side that was not followed and would have led around the operation. */
static bool leads_around(const tp_eval *e, const tp_pruned *p, uint32_t op) {
  bool leaves;
  if (p->branch == UINT32_MAX || p->op == TP_IR_NONE ||
      p->function != tp_eval_top(e)->number)
    return false;
  tp_ir_span region = tp_ir_region(e->ir, p->op, &leaves);
  return op >= region.from && op < region.to;
}

tp_expr tp_diary_around(tp_eval *e) {
  const tp_diary *t = e->opt->told;
  tp_expr any = tp_expr_bool(e->x, false);
  for (uint32_t i = t ? t->pruned.n : 0; i > 0; i--) {
    const tp_pruned *p = &t->pruned.at[i - 1];
    if (!leads_around(e, p, e->here))
      break;
    tp_expr there = tp_guard_below(&e->model->guards, TP_GUARD_ROOT, p->above);
    any = tp_expr_or(e->x, any, tp_expr_and(e->x, there, p->literal));
  }
  return any;
}

void tp_diary_call(tp_eval *e, uint32_t op) {
  if (e->opt->told)
    tp_bits_add(&e->opt->told->called, op);
}

void tp_diary_enter(tp_eval *e, tp_func_id f) {
  tp_diary *t = e->opt->told;
  tp_state now = e->s;
  if (!t || !e->p->funcs.at[f].is_tester || t->cells.n >= TP_LIMIT_DIARY_CELLS)
    return;
  tp_declared_call c = {.func = f, .time = t->at.n, .first_cell = t->cells.n};
  tp_eval_forget_unseen(e);
  tp_store_differences(e->memory.store, now.cells, e->s.cells, &t->cells);
  c.n_cells = t->cells.n - c.first_cell;
  e->s = now;
  VEC_PUSH(&t->calls, c);
}

void tp_diary_leave(tp_eval *e) {
  tp_diary *t = e->opt->told;
  uint64_t number = VEC_LAST(&e->frames)->number;
  if (!t || number >= TP_LIMIT_DIARY_TOLD)
    return;
  if (number >= t->left.n)
    VEC_RESIZE(&t->left, (uint32_t)number + 1);
  t->left.at[number] = t->at.n;
}

/* ---- the beginning ------------------------------------------------------- */

static void find_decides(tp_diary *t, const tp_ir *ir) {
  for (tp_decision_id d = 0; d < ir->p->decisions.n; d++)
    VEC_PUSH(&t->decides, TP_IR_NONE);
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    if (op->kind == TP_IR_DECIDE || op->kind == TP_IR_SWITCH)
      t->decides.at[op->ref] = i;
  }
}

void tp_diary_begin(tp_eval *e) {
  tp_diary *t = e->opt->told;
  if (!t)
    return;
  tp_bits_init(&t->called, e->ir->ops.n);
  find_decides(t, e->ir);
  tp_store_tell(e->memory.store, name_cell, e);
  e->model->guards.on_never = on_never;
  e->model->guards.state = e;
}
