/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Call sites, and which of them deliver inputs: known by the function's name.
 *
 *   T __VERIFIER_nondet_T(void)          the value, if T is a number
 *   T tp2ph_input_T(const char *name)    the same
 *   void tp2ph_input_object(&x, n, name) the object x, also by tp2ph_input(x)
 *   void klee_make_symbolic(&x, n, name) the object x
 *   void __CrestInt(&x) ...              the object x, by CREST_int(x) ...
 *   void tp2ph_deliver(&x, n, name[, low, high])
 *                                        the object x: from --inputs only, see
 *                                        input/inputs.h and input/limits.c
 */
#include "front/sema.h"

#include "program/place.h"

static const tp_type *type_at(const tp_sema *s, tp_type_id t) {
  return tp_type_get(&s->p->types, t);
}

/* The function a callee expression names; 0 if that shows at run time only. */
static tp_decl_id direct_callee(const tp_sema *s, tp_node_id callee) {
  const tp_node *node = tp_node_get(s->p, callee);
  if (node->kind == TP_N_DEREF || node->kind == TP_N_ADDR)
    node = tp_node_get(s->p, node->first);
  if (node->kind != TP_N_NAME ||
      s->p->decls.at[node->ref].kind != TP_D_FUNCTION)
    return 0;
  return node->ref;
}

/* What an argument points to, casts looked through. */
static tp_type_id pointed_type(tp_sema *s, tp_node_id argument) {
  for (;;) {
    const tp_node *node = tp_node_get(s->p, argument);
    tp_type_id kid = node->kind == TP_N_CAST
                         ? tp_sema_rvalue(s, tp_node_get(s->p, argument)->first)
                         : 0;
    if (!kid || type_at(s, kid)->kind != TP_T_POINTER)
      break;
    argument = tp_node_get(s->p, argument)->first;
  }
  const tp_node *node = tp_node_get(s->p, argument);
  const tp_type *type = type_at(s, node->type);
  if (type->kind == TP_T_ARRAY) /* the whole array is meant */
    return node->type;
  if (type->kind != TP_T_POINTER || type_at(s, type->base)->kind == TP_T_VOID)
    return TP_TYPE_UNKNOWN;
  return type->base;
}

/* The type that fills `size` bytes from where an argument points to. */
static tp_type_id object_type(tp_sema *s, tp_node_id argument,
                              tp_node_id size) {
  tp_type_id type = pointed_type(s, argument);
  uint64_t bytes = 0, each = type_at(s, type)->size;
  if (type == TP_TYPE_UNKNOWN || each == 0 ||
      !tp_node_constant(s->p, size, &bytes))
    return TP_TYPE_UNKNOWN;
  if (bytes == each)
    return type;
  return bytes && bytes % each == 0
             ? tp_type_array(&s->p->types, type, bytes / each, true)
             : TP_TYPE_UNKNOWN;
}

static bool is_number(const tp_sema *s, tp_type_id t) {
  return tp_type_is_integer(&s->p->types, t) ||
         tp_type_is_float(&s->p->types, t);
}

static bool is_crest(const char *name) {
  static const char *const types[] = {
      "Bool",  "UChar", "UShort", "UInt",     "ULong", "ULongLong", "Char",
      "Short", "Int",   "Long",   "LongLong", "Float", "Double"};
  static const char prefix[] = "__Crest";
  if (!tp_text_starts(name, prefix))
    return false;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(name + sizeof prefix - 1, types[i]) == 0)
      return true;
  return false;
}

static void find_input(tp_sema *s, tp_site *site) {
  const tp_decl *decl = &s->p->decls.at[site->callee];
  const char *name = tp_names_text(s->p->names, decl->name);
  tp_node_id first = tp_node_kid(s->p, site->node, 1);
  tp_node_id second = tp_node_kid(s->p, site->node, 2);
  bool is_value = is_number(s, tp_node_get(s->p, site->node)->type);
  if (tp_map_get(&s->implicit, site->callee))
    return; /* nobody said what it returns */
  if (tp_text_starts(name, "__VERIFIER_nondet_") ||
      (tp_text_starts(name, "tp2ph_input_") &&
       strcmp(name, "tp2ph_input_object") != 0)) {
    site->is_input = is_value;
    site->input_kind = TP_INPUT_RETURN;
  } else if ((strcmp(name, "tp2ph_input_object") == 0 ||
              strcmp(name, "klee_make_symbolic") == 0) &&
             second) {
    site->is_input = 1;
    site->input_kind = TP_INPUT_OBJECT;
    site->object = object_type(s, first, second);
  } else if (strcmp(name, "tp2ph_deliver") == 0 && second) {
    site->is_input = 1;
    site->is_delivery = 1;
    site->input_kind = TP_INPUT_OBJECT;
    site->object = pointed_type(s, first); /* again and again over its size */
  } else if (is_crest(name) && first) {
    site->is_input = 1;
    site->input_kind = TP_INPUT_OBJECT;
    site->object = pointed_type(s, first);
  }
}

static tp_name text_among(const tp_program *p, tp_node_id call) {
  TP_KIDS (p, call, kid)
    if (tp_node_get(p, kid)->kind == TP_N_STRING)
      return p->strings.at[tp_node_get(p, kid)->ref];
  return 0;
}

void tp_sema_site(tp_sema *s, tp_func_id func, tp_node_id call) {
  tp_place place = tp_place_of(s->p, s->unit, tp_node_get(s->p, call)->begin);
  tp_site site = {.node = call,
                  .caller = func,
                  .callee = direct_callee(s, tp_node_get(s->p, call)->first),
                  .n_args = tp_node_kid_count(s->p, call) - 1,
                  .text = text_among(s->p, call),
                  .file = place.file,
                  .line = place.line,
                  .column = place.column};
  if (site.callee)
    find_input(s, &site);
  tp_sema_at(s, call)->ref = s->p->sites.n;
  VEC_PUSH(&s->p->sites, site);
}
