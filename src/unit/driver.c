/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A driver: objects, stubs, and tp2ph_drive, which calls the function. */
#include "unit/driver.h"

#include "unit/sizes.h"
#include "unit/stubs.h"

static const char head[] =
    "/* %s\n"
    " *\n"
    " * It stands behind the text of the file that defines %s, and is C as "
    "any:\n"
    " * keep it, edit it, and give it back with --driver. tp2ph_drive is "
    "called\n"
    " * in place of main; a function that is defined here takes the place of "
    "the\n"
    " * program's; what #pragma tp2ph without names is dropped; a run that is "
    "of\n"
    " * no interest ends with tp2ph_assume_that(0).\n"
    " */\n";

static const char prototypes[] =
    "_Bool tp2ph_input_bool(const char *);\n"
    "unsigned char tp2ph_input_uchar(const char *);\n"
    "long long tp2ph_input_llong(const char *);\n"
    "void tp2ph_input_object(void *, unsigned long, const char *);\n"
    "void tp2ph_assume_that(int);\n";

static bool declare(const tp_program *p, tp_type_id t, const char *name,
                    tp_str *out) {
  return tp_type_declare(&p->types, p->names, t, name, out);
}

/* ---- sizes --------------------------------------------------------------- */

/* Numbers among those of this file that are the size of another one. */
static void assume_sizes(tp_values *v, const tp_decl_id *at, uint32_t n,
                         tp_unit_id unit) {
  VEC(tp_sized) all = {0};
  for (uint32_t i = 0; i < n; i++) {
    const tp_decl *d = &v->p->decls.at[at[i]];
    const char *name = tp_names_text(v->p->names, d->name);
    if (d->unit == unit)
      VEC_PUSH(&all,
               (tp_sized){d->type, tp_use_of_decl(v->p, at[i]), name, name});
  }
  tp_sizes_assume(v, all.at, all.n);
  VEC_FREE(&all);
}

/* ---- the call ------------------------------------------------------------ */

static const char *param_name(const tp_program *p, const tp_func *f, uint32_t i,
                              tp_str *out) {
  tp_name name = p->decls.at[f->params.at[i]].name;
  VEC_CLEAR(out);
  if (name)
    tp_str_add(out, tp_names_text(p->names, name));
  else
    tp_str_addf(out, "parameter_%u", i + 1);
  return out->at;
}

/* Section 3.3.1: what the whole program can't give it is of no interest. */
static void assume_range(tp_values *v, const tp_driver_plan *plan, tp_decl_id d,
                         const char *name) {
  int64_t low, high;
  if (plan->ranges && tp_range_of(plan->ranges, v->p, d, &low, &high))
    tp_values_line(v,
                   "tp2ph_assume_that(%s >= %lld%s && %s <= %lldLL); /* in the "
                   "whole program */",
                   name, (long long)low, low < INT32_MIN ? "LL" : "", name,
                   (long long)high);
}

static void call_target(tp_values *v, const tp_driver_plan *plan) {
  tp_func_id target = plan->target;
  const tp_program *p = v->p;
  const tp_func *f = &p->funcs.at[target];
  tp_str name = {0}, call = {0};
  for (uint32_t i = 0; i < f->params.n; i++) {
    tp_type_id t = p->decls.at[f->params.at[i]].type;
    VEC_CLEAR(&call);
    if (!declare(p, tp_type_get(&p->types, t)->unqualified,
                 param_name(p, f, i, &name), &call))
      tp_values_refuse(v, name.at);
    tp_values_line(v, "%s;", tp_str_text(&call));
  }
  for (uint32_t i = 0; i < f->params.n; i++) {
    param_name(p, f, i, &name);
    tp_values_fill(v, p->decls.at[f->params.at[i]].type, name.at, name.at,
                   tp_use_of_decl(p, f->params.at[i]));
    assume_range(v, plan, f->params.at[i], name.at);
  }
  assume_sizes(v, f->params.at, f->params.n, f->unit);
  VEC_CLEAR(&call);
  tp_str_addf(&call, "%s(", tp_names_text(p->names, p->decls.at[f->decl].name));
  for (uint32_t i = 0; i < f->params.n; i++)
    tp_str_addf(&call, "%s%s", i ? ", " : "", param_name(p, f, i, &name));
  tp_values_line(v, "%s);", call.at);
  tp_values_line(v, "return 0;");
  tp_str_free(&name);
  tp_str_free(&call);
}

/* main, with texts as its arguments. */
static void make_arguments(tp_values *v, uint32_t arguments) {
  tp_str_addf(&v->objects,
              "static char tp2ph_argument[%u][%u];\n"
              "static char *tp2ph_arguments[%u];\n",
              arguments, v->elements + 1, arguments + 2);
  tp_values_line(v, "argc = 1 + tp2ph_input_uchar(\"arguments\");");
  tp_values_line(v, "tp2ph_assume_that(argc <= %u);", arguments + 1);
  tp_values_line(v, "tp2ph_arguments[0] = argv[0];");
  for (uint32_t i = 0; i < arguments; i++) {
    tp_values_line(v, "if (argc > %u) {", i + 1);
    tp_values_line(v,
                   "  tp2ph_input_object((void *)&tp2ph_argument[%u][0], %u, "
                   "\"argv[%u]\");",
                   i, v->elements, i + 1);
    tp_values_line(v, "  tp2ph_arguments[%u] = tp2ph_argument[%u];", i + 1, i);
    tp_values_line(v, "}");
  }
}

static void call_main(tp_values *v, const tp_driver_plan *plan) {
  uint32_t n = v->p->funcs.at[plan->target].params.n;
  if (plan->arguments)
    make_arguments(v, plan->arguments);
  tp_values_line(v, "return main(%s%s%s);", n ? "argc" : "",
                 n < 2             ? ""
                 : plan->arguments ? ", tp2ph_arguments"
                                   : ", argv",
                 n > 2 ? ", 0" : "");
}

/* ---- behind one file ----------------------------------------------------- */

static void add_globals(tp_values *v, const tp_driver_plan *plan,
                        tp_unit_id unit) {
  for (uint32_t i = 0; i < plan->globals.n; i++) {
    const tp_decl *d = &v->p->decls.at[plan->globals.at[i]];
    const char *name = tp_names_text(v->p->names, d->name);
    if (d->unit != unit)
      continue;
    tp_values_fill(v, d->type, name, name,
                   tp_use_of_decl(v->p, plan->globals.at[i]));
    assume_range(v, plan, plan->globals.at[i], name);
  }
  assume_sizes(v, plan->globals.at, plan->globals.n, unit);
}

static void add_stubs(tp_values *v, const tp_driver_plan *plan, tp_unit_id unit,
                      tp_str *out) {
  for (uint32_t i = 0; i < plan->stubs.n; i++)
    if (v->p->decls.at[plan->stubs.at[i]].unit == unit)
      tp_stub_add(v, plan, plan->stubs.at[i], out);
  VEC_CLEAR(&v->body);
  VEC_CLEAR(&v->trusted);
  tp_map_free(&v->trusted_places);
  tp_values_forget(v);
}

/* Functions of the file that nobody in the unit calls. */
static void add_without(tp_str *out, const tp_program *p,
                        const tp_driver_plan *plan, tp_unit_id unit) {
  for (uint32_t i = 0; i < plan->without.n; i++) {
    const tp_func *f = &p->funcs.at[plan->without.at[i]];
    if (f->unit == unit)
      tp_str_addf(out, "#pragma tp2ph without %s\n",
                  tp_names_text(p->names, p->decls.at[f->decl].name));
  }
}

/* Variables that are declared, and nobody defines. */
static void add_missing(const tp_values *v, const tp_driver_plan *plan,
                        tp_unit_id unit, tp_str *out) {
  for (uint32_t i = 0; i < plan->missing.n; i++) {
    const tp_decl *d = &v->p->decls.at[plan->missing.at[i]];
    const tp_type *t = tp_type_get(&v->p->types, d->type);
    const char *name = tp_names_text(v->p->names, d->name);
    if (d->unit != unit)
      continue;
    if (t->kind == TP_T_ARRAY && !t->is_complete)
      tp_str_addf(out, "__typeof__(%s[0]) %s[%u];\n", name, name, v->elements);
    else
      tp_str_addf(out, "__typeof__(%s) %s;\n", name, name);
  }
}

static bool has_globals(const tp_program *p, const tp_driver_plan *plan,
                        tp_unit_id unit) {
  for (uint32_t i = 0; i < plan->globals.n; i++)
    if (p->decls.at[plan->globals.at[i]].unit == unit)
      return true;
  return false;
}

/* Variables that only another file knows are set there. */
static void call_setters(tp_values *v, const tp_driver_plan *plan,
                         tp_unit_id own, tp_str *declared) {
  for (tp_unit_id u = 1; u < v->p->units.n; u++)
    if (u != own && has_globals(v->p, plan, u)) {
      tp_str_addf(declared, "void tp2ph_globals_%u(void);\n", u);
      tp_values_line(v, "tp2ph_globals_%u();", u);
    }
}

static void init_values(tp_values *v, const tp_driver_plan *plan) {
  tp_values_init(v, plan->uses, plan->kind, plan->elements);
  v->is_open = plan->is_open;
  v->target = plan->target;
  v->has_sizes = plan->has_sizes;
  v->without = &plan->without;
  v->add_callback = plan->kind == TP_DRIVER_FULL ? tp_stub_add_callback : NULL;
}

static void add_other_file(tp_str *out, const tp_program *p,
                           const tp_driver_plan *plan, tp_unit_id unit) {
  tp_values v;
  tp_str stubs = {0}, without = {0};
  init_values(&v, plan);
  add_missing(&v, plan, unit, &stubs);
  add_stubs(&v, plan, unit, &stubs);
  add_globals(&v, plan, unit);
  add_without(&without, p, plan, unit);
  bool is_set = has_globals(p, plan, unit);
  if (stubs.n || without.n || is_set)
    tp_str_addf(out, "\n#pragma tp2ph behind \"%s\"\n%s%s%s%s",
                tp_names_text(p->names, p->units.at[unit].path),
                tp_str_text(&without), prototypes, tp_str_text(&v.objects),
                tp_str_text(&stubs));
  if (is_set)
    tp_str_addf(out, "\nvoid tp2ph_globals_%u(void) {\n%s}\n", unit,
                tp_str_text(&v.body));
  tp_str_free(&stubs);
  tp_str_free(&without);
  tp_values_free(&v);
}

/* ---- the whole ----------------------------------------------------------- */

static void add_title(tp_str *out, const tp_program *p,
                      const tp_driver_plan *plan) {
  const char *name =
      tp_names_text(p->names, p->decls.at[p->funcs.at[plan->target].decl].name);
  tp_str title = {0};
  tp_str_addf(&title, "How tp2ph calls %s: driver %s, %u elements.", name,
              plan->kind == TP_DRIVER_PAPER ? "paper" : "full", plan->elements);
  tp_str_addf(out, head, title.at, name);
  tp_str_free(&title);
}

/* The file is named if the function's name does not say it. */
static void add_own_file(tp_str *out, const tp_program *p, tp_func_id target) {
  tp_name name = p->decls.at[p->funcs.at[target].decl].name;
  tp_name file = p->units.at[p->funcs.at[target].unit].path;
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (f != target && p->decls.at[p->funcs.at[f].decl].name == name) {
      tp_str_addf(out, "#pragma tp2ph behind \"%s\"\n",
                  tp_names_text(p->names, file));
      return;
    }
}

/* Nor what is no object of the driver's, whichever way the compiler lays them
 * out. */
static void add_objects(tp_str *out, const tp_values *v) {
  if (v->is_apart)
    tp_str_add(out, "static char tp2ph_before" TP_VALUES_APART ";\n");
  tp_str_add(out, tp_str_text(&v->objects));
  if (v->is_apart)
    tp_str_add(out, "static char tp2ph_behind" TP_VALUES_APART ";\n");
}

static const char *keep_objects(const tp_values *v) {
  return v->is_apart ? "  tp2ph_before = tp2ph_behind = 0; /* nothing else "
                       "begins where an object ends */\n"
                     : "";
}

bool tp_driver_write(tp_str *out, const tp_program *p,
                     const tp_driver_plan *plan, tp_str *trusted, tp_str *why) {
  tp_unit_id own = p->funcs.at[plan->target].unit;
  tp_values v;
  tp_str stubs = {0}, declared = {0};
  init_values(&v, plan);
  add_missing(&v, plan, own, &stubs);
  add_stubs(&v, plan, own, &stubs);
  add_globals(&v, plan, own);
  call_setters(&v, plan, own, &declared);
  if (plan->arguments || plan->reads)
    call_main(&v, plan);
  else
    call_target(&v, plan);
  add_title(out, p, plan);
  add_own_file(out, p, plan->target);
  add_without(out, p, plan, own);
  tp_str_add(out, tp_str_text(&plan->dead));
  tp_str_addf(out, "%s%s\n", prototypes, tp_str_text(&declared));
  add_objects(out, &v);
  tp_str_add(out, tp_str_text(&stubs));
  if (plan->reads)
    tp_reads_write(plan->reads, out);
  tp_str_addf(out,
              "\nint tp2ph_drive(int argc, char **argv) {\n"
              "  (void)argc;\n  (void)argv;\n%s%s}\n",
              keep_objects(&v), tp_str_text(&v.body));
  for (tp_unit_id u = 1; u < p->units.n; u++)
    if (u != own)
      add_other_file(out, p, plan, u);
  if (v.refused.n)
    tp_str_addf(why, "the type of '%s' has no name in C", v.refused.at);
  tp_str_add(trusted, tp_str_text(&v.trusted));
  bool is_written = v.refused.n == 0;
  tp_str_free(&stubs);
  tp_str_free(&declared);
  tp_values_free(&v);
  return is_written;
}
