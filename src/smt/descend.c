/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost is the distance of each predicate from holding (expr/distance.h).
 * Moves: the constants of the query, steps that grow while they help and shrink
 * when not, single bits. Where no move helps, what does not hold gets more
 * weight. */
#include "smt/descend.h"

#include "expr/distance.h"
#include "expr/node.h"

#define NODES_A_PART 16
#define PARTS_A_STEP 64 /* a large query has fewer steps */

typedef struct descent {
  tp_exprs *exprs;
  const tp_query *q;
  uint64_t *values;    /* of q->vars */
  VEC(uint8_t) sorts;  /* of q->vars: tp_sort */
  VEC(uint8_t) widths; /* of q->vars */
  VEC(double) weights; /* of q->items */
  VEC(bool) matters;   /* of q->vars: one is in what does not hold */
  uint32_t steps;      /* left */
  tp_distance distance;
  uint32_t size; /* nodes of the query: each step evaluates them */
  const tp_budget *budget;
} descent;

static uint64_t value_of(void *state, uint32_t var) {
  const descent *d = state;
  return d->values[tp_query_place_of(d->q, var)];
}

static double cost(descent *d) {
  double sum = 0;
  uint32_t used =
      1 + (d->distance.parts + d->q->items.n + d->size / NODES_A_PART) /
              PARTS_A_STEP;
  d->steps -= used < d->steps ? used : d->steps;
  if (d->budget && tp_budget_over(d->budget) != TP_STOP_NONE)
    d->steps = 0;
  tp_distance_begin(&d->distance);
  for (uint32_t i = 0; i < d->q->items.n; i++)
    sum += d->weights.at[i] *
           tp_distance_of(&d->distance, d->q->items.at[i].e, true);
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

static uint64_t mask_of(const descent *d, uint32_t var) {
  unsigned width = d->widths.at[var];
  return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static uint64_t moved(const descent *d, uint32_t var, double step) {
  if (is_float(d, var)) {
    tp_sort sort = (tp_sort)d->sorts.at[var];
    return tp_plain_bits(tp_expr_real(d->values[var], sort) + step, sort);
  }
  return (d->values[var] + (uint64_t)(int64_t)step) & mask_of(d, var);
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
  else if (is_float(d, var))
    tp_plain_floats(d->exprs, d->q, (tp_sort)d->sorts.at[var], &list);
  else
    tp_plain_integers(d->exprs, d->q, &list);
  for (uint32_t i = 0; i<list.n && * best> 0; i++)
    is_better |= try_value(d, var, list.at[i] & mask_of(d, var), best);
  VEC_FREE(&list);
  return is_better;
}

/* What masks and remainders ask for lies on no slope. */
static bool flip_bits(descent *d, uint32_t var, double *best) {
  bool is_better = false;
  for (unsigned k = 0; k < d->widths.at[var] && *best > 0 && d->steps; k++)
    is_better |= try_value(d, var, d->values[var] ^ UINT64_C(1) << k, best);
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
      uint32_t at = tp_query_place_of(d->q, (uint32_t)n->bits);
      d->sorts.at[at] = n->sort;
      d->widths.at[at] = n->width;
      continue;
    }
    tp_expr kids[] = {n->a, n->b, n->c};
    for (int k = 0; k < 3; k++)
      if (kids[k])
        VEC_PUSH(&work, kids[k]);
  }
  d->size = seen.n;
  tp_map_free(&seen);
  VEC_FREE(&work);
}

/* In a hollow: what is not satisfied counts more from now on. */
static void lift(descent *d) {
  tp_distance_begin(&d->distance);
  for (uint32_t i = 0; i < d->q->items.n; i++)
    if (tp_distance_of(&d->distance, d->q->items.at[i].e, true) > 0)
      d->weights.at[i] *= 2;
}

/* To move any other variable makes nothing better. */
static void find_what_matters(descent *d) {
  VEC_CLEAR(&d->matters);
  for (uint32_t v = 0; v < d->q->vars.n; v++)
    VEC_PUSH(&d->matters, false);
  tp_distance_begin(&d->distance);
  for (uint32_t i = 0; i < d->q->items.n; i++) {
    uint32_t n;
    tp_expr e = d->q->items.at[i].e;
    if (tp_distance_of(&d->distance, e, true) == 0)
      continue;
    const uint32_t *var = tp_expr_vars(d->exprs, e, &n);
    for (uint32_t k = 0; k < n; k++)
      d->matters.at[tp_query_place_of(d->q, var[k])] = true;
  }
}

static bool improve(descent *d, double *best) {
  bool is_better = false;
  find_what_matters(d);
  for (uint32_t v = 0; v<d->q->vars.n && * best> 0 && d->steps; v++) {
    if (!d->matters.at[v])
      continue;
    is_better |= try_constants(d, v, best);
    if (*best > 0 && d->sorts.at[v] != TP_X_BOOL)
      is_better |= walk(d, v, best);
  }
  for (uint32_t v = 0; v < d->q->vars.n && !is_better && d->steps; v++)
    if (*best > 0 && d->matters.at[v] && !is_float(d, v) &&
        d->sorts.at[v] != TP_X_BOOL)
      is_better |= flip_bits(d, v, best);
  return is_better;
}

bool tp_descend(tp_exprs *exprs, const tp_query *q, uint64_t *values,
                uint32_t steps, const tp_budget *budget) {
  descent d = {.exprs = exprs,
               .q = q,
               .values = values,
               .steps = steps,
               .budget = budget};
  d.distance = (tp_distance){.exprs = exprs, .values = value_of, .state = &d};
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
  VEC_FREE(&d.matters);
  return best == 0;
}
