/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking a predicate apart along its own evaluation: of an or the side that is
 * true, of an if-then-else the arm that is chosen, with its condition. */
#include "expr/implicant.h"

#include "base/limits.h"
#include "expr/node.h"

void tp_implicant_free(tp_implicant *m) {
  VEC_FREE(&m->literals);
  VEC_FREE(&m->work);
  tp_map_free(&m->special);
  tp_map_free(&m->required);
}

/* What was evaluated before is known, unless somebody else has walked. */
static uint64_t value_of(tp_implicant *m, tp_expr e) {
  if (m->stand_in)
    e = m->stand_in(m->state, e);
  if (m->walk && m->walk == tp_expr_walk(m->exprs))
    return tp_expr_eval_more(m->exprs, e, m->values, m->state);
  uint64_t value = tp_expr_eval(m->exprs, e, m->values, m->state);
  m->walk = tp_expr_walk(m->exprs);
  return value;
}

/* e, or its negation, whichever is true, must be implied, too: once, as many
 * share their parts. */
static void require(tp_implicant *m, tp_expr e) {
  bool is_new;
  tp_map_put(&m->required, e, &is_new);
  if (is_new)
    VEC_PUSH(&m->work, value_of(m, e) ? e : tp_expr_not(m->exprs, e));
}

/* e as it is for these values, without if-then-else; what that rests on goes
 * to `work`. Bound: each part once, TP_LIMIT_EXPR_IMPLICANT_DEPTH deep; below
 * that terms stay as they are. */
static tp_expr specialise(tp_implicant *m, tp_expr e, unsigned depth) {
  tp_expr_node n = *tp_expr_get(m->exprs, e);
  bool is_new;
  if (n.op == TP_E_CONST || n.op == TP_E_VAR ||
      depth > TP_LIMIT_EXPR_IMPLICANT_DEPTH)
    return e;
  uint32_t *slot = tp_map_put(&m->special, e, &is_new);
  if (!is_new)
    return *slot;
  tp_expr out;
  if (n.op == TP_E_ITE) {
    require(m, n.a);
    out = specialise(m, value_of(m, n.a) ? n.b : n.c, depth + 1);
  } else if (n.op == TP_E_OF_BOOL) {
    require(m, n.a);
    out = tp_expr_bv(m->exprs, n.width, value_of(m, n.a));
  } else {
    tp_expr a = n.a ? specialise(m, n.a, depth + 1) : 0;
    tp_expr b = n.b ? specialise(m, n.b, depth + 1) : 0;
    out = tp_expr_rebuild(m->exprs, e, a, b, n.c);
  }
  *tp_map_put(&m->special, e, NULL) = out;
  return out;
}

/* One true predicate: its parts to `work`, or itself to `literals`. */
static void take_apart(tp_implicant *m, tp_expr e) {
  tp_expr_node n = *tp_expr_get(m->exprs, e);
  bool is_not = n.op == TP_E_NOT;
  tp_expr inner = is_not ? n.a : e;
  if (is_not)
    n = *tp_expr_get(m->exprs, inner);
  bool is_and = n.op == TP_E_AND, is_or = n.op == TP_E_OR;
  if ((is_and && !is_not) || (is_or && is_not)) {
    require(m, n.a);
    require(m, n.b);
  } else if (is_and || is_or) { /* one side is enough */
    bool wanted = is_or;
    require(m, (value_of(m, n.a) != 0) == wanted ? n.a : n.b);
  } else if (n.op == TP_E_ITE) {
    require(m, n.a);
    require(m, value_of(m, n.a) ? n.b : n.c);
  } else if (n.op != TP_E_CONST) {
    tp_expr plain = specialise(m, inner, 0);
    uint64_t bits;
    if (!tp_expr_constant(m->exprs, plain, &bits))
      VEC_PUSH(&m->literals, is_not ? tp_expr_not(m->exprs, plain) : plain);
  }
}

void tp_implicant_find(tp_implicant *m, tp_expr e) {
  VEC_CLEAR(&m->literals);
  VEC_CLEAR(&m->work);
  tp_map_clear(&m->special);
  tp_map_clear(&m->required);
  m->walk = 0;
  VEC_PUSH(&m->work, e);
  while (m->work.n)
    take_apart(m, VEC_POP(&m->work));
}
