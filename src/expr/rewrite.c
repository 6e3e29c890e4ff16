/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bottom up with a stack. */
#include "expr/rewrite.h"

#include "expr/node.h"

void tp_rewrite_free(tp_rewrite *r) {
  tp_map_free(&r->at);
}

static bool push_kids(tp_rewrite *r, const tp_expr_node *n, tp_vec_u32 *work) {
  tp_expr kids[] = {n->a, n->b, n->c};
  uint32_t before = work->n;
  for (int i = 0; i < 3; i++)
    if (kids[i] && !tp_map_get(&r->at, kids[i]))
      VEC_PUSH(work, kids[i]);
  return work->n > before;
}

static tp_expr kid_of(const tp_rewrite *r, tp_expr kid) {
  return kid ? *tp_map_get(&r->at, kid) : 0;
}

tp_expr tp_rewrite_of(tp_rewrite *r, tp_expr e) {
  tp_vec_u32 work = {0};
  VEC_PUSH(&work, e);
  while (work.n) {
    tp_expr at = VEC_LAST(&work);
    tp_expr out = r->replace(r->state, at);
    if (!out) {
      tp_expr_node n = *tp_expr_get(r->exprs, at);
      if (push_kids(r, &n, &work))
        continue;
      out = tp_expr_rebuild(r->exprs, at, kid_of(r, n.a), kid_of(r, n.b),
                            kid_of(r, n.c));
    }
    *tp_map_put(&r->at, at, NULL) = out;
    work.n--;
  }
  VEC_FREE(&work);
  return *tp_map_get(&r->at, e);
}
