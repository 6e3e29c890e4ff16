/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls in; what is known of the function out, by its name. */
#include "ast/pure.h"

#include "ast/ast.h"

#include <ctype.h>

static const tp_pure list[] = {
#define PURE(name, type, n, kind) \
  {#name, TP_TYPE_##type, n, TP_PURE_##kind, NULL},
#define CHARACTER(name) {#name, TP_TYPE_INT, 1, TP_PURE_CHARACTER, name},
#include "ast/pure.def"
#undef PURE
#undef CHARACTER
};

/* The function's name, without __builtin_; NULL: it is the user's own. */
static const char *callee_name(const tp_program *p, tp_node_id call) {
  const tp_node *node = tp_node_get(p, call);
  tp_decl_id d = node->kind == TP_N_CALL ? p->sites.at[node->ref].callee : 0;
  if (!d || p->sites.at[node->ref].is_input)
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
static bool is_declared_so(const tp_program *p, tp_node_id call,
                           const tp_pure *f) {
  const tp_decl *d =
      &p->decls.at[p->sites.at[tp_node_get(p, call)->ref].callee];
  const tp_type *t = tp_type_get(&p->types, d->type);
  if (d->is_system || f->type == TP_TYPE_VOID || t->kind != TP_T_FUNCTION ||
      tp_text_starts(tp_names_text(p->names, d->name), "__builtin_"))
    return true;
  bool ok = lie_alike(&p->types, t->base, result_of(f));
  for (uint32_t i = 0; i < t->n; i++)
    ok = ok && lie_alike(&p->types, p->types.params.at[t->first + i], f->type);
  return ok;
}

const tp_pure *tp_pure_call(const tp_program *p, tp_node_id call) {
  const char *name = callee_name(p, call);
  for (size_t i = 0; name && i < sizeof list / sizeof list[0]; i++)
    if (strcmp(name, list[i].name) == 0)
      return tp_node_kid_count(p, call) == list[i].n + 1 &&
                     is_declared_so(p, call, &list[i])
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

typedef enum ctype_table { CTYPE_NONE, CLASSES, LOWER, UPPER } ctype_table;

static ctype_table ctype_table_of(const tp_program *p, tp_node_id call) {
  static const char *const names[] = {[CLASSES] = "__ctype_b_loc",
                                      [LOWER] = "__ctype_tolower_loc",
                                      [UPPER] = "__ctype_toupper_loc"};
  const char *name = callee_name(p, call);
  for (int i = CLASSES; name && i <= UPPER; i++)
    if (strcmp(name, names[i]) == 0)
      return (ctype_table)i;
  return CTYPE_NONE;
}

bool tp_node_is_ctype_call(const tp_program *p, tp_node_id n) {
  return ctype_table_of(p, n) != CTYPE_NONE;
}

bool tp_ctype_element(const tp_program *p, tp_node_id table, int c,
                      uint32_t *bits) {
#ifdef __GLIBC__
  switch (ctype_table_of(p, tp_node_get(p, table)->first)) {
  case CLASSES:
    *bits = (*__ctype_b_loc())[c];
    return true;
  case LOWER:
    *bits = (uint32_t)(*__ctype_tolower_loc())[c];
    return true;
  case UPPER:
    *bits = (uint32_t)(*__ctype_toupper_loc())[c];
    return true;
  default:
    return false;
  }
#else
  (void)p, (void)table, (void)c, (void)bits;
  return false; /* no such tables here: programs do not use them either */
#endif
}

bool tp_node_is_ctype_table(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_DEREF && tp_node_is_ctype_call(p, node->first);
}
