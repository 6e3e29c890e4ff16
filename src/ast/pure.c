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

const tp_pure *tp_pure_call(const tp_program *p, tp_node_id call) {
  const char *name = callee_name(p, call);
  for (size_t i = 0; name && i < sizeof list / sizeof list[0]; i++)
    if (strcmp(name, list[i].name) == 0)
      return tp_node_kid_count(p, call) == list[i].n + 1 ? &list[i] : NULL;
  return NULL;
}

bool tp_pure_is_open(const tp_pure *f) {
  return f->kind == TP_PURE_ISINF || f->kind == TP_PURE_SIGNBIT;
}

bool tp_program_has_c_locale(const tp_program *p) {
  static const char name[] = "setlocale";
  return !tp_names_find(p->names, name, sizeof name - 1);
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
