/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/order.h"

#include "libc/pure.h"

#include <stdlib.h>

static bool is_bitfield(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_MEMBER && p->types.fields.at[node->ref].is_bitfield;
}

/* gcc sees no conversion between the two. */
static bool is_same(const tp_program *p, tp_type_id a, tp_type_id b) {
  const tp_types *types = &p->types;
  const tp_type *s = tp_type_get(types, a), *t = tp_type_get(types, b);
  if (s->unqualified == t->unqualified)
    return true;
  if (s->kind == TP_T_POINTER || t->kind == TP_T_POINTER)
    return s->kind == t->kind;
  return tp_type_is_integer(types, a) && tp_type_is_integer(types, b) &&
         s->size == t->size &&
         (s->kind == TP_T_BOOL) == (t->kind == TP_T_BOOL) &&
         tp_type_is_signed(types, a) == tp_type_is_signed(types, b);
}

tp_node_id tp_ir_bare_value(const tp_program *p, tp_node_id n, tp_type_id to) {
  for (;;) {
    const tp_node *node = tp_node_get(p, n);
    bool is_wide = tp_type_is_integer(&p->types, to) &&
                   tp_type_is_integer(&p->types, node->type) &&
                   tp_type_get(&p->types, node->type)->size >=
                       tp_type_get(&p->types, to)->size &&
                   tp_type_get(&p->types, node->type)->kind != TP_T_BOOL;
    if (node->kind == TP_N_COMMA)
      n = tp_node_get(p, node->first)->next;
    else if (node->kind == TP_N_CAST && (is_wide || is_same(p, node->type, to)))
      n = node->first;
    else
      return n;
  }
}

static bool has_effect(const tp_program *p, const tp_node *node) {
  switch (node->kind) {
  case TP_N_CALL:
    return tp_ctype_call(p, node->ref) == TP_CTYPE_NONE;
  case TP_N_ASSIGN:
  case TP_N_INCDEC:
  case TP_N_STMT_EXPR:
  case TP_N_OPAQUE:
    return true;
  default:
    return tp_type_get(&p->types, node->type)->is_volatile;
  }
}

static bool has_any_effect(const tp_program *p, tp_node_id n) {
  tp_vec_u32 stack = {0};
  bool found = false;
  VEC_PUSH(&stack, n);
  while (stack.n && !found) {
    tp_node_id top = VEC_POP(&stack);
    found = has_effect(p, tp_node_get(p, top));
    TP_KIDS (p, top, kid)
      VEC_PUSH(&stack, kid);
  }
  VEC_FREE(&stack);
  return found;
}

bool tp_ir_left_first(const tp_program *p, tp_node_id n, bool is_gcc) {
  const tp_node *node = tp_node_get(p, n);
  const tp_type *to = tp_type_get(&p->types, node->type);
  bool record = to->kind == TP_T_RECORD;
  if (!is_gcc)
    return node->op == TP_OP_ASSIGN && record;
  if (node->op != TP_OP_ASSIGN)
    return has_any_effect(p, node->first) &&
           !has_any_effect(p, tp_node_kid(p, n, 1));
  if (is_bitfield(p, node->first))
    return false;
  const tp_node *value =
      tp_node_get(p, tp_ir_bare_value(p, tp_node_kid(p, n, 1), node->type));
  if (value->kind == TP_N_CALL)
    return is_same(p, value->type, node->type);
  return record && (value->kind == TP_N_COMPOUND || value->kind == TP_N_COND);
}

/* gcc turns A < B + 2 into B + 1 >= A, and with that takes B first: signed
 * comparisons with a positive constant added to or taken from the right side
 * whose relation gets stricter by moving the constant towards zero. */
bool tp_ir_right_first(const tp_program *p, tp_node_id n, bool is_gcc) {
  const tp_node *node = tp_node_get(p, n);
  if (!is_gcc)
    return false;
  const tp_node *right = tp_node_get(p, tp_node_get(p, node->first)->next);
  bool plus = right->kind == TP_N_BINARY && right->op == TP_OP_ADD;
  bool minus = right->kind == TP_N_BINARY && right->op == TP_OP_SUB;
  bool fits = (plus && (node->op == TP_OP_LT || node->op == TP_OP_GE)) ||
              (minus && (node->op == TP_OP_GT || node->op == TP_OP_LE));
  uint64_t value;
  return fits && tp_type_is_signed(&p->types, right->type) &&
         tp_node_constant(p, tp_node_get(p, right->first)->next, &value) &&
         (int64_t)value > 0;
}

typedef struct init_place {
  uint64_t bit;
  uint32_t number;
  tp_node_id init;
} init_place;

static int by_place(const void *x, const void *y) {
  const init_place *a = x, *b = y;
  if (a->bit != b->bit)
    return a->bit < b->bit ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

void tp_ir_init_order(const tp_program *p, tp_node_id list, tp_vec_u32 *out) {
  VEC(init_place) all = {0};
  TP_KIDS (p, list, kid) {
    const tp_node *node = tp_node_get(p, kid);
    uint64_t bit = UINT64_C(8) * node->ref;
    if (node->flags & TP_F_BITFIELD)
      bit += p->types.fields.at[node->extra].bit_offset;
    VEC_PUSH(&all, (init_place){bit, all.n, kid});
  }
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, by_place);
  for (uint32_t i = 0; i < all.n; i++)
    VEC_PUSH(out, all.at[i].init);
  VEC_FREE(&all);
}
