/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each node is looked at once; what overflows is found before anything is
 * built, as building may end an evaluation. */
#include "expr/overflow.h"

#include "base/map.h"
#include "expr/node.h"

static bool may_overflow(const tp_expr_node *n) {
  return n->op == TP_E_BV && (n->width == 32 || n->width == 64) &&
         (n->aux == TP_BV_ADD || n->aux == TP_BV_SUB || n->aux == TP_BV_MUL);
}

static void find(tp_exprs *x, const tp_expr *es, uint32_t n, tp_vec_u32 *out) {
  tp_vec_u32 work = {0};
  tp_map seen = {0};
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&work, es[i]);
  while (work.n) {
    tp_expr e = VEC_POP(&work);
    const tp_expr_node *node = tp_expr_get(x, e);
    bool is_new;
    tp_map_put(&seen, e, &is_new);
    if (!is_new || node->op == TP_E_CONST || node->op == TP_E_VAR)
      continue;
    if (may_overflow(node))
      VEC_PUSH(out, e);
    for (int i = 0; i < 3; i++)
      if ((&node->a)[i])
        VEC_PUSH(&work, (&node->a)[i]);
  }
  tp_map_free(&seen);
  VEC_FREE(&work);
}

static bool overflows(unsigned width, unsigned op, uint64_t a, uint64_t b) {
  int64_t x = (int64_t)(a << (64 - width)), y = (int64_t)(b << (64 - width));
  int64_t out;
  switch (op) { /* of 32 bits: in the upper half */
  case TP_BV_ADD:
    return __builtin_add_overflow(x, y, &out);
  case TP_BV_SUB:
    return __builtin_sub_overflow(x, y, &out);
  default:
    return __builtin_mul_overflow(x >> (64 - width), y, &out);
  }
}

/* 0: it is not easily said. */
static tp_expr it_fits(tp_exprs *x, tp_expr e) {
  tp_expr_node n = *tp_expr_get(x, e);
  if (n.aux == TP_BV_MUL)
    return n.width == 32 ? tp_expr_eq(x, tp_expr_sext(x, e, 64),
                                      tp_expr_bv_op(x, TP_BV_MUL,
                                                    tp_expr_sext(x, n.a, 64),
                                                    tp_expr_sext(x, n.b, 64)))
                         : 0;
  tp_expr b = n.aux == TP_BV_SUB ? tp_expr_bv_op(x, TP_BV_XOR, n.a, n.b)
                                 : tp_expr_bv_op(x, TP_BV_XOR, n.b, e);
  tp_expr wrong =
      tp_expr_bv_op(x, TP_BV_AND, tp_expr_bv_op(x, TP_BV_XOR, n.a, e), b);
  return tp_expr_not(x, tp_expr_slt(x, wrong, tp_expr_bv(x, n.width, 0)));
}

bool tp_expr_overflows(tp_exprs *x, const tp_expr *es, uint32_t n,
                       tp_expr_values values, void *state, tp_vec_u32 *fits) {
  tp_vec_u32 all = {0};
  uint32_t kept = 0;
  find(x, es, n, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    tp_expr_node node = *tp_expr_get(x, all.at[i]);
    uint64_t a = i ? tp_expr_eval_more(x, node.a, values, state)
                   : tp_expr_eval(x, node.a, values, state);
    uint64_t b = tp_expr_eval_more(x, node.b, values, state);
    if (overflows(node.width, node.aux, a, b))
      all.at[kept++] = all.at[i];
  }
  for (uint32_t i = 0; i < kept; i++) {
    tp_expr fit = it_fits(x, all.at[i]);
    if (fit)
      VEC_PUSH(fits, fit);
  }
  VEC_FREE(&all);
  return kept > 0;
}
