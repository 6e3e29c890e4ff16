/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls. A function of the program is walked in place; one that is walked too
 * often, or recursively, is assumed to do anything, and walked once more from a
 * state in which nothing is known, so that its own branches are judged, too. */
#include "decide/eval.h"

#include "ast/place.h"
#include "expr/node.h"

#define MAX_ARGS 64
#define MAX_CALLEES 16
#define OUTSIDE 1 /* the address of a function that is not in the program */
#define MAX_WALKS 50000
/* Walks of a function while it is on the stack already, where each level adds
 * to what is known only by its path: two calls in it double with each level. */
#define MAX_RECURSIVE_WALKS 200

/* ---- functions of the program
 * -----------------------------------------------------*/

static void push_frame(tp_eval *e, tp_func_id f, uint64_t context) {
  tp_eval_frame *frame = TP_NEW(tp_eval_frame);
  frame->func = f;
  frame->context = context;
  frame->number = ++e->n_frames;
  frame->first_cell = e->memory.next_cell;
  frame->first_object = e->memory.objects.n;
  frame->first_exposed = e->memory.exposed.n;
  VEC_PUSH(&e->frames, frame);
  e->recursive_walks.at[f] =
      e->activations.at[f]++ ? e->recursive_walks.at[f] + 1 : 0;
  e->walks.at[f]++;
}

static void free_frame(tp_eval_frame *frame) {
  for (uint32_t i = 0; i < frame->parked.n; i++)
    VEC_FREE(&frame->parked.at[i]);
  VEC_FREE(&frame->parked);
  VEC_FREE(&frame->returns);
  VEC_FREE(&frame->scopes);
  VEC_FREE(&frame->switches);
  VEC_FREE(&frame->more);
  tp_map_free(&frame->locals);
  tp_map_free(&frame->jumps);
  tp_free(frame);
}

/* Its objects die: their cells may be used again. */
static void pop_frame(tp_eval *e) {
  tp_eval_frame *frame = VEC_POP(&e->frames);
  tp_memory *m = &e->memory;
  e->activations.at[frame->func]--;
  tp_memory_leave(m, frame->first_object, frame->first_exposed);
  e->s.cells = tp_store_clear(m->store, e->s.cells, frame->first_cell,
                              m->next_cell - frame->first_cell);
  m->next_cell = frame->first_cell;
  free_frame(frame);
}

/* Whether what is passed, or returned, as one type is read as another one from
 * the same place, and means the same: registers have no types. */
static bool passes(const tp_eval *e, tp_type_id from, tp_type_id to) {
  const tp_type *a = tp_type_get(&e->p->types, from);
  const tp_type *b = tp_type_get(&e->p->types, to);
  tp_cscalar x, y;
  if (a->unqualified == b->unqualified)
    return true;
  if (!tp_sem_scalar(e->p, from, &x) || !tp_sem_scalar(e->p, to, &y))
    return a->kind == b->kind && a->size == b->size;
  return x.is_float == y.is_float && x.is_bool == y.is_bool &&
         (x.is_float ? x.size == y.size : y.size <= x.size);
}

static void bind_parameters(tp_eval *e, tp_func_id f, const tp_value *args,
                            uint32_t n) {
  const tp_func *func = &e->p->funcs.at[f];
  bool is_passed = true;
  for (uint32_t i = 0; i < func->params.n; i++) {
    tp_decl_id d = func->params.at[i];
    const tp_decl *decl = &e->p->decls.at[d];
    tp_object o = tp_memory_add(&e->memory, decl->type, decl->address_taken);
    *tp_map_put(&VEC_LAST(&e->frames)->locals, decl->same, NULL) = o;
    is_passed = is_passed && i < n && passes(e, args[i].type, decl->type);
    if (is_passed) /* the first that does not fit moves the others */
      tp_eval_store(e, tp_memory_address(&e->memory, o, 0), decl->type,
                    args[i]);
    else
      tp_eval_unset(e, o, TP_FREE_PARAMETER);
  }
  if (n > func->params.n)
    tp_eval_more_args(e, args + func->params.n, n - func->params.n);
}

static tp_type_id return_type(const tp_eval *e, tp_func_id f) {
  const tp_decl *d = &e->p->decls.at[e->p->funcs.at[f].decl];
  return tp_type_get(&e->p->types, d->type)->base;
}

static tp_value returned(tp_eval *e, tp_object o, tp_type_id type) {
  tp_cscalar t;
  tp_value out = {0, type};
  if (!o)
    return out;
  tp_expr address = tp_memory_address(&e->memory, o, 0);
  if (tp_type_get(&e->p->types, type)->kind == TP_T_RECORD) {
    out.e = address;
  } else if (tp_sem_scalar(e->p, type, &t)) {
    tp_expr bits = tp_memory_load(&e->memory, e->s.cells, address, t.size);
    out.e = bits ? tp_cop_of_bits(e->x, t, bits) : 0;
  }
  return out;
}

/* main without a return, since C99, which has another inline. */
static bool ends_with_zero(const tp_eval *e, tp_func_id f) {
  const tp_func *func = &e->p->funcs.at[f];
  const char *name =
      tp_names_text(e->p->names, e->p->decls.at[func->decl].name);
  return strcmp(name, "main") == 0 &&
         tp_place_has_macro(e->p, func->unit, "__GNUC_STDC_INLINE__");
}

tp_value tp_eval_inline(tp_eval *e, tp_func_id f, uint64_t context,
                        const tp_value *args, uint32_t n) {
  tp_type_id type = return_type(e, f);
  tp_object o = tp_type_get(&e->p->types, type)->kind == TP_T_VOID
                    ? 0
                    : tp_memory_add(&e->memory, type, false);
  if (o && ends_with_zero(e, f))
    tp_eval_zero(e, o);
  else if (o)
    tp_eval_unset(e, o, TP_FREE_UNSET);
  push_frame(e, f, context);
  tp_eval_frame *frame = VEC_LAST(&e->frames);
  frame->ret_address = o ? tp_memory_address(&e->memory, o, 0) : 0;
  bind_parameters(e, f, args, n);
  tp_eval_statement(e, e->p->funcs.at[f].body);
  tp_eval_join_all(e, &frame->returns);
  pop_frame(e);
  return returned(e, o, type);
}

/* ---- functions that are not walked here
 * ---------------------------------------------*/

void tp_eval_walk_later(tp_eval *e, tp_func_id f) {
  if (!f || tp_bits_has(&e->generic, f))
    return;
  tp_bits_add(&e->generic, f);
  VEC_PUSH(&e->generic_todo, f);
}

static tp_value anything(tp_eval *e, tp_func_id f) {
  tp_eval_walk_later(e, f);
  tp_eval_forget_unseen(e);
  e->hazards++;
  return (tp_value){tp_eval_fresh(e, return_type(e, f), TP_FREE_RECURSION),
                    return_type(e, f)};
}

/* Whether a call of a function that is under way can happen at all; one that
 * does not depend on inputs ends by itself. */
static bool may_recur(tp_eval *e, tp_func_id f) {
  if (!e->activations.at[f] || e->s.guard == TP_GUARD_ROOT)
    return true;
  tp_eval_check(e);
  return e->recursive_walks.at[f] < MAX_RECURSIVE_WALKS;
}

static bool may_walk(tp_eval *e, tp_func_id f) {
  if (e->opt->budget && tp_budget_over(e->opt->budget) != TP_STOP_NONE)
    tp_model_cut(e->model, TP_FREE_TIME, 0);
  return e->activations.at[f] < e->opt->max_loop &&
         e->walks.at[f] < MAX_WALKS && e->steps < e->opt->max_steps &&
         !tp_model_is_cut(e->model) && may_recur(e, f);
}

static tp_value call_function(tp_eval *e, tp_func_id f, uint32_t site,
                              const tp_value *args, uint32_t n) {
  if (!may_walk(e, f))
    return anything(e, f);
  if (tp_eval_is_dead(e))
    return (tp_value){0, return_type(e, f)};
  if (tp_summary_wanted(e, f))
    return tp_summary_call_function(e, f, args, n);
  uint64_t parent = VEC_LAST(&e->frames)->context;
  return tp_eval_inline(e, f, tp_wire_context(parent, site, f), args, n);
}

/* ---- which function
 * -------------------------------------------------------------------*/

/* As the caller, who knows a type of the function, passes them. */
static void pass_arguments(tp_eval *e, tp_node_id call, const tp_value *args,
                           uint32_t n, tp_value *out) {
  const tp_type *t = tp_type_get(
      &e->p->types, tp_node_get(e->p, tp_node_get(e->p, call)->first)->type);
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

static tp_value call_here(tp_eval *e, tp_node_id call, tp_func_id f,
                          const tp_value *args, uint32_t n) {
  const tp_node *node = tp_node_get(e->p, call);
  tp_value passed[MAX_ARGS];
  pass_arguments(e, call, args, n, passed);
  tp_value out = call_function(e, f, node->ref, passed, n);
  if (!passes(e, out.type, node->type))
    out.e = tp_eval_fresh(e, node->type, TP_FREE_CALL);
  else if (tp_type_is_scalar(&e->p->types, node->type))
    out.e = tp_sem_convert(&e->sem, out, node->type);
  out.type = node->type;
  return out;
}

static tp_value call_declared(tp_eval *e, tp_node_id call, tp_decl_id d,
                              const tp_value *args, uint32_t n) {
  const tp_node *node = tp_node_get(e->p, call);
  tp_func_id f = tp_decl_function(e->p, d);
  const tp_decl *decl = &e->p->decls.at[e->p->decls.at[d].same];
  tp_value out = {0, node->type};
  if (f && !tp_pure_call(e->p, call)) /* a header may define them */
    return call_here(e, call, f, args, n);
  if (tp_eval_library(e, call, tp_names_text(e->p->names, decl->name), args, n,
                      &out))
    return out;
  return tp_eval_outside(e, decl, node->type, args, n);
}

typedef struct callee {
  tp_expr when;
  tp_expr address;
} callee;

static tp_value call_pointer(tp_eval *e, tp_node_id call, tp_expr address,
                             const tp_value *args, uint32_t n, unsigned depth);

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

/* A function nobody knows: one of those whose address is used somewhere, or one
 * outside the program. */
static tp_value call_any(tp_eval *e, tp_node_id call, const tp_value *args,
                         uint32_t n) {
  tp_type_id called = tp_node_get(e->p, tp_node_get(e->p, call)->first)->type;
  tp_expr address = tp_expr_bv(e->x, 64, OUTSIDE);
  uint32_t n_callees = 0;
  for (uint32_t i = 0; i < e->taken.n; i++) {
    tp_decl_id d = e->taken.at[i];
    if (!tp_decl_function(e->p, d) || !may_be_called(e, called, d))
      continue;
    tp_eval_walk_later(e, tp_decl_function(e->p, d));
    address = tp_expr_ite(e->x, tp_eval_fresh_bool(e, TP_FREE_POINTER),
                          tp_memory_function(&e->memory, d), address);
    n_callees++;
  }
  if (n_callees < MAX_CALLEES)
    return call_pointer(e, call, address, args, n, 0);
  tp_eval_forget_unseen(e);
  return tp_eval_outside(e, NULL, tp_node_get(e->p, call)->type, args, n);
}

/* A pointer that may be one of several: each is called where it is meant. */
static tp_value call_pointer(tp_eval *e, tp_node_id call, tp_expr address,
                             const tp_value *args, uint32_t n, unsigned depth) {
  uint64_t bits;
  tp_type_id type = tp_node_get(e->p, call)->type;
  if (!address || depth > MAX_CALLEES)
    return call_any(e, call, args, n);
  if (tp_expr_constant(e->x, address, &bits)) {
    tp_decl_id d = tp_memory_function_at(&e->memory, bits);
    if (d)
      return call_declared(e, call, d, args, n);
    if (bits)
      return tp_eval_outside(e, NULL, type, args, n);
    tp_eval_kill(e); /* a call through NULL */
    return (tp_value){tp_eval_fresh(e, type, TP_FREE_CALL), type};
  }
  tp_expr_node node = *tp_expr_get(e->x, address);
  if (node.op != TP_E_ITE)
    return call_any(e, call, args, n);
  tp_state other = e->s;
  tp_guards *g = &e->model->guards;
  e->s.guard = tp_guard_add(g, e->s.guard, node.a, UINT32_MAX);
  other.guard =
      tp_guard_add(g, other.guard, tp_expr_not(e->x, node.a), UINT32_MAX);
  tp_value a = {0, type}, b = {0, type};
  if (!tp_eval_is_dead(e))
    a = call_pointer(e, call, node.b, args, n, depth + 1);
  tp_state after = e->s;
  e->s = other;
  if (!tp_eval_is_dead(e))
    b = call_pointer(e, call, node.c, args, n, depth + 1);
  bool one_ended = tp_eval_is_dead(e) || after.guard == TP_GUARD_NEVER;
  tp_expr select = tp_eval_join(e, after);
  if (one_ended)
    return after.guard == TP_GUARD_NEVER ? b : a;
  tp_value out = {0, type};
  if (a.e && b.e && tp_type_is_scalar(&e->p->types, type))
    out.e = tp_expr_ite(e->x, select, b.e, a.e);
  return out;
}

static uint32_t eval_arguments(tp_eval *e, tp_node_id call, tp_value *out) {
  tp_node_id node[MAX_ARGS];
  uint32_t n = 0;
  for (tp_node_id kid = tp_node_get(e->p, tp_node_get(e->p, call)->first)->next;
       kid; kid = tp_node_get(e->p, kid)->next) {
    if (n < MAX_ARGS)
      node[n++] = kid;
    else
      tp_eval_value(e, kid);
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = e->opt->args_right_to_left ? n - 1 - i : i;
    out[k] = tp_eval_value(e, node[k]);
  }
  return n;
}

tp_value tp_eval_call(tp_eval *e, tp_node_id call) {
  const tp_node *node = tp_node_get(e->p, call);
  const tp_node *target = tp_node_get(e->p, node->first);
  tp_value args[MAX_ARGS];
  tp_decl_id d = 0;
  tp_expr address = 0;
  if (target->kind == TP_N_NAME &&
      e->p->decls.at[target->ref].kind == TP_D_FUNCTION)
    d = e->p->decls.at[target->ref].same;
  else
    address = tp_eval_value(e, node->first).e;
  uint32_t n = eval_arguments(e, call, args);
  if (tp_eval_is_dead(e))
    return (tp_value){0, node->type};
  if (node->ref && e->p->sites.at[node->ref].is_input)
    return tp_eval_input(e, node->ref, args, n);
  if (node->ref && e->p->sites.at[node->ref].is_assumption) {
    tp_eval_broken(e, node->ref);
    return (tp_value){0, node->type};
  }
  return d ? call_declared(e, call, d, args, n)
           : call_pointer(e, call, address, args, n, 0);
}
