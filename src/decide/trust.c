/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions outside the program are named, by a call or by a pointer,
 * and what that means for everything else. Nothing here depends on where the
 * walk is: what is handed out later may be called earlier, in a loop. */
#include "decide/trust.h"

#include "decide/eval.h"
#include "ast/place.h"
#include "libc/libc.h"

/* ---- functions outside --------------------------------------------------- */

/* The linker finds what nobody defines in the C library, unless there are
 * other objects and libraries. */
static uint32_t effects_of(const tp_trust *t, const tp_program *p,
                           tp_decl_id id) {
  const tp_decl *d = &p->decls.at[id];
  return d->is_system || !t->is_linked
             ? tp_libc_effects(tp_names_text(p->names, d->name))
             : TP_OUTSIDE_UNKNOWN;
}

static void find_effects(tp_trust *t, const tp_program *p) {
  VEC_RESIZE(&t->effects, p->decls.n);
  for (tp_decl_id id = 1; id < p->decls.n; id++)
    if (p->decls.at[id].kind == TP_D_FUNCTION && p->decls.at[id].same == id &&
        !tp_decl_function(p, id))
      t->effects.at[id] = effects_of(t, p, id);
}

/* Names of functions that deliver inputs, and of variables, are no concern. */
static tp_decl_id named_function(const tp_program *p, const tp_bits *inputs,
                                 tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  if (node->kind != TP_N_NAME || tp_bits_has(inputs, n) ||
      p->decls.at[node->ref].kind != TP_D_FUNCTION)
    return 0;
  return p->decls.at[node->ref].same;
}

static void find_input_names(tp_bits *out, const tp_program *p) {
  tp_bits_init(out, p->nodes.n);
  for (uint32_t i = 1; i < p->sites.n; i++)
    if (p->sites.at[i].node &&
        (p->sites.at[i].is_input || p->sites.at[i].is_assumption))
      tp_bits_add(out, tp_node_get(p, p->sites.at[i].node)->first);
}

static void find_used(tp_trust *t, const tp_program *p, bool has_taken) {
  tp_bits inputs;
  find_input_names(&inputs, p);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    uint32_t effects = t->effects.at[named_function(p, &inputs, n)];
    bool is_unknown = effects & TP_OUTSIDE_UNKNOWN && has_taken;
    t->is_shared |= is_unknown || (effects & TP_OUTSIDE_BESIDE);
    t->hands_on |= is_unknown || (effects & TP_OUTSIDE_HANDS_ON && has_taken);
    t->rounds |= (effects & TP_OUTSIDE_ROUNDS) != 0;
    t->is_linked |= (effects & TP_OUTSIDE_NAMES) != 0;
  }
  tp_bits_free(&inputs);
}

/* ---- functions of the program that are called unseen --------------------- */

static void enter(tp_trust *t, tp_func_id f) {
  if (f)
    VEC_PUSH(&t->entered, f);
}

static bool has_linkage(const tp_program *p, tp_func_id f) {
  const tp_decl *d = &p->decls.at[p->funcs.at[f].decl];
  return p->funcs.at[f].is_user && !d->is_static && f != p->entry;
}

/* The library calls functions of its own by their names: by one of these it
 * comes to the program's. */
static void find_interposed(tp_trust *t, const tp_eval *e) {
  const tp_program *p = e->p;
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    const tp_decl *d = &p->decls.at[p->funcs.at[f].decl];
    if (!has_linkage(p, f) ||
        !(t->is_linked || tp_libc_has(tp_names_text(p->names, d->name))))
      continue;
    enter(t, f);
    t->is_interposed |=
        tp_eval_writes_shared(e, f) || tp_bits_has(&e->summaries.readers, f);
  }
}

/* ---- variables ----------------------------------------------------------- */

static bool has_function_pointer(const tp_program *p, tp_type_id type) {
  tp_vec_u32 work = {0};
  bool found = false;
  VEC_PUSH(&work, type);
  while (work.n && !found) {
    const tp_type *t = tp_type_get(&p->types, VEC_POP(&work));
    found = t->kind == TP_T_POINTER &&
            tp_type_get(&p->types, t->base)->kind == TP_T_FUNCTION;
    if (t->kind == TP_T_ARRAY)
      VEC_PUSH(&work, t->base);
    for (uint32_t i = 0; t->kind == TP_T_RECORD && i < t->n; i++)
      VEC_PUSH(&work, p->types.fields.at[t->first + i].type);
  }
  VEC_FREE(&work);
  return found;
}

static bool is_defined(const tp_program *p, const tp_decl *d) {
  return !d->is_extern || (d->var && tp_node_get(p, d->var)->first);
}

/* Where a section begins and ends: what lies in it is open already. */
static bool is_section_end(const char *name) {
  return tp_text_starts(name, "__start_") || tp_text_starts(name, "__stop_");
}

static void find_variables(tp_trust *t, const tp_program *p, bool has_taken) {
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    tp_decl_id id = node->kind == TP_N_NAME ? p->decls.at[node->ref].same : 0;
    const tp_decl *d = &p->decls.at[id];
    if (!id || d->kind != TP_D_VAR || is_defined(p, d))
      continue;
    t->hands_on |= has_taken && has_function_pointer(p, d->type);
    bool is_array = tp_type_get(&p->types, d->type)->kind == TP_T_ARRAY;
    if (!t->stranger && !d->is_system && !t->is_linked &&
        (is_array || d->address_taken) &&
        !is_section_end(tp_names_text(p->names, d->name)))
      t->stranger = n;
  }
}

static bool is_global(const tp_decl *d) {
  return d->kind == TP_D_VAR && !d->scope && !d->is_static;
}

/* The library's variables that the program defines itself (optind, a hook). */
static void find_library_variables(tp_trust *t, const tp_program *p,
                                   bool has_taken) {
  tp_bits_init(&t->library, p->decls.n);
  for (tp_decl_id id = 1; id < p->decls.n; id++) {
    const tp_decl *d = &p->decls.at[id];
    if (d->same != id || d->is_system || !is_global(d) ||
        !tp_libc_has_variable(tp_names_text(p->names, d->name)))
      continue;
    tp_bits_add(&t->library, id);
    t->hands_on |= has_taken && has_function_pointer(p, d->type);
  }
}

bool tp_trust_is_open(const tp_trust *t, const tp_program *p, tp_decl_id id) {
  const tp_decl *d = &p->decls.at[id];
  return d->is_placed || (t->is_linked && is_global(d)) ||
         tp_bits_has(&t->library, d->same);
}

/* ---- pointers to functions ----------------------------------------------- */

/* Whether a value of this type may hold, or lead to, pointers to functions. */
static bool concerns_functions(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  if (type->kind == TP_T_FUNCTION)
    return true;
  if (type->kind != TP_T_POINTER && type->kind != TP_T_ARRAY)
    return has_function_pointer(p, t);
  const tp_type *base = tp_type_get(&p->types, type->base);
  return base->kind == TP_T_FUNCTION || has_function_pointer(p, type->base);
}

static tp_type_id pointee(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  bool leads_on = type->kind == TP_T_POINTER || type->kind == TP_T_ARRAY;
  t = leads_on ? type->base : t;
  return tp_type_get(&p->types, t)->unqualified;
}

/* A value goes from one place to another: as what it is, or NULL. */
static bool keeps(const tp_program *p, tp_node_id value, tp_type_id to) {
  const tp_node *v = tp_node_get(p, value);
  uint64_t null;
  if (!value || v->kind == TP_N_INIT_LIST || tp_node_constant(p, value, &null))
    return true;
  if (!concerns_functions(p, v->type) && !concerns_functions(p, to))
    return true;
  return pointee(p, v->type) == pointee(p, to);
}

/* Memory in which pointers to functions lie. */
static bool holds_functions(const tp_program *p, tp_node_id n) {
  tp_type_id t = tp_node_get(p, n)->type;
  return has_function_pointer(p, t) || has_function_pointer(p, pointee(p, t));
}

static bool is_handed_on_as_is(const tp_program *p, tp_node_id call) {
  const tp_site *site = &p->sites.at[tp_node_get(p, call)->ref];
  tp_node_id target = tp_node_get(p, call)->first;
  tp_type_id t = tp_node_get(p, target)->type;
  if (tp_type_get(&p->types, t)->kind == TP_T_POINTER)
    t = tp_type_get(&p->types, t)->base;
  const tp_type *type = tp_type_get(&p->types, t);
  uint32_t i = 0;
  bool is_outside = site->callee && !tp_decl_function(p, site->callee);
  for (tp_node_id arg = tp_node_get(p, target)->next; arg;
       arg = tp_node_get(p, arg)->next, i++) {
    bool has_type = type->kind == TP_T_FUNCTION && i < type->n;
    bool is_kept = is_outside ? !holds_functions(p, arg) /* it may copy bytes */
                   : has_type
                       ? keeps(p, arg, p->types.params.at[type->first + i])
                       : !concerns_functions(p, tp_node_get(p, arg)->type);
    if (!is_kept)
      return false;
  }
  return true;
}

static tp_type_id returned_type(const tp_program *p, tp_func_id f) {
  const tp_decl *d = &p->decls.at[p->funcs.at[f].decl];
  return tp_type_get(&p->types, d->type)->base;
}

static bool keeps_types_of(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  switch (node->kind) {
  case TP_N_CAST:
  case TP_N_VAR:
  case TP_N_INIT:
    return keeps(p, node->first, node->type);
  case TP_N_ASSIGN:
    return keeps(p, tp_node_kid(p, n, 1), node->type);
  case TP_N_CALL:
    return is_handed_on_as_is(p, n);
  case TP_N_OPAQUE:
    return tp_node_is_next_arg(p, n) && !concerns_functions(p, node->type);
  default:
    return true;
  }
}

static bool keeps_types_of_returns(const tp_program *p, tp_func_id f) {
  tp_vec_u32 work = {0};
  bool is_kept = true;
  VEC_PUSH(&work, p->funcs.at[f].body);
  while (work.n && is_kept) {
    tp_node_id n = VEC_POP(&work);
    const tp_node *node = tp_node_get(p, n);
    if (node->kind == TP_N_RETURN)
      is_kept = keeps(p, node->first, returned_type(p, f));
    TP_KIDS (p, n, kid)
      VEC_PUSH(&work, kid);
  }
  VEC_FREE(&work);
  return is_kept;
}

/* No pointer to a function, nor one to where such pointers lie, is ever taken
 * for one of another type: by a cast, by void *, in a union, by an argument
 * without parameter, by a copy of bytes. */
static bool keeps_types(const tp_program *p) {
  for (tp_type_id t = 1; t < p->types.at.n; t++) {
    const tp_type *type = tp_type_get(&p->types, t);
    if (type->kind == TP_T_RECORD && type->is_union &&
        has_function_pointer(p, t))
      return false;
  }
  for (tp_node_id n = 1; n < p->nodes.n; n++)
    if (!keeps_types_of(p, n))
      return false;
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].body && !keeps_types_of_returns(p, f))
      return false;
  return true;
}

static bool is_optimised(const tp_program *p) {
  bool found = false;
  for (tp_unit_id u = 1; u < p->units.n; u++)
    found = found || tp_place_has_macro(p, u, "__OPTIMIZE__");
  for (tp_unit_id u = 1; u < p->units.n; u++)
    for (uint32_t i = 0; i < p->units.at[u].flags.n; i++) {
      const char *flag = p->units.at[u].flags.at[i];
      found = found || (tp_text_starts(flag, "-O") && strcmp(flag, "-O0") != 0);
    }
  return found;
}

/* -------------------------------------------------------------------------- */

void tp_trust_find(tp_trust *t, const tp_eval *e) {
  const tp_program *p = e->p;
  bool has_taken = false;
  *t = (tp_trust){.rounding = tp_program_strange(p, TP_STRANGE_ROUNDING),
                  .is_linked = tp_program_strange(p, TP_STRANGE_LINKED) != 0,
                  .is_optimised = is_optimised(p),
                  .keeps_types = keeps_types(p)};
  for (uint32_t i = 0; i < e->taken.n; i++)
    has_taken = has_taken || tp_decl_function(p, e->taken.at[i]);
  t->hands_on = t->is_linked;
  find_effects(t, p);
  find_used(t, p, has_taken);
  find_variables(t, p, has_taken);
  find_library_variables(t, p, has_taken);
  find_interposed(t, e);
  for (uint32_t i = 0; (t->hands_on || t->is_shared) && i < e->taken.n; i++)
    enter(t, tp_decl_function(p, e->taken.at[i]));
}

void tp_trust_free(tp_trust *t) {
  VEC_FREE(&t->effects);
  VEC_FREE(&t->entered);
  tp_bits_free(&t->library);
}
