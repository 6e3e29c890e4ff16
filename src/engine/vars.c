/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input variables by key. */
#include "engine/vars.h"

#include "base/diag.h"

unsigned tp_wire_type_size(tp_wire_type type) {
  static const unsigned char size[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return size[type];
}

/* The value as it lies in memory. A _Bool is 0 or 1, whatever is solved. */
static tp_expr memory_bits(tp_exprs *x, uint32_t var, tp_wire_type type) {
  switch (type) {
  case TP_W_BOOL:
    return tp_expr_bv_of_bool(x, tp_expr_var(x, var, TP_X_BOOL, 1), 8);
  case TP_W_F32:
    return tp_expr_fp_bits(x, tp_expr_var(x, var, TP_X_F32, 32));
  case TP_W_F64:
    return tp_expr_fp_bits(x, tp_expr_var(x, var, TP_X_F64, 64));
  default:
    return tp_expr_var(x, var, TP_X_BV, 8 * tp_wire_type_size(type));
  }
}

/* low <= e <= high */
static tp_expr between(tp_exprs *x, tp_expr e, tp_expr low, tp_expr high,
                       tp_expr (*less)(tp_exprs *, tp_expr, tp_expr)) {
  return tp_expr_and(x, tp_expr_not(x, less(x, e, low)),
                     tp_expr_not(x, less(x, high, e)));
}

static tp_expr float_between(tp_exprs *x, tp_expr bits, tp_wire_type type,
                             const tp_wire_site *s) {
  tp_sort sort = type == TP_W_F32 ? TP_X_F32 : TP_X_F64;
  unsigned width = type == TP_W_F32 ? 32 : 64;
  tp_expr e = tp_expr_fp_of_bits(x, bits, sort);
  tp_expr low = tp_expr_fp_of_bits(x, tp_expr_bv(x, width, s->low), sort);
  tp_expr high = tp_expr_fp_of_bits(x, tp_expr_bv(x, width, s->high), sort);
  return tp_expr_and(x, tp_expr_fp_le(x, low, e), tp_expr_fp_le(x, e, high));
}

/* The limits of the site hold for the variable, whatever is asked about it. */
static void limit(tp_exprs *x, uint32_t var, tp_var *v, const tp_wire_site *s) {
  tp_wire_type type = (tp_wire_type)v->type;
  unsigned width = 8 * tp_wire_type_size(type);
  tp_expr low = tp_expr_bv(x, width, s->low);
  tp_expr high = tp_expr_bv(x, width, s->high);
  bool is_signed = type == TP_W_I8 || type == TP_W_I16 || type == TP_W_I32 ||
                   type == TP_W_I64;
  bool is_float = type == TP_W_F32 || type == TP_W_F64;
  v->plain = s->plain;
  tp_expr_limit(x, var,
                is_float ? float_between(x, v->bits, type, s)
                         : between(x, v->bits, low, high,
                                   is_signed ? tp_expr_slt : tp_expr_ult));
}

/* What it is as an expression. */
static void express(tp_vars *vars, tp_exprs *exprs, uint32_t var) {
  tp_var *v = &vars->at.at[var];
  v->bits = memory_bits(exprs, var, (tp_wire_type)v->type);
  if (vars->plan && v->site < vars->plan->sites.n &&
      vars->plan->sites.at[v->site].is_limited)
    limit(exprs, var, v, &vars->plan->sites.at[v->site]);
}

uint32_t tp_vars_of(tp_vars *vars, tp_exprs *exprs, const tp_var *what) {
  bool is_new;
  uint32_t *slot = tp_map_put(&vars->by_key, what->key, &is_new);
  if (!is_new && vars->at.at[*slot].type == what->type)
    return *slot;
  uint32_t var = vars->at.n;
  *slot = var;
  VEC_PUSH(&vars->at, *what);
  express(vars, exprs, var);
  return var;
}

void tp_vars_express(tp_vars *vars, tp_exprs *exprs) {
  for (uint32_t var = 0; var < vars->at.n; var++)
    express(vars, exprs, var);
}

void tp_vars_check(const tp_vars *vars) {
  for (uint32_t var = 0; var < vars->at.n; var++) {
    uint64_t key = vars->at.at[var].key;
    const uint32_t *last = tp_map_get((tp_map *)&vars->by_key, key);
    TP_INVARIANT(last && *last >= var && *last < vars->at.n &&
                     vars->at.at[*last].key == key,
                 "a key should lead to the last variable of it");
  }
}

void tp_vars_free(tp_vars *vars) {
  VEC_FREE(&vars->at);
  tp_map_free(&vars->by_key);
}
