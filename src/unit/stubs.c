/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/stubs.h"

#include "unit/writes.h"

static bool declare(const tp_program *p, tp_type_id t, const char *name,
                    tp_str *out) {
  return tp_type_declare(&p->types, p->names, t, name, out);
}

static const tp_type *function_of(const tp_program *p, tp_decl_id d) {
  return tp_type_get(&p->types, p->decls.at[d].type);
}

static bool can_define(const tp_program *p, tp_type_id function) {
  const tp_type *f = tp_type_get(&p->types, function);
  tp_str ignored = {0};
  if (f->kind != TP_T_FUNCTION)
    return false;
  const tp_type *result = tp_type_get(&p->types, f->base);
  bool returns_function =
      result->kind == TP_T_POINTER &&
      tp_type_get(&p->types, result->base)->kind == TP_T_FUNCTION;
  bool can = !returns_function && declare(p, function, "x", &ignored);
  tp_str_free(&ignored);
  return can;
}

bool tp_driver_can_stub(const tp_program *p, tp_decl_id d) {
  return can_define(p, p->decls.at[d].type);
}

/* "int h(int a1, char *a2)" */
static void add_head(tp_str *out, const tp_program *p, tp_type_id function,
                     const char *name) {
  const tp_type *f = tp_type_get(&p->types, function);
  tp_str whole = {0}, param = {0};
  tp_str_addf(&whole, "%s(", name);
  for (uint32_t i = 0; i < f->n; i++) {
    tp_str_add(&whole, i ? ", " : "");
    VEC_CLEAR(&param);
    tp_str_addf(&param, "a%u", i + 1);
    declare(p, p->types.params.at[f->first + i], param.at, &whole);
  }
  tp_str_add(&whole, f->is_variadic              ? ", ...)"
                     : f->n || !f->has_prototype ? ")"
                                                 : "void)");
  declare(p, f->base, whole.at, out);
  tp_str_free(&whole);
  tp_str_free(&param);
}

/* function: whose result it is; 0: of nobody's. */
static void give_back(tp_values *v, tp_type_id result, const char *label,
                      tp_use_place function) {
  const tp_type *t = tp_type_get(&v->p->types, result);
  tp_str local = {0};
  if (t->kind == TP_T_VOID)
    return;
  declare(v->p, t->unqualified, "result", &local);
  tp_values_line(v, "%s;", tp_str_text(&local));
  tp_values_fill(v, result, "result", label, function);
  tp_values_line(v, "return result;");
  tp_str_free(&local);
}

/* ---- what is written ----------------------------------------------------- */

/* The parameter that says how many elements there are; 0: there is none. */
static uint32_t size_of_param(const tp_values *v, tp_decl_id function,
                              uint32_t i) {
  tp_func_id f = tp_decl_function(v->p, function);
  const tp_func *func = &v->p->funcs.at[f];
  for (uint32_t k = 0; f && k < func->params.n; k++)
    if (tp_uses_size(v->uses, tp_use_of_decl(v->p, func->params.at[i]),
                     tp_use_of_decl(v->p, func->params.at[k])) == TP_SIZE_COUNT)
      return k + 1;
  return 0;
}

/* What it points to, or the first elements of that. */
static void write_behind(tp_values *v, tp_decl_id function, uint32_t i,
                         tp_type_id to) {
  const char *name = tp_names_text(v->p->names, v->p->decls.at[function].name);
  tp_str lvalue = {0}, label = {0};
  uint32_t size = size_of_param(v, function, i);
  tp_str_addf(&label, "%s(): (*a%u)", name, i + 1);
  if (size) {
    tp_str_addf(&lvalue, "a%u[tp2ph_i]", i + 1);
    tp_values_line(v,
                   "for (int tp2ph_i = 0; a%u && tp2ph_i < %u && tp2ph_i < "
                   "a%u; tp2ph_i++) {",
                   i + 1, v->elements, size);
  } else {
    tp_str_addf(&lvalue, "(*a%u)", i + 1);
    tp_values_line(v, "if (a%u) {", i + 1);
  }
  v->indent += 2;
  tp_values_change(v, to, lvalue.at, label.at);
  v->indent -= 2;
  tp_values_line(v, "}");
  tp_str_free(&lvalue);
  tp_str_free(&label);
}

static void write_params(tp_values *v, tp_decl_id function) {
  const tp_type *f = function_of(v->p, function);
  for (uint32_t i = 0; i < f->n; i++) {
    const tp_type *param =
        tp_type_get(&v->p->types, v->p->types.params.at[f->first + i]);
    const tp_type *to = tp_type_get(&v->p->types, param->base);
    if (param->kind == TP_T_POINTER && to->kind != TP_T_ARRAY &&
        tp_values_is_complete(v, param->base) &&
        tp_use_writes_param(v->p, function, i))
      write_behind(v, function, i, to->unqualified);
  }
}

/* Variables of this file that are inputs of the unit, and that the function, or
 * one that it calls, assigns. */
static void write_globals(tp_values *v, const tp_driver_plan *plan,
                          tp_decl_id function) {
  tp_func_id f = tp_decl_function(v->p, function);
  tp_map assigned = {0};
  tp_bits called;
  if (!f)
    return;
  tp_unit_within(&called, plan->graph, plan->graph->n, f);
  tp_use_assigned(v->p, &called, &assigned);
  for (uint32_t i = 0; i < plan->globals.n; i++) {
    tp_decl_id d = plan->globals.at[i];
    const tp_decl *decl = &v->p->decls.at[d];
    const char *name = tp_names_text(v->p->names, decl->name);
    tp_str label = {0};
    tp_str_addf(&label, "%s after %s()", name,
                tp_names_text(v->p->names, v->p->decls.at[function].name));
    if (decl->unit == v->p->decls.at[function].unit &&
        tp_map_get(&assigned, tp_use_of_decl(v->p, d)))
      tp_values_change(v, decl->type, name, label.at);
    tp_str_free(&label);
  }
  tp_bits_free(&called);
  tp_map_free(&assigned);
}

/* ---- the whole ----------------------------------------------------------- */

void tp_stub_add(tp_values *v, const tp_driver_plan *plan, tp_decl_id d,
                 tp_str *out) {
  const tp_decl *decl = &v->p->decls.at[d];
  const char *name = tp_names_text(v->p->names, decl->name);
  tp_str label = {0};
  VEC_CLEAR(&v->body);
  tp_values_forget(v);
  tp_str_addf(&label, "%s()", name);
  if (decl->is_noreturn) {
    tp_values_line(v, "tp2ph_assume_that(0);");
    tp_values_line(v, "for (;;) {}");
  } else {
    if (plan->effects >= TP_STUBS_PARAMETERS)
      write_params(v, d);
    if (plan->effects >= TP_STUBS_GLOBALS)
      write_globals(v, plan, d);
    give_back(v, function_of(v->p, d)->base, label.at, tp_use_of_decl(v->p, d));
  }
  tp_str_addc(out, '\n');
  tp_str_add(out, decl->is_static ? "static " : "");
  add_head(out, v->p, decl->type, name);
  tp_str_addf(out, " {\n%s}\n", tp_str_text(&v->body));
  tp_str_free(&label);
}

/* It gives back an input, and does nothing else. */
bool tp_stub_add_callback(tp_values *v, tp_type_id function, const char *name,
                          const char *label) {
  const tp_type *f = tp_type_get(&v->p->types, function);
  tp_str outside = v->body, result = {0};
  uint32_t indent = v->indent;
  if (!can_define(v->p, function))
    return false;
  v->body = (tp_str){0};
  v->indent = 2;
  tp_str_addf(&result, "%s()", label);
  bool is_number = tp_type_is_integer(&v->p->types, f->base) ||
                   tp_type_is_float(&v->p->types, f->base);
  if (is_number)
    give_back(v, f->base, result.at, 0);
  else if (tp_type_get(&v->p->types, f->base)->kind == TP_T_POINTER)
    tp_values_line(v, "return 0;");
  bool can = is_number || v->body.n ||
             tp_type_get(&v->p->types, f->base)->kind == TP_T_VOID;
  if (can) {
    tp_str_add(&v->objects, "static ");
    add_head(&v->objects, v->p, function, name);
    tp_str_addf(&v->objects, " {\n%s}\n", tp_str_text(&v->body));
  }
  tp_str_free(&v->body);
  tp_str_free(&result);
  v->body = outside;
  v->indent = indent;
  return can;
}
