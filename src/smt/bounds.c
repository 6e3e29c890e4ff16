/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As many rounds as there are terms bring bounds as far as they go; what still
 * moves then goes round in a circle and never ends. */
#include "smt/bounds.h"

#include "expr/distance.h"
#include "smt/domain.h"

#define SAME UINT8_MAX     /* of tp_computed: no operation */
#define MOST_COMPUTED 1000 /* each is looked at in each round */

typedef enum order { SIGNED, UNSIGNED, KEYS } order;

void tp_bounds_free(tp_bounds *b) {
  tp_map_free(&b->at);
  VEC_FREE(&b->terms);
  VEC_FREE(&b->aparts);
  VEC_FREE(&b->wholes);
  VEC_FREE(&b->computed);
}

void tp_bounds_clear(tp_bounds *b) {
  tp_map_clear(&b->at);
  VEC_CLEAR(&b->terms);
  VEC_CLEAR(&b->aparts);
  VEC_CLEAR(&b->wholes);
  VEC_CLEAR(&b->computed);
  b->n_taken = 0;
}

bool tp_bounds_is_comparison(const tp_exprs *x, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(x, e);
  switch (n->op) {
  case TP_E_SLT:
  case TP_E_ULT:
  case TP_E_FP_LT:
  case TP_E_FP_LE:
  case TP_E_FP_EQ:
    return true;
  case TP_E_EQ:
    return tp_expr_get(x, n->a)->sort == TP_X_BV;
  default:
    return false;
  }
}

/* ---- terms --------------------------------------------------------------- */

static bool is_nan(const tp_expr_node *n) {
  double value = tp_expr_real(n->bits, (tp_sort)n->sort);
  return value != value;
}

static tp_rank place_of(const tp_expr_node *n, order o) {
  tp_domain_var var = {.sort = (tp_sort)n->sort, .width = n->width};
  uint64_t sign = UINT64_C(1) << (n->width - 1);
  if (o == KEYS)
    return tp_domain_position(&var, n->bits);
  if (o == SIGNED)
    return (tp_rank)(n->bits ^ sign) - (tp_rank)sign;
  return n->bits;
}

static tp_bounded any_value(const tp_exprs *x, tp_expr e, order o) {
  const tp_expr_node *n = tp_expr_get(x, e);
  tp_bounded out = {.high = UINT64_MAX};
  if (n->op == TP_E_CONST) {
    out.low = out.high = place_of(n, o);
    out.is_number = o != KEYS || !is_nan(n);
  } else if (o == SIGNED) {
    tp_interval span = tp_expr_span(x, e);
    out.low = span.low;
    out.high = span.high;
  } else if (o == UNSIGNED) {
    out.high = n->width == 64 ? UINT64_MAX : (UINT64_C(1) << n->width) - 1;
  }
  return out;
}

static uint32_t term_of(tp_bounds *b, tp_expr e, order o) {
  bool is_new;
  uint32_t *at = tp_map_put(&b->at, (uint64_t)e << 2 | o, &is_new);
  if (is_new) {
    *at = b->terms.n;
    VEC_PUSH(&b->terms, any_value(b->exprs, e, o));
    VEC_PUSH(&b->wholes, ((tp_whole){o == KEYS ? 0 : e, o == UNSIGNED}));
  }
  return *at;
}

/* ---- what terms are computed from ---------------------------------------- */

static void add_computed(tp_bounds *b, uint32_t of, const tp_expr_node *n) {
  tp_computed c = {.of = of, .op = SAME, .width = n->width};
  if (n->op == TP_E_BV)
    c.op = n->aux;
  bool is_arithmetic =
      c.op == TP_BV_ADD || c.op == TP_BV_SUB || c.op == TP_BV_MUL;
  bool is_moved = n->op == TP_E_SEXT || n->op == TP_E_ZEXT ||
                  (n->op == TP_E_EXTRACT && n->aux == 0);
  if (!is_arithmetic && !is_moved)
    return;
  c.is_unsigned = n->op == TP_E_ZEXT;
  c.a = term_of(b, n->a, SIGNED);
  c.b = is_arithmetic ? term_of(b, n->b, SIGNED) : c.a;
  VEC_PUSH(&b->computed, c);
}

/* The same bits as a signed number: the same where that is not negative, and
 * where this one is not too large for it. */
static void add_signed(tp_bounds *b, uint32_t of, tp_expr e) {
  uint32_t as_signed = term_of(b, e, SIGNED);
  tp_computed c = {.of = of,
                   .a = as_signed,
                   .b = as_signed,
                   .op = SAME,
                   .is_unsigned = true,
                   .width = (uint8_t)tp_expr_width(b->exprs, e)};
  VEC_PUSH(&b->computed, c);
  c.of = as_signed;
  c.a = c.b = of;
  VEC_PUSH(&b->computed, c);
}

/* What they are computed from are terms, too. */
static void take_apart(tp_bounds *b) {
  for (; b->n_taken < b->terms.n && b->computed.n < MOST_COMPUTED;
       b->n_taken++) {
    tp_whole whole = b->wholes.at[b->n_taken];
    if (!whole.e)
      continue;
    tp_expr_node n = *tp_expr_get(b->exprs, whole.e);
    if (whole.is_unsigned)
      add_signed(b, b->n_taken, whole.e);
    else
      add_computed(b, b->n_taken, &n);
  }
}

static tp_rank smaller(tp_rank a, tp_rank b) {
  return a < b ? a : b;
}

static tp_rank larger(tp_rank a, tp_rank b) {
  return a > b ? a : b;
}

/* The numbers that it can be, were they as large as they like. */
static tp_bounded compute(const tp_computed *c, const tp_bounded *a,
                          const tp_bounded *b) {
  if (c->op == SAME)
    return (tp_bounded){.low = a->low, .high = a->high};
  if (c->op == TP_BV_ADD)
    return (tp_bounded){.low = a->low + b->low, .high = a->high + b->high};
  if (c->op == TP_BV_SUB)
    return (tp_bounded){.low = a->low - b->high, .high = a->high - b->low};
  tp_rank p = a->low * b->low, q = a->low * b->high, r = a->high * b->low,
          s = a->high * b->high;
  return (tp_bounded){.low = smaller(smaller(p, q), smaller(r, s)),
                      .high = larger(larger(p, q), larger(r, s))};
}

/* Whether a bound of what is computed has moved. */
static bool follow_computed(tp_bounds *b, const tp_computed *c) {
  const tp_bounded *one = &b->terms.at[c->a], *other = &b->terms.at[c->b];
  tp_bounded *of = &b->terms.at[c->of], is = compute(c, one, other);
  tp_rank end = (tp_rank)1 << (c->width - 1);
  uint64_t by = one->low_by | one->high_by | other->low_by | other->high_by;
  bool has_changed = false;
  if (is.low < -end || is.high >= end || (c->is_unsigned && one->low < 0))
    return false;
  if (is.low > of->low) {
    of->low = is.low;
    of->low_by = by;
    has_changed = true;
  }
  if (is.high < of->high) {
    of->high = is.high;
    of->high_by = by;
    has_changed = true;
  }
  return has_changed;
}

/* ---- comparisons --------------------------------------------------------- */

static void keep_apart(tp_bounds *b, uint32_t one, uint32_t other, tp_rank most,
                       uint64_t by) {
  VEC_PUSH(&b->aparts, (tp_apart){one, other, most, by});
}

static void make_equal(tp_bounds *b, tp_expr one, tp_expr other, order o,
                       tp_rank most, uint64_t by) {
  uint32_t i = term_of(b, one, o), k = term_of(b, other, o);
  keep_apart(b, i, k, most, by);
  keep_apart(b, k, i, most, by);
}

/* one < other, or not. */
static void add_less(tp_bounds *b, tp_expr one, tp_expr other, order o,
                     bool truth, uint64_t by) {
  uint32_t i = term_of(b, one, o), k = term_of(b, other, o);
  if (truth)
    keep_apart(b, i, k, -1, by);
  else
    keep_apart(b, k, i, 0, by);
}

static void call_number(tp_bounds *b, uint32_t term, uint64_t by) {
  tp_bounded *t = &b->terms.at[term];
  if (t->is_number)
    return;
  t->is_number = true;
  t->number_by = by;
}

/* The zeros are equal, and next to each other: what is not less is at most one
 * place ahead. */
static void add_floats(tp_bounds *b, const tp_expr_node *n, bool truth,
                       uint64_t by) {
  uint32_t i = term_of(b, n->a, KEYS), k = term_of(b, n->b, KEYS);
  if (truth) {
    call_number(b, i, by);
    call_number(b, k, by);
    keep_apart(b, i, k, n->op == TP_E_FP_LT ? -1 : 1, by);
    if (n->op == TP_E_FP_EQ)
      keep_apart(b, k, i, 1, by);
    return;
  }
  const tp_bounded *one = &b->terms.at[i], *other = &b->terms.at[k];
  if (n->op == TP_E_FP_EQ || !one->is_number || !other->is_number)
    return;
  keep_apart(b, k, i, n->op == TP_E_FP_LE ? -1 : 1,
             by | one->number_by | other->number_by);
}

void tp_bounds_add(tp_bounds *b, tp_expr e, bool truth, uint64_t by) {
  tp_expr_node n = *tp_expr_get(b->exprs, e);
  if (n.op == TP_E_SLT || n.op == TP_E_ULT) {
    add_less(b, n.a, n.b, n.op == TP_E_SLT ? SIGNED : UNSIGNED, truth, by);
  } else if (n.op != TP_E_EQ) {
    add_floats(b, &n, truth, by);
  } else if (truth) {
    make_equal(b, n.a, n.b, SIGNED, 0, by);
    make_equal(b, n.a, n.b, UNSIGNED, 0, by);
  }
}

/* ---- what follows -------------------------------------------------------- */

static bool tighten(tp_bounds *b, const tp_apart *p) {
  tp_bounded *one = &b->terms.at[p->a], *other = &b->terms.at[p->b];
  bool has_changed = false;
  if (other->high + p->most < one->high) {
    one->high = other->high + p->most;
    one->high_by = other->high_by | p->by;
    has_changed = true;
  }
  if (one->low - p->most > other->low) {
    other->low = one->low - p->most;
    other->low_by = one->low_by | p->by;
    has_changed = true;
  }
  return has_changed;
}

/* A term that no place is left for. */
static bool has_empty(const tp_bounds *b, uint64_t *by) {
  for (uint32_t i = 0; i < b->terms.n; i++) {
    const tp_bounded *t = &b->terms.at[i];
    if (t->low <= t->high)
      continue;
    *by = t->low_by | t->high_by;
    return true;
  }
  return false;
}

bool tp_bounds_follow(tp_bounds *b, bool *has_changed, uint64_t *by) {
  bool moves = true;
  uint64_t now = 0, before = 0; /* reasons of what moved in the last rounds */
  take_apart(b);
  for (uint32_t round = 0; round <= b->terms.n && moves; round++) {
    moves = false;
    before = now;
    now = 0;
    for (uint32_t i = 0; i < b->aparts.n; i++)
      if (tighten(b, &b->aparts.at[i])) {
        moves = true;
        now |= b->aparts.at[i].by;
      }
    for (uint32_t i = 0; i < b->computed.n; i++)
      if (follow_computed(b, &b->computed.at[i])) {
        moves = true;
        now |= b->terms.at[b->computed.at[i].of].low_by |
               b->terms.at[b->computed.at[i].of].high_by;
      }
    *has_changed |= moves;
    if (has_empty(b, by))
      return false;
  }
  *by = now | before;
  return !moves;
}

/* ---- what they tell ------------------------------------------------------ */

static bool is_below(const tp_bounded *one, const tp_bounded *other,
                     tp_rank by_at_least, uint64_t *by) {
  if (other->low - one->high < by_at_least)
    return false;
  *by = one->high_by | other->low_by;
  return true;
}

static tp_known tell_less(tp_bounds *b, const tp_expr_node *n, order o,
                          uint64_t *by) {
  uint32_t i = term_of(b, n->a, o), k = term_of(b, n->b, o);
  const tp_bounded *one = &b->terms.at[i], *other = &b->terms.at[k];
  return is_below(one, other, 1, by)   ? TP_TRUE
         : is_below(other, one, 0, by) ? TP_FALSE
                                       : TP_OPEN;
}

static tp_known tell_equal(tp_bounds *b, const tp_expr_node *n, uint64_t *by) {
  uint32_t i = term_of(b, n->a, SIGNED), k = term_of(b, n->b, SIGNED);
  const tp_bounded *one = &b->terms.at[i], *other = &b->terms.at[k];
  if (is_below(one, other, 1, by) || is_below(other, one, 1, by))
    return TP_FALSE;
  if (one->low != one->high || other->low != other->high ||
      one->low != other->low)
    return TP_OPEN;
  *by = one->low_by | one->high_by | other->low_by | other->high_by;
  return TP_TRUE;
}

static tp_known tell_floats(tp_bounds *b, const tp_expr_node *n, uint64_t *by) {
  uint32_t i = term_of(b, n->a, KEYS), k = term_of(b, n->b, KEYS);
  const tp_bounded *one = &b->terms.at[i], *other = &b->terms.at[k];
  tp_known known = TP_OPEN;
  if (!one->is_number || !other->is_number)
    return TP_OPEN;
  if (is_below(one, other, 2, by))
    known = n->op == TP_E_FP_EQ ? TP_FALSE : TP_TRUE;
  else if (is_below(other, one, 2, by))
    known = TP_FALSE;
  *by |= one->number_by | other->number_by;
  return known;
}

tp_known tp_bounds_tell(tp_bounds *b, tp_expr e, uint64_t *by) {
  tp_expr_node n = *tp_expr_get(b->exprs, e);
  *by = 0;
  return n.op == TP_E_SLT   ? tell_less(b, &n, SIGNED, by)
         : n.op == TP_E_ULT ? tell_less(b, &n, UNSIGNED, by)
         : n.op == TP_E_EQ  ? tell_equal(b, &n, by)
                            : tell_floats(b, &n, by);
}
