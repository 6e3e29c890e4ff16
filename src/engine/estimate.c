/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting and weighing operations: see engine/estimate.h. */
#include "engine/estimate.h"

#include "base/limits.h"
#include "expr/node.h"

/* A weight that is twice the fixed one is as bad as an error of the whole cost
 * in so many questions: enough to keep weights of which nothing is known. */
#define HELD 1e-3
#define SWEEPS 100

const char *const tp_op_names[TP_OPS] = {
#define OP(name, text, weight) text,
#include "engine/ops.def"
#undef OP
};

static const double fixed_weight[TP_OPS] = {
#define OP(name, text, weight) weight,
#include "engine/ops.def"
#undef OP
};

void tp_estimator_init(tp_estimator *t, tp_exprs *exprs) {
  memset(t, 0, sizeof *t);
  t->exprs = exprs;
  memcpy(t->weight, fixed_weight, sizeof t->weight);
}

void tp_estimator_free(tp_estimator *t) {
  tp_map_free(&t->place);
  tp_map_free(&t->seen);
  VEC_FREE(&t->counts);
  VEC_FREE(&t->stack);
  VEC_FREE(&t->slice);
}

void tp_estimator_forget(tp_estimator *t) {
  tp_map_clear(&t->place);
  VEC_CLEAR(&t->counts);
}

/* ---- counting ------------------------------------------------------------ */

static bool is_constant(const tp_estimator *t, tp_expr e) {
  return tp_expr_get(t->exprs, e)->op == TP_E_CONST;
}

static tp_op_kind kind_of_bv(const tp_estimator *t, const tp_expr_node *n) {
  bool is_plain = is_constant(t, n->a) || is_constant(t, n->b);
  switch ((tp_bv_op)n->aux) {
  case TP_BV_MUL:
    return is_plain ? TP_OP_LINEAR : TP_OP_PRODUCT;
  case TP_BV_UDIV:
  case TP_BV_SDIV:
  case TP_BV_UREM:
  case TP_BV_SREM:
    return TP_OP_QUOTIENT;
  case TP_BV_SHL:
  case TP_BV_LSHR:
  case TP_BV_ASHR:
    return is_constant(t, n->b) ? TP_OP_LOGIC : TP_OP_SHIFT;
  default:
    return TP_OP_LINEAR;
  }
}

static tp_op_kind kind_of(const tp_estimator *t, const tp_expr_node *n) {
  switch ((tp_expr_op)n->op) {
  case TP_E_BV:
    return kind_of_bv(t, n);
  case TP_E_FP:
    return n->aux == TP_FP_MUL   ? TP_OP_FLOAT_PRODUCT
           : n->aux == TP_FP_DIV ? TP_OP_FLOAT_QUOTIENT
                                 : TP_OP_FLOAT_SUM;
  case TP_E_FP_ROOT:
    return TP_OP_FLOAT_QUOTIENT;
  case TP_E_FP_CONVERT:
  case TP_E_FP_OF_INT:
  case TP_E_INT_OF_FP:
    return TP_OP_FLOAT_SUM;
  case TP_E_EQ:
  case TP_E_ULT:
  case TP_E_SLT:
  case TP_E_BV_NEG:
  case TP_E_FP_LT:
  case TP_E_FP_LE:
  case TP_E_FP_EQ:
    return TP_OP_LINEAR;
  default:
    return TP_OP_LOGIC;
  }
}

static void meet(tp_estimator *t, tp_expr e) {
  bool is_new;
  if (!e)
    return;
  tp_map_put(&t->seen, e, &is_new);
  if (is_new)
    VEC_PUSH(&t->stack, e);
}

static bool is_leaf(const tp_expr_node *n) {
  return n->op == TP_E_CONST || n->op == TP_E_VAR;
}

static void count_nodes(tp_estimator *t, tp_expr e, tp_op_counts *out) {
  tp_map_clear(&t->seen);
  VEC_CLEAR(&t->stack);
  meet(t, e);
  while (t->stack.n && t->seen.n < TP_LIMIT_ESTIMATE_NODES) {
    const tp_expr_node *n = tp_expr_get(t->exprs, VEC_POP(&t->stack));
    if (is_leaf(n))
      continue;
    out->n[kind_of(t, n)]++;
    meet(t, n->a);
    meet(t, n->b);
    meet(t, n->c);
  }
}

static const tp_op_counts *counts_of(tp_estimator *t, tp_expr e) {
  bool is_new;
  uint32_t *place = tp_map_put(&t->place, e, &is_new);
  if (is_new) {
    uint32_t n_vars;
    tp_op_counts counts = {{0}};
    *place = t->counts.n;
    count_nodes(t, e, &counts);
    tp_expr_vars(t->exprs, e, &n_vars);
    counts.n[n_vars > 1 ? TP_OP_LINKED : TP_OP_CONDITION] = 1;
    VEC_PUSH(&t->counts, counts);
  }
  return &t->counts.at[*tp_map_get(&t->place, e)];
}

/* ---- the slice ----------------------------------------------------------- */

/* Whether e speaks of a variable of the slice; one with many is taken to. */
static bool is_linked(tp_estimator *t, tp_expr e) {
  uint32_t n;
  const uint32_t *vars = tp_expr_few_vars(t->exprs, e, &n);
  for (uint32_t i = 0; vars && i < n; i++)
    if (tp_map_get(&t->seen, vars[i]))
      return true;
  return !vars;
}

static void link_vars(tp_estimator *t, tp_expr e) {
  uint32_t n;
  bool is_new;
  const uint32_t *vars = tp_expr_few_vars(t->exprs, e, &n);
  for (uint32_t i = 0; vars && i < n; i++)
    tp_map_put(&t->seen, vars[i], &is_new);
}

/* The conditions that belong to the last one, with it. */
static void find_slice(tp_estimator *t, const tp_expr *conds, uint32_t n) {
  tp_vec_u32 rest = {0};
  uint32_t first =
      n > TP_LIMIT_ESTIMATE_CONDITIONS ? n - TP_LIMIT_ESTIMATE_CONDITIONS : 0;
  VEC_CLEAR(&t->slice);
  tp_map_clear(&t->seen);
  VEC_PUSH(&t->slice, conds[n - 1]);
  link_vars(t, conds[n - 1]);
  for (uint32_t i = first; i + 1 < n; i++)
    VEC_PUSH(&rest, conds[i]);
  for (uint32_t before = 0; before != t->slice.n;) {
    uint32_t kept = 0;
    before = t->slice.n;
    for (uint32_t i = rest.n; i-- > 0;)
      if (is_linked(t, rest.at[i])) {
        VEC_PUSH(&t->slice, rest.at[i]);
        link_vars(t, rest.at[i]);
        rest.at[i] = 0;
      }
    for (uint32_t i = 0; i < rest.n; i++)
      if (rest.at[i])
        rest.at[kept++] = rest.at[i];
    rest.n = kept;
  }
  VEC_FREE(&rest);
}

tp_op_counts tp_estimator_count(tp_estimator *t, const tp_expr *conds,
                                uint32_t n) {
  tp_op_counts sum = {{0}};
  sum.n[TP_OP_QUESTION] = 1;
  find_slice(t, conds, n);
  for (uint32_t i = 0; i < t->slice.n; i++) {
    const tp_op_counts *one = counts_of(t, t->slice.at[i]);
    for (uint32_t k = 0; k < TP_OPS; k++)
      sum.n[k] += one->n[k];
  }
  return sum;
}

double tp_estimator_cost(const tp_estimator *t, const tp_op_counts *ops) {
  double sum = 0;
  for (uint32_t k = 0; k < TP_OPS; k++)
    sum += t->weight[k] * ops->n[k];
  return sum;
}

/* ---- fitting ------------------------------------------------------------- */

/* Weights that are not negative, by one of them after the other. */
static void fit(tp_estimator *t) {
  for (uint32_t sweep = 0; sweep < SWEEPS; sweep++)
    for (uint32_t k = 0; k < TP_OPS; k++) {
      double rest = t->target[k] + HELD / fixed_weight[k];
      double own = t->square[k][k] + HELD / fixed_weight[k] / fixed_weight[k];
      for (uint32_t j = 0; j < TP_OPS; j++)
        if (j != k)
          rest -= t->square[k][j] * t->weight[j];
      t->weight[k] = rest > 0 ? rest / own : 0;
    }
}

/* Errors count in proportion to the cost: else the slowest question would set
 * all weights. */
void tp_estimator_learn(tp_estimator *t, const tp_op_counts *ops, double runs) {
  double scale = 1 / (1 + runs + tp_estimator_cost(t, ops));
  for (uint32_t k = 0; k < TP_OPS; k++) {
    t->target[k] += scale * scale * ops->n[k] * runs;
    for (uint32_t j = 0; j < TP_OPS; j++)
      t->square[k][j] += scale * scale * ops->n[k] * ops->n[j];
  }
  t->n_measured++;
  fit(t);
}
