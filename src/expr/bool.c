/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/bool.c - truth values: not, and, or, if-then-else, and equality of
 * truth values.
 *
 * Normal form: NOT stands outside. OR has two positive operands, AND has at
 * most one negated one, so a formula and its complement have ids e and not(e).
 * Operands of commutative operations are ordered by id, constants last.
 */
#include "expr/pool.h"

#include "base/diag.h"

static bool is_op(const tp_exprs *x, tp_expr e, tp_expr_op op) {
  return x->nodes.at[e].op == op;
}

static bool is_known(const tp_exprs *x, tp_expr e, bool value) {
  uint64_t bits;
  return tp_expr_constant(x, e, &bits) && bits == value;
}

static tp_expr make_bool(tp_exprs *x, tp_expr_op op, tp_expr a, tp_expr b) {
  tp_expr_node n = {.op = (uint8_t)op, .sort = TP_X_BOOL, .width = 1};
  n.a = b && b < a ? b : a;
  n.b = b && b < a ? a : b;
  return tp_expr_make(x, n);
}

tp_expr tp_expr_not(tp_exprs *x, tp_expr a) {
  TP_INVARIANT(tp_expr_sort(x, a) == TP_X_BOOL, "not should get a truth value");
  if (is_op(x, a, TP_E_NOT))
    return x->nodes.at[a].a;
  return make_bool(x, TP_E_NOT, a, 0);
}

static bool are_opposite(const tp_exprs *x, tp_expr a, tp_expr b) {
  return (is_op(x, a, TP_E_NOT) && x->nodes.at[a].a == b) ||
         (is_op(x, b, TP_E_NOT) && x->nodes.at[b].a == a);
}

/* Whether conjunction (disjunction) e has an operand that is p. */
static bool has_operand(const tp_exprs *x, tp_expr e, tp_expr_op op,
                        tp_expr p) {
  const tp_expr_node *n = &x->nodes.at[e];
  return n->op == op && (n->a == p || n->b == p);
}

/* x < k + 1 and not x < k: x is k. 0: they are not that. */
static tp_expr between(tp_exprs *x, tp_expr low, tp_expr high) {
  const tp_expr_node *q = &x->nodes.at[high];
  if (!is_op(x, low, TP_E_NOT) || (q->op != TP_E_ULT && q->op != TP_E_SLT))
    return 0;
  const tp_expr_node *p = &x->nodes.at[x->nodes.at[low].a];
  uint64_t k, end;
  if (p->op != q->op || p->a != q->a || !tp_expr_constant(x, p->b, &k) ||
      !tp_expr_constant(x, q->b, &end) ||
      ((k + 1) & tp_mask(x->nodes.at[p->b].width)) != end)
    return 0;
  return tp_expr_eq(x, p->a, p->b);
}

tp_expr tp_expr_and(tp_exprs *x, tp_expr a, tp_expr b) {
  if (is_known(x, a, false) || is_known(x, b, true) || a == b)
    return a;
  if (is_known(x, b, false) || is_known(x, a, true))
    return b;
  if (are_opposite(x, a, b))
    return tp_expr_bool(x, false);
  if (has_operand(x, a, TP_E_AND, b) || has_operand(x, b, TP_E_OR, a))
    return a;
  if (has_operand(x, b, TP_E_AND, a) || has_operand(x, a, TP_E_OR, b))
    return b;
  if (is_op(x, a, TP_E_NOT) && is_op(x, b, TP_E_NOT))
    return tp_expr_not(x, tp_expr_or(x, x->nodes.at[a].a, x->nodes.at[b].a));
  tp_expr one = between(x, a, b);
  if (!one)
    one = between(x, b, a);
  return one ? one : make_bool(x, TP_E_AND, a, b);
}

tp_expr tp_expr_or(tp_exprs *x, tp_expr a, tp_expr b) {
  if (is_known(x, a, true) || is_known(x, b, false) || a == b)
    return a;
  if (is_known(x, b, true) || is_known(x, a, false))
    return b;
  if (are_opposite(x, a, b))
    return tp_expr_bool(x, true);
  if (has_operand(x, a, TP_E_OR, b) || has_operand(x, b, TP_E_AND, a))
    return a;
  if (has_operand(x, b, TP_E_OR, a) || has_operand(x, a, TP_E_AND, b))
    return b;
  if (is_op(x, a, TP_E_NOT) || is_op(x, b, TP_E_NOT)) {
    tp_expr na = tp_expr_not(x, a), nb = tp_expr_not(x, b);
    return tp_expr_not(x, tp_expr_and(x, na, nb));
  }
  return make_bool(x, TP_E_OR, a, b);
}

static tp_expr ite_bool(tp_exprs *x, tp_expr c, tp_expr a, tp_expr b) {
  if (is_known(x, a, true) || a == c)
    return tp_expr_or(x, c, b);
  if (is_known(x, b, false) || b == c)
    return tp_expr_and(x, c, a);
  tp_expr nc = tp_expr_not(x, c);
  if (is_known(x, a, false) || a == nc)
    return tp_expr_and(x, nc, b);
  if (is_known(x, b, true) || b == nc)
    return tp_expr_or(x, nc, a);
  if (are_opposite(x, a, b))
    return tp_expr_eq(x, c, a);
  /* Keep the first arm positive: complements stay complements. */
  if (is_op(x, a, TP_E_NOT))
    return tp_expr_not(x,
                       tp_expr_ite(x, c, x->nodes.at[a].a, tp_expr_not(x, b)));
  tp_expr_node n = {.op = TP_E_ITE, .width = 1, .a = c, .b = a, .c = b};
  return tp_expr_make(x, n);
}

static tp_expr ite_constants(tp_exprs *x, tp_expr c, tp_expr a, tp_expr b) {
  uint64_t ka, kb;
  if (tp_expr_sort(x, a) != TP_X_BV || !tp_expr_constant(x, a, &ka) ||
      !tp_expr_constant(x, b, &kb))
    return 0;
  if (ka == 1 && kb == 0)
    return tp_expr_bv_of_bool(x, c, tp_expr_width(x, a));
  if (ka == 0 && kb == 1)
    return tp_expr_bv_of_bool(x, tp_expr_not(x, c), tp_expr_width(x, a));
  return 0;
}

/* e as *base + constant; a constant has no base. */
static uint64_t offset_of(const tp_exprs *x, tp_expr e, tp_expr *base) {
  const tp_expr_node *n = &x->nodes.at[e];
  uint64_t k;
  *base = e;
  if (n->op != TP_E_BV || n->aux != TP_BV_ADD || !tp_expr_constant(x, n->b, &k))
    return 0;
  *base = n->a;
  return k;
}

/* Counting: c ? n + 1 : n is n + (c ? 1 : 0). */
static tp_expr ite_counts(tp_exprs *x, tp_expr c, tp_expr a, tp_expr b) {
  tp_expr base, other;
  uint64_t i = offset_of(x, a, &base), j = offset_of(x, b, &other);
  if (tp_expr_sort(x, a) != TP_X_BV || base != other)
    return 0;
  unsigned width = tp_expr_width(x, a);
  return tp_expr_bv_op(
      x, TP_BV_ADD, base,
      tp_expr_ite(x, c, tp_expr_bv(x, width, i), tp_expr_bv(x, width, j)));
}

tp_expr tp_expr_ite(tp_exprs *x, tp_expr c, tp_expr a, tp_expr b) {
  TP_INVARIANT(tp_expr_sort(x, a) == tp_expr_sort(x, b) &&
                   tp_expr_width(x, a) == tp_expr_width(x, b),
               "both arms should have one sort");
  if (is_known(x, c, true) || a == b)
    return a;
  if (is_known(x, c, false))
    return b;
  if (is_op(x, c, TP_E_NOT)) {
    c = x->nodes.at[c].a;
    tp_expr swap = a;
    a = b;
    b = swap;
  }
  if (is_op(x, a, TP_E_ITE) && x->nodes.at[a].a == c)
    a = x->nodes.at[a].b;
  if (is_op(x, b, TP_E_ITE) && x->nodes.at[b].a == c)
    b = x->nodes.at[b].c;
  if (a == b)
    return a;
  if (tp_expr_sort(x, a) == TP_X_BOOL)
    return ite_bool(x, c, a, b);
  tp_expr simple = ite_constants(x, c, a, b);
  if (!simple)
    simple = ite_counts(x, c, a, b);
  if (simple)
    return simple;
  tp_expr_node n = {.op = TP_E_ITE,
                    .sort = x->nodes.at[a].sort,
                    .width = x->nodes.at[a].width,
                    .a = c,
                    .b = a,
                    .c = b};
  return tp_expr_make(x, n);
}

tp_expr tp_expr_iff(tp_exprs *x, tp_expr a, tp_expr b) {
  if (a == b)
    return tp_expr_bool(x, true);
  if (are_opposite(x, a, b))
    return tp_expr_bool(x, false);
  if (is_known(x, a, true) || is_known(x, b, true))
    return is_known(x, a, true) ? b : a;
  if (is_known(x, a, false) || is_known(x, b, false))
    return tp_expr_not(x, is_known(x, a, false) ? b : a);
  if (is_op(x, a, TP_E_NOT))
    return tp_expr_not(x, tp_expr_iff(x, x->nodes.at[a].a, b));
  if (is_op(x, b, TP_E_NOT))
    return tp_expr_not(x, tp_expr_iff(x, a, x->nodes.at[b].a));
  return make_bool(x, TP_E_EQ, a, b);
}
