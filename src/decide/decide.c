/* One query for each instance of a branch: the literals of its guard and its
 * own predicate. The literals are exactly the conditions that dominate the
 * point, so most dead branches fall to a handful of terms. */
#include "decide/decide.h"

#include "decide/model.h"

#define MAX_LOOP 64
#define MAX_STEPS UINT64_C(50000000)
#define MAX_TRIES 8 /* runs that may miss a branch before it is given up */

typedef struct work {
  const tp_decide_parts *parts;
  tp_verdicts *out;
  tp_model model;
  VEC(tp_expr) conds;
  VEC(tp_sbranch) cond_branch; /* parallel to conds: what it is in the source */
  tp_smt_result result;
  tp_path path;
} work;

static bool is_covered(const work *w, tp_sbranch b) {
  return tp_bits_has(tp_engine_covered(w->parts->engine), b);
}

static void build_query(work *w, const tp_instance *i, uint32_t k) {
  const tp_guards *g = &w->model.guards;
  VEC_CLEAR(&w->conds);
  VEC_CLEAR(&w->cond_branch);
  for (tp_guard at = i->guard; at != TP_GUARD_ROOT; at = g->at.at[at].above) {
    VEC_PUSH(&w->conds, g->at.at[at].literal);
    VEC_PUSH(&w->cond_branch, g->at.at[at].branch);
  }
  VEC_PUSH(&w->conds, tp_model_branch(&w->model, i, k));
  VEC_PUSH(&w->cond_branch,
           w->parts->program->decisions.at[i->decision].first + k);
}

static uint64_t no_value(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

static bool is_possible(void *state, const tp_expr *literals, uint32_t n) {
  work *w = state;
  return tp_smt_check(w->parts->smt, literals, n, n, false, no_value, NULL,
                      &w->result) != TP_SMT_UNSAT;
}

/* ---- proofs
 * --------------------------------------------------------------------*/

static void add_condition(const work *w, tp_sbranch b, tp_str *out) {
  const tp_program *p = w->parts->program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  if (out->n)
    tp_str_add(out, "; ");
  tp_str_addf(out, "%s:%u: %s is ", tp_names_text(p->names, d->file), d->line,
              tp_names_text(p->names, d->text));
  tp_branch_side(p, b, out);
}

/* The branches of the core, in the order in which they are met. */
static void describe_core(const work *w, tp_str *out) {
  for (uint32_t i = w->result.core.n; i-- > 0;) {
    uint32_t index = w->result.core.at[i];
    if (index + 1 == w->conds.n)
      continue; /* the branch itself comes last */
    if (w->cond_branch.at[index] != UINT32_MAX)
      add_condition(w, w->cond_branch.at[index], out);
    else
      tp_str_addf(out, "%sthe ways that lead here", out->n ? "; " : "");
  }
  if (w->cond_branch.n)
    add_condition(w, VEC_LAST(&w->cond_branch), out);
}

/* ---- one branch
 * -----------------------------------------------------------------*/

/* Why the model is not exact here: the first free variable of the query. */
static const char *free_reason(const work *w) {
  for (uint32_t i = 0; i < w->conds.n; i++) {
    uint32_t n;
    const uint32_t *var = tp_expr_vars(w->parts->exprs, w->conds.at[i], &n);
    for (uint32_t k = 0; k < n; k++)
      if (var[k] < w->model.reason.n && w->model.reason.at[var[k]])
        return tp_free_reason_name((tp_free_reason)w->model.reason.at[var[k]]);
  }
  return "the run took another path";
}

static bool is_free(const work *w, uint32_t var) {
  return var < w->model.reason.n && w->model.reason.at[var];
}

static void run_model(work *w) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < w->result.model.n; i++)
    if (!is_free(w, w->result.model.at[i].var))
      w->result.model.at[n++] = w->result.model.at[i];
  tp_inputs inputs = tp_engine_propose(w->parts->engine, w->result.model.at, n);
  const tp_oracle *oracle = tp_engine_oracle(w->parts->engine);
  oracle->run(oracle->state, inputs, &w->path);
  w->out->counts.runs++;
}

typedef enum tried { TRIED_COVERED, TRIED_NEVER, TRIED_MISSED } tried;

static tried try_instance(work *w, const tp_instance *i, tp_sbranch b,
                          tp_decide_verdict *v) {
  uint32_t k = b - w->parts->program->decisions.at[i->decision].first;
  build_query(w, i, k);
  switch (tp_smt_check(w->parts->smt, w->conds.at, w->conds.n, w->conds.n, true,
                       no_value, NULL, &w->result)) {
  case TP_SMT_UNSAT:
    return TRIED_NEVER;
  case TP_SMT_UNKNOWN:
    v->reason = w->result.reason;
    return TRIED_MISSED;
  default:
    run_model(w);
    if (is_covered(w, b))
      return TRIED_COVERED;
    v->reason = free_reason(w);
    return TRIED_MISSED;
  }
}

static void prove(const work *w, tp_decide_verdict *v) {
  tp_str text = {0};
  if (w->conds.n)
    describe_core(w, &text);
  else
    tp_str_add(&text, "no path from the entry leads here");
  v->kind = TP_DECIDED_INFEASIBLE;
  v->proof = tp_strdup(tp_str_text(&text));
  tp_str_free(&text);
}

static void decide_branch(work *w, tp_sbranch b, tp_decide_verdict *v) {
  tp_decision_id d = w->parts->program->branches.at[b].decision;
  uint32_t missed = 0;
  VEC_CLEAR(&w->conds);
  VEC_CLEAR(&w->cond_branch);
  for (uint32_t i = w->model.first.at[d];
       i < w->model.first.at[d + 1] && missed < MAX_TRIES; i++) {
    const tp_instance *instance =
        &w->model.instances.at[w->model.by_decision.at[i]];
    tried t = try_instance(w, instance, b, v);
    if (t == TRIED_COVERED)
      return;
    missed += t == TRIED_MISSED;
    if (tp_budget_over(w->parts->budget) != TP_STOP_NONE) {
      v->reason = "time";
      return;
    }
  }
  if (missed)
    return;
  if (w->model.is_cut)
    v->reason = "the program was too large or too open to follow";
  else
    prove(w, v);
}

static bool is_counted(const tp_program *p, tp_sbranch b) {
  return !p->decisions.at[p->branches.at[b].decision].is_constant;
}

static void decide_all(work *w) {
  const tp_program *p = w->parts->program;
  tp_verdicts *out = w->out;
  for (tp_sbranch b = 0; b < p->branches.n; b++) {
    tp_decide_verdict *v = &out->at.at[b];
    v->reason = "not reached by the search";
    if (!is_covered(w, b) && is_counted(p, b) &&
        tp_budget_over(w->parts->budget) == TP_STOP_NONE)
      decide_branch(w, b, v);
  }
  for (tp_sbranch b = 0; b < p->branches.n; b++) {
    if (is_covered(w, b))
      out->at.at[b].kind = TP_DECIDED_COVERED;
    out->counts.covered += out->at.at[b].kind == TP_DECIDED_COVERED;
    out->counts.infeasible += out->at.at[b].kind == TP_DECIDED_INFEASIBLE;
    out->counts.unknown += out->at.at[b].kind == TP_DECIDED_UNKNOWN;
  }
}

static bool all_covered(const work *w) {
  const tp_program *p = w->parts->program;
  for (tp_sbranch b = 0; b < p->branches.n; b++)
    if (!is_covered(w, b) && is_counted(p, b))
      return false;
  return true;
}

void tp_decide(tp_verdicts *out, const tp_decide_parts *parts) {
  *out = (tp_verdicts){0};
  VEC_RESIZE(&out->at, parts->program->branches.n);
  work w = {.parts = parts, .out = out};
  tp_model_options opt = {.max_loop = MAX_LOOP,
                          .max_steps = MAX_STEPS,
                          .args_right_to_left = parts->args_right_to_left,
                          .budget = parts->budget,
                          .is_possible = is_possible,
                          .state = &w};
  double start = tp_now();
  bool is_needed = !all_covered(&w);
  if (is_needed)
    tp_model_build(&w.model, parts->program, parts->plan, parts->exprs,
                   tp_engine_vars(parts->engine), &opt);
  out->counts.model_seconds = tp_now() - start;
  out->counts.instances = w.model.instances.n;
  decide_all(&w);
  out->counts.solve_seconds = tp_now() - start - out->counts.model_seconds;
  if (is_needed)
    tp_model_free(&w.model);
  VEC_FREE(&w.conds);
  VEC_FREE(&w.cond_branch);
  VEC_FREE(&w.path);
  tp_smt_result_free(&w.result);
}

void tp_verdicts_free(tp_verdicts *v) {
  for (uint32_t i = 0; i < v->at.n; i++)
    tp_free(v->at.at[i].proof);
  VEC_FREE(&v->at);
}
