/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/calls.h"

#include "base/map.h"

/* ---- the call graph ------------------------------------------------------ */

/* Functions whose names are used as values, as tp_func_id. */
static void find_values(tp_bits *out, const tp_program *p) {
  tp_map callees = {0};
  bool is_new;
  tp_bits_init(out, p->funcs.n);
  for (uint32_t i = 1; i < p->sites.n; i++)
    tp_map_put(&callees, tp_node_get(p, p->sites.at[i].node)->first, &is_new);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    if (node->kind != TP_N_NAME || tp_map_get(&callees, n) ||
        p->decls.at[node->ref].kind != TP_D_FUNCTION)
      continue;
    tp_func_id f = tp_decl_function(p, node->ref);
    if (f)
      tp_bits_add(out, f);
  }
  tp_map_free(&callees);
}

static tp_type_id called_type(const tp_program *p, const tp_site *site) {
  tp_node_id callee = tp_node_get(p, site->node)->first;
  tp_type_id type = tp_node_get(p, callee)->type;
  const tp_type *t = tp_type_get(&p->types, type);
  return t->kind == TP_T_POINTER ? tp_type_get(&p->types, t->base)->unqualified
                                 : type;
}

static void add_indirect(tp_call_graph *out, const tp_program *p,
                         const tp_site *site, const tp_bits *values) {
  tp_type_id type = called_type(p, site);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (tp_bits_has(values, f) && p->decls.at[p->funcs.at[f].decl].type == type)
      tp_call_graph_add(out, site->caller, f);
}

void tp_calls_of_program(tp_call_graph *out, const tp_program *p) {
  tp_bits values;
  find_values(&values, p);
  *out = (tp_call_graph){.n = p->funcs.n};
  for (uint32_t i = 1; i < p->sites.n; i++) {
    const tp_site *site = &p->sites.at[i];
    tp_func_id f = site->callee ? tp_decl_function(p, site->callee) : 0;
    if (f && site->caller)
      tp_call_graph_add(out, site->caller, f);
    else if (!site->callee && site->caller)
      add_indirect(out, p, site, &values);
  }
  tp_bits_free(&values);
}

/* ---- what a unit needs --------------------------------------------------- */

static const char *const supplied[] = {
#define VALUE(name, type, wire) #name,
#define NAMED(name, type, wire) #name,
#define FILL(name, type, wire) #name,
#define OTHER(name, type, style) #name,
#define ASSUME(name, type) #name,
#define FAIL(name) #name,
#define NOTHING(name) #name,
#define SAME(name, type) #name,
#include "wire/inputs.def"
};

/* By tp2ph, to every program. */
static bool is_supplied(const char *name) {
  for (size_t i = 0; i < sizeof supplied / sizeof *supplied; i++)
    if (strcmp(supplied[i], name) == 0)
      return true;
  return tp_text_starts(name, "__VERIFIER_nondet_") ||
         tp_text_starts(name, "__builtin_");
}

/* Functions of a file by where they begin: a text has them in that order. */
typedef struct extents {
  const tp_program *p;
  tp_vec_u32 funcs;
} extents;

static void find_extents(extents *e, const tp_program *p, tp_unit_id unit) {
  e->p = p;
  VEC_CLEAR(&e->funcs);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].unit == unit && !p->funcs.at[f].is_nested)
      VEC_PUSH(&e->funcs, f);
}

/* The function that lies there; 0: none. */
static tp_func_id function_at(const extents *e, uint32_t offset) {
  uint32_t low = 0, high = e->funcs.n;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    const tp_func *f = &e->p->funcs.at[e->funcs.at[middle]];
    if (f->end <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_in =
      low < e->funcs.n && e->p->funcs.at[e->funcs.at[low]].begin <= offset;
  return is_in ? e->funcs.at[low] : 0;
}

/* A declaration of the same that the file knows. */
static tp_decl_id seen_from(const tp_program *p, tp_decl_id d,
                            tp_unit_id unit) {
  tp_decl_id same = p->decls.at[d].same;
  for (tp_decl_id i = 1; i < p->decls.n; i++)
    if (p->decls.at[i].unit == unit && p->decls.at[i].scope == 0 &&
        p->decls.at[i].same == same && same)
      return i;
  return d;
}

static bool is_input_variable(const tp_program *p, const tp_decl *d) {
  const tp_type *t = tp_type_get(&p->types, d->type);
  while (t->kind == TP_T_ARRAY)
    t = tp_type_get(&p->types, t->base);
  return d->kind == TP_D_VAR && d->scope == 0 && !d->is_system &&
         !t->is_const && !d->is_thread;
}

static bool is_left_out(const tp_program *p, tp_decl_id d, const tp_bits *set) {
  const tp_decl *decl = &p->decls.at[d];
  tp_func_id f = tp_decl_function(p, d);
  if (decl->kind != TP_D_FUNCTION || (f && tp_bits_has(set, f)))
    return false;
  return f ? p->funcs.at[f].is_user != 0
           : !decl->is_system &&
                 !is_supplied(tp_names_text(p->names, decl->name));
}

/* Declared, and nobody defines it. */
static bool is_missing(const tp_program *p, const tp_decl *d) {
  const tp_decl *same = &p->decls.at[d->same];
  return d->kind == TP_D_VAR && d->scope == 0 && d->same && !d->is_system &&
         same->is_extern && !(same->var && tp_node_get(p, same->var)->first);
}

typedef struct needs {
  const tp_program *p;
  const tp_bits *set;
  tp_unit_id unit;
  tp_vec_u32 *variables, *missing, *functions;
  tp_map seen; /* by `same` */
} needs;

static void note(needs *w, tp_decl_id d) {
  const tp_decl *decl = &w->p->decls.at[d];
  bool is_variable = is_input_variable(w->p, decl), is_new;
  bool is_none = is_missing(w->p, decl);
  bool is_function = is_left_out(w->p, d, w->set);
  if (!is_variable && !is_none && !is_function)
    return;
  tp_map_put(&w->seen, decl->same ? decl->same : d, &is_new);
  tp_decl_id seen = is_new ? seen_from(w->p, d, w->unit) : 0;
  if (seen && is_variable)
    VEC_PUSH(w->variables, seen);
  if (seen && is_none)
    VEC_PUSH(w->missing, seen);
  if (seen && is_function)
    VEC_PUSH(w->functions, seen);
}

static void note_file(needs *w, const extents *e, const tp_unit *u) {
  for (tp_node_id n = u->first_node; n <= u->last_node; n++) {
    const tp_node *node = tp_node_get(w->p, n);
    if (node->kind != TP_N_NAME)
      continue;
    tp_func_id f = function_at(e, node->begin);
    bool is_function = w->p->decls.at[node->ref].kind == TP_D_FUNCTION;
    if (f ? tp_bits_has(w->set, f) : is_function)
      note(w, node->ref);
  }
}

void tp_unit_needs(tp_vec_u32 *variables, tp_vec_u32 *missing,
                   tp_vec_u32 *functions, const tp_program *p,
                   const tp_bits *set, tp_unit_id unit) {
  needs w = {p, set, unit, variables, missing, functions, {0}};
  extents e = {0};
  for (tp_unit_id u = 1; u < p->units.n; u++) {
    find_extents(&e, p, u);
    note_file(&w, &e, &p->units.at[u]);
  }
  VEC_FREE(&e.funcs);
  tp_map_free(&w.seen);
}
