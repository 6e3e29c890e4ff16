/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/compare.c - equality and order of bit vectors.
 *
 * Normal form: a constant stands on the right; `c < x` is not(x < c+1), so
 * that x < 5, 5 > x, x <= 4 and !(x >= 5) have one id and its complement has
 * the complementary one; x < least+1 is an equality. Comparisons with constants
 * are moved through extensions, invertible arithmetic, monotone division and
 * if-then-else with a constant arm: C's (x > 3) != 0 is x > 3 again.
 */
#include "expr/pool.h"

#include "base/limits.h"
#include "base/diag.h"

typedef tp_expr (*compare_fn)(tp_exprs *x, tp_expr a, tp_expr b);

static tp_expr make(tp_exprs *x, tp_expr_op op, tp_expr a, tp_expr b) {
  tp_expr_node n = {.op = (uint8_t)op, .width = 1, .a = a, .b = b};
  return tp_expr_make(x, n);
}

static tp_expr ult_const(tp_exprs *x, tp_expr a, tp_expr b, uint64_t k);
static tp_expr slt_const(tp_exprs *x, tp_expr a, tp_expr b, int64_t k);

static bool is_const(const tp_exprs *x, tp_expr e) {
  return x->nodes.at[e].op == TP_E_CONST;
}

typedef struct arm { /* of a chain of if-then-else that is left on the way */
  tp_expr when, truth;
} arm;

static uint64_t chain_key(tp_expr_op op, tp_expr e, tp_expr k) {
  uint64_t kind = op == TP_E_EQ ? 0 : op == TP_E_ULT ? 1 : 2;
  return (uint64_t)e << 32 | (uint64_t)k << 2 | kind;
}

/* What stands above a chain: a mask, with conversions below it. */
typedef struct wrapping {
  tp_expr at[TP_LIMIT_EXPR_WRAPPING]; /* from the outside in */
  uint32_t n;
} wrapping;

static bool is_mask(const tp_exprs *x, const tp_expr_node *n) {
  return n->op == TP_E_BV && n->aux == TP_BV_AND && is_const(x, n->b);
}

static tp_expr unwrap(const tp_exprs *x, tp_expr e, wrapping *out) {
  out->n = 0;
  for (; out->n < TP_LIMIT_EXPR_WRAPPING; e = x->nodes.at[e].a) {
    const tp_expr_node *n = &x->nodes.at[e];
    bool is_conversion = n->op == TP_E_ZEXT || n->op == TP_E_SEXT;
    if (!is_mask(x, n) && !(out->n && is_conversion))
      break;
    out->at[out->n++] = e;
  }
  return e;
}

static tp_expr wrap(tp_exprs *x, const wrapping *w, tp_expr e) {
  for (uint32_t i = w->n; i-- > 0;)
    e = tp_expr_rebuild(x, w->at[i], e, x->nodes.at[w->at[i]].b, 0);
  return e;
}

/* Whether p (x < j or x == j) is true only where q is: thresholds of one chain,
 * as they stand after normalisation. */
static bool implies(const tp_exprs *x, tp_expr p, tp_expr q) {
  const tp_expr_node *a = &x->nodes.at[p], *b = &x->nodes.at[q];
  bool is_not = b->op == TP_E_NOT;
  if (is_not)
    b = &x->nodes.at[b->a];
  if ((a->op != TP_E_EQ && a->op != TP_E_ULT && a->op != TP_E_SLT) ||
      a->a != b->a || !is_const(x, a->b) || !b->b || !is_const(x, b->b))
    return false;
  uint64_t j = x->nodes.at[a->b].bits, k = x->nodes.at[b->b].bits;
  bool is_signed = a->op == TP_E_SLT || b->op == TP_E_SLT;
  uint64_t turn = is_signed ? tp_sign_bit(x->nodes.at[a->b].width) : 0;
  j ^= turn;
  k ^= turn;
  if (b->op == TP_E_EQ) /* all but one */
    return is_not && (a->op == TP_E_EQ ? j != k : j <= k);
  if (is_not || (b->op != TP_E_ULT && b->op != TP_E_SLT) ||
      (a->op != TP_E_EQ && a->op != b->op))
    return false;
  return a->op == TP_E_EQ ? j < k : j <= k;
}

/* From the end of the chain back. An arm that the next one contains, with the
 * same truth, is none. */
static tp_expr join_arms(tp_exprs *x, const arm *arms, uint32_t n,
                         tp_expr out) {
  const arm *next = NULL;
  while (n-- > 0) {
    const arm *a = &arms[n];
    if (next && next->truth == a->truth && implies(x, a->when, next->when))
      continue;
    out = tp_expr_ite(x, a->when, a->truth, out);
    next = a;
  }
  return out;
}

/* (c ? p : q) < k with p or q constant, or the same below a mask. A chain of
 * them may be as long as the program: it is walked in a loop, and what is known
 * of its end from an earlier comparison is not worked out again. */
static tp_expr into_ite(tp_exprs *x, tp_expr_op op, compare_fn compare,
                        tp_expr e, tp_expr k) {
  VEC(arm) arms = {0};
  wrapping w;
  uint64_t whole = chain_key(op, e, k);
  const uint32_t *known = tp_map_get(&x->compared, whole);
  e = unwrap(x, e, &w);
  while (!known) {
    tp_expr_node n = x->nodes.at[e];
    bool is_first = n.op == TP_E_ITE && is_const(x, n.b);
    if (!is_first && (n.op != TP_E_ITE || !is_const(x, n.c)))
      break;
    tp_expr when = is_first ? n.a : tp_expr_not(x, n.a);
    tp_expr value = wrap(x, &w, is_first ? n.b : n.c);
    VEC_PUSH(&arms, (arm){when, compare(x, value, k)});
    e = is_first ? n.c : n.b;
    known = w.n ? NULL : tp_map_get(&x->compared, chain_key(op, e, k));
  }
  tp_expr out = known ? *known : arms.n ? compare(x, wrap(x, &w, e), k) : 0;
  bool is_long = arms.n > 1;
  out = join_arms(x, arms.at, arms.n, out);
  if (is_long)
    *tp_map_put(&x->compared, whole, NULL) = out;
  VEC_FREE(&arms);
  return out;
}

/* What the spans of the operands tell: 1 true, 0 false, -1 nothing. */
static int by_span(const tp_exprs *x, tp_expr_op op, tp_expr a, tp_expr b) {
  tp_interval p = x->spans.at[a], q = x->spans.at[b];
  if (op == TP_E_EQ)
    return p.high < q.low || q.high < p.low ? 0 : -1;
  if (op == TP_E_ULT && (p.low < 0 || q.low < 0))
    return -1;
  return p.high < q.low ? 1 : p.low >= q.high ? 0 : -1;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration. */
static uint64_t inverse_of_odd(uint64_t k) {
  uint64_t inverse = k;
  for (unsigned i = 0; i < 5; i++)
    inverse *= 2 - k * inverse;
  return inverse;
}

static tp_expr eq_number(tp_exprs *x, tp_expr a, uint64_t k) {
  return tp_expr_eq(x, a, tp_expr_bv(x, tp_expr_width(x, a), k));
}

/* One step of arithmetic with a constant undone on both sides of n == *k; 0:
 * there is none. */
static tp_expr undo_step(const tp_exprs *x, const tp_expr_node *n,
                         uint64_t *k) {
  uint64_t c;
  if (n->op == TP_E_BV_NOT || n->op == TP_E_BV_NEG) {
    *k = n->op == TP_E_BV_NOT ? ~*k : 0 - *k;
    return n->a;
  }
  if (n->op != TP_E_BV)
    return 0;
  if (n->aux == TP_BV_SUB && tp_expr_constant(x, n->a, &c)) {
    *k = c - *k;
    return n->b;
  }
  if (!tp_expr_constant(x, n->b, &c))
    return 0;
  if (n->aux == TP_BV_ADD)
    *k -= c;
  else if (n->aux == TP_BV_XOR)
    *k ^= c;
  else if (n->aux == TP_BV_MUL && (c & 1))
    *k *= inverse_of_odd(c);
  else
    return 0;
  return n->a;
}

/* All such steps, as far down as rewriting goes: no node is made on the way.
 * False: there are more. */
static bool undo(const tp_exprs *x, tp_expr *a, uint64_t *k) {
  for (uint32_t i = 0; i < TP_EXPR_MAX_DEPTH; i++) {
    tp_expr below = undo_step(x, &x->nodes.at[*a], k);
    if (!below)
      return true;
    *a = below;
  }
  return false;
}

/* n == k for an arithmetic node n. */
static tp_expr eq_arithmetic(tp_exprs *x, tp_expr a, const tp_expr_node *n,
                             uint64_t k) {
  tp_bv_op op = (tp_bv_op)n->aux;
  if (k == 0 && (op == TP_BV_SUB || op == TP_BV_XOR))
    return tp_expr_eq(x, n->a, n->b);
  if (op == TP_BV_SDIV || op == TP_BV_ASHR)
    return tp_expr_chain(x, a, TP_CHAIN_EQ, true, k);
  if (op == TP_BV_UDIV || op == TP_BV_LSHR)
    return tp_expr_chain(x, a, TP_CHAIN_EQ, false, k);
  return 0;
}

static tp_expr eq_parts(tp_exprs *x, const tp_expr_node *n, uint64_t k) {
  if (!is_const(x, n->a) && !is_const(x, n->b))
    return 0;
  unsigned low = tp_expr_width(x, n->b);
  tp_expr high_part = eq_number(x, n->a, k >> low);
  return tp_expr_and(x, high_part, eq_number(x, n->b, k & tp_mask(low)));
}

/* (c ? p : q) == k where q == k would mean c: it is c, and p == k. Comparisons
 * of strings are chains of these. */
static tp_expr eq_if_chosen(tp_exprs *x, tp_expr_node n, tp_expr k) {
  if (x->nodes.at[n.c].op != TP_E_BV || tp_expr_eq(x, n.c, k) != n.a)
    return 0;
  return tp_expr_and(x, n.a, tp_expr_eq(x, n.b, k));
}

/* Whether a value can't be k, seen at a glance: bits that are always set.
 * Bound: two levels. */
static bool is_never(const tp_exprs *x, tp_expr a, uint64_t k, int depth) {
  const tp_expr_node *n = &x->nodes.at[a];
  uint64_t bits;
  if (tp_expr_constant(x, a, &bits))
    return bits != k;
  if (n->op == TP_E_ITE && depth < 2)
    return is_never(x, n->b, k, depth + 1) && is_never(x, n->c, k, depth + 1);
  return n->op == TP_E_BV && n->aux == TP_BV_OR &&
         tp_expr_constant(x, n->b, &bits) && (bits & ~k);
}

/* (c ? p : q) == k where one of them is never k: comparisons of strings, whose
 * result has a sign and no size. Bound: as tp_expr_eq, by depth. */
static tp_expr eq_one_side(tp_exprs *x, tp_expr_node n, tp_expr k,
                           uint64_t bits) {
  if (is_never(x, n.c, bits, 0))
    return tp_expr_and(x, n.a, tp_expr_eq(x, n.b, k));
  if (is_never(x, n.b, bits, 0))
    return tp_expr_and(x, tp_expr_not(x, n.a), tp_expr_eq(x, n.c, k));
  return 0;
}

/* A value that is one of two numbers is the larger one where it is not the
 * smaller: whatever has merged it, both questions have one answer. */
static tp_expr eq_either(tp_exprs *x, tp_expr a, uint64_t k) {
  tp_interval s = x->spans.at[a];
  int64_t number = tp_signed(k, tp_expr_width(x, a));
  if (!s.is_either || number == s.low)
    return 0;
  return number == s.high ? tp_expr_not(x, eq_number(x, a, (uint64_t)s.low))
                          : tp_expr_bool(x, false);
}

static tp_expr eq_const(tp_exprs *x, tp_expr a, tp_expr b, uint64_t k) {
  tp_expr either = eq_either(x, a, k);
  if (either)
    return either;
  tp_expr_node n = x->nodes.at[a];
  unsigned from = n.a ? x->nodes.at[n.a].width : 0;
  switch ((tp_expr_op)n.op) {
  case TP_E_OF_BOOL:
    return k > 1 ? tp_expr_bool(x, false) : k ? n.a : tp_expr_not(x, n.a);
  case TP_E_ITE: {
    tp_expr chosen = eq_if_chosen(x, n, b);
    chosen = chosen ? chosen : eq_one_side(x, n, b, k);
    return chosen ? chosen : into_ite(x, TP_E_EQ, tp_expr_eq, a, b);
  }
  case TP_E_ZEXT:
    return k > tp_mask(from) ? tp_expr_bool(x, false) : eq_number(x, n.a, k);
  case TP_E_SEXT:
    if (((uint64_t)tp_signed(k, from) & tp_mask(n.width)) != k)
      return tp_expr_bool(x, false);
    return eq_number(x, n.a, k);
  case TP_E_CONCAT:
    return eq_parts(x, &n, k);
  case TP_E_BV:
    if (is_never(x, a, k, 0))
      return tp_expr_bool(x, false);
    return is_mask(x, &n) ? into_ite(x, TP_E_EQ, tp_expr_eq, a, b)
                          : eq_arithmetic(x, a, &n, k);
  case TP_E_INT_OF_FP:
    return tp_expr_chain_int_of_fp(x, a, TP_CHAIN_EQ, true, k);
  default:
    return 0;
  }
}

/* Values that are merged again and again are graphs: below so many levels what
 * was compared is not compared again. */
#define TREE_DEPTH 8

/* a compared with the constant b = k, with a bound on the rewriting below. */
static tp_expr bounded(tp_exprs *x, tp_expr_op op, tp_expr a, tp_expr b,
                       uint64_t k) {
  tp_expr e = 0;
  int known = by_span(x, op, a, b);
  if (known >= 0)
    return tp_expr_bool(x, known);
  bool is_deep = x->depth >= TREE_DEPTH;
  const uint32_t *before =
      is_deep ? tp_map_get(&x->compared, chain_key(op, a, b)) : NULL;
  if (before)
    return *before;
  if (x->depth < TP_EXPR_MAX_DEPTH) {
    x->depth++;
    e = op == TP_E_EQ ? eq_const(x, a, b, k)
        : op == TP_E_ULT
            ? ult_const(x, a, b, k)
            : slt_const(x, a, b, tp_signed(k, tp_expr_width(x, a)));
    x->depth--;
  }
  e = e ? e : make(x, op, a, b);
  if (is_deep)
    *tp_map_put(&x->compared, chain_key(op, a, b), NULL) = e;
  return e;
}

/* Two values extended in the same way: compare what was extended. True if a
 * and b were replaced; *is_zext tells which extension it was. */
static bool unextend(tp_exprs *x, tp_expr *a, tp_expr *b, bool *is_zext) {
  tp_expr_node p = x->nodes.at[*a], q = x->nodes.at[*b];
  if (p.op != q.op || (p.op != TP_E_ZEXT && p.op != TP_E_SEXT))
    return false;
  unsigned pw = tp_expr_width(x, p.a), qw = tp_expr_width(x, q.a);
  unsigned w = pw > qw ? pw : qw;
  *is_zext = p.op == TP_E_ZEXT;
  *a = *is_zext ? tp_expr_zext(x, p.a, w) : tp_expr_sext(x, p.a, w);
  *b = *is_zext ? tp_expr_zext(x, q.a, w) : tp_expr_sext(x, q.a, w);
  return true;
}

static tp_expr eq_pair(tp_exprs *x, tp_expr a, tp_expr b) {
  bool is_zext;
  if (unextend(x, &a, &b, &is_zext))
    return tp_expr_eq(x, a, b);
  const tp_expr_node *p = &x->nodes.at[a], *q = &x->nodes.at[b];
  if (p->op == TP_E_OF_BOOL && q->op == TP_E_OF_BOOL)
    return tp_expr_iff(x, p->a, q->a);
  return b < a ? make(x, TP_E_EQ, b, a) : make(x, TP_E_EQ, a, b);
}

tp_expr tp_expr_eq(tp_exprs *x, tp_expr a, tp_expr b) {
  TP_INVARIANT(tp_expr_sort(x, a) == tp_expr_sort(x, b) &&
                   tp_expr_width(x, a) == tp_expr_width(x, b),
               "operands of == should have one sort");
  if (tp_expr_sort(x, a) == TP_X_BOOL)
    return tp_expr_iff(x, a, b);
  if (tp_is_fp(tp_expr_sort(x, a))) {
    a = tp_expr_fp_bits(x, a);
    b = tp_expr_fp_bits(x, b);
  }
  if (a == b)
    return tp_expr_bool(x, true);
  if (is_const(x, a)) {
    tp_expr swap = a;
    a = b;
    b = swap;
  }
  uint64_t k;
  if (by_span(x, TP_E_EQ, a, b) == 0)
    return tp_expr_bool(x, false);
  if (is_const(x, a) || !tp_expr_constant(x, b, &k))
    return eq_pair(x, a, b);
  bool is_done = undo(x, &a, &k);
  b = tp_expr_bv(x, tp_expr_width(x, a), k);
  if (by_span(x, TP_E_EQ, a, b) == 0)
    return tp_expr_bool(x, false);
  return is_done ? bounded(x, TP_E_EQ, a, b, k & tp_mask(tp_expr_width(x, a)))
                 : make(x, TP_E_EQ, a, b);
}

static tp_expr ult_number(tp_exprs *x, tp_expr a, uint64_t k) {
  return tp_expr_ult(x, a, tp_expr_bv(x, tp_expr_width(x, a), k));
}

static tp_expr ult_sext(tp_exprs *x, const tp_expr_node *n, uint64_t k) {
  unsigned from = tp_expr_width(x, n->a);
  uint64_t half = tp_sign_bit(from);
  if (k <= half || k > tp_mask(n->width) - half)
    return ult_number(x, n->a, k);
  return ult_number(x, n->a, half); /* just: is it not negative */
}

static tp_expr ult_const(tp_exprs *x, tp_expr a, tp_expr b, uint64_t k) {
  tp_expr_node n = x->nodes.at[a];
  uint64_t max = tp_mask(n.width);
  if (k == 0)
    return tp_expr_bool(x, false);
  if (k == 1)
    return eq_number(x, a, 0);
  if (k == max)
    return tp_expr_not(x, eq_number(x, a, max));
  switch ((tp_expr_op)n.op) {
  case TP_E_OF_BOOL:
    return tp_expr_bool(x, true); /* k is at least 2 here */
  case TP_E_ITE:
    return into_ite(x, TP_E_ULT, tp_expr_ult, a, b);
  case TP_E_ZEXT:
    return k > tp_mask(tp_expr_width(x, n.a)) ? tp_expr_bool(x, true)
                                              : ult_number(x, n.a, k);
  case TP_E_SEXT:
    return ult_sext(x, &n, k);
  case TP_E_BV:
    return is_mask(x, &n) ? into_ite(x, TP_E_ULT, tp_expr_ult, a, b)
                          : tp_expr_chain(x, a, TP_CHAIN_LT, false, k);
  default:
    return 0;
  }
}

tp_expr tp_expr_ult(tp_exprs *x, tp_expr a, tp_expr b) {
  unsigned w = tp_expr_width(x, a);
  TP_INVARIANT(w == tp_expr_width(x, b), "operands should have one width");
  uint64_t k;
  bool is_zext;
  if (a == b)
    return tp_expr_bool(x, false);
  if (is_const(x, a) && is_const(x, b))
    return make(x, TP_E_ULT, a, b);
  if (tp_expr_constant(x, b, &k))
    return bounded(x, TP_E_ULT, a, b, k);
  if (tp_expr_constant(x, a, &k))
    return k == tp_mask(w) ? tp_expr_bool(x, false)
                           : tp_expr_not(x, ult_number(x, b, k + 1));
  if (by_span(x, TP_E_ULT, a, b) >= 0)
    return tp_expr_bool(x, by_span(x, TP_E_ULT, a, b));
  if (unextend(x, &a, &b, &is_zext)) /* both keep the unsigned order */
    return tp_expr_ult(x, a, b);
  return make(x, TP_E_ULT, a, b);
}

static tp_expr slt_number(tp_exprs *x, tp_expr a, int64_t k) {
  return tp_expr_slt(x, a, tp_expr_bv(x, tp_expr_width(x, a), (uint64_t)k));
}

/* The least and greatest signed value of an extended operand of a sum that
 * can't wrap: only sums of at most 32 bits are looked at. */
static bool small_range(const tp_exprs *x, tp_expr e, int64_t *low,
                        int64_t *high) {
  const tp_expr_node *n = &x->nodes.at[e];
  if (n->width > 32 || (n->op != TP_E_ZEXT && n->op != TP_E_SEXT))
    return false;
  unsigned from = x->nodes.at[n->a].width;
  *low = n->op == TP_E_ZEXT ? 0 : -(int64_t)tp_sign_bit(from);
  *high = n->op == TP_E_ZEXT ? (int64_t)tp_mask(from)
                             : (int64_t)tp_sign_bit(from) - 1;
  return true;
}

/* p + c < k with p promoted from a narrow type: p < k - c. */
static tp_expr slt_sum(tp_exprs *x, const tp_expr_node *n, int64_t k) {
  uint64_t bits;
  int64_t low, high;
  if (n->aux != TP_BV_ADD || !tp_expr_constant(x, n->b, &bits) ||
      !small_range(x, n->a, &low, &high))
    return 0;
  int64_t c = tp_signed(bits, n->width);
  int64_t max = (int64_t)tp_sign_bit(n->width) - 1;
  if (low + c < -max - 1 || high + c > max)
    return 0;
  if (k - c > high)
    return tp_expr_bool(x, true);
  if (k - c <= low)
    return tp_expr_bool(x, false);
  return slt_number(x, n->a, k - c);
}

static tp_expr slt_arithmetic(tp_exprs *x, tp_expr a, const tp_expr_node *n,
                              int64_t k) {
  uint64_t c;
  bool never_negative = (n->aux == TP_BV_UDIV || n->aux == TP_BV_LSHR) &&
                        tp_expr_constant(x, n->b, &c) &&
                        c > (n->aux == TP_BV_UDIV ? 1u : 0u);
  if (never_negative)
    return k <= 0 ? tp_expr_bool(x, false) : ult_number(x, a, (uint64_t)k);
  tp_expr e = slt_sum(x, n, k);
  return e ? e
           : tp_expr_chain(x, a, TP_CHAIN_LT, true,
                           (uint64_t)k & tp_mask(n->width));
}

static tp_expr slt_const(tp_exprs *x, tp_expr a, tp_expr b, int64_t k) {
  tp_expr_node n = x->nodes.at[a];
  int64_t max = (int64_t)tp_mask(n.width - 1), min = -max - 1;
  unsigned from = n.a ? x->nodes.at[n.a].width : 0;
  if (k == min)
    return tp_expr_bool(x, false);
  if (k == min + 1)
    return eq_number(x, a, (uint64_t)min);
  if (k == max)
    return tp_expr_not(x, eq_number(x, a, (uint64_t)max));
  switch ((tp_expr_op)n.op) {
  case TP_E_OF_BOOL:
    return k == 1 ? tp_expr_not(x, n.a) : tp_expr_bool(x, k > 1);
  case TP_E_ITE:
    return into_ite(x, TP_E_SLT, tp_expr_slt, a, b);
  case TP_E_ZEXT:
    if (k <= 0 || k > (int64_t)tp_mask(from))
      return tp_expr_bool(x, k > 0);
    return ult_number(x, n.a, (uint64_t)k);
  case TP_E_SEXT:
    if (k > (int64_t)tp_mask(from - 1))
      return tp_expr_bool(x, true);
    if (k <= -(int64_t)tp_sign_bit(from))
      return tp_expr_bool(x, false);
    return slt_number(x, n.a, k);
  case TP_E_BV:
    return is_mask(x, &n) ? into_ite(x, TP_E_SLT, tp_expr_slt, a, b)
                          : slt_arithmetic(x, a, &n, k);
  case TP_E_INT_OF_FP:
    return tp_expr_chain_int_of_fp(x, a, TP_CHAIN_LT, true,
                                   (uint64_t)k & tp_mask(n.width));
  default:
    return 0;
  }
}

tp_expr tp_expr_slt(tp_exprs *x, tp_expr a, tp_expr b) {
  unsigned w = tp_expr_width(x, a);
  TP_INVARIANT(w == tp_expr_width(x, b), "operands should have one width");
  uint64_t k;
  bool is_zext;
  if (a == b)
    return tp_expr_bool(x, false);
  if (is_const(x, a) && is_const(x, b))
    return make(x, TP_E_SLT, a, b);
  if (tp_expr_constant(x, b, &k))
    return bounded(x, TP_E_SLT, a, b, k);
  if (tp_expr_constant(x, a, &k))
    return k == tp_mask(w - 1)
               ? tp_expr_bool(x, false)
               : tp_expr_not(x, slt_number(x, b, tp_signed(k, w) + 1));
  if (by_span(x, TP_E_SLT, a, b) >= 0)
    return tp_expr_bool(x, by_span(x, TP_E_SLT, a, b));
  if (unextend(x, &a, &b, &is_zext))
    return is_zext ? tp_expr_ult(x, a, b) : tp_expr_slt(x, a, b);
  return make(x, TP_E_SLT, a, b);
}
