/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for what is assigned, merged and asked; what is not followed. */
#include "decide/diary.h"

#include "base/limits.h"
#include "decide/eval.h"

void tp_diary_free(tp_diary *t) {
  VEC_FREE(&t->at);
  VEC_FREE(&t->pruned);
  VEC_FREE(&t->calls);
  VEC_FREE(&t->cells);
  VEC_FREE(&t->left);
  VEC_FREE(&t->parents);
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

/* ---- what is not followed ------------------------------------------------ */

static uint8_t kind_of(const tp_eval *e, tp_node_id n) {
  return tp_node_get(e->p, n)->kind;
}

static bool is_loop(uint8_t kind) {
  return kind == TP_N_WHILE || kind == TP_N_DO || kind == TP_N_FOR;
}

static bool is_statement(uint8_t kind) {
  return is_loop(kind) || kind == TP_N_IF || kind == TP_N_SWITCH ||
         kind == TP_N_EXPR || kind == TP_N_DECL || kind == TP_N_RETURN ||
         kind == TP_N_BLOCK;
}

typedef struct jumps {
  bool goes_anywhere; /* in the function */
  bool returns, leaves_switch, leaves_loop;
} jumps;

static jumps find_jumps(const tp_eval *e, tp_node_id n) {
  jumps out = {0};
  tp_vec_u32 work = {0};
  VEC_PUSH(&work, n);
  while (work.n) {
    tp_node_id at = VEC_POP(&work);
    uint8_t kind = kind_of(e, at);
    out.goes_anywhere |=
        kind == TP_N_GOTO || kind == TP_N_GOTO_ANY || kind == TP_N_OPAQUE;
    out.returns |= kind == TP_N_RETURN;
    out.leaves_switch |= kind == TP_N_BREAK;
    out.leaves_loop |= kind == TP_N_CONTINUE || kind == TP_N_BREAK;
    TP_KIDS (e->p, at, kid)
      VEC_PUSH(&work, kid);
  }
  VEC_FREE(&work);
  return out;
}

static tp_node_id body_of(const tp_eval *e) {
  tp_func_id f = e->frames.n ? VEC_LAST(&e->frames)->func : e->p->entry;
  return e->p->funcs.at[f].body;
}

/* The text in which the two sides of a condition differ, until they meet, if
 * neither returns; *returns: one may. */
static tp_node_id region_of(const tp_eval *e, tp_node_id n, bool *returns) {
  const uint32_t *parents = e->opt->told->parents.at;
  tp_node_id body = body_of(e);
  while (n && !is_statement(kind_of(e, n)))
    n = parents[n];
  for (; n && n != body; n = parents[n]) {
    uint8_t kind = kind_of(e, n);
    jumps j = find_jumps(e, n);
    *returns = j.returns;
    if (j.goes_anywhere)
      break;
    if (is_loop(kind) || (kind == TP_N_SWITCH && !j.leaves_loop) ||
        (!j.leaves_loop && !j.leaves_switch && is_statement(kind)))
      return n;
  }
  *returns = true;
  return body;
}

/* Whether what is assigned to lies in a variable that is named there. */
static bool forget_named(tp_eval *e, tp_node_id left) {
  const tp_node *node = tp_node_get(e->p, left);
  while (node->kind == TP_N_MEMBER || node->kind == TP_N_INDEX ||
         node->kind == TP_N_GENERIC) {
    tp_type_id base = tp_node_get(e->p, node->first)->type;
    if (node->kind == TP_N_INDEX &&
        tp_type_get(&e->p->types, base)->kind != TP_T_ARRAY)
      return false;
    node = tp_node_get(e->p, node->first);
  }
  if (node->kind != TP_N_NAME)
    return false;
  e->s.cells = tp_memory_forget_object(&e->memory, e->s.cells,
                                       tp_eval_object(e, node->ref));
  return true;
}

/* Calls and assignments through pointers may change anything that is not a
 * local variable out of their reach. */
static void forget_assigned(tp_eval *e, tp_node_id n) {
  tp_vec_u32 work = {0};
  bool is_unseen = false, is_opaque = false;
  VEC_PUSH(&work, n);
  while (work.n) {
    tp_node_id at = VEC_POP(&work);
    const tp_node *node = tp_node_get(e->p, at);
    if (node->kind == TP_N_ASSIGN || node->kind == TP_N_INCDEC)
      is_unseen |= !forget_named(e, node->first);
    is_unseen |= node->kind == TP_N_CALL;
    is_opaque |= node->kind == TP_N_OPAQUE;
    TP_KIDS (e->p, at, kid)
      VEC_PUSH(&work, kid);
  }
  VEC_FREE(&work);
  if (is_opaque)
    tp_eval_forget_all(e);
  else if (is_unseen)
    tp_eval_forget_unseen(e);
}

/* What a part of the text may change here; how many cells that are. */
static uint32_t add_changes(tp_eval *e, tp_node_id n) {
  tp_diary *t = e->opt->told;
  tp_state now = e->s;
  uint32_t before = t->cells.n;
  if (n)
    forget_assigned(e, n);
  tp_store_differences(e->memory.store, now.cells, e->s.cells, &t->cells);
  e->s = now;
  return t->cells.n - before;
}

static void add_pruned(tp_eval *e, tp_guard above, tp_expr literal,
                       tp_sbranch branch) {
  const tp_program *program = e->p;
  tp_diary *t = e->opt->told;
  bool returns = false;
  tp_node_id node = e->where;
  if (branch != UINT32_MAX)
    node = program->decisions.at[program->branches.at[branch].decision].node;
  tp_pruned p = {.above = above,
                 .literal = literal,
                 .branch = branch,
                 .node = node,
                 .time = t->at.n,
                 .function = e->frames.n ? VEC_LAST(&e->frames)->number : 0,
                 .first_cell = t->cells.n};
  if (t->cells.n >= TP_LIMIT_DIARY_CELLS) {
    t->is_full = true;
    return;
  }
  p.n_cells = add_changes(e, region_of(e, node, &returns));
  if (returns)
    p.n_returning = add_changes(e, body_of(e));
  VEC_PUSH(&t->pruned, p);
}

static void on_never(void *state, tp_guard above, tp_expr literal,
                     tp_sbranch branch) {
  add_pruned(state, above, literal, branch);
}

void tp_diary_end_here(tp_eval *e) {
  if (e->opt->told)
    add_pruned(e, e->s.guard, tp_expr_bool(e->x, true), UINT32_MAX);
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

void tp_diary_begin(tp_eval *e) {
  tp_diary *t = e->opt->told;
  if (!t)
    return;
  VEC_RESIZE(&t->parents, e->p->nodes.n);
  for (tp_node_id n = 1; n < e->p->nodes.n; n++)
    TP_KIDS (e->p, n, kid)
      t->parents.at[kid] = n;
  tp_store_tell(e->memory.store, name_cell, e);
  e->model->guards.on_never = on_never;
  e->model->guards.state = e;
}
