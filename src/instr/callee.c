/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is called: decides how a call is told to the runtime. */
#include "instr/work.h"

#include "libc/libc.h"

static const struct {
  const char *name;
  bool is_valued;
} library[] = {
#define LIBRARY(result, name, parameters) {#name, false},
#define VALUED(result, name, parameters) {#name, true},
#include "wire/library.def"
};

/* These look at their arguments without evaluating them. */
static const char *const untouched[] = {"__builtin_constant_p",
                                        "__builtin_types_compatible_p",
                                        "__builtin_object_size",
                                        "__builtin_dynamic_object_size",
                                        "__builtin_va_start",
                                        "__builtin_classify_type",
                                        NULL};

static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0)
      return true;
  return false;
}

const char *tp_instr_library_name(const tp_writer *w, tp_decl_id callee,
                                  bool *is_valued) {
  const char *name = tp_libc_plain_name(
      tp_names_text(w->p->names, w->p->decls.at[callee].name));
  for (size_t i = 0; i < sizeof library / sizeof library[0]; i++) {
    if (strcmp(name, library[i].name) != 0)
      continue;
    *is_valued = library[i].is_valued;
    return name;
  }
  return NULL;
}

/* A function that a system header defines, as atoi with -O2, and that can be
 * called instead: it stores nothing, so there is no check of sizes in it. */
static bool is_header_only(const tp_writer *w, tp_func_id f) {
  const tp_func *func = &w->p->funcs.at[f];
  for (uint32_t i = 0; i < func->params.n; i++) {
    const tp_type *t =
        tp_type_get(&w->p->types, w->p->decls.at[func->params.at[i]].type);
    if (t->kind == TP_T_POINTER &&
        !tp_type_get(&w->p->types, t->base)->is_const)
      return false;
  }
  return !func->is_user;
}

tp_callee tp_instr_callee(const tp_writer *w, tp_node_id call) {
  uint32_t site = tp_w_node(w, call)->ref;
  const tp_site *s = &w->p->sites.at[site];
  if (s->is_input)
    return TP_CALLEE_INPUT;
  if (!s->callee)
    return TP_CALLEE_POINTER;
  tp_func_id f = tp_decl_function(w->p, s->callee);
  if (w->taint && tp_pure_call(w->p, site))
    return TP_CALLEE_PURE;
  if (f && !is_header_only(w, f))
    return tp_bits_has(&w->entries, f) ? TP_CALLEE_USER : TP_CALLEE_OTHER;
  const char *name = tp_names_text(w->p->names, w->p->decls.at[s->callee].name);
  if (strcmp(name, "__builtin_expect") == 0)
    return TP_CALLEE_EXPECT;
  if (is_one_of(name, untouched))
    return TP_CALLEE_UNTOUCHED;
  bool is_valued = false;
  if (!tp_instr_library_name(w, s->callee, &is_valued))
    return TP_CALLEE_OTHER;
  return is_valued ? TP_CALLEE_VALUED : TP_CALLEE_LIBRARY;
}

bool tp_instr_has_result(const tp_writer *w, tp_node_id call) {
  tp_type_id t = tp_w_node(w, call)->type;
  if (!tp_w_is_tainted(w, call) ||
      (!tp_w_is_scalar(w, t) && !tp_w_is_record(w, t)))
    return false;
  switch (tp_instr_callee(w, call)) {
  case TP_CALLEE_USER:
  case TP_CALLEE_POINTER:
  case TP_CALLEE_INPUT:
  case TP_CALLEE_LIBRARY:
  case TP_CALLEE_VALUED:
    return true;
  default:
    return false;
  }
}

/* ---- what is in a node ---------------------------------------- */

/* A function handed to it may be called back. */
static bool takes_function(const tp_writer *w, tp_node_id call) {
  TP_KIDS (w->p, call, kid) {
    const tp_type *t = tp_type_get(&w->p->types, tp_w_node(w, kid)->type);
    if (kid == tp_w_node(w, call)->first)
      continue;
    if (t->kind == TP_T_POINTER)
      t = tp_type_get(&w->p->types, t->base);
    if (t->kind == TP_T_FUNCTION)
      return true;
  }
  return false;
}

static bool may_change_variables(const tp_writer *w, tp_node_id call) {
  const tp_site *s = &w->p->sites.at[tp_w_node(w, call)->ref];
  if (s->is_input)
    return false;
  return !s->callee || tp_decl_function(w->p, s->callee) ||
         takes_function(w, call);
}

static void mark_up(tp_bits *bits, const tp_node_id *parents, tp_node_id n) {
  for (; n && !tp_bits_has(bits, n); n = parents[n])
    tp_bits_add(bits, n);
}

void tp_instr_mark_calls(tp_writer *w) {
  const tp_program *p = w->p;
  tp_node_id *parents = TP_NEW_ARRAY(tp_node_id, p->nodes.n + 1);
  tp_bits_init(&w->calls, p->nodes.n + 1);
  for (tp_node_id n = 1; n < p->nodes.n; n++)
    TP_KIDS (p, n, kid)
      parents[kid] = n;
  tp_bits_init(&w->unique, p->nodes.n + 1);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    if (p->nodes.at[n].kind == TP_N_COMPOUND ||
        p->nodes.at[n].kind == TP_N_STMT_EXPR)
      mark_up(&w->unique, parents, n);
    if (p->nodes.at[n].kind == TP_N_CALL && may_change_variables(w, n))
      mark_up(&w->calls, parents, n);
  }
  tp_free(parents);
}
