/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of a predicate: 0 if it holds; of a comparison how far its sides are
 * apart, brought below 1; of and the sum, of or the least. Moves: the constants
 * of the query, and steps that grow while they help and shrink when not. Where
 * no move helps, what does not hold gets more weight. */
#include "smt/descend.h"

#include "expr/node.h"

#include <math.h>

/* Of and, or: deeper ones, and what is left after so many parts of one query,
 * only hold or don't. */
#define MAX_DEPTH 200
#define MAX_PARTS 20000
#define PARTS_A_STEP 64 /* a large query has fewer steps */

typedef struct descent {
  tp_exprs *exprs;
  const tp_query *q;
  uint64_t *values;    /* of q->vars */
  VEC(uint8_t) sorts;  /* of q->vars: tp_sort */
  VEC(uint8_t) widths; /* of q->vars */
  VEC(double) weights; /* of q->items */
  uint32_t steps;      /* left */
  uint32_t parts;      /* of the query that were looked at in this step */
  const tp_budget *budget;
} descent;

/* The place of a variable in q->vars. */
static uint32_t place_of(const descent *d, uint32_t var) {
  uint32_t low = 0, high = d->q->vars.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (d->q->vars.at[middle] < var)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static uint64_t value_of(void *state, uint32_t var) {
  const descent *d = state;
  return d->values[place_of(d, var)];
}

static uint64_t eval(descent *d, tp_expr e) {
  return tp_expr_eval_more(d->exprs, e, value_of, d);
}

/* A side of a comparison as a number. */
static double number_of(descent *d, tp_expr e, bool is_signed) {
  const tp_expr_node *n = tp_expr_get(d->exprs, e);
  tp_sort sort = (tp_sort)n->sort;
  unsigned width = n->width;
  uint64_t bits = eval(d, e);
  if (sort == TP_X_F32 || sort == TP_X_F64)
    return tp_plain_value(bits, sort);
  if (is_signed && width < 64 && bits >> (width - 1) & 1)
    return (double)bits - ldexp(1, (int)width);
  return is_signed ? (double)(int64_t)bits : (double)bits;
}

/* Below 1, and larger the farther: atoms of any scale can be added up. */
static double squeezed(double distance) {
  if (!(distance >= 0))
    return 1; /* NaN */
  double far = log2(1 + distance) / 1100;
  return 1e-9 + distance / (1 + distance) / 2 + far / 2;
}

static double atom_cost(descent *d, tp_expr e) {
  tp_expr_node n = *tp_expr_get(d->exprs, e);
  if (!n.a || !n.b || tp_expr_sort(d->exprs, n.a) == TP_X_BOOL)
    return 1;
  bool is_signed = n.op == TP_E_SLT;
  double a = number_of(d, n.a, is_signed), b = number_of(d, n.b, is_signed);
  return squeezed(fabs(a - b));
}

/* The cost of e being `wanted`. Bound: MAX_DEPTH deep, and MAX_PARTS of a query
 * in one step. */
static double cost_of(descent *d, tp_expr e, bool wanted, unsigned depth) {
  if ((eval(d, e) != 0) == wanted)
    return 0;
  tp_expr_node n = *tp_expr_get(d->exprs, e);
  if (depth > MAX_DEPTH || ++d->parts > MAX_PARTS)
    return 1;
  if (n.op == TP_E_NOT)
    return cost_of(d, n.a, !wanted, depth + 1);
  if (n.op == TP_E_ITE) {
    double yes =
        cost_of(d, n.a, true, depth + 1) + cost_of(d, n.b, wanted, depth + 1);
    double no =
        cost_of(d, n.a, false, depth + 1) + cost_of(d, n.c, wanted, depth + 1);
    return yes < no ? yes : no;
  }
  if (n.op != TP_E_AND && n.op != TP_E_OR)
    return atom_cost(d, e);
  double a = cost_of(d, n.a, wanted, depth + 1);
  double b = cost_of(d, n.b, wanted, depth + 1);
  if ((n.op == TP_E_AND) == wanted)
    return a + b;
  return a < b ? a : b;
}

static double cost(descent *d) {
  double sum = 0;
  uint32_t used = 1 + d->parts / PARTS_A_STEP;
  d->steps -= used < d->steps ? used : d->steps;
  d->parts = 0;
  if (d->budget && tp_budget_over(d->budget) != TP_STOP_NONE)
    d->steps = 0;
  tp_expr_eval(d->exprs, d->q->items.at[0].e, value_of, d); /* a new walk */
  for (uint32_t i = 0; i < d->q->items.n; i++)
    sum += d->weights.at[i] * cost_of(d, d->q->items.at[i].e, true, 0);
  return sum;
}

/* Take the value if it is better. */
static bool try_value(descent *d, uint32_t var, uint64_t bits, double *best) {
  uint64_t old = d->values[var];
  if (bits == old || !d->steps)
    return false;
  d->values[var] = bits;
  double now = cost(d);
  if (now < *best) {
    *best = now;
    return true;
  }
  d->values[var] = old;
  return false;
}

static bool is_float(const descent *d, uint32_t var) {
  return d->sorts.at[var] == TP_X_F32 || d->sorts.at[var] == TP_X_F64;
}

static uint64_t moved(const descent *d, uint32_t var, double step) {
  if (is_float(d, var)) {
    tp_sort sort = (tp_sort)d->sorts.at[var];
    return tp_plain_bits(tp_plain_value(d->values[var], sort) + step, sort);
  }
  unsigned width = d->widths.at[var];
  uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  return (d->values[var] + (uint64_t)(int64_t)step) & mask;
}

/* Steps in both directions, larger while they help. */
static bool walk(descent *d, uint32_t var, double *best) {
  double least = is_float(d, var) ? 1e-12 : 1;
  double first = is_float(d, var) ? 1 : 64;
  bool is_better = false;
  for (double step = first; step >= least && *best > 0 && d->steps;) {
    bool helps = try_value(d, var, moved(d, var, step), best) ||
                 try_value(d, var, moved(d, var, -step), best);
    is_better |= helps;
    step = helps && step < 1e15 ? step * 2 : step / 4;
  }
  return is_better;
}

static bool try_constants(descent *d, uint32_t var, double *best) {
  tp_plain_list list = {0};
  bool is_better = false;
  if (d->sorts.at[var] == TP_X_BOOL)
    VEC_PUSH(&list, !d->values[var]);
  if (is_float(d, var))
    tp_plain_floats(d->exprs, d->q, (tp_sort)d->sorts.at[var], &list);
  for (uint32_t i = 0; i<list.n && * best> 0; i++)
    is_better |= try_value(d, var, list.at[i], best);
  VEC_FREE(&list);
  return is_better;
}

static void find_sorts(descent *d) {
  tp_map seen = {0};
  tp_vec_u32 work = {0};
  VEC_RESIZE(&d->sorts, d->q->vars.n);
  VEC_RESIZE(&d->widths, d->q->vars.n);
  for (uint32_t i = 0; i < d->q->items.n; i++)
    VEC_PUSH(&work, d->q->items.at[i].e);
  while (work.n) {
    bool is_new;
    tp_expr e = VEC_POP(&work);
    tp_map_put(&seen, e, &is_new);
    const tp_expr_node *n = tp_expr_get(d->exprs, e);
    if (!is_new || n->op == TP_E_CONST)
      continue;
    if (n->op == TP_E_VAR) {
      uint32_t at = place_of(d, (uint32_t)n->bits);
      d->sorts.at[at] = n->sort;
      d->widths.at[at] = n->width;
      continue;
    }
    tp_expr kids[] = {n->a, n->b, n->c};
    for (int k = 0; k < 3; k++)
      if (kids[k])
        VEC_PUSH(&work, kids[k]);
  }
  tp_map_free(&seen);
  VEC_FREE(&work);
}

/* In a hollow: what is not satisfied counts more from now on. */
static void lift(descent *d) {
  tp_expr_eval(d->exprs, d->q->items.at[0].e, value_of, d);
  for (uint32_t i = 0; i < d->q->items.n; i++)
    if (!eval(d, d->q->items.at[i].e))
      d->weights.at[i] *= 2;
}

static bool improve(descent *d, double *best) {
  bool is_better = false;
  for (uint32_t v = 0; v<d->q->vars.n && * best> 0 && d->steps; v++) {
    is_better |= try_constants(d, v, best);
    if (*best > 0 && d->sorts.at[v] != TP_X_BOOL)
      is_better |= walk(d, v, best);
  }
  return is_better;
}

bool tp_descend(tp_exprs *exprs, const tp_query *q, uint64_t *values,
                uint32_t steps, const tp_budget *budget) {
  descent d = {.exprs = exprs,
               .q = q,
               .values = values,
               .steps = steps,
               .budget = budget};
  find_sorts(&d);
  for (uint32_t i = 0; i < q->items.n; i++)
    VEC_PUSH(&d.weights, 1);
  double best = cost(&d);
  while (best > 0 && d.steps) {
    if (improve(&d, &best))
      continue;
    lift(&d);
    best = cost(&d);
  }
  VEC_FREE(&d.sorts);
  VEC_FREE(&d.widths);
  VEC_FREE(&d.weights);
  return best == 0;
}
