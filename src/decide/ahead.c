/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One state: see decide/ahead.h. Expressions, variables and solver are its own:
 * they are many, and of no use afterwards. */
#include "decide/ahead.h"

#include "base/limits.h"
#include "decide/model.h"

typedef struct work {
  const tp_ahead *from;
  const tp_verdicts *verdicts;
  tp_decide_parts parts; /* exprs and smt are its own */
  tp_exprs *engine_exprs;
  tp_vars vars;
  VEC(tp_smt_value) values; /* of the next run */
  tp_model model;
  VEC(tp_expr) reached; /* by guard: that it holds; 0: not made yet */
  VEC(tp_expr) any;     /* ways to what is open */
  tp_smt_result result;
  tp_path path;
  uint32_t checks;
  tp_decide_work done; /* that was not told yet */
} work;

static void spend(work *w) {
  w->parts.spend(w->parts.state, &w->done);
  w->done = (tp_decide_work){0};
}

static uint64_t no_value(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

static tp_smt_answer check(work *w, const tp_expr *conds, uint32_t n) {
  uint64_t checks = tp_smt_get_counts(w->parts.smt)->checks;
  double seconds = w->parts.patience(w->parts.state);
  tp_smt_set_effort(w->parts.smt, (tp_smt_effort){true, seconds});
  tp_smt_answer answer = tp_smt_check(w->parts.smt, conds, n, n, false,
                                      no_value, NULL, &w->result);
  w->done.checks += tp_smt_get_counts(w->parts.smt)->checks - checks;
  if (answer == TP_SMT_UNKNOWN && strcmp(w->result.reason, "timeout") == 0)
    w->done.lost += seconds;
  return answer;
}

/* ---- the walk ------------------------------------------------------------ */

static void find_given(const work *w, tp_given *out) {
  const tp_engine_test *test =
      tp_engine_test_at(w->parts.engine, w->from->test);
  const tp_vars *vars = tp_engine_vars(w->parts.engine);
  for (uint32_t i = 0; i < w->from->reads; i++) {
    *tp_map_put(&out->at, vars->at.at[test->reads.at[i].var].key, NULL) = i;
    VEC_PUSH(&out->bits, test->reads.at[i].bits);
  }
}

static void pause_walk(void *state, uint64_t steps) {
  work *w = state;
  w->done.walked += steps;
  spend(w);
}

static bool is_possible(void *state, const tp_expr *literals, uint32_t n) {
  work *w = state;
  return w->checks++ >= TP_LIMIT_ONWARD_CHECKS ||
         check(w, literals, n) != TP_SMT_UNSAT;
}

static void build(work *w) {
  tp_given given = {0};
  tp_model_options opt = {.max_loop = TP_LIMIT_ONWARD_TURNS,
                          .max_counted = TP_LIMIT_DECIDE_COUNTED,
                          .max_steps = TP_LIMIT_ONWARD_STEPS_BEFORE,
                          .budget = w->parts.budget,
                          .pause = pause_walk,
                          .is_possible = is_possible,
                          .state = w,
                          .given = &given,
                          .max_onward = w->from->steps};
  find_given(w, &given);
  tp_model_build(&w->model, w->parts.ir, w->parts.plan, w->parts.exprs,
                 &w->vars, &opt);
  w->done.walked += w->parts.ir->ops.n / 4; /* to prepare the walk */
  spend(w);
  tp_map_free(&given.at);
  VEC_FREE(&given.bits);
}

/* ---- questions ----------------------------------------------------------- */

static bool is_open(const work *w, tp_sbranch b) {
  return tp_branch_is_sought(w->parts.program, b) &&
         !tp_bits_has(tp_engine_covered(w->parts.engine), b) &&
         w->verdicts->at.at[b].kind == TP_DECIDED_UNKNOWN;
}

/* Guards lie above those that rest on them. */
static tp_expr reached(work *w, tp_guard guard) {
  const tp_guards *g = &w->model.guards;
  tp_exprs *x = w->parts.exprs;
  for (tp_guard i = w->reached.n; i <= guard; i++)
    VEC_PUSH(&w->reached, i == TP_GUARD_ROOT || i == TP_GUARD_NEVER
                              ? tp_expr_bool(x, i == TP_GUARD_ROOT)
                              : tp_expr_and(x, w->reached.at[g->at.at[i].above],
                                            g->at.at[i].literal));
  return w->reached.at[guard];
}

static void add_way(work *w, const tp_instance *i, uint32_t k) {
  uint64_t truth;
  tp_expr way = tp_expr_and(w->parts.exprs, reached(w, i->guard),
                            tp_model_branch(&w->model, i, k));
  if (!tp_expr_constant(w->parts.exprs, way, &truth) || truth)
    VEC_PUSH(&w->any, way);
}

/* As a tree: a chain of thousands is deep. */
static tp_expr any_of(work *w) {
  for (; w->any.n > 1; w->any.n = (w->any.n + 1) / 2)
    for (uint32_t i = 0; i < w->any.n; i += 2)
      w->any.at[i / 2] =
          i + 1 < w->any.n
              ? tp_expr_or(w->parts.exprs, w->any.at[i], w->any.at[i + 1])
              : w->any.at[i];
  return w->any.at[0];
}

/* Whether an open branch can be taken at some of the next instances. */
static tp_smt_answer ask(work *w, uint32_t from, uint32_t to) {
  VEC_CLEAR(&w->any);
  for (uint32_t i = from; i < to; i++) {
    const tp_instance *instance = &w->model.instances.at[i];
    const tp_decision *d = &w->parts.program->decisions.at[instance->decision];
    for (uint32_t k = 0; k < d->n; k++)
      if (is_open(w, d->first + k))
        add_way(w, instance, k);
  }
  w->done.conditions += w->any.n;
  if (!w->any.n)
    return TP_SMT_UNSAT;
  tp_expr any = any_of(w);
  return check(w, &any, 1);
}

/* What the test read first, and the solver's values behind, as variables of the
 * engine; free ones are no inputs. */
static void find_values(work *w) {
  const tp_engine_test *test =
      tp_engine_test_at(w->parts.engine, w->from->test);
  tp_vars *vars = tp_engine_vars(w->parts.engine);
  VEC_CLEAR(&w->values);
  for (uint32_t i = 0; i < w->from->reads; i++)
    VEC_PUSH(&w->values,
             ((tp_smt_value){test->reads.at[i].var, test->reads.at[i].bits}));
  for (uint32_t i = 0; i < w->result.model.n; i++) {
    tp_smt_value v = w->result.model.at[i];
    if (tp_model_is_free(&w->model, v.var))
      continue;
    v.var = tp_vars_of(vars, w->engine_exprs, &w->vars.at.at[v.var]);
    VEC_PUSH(&w->values, v);
  }
}

/* Whether it covers something. */
static bool run(work *w) {
  const tp_oracle *oracle = tp_engine_oracle(w->parts.engine);
  uint32_t n = tp_engine_test_count(w->parts.engine);
  find_values(w);
  tp_inputs inputs =
      tp_engine_propose(w->parts.engine, w->values.at, w->values.n);
  oracle->run(oracle->state, inputs, &w->path);
  w->done.runs++;
  w->done.steps += w->path.n;
  return tp_engine_test_count(w->parts.engine) > n;
}

static bool is_over(const work *w) {
  return tp_budget_over(w->parts.budget) != TP_STOP_NONE ||
         !tp_engine_may_run(w->parts.engine);
}

/* From the nearest on; where the solver gives up the rest is harder. */
static void ask_all(work *w) {
  uint32_t missed = 0, n = w->model.instances.n;
  for (uint32_t at = 0;
       at < n && missed < TP_LIMIT_ONWARD_MISSED && !is_over(w);) {
    uint32_t to =
        n - at < TP_LIMIT_ONWARD_TOGETHER ? n : at + TP_LIMIT_ONWARD_TOGETHER;
    tp_smt_answer answer = ask(w, at, to);
    bool is_new = answer == TP_SMT_SAT && run(w);
    missed += answer == TP_SMT_UNKNOWN ? TP_LIMIT_ONWARD_MISSED
              : answer == TP_SMT_SAT   ? !is_new
                                       : 0;
    at = is_new ? at : to;
    spend(w);
  }
}

void tp_ahead_ask(const tp_ahead *from, const tp_verdicts *verdicts,
                  const tp_decide_parts *parts) {
  tp_smt_options options = {.query_seconds = parts->patience(parts->state),
                            .budget = parts->budget};
  work w = {.from = from,
            .verdicts = verdicts,
            .parts = *parts,
            .engine_exprs = parts->exprs,
            .vars = {.plan = tp_engine_vars(parts->engine)->plan}};
  w.parts.exprs = tp_exprs_new();
  if (tp_smt_new(&w.parts.smt, w.parts.exprs, &options, parts->diag) == 0) {
    build(&w);
    ask_all(&w);
    tp_model_free(&w.model);
    tp_smt_count_in(parts->smt, w.parts.smt);
    tp_smt_free(w.parts.smt);
  }
  tp_smt_result_free(&w.result);
  VEC_FREE(&w.reached);
  VEC_FREE(&w.any);
  VEC_FREE(&w.values);
  VEC_FREE(&w.path);
  tp_vars_free(&w.vars);
  tp_exprs_free(w.parts.exprs);
}
