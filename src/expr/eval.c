/* expr/eval.c - walks over the graph of an expression: its value, its
 * variables.
 *
 * Both walk with an explicit stack and visit a shared node once. The memo is
 * valid where its stamp equals the generation of the walk, so that nothing has
 * to be cleared between calls.
 */
#include "expr/pool.h"

#include "base/diag.h"

#include <stdlib.h>

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

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

/* Append the variables below e to vars_pool, each once, in any order. */
static void collect_vars(tp_exprs *x, tp_expr e) {
  tp_expr_memo_begin(x);
  VEC_CLEAR(&x->stack);
  VEC_PUSH(&x->stack, e);
  while (x->stack.n) {
    tp_expr at = VEC_POP(&x->stack);
    if (is_done(x, at))
      continue;
    x->memo.stamp[at] = x->memo.generation;
    const tp_expr_node *n = &x->nodes.at[at];
    if (n->op == TP_E_VAR)
      VEC_PUSH(&x->vars_pool, (uint32_t)n->bits);
    else if (n->op != TP_E_CONST)
      push_kids(x, n);
  }
}

static void remember_vars(tp_exprs *x, tp_expr e) {
  uint32_t first = x->vars_pool.n;
  VEC_PUSH(&x->vars_pool, 0);
  collect_vars(x, e);
  uint32_t n = x->vars_pool.n - first - 1;
  if (n > 1)
    qsort(x->vars_pool.at + first + 1, n, sizeof(uint32_t), by_number);
  uint32_t kept = 0; /* one variable under two sorts counts once */
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = x->vars_pool.at[first + 1 + i];
    if (!kept || x->vars_pool.at[first + kept] != var)
      x->vars_pool.at[first + 1 + kept++] = var;
  }
  x->vars_pool.n = first + 1 + kept;
  x->vars_pool.at[first] = kept;
  x->vars_at.at[e] = first + 1;
}

const uint32_t *tp_expr_vars(tp_exprs *x, tp_expr e, uint32_t *n) {
  TP_INVARIANT(e && e < x->nodes.n, "an expression id should be of this pool");
  if (x->vars_at.n < x->nodes.n)
    VEC_RESIZE(&x->vars_at, x->nodes.n);
  if (!x->vars_at.at[e])
    remember_vars(x, e);
  uint32_t first = x->vars_at.at[e] - 1;
  *n = x->vars_pool.at[first];
  return x->vars_pool.at + first + 1;
}
