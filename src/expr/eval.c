/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/eval.c - the value of an expression.
 *
 * The walk has an explicit stack and visits a shared node once. The memo is
 * valid where its stamp equals the generation of the walk, so that nothing has
 * to be cleared between calls.
 */
#include "expr/pool.h"

#include "base/diag.h"

static void make_room(tp_exprs *x) {
  tp_expr_memo *m = &x->memo;
  if (m->cap >= x->nodes.n)
    return;
  uint32_t cap = x->nodes.cap;
  m->value = tp_realloc(m->value, cap, sizeof *m->value);
  m->stamp = tp_realloc(m->stamp, cap, sizeof *m->stamp);
  memset(m->stamp + m->cap, 0, (cap - m->cap) * sizeof *m->stamp);
  m->cap = cap;
}

void tp_expr_memo_begin(tp_exprs *x) {
  tp_expr_memo *m = &x->memo;
  make_room(x);
  if (++m->generation == 0) {
    memset(m->stamp, 0, m->cap * sizeof *m->stamp);
    m->generation = 1;
  }
}

static bool is_done(const tp_exprs *x, tp_expr e) {
  return !e || x->memo.stamp[e] == x->memo.generation;
}

static void set_value(tp_exprs *x, tp_expr e, uint64_t value) {
  x->memo.value[e] = value;
  x->memo.stamp[e] = x->memo.generation;
}

/* Push the kids of n that have no value yet; false if there are none. */
static bool push_kids(tp_exprs *x, const tp_expr_node *n) {
  const tp_expr kids[3] = {n->a, n->b, n->c};
  bool pushed = false;
  for (unsigned i = 0; i < 3; i++)
    if (!is_done(x, kids[i])) {
      VEC_PUSH(&x->stack, kids[i]);
      pushed = true;
    }
  return pushed;
}

static void eval_top(tp_exprs *x, tp_expr_values values, void *state) {
  tp_expr e = VEC_LAST(&x->stack);
  const tp_expr_node *n = &x->nodes.at[e];
  if (n->op == TP_E_CONST) {
    set_value(x, e, n->bits);
  } else if (n->op == TP_E_VAR) {
    set_value(x, e, values(state, (uint32_t)n->bits) & tp_mask(n->width));
  } else {
    if (push_kids(x, n))
      return;
    const uint64_t *v = x->memo.value;
    uint64_t b = n->b ? v[n->b] : 0, c = n->c ? v[n->c] : 0;
    set_value(x, e, tp_expr_apply(n, x->nodes.at[n->a].width, v[n->a], b, c));
  }
  (void)VEC_POP(&x->stack);
}

uint64_t tp_expr_eval(tp_exprs *x, tp_expr e, tp_expr_values values,
                      void *state) {
  tp_expr_memo_begin(x);
  return tp_expr_eval_more(x, e, values, state);
}

uint32_t tp_expr_walk(const tp_exprs *x) {
  return x->memo.generation;
}

uint64_t tp_expr_eval_more(tp_exprs *x, tp_expr e, tp_expr_values values,
                           void *state) {
  TP_INVARIANT(e && e < x->nodes.n, "an expression id should be of this pool");
  make_room(x);
  VEC_CLEAR(&x->stack);
  VEC_PUSH(&x->stack, e);
  while (x->stack.n)
    if (is_done(x, VEC_LAST(&x->stack)))
      (void)VEC_POP(&x->stack);
    else
      eval_top(x, values, state);
  return x->memo.value[e];
}

bool tp_expr_all_hold(tp_exprs *x, const tp_expr *es, uint32_t n,
                      tp_expr_values values, void *state) {
  bool ok = true;
  tp_expr_memo_begin(x);
  for (uint32_t i = 0; i < n && ok; i++)
    ok = tp_expr_eval_more(x, es[i], values, state);
  return ok;
}
