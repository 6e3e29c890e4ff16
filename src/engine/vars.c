/* Input variables by key. */
#include "engine/vars.h"

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

uint32_t tp_vars_of(tp_vars *vars, tp_exprs *exprs, const tp_var *what) {
  bool is_new;
  uint32_t *slot = tp_map_put(&vars->by_key, what->key, &is_new);
  if (!is_new && vars->at.at[*slot].type == what->type)
    return *slot;
  uint32_t var = vars->at.n;
  *slot = var;
  VEC_PUSH(&vars->at, *what);
  vars->at.at[var].bits = memory_bits(exprs, var, (tp_wire_type)what->type);
  return var;
}

void tp_vars_free(tp_vars *vars) {
  VEC_FREE(&vars->at);
  tp_map_free(&vars->by_key);
}
