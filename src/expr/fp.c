/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/fp.c - floats and doubles.
 *
 * Arithmetic is kept as it is (IEEE operations are not associative) but for
 * exact identities. Comparisons with constants go through expr/monotone.c, so
 * that what remains is mostly variable against constant. Normal form: x <= c is
 * x < next(c), constants are never -0 in comparisons, and "x is not NaN" is
 * x == x.
 */
#include "expr/pool.h"

#include "base/limits.h"
#include "base/diag.h"

static unsigned width_of(tp_sort sort) {
  return sort == TP_X_F64 ? 64 : 32;
}

static tp_expr make(tp_exprs *x, tp_expr_op op, tp_sort sort, unsigned aux,
                    tp_expr a, tp_expr b) {
  tp_expr_node n = {.op = (uint8_t)op,
                    .sort = (uint8_t)sort,
                    .width = (uint8_t)(sort == TP_X_BOOL ? 1 : width_of(sort)),
                    .aux = (uint8_t)aux,
                    .a = a,
                    .b = b};
  return tp_expr_make(x, n);
}

static tp_expr number(tp_exprs *x, unsigned width, uint64_t bits) {
  return tp_expr_constant_of(x, width == 64 ? TP_X_F64 : TP_X_F32, width, bits);
}

static bool is_zero(uint64_t bits, unsigned width) {
  return (bits & tp_mask(width - 1)) == 0;
}

static bool is_one(uint64_t bits, unsigned width) {
  return bits == (width == 64 ? UINT64_C(0x3ff0000000000000) : 0x3f800000);
}

/* The identities that hold for every IEEE value of a. */
static tp_expr identity(tp_exprs *x, tp_fp_op op, tp_expr a, tp_expr b) {
  unsigned w = tp_expr_width(x, a);
  uint64_t k;
  if (tp_expr_constant(x, a, &k) && tp_fp_is_nan(k, w))
    return a;
  if (!tp_expr_constant(x, b, &k))
    return 0;
  if (tp_fp_is_nan(k, w))
    return b;
  bool is_unit = op == TP_FP_ADD   ? k == tp_sign_bit(w) /* -0 */
                 : op == TP_FP_SUB ? k == 0
                                   : is_one(k, w);
  return is_unit ? a : 0;
}

tp_expr tp_expr_fp_op(tp_exprs *x, tp_fp_op op, tp_expr a, tp_expr b) {
  tp_sort sort = tp_expr_sort(x, a);
  TP_INVARIANT(tp_is_fp(sort) && sort == tp_expr_sort(x, b),
               "operands should have one floating-point sort");
  bool a_const = tp_expr_constant(x, a, NULL);
  bool b_const = tp_expr_constant(x, b, NULL);
  if ((op == TP_FP_ADD || op == TP_FP_MUL) && !b_const && (a_const || b < a)) {
    tp_expr swap = a;
    a = b;
    b = swap;
  }
  tp_expr e = a_const && b_const ? 0 : identity(x, op, a, b);
  return e ? e : make(x, TP_E_FP, sort, op, a, b);
}

tp_expr tp_expr_fp_neg(tp_exprs *x, tp_expr a) {
  const tp_expr_node *n = tp_expr_get(x, a);
  if (n->op == TP_E_FP_NEG)
    return n->a;
  return make(x, TP_E_FP_NEG, (tp_sort)n->sort, 0, a, 0);
}

tp_expr tp_expr_fp_root(tp_exprs *x, tp_expr a) {
  return make(x, TP_E_FP_ROOT, tp_expr_sort(x, a), 0, a, 0);
}

/* Whether fp_of_int(...) of that node is exact. */
static bool is_exact_int(const tp_exprs *x, const tp_expr_node *n) {
  return n->op == TP_E_FP_OF_INT &&
         x->nodes.at[n->a].width <= (n->width == 64 ? 53u : 24u);
}

tp_expr tp_expr_fp_convert(tp_exprs *x, tp_expr a, tp_sort to) {
  tp_expr_node n = *tp_expr_get(x, a);
  if (n.sort == to)
    return a;
  if (n.op == TP_E_FP_CONVERT && to == TP_X_F32)
    return n.a; /* widened before: exact */
  if (n.op == TP_E_FP_NEG)
    return tp_expr_fp_neg(x, tp_expr_fp_convert(x, n.a, to));
  if (is_exact_int(x, &n)) /* one rounding only */
    return tp_expr_fp_of_int(x, n.a, n.aux, to);
  return make(x, TP_E_FP_CONVERT, to, 0, a, 0);
}

tp_expr tp_expr_fp_of_int(tp_exprs *x, tp_expr a, bool is_signed, tp_sort to) {
  tp_expr_node n = *tp_expr_get(x, a);
  if (n.op == TP_E_ZEXT || n.op == TP_E_OF_BOOL)
    is_signed = false;
  if (n.op == TP_E_ZEXT || (n.op == TP_E_SEXT && is_signed))
    a = n.a;
  return make(x, TP_E_FP_OF_INT, to, is_signed, a, 0);
}

tp_expr tp_expr_int_of_fp(tp_exprs *x, tp_expr a, bool is_signed,
                          unsigned width) {
  tp_expr_node n = *tp_expr_get(x, a);
  unsigned wide = width == 64 || (width == 32 && !is_signed) ? 64 : 32;
  if (n.op == TP_E_FP_CONVERT && n.width == 64)
    a = n.a; /* the same value, wider */
  n = *tp_expr_get(x, a);
  if (is_exact_int(x, &n) && tp_expr_width(x, n.a) <= 31u + n.aux) {
    tp_expr i = n.aux ? tp_expr_sext(x, n.a, 64) : tp_expr_zext(x, n.a, 64);
    return tp_expr_extract(x, i, 0, width);
  }
  tp_expr_node cut = {.op = TP_E_INT_OF_FP,
                      .sort = TP_X_BV,
                      .width = (uint8_t)wide,
                      .aux = width < 64 || is_signed,
                      .a = a};
  return tp_expr_extract(x, tp_expr_make(x, cut), 0, width);
}

tp_expr tp_expr_fp_bits(tp_exprs *x, tp_expr a) {
  const tp_expr_node *n = tp_expr_get(x, a);
  if (n->op == TP_E_FP_OF_BITS)
    return n->a;
  tp_expr_node bits = {
      .op = TP_E_FP_BITS, .sort = TP_X_BV, .width = n->width, .a = a};
  return tp_expr_make(x, bits);
}

tp_expr tp_expr_fp_of_bits(tp_exprs *x, tp_expr a, tp_sort to) {
  const tp_expr_node *n = tp_expr_get(x, a);
  TP_INVARIANT(n->width == width_of(to), "a pattern should have its width");
  if (n->op == TP_E_FP_BITS)
    return n->a;
  return make(x, TP_E_FP_OF_BITS, to, 0, a, 0);
}

/* The neighbour of a number, upwards or downwards; both zeros are one. */
static uint64_t neighbour(uint64_t bits, unsigned width, bool up) {
  if (is_zero(bits, width))
    return up ? 1 : tp_sign_bit(width) | 1;
  uint64_t key = tp_fp_key(bits, width);
  return tp_fp_key((up ? key + 1 : key - 1) & tp_mask(width), width);
}

static tp_expr not_nan(tp_exprs *x, tp_expr a) {
  tp_expr root = tp_expr_chain_root(x, a);
  const tp_expr_node *n = &x->nodes.at[root];
  if (n->op == TP_E_FP_OF_INT)
    return tp_expr_bool(x, true);
  if (n->op == TP_E_CONST)
    return tp_expr_bool(x, !tp_fp_is_nan(n->bits, n->width));
  return make(x, TP_E_FP_EQ, TP_X_BOOL, 0, root, root);
}

typedef tp_expr (*compare_fn)(tp_exprs *x, tp_expr a, tp_expr b);

static uint64_t arms_key(compare_fn compare, tp_expr ite, tp_expr k,
                         bool k_is_left) {
  uint64_t kind = compare == tp_expr_fp_eq ? 0 : k_is_left ? 2 : 1;
  return (uint64_t)ite << 32 | (uint64_t)k << 2 | kind;
}

/* Compare both arms of an if-then-else with the constant k. What is known of
 * one with the same k is not worked out again. */
static tp_expr into_ite(tp_exprs *x, compare_fn compare, tp_expr ite, tp_expr k,
                        bool k_is_left) {
  tp_expr_node n = x->nodes.at[ite];
  uint64_t key = arms_key(compare, ite, k, k_is_left);
  const uint32_t *known = tp_map_get(&x->compared, key);
  if (known)
    return *known;
  if (n.op != TP_E_ITE || x->fp_depth >= TP_EXPR_MAX_DEPTH ||
      x->fp_ites >= TP_LIMIT_EXPR_ITES)
    return 0;
  x->fp_depth++;
  x->fp_ites++;
  tp_expr a = k_is_left ? compare(x, k, n.b) : compare(x, n.b, k);
  tp_expr b = k_is_left ? compare(x, k, n.c) : compare(x, n.c, k);
  if (--x->fp_depth == 0)
    x->fp_ites = 0;
  tp_expr out = tp_expr_ite(x, n.a, a, b);
  *tp_map_put(&x->compared, key, NULL) = out;
  return out;
}

/* p - q < 0 is p < q, p + q < 0 is p < -q: gradual underflow keeps the sign of
 * a sum right, and inf - inf is NaN where inf < inf is false. */
static tp_expr sign_of_sum(tp_exprs *x, tp_expr sum, bool is_greater) {
  tp_expr_node n = x->nodes.at[sum];
  if (n.op != TP_E_FP || (n.aux != TP_FP_SUB && n.aux != TP_FP_ADD))
    return 0;
  tp_expr q = n.aux == TP_FP_SUB ? n.b : tp_expr_fp_neg(x, n.b);
  return is_greater ? tp_expr_fp_lt(x, q, n.a) : tp_expr_fp_lt(x, n.a, q);
}

/* a < k, or k < a if is_greater. */
static tp_expr order_const(tp_exprs *x, tp_expr a, uint64_t k,
                           bool is_greater) {
  unsigned w = tp_expr_width(x, a);
  if (tp_fp_is_nan(k, w) || k == tp_fp_infinity(w, !is_greater))
    return tp_expr_bool(x, false);
  if (is_zero(k, w))
    k = 0;
  tp_expr kc = number(x, w, k);
  tp_expr e =
      tp_expr_chain(x, a, is_greater ? TP_CHAIN_GT : TP_CHAIN_LT, false, k);
  if (!e)
    e = into_ite(x, tp_expr_fp_lt, a, kc, is_greater);
  if (!e && k == 0)
    e = sign_of_sum(x, a, is_greater);
  if (e)
    return e;
  return is_greater ? make(x, TP_E_FP_LT, TP_X_BOOL, 0, kc, a)
                    : make(x, TP_E_FP_LT, TP_X_BOOL, 0, a, kc);
}

/* Both sides went through the same exact step: compare what was before it.
 * True if it did; falling tells that the order turned round. */
static bool strip_pair(const tp_exprs *x, tp_expr *a, tp_expr *b,
                       bool *falling) {
  const tp_expr_node *p = &x->nodes.at[*a], *q = &x->nodes.at[*b];
  if (p->op != q->op)
    return false;
  *falling = p->op == TP_E_FP_NEG;
  if (!*falling && !(p->op == TP_E_FP_CONVERT && p->width == 64))
    return false;
  *a = p->a;
  *b = q->a;
  return true;
}

/* Two integers converted exactly: as 64-bit signed ones. */
static bool as_integers(tp_exprs *x, tp_expr *a, tp_expr *b) {
  tp_expr_node p = x->nodes.at[*a], q = x->nodes.at[*b];
  if (!is_exact_int(x, &p) || !is_exact_int(x, &q))
    return false;
  *a = p.aux ? tp_expr_sext(x, p.a, 64) : tp_expr_zext(x, p.a, 64);
  *b = q.aux ? tp_expr_sext(x, q.a, 64) : tp_expr_zext(x, q.a, 64);
  return true;
}

static void check_sorts(const tp_exprs *x, tp_expr a, tp_expr b) {
  TP_INVARIANT(tp_is_fp(tp_expr_sort(x, a)) &&
                   tp_expr_sort(x, a) == tp_expr_sort(x, b),
               "operands should have one floating-point sort");
}

tp_expr tp_expr_fp_lt(tp_exprs *x, tp_expr a, tp_expr b) {
  check_sorts(x, a, b);
  uint64_t k;
  bool falling;
  if (a == b)
    return tp_expr_bool(x, false);
  if (tp_expr_constant(x, b, &k) && !tp_expr_constant(x, a, NULL))
    return order_const(x, a, k, false);
  if (tp_expr_constant(x, a, &k) && !tp_expr_constant(x, b, NULL))
    return order_const(x, b, k, true);
  if (strip_pair(x, &a, &b, &falling))
    return falling ? tp_expr_fp_lt(x, b, a) : tp_expr_fp_lt(x, a, b);
  if (as_integers(x, &a, &b))
    return tp_expr_slt(x, a, b);
  return make(x, TP_E_FP_LT, TP_X_BOOL, 0, a, b);
}

/* a <= k, or k <= a if is_greater. */
static tp_expr weak_order_const(tp_exprs *x, tp_expr a, uint64_t k,
                                bool is_greater) {
  unsigned w = tp_expr_width(x, a);
  if (tp_fp_is_nan(k, w))
    return tp_expr_bool(x, false);
  if (k == tp_fp_infinity(w, is_greater))
    return not_nan(x, a);
  return order_const(x, a, neighbour(k, w, !is_greater), is_greater);
}

tp_expr tp_expr_fp_le(tp_exprs *x, tp_expr a, tp_expr b) {
  check_sorts(x, a, b);
  uint64_t k;
  bool falling;
  if (tp_expr_constant(x, b, &k) && !tp_expr_constant(x, a, NULL))
    return weak_order_const(x, a, k, false);
  if (tp_expr_constant(x, a, &k) && !tp_expr_constant(x, b, NULL))
    return weak_order_const(x, b, k, true);
  if (a == b)
    return not_nan(x, a);
  if (strip_pair(x, &a, &b, &falling))
    return falling ? tp_expr_fp_le(x, b, a) : tp_expr_fp_le(x, a, b);
  if (as_integers(x, &a, &b))
    return tp_expr_not(x, tp_expr_slt(x, b, a));
  return make(x, TP_E_FP_LE, TP_X_BOOL, 0, a, b);
}

static tp_expr eq_const(tp_exprs *x, tp_expr a, uint64_t k) {
  unsigned w = tp_expr_width(x, a);
  if (tp_fp_is_nan(k, w))
    return tp_expr_bool(x, false);
  if (is_zero(k, w))
    k = 0;
  tp_expr kc = number(x, w, k);
  tp_expr e = tp_expr_chain(x, a, TP_CHAIN_EQ, false, k);
  if (!e)
    e = into_ite(x, tp_expr_fp_eq, a, kc, false);
  return e ? e : make(x, TP_E_FP_EQ, TP_X_BOOL, 0, a, kc);
}

tp_expr tp_expr_fp_eq(tp_exprs *x, tp_expr a, tp_expr b) {
  check_sorts(x, a, b);
  uint64_t k;
  bool falling;
  if (a == b)
    return not_nan(x, a);
  if (tp_expr_constant(x, b, &k) && !tp_expr_constant(x, a, NULL))
    return eq_const(x, a, k);
  if (tp_expr_constant(x, a, &k) && !tp_expr_constant(x, b, NULL))
    return eq_const(x, b, k);
  if (strip_pair(x, &a, &b, &falling))
    return tp_expr_fp_eq(x, a, b);
  if (as_integers(x, &a, &b))
    return tp_expr_eq(x, a, b);
  return b < a ? make(x, TP_E_FP_EQ, TP_X_BOOL, 0, b, a)
               : make(x, TP_E_FP_EQ, TP_X_BOOL, 0, a, b);
}
