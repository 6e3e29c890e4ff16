/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about lvalues and types: what they designate, whether their text
 * may be written twice, what a store may change. All answers are on the safe
 * side. Trees that are searched here are short: tp_w_can_repeat was asked. */
#include "instr/work.h"

#include <ctype.h>

#define MAX_REPEATED 256 /* bytes of text */

tp_type_id tp_w_type(const tp_writer *w, tp_node_id n) {
  return tp_type_get(&w->p->types, tp_w_node(w, n)->type)->unqualified;
}

bool tp_w_same_type(const tp_writer *w, tp_type_id a, tp_type_id b) {
  return tp_type_get(&w->p->types, a)->unqualified ==
         tp_type_get(&w->p->types, b)->unqualified;
}

bool tp_w_is_scalar(const tp_writer *w, tp_type_id t) {
  return tp_type_is_scalar(&w->p->types, t);
}

bool tp_w_is_pointer(const tp_writer *w, tp_type_id t) {
  return tp_type_is_pointer(&w->p->types, t);
}

bool tp_w_is_record(const tp_writer *w, tp_type_id t) {
  const tp_type *type = tp_type_get(&w->p->types, t);
  return type->kind == TP_T_RECORD && type->is_complete && type->size > 0;
}

uint32_t tp_w_size(const tp_writer *w, tp_type_id t) {
  return (uint32_t)tp_type_get(&w->p->types, t)->size;
}

static bool is_array(const tp_writer *w, tp_node_id n) {
  return tp_type_get(&w->p->types, tp_w_node(w, n)->type)->kind == TP_T_ARRAY;
}

bool tp_w_is_lvalue(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  switch (node->kind) {
  case TP_N_NAME:
    return w->p->decls.at[node->ref].kind != TP_D_FUNCTION;
  case TP_N_MEMBER:
    return node->flags & TP_F_LVALUE;
  case TP_N_INDEX:
  case TP_N_DEREF:
    return true;
  default:
    return false;
  }
}

bool tp_w_bitfield(const tp_writer *w, tp_node_id n, tp_field *out) {
  const tp_node *node = tp_w_node(w, n);
  if (node->kind != TP_N_MEMBER)
    return false;
  *out = w->p->types.fields.at[node->ref];
  return out->is_bitfield;
}

uint32_t tp_w_field_bytes(const tp_field *field) {
  return (field->bit_offset + field->bit_width + 7u) / 8;
}

tp_type_id tp_w_value_type(const tp_writer *w, tp_node_id n) {
  tp_field field;
  tp_type_id t = tp_w_type(w, n);
  if (tp_w_bitfield(w, n, &field))
    return tp_type_promote_bits(&w->p->types, t, field.bit_width);
  return t;
}

bool tp_w_can_repeat(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  if (node->kind == TP_N_NAME) /* volatile or not: only & is applied to it */
    return true;
  return !tp_w_is_impure(w, n) && !tp_bits_has(&w->unique, n) &&
         node->end - node->begin <= MAX_REPEATED;
}

static tp_decl_id same(const tp_writer *w, tp_decl_id d) {
  tp_decl_id s = w->p->decls.at[d].same;
  return s ? s : d;
}

tp_decl_id tp_w_root(const tp_writer *w, tp_node_id lvalue) {
  for (tp_node_id n = lvalue; n;) {
    const tp_node *node = tp_w_node(w, n);
    if (node->kind == TP_N_NAME)
      return same(w, node->ref);
    if (node->kind != TP_N_MEMBER &&
        (node->kind != TP_N_INDEX || !is_array(w, node->first)))
      return 0;
    n = node->first;
  }
  return 0;
}

static bool is_escaped(const tp_writer *w, tp_decl_id d) {
  return w->taint ? tp_bits_has(&w->taint->escaped, same(w, d))
                  : w->p->decls.at[d].address_taken;
}

bool tp_w_is_fixed(const tp_writer *w, tp_decl_id d) {
  const tp_decl *decl = &w->p->decls.at[d];
  if (!decl->is_register)
    return false;
  const tp_unit *unit = &w->p->units.at[decl->unit];
  uint32_t at = decl->end;
  while (at < unit->size && isspace((unsigned char)unit->text[at]))
    at++;
  const char *rest = unit->text + at;
  return at + 5 < unit->size &&
         (strncmp(rest, "asm", 3) == 0 || strncmp(rest, "__asm", 5) == 0);
}

bool tp_w_is_local(const tp_writer *w, tp_decl_id d) {
  const tp_decl *decl = &w->p->decls.at[d];
  return decl->scope && !decl->is_static && !decl->is_extern &&
         !decl->is_thread && !is_escaped(w, d);
}

/* Reads memory through a pointer. */
static bool follows_pointer(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  return node->kind == TP_N_DEREF ||
         (node->kind == TP_N_INDEX && !is_array(w, node->first));
}

typedef struct question {
  bool (*is)(const tp_writer *w, tp_node_id n, const struct question *q);
  tp_node_id lvalue;
  tp_decl_id root;
} question;

static bool any(const tp_writer *w, tp_node_id n, const question *q) {
  VEC(tp_node_id) stack = {0};
  bool found = false;
  VEC_PUSH(&stack, n);
  while (stack.n && !found) {
    n = VEC_POP(&stack);
    found = q->is(w, n, q);
    TP_KIDS (w->p, n, kid)
      VEC_PUSH(&stack, kid);
  }
  VEC_FREE(&stack);
  return found;
}

static bool is_foreign(const tp_writer *w, tp_node_id n, const question *q) {
  const tp_node *node = tp_w_node(w, n);
  (void)q;
  if (node->kind == TP_N_NAME)
    return w->p->decls.at[node->ref].kind != TP_D_FUNCTION &&
           !tp_w_is_local(w, node->ref);
  return follows_pointer(w, n);
}

bool tp_w_is_own(const tp_writer *w, tp_node_id lvalue) {
  question q = {.is = is_foreign};
  return tp_w_can_repeat(w, lvalue) && !any(w, lvalue, &q);
}

/* Pointers and other values are not stored over each other. */
static bool is_changed(const tp_writer *w, tp_node_id n, const question *q) {
  const tp_node *node = tp_w_node(w, n);
  if (node->kind == TP_N_NAME) {
    if (q->root)
      return same(w, node->ref) == q->root;
    if (!is_escaped(w, node->ref))
      return false;
  } else if (!follows_pointer(w, n) || (q->root && !is_escaped(w, q->root))) {
    return false;
  }
  return tp_w_is_pointer(w, node->type) ==
             tp_w_is_pointer(w, tp_w_node(w, q->lvalue)->type) ||
         tp_w_is_record(w, node->type);
}

bool tp_w_store_changes(const tp_writer *w, tp_node_id lvalue,
                        tp_node_id read) {
  question q = {is_changed, lvalue, tp_w_root(w, lvalue)};
  return any(w, read, &q);
}

/* Whether q says yes to something that is read to find out where the lvalue
 * is. */
static bool any_in_place(const tp_writer *w, tp_node_id lvalue,
                         const question *q) {
  tp_node_id n = lvalue;
  const tp_node *node = tp_w_node(w, n);
  while (node->kind == TP_N_MEMBER ||
         (node->kind == TP_N_INDEX && is_array(w, node->first))) {
    if (node->kind == TP_N_INDEX && any(w, tp_node_kid(w->p, n, 1), q))
      return true;
    n = node->first;
    node = tp_w_node(w, n);
  }
  if (node->kind == TP_N_NAME)
    return false;
  TP_KIDS (w->p, n, kid)
    if (any(w, kid, q))
      return true;
  return false;
}

bool tp_w_is_steady(const tp_writer *w, tp_node_id lvalue) {
  question q = {is_changed, lvalue, tp_w_root(w, lvalue)};
  return !any_in_place(w, lvalue, &q);
}
