/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls. A function of the program is walked in place; one that is walked too
 * often, or recursively, is assumed to do anything, and walked once more from a
 * state in which nothing is known, so that its own branches are judged, too. */
#include "decide/eval.h"

#include "base/limits.h"
#include "expr/node.h"

#define OUTSIDE 1 /* the address of a function that is not in the program */

/* ---- functions of the program -------------------------------------------- */

void tp_eval_walk_later(tp_eval *e, tp_func_id f) {
  if (!f || tp_bits_has(&e->generic, f))
    return;
  tp_bits_add(&e->generic, f);
  VEC_PUSH(&e->generic_todo, f);
}

static tp_value anything(tp_eval *e, tp_func_id f) {
  tp_type_id type = tp_eval_return_type(e, f);
  tp_eval_walk_later(e, f);
  tp_eval_forget_unseen(e);
  e->hazards++;
  return (tp_value){tp_eval_fresh(e, type, TP_FREE_RECURSION), type};
}

/* Whether a call of a function that is under way can happen at all; one that
 * does not depend on inputs ends by itself. */
static bool may_recur(tp_eval *e, tp_func_id f) {
  if (!e->activations.at[f] || e->s.guard == TP_GUARD_ROOT)
    return true;
  tp_eval_check(e);
  return e->recursive_walks.at[f] < TP_LIMIT_DECIDE_RECURSIVE_WALKS;
}

static bool may_walk(tp_eval *e, tp_func_id f) {
  if (e->opt->budget && tp_budget_over(e->opt->budget) != TP_STOP_NONE)
    tp_model_cut(e->model, TP_FREE_TIME, 0);
  return e->activations.at[f] < e->opt->max_loop &&
         e->walks.at[f] < TP_LIMIT_DECIDE_WALKS &&
         e->steps < e->opt->max_steps && !tp_model_is_cut(e->model) &&
         may_recur(e, f);
}

/* False: a frame was entered, whose end will tell. */
static bool call_function(tp_eval *e, tp_func_id f, uint32_t site,
                          const tp_value *args, uint32_t n, tp_value *out) {
  if (!may_walk(e, f)) {
    *out = anything(e, f);
    return true;
  }
  *out = (tp_value){0, tp_eval_return_type(e, f)};
  if (tp_eval_is_dead(e))
    return true;
  if (tp_summary_wanted(e, f))
    return tp_summary_call_function(e, f, args, n, out);
  uint64_t parent = tp_eval_top(e)->context;
  tp_eval_enter(e, f, tp_wire_context(parent, site, f), args, n);
  return false;
}

/* ---- what is passed and returned ----------------------------------------- */

static const tp_ir_op *calling_op(const tp_eval *e) {
  return tp_ir_at(e->ir, tp_eval_top(e)->calling.op);
}

/* The type of what is called. */
static tp_type_id called_type(const tp_eval *e) {
  return tp_ir_at(e->ir, tp_ir_arg_of(e->ir, calling_op(e), 0))->type;
}

/* As the caller, who knows a type of the function, passes them. */
static void pass_arguments(tp_eval *e, const tp_value *args, uint32_t n,
                           tp_value *out) {
  const tp_type *t = tp_type_get(&e->p->types, called_type(e));
  if (t->kind == TP_T_POINTER)
    t = tp_type_get(&e->p->types, t->base);
  for (uint32_t i = 0; i < n; i++) {
    bool has_type = t->kind == TP_T_FUNCTION && t->has_prototype && i < t->n;
    tp_type_id to = has_type ? e->p->types.params.at[t->first + i] : 0;
    if (!has_type)
      out[i] = tp_eval_promoted(e, args[i]);
    else if (tp_type_is_scalar(&e->p->types, to))
      out[i] = (tp_value){tp_sem_convert(&e->sem, args[i], to), to};
    else
      out[i] = args[i];
  }
}

/* What a function of the program returned, as the caller takes it. */
static tp_value as_called(tp_eval *e, tp_value v) {
  tp_type_id type = calling_op(e)->type;
  if (!tp_eval_passes(e, v.type, type))
    v.e = tp_eval_fresh(e, type, TP_FREE_CALL);
  else if (tp_type_is_scalar(&e->p->types, type))
    v.e = tp_sem_convert(&e->sem, v, type);
  v.type = type;
  return v;
}

/* ---- which function ------------------------------------------------------ */

static bool call_declared(tp_eval *e, tp_decl_id d, tp_value *out) {
  const tp_ir_op *op = calling_op(e);
  const tp_eval_calling *c = &tp_eval_top(e)->calling;
  tp_func_id f = tp_decl_function(e->p, d);
  const tp_decl *decl = &e->p->decls.at[e->p->decls.at[d].same];
  *out = (tp_value){0, op->type};
  if (f && !tp_pure_call(e->p, op->ref)) { /* a header may define them */
    tp_value *passed = TP_NEW_ARRAY(tp_value, c->args.n + 1);
    pass_arguments(e, c->args.at, c->args.n, passed);
    bool is_done = call_function(e, f, op->ref, passed, c->args.n, out);
    tp_free(passed);
    if (!is_done)
      return false;
    *out = as_called(e, *out);
  } else if (!tp_eval_library(e, op, decl, c->args.at, c->args.n, out)) {
    *out = tp_eval_outside(e, decl, op->type, c->args.at, c->args.n);
  }
  return true;
}

/* The same registers, on the same places of the stack. */
static bool are_alike(const tp_eval *e, tp_type_id a, tp_type_id b) {
  const tp_types *types = &e->p->types;
  const tp_type *p = tp_type_get(types, a), *q = tp_type_get(types, b);
  return p->size == q->size &&
         tp_type_is_float(types, a) == tp_type_is_float(types, b) &&
         (p->kind == TP_T_RECORD) == (q->kind == TP_T_RECORD);
}

/* Whether a call through a pointer may mean the function: any, where pointers
 * to functions are cast; that works, though the standard does not say so. */
static bool may_be_called(const tp_eval *e, tp_type_id called, tp_decl_id d) {
  const tp_type *t = tp_type_get(&e->p->types, called);
  const tp_type *own = tp_type_get(&e->p->types, e->p->decls.at[d].type);
  if (t->kind == TP_T_POINTER)
    t = tp_type_get(&e->p->types, t->base);
  if (!e->trust.keeps_types || t->kind != TP_T_FUNCTION ||
      own->kind != TP_T_FUNCTION || !t->has_prototype || !own->has_prototype)
    return true;
  if (t->n != own->n || t->is_variadic != own->is_variadic ||
      !are_alike(e, t->base, own->base))
    return false;
  for (uint32_t i = 0; i < t->n; i++)
    if (!are_alike(e, e->p->types.params.at[t->first + i],
                   e->p->types.params.at[own->first + i]))
      return false;
  return true;
}

static void push_callee(tp_eval *e, tp_guard guard, tp_expr address,
                        uint32_t depth) {
  VEC_PUSH(&tp_eval_top(e)->calling.callees,
           (tp_eval_callee){guard, tp_expr_plain(e->x, address), depth});
}

static tp_value call_outside(tp_eval *e) {
  const tp_eval_calling *c = &tp_eval_top(e)->calling;
  return tp_eval_outside(e, NULL, calling_op(e)->type, c->args.at, c->args.n);
}

/* A function nobody knows: one of those whose address is used somewhere, or one
 * outside the program. False: these are the callees now. */
static bool call_any(tp_eval *e, tp_value *out) {
  tp_expr address = tp_expr_bv(e->x, 64, OUTSIDE);
  uint32_t n_callees = 0;
  for (uint32_t i = 0; i < e->taken.n; i++) {
    tp_decl_id d = e->taken.at[i];
    if (!tp_decl_function(e->p, d) || !may_be_called(e, called_type(e), d))
      continue;
    tp_eval_walk_later(e, tp_decl_function(e->p, d));
    address = tp_expr_ite(e->x, tp_eval_fresh_bool(e, TP_FREE_POINTER),
                          tp_memory_function(&e->memory, d), address);
    n_callees++;
  }
  if (n_callees < TP_LIMIT_DECIDE_CALLEES) {
    push_callee(e, e->s.guard, address, 0);
    return false;
  }
  tp_eval_forget_unseen(e);
  *out = call_outside(e);
  return true;
}

static bool call_constant(tp_eval *e, uint64_t address, tp_value *out) {
  tp_decl_id d = tp_memory_function_at(&e->memory, address);
  if (d)
    return call_declared(e, d, out);
  if (address) {
    *out = call_outside(e);
    return true;
  }
  tp_eval_kill(e); /* a call through NULL */
  *out = (tp_value){0, calling_op(e)->type};
  return true;
}

/* A pointer that may be one of several: each is called where it is meant. */
static void split(tp_eval *e, const tp_eval_callee *t) {
  tp_expr_node node = *tp_expr_get(e->x, t->address);
  static const tp_sbranch none[] = {UINT32_MAX, UINT32_MAX};
  tp_guard yes, no;
  tp_guard_split(&e->model->guards, t->guard, node.a, none, &yes, &no);
  push_callee(e, no, node.c, t->depth + 1);
  push_callee(e, yes, node.b, t->depth + 1);
}

/* True: *out is the result. False: others come first. */
static bool call_one(tp_eval *e, const tp_eval_callee *t, tp_value *out) {
  uint64_t bits;
  e->s = (tp_state){t->guard, tp_eval_top(e)->calling.cells};
  *out = (tp_value){0, calling_op(e)->type};
  if (tp_eval_is_dead(e))
    return true;
  if (!t->address || t->depth > TP_LIMIT_DECIDE_CALLEES)
    return call_any(e, out);
  if (tp_expr_constant(e->x, t->address, &bits))
    return call_constant(e, bits, out);
  if (tp_expr_get(e->x, t->address)->op != TP_E_ITE)
    return call_any(e, out);
  split(e, t);
  return false;
}

/* ---- the call as a whole ------------------------------------------------- */

/* The latest result, and where it is that of the callees before it. */
static tp_value join_results(tp_eval *e) {
  tp_eval_calling *c = &tp_eval_top(e)->calling;
  bool is_scalar = tp_type_is_scalar(&e->p->types, calling_op(e)->type);
  tp_eval_called all = VEC_POP(&c->called);
  e->s = all.state;
  while (c->called.n) {
    tp_eval_called other = VEC_POP(&c->called);
    bool is_mine = other.state.guard == TP_GUARD_NEVER;
    bool is_others = tp_eval_is_dead(e);
    tp_expr select = tp_eval_join(e, other.state);
    if (is_others)
      all.value = other.value;
    else if (!is_mine)
      all.value.e = is_scalar && all.value.e && other.value.e
                        ? tp_expr_ite(e->x, select, all.value.e, other.value.e)
                        : 0;
  }
  return all.value;
}

static void end_call(tp_eval *e) {
  tp_value v = join_results(e);
  tp_eval_come(e, tp_eval_top(e)->calling.op);
  bool is_scalar = tp_type_is_scalar(&e->p->types, v.type);
  if (is_scalar && (e->trust.rounds || e->trust.rounding) &&
      tp_type_is_float(&e->p->types, v.type))
    v.e = tp_eval_fresh(e, v.type, TP_FREE_ROUNDING);
  if (!v.e && is_scalar)
    v.e = tp_eval_fresh(e, v.type, TP_FREE_EXPRESSION);
  tp_eval_set_value(e, tp_eval_top(e)->calling.op, v);
}

/* The next callees, until one must be walked or none is left. */
static void call_next(tp_eval *e) {
  uint32_t depth = e->frames.n;
  tp_eval_calling *c = &tp_eval_top(e)->calling;
  while (c->callees.n) {
    tp_value v;
    tp_eval_callee t = VEC_POP(&c->callees);
    if (call_one(e, &t, &v))
      VEC_PUSH(&c->called, (tp_eval_called){e->s, v});
    else if (e->frames.n > depth)
      return;
  }
  end_call(e);
}

void tp_eval_returned(tp_eval *e, tp_value v) {
  tp_eval_come(e, tp_eval_top(e)->calling.op);
  tp_eval_called one = {e->s, as_called(e, v)};
  VEC_PUSH(&tp_eval_top(e)->calling.called, one);
  call_next(e);
}

static void take_arguments(tp_eval *e, tp_eval_calling *c, const tp_ir_op *op) {
  VEC_CLEAR(&c->args);
  for (uint32_t i = 1; i < op->n; i++)
    VEC_PUSH(&c->args, tp_eval_operand(e, op, i));
}

void tp_eval_call(tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  const tp_site *site = &e->p->sites.at[op->ref];
  tp_eval_calling *c = &tp_eval_top(e)->calling;
  tp_diary_call(e, at);
  c->op = at;
  c->cells = e->s.cells;
  take_arguments(e, c, op);
  if (site->is_input || site->is_assumption) {
    tp_value v = {0, op->type};
    if (site->is_input)
      v = tp_eval_input(e, op, c->args.at, c->args.n);
    else
      tp_eval_broken(e, op->ref);
    VEC_PUSH(&c->called, (tp_eval_called){e->s, v});
  } else {
    push_callee(e, e->s.guard, tp_eval_operand(e, op, 0).e, 0);
  }
  call_next(e);
}
