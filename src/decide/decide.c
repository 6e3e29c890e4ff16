/* Branch by branch, the deepest first. A branch is asked about alone: the
 * literals of its guard and its own predicate, which are exactly the conditions
 * that dominate it. If it can be taken, its test is filled up with whatever
 * other branches can be taken together with it; then it is run. If it can't,
 * all that lies behind it can't either. */
#include "decide/decide.h"

#include "decide/model.h"
#include "decide/pack.h"
#include "decide/sum.h"
#include "flow/lower.h"

#define MAX_LOOP 64
#define MAX_STEPS UINT64_C(8000000)
#define MAX_TRIES 8     /* runs that may miss a branch before it is given up */
#define MAX_INSTANCES 3 /* of a branch that are tried to fill up a test */
#define MAX_HUNG 16     /* runs that may take all their time */
/* Solver calls that may fail while a test is filled up: a few, and one for so
 * many branches that are left. More cost more than another test. */
#define MAX_FAILURES 4
#define GOALS_A_FAILURE 256

typedef struct work {
  const tp_decide_parts *parts;
  tp_verdicts *out;
  tp_model model;
  VEC(tp_expr) conds;
  VEC(tp_sbranch) cond_branch; /* parallel to conds: what it is in the source */
  uint32_t n_guard; /* so many of conds are of the guard, the deepest first */
  tp_vec_u32 cond_site; /* of the assumptions behind them: the call site */
  tp_smt_result result;
  tp_path path;
  tp_pack pack;
  uint32_t hung;    /* runs over their time */
  tp_vec_u32 goals; /* branches to decide, in the order of work */
  tp_map dead;      /* (guard, literal below it) -> index into proofs, + 1 */
  VEC(char *) proofs;
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
  w->n_guard = w->conds.n;
  VEC_PUSH(&w->conds, tp_model_branch(&w->model, i, k));
  VEC_PUSH(&w->cond_branch,
           w->parts->program->decisions.at[i->decision].first + k);
}

/* That it is not broken. */
static tp_expr assumption(const work *w, tp_guard broken) {
  const tp_guards *g = &w->model.guards;
  tp_expr all = tp_expr_bool(w->parts->exprs, true);
  for (tp_guard at = broken; at != TP_GUARD_ROOT; at = g->at.at[at].above)
    all = tp_expr_and(w->parts->exprs, all, g->at.at[at].literal);
  return tp_expr_not(w->parts->exprs, all);
}

/* The assumptions that each run which takes the branch comes to, too: behind
 * the guard's literals, before the branch itself. Whether there are any. */
static bool add_assumptions(work *w, const tp_instance *i) {
  VEC_CLEAR(&w->cond_site);
  tp_expr pred = VEC_POP(&w->conds);
  tp_sbranch branch = VEC_POP(&w->cond_branch);
  for (uint32_t k = 0; k < w->model.broken.n; k++) {
    const tp_broken *b = &w->model.broken.at[k];
    if (b->hazards != i->hazards)
      continue;
    VEC_PUSH(&w->conds, assumption(w, b->guard));
    VEC_PUSH(&w->cond_branch, UINT32_MAX);
    VEC_PUSH(&w->cond_site, b->site);
  }
  VEC_PUSH(&w->conds, pred);
  VEC_PUSH(&w->cond_branch, branch);
  return w->conds.n > w->n_guard + 1;
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

static uint32_t site_of(const work *w, uint32_t var) {
  return tp_engine_vars(w->parts->engine)->at.at[var].site;
}

/* An input that is declared to lie between limits. */
static void add_limits(const work *w, uint32_t id, tp_str *out) {
  const tp_program *p = w->parts->program;
  const tp_site *site = &p->sites.at[id];
  const tp_node *label = tp_node_get(p, tp_node_kid(p, site->node, 3));
  tp_str_addf(out, "; %s:%u: %s in %s", tp_names_text(p->names, site->file),
              site->line, tp_names_text(p->names, p->strings.at[label->ref]),
              tp_names_text(p->names, p->limits.at[site->limits].text));
}

static void add_assumption(const work *w, uint32_t site, tp_str *out) {
  const tp_program *p = w->parts->program;
  const tp_site *s = &p->sites.at[site];
  tp_str_addf(out, "%s%s:%u: the assumption holds", out->n ? "; " : "",
              tp_names_text(p->names, s->file), s->line);
}

/* The branches of the core, in the order in which they are met. */
static void describe_core(const work *w, tp_str *out) {
  for (uint32_t i = w->result.core.n; i-- > 0;) {
    uint32_t index = w->result.core.at[i];
    if (index + 1 == w->conds.n)
      continue; /* the branch itself comes last */
    if (index >= w->n_guard) {
      add_assumption(w, w->cond_site.at[index - w->n_guard], out);
      continue;
    }
    if (w->cond_branch.at[index] != UINT32_MAX)
      add_condition(w, w->cond_branch.at[index], out);
    else
      tp_str_addf(out, "%sthe ways that lead here", out->n ? "; " : "");
  }
  if (w->cond_branch.n)
    add_condition(w, VEC_LAST(&w->cond_branch), out);
  const tp_vec_u32 *limited = &w->result.limited;
  for (uint32_t i = 0; i < limited->n; i++) {
    bool is_new = true; /* elements of an array have the same limits */
    for (uint32_t k = 0; k < i && is_new; k++)
      is_new = site_of(w, limited->at[k]) != site_of(w, limited->at[i]);
    if (is_new)
      add_limits(w, site_of(w, limited->at[i]), out);
  }
}

/* ---- what is dead
 * ----------------------------------------------------------------*/

static uint64_t dead_key(tp_guard above, tp_expr literal) {
  return (uint64_t)above << 32 | literal;
}

/* The proof that a literal on the way to a guard can't hold; NULL: none. */
static const char *find_dead(const work *w, tp_guard guard, tp_expr pred) {
  const tp_guards *g = &w->model.guards;
  /* A predicate that is false by itself is its own proof. */
  const uint32_t *slot = tp_expr_constant(w->parts->exprs, pred, &(uint64_t){0})
                             ? NULL
                             : tp_map_get(&w->dead, dead_key(guard, pred));
  for (tp_guard at = guard; !slot && at != TP_GUARD_ROOT;
       at = g->at.at[at].above)
    slot = tp_map_get(&w->dead,
                      dead_key(g->at.at[at].above, g->at.at[at].literal));
  return slot ? w->proofs.at[*slot - 1] : NULL;
}

static void certify(work *w) {
  VEC(tp_expr) core = {0};
  for (uint32_t k = 0; k < w->result.core.n; k++)
    VEC_PUSH(&core, w->conds.at[w->result.core.at[k]]);
  tp_smt_certify(w->parts->smt, core.at, core.n, w->parts->certify_dir,
                 w->proofs.n, w->parts->diag);
  VEC_FREE(&core);
}

/* The query of the instance was UNSAT: remember the deepest literal of the core
 * as dead where it stands. */
static const char *add_dead(work *w, const tp_instance *i) {
  tp_str text = {0};
  describe_core(w, &text);
  VEC_PUSH(&w->proofs, tp_strdup(tp_str_text(&text)));
  tp_str_free(&text);
  if (w->parts->certify_dir)
    certify(w);
  bool has_pred = false; /* or an assumption: it is only for this instance */
  uint32_t deepest = UINT32_MAX;
  for (uint32_t k = 0; k < w->result.core.n; k++) {
    uint32_t index = w->result.core.at[k];
    has_pred = has_pred || index >= w->n_guard;
    deepest = index < deepest ? index : deepest;
  }
  tp_guard at = i->guard;
  uint64_t key = dead_key(at, VEC_LAST(&w->conds));
  if (!has_pred && deepest != UINT32_MAX) {
    for (uint32_t k = 0; k < deepest; k++)
      at = w->model.guards.at.at[at].above;
    key = dead_key(w->model.guards.at.at[at].above, w->conds.at[deepest]);
  }
  *tp_map_put(&w->dead, key, NULL) = w->proofs.n;
  return VEC_LAST(&w->proofs);
}

/* ---- runs
 * --------------------------------------------------------------------------*/

/* Why the model is not exact here: the first free variable of the query. */
static const char *free_reason(const work *w) {
  for (uint32_t i = 0; i < w->conds.n; i++) {
    uint32_t n;
    const uint32_t *var = tp_expr_vars(w->parts->exprs, w->conds.at[i], &n);
    for (uint32_t k = 0; k < n; k++)
      if (var[k] < w->model.reason.n && w->model.reason.at[var[k]])
        return tp_free_reason_name((tp_free_reason)w->model.reason.at[var[k]]);
  }
  return w->model.is_cut ? "the program was too large or too open to follow"
                         : "the run took another path";
}

static void run_pack(work *w) {
  tp_pack_values(&w->pack, &w->result);
  tp_inputs inputs = tp_engine_propose(w->parts->engine, w->result.model.at,
                                       w->result.model.n);
  const tp_oracle *oracle = tp_engine_oracle(w->parts->engine);
  w->hung += oracle->run(oracle->state, inputs, &w->path) == TP_RUN_HUNG;
  w->out->counts.runs++;
}

static bool is_open(const work *w, tp_sbranch b) {
  return !is_covered(w, b) && w->out->at.at[b].kind == TP_DECIDED_UNKNOWN;
}

static bool add_branch(work *w, tp_sbranch b) {
  tp_decision_id d = w->parts->program->branches.at[b].decision;
  uint32_t k = b - w->parts->program->decisions.at[d].first;
  uint32_t first = w->model.first.at[d], end = w->model.first.at[d + 1];
  if (end > first + MAX_INSTANCES)
    end = first + MAX_INSTANCES;
  for (uint32_t i = first; i < end; i++) {
    const tp_instance *instance =
        &w->model.instances.at[w->model.by_decision.at[i]];
    if (tp_sum_is(&w->pack, instance, k)
            ? tp_sum_add(&w->pack, instance, k)
            : tp_pack_add(&w->pack, instance, k) == TP_PACK_ADDED)
      return true;
  }
  return false;
}

/* Add what can be taken in the same run. */
static void fill_pack(work *w, uint32_t from) {
  uint32_t failures = 0;
  uint32_t most = MAX_FAILURES + (w->goals.n - from) / GOALS_A_FAILURE;
  for (uint32_t g = from; g < w->goals.n && failures < most; g++) {
    if (!is_open(w, w->goals.at[g]))
      continue;
    uint64_t checks = tp_smt_get_counts(w->parts->smt)->checks;
    if (!add_branch(w, w->goals.at[g]))
      failures += tp_smt_get_counts(w->parts->smt)->checks != checks;
    if (tp_budget_over(w->parts->budget) != TP_STOP_NONE)
      return;
  }
}

/* ---- one branch
 * ---------------------------------------------------------------------*/

typedef enum tried { TRIED_COVERED, TRIED_NEVER, TRIED_MISSED } tried;

/* Run it with all that can be taken with it, then alone: what was added may
 * rest on a free variable, and lead elsewhere. */
static bool take(work *w, const tp_instance *i, uint32_t k, tp_sbranch b,
                 uint32_t goal) {
  tp_smt_result model = {0};
  for (uint32_t v = 0; v < w->result.model.n; v++)
    VEC_PUSH(&model.model, w->result.model.at[v]);
  for (int alone = 0; alone < 2 && !is_covered(w, b); alone++) {
    tp_pack_start(&w->pack, &model);
    tp_pack_add(&w->pack, i, k);
    if (!alone)
      fill_pack(w, goal + 1);
    run_pack(w);
  }
  tp_smt_result_free(&model);
  return is_covered(w, b);
}

/* A count and its limit: without the solver, if it goes that way. */
static bool take_sum(work *w, const tp_instance *i, uint32_t k, tp_sbranch b,
                     uint32_t goal) {
  static const tp_smt_result nothing = {0};
  if (w->hung >= MAX_HUNG || !tp_sum_is(&w->pack, i, k))
    return false;
  tp_pack_start(&w->pack, &nothing);
  if (!tp_sum_add(&w->pack, i, k))
    return false;
  fill_pack(w, goal + 1);
  run_pack(w);
  return is_covered(w, b);
}

/* Whether the conditions can hold together. One that is false by itself needs
 * no look at the others. */
static tp_smt_answer check_query(work *w) {
  uint64_t truth;
  if (!tp_expr_constant(w->parts->exprs, VEC_LAST(&w->conds), &truth) || truth)
    return tp_smt_check(w->parts->smt, w->conds.at, w->conds.n, w->conds.n,
                        true, no_value, NULL, &w->result);
  VEC_CLEAR(&w->result.core);
  VEC_CLEAR(&w->result.limited);
  VEC_PUSH(&w->result.core, w->conds.n - 1);
  return TP_SMT_UNSAT;
}

static tried try_query(work *w, const tp_instance *i, uint32_t goal,
                       tp_decide_verdict *v, const char **proof) {
  tp_sbranch b = w->goals.at[goal];
  uint32_t k = b - w->parts->program->decisions.at[i->decision].first;
  switch (check_query(w)) {
  case TP_SMT_UNSAT:
    *proof = add_dead(w, i);
    return TRIED_NEVER;
  case TP_SMT_UNKNOWN:
    v->reason = w->result.reason;
    return TRIED_MISSED;
  default:
    if (w->hung >= MAX_HUNG) {
      v->reason = "runs do not end in time";
      return TRIED_MISSED;
    }
    if (take(w, i, k, b, goal))
      return TRIED_COVERED;
    v->reason = free_reason(w);
    return TRIED_MISSED;
  }
}

static tried try_instance(work *w, const tp_instance *i, uint32_t goal,
                          tp_decide_verdict *v, const char **proof) {
  tp_sbranch b = w->goals.at[goal];
  uint32_t k = b - w->parts->program->decisions.at[i->decision].first;
  build_query(w, i, k);
  const char *known = find_dead(w, i->guard, VEC_LAST(&w->conds));
  if (known) {
    *proof = known;
    return TRIED_NEVER;
  }
  if (take_sum(w, i, k, b, goal))
    return TRIED_COVERED;
  tried t = try_query(w, i, goal, v, proof);
  if (t == TRIED_MISSED && add_assumptions(w, i))
    t = try_query(w, i, goal, v, proof);
  return t;
}

static void decide_branch(work *w, uint32_t goal) {
  tp_sbranch b = w->goals.at[goal];
  tp_decide_verdict *v = &w->out->at.at[b];
  tp_decision_id d = w->parts->program->branches.at[b].decision;
  const char *proof = "no path from the entry leads here";
  uint32_t missed = 0;
  for (uint32_t i = w->model.first.at[d];
       i < w->model.first.at[d + 1] && missed < MAX_TRIES; i++) {
    const tp_instance *instance =
        &w->model.instances.at[w->model.by_decision.at[i]];
    tried t = try_instance(w, instance, goal, v, &proof);
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
  if (w->model.is_cut) {
    v->reason = "the program was too large or too open to follow";
    return;
  }
  v->kind = TP_DECIDED_INFEASIBLE;
  v->proof = tp_strdup(proof);
  w->out->counts.infeasible++;
}

/* ---- all branches
 * ---------------------------------------------------------------------*/

static bool is_counted(const tp_program *p, tp_sbranch b) {
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  return !d->is_constant && !d->is_assumption;
}

static uint32_t depth_of(const work *w, tp_sbranch b) {
  tp_decision_id d = w->parts->program->branches.at[b].decision;
  uint32_t depth = 0;
  for (uint32_t i = w->model.first.at[d]; i < w->model.first.at[d + 1]; i++) {
    tp_guard g = w->model.instances.at[w->model.by_decision.at[i]].guard;
    uint32_t here = w->model.guards.at.at[g].depth;
    depth = here > depth ? here : depth;
  }
  return depth;
}

/* Deepest first: what lies deep decides most about its run. */
static void order_goals(work *w) {
  const tp_program *p = w->parts->program;
  VEC(uint32_t) depths = {0};
  uint32_t max = 0;
  VEC_RESIZE(&depths, p->branches.n);
  for (tp_sbranch b = 0; b < p->branches.n; b++) {
    depths.at[b] = depth_of(w, b);
    max = depths.at[b] > max ? depths.at[b] : max;
  }
  VEC(uint32_t) place = {0}; /* where the next one of a depth goes */
  VEC_RESIZE(&place, max + 2);
  for (tp_sbranch b = 0; b < p->branches.n; b++)
    place.at[max - depths.at[b] + 1] += is_open(w, b) && is_counted(p, b);
  for (uint32_t i = 0; i <= max; i++)
    place.at[i + 1] += place.at[i];
  VEC_RESIZE(&w->goals, place.at[max + 1]);
  for (tp_sbranch b = 0; b < p->branches.n; b++)
    if (is_open(w, b) && is_counted(p, b))
      w->goals.at[place.at[max - depths.at[b]]++] = b;
  VEC_FREE(&depths);
  VEC_FREE(&place);
}

static void decide_all(work *w) {
  order_goals(w);
  tp_pack_init(&w->pack, &w->model, w->parts->smt);
  for (uint32_t g = 0; g < w->goals.n; g++) {
    if (tp_budget_over(w->parts->budget) != TP_STOP_NONE)
      break;
    if (is_open(w, w->goals.at[g]))
      decide_branch(w, g);
  }
  tp_pack_free(&w->pack);
}

static bool is_something_open(const work *w) {
  const tp_program *p = w->parts->program;
  for (tp_sbranch b = 0; b < p->branches.n; b++)
    if (is_open(w, b) && is_counted(p, b))
      return true;
  return false;
}

static void take_proved(work *w) {
  const char *const *proved = w->parts->proved;
  for (uint32_t b = 0; proved && b < w->out->at.n; b++) {
    if (!proved[b] || is_covered(w, b))
      continue;
    w->out->at.at[b].kind = TP_DECIDED_INFEASIBLE;
    w->out->at.at[b].proof = tp_strdup(proved[b]);
    w->out->counts.infeasible++;
  }
}

static void build_and_decide(work *w) {
  tp_model_options opt = {.max_loop = MAX_LOOP,
                          .max_steps = MAX_STEPS,
                          .args_right_to_left = w->parts->args_right_to_left,
                          .budget = w->parts->budget,
                          .is_possible = is_possible,
                          .state = w};
  double start = tp_now();
  tp_model_build(&w->model, w->parts->program, w->parts->plan, w->parts->exprs,
                 tp_engine_vars(w->parts->engine), &opt);
  if (tp_flow_in_doubt(w->parts->program))
    w->model.is_cut = true;
  w->out->counts.model_seconds = tp_now() - start;
  w->out->counts.instances = w->model.instances.n;
  decide_all(w);
  w->out->counts.solve_seconds =
      tp_now() - start - w->out->counts.model_seconds;
  tp_model_free(&w->model);
}

void tp_decide(tp_verdicts *out, const tp_decide_parts *parts) {
  *out = (tp_verdicts){0};
  VEC_RESIZE(&out->at, parts->program->branches.n);
  for (uint32_t b = 0; b < out->at.n; b++)
    out->at.at[b].reason = "not reached by the search";
  work w = {.parts = parts, .out = out};
  take_proved(&w);
  if (is_something_open(&w))
    build_and_decide(&w);
  for (uint32_t b = 0; b < out->at.n; b++) {
    if (is_covered(&w, b))
      out->at.at[b].kind = TP_DECIDED_COVERED;
    out->counts.covered += out->at.at[b].kind == TP_DECIDED_COVERED;
    out->counts.unknown += out->at.at[b].kind == TP_DECIDED_UNKNOWN;
  }
  for (uint32_t i = 0; i < w.proofs.n; i++)
    tp_free(w.proofs.at[i]);
  VEC_FREE(&w.proofs);
  VEC_FREE(&w.conds);
  VEC_FREE(&w.cond_branch);
  VEC_FREE(&w.cond_site);
  VEC_FREE(&w.goals);
  VEC_FREE(&w.path);
  tp_map_free(&w.dead);
  tp_smt_result_free(&w.result);
}

void tp_verdicts_free(tp_verdicts *v) {
  for (uint32_t i = 0; i < v->at.n; i++)
    tp_free(v->at.at[i].proof);
  VEC_FREE(&v->at);
}
