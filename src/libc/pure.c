/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls in; what is known of the function out, by its name. */
#include "libc/pure.h"

#include <ctype.h>

static const tp_pure list[] = {
#define PURE(name, type, n, kind) \
  {#name, TP_TYPE_##type, n, TP_PURE_##kind, NULL},
#define CHARACTER(name) {#name, TP_TYPE_INT, 1, TP_PURE_CHARACTER, name},
#include "libc/pure.def"
#undef PURE
#undef CHARACTER
};

/* The function's name, without __builtin_; NULL: it is the user's own. */
static const char *callee_name(const tp_program *p, uint32_t site) {
  tp_decl_id d = p->sites.at[site].callee;
  if (!d || p->sites.at[site].is_input)
    return NULL;
  tp_func_id f = tp_decl_function(p, d);
  if (f && p->funcs.at[f].is_user)
    return NULL;
  const char *name = tp_names_text(p->names, p->decls.at[d].name);
  return tp_text_starts(name, "__builtin_") ? name + strlen("__builtin_")
                                            : name;
}

static tp_type_id result_of(const tp_pure *f) {
  bool is_same = f->kind <= TP_PURE_MAGNITUDE ||
                 f->kind == TP_PURE_SWAP_BYTES ||
                 (f->kind >= TP_PURE_FMAGNITUDE && f->kind <= TP_PURE_EXCESS);
  bool is_long = f->kind == TP_PURE_TO_LONG || f->kind == TP_PURE_RINT_TO_LONG;
  return is_same ? f->type : is_long ? TP_TYPE_LONG : TP_TYPE_INT;
}

static bool lie_alike(const tp_types *types, tp_type_id a, tp_type_id b) {
  return tp_type_is_scalar(types, a) &&
         tp_type_is_float(types, a) == tp_type_is_float(types, b) &&
         tp_type_get(types, a)->size == tp_type_get(types, b)->size;
}

/* A program may declare the library's function as it likes. */
static bool is_declared_so(const tp_program *p, const tp_decl *d,
                           const tp_pure *f) {
  const tp_type *t = tp_type_get(&p->types, d->type);
  if (d->is_system || f->type == TP_TYPE_VOID || t->kind != TP_T_FUNCTION ||
      tp_text_starts(tp_names_text(p->names, d->name), "__builtin_"))
    return true;
  bool ok = lie_alike(&p->types, t->base, result_of(f));
  for (uint32_t i = 0; i < t->n; i++)
    ok = ok && lie_alike(&p->types, p->types.params.at[t->first + i], f->type);
  return ok;
}

const tp_pure *tp_pure_call(const tp_program *p, uint32_t id) {
  const tp_site *site = &p->sites.at[id];
  const char *name = callee_name(p, id);
  for (size_t i = 0; name && i < sizeof list / sizeof list[0]; i++)
    if (strcmp(name, list[i].name) == 0)
      return site->n_args == list[i].n &&
                     is_declared_so(p, &p->decls.at[site->callee], &list[i])
                 ? &list[i]
                 : NULL;
  return NULL;
}

bool tp_pure_is_open(const tp_pure *f) {
  return f->kind == TP_PURE_ISINF || f->kind == TP_PURE_SIGNBIT;
}

bool tp_program_has_c_locale(const tp_program *p) {
  return !tp_names_find(p->names, "setlocale", strlen("setlocale")) &&
         !tp_names_find(p->names, "uselocale", strlen("uselocale"));
}

tp_ctype tp_ctype_call(const tp_program *p, uint32_t site) {
  static const char *const names[] = {[TP_CTYPE_CLASSES] = "__ctype_b_loc",
                                      [TP_CTYPE_LOWER] = "__ctype_tolower_loc",
                                      [TP_CTYPE_UPPER] = "__ctype_toupper_loc"};
  const char *name = callee_name(p, site);
  for (int i = TP_CTYPE_CLASSES; name && i <= TP_CTYPE_UPPER; i++)
    if (strcmp(name, names[i]) == 0)
      return (tp_ctype)i;
  return TP_CTYPE_NONE;
}

bool tp_ctype_element(tp_ctype table, int c, uint32_t *bits) {
#ifdef __GLIBC__
  switch (table) {
  case TP_CTYPE_CLASSES:
    *bits = (*__ctype_b_loc())[c];
    return true;
  case TP_CTYPE_LOWER:
    *bits = (uint32_t)(*__ctype_tolower_loc())[c];
    return true;
  case TP_CTYPE_UPPER:
    *bits = (uint32_t)(*__ctype_toupper_loc())[c];
    return true;
  default:
    return false;
  }
#else
  (void)table, (void)c, (void)bits;
  return false; /* no such tables here: programs do not use them either */
#endif
}
