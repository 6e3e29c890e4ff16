/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Side effects and decisions of expressions. For the table each node that has
 * an effect of its own marks its parents upwards until one is marked already,
 * which is linear in all; for a single expression its tree is walked with an
 * explicit stack, since chains of ten thousand operators exist. */
#include "flow/effects.h"
#include "ast/pure.h"
#include "flow/tree.h"

static bool is_volatile(const tp_program *p, const tp_node *node) {
  return tp_type_get(&p->types, node->type)->is_volatile;
}

static bool has_effect(const tp_program *p, const tp_node *node) {
  switch (node->kind) {
  case TP_N_CALL:
    return !tp_node_is_ctype_call(p, p->sites.at[node->ref].node);
  case TP_N_ASSIGN:
  case TP_N_INCDEC:
  case TP_N_STMT_EXPR:
  case TP_N_OPAQUE:
    return true;
  case TP_N_NAME:
  case TP_N_MEMBER:
  case TP_N_INDEX:
  case TP_N_DEREF:
  case TP_N_COMPOUND:
    return is_volatile(p, node);
  default:
    return false;
  }
}

static bool decides(const tp_program *p, const tp_node *node) {
  (void)p;
  return node->kind == TP_N_LOGICAL || node->kind == TP_N_COND;
}

static void mark_up(tp_bits *bits, const tp_node_id *parents, tp_node_id n) {
  for (; n && !tp_bits_has(bits, n); n = parents[n])
    tp_bits_add(bits, n);
}

void tp_flow_effects(tp_effects *out, const tp_program *p) {
  tp_bits_init(&out->impure, p->nodes.n + 1);
  tp_bits_init(&out->decisions, p->nodes.n + 1);
  tp_node_id *parents = tp_flow_parents(p);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    if (has_effect(p, &p->nodes.at[n]))
      mark_up(&out->impure, parents, n);
    if (decides(p, &p->nodes.at[n]))
      mark_up(&out->decisions, parents, n);
  }
  tp_free(parents);
}

void tp_effects_free(tp_effects *e) {
  tp_bits_free(&e->impure);
  tp_bits_free(&e->decisions);
}

/* Whether any node of the tree below and including n is as `is` says. */
static bool any(const tp_program *p, tp_node_id n,
                bool (*is)(const tp_program *, const tp_node *)) {
  VEC(tp_node_id) stack = {0};
  bool found = false;
  VEC_PUSH(&stack, n);
  while (stack.n && !found) {
    tp_node_id top = VEC_POP(&stack);
    found = is(p, &p->nodes.at[top]);
    TP_KIDS (p, top, kid)
      VEC_PUSH(&stack, kid);
  }
  VEC_FREE(&stack);
  return found;
}

bool tp_flow_is_pure(const tp_program *p, tp_node_id expr) {
  return !any(p, expr, has_effect);
}

bool tp_flow_has_decisions(const tp_program *p, tp_node_id expr) {
  return any(p, expr, decides);
}
