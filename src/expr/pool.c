/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/pool.c - the store of nodes.
 *
 * In: a node whose kids exist. Out: its id; the same node always gets the same
 * id (hash-consing), and a node whose kids are all constants becomes the
 * constant. Kids have smaller ids than their parents, so ascending id order is
 * a topological order: walks rely on it.
 */
#include "expr/pool.h"

#include "base/diag.h"

#define FIRST_TABLE 1024u

static void start(tp_exprs *x) {
  tp_expr_node none = {0};
  VEC_PUSH(&x->nodes, none);
  VEC_PUSH(&x->spans, (tp_interval){0});
  x->table_cap = FIRST_TABLE;
  x->table = TP_NEW_ARRAY(uint32_t, FIRST_TABLE);
}

tp_exprs *tp_exprs_new(void) {
  tp_exprs *x = TP_NEW(tp_exprs);
  start(x);
  return x;
}

static void finish(tp_exprs *x) {
  VEC_FREE(&x->nodes);
  VEC_FREE(&x->spans);
  tp_map_free(&x->compared);
  tp_free(x->table);
  tp_free(x->memo.value);
  tp_free(x->memo.stamp);
  VEC_FREE(&x->stack);
  VEC_FREE(&x->few_pool);
  VEC_FREE(&x->few_at);
  VEC_FREE(&x->vars_pool);
  VEC_FREE(&x->vars_at);
  VEC_FREE(&x->lowered);
  VEC_FREE(&x->limits);
  VEC_FREE(&x->names);
  VEC_FREE(&x->plain);
}

void tp_exprs_free(tp_exprs *x) {
  if (!x)
    return;
  finish(x);
  tp_free(x);
}

void tp_exprs_clear(tp_exprs *x) {
  finish(x);
  *x = (tp_exprs){0};
  start(x);
}

const tp_expr_node *tp_expr_get(const tp_exprs *x, tp_expr e) {
  TP_INVARIANT(e < x->nodes.n, "an expression id should be of this pool");
  return &x->nodes.at[e];
}

tp_interval tp_expr_span(const tp_exprs *x, tp_expr e) {
  TP_INVARIANT(e < x->nodes.n, "an expression id should be of this pool");
  return x->spans.at[e];
}

tp_sort tp_expr_sort(const tp_exprs *x, tp_expr e) {
  return (tp_sort)tp_expr_get(x, e)->sort;
}

unsigned tp_expr_width(const tp_exprs *x, tp_expr e) {
  return tp_expr_get(x, e)->width;
}

uint32_t tp_exprs_count(const tp_exprs *x) {
  return x->nodes.n - 1;
}

static bool is_leaf(const tp_expr_node *n) {
  return n->op == TP_E_CONST || n->op == TP_E_VAR;
}

static uint64_t hash_node(const tp_expr_node *n) {
  uint64_t head = (uint64_t)n->op << 24 | (uint64_t)n->sort << 16 |
                  (uint64_t)n->width << 8 | n->aux;
  uint64_t h = tp_hash_pair(head << 32 | n->a, (uint64_t)n->b << 32 | n->c);
  return is_leaf(n) ? tp_hash_pair(h, n->bits) : h;
}

static bool same_node(const tp_expr_node *p, const tp_expr_node *q) {
  return p->op == q->op && p->sort == q->sort && p->width == q->width &&
         p->aux == q->aux && p->a == q->a && p->b == q->b && p->c == q->c &&
         (!is_leaf(p) || p->bits == q->bits);
}

static void grow_table(tp_exprs *x) {
  uint32_t cap = x->table_cap * 2;
  tp_free(x->table);
  x->table = TP_NEW_ARRAY(uint32_t, cap);
  x->table_cap = cap;
  for (uint32_t e = 1; e < x->nodes.n; e++) {
    uint32_t at = (uint32_t)hash_node(&x->nodes.at[e]) & (cap - 1);
    while (x->table[at])
      at = (at + 1) & (cap - 1);
    x->table[at] = e;
  }
}

static tp_expr intern(tp_exprs *x, const tp_expr_node *n) {
  uint32_t at = (uint32_t)hash_node(n) & (x->table_cap - 1);
  for (; x->table[at]; at = (at + 1) & (x->table_cap - 1))
    if (same_node(&x->nodes.at[x->table[at]], n))
      return x->table[at];
  tp_expr e = x->nodes.n;
  VEC_PUSH(&x->nodes, *n);
  VEC_PUSH(&x->spans, n->sort == TP_X_BV ? tp_span_of(x, n) : (tp_interval){0});
  x->table[at] = e;
  if (x->nodes.n > x->table_cap / 2)
    grow_table(x);
  return e;
}

/* ---- the invariant ------------------------------------------------------- */

static bool is_there_once(const tp_exprs *x, tp_expr e) {
  const tp_expr_node *n = &x->nodes.at[e];
  uint32_t at = (uint32_t)hash_node(n) & (x->table_cap - 1);
  while (x->table[at] && !same_node(&x->nodes.at[x->table[at]], n))
    at = (at + 1) & (x->table_cap - 1);
  return x->table[at] == e;
}

static bool is_alike(const tp_exprs *x, tp_expr a, tp_expr b) {
  return x->nodes.at[a].sort == x->nodes.at[b].sort &&
         x->nodes.at[a].width == x->nodes.at[b].width;
}

static bool fits(const tp_exprs *x, tp_expr e) {
  const tp_expr_node *n = &x->nodes.at[e];
  switch ((tp_expr_op)n->op) {
  case TP_E_ITE:
    return x->nodes.at[n->a].sort == TP_X_BOOL && is_alike(x, e, n->b) &&
           is_alike(x, e, n->c);
  case TP_E_BV:
  case TP_E_FP:
    return is_alike(x, e, n->a) && is_alike(x, e, n->b);
  case TP_E_EQ:
  case TP_E_ULT:
  case TP_E_SLT:
  case TP_E_FP_LT:
  case TP_E_FP_LE:
  case TP_E_FP_EQ:
    return n->sort == TP_X_BOOL && is_alike(x, n->a, n->b);
  default:
    return true;
  }
}

void tp_exprs_check(const tp_exprs *x) {
  TP_INVARIANT(x->spans.n == x->nodes.n, "each expression should have a span");
  for (tp_expr e = 1; e < x->nodes.n; e++) {
    const tp_expr_node *n = &x->nodes.at[e];
    bool is_below = is_leaf(n) || (n->a < e && n->b < e && n->c < e);
    TP_INVARIANT(is_below, "kids should have smaller numbers");
    TP_INVARIANT(is_there_once(x, e), "an expression should be there once");
    TP_INVARIANT(fits(x, e), "operands should be of the operation's sort");
    TP_INVARIANT(n->sort != TP_X_BV ||
                     x->spans.at[e].low <= x->spans.at[e].high,
                 "a span should hold a value");
  }
}

/* ---- making expressions -------------------------------------------------- */

static uint64_t flags_of(const tp_exprs *x, tp_expr e) {
  const tp_expr_node *n = &x->nodes.at[e];
  if (is_leaf(n))
    return tp_expr_has_floats(n) ? TP_E_HAS_FLOATS : 0;
  return n->bits;
}

static bool is_const(const tp_exprs *x, tp_expr e) {
  return !e || x->nodes.at[e].op == TP_E_CONST;
}

uint32_t tp_expr_vars_end(const tp_exprs *x, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(x, e);
  if (n->op == TP_E_VAR)
    return (uint32_t)n->bits + 1;
  return is_leaf(n) ? 0 : (uint32_t)(n->bits >> TP_E_VARS_SHIFT);
}

static uint32_t kids_end(const tp_exprs *x, const tp_expr_node *n) {
  tp_expr kids[] = {n->a, n->b, n->c};
  uint32_t end = 0;
  for (unsigned i = 0; i < 3; i++) {
    uint32_t own = kids[i] ? tp_expr_vars_end(x, kids[i]) : 0;
    end = own > end ? own : end;
  }
  return end;
}

/* Or a quotient, or a remainder. */
static bool is_product(const tp_exprs *x, const tp_expr_node *n) {
  return n->op == TP_E_BV && n->aux >= TP_BV_MUL && n->aux <= TP_BV_SREM &&
         !is_const(x, n->b) && (n->aux != TP_BV_MUL || !is_const(x, n->a));
}

tp_expr tp_expr_make(tp_exprs *x, tp_expr_node n) {
  if (is_leaf(&n))
    return intern(x, &n);
  TP_INVARIANT(n.a, "an operation should have an operand");
  const tp_expr_node *at = x->nodes.at;
  if (is_const(x, n.a) && is_const(x, n.b) && is_const(x, n.c))
    return tp_expr_constant_of(x, (tp_sort)n.sort, n.width,
                               tp_expr_apply(&n, at[n.a].width, at[n.a].bits,
                                             at[n.b].bits, at[n.c].bits));
  n.bits = (flags_of(x, n.a) | flags_of(x, n.b) | flags_of(x, n.c)) &
           (TP_E_HAS_ROUNDING | TP_E_HAS_FLOATS | TP_E_HAS_PRODUCT);
  n.bits |= (uint64_t)kids_end(x, &n) << TP_E_VARS_SHIFT;
  if (n.op == TP_E_FP || n.op == TP_E_FP_ROOT)
    n.bits |= TP_E_HAS_ROUNDING;
  if (is_product(x, &n))
    n.bits |= TP_E_HAS_PRODUCT;
  if (tp_is_fp(n.sort))
    n.bits |= TP_E_HAS_FLOATS;
  return intern(x, &n);
}

tp_expr tp_expr_constant_of(tp_exprs *x, tp_sort sort, unsigned width,
                            uint64_t bits) {
  tp_expr_node n = {.op = TP_E_CONST,
                    .sort = (uint8_t)sort,
                    .width = (uint8_t)width,
                    .bits = bits & tp_mask(width)};
  return intern(x, &n);
}

tp_expr tp_expr_bool(tp_exprs *x, bool value) {
  return tp_expr_constant_of(x, TP_X_BOOL, 1, value);
}

tp_expr tp_expr_bv(tp_exprs *x, unsigned width, uint64_t bits) {
  TP_INVARIANT(width >= 1 && width <= 64, "a bit vector should fit 64 bits");
  return tp_expr_constant_of(x, TP_X_BV, width, bits);
}

tp_expr tp_expr_f64(tp_exprs *x, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return tp_expr_constant_of(x, TP_X_F64, 64, bits);
}

tp_expr tp_expr_f32(tp_exprs *x, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return tp_expr_constant_of(x, TP_X_F32, 32, bits);
}

tp_expr tp_expr_var(tp_exprs *x, uint32_t var, tp_sort sort, unsigned width) {
  unsigned natural = sort == TP_X_BOOL  ? 1
                     : sort == TP_X_F32 ? 32
                     : sort == TP_X_F64 ? 64
                                        : width;
  TP_INVARIANT(natural >= 1 && natural <= 64, "a variable should fit 64 bits");
  tp_expr_node n = {.op = TP_E_VAR,
                    .sort = (uint8_t)sort,
                    .width = (uint8_t)natural,
                    .bits = var};
  return intern(x, &n);
}

bool tp_expr_constant(const tp_exprs *x, tp_expr e, uint64_t *bits) {
  const tp_expr_node *n = tp_expr_get(x, e);
  if (n->op != TP_E_CONST)
    return false;
  if (bits)
    *bits = n->bits;
  return true;
}

bool tp_expr_is_product(tp_exprs *x, tp_expr e) {
  tp_expr_get(x, e);
  return flags_of(x, e) & TP_E_HAS_PRODUCT;
}

bool tp_expr_is_hard(tp_exprs *x, tp_expr e) {
  tp_expr_get(x, e);
  return flags_of(x, e) & (TP_E_HAS_PRODUCT | TP_E_HAS_ROUNDING);
}

bool tp_expr_is_hard_op(tp_exprs *x, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(x, e);
  return n->op == TP_E_FP || n->op == TP_E_FP_ROOT || is_product(x, n);
}

/* ---- limits -------------------------------------------------------------- */

void tp_expr_limit(tp_exprs *x, uint32_t var, tp_expr holds) {
  if (var >= x->limits.n)
    VEC_RESIZE(&x->limits, var + 1);
  x->limits.at[var] = holds;
}

tp_expr tp_expr_limit_of(const tp_exprs *x, uint32_t var) {
  return var < x->limits.n ? x->limits.at[var] : 0;
}

bool tp_exprs_have_limits(const tp_exprs *x) {
  return x->limits.n > 0;
}
