/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `a < b && c` as `((a < b) != 0) & ((c) != 0)`: one condition, so that one
 * question is asked about it. */
#include "checks/inside.h"

/* The parts of a tree of && and ||, in the order of the text. */
static void find_parts(const tp_program *p, tp_node_id n, tp_vec_u32 *out) {
  tp_vec_u32 stack = {0};
  VEC_PUSH(&stack, n);
  while (stack.n) {
    const tp_node *node = tp_node_get(p, VEC_LAST(&stack));
    if (node->kind != TP_N_LOGICAL) {
      VEC_PUSH(out, VEC_POP(&stack));
      continue;
    }
    VEC_LAST(&stack) = tp_node_get(p, node->first)->next;
    VEC_PUSH(&stack, node->first);
  }
  VEC_FREE(&stack);
}

/* t[2] */
static bool is_surely_inside(const tp_check_writer *w, const tp_node *index) {
  uint64_t at;
  tp_node_id by = tp_node_get(w->p, index->first)->next;
  const tp_type *t =
      tp_type_get(&w->p->types, tp_node_get(w->p, index->first)->type);
  return tp_check_is_sized_array(w, index->first) &&
         tp_node_constant(w->p, by, &at) && at < t->count;
}

static bool may_trap(const tp_check_writer *w, const tp_node *n) {
  return n->kind == TP_N_DEREF ||
         (n->kind == TP_N_INDEX && !is_surely_inside(w, n)) ||
         (n->kind == TP_N_BINARY && (n->op == TP_OP_DIV || n->op == TP_OP_MOD));
}

/* It has no effect, and needs nothing to hold before it. */
static bool is_harmless(const tp_check_writer *w, tp_node_id n) {
  tp_vec_u32 stack = {0};
  bool is_so = w->spots[n].is_pure;
  VEC_PUSH(&stack, n);
  while (is_so && stack.n) {
    tp_node_id at = VEC_POP(&stack);
    is_so = !may_trap(w, tp_node_get(w->p, at));
    TP_KIDS (w->p, at, kid)
      VEC_PUSH(&stack, kid);
  }
  VEC_FREE(&stack);
  return is_so;
}

/* Text between two parts: parentheses, and an operator as its bitwise kin. */
static void add_between(const char *text, uint32_t begin, uint32_t end,
                        tp_str *out) {
  for (uint32_t i = begin; i < end; i++) {
    if (text[i] == '#')
      while (i + 1 < end && text[i + 1] != '\n')
        i++;
    else if (text[i] == '(' || text[i] == ')')
      tp_str_addc(out, text[i]);
    else if (text[i] == '&' || text[i] == '|')
      tp_str_addc(out, text[i++]);
  }
}

bool tp_check_flat(const tp_check_writer *w, tp_node_id n, tp_str *out) {
  const char *text = w->p->units.at[w->unit].text;
  tp_vec_u32 parts = {0};
  uint32_t at = tp_node_get(w->p, n)->begin;
  bool is_flat = true;
  find_parts(w->p, n, &parts);
  for (uint32_t i = 0; i < parts.n && is_flat; i++)
    is_flat = is_harmless(w, parts.at[i]);
  tp_str_add(out, is_flat ? "(" : "");
  for (uint32_t i = 0; i < parts.n && is_flat; i++) {
    const tp_node *part = tp_node_get(w->p, parts.at[i]);
    add_between(text, at, part->begin, out);
    tp_str_add(out, "((");
    tp_check_text(w->p, parts.at[i], out);
    tp_str_add(out, ") != 0)");
    at = part->end;
  }
  if (is_flat)
    add_between(text, at, tp_node_get(w->p, n)->end, out);
  tp_str_add(out, is_flat ? ")" : "");
  VEC_FREE(&parts);
  return is_flat;
}
