/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant: the values of this round satisfy every literal in the pack. */
#include "decide/pack.h"

#include "base/group.h"
#include "base/limits.h"

#define NONE UINT32_MAX

static uint64_t value_of(void *state, uint32_t var) {
  const tp_pack *p = state;
  bool is_set = var < p->value.n && p->value_round.at[var] == p->round;
  return is_set ? p->value.at[var] : p->model->vars->at.at[var].plain;
}

void tp_pack_init(tp_pack *p, const tp_model *model, tp_smt *smt) {
  *p = (tp_pack){.model = model, .smt = smt};
  p->implicant =
      (tp_implicant){.exprs = model->exprs, .values = value_of, .state = p};
  VEC_RESIZE(&p->guard_round, model->guards.at.n);
  VEC_RESIZE(&p->guard_sum, model->guards.at.n);
  VEC_RESIZE(&p->instance_round, model->instances.n);
  VEC_RESIZE(&p->instance_branch, model->instances.n);
}

void tp_pack_free(tp_pack *p) {
  VEC_FREE(&p->value);
  VEC_FREE(&p->value_round);
  VEC_FREE(&p->group);
  VEC_FREE(&p->next);
  VEC_FREE(&p->last);
  VEC_FREE(&p->vars);
  VEC_FREE(&p->instance_round);
  VEC_FREE(&p->instance_branch);
  VEC_FREE(&p->guard_round);
  VEC_FREE(&p->guard_sum);
  VEC_FREE(&p->expr_round);
  VEC_FREE(&p->links_expr);
  VEC_FREE(&p->links_next);
  VEC_FREE(&p->fresh);
  VEC_FREE(&p->query);
  VEC_FREE(&p->query_groups);
  tp_implicant_free(&p->implicant);
  tp_smt_result_free(&p->result);
}

/* ---- variables ----------------------------------------------------------- */

static void touch(tp_pack *p, uint32_t var) {
  if (var >= p->value.n) {
    uint32_t n = p->model->vars->at.n;
    VEC_RESIZE(&p->value, n);
    VEC_RESIZE(&p->value_round, n);
    VEC_RESIZE(&p->group, n);
    VEC_RESIZE(&p->next, n);
    VEC_RESIZE(&p->last, n);
  }
  if (p->value_round.at[var] == p->round)
    return;
  p->value_round.at[var] = p->round;
  p->value.at[var] = p->model->vars->at.at[var].plain;
  p->group.at[var] = var;
  p->next.at[var] = p->last.at[var] = NONE;
  VEC_PUSH(&p->vars, var);
}

static uint32_t root_of(tp_pack *p, uint32_t var) {
  return tp_group_root(p->group.at, var);
}

static void join_groups(tp_pack *p, uint32_t a, uint32_t b) {
  a = root_of(p, a);
  b = root_of(p, b);
  if (a == b)
    return;
  p->group.at[b] = a;
  if (p->next.at[b] == NONE)
    return;
  if (p->next.at[a] == NONE)
    p->next.at[a] = p->next.at[b];
  else
    p->links_next.at[p->last.at[a]] = p->next.at[b];
  p->last.at[a] = p->last.at[b];
}

/* ---- literals ------------------------------------------------------------ */

static bool is_in(const tp_pack *p, tp_expr e) {
  return e < p->expr_round.n && p->expr_round.at[e] == p->round;
}

static void mark_in(tp_pack *p, tp_expr e) {
  if (e >= p->expr_round.n)
    VEC_RESIZE(&p->expr_round, tp_exprs_count(p->model->exprs) + 1);
  p->expr_round.at[e] = p->round;
}

static void put_literal(tp_pack *p, tp_expr e) {
  uint32_t n;
  if (is_in(p, e))
    return;
  mark_in(p, e);
  const uint32_t *vars = tp_expr_vars(p->model->exprs, e, &n);
  if (n == 0)
    return;
  uint32_t first = vars[0];
  touch(p, first);
  for (uint32_t i = 1; i < n; i++) {
    touch(p, vars[i]);
    join_groups(p, first, vars[i]);
  }
  uint32_t root = root_of(p, first), link = p->links_expr.n;
  VEC_PUSH(&p->links_expr, e);
  VEC_PUSH(&p->links_next, NONE);
  if (p->next.at[root] == NONE)
    p->next.at[root] = link;
  else
    p->links_next.at[p->last.at[root]] = link;
  p->last.at[root] = link;
}

/* What of the guard and the predicate is not in the pack yet. False: the
 * opposite of one of them is. */
static bool collect_fresh(tp_pack *p, tp_guard guard, tp_expr pred) {
  const tp_guards *g = &p->model->guards;
  tp_exprs *x = p->model->exprs;
  VEC_CLEAR(&p->fresh);
  if (is_in(p, tp_expr_not(x, pred)))
    return false;
  if (!is_in(p, pred))
    VEC_PUSH(&p->fresh, pred);
  for (tp_guard at = guard;
       at != TP_GUARD_ROOT && p->guard_round.at[at] != p->round;
       at = g->at.at[at].above) {
    tp_expr e = g->at.at[at].literal;
    if (is_in(p, tp_expr_not(x, e)))
      return false;
    if (!is_in(p, e))
      VEC_PUSH(&p->fresh, e);
  }
  return true;
}

static bool holds_already(tp_pack *p) {
  return tp_expr_all_hold(p->model->exprs, p->fresh.at, p->fresh.n, value_of,
                          p);
}

static void commit(tp_pack *p, tp_guard guard) {
  const tp_guards *g = &p->model->guards;
  for (uint32_t i = 0; i < p->fresh.n; i++) {
    tp_implicant_find(&p->implicant, p->fresh.at[i]);
    for (uint32_t k = 0; k < p->implicant.literals.n; k++)
      put_literal(p, p->implicant.literals.at[k]);
    mark_in(p, p->fresh.at[i]);
  }
  for (tp_guard at = guard;
       at != TP_GUARD_ROOT && p->guard_round.at[at] != p->round;
       at = g->at.at[at].above)
    p->guard_round.at[at] = p->round;
}

/* The fresh literals and all that share variables with them. */
static bool build_query(tp_pack *p) {
  VEC_CLEAR(&p->query);
  VEC_CLEAR(&p->query_groups);
  for (uint32_t i = 0; i < p->fresh.n; i++) {
    uint32_t n;
    const uint32_t *vars = tp_expr_vars(p->model->exprs, p->fresh.at[i], &n);
    VEC_PUSH(&p->query, p->fresh.at[i]);
    for (uint32_t k = 0; k < n; k++) {
      touch(p, vars[k]);
      uint32_t root = root_of(p, vars[k]);
      bool is_known = false;
      for (uint32_t j = 0; j < p->query_groups.n && !is_known; j++)
        is_known = p->query_groups.at[j] == root;
      if (!is_known)
        VEC_PUSH(&p->query_groups, root);
    }
  }
  for (uint32_t i = 0; i < p->query_groups.n; i++)
    for (uint32_t at = p->next.at[p->query_groups.at[i]]; at != NONE;
         at = p->links_next.at[at]) {
      VEC_PUSH(&p->query, p->links_expr.at[at]);
      if (p->query.n > TP_LIMIT_DECIDE_QUERY)
        return false;
    }
  return true;
}

static void take_model(tp_pack *p, const tp_smt_result *from) {
  for (uint32_t i = 0; i < from->model.n; i++) {
    uint32_t var = from->model.at[i].var;
    touch(p, var);
    p->value.at[var] = from->model.at[i].bits;
  }
}

void tp_pack_start(tp_pack *p, const tp_smt_result *model) {
  p->round++;
  p->gave_up = false;
  VEC_CLEAR(&p->vars);
  VEC_CLEAR(&p->links_expr);
  VEC_CLEAR(&p->links_next);
  take_model(p, model);
}

/* So many assumptions are not broken. */
static tp_packed require(tp_pack *p, tp_guard guard, tp_expr pred,
                         uint32_t broken) {
  if (!collect_fresh(p, guard, pred))
    return TP_PACK_NEVER;
  for (uint32_t i = 0; i < broken; i++)
    if (!is_in(p, p->model->broken.at[i].holds))
      VEC_PUSH(&p->fresh, p->model->broken.at[i].holds);
  if (!holds_already(p)) {
    if (!build_query(p))
      return TP_PACK_NEVER;
    /* Another test does as well. */
    tp_smt_set_effort(p->smt, (tp_smt_effort){true, p->seconds});
    tp_smt_answer answer =
        tp_smt_check(p->smt, p->query.at, p->query.n, p->query.n, false,
                     value_of, p, &p->result);
    p->gave_up |=
        answer == TP_SMT_UNKNOWN || (p->end > 0 && tp_cpu_now() > p->end);
    if (answer != TP_SMT_SAT)
      return answer == TP_SMT_UNSAT ? TP_PACK_NEVER : TP_PACK_UNKNOWN;
    take_model(p, &p->result);
  }
  commit(p, guard);
  return TP_PACK_ADDED;
}

tp_packed tp_pack_require(tp_pack *p, tp_guard guard, tp_expr pred) {
  return require(p, guard, pred, 0);
}

tp_packed tp_pack_add(tp_pack *p, const tp_instance *i, uint32_t k) {
  uint32_t number = (uint32_t)(i - p->model->instances.at);
  if (p->instance_round.at[number] == p->round)
    return p->instance_branch.at[number] == k ? TP_PACK_ADDED : TP_PACK_NEVER;
  tp_packed packed =
      require(p, i->guard, tp_model_branch(p->model, i, k), i->broken);
  if (packed == TP_PACK_ADDED) {
    p->instance_round.at[number] = p->round;
    p->instance_branch.at[number] = k;
  }
  return packed;
}

uint64_t tp_pack_value(tp_pack *p, tp_expr e) {
  return tp_expr_eval(p->model->exprs, e, value_of, p);
}

void tp_pack_values(const tp_pack *p, tp_smt_result *out) {
  VEC_CLEAR(&out->model);
  for (uint32_t i = 0; i < p->vars.n; i++) {
    uint32_t var = p->vars.at[i];
    if (!tp_model_is_free(p->model, var) &&
        p->value.at[var] != p->model->vars->at.at[var].plain)
      VEC_PUSH(&out->model, (tp_smt_value){var, p->value.at[var]});
  }
}
