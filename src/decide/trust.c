/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions outside the program are named, by a call or by a pointer,
 * and what that means for everything else. Nothing here depends on where the
 * walk is: what is handed out later may be called earlier, in a loop. */
#include "decide/trust.h"

#include "decide/eval.h"
#include "program/place.h"
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
static tp_decl_id named_function(const tp_ir *ir, const tp_bits *inputs,
                                 uint32_t place) {
  const tp_ir_op *op = tp_ir_at(ir, place);
  if (op->kind != TP_IR_PLACE || tp_bits_has(inputs, place) ||
      ir->p->decls.at[op->ref].kind != TP_D_FUNCTION)
    return 0;
  return ir->p->decls.at[op->ref].same;
}

static void find_input_names(tp_bits *out, const tp_ir *ir) {
  tp_bits_init(out, ir->ops.n);
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    bool is_call = op->kind == TP_IR_INPUT || op->kind == TP_IR_CALL;
    if (is_call && (ir->p->sites.at[op->ref].is_input ||
                    ir->p->sites.at[op->ref].is_assumption))
      tp_bits_add(out, tp_ir_arg_of(ir, op, 0));
  }
}

static void find_used(tp_trust *t, const tp_ir *ir, bool has_taken) {
  tp_bits inputs;
  find_input_names(&inputs, ir);
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    uint32_t effects = t->effects.at[named_function(ir, &inputs, i)];
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

/* Where a section begins and ends: what lies in it is open already. */
static bool is_section_end(const char *name) {
  return tp_text_starts(name, "__start_") || tp_text_starts(name, "__stop_");
}

static void find_variables(tp_trust *t, const tp_ir *ir, bool has_taken) {
  const tp_program *p = ir->p;
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    tp_decl_id id = op->kind == TP_IR_PLACE ? p->decls.at[op->ref].same : 0;
    const tp_decl *d = &p->decls.at[id];
    if (!id || d->kind != TP_D_VAR || tp_decl_is_defined(d))
      continue;
    t->hands_on |= has_taken && has_function_pointer(p, d->type);
    bool is_array = tp_type_get(&p->types, d->type)->kind == TP_T_ARRAY;
    if (!t->stranger && !d->is_system && !t->is_linked &&
        (is_array || d->address_taken) &&
        !is_section_end(tp_names_text(p->names, d->name)))
      t->stranger = op->node;
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

/* Whether a pointer is one to what lies at an address: the object, or the first
 * element of an array. */
static bool is_pointer_to(const tp_program *p, const tp_ir_op *address,
                          tp_type_id to) {
  const tp_type *there = tp_type_get(&p->types, address->type);
  return pointee(p, to) == there->unqualified ||
         (there->kind == TP_T_ARRAY &&
          pointee(p, to) == pointee(p, address->type));
}

/* A value goes from one place to another: as what it is, or NULL. */
static bool keeps(const tp_ir *ir, uint32_t value, tp_type_id to) {
  const tp_program *p = ir->p;
  const tp_ir_op *v = value == TP_IR_NONE ? NULL : tp_ir_at(ir, value);
  uint64_t null;
  if (!v || v->kind == TP_IR_LIST ||
      tp_type_get(&p->types, to)->kind == TP_T_VOID ||
      tp_ir_constant(ir, value, &null))
    return true;
  bool is_address = v->kind <= TP_IR_ELEMENT;
  if (!concerns_functions(p, to) && !concerns_functions(p, v->type) &&
      !(is_address && has_function_pointer(p, v->type)))
    return true;
  return is_address ? is_pointer_to(p, v, to)
                    : pointee(p, v->type) == pointee(p, to);
}

/* Memory in which pointers to functions lie. */
static bool holds_functions(const tp_ir *ir, uint32_t value) {
  tp_type_id t = value == TP_IR_NONE ? TP_TYPE_VOID : tp_ir_at(ir, value)->type;
  return has_function_pointer(ir->p, t) ||
         has_function_pointer(ir->p, pointee(ir->p, t));
}

/* An argument without parameter: nobody knows as what it is taken. */
static bool concerns_no_functions(const tp_ir *ir, uint32_t value) {
  return value == TP_IR_NONE ||
         (!concerns_functions(ir->p, tp_ir_at(ir, value)->type) &&
          !holds_functions(ir, value));
}

static bool is_handed_on_as_is(const tp_ir *ir, const tp_ir_op *call) {
  const tp_program *p = ir->p;
  const tp_site *site = &p->sites.at[call->ref];
  tp_type_id t = tp_ir_at(ir, tp_ir_arg_of(ir, call, 0))->type;
  if (tp_type_get(&p->types, t)->kind == TP_T_POINTER)
    t = tp_type_get(&p->types, t)->base;
  const tp_type *type = tp_type_get(&p->types, t);
  bool is_outside = site->callee && !tp_decl_function(p, site->callee);
  for (uint32_t i = 1; i < call->n; i++) {
    uint32_t arg = tp_ir_arg_of(ir, call, i);
    bool has_type = type->kind == TP_T_FUNCTION && i <= type->n;
    bool is_kept = is_outside ? !holds_functions(ir, arg) /* it copies bytes */
                   : has_type
                       ? keeps(ir, arg, p->types.params.at[type->first + i - 1])
                       : concerns_no_functions(ir, arg);
    if (!is_kept)
      return false;
  }
  return true;
}

static tp_type_id returned_type(const tp_program *p, tp_func_id f) {
  const tp_decl *d = &p->decls.at[p->funcs.at[f].decl];
  return tp_type_get(&p->types, d->type)->base;
}

/* An operation of function f. */
static bool keeps_types_of(const tp_ir *ir, tp_func_id f, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_CONVERT:
  case TP_IR_PART:
  case TP_IR_SET:
    return keeps(ir, tp_ir_arg_of(ir, op, 0), op->type);
  case TP_IR_STORE:
    return keeps(ir, tp_ir_arg_of(ir, op, 1), op->type);
  case TP_IR_RETURN:
    return !op->n ||
           keeps(ir, tp_ir_arg_of(ir, op, 0), returned_type(ir->p, f));
  case TP_IR_CALL:
  case TP_IR_INPUT:
    return is_handed_on_as_is(ir, op);
  case TP_IR_NEXT:
    return !concerns_functions(ir->p, op->type);
  case TP_IR_OPAQUE:
    return false;
  default:
    return true;
  }
}

/* No pointer to a function, nor one to where such pointers lie, is ever taken
 * for one of another type: by a cast, by void *, in a union, by an argument
 * without parameter, by a copy of bytes. */
static bool keeps_types(const tp_ir *ir) {
  const tp_program *p = ir->p;
  for (tp_type_id t = 1; t < p->types.at.n; t++) {
    const tp_type *type = tp_type_get(&p->types, t);
    if (type->kind == TP_T_RECORD && type->is_union &&
        has_function_pointer(p, t))
      return false;
  }
  for (tp_func_id f = 0; f < p->funcs.n; f++)
    for (uint32_t i = ir->first.at[f]; i < ir->first.at[f + 1]; i++)
      if (!keeps_types_of(ir, f, tp_ir_at(ir, i)))
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
                  .keeps_types = keeps_types(e->ir)};
  for (uint32_t i = 0; i < e->taken.n; i++)
    has_taken = has_taken || tp_decl_function(p, e->taken.at[i]);
  t->hands_on = t->is_linked;
  find_effects(t, p);
  find_used(t, e->ir, has_taken);
  find_variables(t, e->ir, has_taken);
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
