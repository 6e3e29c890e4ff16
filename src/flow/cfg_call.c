/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow of calls. A call of a function of the program is a CALL; through
 * a pointer it is a choice between CALLs of all functions whose address is used
 * and whose type fits. A function outside the program is passed over, unless it
 * never returns, is setjmp or longjmp, or is handed a function: then it may
 * call that back any number of times. */
#include "flow/cfg_build.h"
#include "flow/tree.h"

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
static tp_decl_id named_function(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  while (node->kind == TP_N_CAST || node->kind == TP_N_ADDR ||
         node->kind == TP_N_DEREF || node->kind == TP_N_GENERIC)
    node = tp_node_get(p, node->first);
  bool is_function =
      node->kind == TP_N_NAME && p->decls.at[node->ref].kind == TP_D_FUNCTION;
  return is_function ? tp_flow_same(p, node->ref) : 0;
}

/* The names by which functions are called outright: no use of an address. */
static void mark_direct(const tp_program *p, tp_bits *direct) {
  for (uint32_t s = 1; s < p->sites.n; s++) {
    tp_node_id n = p->sites.at[s].callee ? p->sites.at[s].node : 0;
    for (n = n ? p->nodes.at[n].first : 0; n; n = p->nodes.at[n].first)
      tp_bits_add(direct, n);
  }
}

void tp_cfg_taken(tp_cfg_decls *out, const tp_program *p) {
  tp_bits direct, seen;
  tp_bits_init(&direct, p->nodes.n + 1);
  tp_bits_init(&seen, p->decls.n + 1);
  mark_direct(p, &direct);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = &p->nodes.at[n];
    if (node->kind != TP_N_NAME || tp_bits_has(&direct, n) ||
        p->decls.at[node->ref].kind != TP_D_FUNCTION)
      continue;
    tp_decl_id d = tp_flow_same(p, node->ref);
    if (!tp_bits_has(&seen, d))
      VEC_PUSH(out, d);
    tp_bits_add(&seen, d);
  }
  tp_bits_free(&direct);
  tp_bits_free(&seen);
}

void tp_cfg_find_handlers(tp_cfg_builder *b) {
  const tp_program *p = b->p;
  for (uint32_t s = 1; s < p->sites.n; s++) {
    const char *name = tp_flow_callee_name(p, s);
    b->cfg->has_longjmp |= is_longjmp(name);
    if (!is_at_exit(name))
      continue;
    tp_node_id arg = tp_node_kid(p, p->sites.at[s].node, 1);
    tp_decl_id d = arg ? named_function(p, arg) : 0;
    tp_func_id f = d ? tp_decl_function(p, d) : 0;
    if (f)
      VEC_PUSH(&b->handlers, f);
  }
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

/* Functions that the arguments hand to a function outside the program, in
 * person, as a pointer, or in a record. */
static void find_callbacks(tp_cfg_builder *b, tp_node_id call, func_list *out) {
  const tp_program *p = b->p;
  bool outside;
  for (tp_node_id arg = tp_node_kid(p, call, 1); arg;
       arg = p->nodes.at[arg].next) {
    tp_decl_id d = named_function(p, arg);
    if (d) {
      tp_func_id f = tp_decl_function(p, d);
      if (f)
        VEC_PUSH(out, f);
      continue;
    }
    tp_type_id t = p->nodes.at[arg].type;
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
}

static void call_outside(tp_cfg_builder *b, tp_node_id n, uint32_t site) {
  const char *name = tp_flow_callee_name(b->p, site);
  tp_decl_id callee = b->p->sites.at[site].callee;
  if (is_longjmp(name)) {
    tp_cfg_emit_end(b, TP_CFG_LONGJMP, n, site);
  } else if (is_setjmp(name)) {
    if (b->cfg->has_longjmp)
      tp_cfg_emit(b, TP_CFG_SETJMP, n, site);
  } else if (b->p->decls.at[callee].is_noreturn ||
             b->p->decls.at[tp_flow_same(b->p, callee)].is_noreturn) {
    tp_cfg_emit_end(b, TP_CFG_EXIT, n, site);
  } else if (!is_at_exit(name)) {
    func_list funcs = {0};
    find_callbacks(b, n, &funcs);
    if (funcs.n)
      choose(b, n, site, &funcs, true, true);
    VEC_FREE(&funcs);
  }
  if (b->p->sites.at[site].is_input && b->opt->with_data)
    tp_cfg_emit(b, TP_CFG_INPUT, n, site);
}

void tp_cfg_call(tp_cfg_builder *b, tp_node_id n) {
  uint32_t site = tp_cfg_node(b, n)->ref;
  tp_decl_id callee = b->p->sites.at[site].callee;
  tp_func_id f = callee ? tp_decl_function(b->p, callee) : 0;
  if (f && !b->p->sites.at[site].is_input) {
    emit_call(b, n, site, f);
  } else if (callee) {
    call_outside(b, n, site);
  } else {
    func_list funcs = {0};
    bool outside = false;
    candidates(b, b->p->nodes.at[tp_cfg_node(b, n)->first].type, &funcs,
               &outside);
    if (funcs.n)
      choose(b, n, site, &funcs, outside, false);
    VEC_FREE(&funcs);
  }
}
