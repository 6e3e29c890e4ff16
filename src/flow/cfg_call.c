/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow of calls. A call of a function of the program is a CALL; through
 * a pointer it is a choice between CALLs of all functions whose address is used
 * and whose type fits. A function outside the program is passed over, unless it
 * never returns, is setjmp or longjmp, or is handed a function: then it may
 * call that back any number of times. */
#include "flow/cfg_build.h"
#include "flow/address.h"

#include <stdlib.h>

static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0)
      return true;
  return false;
}

static bool is_setjmp(const char *name) {
  static const char *const list[] = {"setjmp",           "_setjmp",
                                     "sigsetjmp",        "__sigsetjmp",
                                     "__builtin_setjmp", NULL};
  return is_one_of(name, list);
}

static bool is_longjmp(const char *name) {
  static const char *const list[] = {"longjmp",           "_longjmp",
                                     "siglongjmp",        "__longjmp_chk",
                                     "__builtin_longjmp", NULL};
  return is_one_of(name, list);
}

static bool is_at_exit(const char *name) {
  static const char *const list[] = {"atexit", "on_exit", "at_quick_exit",
                                     NULL};
  return is_one_of(name, list);
}

/* The function a value names outright: f, &f, (type)f; 0 if it is none. */
static tp_decl_id named_function(const tp_ir *ir, uint32_t value) {
  const tp_ir_op *op = value == TP_IR_NONE ? NULL : tp_ir_at(ir, value);
  while (op && op->kind == TP_IR_CONVERT)
    op = tp_ir_at(ir, tp_ir_arg_of(ir, op, 0));
  bool is_function = op && op->kind == TP_IR_PLACE &&
                     ir->p->decls.at[op->ref].kind == TP_D_FUNCTION;
  return is_function ? tp_flow_same(ir->p, op->ref) : 0;
}

/* Names of functions, but those by which they are called outright. */
typedef struct name_use {
  tp_node_id node;
  tp_decl_id function;
} name_use;
typedef VEC(name_use) name_uses;

static void mark_called(const tp_ir *ir, const tp_ir_op *call,
                        tp_bits *called) {
  uint32_t at = tp_ir_arg_of(ir, call, 0);
  if (!ir->p->sites.at[call->ref].callee)
    return;
  for (; at != TP_IR_NONE; at = tp_ir_arg_of(ir, tp_ir_at(ir, at), 0)) {
    tp_bits_add(called, at);
    if (!tp_ir_at(ir, at)->n)
      break;
  }
}

static void find_names(const tp_ir *ir, name_uses *out) {
  tp_bits called;
  tp_bits_init(&called, ir->ops.n + 1);
  for (uint32_t i = 0; i < ir->ops.n; i++)
    if (tp_ir_at(ir, i)->kind == TP_IR_CALL ||
        tp_ir_at(ir, i)->kind == TP_IR_INPUT)
      mark_called(ir, tp_ir_at(ir, i), &called);
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    if (op->kind == TP_IR_PLACE && !tp_bits_has(&called, i) &&
        ir->p->decls.at[op->ref].kind == TP_D_FUNCTION)
      VEC_PUSH(out, (name_use){op->node, tp_flow_same(ir->p, op->ref)});
  }
  tp_bits_free(&called);
}

static int by_node(const void *x, const void *y) {
  const name_use *a = x, *b = y;
  return a->node < b->node ? -1 : a->node > b->node;
}

void tp_cfg_taken(tp_cfg_decls *out, const tp_ir *ir) {
  tp_bits seen;
  name_uses uses = {0};
  tp_bits_init(&seen, ir->p->decls.n + 1);
  find_names(ir, &uses);
  if (uses.n)
    qsort(uses.at, uses.n, sizeof *uses.at, by_node);
  for (uint32_t i = 0; i < uses.n; i++) {
    if (!tp_bits_has(&seen, uses.at[i].function))
      VEC_PUSH(out, uses.at[i].function);
    tp_bits_add(&seen, uses.at[i].function);
  }
  VEC_FREE(&uses);
  tp_bits_free(&seen);
}

static void find_handler(tp_cfg_builder *b, const tp_ir_op *call) {
  const char *name = tp_flow_callee_name(b->p, call->ref);
  b->cfg->has_longjmp |= is_longjmp(name);
  if (!is_at_exit(name) || call->n < 2)
    return;
  tp_decl_id d = named_function(b->ir, tp_ir_arg_of(b->ir, call, 1));
  tp_func_id f = d ? tp_decl_function(b->p, d) : 0;
  if (f)
    VEC_PUSH(&b->handlers, f);
}

void tp_cfg_find_handlers(tp_cfg_builder *b) {
  for (uint32_t i = 0; i < b->ir->ops.n; i++)
    if (tp_ir_at(b->ir, i)->kind == TP_IR_CALL)
      find_handler(b, tp_ir_at(b->ir, i));
}

static tp_type_id function_type(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  while (type->kind == TP_T_POINTER || type->kind == TP_T_ARRAY) {
    t = type->base;
    type = tp_type_get(&p->types, t);
  }
  return type->kind == TP_T_FUNCTION ? t : TP_TYPE_UNKNOWN;
}

/* Whether calling a function of type b as type a can work: equal as far as the
 * calling convention sees it. Too many is safe, too few is not. */
static bool fits(const tp_program *p, tp_type_id a, tp_type_id b) {
  const tp_type *x = tp_type_get(&p->types, a), *y = tp_type_get(&p->types, b);
  if (a == b || x->kind != TP_T_FUNCTION || y->kind != TP_T_FUNCTION)
    return true;
  if (!x->has_prototype || !y->has_prototype)
    return true;
  if (x->n != y->n || x->is_variadic != y->is_variadic)
    return false;
  for (uint32_t i = 0; i < x->n; i++) {
    const tp_type *s = tp_type_get(&p->types, p->types.params.at[x->first + i]);
    const tp_type *t = tp_type_get(&p->types, p->types.params.at[y->first + i]);
    bool floats = s->kind == TP_T_FLOAT || t->kind == TP_T_FLOAT;
    if (s->size != t->size || (floats && s->kind != t->kind))
      return false;
  }
  return true;
}

typedef VEC(tp_func_id) func_list;

/* Functions a call through a pointer of this type may enter. True in *outside
 * if one of them is not defined in the program. */
static void candidates(tp_cfg_builder *b, tp_type_id type, func_list *out,
                       bool *outside) {
  type = function_type(b->p, type);
  for (uint32_t i = 0; i < b->taken.n; i++) {
    tp_decl_id d = b->taken.at[i];
    if (!fits(b->p, type, b->p->decls.at[d].type))
      continue;
    tp_func_id f = tp_decl_function(b->p, d);
    if (f)
      VEC_PUSH(out, f);
    else
      *outside = true;
  }
}

static void emit_call(tp_cfg_builder *b, tp_node_id n, uint32_t site,
                      tp_func_id callee) {
  uint32_t op = tp_cfg_emit(b, TP_CFG_CALL, n, site);
  b->cfg->ops.at[op].callee = callee;
}

/* A choice of calls. `back`: afterwards control comes to the choice again, and
 * label 0 leads past it. */
static void choose(tp_cfg_builder *b, tp_node_id n, uint32_t site,
                   const func_list *funcs, bool outside, bool back) {
  tp_cfg_label again = tp_cfg_new_label(b), done = tp_cfg_new_label(b);
  tp_cfg_label first = b->places.n;
  for (uint32_t i = 0; i < funcs->n; i++)
    tp_cfg_new_label(b);
  tp_cfg_place(b, again);
  tp_cfg_emit_end(b, TP_CFG_CHOICE, n, site);
  if (outside)
    tp_cfg_add_target(b, done, 0);
  for (uint32_t i = 0; i < funcs->n; i++)
    tp_cfg_add_target(b, first + i, funcs->at[i]);
  for (uint32_t i = 0; i < funcs->n; i++) {
    tp_cfg_place(b, first + i);
    emit_call(b, n, site, funcs->at[i]);
    tp_cfg_jump(b, back ? again : done);
  }
  tp_cfg_place(b, done);
}

static bool is_function_pointer(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  return type->kind == TP_T_FUNCTION ||
         (type->kind == TP_T_POINTER &&
          tp_type_get(&p->types, type->base)->kind == TP_T_FUNCTION);
}

/* Functions that an argument hands to a function outside the program, in
 * person, as a pointer, or in a record. */
static void find_callbacks(tp_cfg_builder *b, uint32_t arg, func_list *out) {
  const tp_program *p = b->p;
  bool outside;
  tp_decl_id d = named_function(b->ir, arg);
  tp_func_id f = d ? tp_decl_function(p, d) : 0;
  if (f)
    VEC_PUSH(out, f);
  if (d || arg == TP_IR_NONE)
    return;
  tp_type_id t = tp_ir_at(b->ir, arg)->type;
  if (is_function_pointer(p, t))
    candidates(b, t, out, &outside);
  const tp_type *type = tp_type_get(&p->types, t);
  if (type->kind == TP_T_POINTER || type->kind == TP_T_ARRAY)
    type = tp_type_get(&p->types, type->base);
  for (uint32_t i = 0; type->kind == TP_T_RECORD && i < type->n; i++) {
    tp_type_id field = p->types.fields.at[type->first + i].type;
    if (is_function_pointer(p, field))
      candidates(b, field, out, &outside);
  }
}

static void call_back(tp_cfg_builder *b, const tp_ir_op *call) {
  func_list funcs = {0};
  for (uint32_t i = 1; i < call->n; i++)
    find_callbacks(b, tp_ir_arg_of(b->ir, call, i), &funcs);
  if (funcs.n)
    choose(b, call->node, call->ref, &funcs, true, true);
  VEC_FREE(&funcs);
}

static void call_outside(tp_cfg_builder *b, const tp_ir_op *call) {
  uint32_t site = call->ref;
  const char *name = tp_flow_callee_name(b->p, site);
  tp_decl_id callee = b->p->sites.at[site].callee;
  if (is_longjmp(name)) {
    tp_cfg_emit_end(b, TP_CFG_LONGJMP, call->node, site);
  } else if (is_setjmp(name)) {
    if (b->cfg->has_longjmp)
      tp_cfg_emit(b, TP_CFG_SETJMP, call->node, site);
  } else if (b->p->decls.at[callee].is_noreturn ||
             b->p->decls.at[tp_flow_same(b->p, callee)].is_noreturn) {
    tp_cfg_emit_end(b, TP_CFG_EXIT, call->node, site);
  } else if (!is_at_exit(name)) {
    call_back(b, call);
  }
  if (call->kind == TP_IR_INPUT && b->with_data)
    tp_cfg_emit(b, TP_CFG_INPUT, call->node, site);
}

static void call_pointer(tp_cfg_builder *b, const tp_ir_op *call) {
  func_list funcs = {0};
  bool outside = false;
  uint32_t function = tp_ir_arg_of(b->ir, call, 0);
  tp_type_id type = function == TP_IR_NONE ? TP_TYPE_UNKNOWN
                                           : tp_ir_at(b->ir, function)->type;
  candidates(b, type, &funcs, &outside);
  if (funcs.n)
    choose(b, call->node, call->ref, &funcs, outside, false);
  VEC_FREE(&funcs);
}

void tp_cfg_call(tp_cfg_builder *b, const tp_ir_op *call) {
  tp_decl_id callee = b->p->sites.at[call->ref].callee;
  tp_func_id f = callee ? tp_decl_function(b->p, callee) : 0;
  if (f && call->kind == TP_IR_CALL)
    emit_call(b, call->node, call->ref, f);
  else if (callee)
    call_outside(b, call);
  else
    call_pointer(b, call);
}
