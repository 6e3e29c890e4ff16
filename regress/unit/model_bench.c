/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model_bench.h"

#include "check.h"

static bool may_hold(void *state, const tp_expr *literals, uint32_t n) {
  (void)state, (void)literals, (void)n;
  return true;
}

void model_open(model_bench *b, const tp_ir *ir, const tp_plan *plan,
                uint64_t max_steps) {
  tp_model_options opt = {.max_loop = 20,
                          .max_counted = 100,
                          .max_steps = max_steps,
                          .is_possible = may_hold};
  *b = (model_bench){.p = ir->p, .exprs = tp_exprs_new()};
  b->vars.plan = plan;
  tp_model_build(&b->model, ir, plan, b->exprs, &b->vars, &opt);
}

void model_close(model_bench *b) {
  tp_model_free(&b->model);
  tp_vars_free(&b->vars);
  tp_exprs_free(b->exprs);
}

static uint64_t value_of(void *state, uint32_t var) {
  const model_bench *b = state;
  CHECK(!tp_model_is_free(&b->model, var));
  uint32_t at = 0;
  for (uint32_t s = 0; s < b->vars.at.at[var].site; s++)
    at += b->p->sites.at[s].is_input;
  return (uint64_t)b->values[at] & UINT32_MAX;
}

static bool holds(model_bench *b, tp_expr e) {
  return tp_expr_eval(b->exprs, e, value_of, b) != 0;
}

/* The guard of an instance, as one expression. */
static tp_expr guard_of(model_bench *b, const tp_instance *at) {
  return tp_guard_below(&b->model.guards, TP_GUARD_ROOT, at->guard);
}

bool model_says(model_bench *b, tp_decision_id d, uint32_t k) {
  const tp_model *m = &b->model;
  bool says = false;
  for (uint32_t i = m->first.at[d]; i < m->first.at[d + 1]; i++) {
    const tp_instance *at = &m->instances.at[m->by_decision.at[i]];
    says = says ||
           (holds(b, guard_of(b, at)) && holds(b, tp_model_branch(m, at, k)));
  }
  return says;
}

static bool is_in(model_bench *b, tp_expr e, tp_free_reason why) {
  uint32_t n;
  const uint32_t *vars = tp_expr_vars(b->exprs, e, &n);
  bool is_in = false;
  for (uint32_t i = 0; i < n; i++)
    is_in |= vars[i] < b->model.free.n && b->model.free.at[vars[i]].why == why;
  return is_in;
}

bool model_is_open(model_bench *b, tp_decision_id d, tp_free_reason why) {
  const tp_model *m = &b->model;
  bool is_open = false;
  for (uint32_t i = m->first.at[d]; i < m->first.at[d + 1]; i++) {
    const tp_instance *at = &m->instances.at[m->by_decision.at[i]];
    is_open |= is_in(b, guard_of(b, at), why) ||
               is_in(b, tp_model_branch(m, at, 0), why);
  }
  return is_open;
}
