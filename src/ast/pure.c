/* Calls in; what is known of the function out, by its name. */
#include "ast/pure.h"

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

bool tp_node_is_ctype_call(const tp_program *p, tp_node_id n) {
  static const char *const names[] = {"__ctype_b_loc", "__ctype_tolower_loc",
                                      "__ctype_toupper_loc"};
  const char *name = callee_name(p, n);
  for (size_t i = 0; name && i < sizeof names / sizeof names[0]; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

bool tp_node_is_ctype_table(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_DEREF && tp_node_is_ctype_call(p, node->first);
}
