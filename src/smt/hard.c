/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries with hard arithmetic: of floats, or products and quotients of
 * integers. As bit vectors it is exact and slow; most queries need none of it:
 * they contradict themselves whatever the results are, or become easy with some
 * variables given a value, or values are found by going downhill. */
#include "smt/inside.h"

#include "base/limits.h"
#include "expr/implicant.h"
#include "smt/descend.h"

bool tp_smt_is_hard(const tp_smt *smt) {
  for (uint32_t i = 0; i < smt->q.items.n; i++)
    if (tp_expr_is_hard(smt->exprs, smt->q.items.at[i].e))
      return true;
  return false;
}

static uint64_t abstract_value(void *state, uint32_t var) {
  tp_smt *smt = state;
  uint64_t bits = 0;
  return tp_solver_value(smt->solver, var, &bits) ? bits : 0;
}

static tp_expr abstract_of(void *state, tp_expr e) {
  tp_smt *smt = state;
  return tp_rewrite_of(&smt->abstract, e);
}

/* Comparisons that the model of the abstract query says should hold: together
 * they make the query true. */
static void find_literals(tp_smt *smt, tp_query *out) {
  tp_implicant m = {.exprs = smt->exprs,
                    .values = abstract_value,
                    .stand_in = abstract_of,
                    .state = smt};
  for (uint32_t i = 0; i < smt->q.items.n; i++) {
    tp_implicant_find(&m, smt->q.items.at[i].e);
    for (uint32_t k = 0; k < m.literals.n; k++)
      VEC_PUSH(&out->items, (tp_query_item){m.literals.at[k], 0});
  }
  for (uint32_t i = 0; i < smt->q.vars.n; i++)
    VEC_PUSH(&out->vars, smt->q.vars.at[i]);
  tp_implicant_free(&m);
}

static void begin_with(tp_smt *smt, const uint64_t *values) {
  VEC_CLEAR(&smt->values);
  for (uint32_t i = 0; i < smt->q.vars.n; i++)
    VEC_PUSH(&smt->values, values[i]);
}

/* From the values that the variables have now: first what the abstract model
 * proposes, then the query as it is. */
static bool solve_downhill(tp_smt *smt, const uint64_t *now,
                           const tp_query *proposed) {
  bool found = false;
  for (int as_it_is = 0; as_it_is < 2 && !found; as_it_is++) {
    const tp_query *q = as_it_is ? &smt->q : proposed;
    begin_with(smt, now);
    found = q->items.n &&
            tp_descend(smt->exprs, q, smt->values.at, TP_LIMIT_SMT_DESCENT,
                       smt->options.budget) &&
            tp_smt_holds(smt);
  }
  smt->counts.quick += found;
  return found;
}

static bool has_product(const tp_smt *smt) {
  for (uint32_t i = 0; i < smt->q.items.n; i++)
    if (tp_expr_is_product(smt->exprs, smt->q.items.at[i].e))
      return true;
  return false;
}

static bool solve_from_abstract(tp_smt *smt, tp_expr_values current,
                                void *state) {
  tp_query literals = {0};
  VEC(uint64_t) now = {0}, abstract = {0}, ones = {0};
  for (uint32_t i = 0; i < smt->q.vars.n; i++) {
    uint32_t var = smt->q.vars.at[i];
    VEC_PUSH(&now, current ? current(state, var) : 0);
    VEC_PUSH(&abstract, abstract_value(smt, var));
    VEC_PUSH(&ones, 1);
  }
  find_literals(smt, &literals);
  const uint64_t *proposals[] = {now.at, abstract.at, ones.at};
  bool found = has_product(smt) && tp_smt_solve_pinned(smt, proposals, 3);
  found = found || solve_downhill(smt, now.at, &literals);
  tp_query_free(&literals);
  VEC_FREE(&now);
  VEC_FREE(&abstract);
  VEC_FREE(&ones);
  return found;
}

/* The query without its hard arithmetic: UNSAT is UNSAT. Otherwise its model is
 * where the search for a true one begins. */
tp_smt_answer tp_smt_solve_hard(tp_smt *smt, tp_expr_values current,
                                void *state, const char **reason) {
  VEC_CLEAR(&smt->trial);
  for (uint32_t i = 0; i < smt->q.items.n; i++)
    VEC_PUSH(&smt->trial, i);
  smt->is_abstract = true;
  tp_smt_answer answer = tp_smt_ask(smt, &smt->trial, &smt->core, reason);
  if (answer == TP_SMT_UNSAT)
    return answer; /* the core is made smaller in the same way */
  smt->is_abstract = false;
  return answer == TP_SMT_SAT && solve_from_abstract(smt, current, state)
             ? TP_SMT_SAT
             : TP_SMT_UNKNOWN;
}

bool tp_smt_approach(tp_smt *smt, const tp_expr *conds, uint32_t n,
                     uint32_t pivot, uint32_t steps, tp_expr_values current,
                     void *state, tp_smt_result *out) {
  VEC_CLEAR(&out->model);
  conds = tp_limited_query(&smt->limited, smt->exprs, conds, &n);
  if (!tp_query_build(&smt->q, &smt->slicer, conds, n, pivot) ||
      smt->q.conflict.n)
    return false;
  VEC_CLEAR(&smt->values);
  for (uint32_t i = 0; i < smt->q.vars.n; i++)
    VEC_PUSH(&smt->values, current(state, smt->q.vars.at[i]));
  if (!tp_descend(smt->exprs, &smt->q, smt->values.at, steps,
                  smt->options.budget) ||
      !tp_smt_holds(smt))
    return false;
  for (uint32_t i = 0; i < smt->q.vars.n; i++) {
    tp_smt_value v = {smt->q.vars.at[i], smt->values.at[i]};
    VEC_PUSH(&out->model, v);
  }
  return true;
}
