/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States, free values, and what must be forgotten. */
#include "decide/eval.h"

#include "base/limits.h"

/* ---- free values --------------------------------------------------------- */

static uint32_t fresh_var(tp_eval *e, tp_wire_type type, tp_free_reason why) {
  /* The key is of no input: the top bits are those of no hash in use. */
  tp_var what = {.key = UINT64_C(0xf4ee) << 48 | ++e->fresh,
                 .type = (uint8_t)type};
  uint32_t var = tp_vars_of(e->model->vars, e->x, &what);
  if (var >= e->model->free.n)
    VEC_RESIZE(&e->model->free, var + 1);
  e->model->free.at[var] = (tp_free_value){(uint8_t)why, e->where};
  return var;
}

static tp_wire_type wire_type(tp_cscalar t) {
  if (t.is_float)
    return t.size == 4 ? TP_W_F32 : TP_W_F64;
  if (t.is_bool)
    return TP_W_BOOL;
  switch (t.size) {
  case 1:
    return TP_W_U8;
  case 2:
    return TP_W_U16;
  case 4:
    return TP_W_U32;
  default:
    return TP_W_U64;
  }
}

tp_expr tp_eval_fresh(tp_eval *e, tp_type_id type, tp_free_reason why) {
  tp_cscalar t;
  if (!tp_sem_scalar(e->p, type, &t))
    return 0;
  uint32_t var = fresh_var(e, wire_type(t), why);
  return tp_cop_of_bits(e->x, t, e->model->vars->at.at[var].bits);
}

/* Of 1, 2, 4 or 8 bytes: what cells hold. */
static tp_wire_type type_of_size(unsigned size) {
  return size == 1   ? TP_W_U8
         : size == 2 ? TP_W_U16
         : size == 4 ? TP_W_U32
                     : TP_W_U64;
}

tp_expr tp_eval_fresh_cell(tp_eval *e, unsigned size, tp_free_reason why) {
  uint32_t var = fresh_var(e, type_of_size(size), why);
  return e->model->vars->at.at[var].bits;
}

tp_expr tp_eval_fresh_bytes(void *eval, unsigned size) {
  if (size != 1 && size != 2 && size != 4 && size != 8)
    return 0;
  return tp_eval_fresh_cell(eval, size, TP_FREE_POINTER);
}

tp_expr tp_eval_fresh_bool(tp_eval *e, tp_free_reason why) {
  uint32_t var = fresh_var(e, TP_W_BOOL, why);
  return tp_expr_var(e->x, var, TP_X_BOOL, 1);
}

tp_expr tp_eval_known(tp_eval *e, tp_value v, tp_free_reason why) {
  return v.e ? v.e : tp_eval_fresh(e, v.type, why);
}

void tp_eval_unset(tp_eval *e, tp_object o, tp_free_reason why) {
  tp_object_info info = e->memory.objects.at[o];
  for (uint32_t i = 0;
       i < info.n_cells && info.n_cells <= TP_LIMIT_DECIDE_UNSET; i++) {
    uint8_t size = e->memory.layouts.at[info.layout_first + i].size;
    e->s.cells = tp_store_set(e->memory.store, e->s.cells, info.first_cell + i,
                              tp_eval_fresh_cell(e, size, why));
  }
}

/* ---- states -------------------------------------------------------------- */

bool tp_eval_is_dead(const tp_eval *e) {
  return e->s.guard == TP_GUARD_NEVER;
}

void tp_eval_kill(tp_eval *e) {
  e->s.guard = TP_GUARD_NEVER;
}

tp_expr tp_eval_join(tp_eval *e, tp_state other) {
  tp_expr select;
  tp_state mine = e->s;
  e->s.guard =
      tp_guard_merge(&e->model->guards, mine.guard, other.guard, &select);
  if (mine.guard == TP_GUARD_NEVER)
    e->s.cells = other.cells;
  else if (other.guard != TP_GUARD_NEVER)
    e->s.cells =
        tp_store_merge(e->memory.store, e->x, select, mine.cells, other.cells);
  return select;
}

void tp_eval_join_all(tp_eval *e, tp_states *states) {
  for (uint32_t i = states->n; i-- > 0;)
    tp_eval_join(e, states->at[i]);
}

bool tp_eval_may_hold(tp_eval *e, tp_expr also) {
  const tp_guards *g = &e->model->guards;
  VEC(tp_expr) literals = {0};
  for (tp_guard at = e->s.guard; at != TP_GUARD_ROOT;
       at = tp_guard_loosely_above(g, at))
    VEC_PUSH(&literals, tp_expr_plain(e->x, g->at.at[at].literal));
  if (also)
    VEC_PUSH(&literals, tp_expr_plain(e->x, also));
  e->next_pause = e->steps; /* that takes long */
  bool may = e->opt->is_possible(e->opt->state, literals.at, literals.n);
  VEC_FREE(&literals);
  return may;
}

bool tp_eval_excludes(void *eval, tp_expr truth) {
  tp_eval *e = eval;
  if (tp_eval_is_dead(e) || e->excluded >= TP_LIMIT_DECIDE_EXCLUDED)
    return false;
  e->excluded++;
  return !tp_eval_may_hold(e, truth);
}

void tp_eval_check(tp_eval *e) {
  if (tp_eval_is_dead(e))
    return;
  if (!tp_eval_may_hold(e, 0)) {
    tp_diary_end_here(e);
    tp_eval_kill(e);
  } else
    e->summaries.in_context++;
}

/* ---- forgetting ---------------------------------------------------------- */

void tp_eval_forget_all(tp_eval *e) {
  e->memory.wild++;
  e->s.cells = tp_memory_nothing(&e->memory);
  tp_eval_forget_counters(e);
}

void tp_eval_forget_unseen(tp_eval *e) {
  if (e->has_nested) { /* they name the variables around them */
    tp_eval_forget_all(e);
    return;
  }
  e->s.cells = tp_memory_forget_shared(&e->memory, e->s.cells);
  tp_eval_forget_counters(e);
}

static void note_change(const tp_eval *e, tp_eval_changes *c,
                        const tp_ir_op *op) {
  const tp_site *site = &e->p->sites.at[op->ref];
  bool is_named;
  tp_decl_id d;
  switch (op->kind) {
  case TP_IR_STORE:
    d = tp_ir_variable(e->ir, tp_ir_arg_of(e->ir, op, 0), &is_named);
    if (d)
      VEC_PUSH(&c->decls, d);
    c->is_unseen |= !is_named || tp_decl_is_room(&e->p->decls.at[d]);
    break;
  case TP_IR_CALL:
  case TP_IR_INPUT:
    c->is_unseen |= !(site->is_input && site->input_kind != TP_INPUT_OBJECT);
    c->reads_inputs = true;
    break;
  case TP_IR_NEXT: /* the list */
    c->is_unseen = true;
    break;
  case TP_IR_OPAQUE:
    c->is_opaque = true;
    break;
  default:
    break;
  }
}

/* What operations do to memory, as they say: variables that they name; calls
 * and assignments through pointers may change anything that is not a local
 * variable out of their reach. */
static void find_changes(const tp_eval *e, tp_ir_span s, tp_eval_changes *out) {
  for (uint32_t i = s.from; i < s.to && !out->is_found; i++)
    note_change(e, out, tp_ir_at(e->ir, i));
  out->is_found = true;
}

static void forget(tp_eval *e, const tp_eval_changes *c) {
  for (uint32_t i = 0; i < c->decls.n; i++)
    e->s.cells = tp_memory_forget_object(&e->memory, e->s.cells,
                                         tp_eval_object(e, c->decls.at[i]));
  if (c->is_opaque)
    tp_eval_forget_all(e);
  else if (c->is_unseen)
    tp_eval_forget_unseen(e);
  else if (c->reads_inputs)
    tp_eval_forget_counters(e);
}

void tp_eval_forget_assigned(tp_eval *e, uint32_t loop) {
  tp_eval_changes *c = &e->changes.at[loop];
  const tp_ir_loop *extent = &e->loops.at.at[loop];
  find_changes(e, (tp_ir_span){extent->head, extent->end + 1}, c);
  forget(e, c);
}

void tp_eval_forget_changed(tp_eval *e, tp_ir_span s) {
  tp_eval_changes c = {0};
  find_changes(e, s, &c);
  forget(e, &c);
  VEC_FREE(&c.decls);
}
