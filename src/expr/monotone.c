/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/monotone.c - comparisons of a chain of monotone operations with a
 * constant become comparisons of the bottom of the chain with a threshold.
 *
 * IEEE rounding is monotone: if p <= q then p * 1.05 <= q * 1.05 after
 * rounding, too (overflow to infinity included). So `v * 1.05 < limit` holds
 * just below some threshold of v, which bisection over the values of v in
 * their order finds by computing on the machine itself. The result is exact;
 * no arithmetic is left for the solver. A NaN at the bottom is a NaN at the
 * top and compares false in both.
 *
 * A position counts the values of the bottom in their order: integers from the
 * smallest on, floats from -inf to +inf (-0 before +0; a chain maps both to
 * equal values, so no threshold falls between them).
 */
#include "expr/pool.h"

#include "base/limits.h"

typedef struct chain {
  tp_expr root;
  tp_vec_u32 links; /* from the top down */
  bool is_fp;       /* the root is a float: NaN is outside all positions */
  bool is_signed;   /* an integer root: its order */
  bool top_is_fp;   /* the order at the top ... */
  bool top_signed;
  bool rising;
  unsigned width; /* of the root */
  unsigned top_width;
  uint64_t last; /* the greatest position */
} chain;

typedef struct position {
  bool beyond; /* past the last one */
  uint64_t at;
} position;

static bool is_finite(uint64_t bits, unsigned width) {
  return (bits & tp_mask(width - 1)) < tp_fp_infinity(width, false);
}

/* How a float operation moves with its operand *below: 1 up, -1 down,
 * 0: not monotone in one operand. */
static int fp_direction(const tp_exprs *x, const tp_expr_node *n,
                        tp_expr *below) {
  uint64_t k;
  *below = n->a;
  if (n->op == TP_E_FP_CONVERT || n->op == TP_E_FP_ROOT)
    return 1;
  if (n->op == TP_E_FP_NEG)
    return -1;
  if (n->op != TP_E_FP)
    return 0;
  if (n->aux == TP_FP_SUB && tp_expr_constant(x, n->a, &k)) {
    *below = n->b;
    return is_finite(k, n->width) ? -1 : 0;
  }
  if (!tp_expr_constant(x, n->b, &k) || !is_finite(k, n->width))
    return 0;
  if (n->aux == TP_FP_ADD || n->aux == TP_FP_SUB)
    return 1;
  if ((k & tp_mask(n->width - 1)) == 0)
    return 0;
  return k & tp_sign_bit(n->width) ? -1 : 1;
}

/* The same for integers, in the signed or unsigned order. */
static int bv_direction(const tp_exprs *x, const tp_expr_node *n,
                        bool is_signed) {
  uint64_t k;
  if (n->op != TP_E_BV || !tp_expr_constant(x, n->b, &k) || k == 0)
    return 0;
  int64_t s = tp_signed(k, n->width);
  switch ((tp_bv_op)n->aux) {
  case TP_BV_UDIV:
  case TP_BV_LSHR:
    return is_signed ? 0 : 1;
  case TP_BV_ASHR:
    return is_signed ? 1 : 0;
  case TP_BV_SDIV:
    return !is_signed || s == -1 ? 0 : s < 0 ? -1 : 1;
  default:
    return 0;
  }
}

static void set_root(chain *c, const tp_exprs *x, tp_expr root,
                     bool is_signed) {
  const tp_expr_node *n = &x->nodes.at[root];
  c->root = root;
  c->width = n->width;
  c->is_fp = tp_is_fp(n->sort);
  c->is_signed = is_signed;
  uint64_t low = tp_fp_key(tp_fp_infinity(c->width, true), c->width);
  c->last = c->is_fp
                ? (tp_fp_infinity(c->width, false) - low) & tp_mask(c->width)
                : tp_mask(c->width);
}

static void walk_fp(chain *c, const tp_exprs *x, tp_expr e) {
  for (;;) {
    const tp_expr_node *n = &x->nodes.at[e];
    tp_expr below;
    int direction = fp_direction(x, n, &below);
    if (n->op == TP_E_FP_OF_INT) {
      VEC_PUSH(&c->links, e);
      set_root(c, x, n->a, n->aux);
      return;
    }
    if (!direction || c->links.n >= TP_LIMIT_EXPR_LINKS) {
      set_root(c, x, e, false);
      return;
    }
    VEC_PUSH(&c->links, e);
    c->rising ^= direction < 0;
    e = below;
  }
}

static void walk_bv(chain *c, const tp_exprs *x, tp_expr e, bool is_signed) {
  int direction;
  while ((direction = bv_direction(x, &x->nodes.at[e], is_signed)) &&
         c->links.n < TP_LIMIT_EXPR_LINKS) {
    VEC_PUSH(&c->links, e);
    c->rising ^= direction < 0;
    e = x->nodes.at[e].a;
  }
  set_root(c, x, e, is_signed);
}

static void chain_init(chain *c, const tp_exprs *x, tp_expr e, bool is_signed) {
  const tp_expr_node *n = &x->nodes.at[e];
  *c = (chain){.rising = true,
               .top_is_fp = tp_is_fp(n->sort),
               .top_signed = is_signed,
               .top_width = n->width};
  if (c->top_is_fp)
    walk_fp(c, x, e);
  else
    walk_bv(c, x, e, is_signed);
}

static uint64_t bits_at(const chain *c, uint64_t at) {
  if (!c->is_fp)
    return c->is_signed ? at ^ tp_sign_bit(c->width) : at;
  uint64_t low = tp_fp_key(tp_fp_infinity(c->width, true), c->width);
  return tp_fp_key((low + at) & tp_mask(c->width), c->width);
}

static uint64_t value_at(const chain *c, const tp_exprs *x, uint64_t at) {
  uint64_t v = bits_at(c, at), k;
  for (uint32_t i = c->links.n; i-- > 0;) {
    const tp_expr_node *n = &x->nodes.at[c->links.at[i]];
    unsigned width = x->nodes.at[n->a].width;
    if (tp_expr_constant(x, n->a, &k))
      v = tp_expr_apply(n, width, k, v, 0);
    else
      v = tp_expr_apply(n, width, v, n->b ? x->nodes.at[n->b].bits : 0, 0);
  }
  return v;
}

static bool is_less(const chain *c, uint64_t p, uint64_t q) {
  tp_expr_node n = {.op = (uint8_t)(c->top_is_fp    ? TP_E_FP_LT
                                    : c->top_signed ? TP_E_SLT
                                                    : TP_E_ULT),
                    .width = 1};
  return tp_expr_apply(&n, c->top_width, p, q, 0);
}

/* The value at a position has passed k: lies above it if inclusive is false,
 * else at it or above; below in a falling chain. True from some position on. */
static bool has_passed(const chain *c, const tp_exprs *x, uint64_t at,
                       uint64_t k, bool inclusive) {
  uint64_t v = value_at(c, x, at);
  bool strictly = c->rising ? is_less(c, k, v) : is_less(c, v, k);
  bool before = c->rising ? is_less(c, v, k) : is_less(c, k, v);
  return inclusive ? !before : strictly;
}

static position first_passed(const chain *c, const tp_exprs *x, uint64_t k,
                             bool inclusive) {
  uint64_t low = 0, high = c->last;
  if (has_passed(c, x, low, k, inclusive))
    return (position){false, 0};
  if (!has_passed(c, x, high, k, inclusive))
    return (position){true, 0};
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (has_passed(c, x, middle, k, inclusive))
      high = middle;
    else
      low = middle;
  }
  return (position){false, high};
}

static tp_expr constant_at(tp_exprs *x, const chain *c, uint64_t at) {
  return tp_expr_constant_of(x, tp_expr_sort(x, c->root), c->width,
                             bits_at(c, at));
}

/* The root is at some position at all. Bound: compared with itself it is no
 * chain any more. */
static tp_expr anywhere(tp_exprs *x, const chain *c) {
  return c->is_fp ? tp_expr_fp_eq(x, c->root, c->root) : tp_expr_bool(x, true);
}

static tp_expr below(tp_exprs *x, const chain *c, position p) {
  if (p.beyond)
    return anywhere(x, c);
  if (p.at == 0)
    return tp_expr_bool(x, false);
  tp_expr k = constant_at(x, c, p.at);
  return c->is_fp       ? tp_expr_fp_lt(x, c->root, k)
         : c->is_signed ? tp_expr_slt(x, c->root, k)
                        : tp_expr_ult(x, c->root, k);
}

static tp_expr at_least(tp_exprs *x, const chain *c, position p) {
  if (p.beyond)
    return tp_expr_bool(x, false);
  if (p.at == 0)
    return anywhere(x, c);
  if (!c->is_fp)
    return tp_expr_not(x, below(x, c, p));
  return tp_expr_fp_lt(x, constant_at(x, c, p.at - 1), c->root);
}

static tp_expr between(tp_exprs *x, const chain *c, position from,
                       position to) {
  if (from.beyond || (!to.beyond && to.at <= from.at))
    return tp_expr_bool(x, false);
  uint64_t end = to.beyond ? c->last : to.at - 1; /* inclusive */
  uint64_t first = bits_at(c, from.at), final = bits_at(c, end);
  bool both_zeros = c->is_fp && first == tp_sign_bit(c->width) && final == 0;
  if (end == from.at || both_zeros) {
    tp_expr k = constant_at(x, c, end);
    return c->is_fp ? tp_expr_fp_eq(x, c->root, k) : tp_expr_eq(x, c->root, k);
  }
  tp_expr upper = below(x, c, to);
  return tp_expr_and(x, upper, tp_expr_not(x, below(x, c, from)));
}

static tp_expr compare(tp_exprs *x, const chain *c, tp_chain_cmp cmp,
                       uint64_t k) {
  if (cmp == TP_CHAIN_EQ) {
    position from = first_passed(c, x, k, true);
    return between(x, c, from, first_passed(c, x, k, false));
  }
  if ((cmp == TP_CHAIN_LT) == c->rising)
    return below(x, c, first_passed(c, x, k, true));
  return at_least(x, c, first_passed(c, x, k, false));
}

tp_expr tp_expr_chain(tp_exprs *x, tp_expr e, tp_chain_cmp cmp, bool is_signed,
                      uint64_t constant) {
  chain c;
  chain_init(&c, x, e, is_signed);
  tp_expr result = c.links.n ? compare(x, &c, cmp, constant) : 0;
  VEC_FREE(&c.links);
  return result;
}

tp_expr tp_expr_chain_root(const tp_exprs *x, tp_expr e) {
  tp_expr down;
  while (fp_direction(x, &x->nodes.at[e], &down))
    e = down;
  return e;
}

static position position_of(const chain *c, uint64_t bits) {
  uint64_t low = tp_fp_key(tp_fp_infinity(c->width, true), c->width);
  return (position){false,
                    (tp_fp_key(bits, c->width) - low) & tp_mask(c->width)};
}

/* Truncation to a signed integer rises below 2^(w-1); NaN and what lies above
 * give the least integer, so "greater than m" and "equal to m, m not the
 * least" hold on an interval below that limit, and the rest follows. */
tp_expr tp_expr_chain_int_of_fp(tp_exprs *x, tp_expr e, tp_chain_cmp cmp,
                                bool is_signed, uint64_t constant) {
  const tp_expr_node *n = &x->nodes.at[e];
  unsigned w = n->width;
  uint64_t least = tp_sign_bit(w);
  if (!n->aux || !is_signed)
    return 0;
  if (cmp == TP_CHAIN_LT && constant == least)
    return tp_expr_bool(x, false);
  if (cmp == TP_CHAIN_LT)
    return tp_expr_not(x, tp_expr_chain_int_of_fp(x, e, TP_CHAIN_GT, true,
                                                  (constant - 1) & tp_mask(w)));
  if (cmp == TP_CHAIN_EQ && constant == least)
    return tp_expr_not(x,
                       tp_expr_chain_int_of_fp(x, e, TP_CHAIN_GT, true, least));
  chain c = {.rising = true, .top_signed = true, .top_width = w};
  set_root(&c, x, n->a, false);
  VEC_PUSH(&c.links, e);
  /* 2^31 or 2^63 as a float or a double: only the exponent field is set. */
  uint64_t limit = c.width == 64 ? (UINT64_C(1023) + w - 1) << 52
                                 : (UINT64_C(127) + w - 1) << 23;
  position end = position_of(&c, limit);
  c.last = end.at - 1;
  position from = first_passed(&c, x, constant, cmp == TP_CHAIN_EQ);
  position to = {true, 0};
  if (cmp == TP_CHAIN_EQ)
    to = first_passed(&c, x, constant, false);
  VEC_FREE(&c.links);
  return between(x, &c, from, to.beyond ? end : to);
}
