/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits are about one variable each: they connect nothing, so slicing keeps
 * just those of the variables that are asked about. */
#include "smt/limited.h"

void tp_limited_free(tp_limited *l) {
  VEC_FREE(&l->conds);
  VEC_FREE(&l->vars);
  VEC_FREE(&l->named);
  tp_map_free(&l->seen);
}

static void add_of(tp_limited *l, tp_exprs *x, uint32_t var) {
  tp_expr limit = tp_expr_limit_of(x, var);
  bool is_new = false;
  if (limit)
    tp_map_put(&l->seen, var, &is_new);
  if (!is_new)
    return;
  VEC_PUSH(&l->conds, limit);
  VEC_PUSH(&l->vars, var);
}

const tp_expr *tp_limited_query(tp_limited *l, tp_exprs *x,
                                const tp_expr *conds, uint32_t *n) {
  VEC_CLEAR(&l->vars);
  if (!tp_exprs_have_limits(x))
    return conds;
  VEC_CLEAR(&l->conds);
  tp_map_clear(&l->seen);
  VEC_CLEAR(&l->named);
  tp_expr_vars_begin(x);
  for (uint32_t i = 0; i < *n; i++) {
    VEC_PUSH(&l->conds, conds[i]);
    tp_expr_vars_add(x, conds[i], &l->named);
  }
  for (uint32_t i = 0; i < l->named.n; i++)
    add_of(l, x, l->named.at[i]);
  *n = l->conds.n;
  return l->conds.at;
}

void tp_limited_split(const tp_limited *l, uint32_t n, tp_smt_result *out) {
  uint32_t own = 0;
  for (uint32_t i = 0; i < out->core.n; i++) {
    uint32_t index = out->core.at[i];
    if (index < n)
      out->core.at[own++] = index;
    else
      VEC_PUSH(&out->limited, l->vars.at[index - n]);
  }
  out->core.n = own;
}
