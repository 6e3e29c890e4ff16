/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addend by addend: the arm that moves the sum nearest to where it should be,
 * if that arm can be taken together with what is settled already. */
#include "decide/sum.h"

#include "base/limits.h"
#include "decide/choices.h"
#include "expr/addends.h"
#include "expr/node.h"

#define MIN_ADDENDS 24 /* fewer are no trouble for the solver */

typedef struct addend {
  tp_expr e;
  uint64_t times; /* it occurs in the sum */
  int64_t value;  /* for the values of the pack, all times together */
} addend;

typedef struct sum {
  tp_exprs *x;
  unsigned width;
  VEC(addend) at;
  int64_t value;
  int64_t low, high; /* where it should be, both inside */
} sum;

static int64_t as_signed(uint64_t bits, unsigned width) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  uint64_t mask = sign | (sign - 1);
  return (int64_t)(((bits & mask) ^ sign) - sign);
}

static bool is_sum(const tp_expr_node *n) {
  return n->op == TP_E_BV && n->aux == TP_BV_ADD;
}

static void find_addends(sum *s, tp_expr e) {
  tp_addend_list all = {0};
  tp_expr_addends(s->x, e, &all);
  for (uint32_t i = 0; i < all.n; i++)
    VEC_PUSH(&s->at, (addend){all.at[i].e, all.at[i].times, 0});
  VEC_FREE(&all);
}

/* Wraps round: whether the sum is where it should be is asked in the end. */
static int64_t added(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t all_times(const sum *s, const addend *a, uint64_t bits) {
  return (int64_t)(a->times * (uint64_t)as_signed(bits, s->width));
}

/* pred as: the sum lies in low .. high. What is not said so is left. */
static bool read_limit(sum *s, tp_expr pred, tp_expr *e) {
  const tp_expr_node *n = tp_expr_get(s->x, pred);
  bool is_not = n->op == TP_E_NOT;
  uint64_t bits;
  if (is_not)
    n = tp_expr_get(s->x, n->a);
  if ((n->op != TP_E_EQ && n->op != TP_E_SLT && n->op != TP_E_ULT) ||
      !tp_expr_constant(s->x, n->b, &bits) || !is_sum(tp_expr_get(s->x, n->a)))
    return false;
  *e = n->a;
  s->width = tp_expr_width(s->x, n->a);
  int64_t k = as_signed(bits, s->width);
  s->low = n->op == TP_E_ULT ? 0 : INT64_MIN;
  s->high = INT64_MAX;
  if (n->op == TP_E_EQ && is_not)
    s->low = k + 1; /* it is k now: one more will do */
  else if (n->op == TP_E_EQ)
    s->low = s->high = k;
  else if (is_not)
    s->low = k;
  else
    s->high = k - 1;
  return true;
}

static bool is_reached(const sum *s) {
  return s->low <= s->value && s->value <= s->high;
}

static uint64_t distance(const sum *s, int64_t value) {
  if (value < s->low)
    return (uint64_t)s->low - (uint64_t)value;
  return value > s->high ? (uint64_t)value - (uint64_t)s->high : 0;
}

/* The sum if an addend had another value. */
static int64_t moved(const sum *s, const addend *a, int64_t value) {
  return (int64_t)((uint64_t)s->value - (uint64_t)a->value + (uint64_t)value);
}

/* The arm of an addend that brings the sum nearest; 0: the one it has. */
static tp_expr best_arm(const sum *s, const addend *a, int64_t *value) {
  tp_vec_u32 arms = {0};
  tp_expr best = 0;
  uint64_t least = distance(s, s->value);
  if (tp_choices(s->x, a->e, TP_LIMIT_DECIDE_SUM_CHOICES, &arms)) {
    for (uint32_t i = 0; i < arms.n; i++) {
      uint64_t bits;
      if (!tp_expr_constant(s->x, arms.at[i], &bits))
        continue;
      int64_t here = all_times(s, a, bits);
      uint64_t off = distance(s, moved(s, a, here));
      if (off < least) {
        least = off;
        best = arms.at[i];
        *value = here;
      }
    }
  }
  VEC_FREE(&arms);
  return best;
}

static void measure(sum *s, tp_pack *p) {
  s->value = 0;
  for (uint32_t i = 0; i < s->at.n; i++) {
    addend *a = &s->at.at[i];
    a->value = all_times(s, a, tp_pack_value(p, a->e));
    s->value = added(s->value, a->value);
  }
}

/* Choices that are hard for the solver are not worth a try each. */
static void approach(sum *s, tp_pack *p) {
  for (uint32_t i = 0; i < s->at.n && !is_reached(s) && !p->gave_up; i++) {
    int64_t value = 0;
    tp_expr arm = best_arm(s, &s->at.at[i], &value);
    if (!arm ||
        tp_pack_require(p, TP_GUARD_ROOT,
                        tp_expr_eq(s->x, s->at.at[i].e, arm)) != TP_PACK_ADDED)
      continue;
    s->value = moved(s, &s->at.at[i], value);
    s->at.at[i].value = value;
  }
}

/* A limit of so large a sum; *e is the sum. */
static bool read_sum(sum *s, tp_exprs *x, tp_expr pred, tp_expr *e) {
  *s = (sum){.x = x};
  return read_limit(s, pred, e) && tp_expr_has_addends(x, *e, MIN_ADDENDS);
}

static bool is_sum_limit(tp_exprs *x, tp_expr pred) {
  sum s;
  tp_expr e;
  return read_sum(&s, x, pred, &e);
}

/* Whether there is one on the way to a guard; remembered for each. */
static bool has_sum(tp_pack *p, tp_guard guard) {
  const tp_guards *g = &p->model->guards;
  tp_guard at = guard;
  uint8_t answer = 1;
  for (; at != TP_GUARD_ROOT && answer == 1; at = g->at.at[at].above) {
    if (p->guard_sum.at[at]) {
      answer = p->guard_sum.at[at];
      break;
    }
    if (is_sum_limit(p->model->exprs, g->at.at[at].literal))
      answer = 2;
  }
  for (tp_guard on = guard; on != at; on = g->at.at[on].above)
    p->guard_sum.at[on] = answer;
  return answer == 2;
}

bool tp_sum_is(tp_pack *p, const tp_instance *i, uint32_t k) {
  return has_sum(p, i->guard) ||
         is_sum_limit(p->model->exprs, tp_model_branch(p->model, i, k));
}

/* Make pred true: a limit of a sum step by step, anything else at once. */
static bool settle(tp_pack *p, tp_expr pred) {
  sum s;
  tp_expr e;
  bool is_sum = read_sum(&s, p->model->exprs, pred, &e);
  if (is_sum && !tp_pack_value(p, pred)) {
    find_addends(&s, e);
    measure(&s, p);
    approach(&s, p);
  }
  VEC_FREE(&s.at);
  return is_sum ? tp_pack_value(p, pred) != 0
                : tp_pack_require(p, TP_GUARD_ROOT, pred) == TP_PACK_ADDED;
}

/* Limits of sums come last, in their order: a later one may move what an
 * earlier one settled, so all are looked at again at the end. */
bool tp_sum_add(tp_pack *p, const tp_instance *i, uint32_t k) {
  const tp_guards *g = &p->model->guards;
  tp_exprs *x = p->model->exprs;
  VEC(tp_expr) limits = {0};
  bool ok = true;
  for (tp_guard at = i->guard; at != TP_GUARD_ROOT && ok && !p->gave_up;
       at = g->at.at[at].above) {
    if (is_sum_limit(x, g->at.at[at].literal))
      VEC_PUSH(&limits, g->at.at[at].literal);
    else
      ok = settle(p, g->at.at[at].literal);
  }
  while (ok && limits.n && !p->gave_up)
    ok = settle(p, VEC_POP(&limits));
  VEC_FREE(&limits);
  ok = ok && !p->gave_up && settle(p, tp_model_branch(p->model, i, k));
  for (tp_guard at = i->guard; at != TP_GUARD_ROOT && ok;
       at = g->at.at[at].above)
    ok = tp_pack_value(p, g->at.at[at].literal);
  return ok && tp_pack_add(p, i, k) == TP_PACK_ADDED;
}
