/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See expr/distance.h. */
#include "expr/distance.h"

#include "base/limits.h"
#include "expr/pool.h"

#include <math.h>

void tp_distance_begin(tp_distance *d) {
  d->parts = 0;
  tp_expr_memo_begin(d->exprs);
}

double tp_expr_real(uint64_t bits, tp_sort sort) {
  double d;
  if (sort == TP_X_F32) {
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return (double)f;
  }
  memcpy(&d, &bits, sizeof d);
  return d;
}

static uint64_t eval(tp_distance *d, tp_expr e) {
  return tp_expr_eval_more(d->exprs, e, d->values, d->state);
}

/* A side of a comparison as a number. */
static double number_of(tp_distance *d, tp_expr e, bool is_signed) {
  const tp_expr_node *n = tp_expr_get(d->exprs, e);
  tp_sort sort = (tp_sort)n->sort;
  unsigned width = n->width;
  uint64_t bits = eval(d, e);
  if (tp_is_fp(sort))
    return tp_expr_real(bits, sort);
  return is_signed ? (double)tp_signed(bits, width) : (double)bits;
}

double tp_distance_squeezed(double apart) {
  if (!(apart >= 0))
    return 1; /* NaN */
  double far = log2(1 + apart) / 1100;
  return 1e-9 + apart / (1 + apart) / 2 + far / 2;
}

static double cost_of(tp_distance *d, tp_expr e, bool wanted, unsigned depth);

static double least(double a, double b) {
  return a < b ? a : b;
}

/* A comparison, or what is left of it when one of its sides is a choice. */
typedef struct atom {
  tp_expr_op op;
  tp_expr a, b;
  bool wanted;
} atom;

static bool holds(const atom *t, double a, double b) {
  switch (t->op) {
  case TP_E_EQ:
  case TP_E_FP_EQ:
    return a == b;
  case TP_E_FP_LE:
    return a <= b;
  default:
    return a < b;
  }
}

/* Bound: as cost_of. */
static double atom_cost(tp_distance *d, atom t, unsigned depth) {
  for (int k = 0; k < 2; k++) {
    tp_expr *side = k ? &t.b : &t.a;
    tp_expr_node n = *tp_expr_get(d->exprs, *side);
    if (n.op != TP_E_ITE || depth > TP_LIMIT_EXPR_DISTANCE_DEPTH ||
        ++d->parts > TP_LIMIT_EXPR_DISTANCE_PARTS)
      continue;
    *side = n.b;
    double yes = cost_of(d, n.a, true, depth + 1) + atom_cost(d, t, depth + 1);
    *side = n.c;
    double no = cost_of(d, n.a, false, depth + 1) + atom_cost(d, t, depth + 1);
    return least(yes, no);
  }
  bool is_signed = t.op != TP_E_ULT;
  double a = number_of(d, t.a, is_signed), b = number_of(d, t.b, is_signed);
  return holds(&t, a, b) == t.wanted ? 0 : tp_distance_squeezed(fabs(a - b));
}

/* Bound: TP_LIMIT_EXPR_DISTANCE_DEPTH deep, and TP_LIMIT_EXPR_DISTANCE_PARTS
 * since begin. */
static double cost_of(tp_distance *d, tp_expr e, bool wanted, unsigned depth) {
  if ((eval(d, e) != 0) == wanted)
    return 0;
  tp_expr_node n = *tp_expr_get(d->exprs, e);
  if (depth > TP_LIMIT_EXPR_DISTANCE_DEPTH ||
      ++d->parts > TP_LIMIT_EXPR_DISTANCE_PARTS)
    return 1;
  if (n.op == TP_E_NOT)
    return cost_of(d, n.a, !wanted, depth + 1);
  if (n.op == TP_E_ITE) {
    double yes =
        cost_of(d, n.a, true, depth + 1) + cost_of(d, n.b, wanted, depth + 1);
    double no =
        cost_of(d, n.a, false, depth + 1) + cost_of(d, n.c, wanted, depth + 1);
    return least(yes, no);
  }
  if (n.op != TP_E_AND && n.op != TP_E_OR) {
    bool is_atom = n.a && n.b && tp_expr_sort(d->exprs, n.a) != TP_X_BOOL;
    return is_atom ? atom_cost(d, (atom){(tp_expr_op)n.op, n.a, n.b, wanted},
                               depth + 1)
                   : 1;
  }
  double a = cost_of(d, n.a, wanted, depth + 1);
  double b = cost_of(d, n.b, wanted, depth + 1);
  if ((n.op == TP_E_AND) == wanted)
    return a + b;
  return least(a, b);
}

double tp_distance_of(tp_distance *d, tp_expr e, bool wanted) {
  return cost_of(d, e, wanted, 0);
}
