/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth first through if-then-else; shared arms are looked at again, within
 * a bound. */
#include "decide/choices.h"

#include "expr/node.h"

static void add_once(tp_vec_u32 *v, uint32_t x) {
  for (uint32_t i = 0; i < v->n; i++)
    if (v->at[i] == x)
      return;
  VEC_PUSH(v, x);
}

bool tp_choices(tp_exprs *x, tp_expr value, uint32_t max, tp_vec_u32 *out) {
  tp_vec_u32 work = {0};
  uint32_t limit = 8 * max;
  VEC_PUSH(&work, value);
  for (uint32_t i = 0; i < work.n && work.n < limit; i++) {
    tp_expr_node n = *tp_expr_get(x, work.at[i]);
    if (n.op == TP_E_ITE) {
      VEC_PUSH(&work, n.b);
      VEC_PUSH(&work, n.c);
    } else if (n.op == TP_E_OF_BOOL) { /* if-then-else of 1 and 0 */
      add_once(out, tp_expr_bv(x, n.width, 0));
      add_once(out, tp_expr_bv(x, n.width, 1));
    } else {
      add_once(out, work.at[i]);
    }
  }
  bool ok = work.n < limit && out->n <= max;
  VEC_FREE(&work);
  return ok;
}
