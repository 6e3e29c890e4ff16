/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts without hard arithmetic are kept as they are. */
#include "smt/abstract.h"

#include "expr/node.h"

static tp_expr replace(void *state, tp_expr e) {
  tp_exprs *x = state;
  if (!tp_expr_is_hard(x, e))
    return e;
  if (!tp_expr_is_hard_op(x, e))
    return 0;
  const tp_expr_node *n = tp_expr_get(x, e);
  return tp_expr_var(x, TP_ABSTRACT_VARS + e, (tp_sort)n->sort, n->width);
}

void tp_abstract_init(tp_rewrite *r, tp_exprs *exprs) {
  *r = (tp_rewrite){.exprs = exprs, .replace = replace, .state = exprs};
}
