/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/vars.c - the variables of an expression.
 *
 * Most expressions have a few: these are worked out from those of the kids,
 * once for every node, and nodes with the same ones share their list. Of those
 * that have many no list is kept for long: on a path that counts, each
 * condition has one variable more than the one before it.
 */
#include "expr/pool.h"

#include "base/diag.h"

#include <stdlib.h>

#define MANY UINT32_MAX      /* in few_at: more than TP_FEW_VARS */
#define MAX_KEPT (16u << 20) /* words of lists of those that have many */

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

/* ---- a few --------------------------------------------------------------- */

typedef struct few {
  uint32_t at[TP_FEW_VARS];
  uint32_t n;
} few;

/* False: too many. */
static bool add_var(few *f, uint32_t var) {
  uint32_t at = 0;
  while (at < f->n && f->at[at] < var)
    at++;
  if (at < f->n && f->at[at] == var)
    return true;
  if (f->n == TP_FEW_VARS)
    return false;
  memmove(f->at + at + 1, f->at + at, (f->n - at) * sizeof *f->at);
  f->at[at] = var;
  f->n++;
  return true;
}

static uint32_t store(tp_exprs *x, const few *f) {
  uint32_t place = x->few_pool.n;
  VEC_PUSH(&x->few_pool, f->n);
  for (uint32_t i = 0; i < f->n; i++)
    VEC_PUSH(&x->few_pool, f->at[i]);
  return place + 1;
}

static bool has_all(const tp_exprs *x, uint32_t place, const few *f) {
  return x->few_pool.at[place - 1] == f->n;
}

/* What node n, whose kids are known, has. */
static uint32_t few_of_kids(tp_exprs *x, const tp_expr_node *n) {
  const tp_expr kids[3] = {n->a, n->b, n->c};
  few all = {.n = 0};
  for (unsigned i = 0; i < 3; i++) {
    uint32_t place = kids[i] ? x->few_at.at[kids[i]] : 0;
    if (place == MANY)
      return MANY;
    for (uint32_t k = 0; place && k < x->few_pool.at[place - 1]; k++)
      if (!add_var(&all, x->few_pool.at[place + k]))
        return MANY;
  }
  for (unsigned i = 0; i < 3; i++)
    if (kids[i] && has_all(x, x->few_at.at[kids[i]], &all))
      return x->few_at.at[kids[i]];
  return store(x, &all);
}

/* Constants share the first list of all, which is empty. */
static uint32_t few_of_leaf(tp_exprs *x, const tp_expr_node *n) {
  few own = {.at = {(uint32_t)n->bits}, .n = n->op == TP_E_VAR};
  if (!x->few_pool.n)
    VEC_PUSH(&x->few_pool, 0);
  return own.n ? store(x, &own) : 1;
}

/* Kids have smaller ids: all nodes, in their order. */
static void find_few(tp_exprs *x) {
  uint32_t from = x->few_at.n ? x->few_at.n : 1;
  VEC_RESIZE(&x->few_at, x->nodes.n);
  for (tp_expr e = from; e < x->nodes.n; e++) {
    tp_expr_node n = x->nodes.at[e];
    bool is_leaf = n.op == TP_E_CONST || n.op == TP_E_VAR;
    x->few_at.at[e] = is_leaf ? few_of_leaf(x, &n) : few_of_kids(x, &n);
  }
}

const uint32_t *tp_expr_few_vars(tp_exprs *x, tp_expr e, uint32_t *n) {
  TP_INVARIANT(e && e < x->nodes.n, "an expression id should be of this pool");
  if (x->few_at.n <= e)
    find_few(x);
  uint32_t place = x->few_at.at[e];
  *n = place == MANY ? 0 : x->few_pool.at[place - 1];
  return place == MANY ? NULL : x->few_pool.at + place;
}

/* ---- all ----------------------------------------------------------------- */

void tp_expr_vars_begin(tp_exprs *x) {
  tp_expr_memo_begin(x);
}

static bool is_met_first(tp_exprs *x, tp_expr e) {
  bool is_first = x->memo.stamp[e] != x->memo.generation;
  x->memo.stamp[e] = x->memo.generation;
  return is_first;
}

void tp_expr_vars_add(tp_exprs *x, tp_expr e, tp_vec_u32 *out) {
  VEC_CLEAR(&x->stack);
  VEC_PUSH(&x->stack, e);
  while (x->stack.n) {
    tp_expr at = VEC_POP(&x->stack);
    if (!is_met_first(x, at))
      continue;
    const tp_expr_node *n = &x->nodes.at[at];
    if (n->op == TP_E_VAR)
      VEC_PUSH(out, (uint32_t)n->bits);
    if (n->op == TP_E_VAR || n->op == TP_E_CONST)
      continue;
    const tp_expr kids[3] = {n->a, n->b, n->c};
    for (unsigned i = 0; i < 3; i++)
      if (kids[i])
        VEC_PUSH(&x->stack, kids[i]);
  }
}

void tp_expr_vars_sort(tp_vec_u32 *vars, uint32_t from) {
  uint32_t kept = from;
  if (vars->n > from + 1)
    qsort(vars->at + from, vars->n - from, sizeof(uint32_t), by_number);
  for (uint32_t i = from; i < vars->n; i++)
    if (kept == from || vars->at[kept - 1] != vars->at[i])
      vars->at[kept++] = vars->at[i];
  vars->n = kept;
}

static void remember_vars(tp_exprs *x, tp_expr e) {
  if (x->vars_pool.n > MAX_KEPT) {
    VEC_CLEAR(&x->vars_pool);
    memset(x->vars_at.at, 0, x->vars_at.n * sizeof *x->vars_at.at);
  }
  uint32_t first = x->vars_pool.n;
  VEC_PUSH(&x->vars_pool, 0);
  tp_expr_vars_begin(x);
  tp_expr_vars_add(x, e, &x->vars_pool);
  tp_expr_vars_sort(&x->vars_pool, first + 1);
  x->vars_pool.at[first] = x->vars_pool.n - first - 1;
  x->vars_at.at[e] = first + 1;
}

const uint32_t *tp_expr_vars(tp_exprs *x, tp_expr e, uint32_t *n) {
  const uint32_t *known = tp_expr_few_vars(x, e, n);
  if (known)
    return known;
  if (x->vars_at.n < x->nodes.n)
    VEC_RESIZE(&x->vars_at, x->nodes.n);
  if (!x->vars_at.at[e])
    remember_vars(x, e);
  uint32_t first = x->vars_at.at[e] - 1;
  *n = x->vars_pool.at[first];
  return x->vars_pool.at + first + 1;
}
