/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow of expressions: the order in which their decisions and calls
 * are met. Operands go from left to right. What C leaves open goes as measured:
 * both compilers take the right side of a scalar assignment first, except that
 * gcc takes the left side first when the right one is a call whose value needs
 * no conversion; records are assigned left side first by clang, and by gcc when
 * the right side is a call, a literal or ?:. Initialisers go by offset. */
#include "flow/cfg_build.h"
#include "flow/lower.h"

#include <stdlib.h>

/* The decision of n (0: none), and if it is folded, the side that is live. */
static bool is_folded(const tp_cfg_builder *b, tp_node_id n, bool *value) {
  tp_decision_id d = tp_cfg_node(b, n)->decision;
  if (d) {
    *value = b->p->decisions.at[d].constant;
    return b->p->decisions.at[d].is_constant;
  }
  uint64_t bits;
  bool is_constant = tp_node_constant(b->p, n, &bits);
  *value = is_constant && bits;
  return is_constant;
}

static void atomic(tp_cfg_builder *b, tp_node_id n, tp_cfg_label t,
                   tp_cfg_label f) {
  bool value;
  tp_cfg_push(b, TP_DO_BEGIN, 0, b->begin, 0);
  b->begin = b->cfg->ops.n;
  if (is_folded(b, n, &value))
    tp_cfg_push(b, TP_DO_JUMP, 0, value ? t : f, 0);
  else if (tp_cfg_node(b, n)->decision)
    tp_cfg_push(b, TP_DO_DECIDE, n, t, f);
  else
    tp_cfg_push(b, TP_DO_CHOOSE, n, t, f);
  tp_cfg_push(b, TP_DO_VALUE, n, 0, 0);
}

void tp_cfg_condition(tp_cfg_builder *b, tp_node_id n, tp_cfg_label t,
                      tp_cfg_label f) {
  const tp_node *node = tp_cfg_node(b, n);
  tp_node_id right = node->first ? tp_cfg_node(b, node->first)->next : 0;
  if (node->decision) {
    atomic(b, n, t, f);
  } else if (node->kind == TP_N_LOGICAL) {
    tp_cfg_label mid = tp_cfg_new_label(b);
    bool is_and = node->op == TP_OP_LOGAND;
    tp_cfg_push(b, TP_DO_CONDITION, right, t, f);
    tp_cfg_push(b, TP_DO_PLACE, 0, mid, 0);
    tp_cfg_push(b, TP_DO_CONDITION, node->first, is_and ? mid : t,
                is_and ? f : mid);
  } else if (node->kind == TP_N_UNARY && node->op == TP_OP_NOT) {
    tp_cfg_push(b, TP_DO_CONDITION, node->first, f, t);
  } else if (node->kind == TP_N_COMMA) {
    tp_cfg_push(b, TP_DO_CONDITION, right, t, f);
    tp_cfg_push(b, TP_DO_VALUE, node->first, 0, 0);
  } else if (node->kind == TP_N_GENERIC) {
    tp_cfg_push(b, TP_DO_CONDITION, node->first, t, f);
  } else {
    atomic(b, n, t, f);
  }
}

/* && and || whose value is used: both ways lead on to the same place. */
static void do_logical(tp_cfg_builder *b, tp_node_id n) {
  const tp_node *node = tp_cfg_node(b, n);
  tp_node_id right = tp_cfg_node(b, node->first)->next;
  tp_cfg_label end = tp_cfg_new_label(b), mid = tp_cfg_new_label(b);
  bool is_and = node->op == TP_OP_LOGAND;
  tp_cfg_push(b, TP_DO_PLACE, 0, end, 0);
  tp_cfg_push(b, TP_DO_CONDITION, right, end, end);
  tp_cfg_push(b, TP_DO_PLACE, 0, mid, 0);
  tp_cfg_push(b, TP_DO_CONDITION, node->first, is_and ? mid : end,
              is_and ? end : mid);
}

static void do_select(tp_cfg_builder *b, tp_node_id n) {
  const tp_node *node = tp_cfg_node(b, n);
  tp_node_id first = tp_cfg_node(b, node->first)->next;
  bool elvis = node->flags & TP_F_ELVIS;
  tp_cfg_label f = tp_cfg_new_label(b), end = tp_cfg_new_label(b);
  tp_cfg_label t = elvis ? end : tp_cfg_new_label(b);
  tp_cfg_push(b, TP_DO_PLACE, 0, end, 0);
  tp_cfg_push(b, TP_DO_VALUE, elvis ? first : tp_cfg_node(b, first)->next, 0,
              0);
  tp_cfg_push(b, TP_DO_PLACE, 0, f, 0);
  if (!elvis) {
    tp_cfg_push(b, TP_DO_JUMP, 0, end, 0);
    tp_cfg_push(b, TP_DO_VALUE, first, 0, 0);
    tp_cfg_push(b, TP_DO_PLACE, 0, t, 0);
  }
  tp_cfg_push(b, TP_DO_CONDITION, node->first, t, f);
}

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

tp_node_id tp_flow_bare_value(const tp_program *p, tp_node_id n,
                              tp_type_id to) {
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

bool tp_flow_left_first(const tp_program *p, tp_node_id n, bool is_gcc) {
  const tp_node *node = tp_node_get(p, n);
  const tp_type *to = tp_type_get(&p->types, node->type);
  bool record = to->kind == TP_T_RECORD;
  if (node->op != TP_OP_ASSIGN || !is_gcc)
    return node->op == TP_OP_ASSIGN && record;
  if (is_bitfield(p, node->first))
    return false;
  const tp_node *value =
      tp_node_get(p, tp_flow_bare_value(p, tp_node_kid(p, n, 1), node->type));
  if (value->kind == TP_N_CALL)
    return is_same(p, value->type, node->type);
  return record && (value->kind == TP_N_COMPOUND || value->kind == TP_N_COND);
}

/* The first parts of the comma expressions on the way from n to `last`. */
static void push_first_parts(tp_cfg_builder *b, tp_node_id n, tp_node_id last) {
  uint32_t from = b->work.n;
  while (n != last) {
    const tp_node *node = tp_cfg_node(b, n);
    bool is_comma = node->kind == TP_N_COMMA;
    if (is_comma)
      tp_cfg_push(b, TP_DO_VALUE, node->first, 0, 0);
    n = is_comma ? tp_cfg_node(b, node->first)->next : node->first;
  }
  for (uint32_t to = b->work.n; to > from + 1; from++) { /* the first on top */
    tp_cfg_item item = b->work.at[from];
    b->work.at[from] = b->work.at[--to];
    b->work.at[to] = item;
  }
}

static void do_assign(tp_cfg_builder *b, tp_node_id n) {
  const tp_node *node = tp_cfg_node(b, n);
  tp_node_id left = node->first, right = tp_cfg_node(b, left)->next;
  bool is_gcc = b->opt->args_right_to_left;
  bool swap = !tp_flow_left_first(b->p, n, is_gcc);
  if (b->opt->with_data)
    tp_cfg_push(b, TP_DO_DEFINE, n, 0, 0);
  tp_node_id last =
      swap || !is_gcc ? right : tp_flow_bare_value(b->p, right, node->type);
  tp_cfg_push(b, TP_DO_VALUE, swap ? left : last, 0, 0);
  tp_cfg_push(b, TP_DO_VALUE, swap ? right : left, 0, 0);
  if (last != right)
    push_first_parts(b, right, last);
}

static int by_offset_down(const void *x, const void *y) {
  const tp_cfg_item *a = x, *b = y;
  if (a->a != b->a)
    return a->a < b->a ? 1 : -1;
  return a->b < b->b ? 1 : -1;
}

/* Initialisers written out of order are evaluated in the order of offsets. */
static void do_init_list(tp_cfg_builder *b, const tp_node *node) {
  uint32_t from = b->work.n, i = 0, last = 0;
  bool in_order = true;
  for (tp_node_id kid = node->first; kid; kid = tp_cfg_node(b, kid)->next) {
    uint32_t offset = tp_cfg_node(b, kid)->ref;
    in_order &= offset >= last;
    last = offset;
    tp_cfg_push(b, TP_DO_VALUE, kid, offset, i++);
  }
  if (!in_order) {
    qsort(b->work.at + from, i, sizeof *b->work.at, by_offset_down);
    return;
  }
  b->work.n = from;
  tp_cfg_push_kids(b, TP_DO_VALUE, node->first);
}

/* gcc turns A < B + 2 into B + 1 >= A, and with that takes B first: signed
 * comparisons with a positive constant added to or taken from the right side
 * whose relation gets stricter by moving the constant towards zero. */
static bool is_turned_round(const tp_cfg_builder *b, const tp_node *node) {
  if (!b->opt->args_right_to_left)
    return false;
  const tp_node *right = tp_cfg_node(b, tp_cfg_node(b, node->first)->next);
  bool plus = right->kind == TP_N_BINARY && right->op == TP_OP_ADD;
  bool minus = right->kind == TP_N_BINARY && right->op == TP_OP_SUB;
  bool fits = (plus && (node->op == TP_OP_LT || node->op == TP_OP_GE)) ||
              (minus && (node->op == TP_OP_GT || node->op == TP_OP_LE));
  uint64_t value;
  return fits && tp_type_is_signed(&b->p->types, right->type) &&
         tp_node_constant(b->p, tp_cfg_node(b, right->first)->next, &value) &&
         (int64_t)value > 0;
}

static void do_binary(tp_cfg_builder *b, const tp_node *node) {
  tp_node_id left = node->first, right = tp_cfg_node(b, left)->next;
  bool swap = is_turned_round(b, node);
  tp_cfg_push(b, TP_DO_VALUE, swap ? left : right, 0, 0);
  tp_cfg_push(b, TP_DO_VALUE, swap ? right : left, 0, 0);
}

static void do_call(tp_cfg_builder *b, tp_node_id n) {
  const tp_node *node = tp_cfg_node(b, n);
  tp_cfg_push(b, TP_DO_CALL, n, 0, 0);
  tp_node_id args = node->first ? tp_cfg_node(b, node->first)->next : 0;
  if (!b->opt->args_right_to_left) {
    tp_cfg_push_kids(b, TP_DO_VALUE, args);
  } else {
    for (tp_node_id kid = args; kid; kid = tp_cfg_node(b, kid)->next)
      tp_cfg_push(b, TP_DO_VALUE, kid, 0, 0);
  }
  if (node->first)
    tp_cfg_push(b, TP_DO_VALUE, node->first, 0, 0);
}

/* Text that was left alone: each part that was understood may be met any number
 * of times in any order. */
static void do_opaque(tp_cfg_builder *b, const tp_node *node) {
  if (!node->first)
    return;
  tp_cfg_label again = tp_cfg_new_label(b), done = tp_cfg_new_label(b);
  uint32_t n = 0;
  for (tp_node_id kid = node->first; kid; kid = tp_cfg_node(b, kid)->next)
    n++;
  tp_cfg_label first = b->places.n;
  for (uint32_t i = 0; i < n; i++)
    tp_cfg_new_label(b);
  tp_cfg_place(b, again);
  tp_cfg_emit_end(b, TP_CFG_CHOICE, 0, 0);
  tp_cfg_add_target(b, done, 0);
  for (uint32_t i = 0; i < n; i++)
    tp_cfg_add_target(b, first + i, i + 1);
  tp_cfg_push(b, TP_DO_PLACE, 0, done, 0);
  uint32_t i = 0;
  for (tp_node_id kid = node->first; kid; kid = tp_cfg_node(b, kid)->next) {
    tp_cfg_push(b, TP_DO_JUMP, 0, again, 0);
    tp_cfg_push(b, TP_DO_STATEMENT, kid, 0, 0);
    tp_cfg_push(b, TP_DO_PLACE, 0, first + i++, 0);
  }
}

void tp_cfg_value(tp_cfg_builder *b, tp_node_id n) {
  const tp_node *node = tp_cfg_node(b, n);
  switch (node->kind) {
  case TP_N_LOGICAL:
    do_logical(b, n);
    break;
  case TP_N_COND:
    do_select(b, n);
    break;
  case TP_N_ASSIGN:
    do_assign(b, n);
    break;
  case TP_N_BINARY:
    do_binary(b, node);
    break;
  case TP_N_INCDEC:
    if (b->opt->with_data)
      tp_cfg_push(b, TP_DO_DEFINE, n, 0, 0);
    tp_cfg_push(b, TP_DO_VALUE, node->first, 0, 0);
    break;
  case TP_N_CALL:
    do_call(b, n);
    break;
  case TP_N_INIT_LIST:
    do_init_list(b, node);
    break;
  case TP_N_STMT_EXPR:
    tp_cfg_push(b, TP_DO_BEGIN, 0, b->begin, 0);
    tp_cfg_push_kids(b, TP_DO_STATEMENT, node->first);
    break;
  case TP_N_OPAQUE:
    do_opaque(b, node);
    break;
  default:
    tp_cfg_push_kids(b, TP_DO_VALUE, node->first);
  }
}
