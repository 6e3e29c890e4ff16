/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/parts.c - taking bit vectors apart and putting them together.
 *
 * Normal form: extensions, extracts and concatenations do not stand directly on
 * each other where one will do; bytes taken from one value and put together
 * again in order are that value; an operation whose upper bits are thrown away
 * is done in the narrow width when its operands were only extended.
 */
#include "expr/pool.h"

#include "base/diag.h"

static tp_expr make(tp_exprs *x, tp_expr_op op, unsigned width, unsigned aux,
                    tp_expr a, tp_expr b) {
  tp_expr_node n = {.op = (uint8_t)op,
                    .sort = TP_X_BV,
                    .width = (uint8_t)width,
                    .aux = (uint8_t)aux,
                    .a = a,
                    .b = b};
  return tp_expr_make(x, n);
}

static bool is_extension(const tp_expr_node *n) {
  return n->op == TP_E_ZEXT || n->op == TP_E_SEXT;
}

static bool has_constant_arms(const tp_exprs *x, const tp_expr_node *n) {
  return n->op == TP_E_ITE && x->nodes.at[n->b].op == TP_E_CONST &&
         x->nodes.at[n->c].op == TP_E_CONST;
}

/* Whether the low `width` bits of e are found without new operations. */
static bool narrows(const tp_exprs *x, tp_expr e, unsigned width) {
  const tp_expr_node *n = &x->nodes.at[e];
  return n->op == TP_E_CONST ||
         (is_extension(n) && x->nodes.at[n->a].width <= width);
}

static bool is_low_bits_op(const tp_expr_node *n) {
  return n->op == TP_E_BV_NOT || n->op == TP_E_BV_NEG ||
         (n->op == TP_E_BV &&
          (n->aux == TP_BV_ADD || n->aux == TP_BV_SUB || n->aux == TP_BV_MUL ||
           n->aux == TP_BV_AND || n->aux == TP_BV_OR || n->aux == TP_BV_XOR));
}

/* Low bits of an operation on extended operands: (char)(c + d). */
static tp_expr extract_low(tp_exprs *x, const tp_expr_node *n, unsigned width) {
  if (!is_low_bits_op(n) || !narrows(x, n->a, width) ||
      (n->b && !narrows(x, n->b, width)))
    return 0;
  tp_expr a = tp_expr_extract(x, n->a, 0, width);
  if (n->op == TP_E_BV_NOT)
    return tp_expr_bv_not(x, a);
  if (n->op == TP_E_BV_NEG)
    return tp_expr_bv_neg(x, a);
  tp_expr b = tp_expr_extract(x, n->b, 0, width);
  return tp_expr_bv_op(x, (tp_bv_op)n->aux, a, b);
}

static tp_expr extract_concat(tp_exprs *x, const tp_expr_node *n, unsigned low,
                              unsigned width) {
  unsigned split = tp_expr_width(x, n->b);
  if (low >= split)
    return tp_expr_extract(x, n->a, low - split, width);
  if (low + width <= split)
    return tp_expr_extract(x, n->b, low, width);
  return 0;
}

static tp_expr extract_extension(tp_exprs *x, const tp_expr_node *n,
                                 unsigned low, unsigned width) {
  unsigned from = tp_expr_width(x, n->a);
  if (low + width <= from)
    return tp_expr_extract(x, n->a, low, width);
  if (n->op == TP_E_ZEXT && low >= from)
    return tp_expr_bv(x, width, 0);
  if (low < from) {
    tp_expr part = tp_expr_extract(x, n->a, low, from - low);
    return n->op == TP_E_ZEXT ? tp_expr_zext(x, part, width)
                              : tp_expr_sext(x, part, width);
  }
  return 0;
}

static tp_expr extract_inside(tp_exprs *x, const tp_expr_node *n, unsigned low,
                              unsigned width) {
  if (n->op == TP_E_EXTRACT)
    return tp_expr_extract(x, n->a, low + n->aux, width);
  if (n->op == TP_E_CONCAT)
    return extract_concat(x, n, low, width);
  if (is_extension(n))
    return extract_extension(x, n, low, width);
  if (n->op == TP_E_OF_BOOL)
    return low ? tp_expr_bv(x, width, 0) : tp_expr_bv_of_bool(x, n->a, width);
  if (has_constant_arms(x, n)) {
    tp_expr a = tp_expr_extract(x, n->b, low, width);
    tp_expr b = tp_expr_extract(x, n->c, low, width);
    return tp_expr_ite(x, n->a, a, b);
  }
  return low == 0 ? extract_low(x, n, width) : 0;
}

tp_expr tp_expr_extract(tp_exprs *x, tp_expr a, unsigned low, unsigned width) {
  tp_expr_node n = *tp_expr_get(x, a);
  TP_INVARIANT(n.sort == TP_X_BV && width >= 1 && low + width <= n.width,
               "extract should stay inside its operand");
  if (width == n.width)
    return a;
  tp_expr simple = extract_inside(x, &n, low, width);
  return simple ? simple : make(x, TP_E_EXTRACT, width, low, a, 0);
}

/* high and low are neighbours in one value: that part of it, or 0. */
static tp_expr rejoin(tp_exprs *x, tp_expr high, tp_expr low) {
  tp_expr_node h = *tp_expr_get(x, high), l = *tp_expr_get(x, low);
  unsigned width = h.width + l.width;
  if (h.op == TP_E_EXTRACT && h.aux >= l.width &&
      tp_expr_extract(x, h.a, h.aux - l.width, l.width) == low)
    return tp_expr_extract(x, h.a, h.aux - l.width, width);
  if (l.op == TP_E_EXTRACT && l.aux + width <= tp_expr_width(x, l.a) &&
      tp_expr_extract(x, l.a, l.aux + l.width, h.width) == high)
    return tp_expr_extract(x, l.a, l.aux, width);
  return 0;
}

static tp_expr concat_ites(tp_exprs *x, const tp_expr_node *h,
                           const tp_expr_node *l) {
  if (!has_constant_arms(x, h) || !has_constant_arms(x, l) || h->a != l->a)
    return 0;
  tp_expr a = tp_expr_concat(x, h->b, l->b);
  tp_expr b = tp_expr_concat(x, h->c, l->c);
  return tp_expr_ite(x, h->a, a, b);
}

tp_expr tp_expr_concat(tp_exprs *x, tp_expr high, tp_expr low) {
  tp_expr_node h = *tp_expr_get(x, high), l = *tp_expr_get(x, low);
  unsigned width = h.width + l.width;
  TP_INVARIANT(width <= 64, "a concatenation should fit 64 bits");
  if (h.op == TP_E_CONST && h.bits == 0)
    return tp_expr_zext(x, low, width);
  tp_expr joined = rejoin(x, high, low);
  if (!joined && l.op == TP_E_CONCAT) {
    tp_expr upper = rejoin(x, high, l.a);
    joined = upper ? tp_expr_concat(x, upper, l.b) : 0;
  }
  if (!joined && h.op == TP_E_CONCAT) {
    tp_expr lower = rejoin(x, h.b, low);
    joined = lower ? tp_expr_concat(x, h.a, lower) : 0;
  }
  if (!joined)
    joined = concat_ites(x, &h, &l);
  return joined ? joined : make(x, TP_E_CONCAT, width, 0, high, low);
}

static tp_expr extend_ite(tp_exprs *x, const tp_expr_node *n, unsigned width,
                          bool is_signed) {
  tp_expr a =
      is_signed ? tp_expr_sext(x, n->b, width) : tp_expr_zext(x, n->b, width);
  tp_expr b =
      is_signed ? tp_expr_sext(x, n->c, width) : tp_expr_zext(x, n->c, width);
  return tp_expr_ite(x, n->a, a, b);
}

tp_expr tp_expr_zext(tp_exprs *x, tp_expr a, unsigned width) {
  tp_expr_node n = *tp_expr_get(x, a);
  TP_INVARIANT(width >= n.width && width <= 64, "extension should not narrow");
  if (width == n.width)
    return a;
  if (n.op == TP_E_ZEXT)
    return make(x, TP_E_ZEXT, width, 0, n.a, 0);
  if (n.op == TP_E_OF_BOOL)
    return tp_expr_bv_of_bool(x, n.a, width);
  if (has_constant_arms(x, &n))
    return extend_ite(x, &n, width, false);
  return make(x, TP_E_ZEXT, width, 0, a, 0);
}

tp_expr tp_expr_sext(tp_exprs *x, tp_expr a, unsigned width) {
  tp_expr_node n = *tp_expr_get(x, a);
  TP_INVARIANT(width >= n.width && width <= 64, "extension should not narrow");
  if (width == n.width)
    return a;
  if (n.op == TP_E_SEXT || n.op == TP_E_ZEXT)
    return make(x, (tp_expr_op)n.op, width, 0, n.a, 0);
  if (n.op == TP_E_OF_BOOL && n.width > 1)
    return tp_expr_bv_of_bool(x, n.a, width);
  if (has_constant_arms(x, &n))
    return extend_ite(x, &n, width, true);
  return make(x, TP_E_SEXT, width, 0, a, 0);
}

tp_expr tp_expr_bv_of_bool(tp_exprs *x, tp_expr a, unsigned width) {
  TP_INVARIANT(tp_expr_sort(x, a) == TP_X_BOOL && width <= 64,
               "of_bool should get a truth value");
  return make(x, TP_E_OF_BOOL, width, 0, a, 0);
}
