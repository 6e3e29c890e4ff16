/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries with products of variables: some of these are given a value, and what
 * is left is linear. Which ones: of a quotient those of the divisor, of a
 * product those of one operand, then those of the other. Which values: those of
 * now, and those of a model that leaves the products open. */
#include "smt/inside.h"

#include "base/limits.h"
#include "expr/node.h"
#include "expr/pool.h"

typedef struct pins {
  tp_smt *smt;
  tp_map value; /* variable -> its place in values */
  VEC(uint64_t) values;
} pins;

/* ---- which variables ----------------------------------------------------- */

static void pin_all(pins *p, tp_expr e) {
  uint32_t n;
  bool is_new;
  const uint32_t *vars = tp_expr_vars(p->smt->exprs, e, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *place = tp_map_put(&p->value, vars[i], &is_new);
    if (is_new) {
      *place = p->values.n;
      VEC_PUSH(&p->values, 0);
    }
  }
}

static void find_pins(pins *p, bool of_left) {
  tp_exprs *x = p->smt->exprs;
  tp_vec_u32 work = {0};
  tp_map seen = {0};
  for (uint32_t i = 0; i < p->smt->q.items.n; i++)
    VEC_PUSH(&work, p->smt->q.items.at[i].e);
  while (work.n && seen.n < TP_LIMIT_SMT_PIN_PARTS) {
    bool is_new;
    tp_expr e = VEC_POP(&work);
    if (!tp_expr_is_product(x, e))
      continue;
    tp_map_put(&seen, e, &is_new);
    if (!is_new)
      continue;
    tp_expr_node n = *tp_expr_get(x, e);
    if (n.op == TP_E_BV && tp_expr_is_hard_op(x, e))
      pin_all(p, n.aux == TP_BV_MUL && of_left ? n.a : n.b);
    tp_expr kids[] = {n.a, n.b, n.c};
    for (int k = 0; k < 3; k++)
      if (kids[k])
        VEC_PUSH(&work, kids[k]);
  }
  VEC_FREE(&work);
  tp_map_free(&seen);
}

/* ---- the query without them ---------------------------------------------- */

static tp_expr replace(void *state, tp_expr e) {
  pins *p = state;
  tp_expr_node n = *tp_expr_get(p->smt->exprs, e);
  if (n.op != TP_E_VAR)
    return n.op == TP_E_CONST ? e : 0;
  const uint32_t *place = tp_map_get(&p->value, (uint32_t)n.bits);
  return place ? tp_expr_constant_of(p->smt->exprs, (tp_sort)n.sort, n.width,
                                     p->values.at[*place])
               : e;
}

/* False: it is contradictory as it stands. */
static bool rewrite_items(pins *p, tp_vec_u32 *out) {
  tp_smt *smt = p->smt;
  tp_rewrite r = {.exprs = smt->exprs, .replace = replace, .state = p};
  bool may_hold = true;
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < smt->q.items.n && may_hold; i++) {
    uint64_t truth;
    tp_expr e = tp_rewrite_of(&r, smt->q.items.at[i].e);
    bool is_known = tp_expr_constant(smt->exprs, e, &truth);
    may_hold = !is_known || truth;
    if (!is_known)
      VEC_PUSH(out, e);
  }
  tp_rewrite_free(&r);
  return may_hold;
}

static void read_values(pins *p) {
  tp_smt *smt = p->smt;
  VEC_CLEAR(&smt->values);
  for (uint32_t i = 0; i < smt->q.vars.n; i++) {
    uint64_t bits = 0;
    const uint32_t *place = tp_map_get(&p->value, smt->q.vars.at[i]);
    if (place)
      bits = p->values.at[*place];
    else
      tp_solver_value(smt->solver, smt->q.vars.at[i], &bits);
    VEC_PUSH(&smt->values, bits);
  }
}

static bool solve_rest(pins *p) {
  tp_smt *smt = p->smt;
  const char *reason = NULL;
  if (!rewrite_items(p, &smt->trial_exprs))
    return false;
  if (smt->trial_exprs.n) {
    smt->counts.checks++;
    if (tp_solver_check(smt->solver, smt->trial_exprs.at, smt->trial_exprs.n,
                        smt->q.vars.at[0], &smt->trial_core,
                        &reason) != TP_SMT_SAT)
      return false;
  }
  read_values(p);
  return tp_smt_holds(smt);
}

static bool try_proposal(pins *p, const uint64_t *values) {
  const tp_vec_u32 *vars = &p->smt->q.vars;
  for (uint32_t i = 0; i < vars->n; i++) {
    const uint32_t *place = tp_map_get(&p->value, vars->at[i]);
    if (place)
      p->values.at[*place] = values[i];
  }
  return solve_rest(p);
}

bool tp_smt_solve_pinned(tp_smt *smt, const uint64_t *const *proposals,
                         uint32_t n) {
  bool found = false;
  for (int of_left = 0; of_left < 2 && !found; of_left++) {
    pins p = {.smt = smt};
    find_pins(&p, of_left);
    for (uint32_t k = 0; k < n && p.values.n && !found; k++)
      found = try_proposal(&p, proposals[k]);
    tp_map_free(&p.value);
    VEC_FREE(&p.values);
  }
  return found;
}
