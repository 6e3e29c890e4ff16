/* Bottom up with a stack; parts without rounding are kept as they are. */
#include "smt/abstract.h"

void tp_abstract_free(tp_abstract *a) {
  tp_map_free(&a->at);
}

static const uint32_t *known(const tp_abstract *a, tp_expr e) {
  return tp_map_get(&a->at, e);
}

static bool push_kids(tp_abstract *a, const tp_expr_node *n, tp_vec_u32 *work) {
  tp_expr kids[] = {n->a, n->b, n->c};
  uint32_t before = work->n;
  for (int i = 0; i < 3; i++)
    if (kids[i] && !known(a, kids[i]))
      VEC_PUSH(work, kids[i]);
  return work->n > before;
}

static tp_expr kid_of(const tp_abstract *a, tp_expr kid) {
  return kid ? *known(a, kid) : 0;
}

tp_expr tp_abstract_of(tp_abstract *a, tp_expr e) {
  tp_vec_u32 work = {0};
  VEC_PUSH(&work, e);
  while (work.n) {
    tp_expr at = VEC_LAST(&work);
    tp_expr_node n = *tp_expr_get(a->exprs, at);
    tp_expr out = at;
    if (n.op == TP_E_FP) {
      out = tp_expr_var(a->exprs, TP_ABSTRACT_VARS + at, (tp_sort)n.sort,
                        n.width);
    } else if (tp_expr_is_rounded(a->exprs, at)) {
      if (push_kids(a, &n, &work))
        continue;
      out = tp_expr_rebuild(a->exprs, at, kid_of(a, n.a), kid_of(a, n.b),
                            kid_of(a, n.c));
    }
    *tp_map_put(&a->at, at, NULL) = out;
    work.n--;
  }
  VEC_FREE(&work);
  return *known(a, e);
}
