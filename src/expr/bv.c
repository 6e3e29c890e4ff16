/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/bv.c - arithmetic and logic of bit vectors, with local simplification.
 *
 * Normal form: constants are the second operand of commutative operations and
 * are gathered (x + 1 + 2 is x + 3); x - c is x + (-c); unsigned division and
 * rest by a power of two are a shift and a mask.
 */
#include "expr/pool.h"

#include "base/diag.h"

static tp_expr make(tp_exprs *x, tp_bv_op op, tp_expr a, tp_expr b) {
  tp_expr_node n = {.op = TP_E_BV,
                    .sort = TP_X_BV,
                    .width = x->nodes.at[a].width,
                    .aux = (uint8_t)op,
                    .a = a,
                    .b = b};
  return tp_expr_make(x, n);
}

static bool is_commutative(tp_bv_op op) {
  return op == TP_BV_ADD || op == TP_BV_MUL || op == TP_BV_AND ||
         op == TP_BV_OR || op == TP_BV_XOR;
}

static bool is_bv(const tp_expr_node *n, tp_bv_op op) {
  return n->op == TP_E_BV && n->aux == op;
}

/* (p op k1) op k2 for the associative operations. */
static tp_expr gather(tp_exprs *x, tp_bv_op op, tp_expr a, uint64_t k) {
  tp_expr_node n = x->nodes.at[a];
  uint64_t inner;
  if (!is_bv(&n, op) || !tp_expr_constant(x, n.b, &inner))
    return 0;
  tp_expr_node op_node = {.op = TP_E_BV, .width = n.width, .aux = (uint8_t)op};
  uint64_t both = tp_expr_apply(&op_node, n.width, inner, k, 0);
  return tp_expr_bv_op(x, op, n.a, tp_expr_bv(x, n.width, both));
}

/* c + (d - p) with constants c, d. */
static tp_expr gather_difference(tp_exprs *x, tp_expr a, uint64_t k) {
  tp_expr_node n = x->nodes.at[a];
  uint64_t first;
  if (!is_bv(&n, TP_BV_SUB) || !tp_expr_constant(x, n.a, &first))
    return 0;
  return tp_expr_bv_op(x, TP_BV_SUB, tp_expr_bv(x, n.width, first + k), n.b);
}

static unsigned log2_of(uint64_t k) {
  unsigned n = 0;
  while (k >>= 1)
    n++;
  return n;
}

static bool is_power(uint64_t k) {
  return k && !(k & (k - 1));
}

/* The mask keeps all that an extended value can have. */
static bool mask_covers(const tp_exprs *x, tp_expr a, uint64_t k) {
  const tp_expr_node *n = &x->nodes.at[a];
  uint64_t may = n->op == TP_E_ZEXT      ? tp_mask(x->nodes.at[n->a].width)
                 : n->op == TP_E_OF_BOOL ? 1
                                         : tp_mask(n->width);
  return (may & ~k) == 0;
}

/* a op k, k the constant b. */
static tp_expr with_constant(tp_exprs *x, tp_bv_op op, tp_expr a, tp_expr b,
                             uint64_t k) {
  unsigned w = tp_expr_width(x, a);
  uint64_t ones = tp_mask(w);
  switch (op) {
  case TP_BV_SUB:
    return tp_expr_bv_op(x, TP_BV_ADD, a, tp_expr_bv(x, w, 0 - k));
  case TP_BV_ADD:
    return k == 0 ? a : gather_difference(x, a, k);
  case TP_BV_XOR:
    return k == 0 ? a : k == ones ? tp_expr_bv_not(x, a) : 0;
  case TP_BV_OR:
    return k == 0 ? a : k == ones ? b : 0;
  case TP_BV_AND:
    return k == 0 ? b : mask_covers(x, a, k) ? a : 0;
  case TP_BV_MUL:
    return k == 0 ? b : k == 1 ? a : k == ones ? tp_expr_bv_neg(x, a) : 0;
  case TP_BV_SHL:
  case TP_BV_LSHR:
    return k == 0 ? a : k >= w ? tp_expr_bv(x, w, 0) : 0;
  case TP_BV_ASHR:
    return k == 0   ? a
           : k >= w ? tp_expr_bv_op(x, TP_BV_ASHR, a, tp_expr_bv(x, w, w - 1))
                    : 0;
  case TP_BV_UDIV:
    return is_power(k)
               ? tp_expr_bv_op(x, TP_BV_LSHR, a, tp_expr_bv(x, w, log2_of(k)))
               : 0;
  case TP_BV_UREM:
    return is_power(k) ? tp_expr_bv_op(x, TP_BV_AND, a, tp_expr_bv(x, w, k - 1))
                       : 0;
  case TP_BV_SDIV:
    return k == 1 ? a : k == ones ? tp_expr_bv_neg(x, a) : 0;
  case TP_BV_SREM:
    return k == 1 || k == ones ? tp_expr_bv(x, w, 0) : 0;
  }
  return 0;
}

static tp_expr same_operands(tp_exprs *x, tp_bv_op op, tp_expr a) {
  if (op == TP_BV_SUB || op == TP_BV_XOR)
    return tp_expr_bv(x, tp_expr_width(x, a), 0);
  if (op == TP_BV_AND || op == TP_BV_OR)
    return a;
  return 0;
}

/* (p + c) - p, (p + q) - p: what the compiler does not fold for an index. */
static tp_expr subtract_part(tp_exprs *x, tp_expr a, tp_expr b) {
  const tp_expr_node *n = &x->nodes.at[a];
  if (!is_bv(n, TP_BV_ADD))
    return 0;
  return n->a == b ? n->b : n->b == b ? n->a : 0;
}

/* (p ? 1 : 0) & (q ? 1 : 0): C's comparisons, joined without a branch. */
static tp_expr of_truths(tp_exprs *x, tp_bv_op op, tp_expr a, tp_expr b) {
  tp_expr_node p = x->nodes.at[a], q = x->nodes.at[b];
  if (p.op != TP_E_OF_BOOL || q.op != TP_E_OF_BOOL)
    return 0;
  tp_expr truth = op == TP_BV_AND   ? tp_expr_and(x, p.a, q.a)
                  : op == TP_BV_OR  ? tp_expr_or(x, p.a, q.a)
                  : op == TP_BV_XOR ? tp_expr_not(x, tp_expr_iff(x, p.a, q.a))
                                    : 0;
  return truth ? tp_expr_bv_of_bool(x, truth, p.width) : 0;
}

static tp_expr simplify(tp_exprs *x, tp_bv_op op, tp_expr a, tp_expr b) {
  uint64_t k;
  bool has_k = tp_expr_constant(x, b, &k);
  tp_expr e = has_k ? with_constant(x, op, a, b, k) : 0;
  if (!e && has_k && is_commutative(op))
    e = gather(x, op, a, k);
  if (!e && a == b)
    e = same_operands(x, op, a);
  if (!e && op == TP_BV_SUB)
    e = subtract_part(x, a, b);
  if (!e)
    e = of_truths(x, op, a, b);
  return e;
}

tp_expr tp_expr_bv_op(tp_exprs *x, tp_bv_op op, tp_expr a, tp_expr b) {
  TP_INVARIANT(tp_expr_sort(x, a) == TP_X_BV && tp_expr_sort(x, b) == TP_X_BV &&
                   tp_expr_width(x, a) == tp_expr_width(x, b),
               "operands should have one width");
  bool a_const = tp_expr_constant(x, a, NULL);
  bool b_const = tp_expr_constant(x, b, NULL);
  if (a_const && b_const)
    return make(x, op, a, b);
  if (is_commutative(op) && (a_const || (!b_const && b < a))) {
    tp_expr swap = a;
    a = b;
    b = swap;
  }
  tp_expr e = simplify(x, op, a, b);
  return e ? e : make(x, op, a, b);
}

static tp_expr make_unary(tp_exprs *x, tp_expr_op op, tp_expr a) {
  tp_expr_node n = {.op = (uint8_t)op,
                    .sort = TP_X_BV,
                    .width = x->nodes.at[a].width,
                    .a = a};
  return tp_expr_make(x, n);
}

tp_expr tp_expr_bv_not(tp_exprs *x, tp_expr a) {
  const tp_expr_node *n = tp_expr_get(x, a);
  return n->op == TP_E_BV_NOT ? n->a : make_unary(x, TP_E_BV_NOT, a);
}

tp_expr tp_expr_bv_neg(tp_exprs *x, tp_expr a) {
  tp_expr_node n = *tp_expr_get(x, a);
  if (n.op == TP_E_BV_NEG)
    return n.a;
  if (is_bv(&n, TP_BV_SUB))
    return tp_expr_bv_op(x, TP_BV_SUB, n.b, n.a);
  return make_unary(x, TP_E_BV_NEG, a);
}
