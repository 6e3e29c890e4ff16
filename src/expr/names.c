/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/names.c - variables that stand for values. The simplifier can't look
 * through them; whoever has to know puts the values in their place. */
#include "expr/pool.h"

void tp_expr_name(tp_exprs *x, uint32_t var, tp_expr value) {
  if (var >= x->names.n)
    VEC_RESIZE(&x->names, var + 1);
  x->names.at[var] = tp_expr_plain(x, value);
}

void tp_expr_name_late(tp_exprs *x, uint32_t var, tp_expr value) {
  tp_expr_name(x, var, value);
  VEC_CLEAR(&x->plain);
}

static tp_expr done(const tp_exprs *x, tp_expr e) {
  return e < x->plain.n ? x->plain.at[e] : 0;
}

static void set_done(tp_exprs *x, tp_expr e, tp_expr plain) {
  if (e >= x->plain.n)
    VEC_RESIZE(&x->plain, e + 1);
  x->plain.at[e] = plain;
}

/* What a leaf stands for. */
static tp_expr leaf(const tp_exprs *x, tp_expr e, const tp_expr_node *n) {
  bool is_name =
      n->op == TP_E_VAR && n->bits < x->names.n && x->names.at[n->bits];
  return is_name ? x->names.at[n->bits] : e;
}

/* The kids first: true if all of them are known. */
static bool push_kids(const tp_exprs *x, const tp_expr_node *n,
                      tp_vec_u32 *work) {
  uint32_t before = work->n;
  const tp_expr kids[3] = {n->a, n->b, n->c};
  for (unsigned i = 0; i < 3; i++)
    if (kids[i] && !done(x, kids[i]))
      VEC_PUSH(work, kids[i]);
  return work->n == before;
}

tp_expr tp_expr_plain(tp_exprs *x, tp_expr e) {
  if (!x->names.n || !e || done(x, e))
    return x->names.n && e ? done(x, e) : e;
  tp_vec_u32 work = {0};
  VEC_PUSH(&work, e);
  while (work.n) {
    tp_expr top = VEC_LAST(&work);
    tp_expr_node n = *tp_expr_get(x, top);
    if (!done(x, top) && !push_kids(x, &n, &work))
      continue;
    work.n--;
    if (done(x, top))
      continue;
    set_done(
        x, top,
        n.a ? tp_expr_rebuild(x, top, done(x, n.a), done(x, n.b), done(x, n.c))
            : leaf(x, top, &n));
  }
  VEC_FREE(&work);
  return done(x, e);
}

bool tp_expr_known(tp_exprs *x, tp_expr e, uint64_t *bits) {
  return tp_expr_constant(x, tp_expr_plain(x, e), bits);
}
