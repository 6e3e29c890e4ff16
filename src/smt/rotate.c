/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is found to be needed is gone on from later, so each entry knows how
 * many values had been changed when it was found: those after them are taken
 * back.
 */
#include "smt/rotate.h"

#include "base/limits.h"
#include "expr/node.h"

#define NONE UINT32_MAX
#define MAX_TRIES 4

/* Variable `var` (a place in q.vars) gets other bits, after `depth` such turns;
 * then `place` is the only one that does not hold. NONE: it is so without. */
struct tp_turn {
  uint32_t depth, place, var;
  uint64_t bits; /* new; of those that are done: old */
};

static tp_expr expr_at(const tp_rotation *r, uint32_t place) {
  return r->smt->q.items.at[place].e;
}

static bool holds(tp_rotation *r, uint32_t place) {
  r->left -= r->left > 0;
  return tp_expr_eval(r->smt->exprs, expr_at(r, place), tp_smt_value_at_hand,
                      r->smt) != 0;
}

/* ---- which predicates a variable is in ----------------------------------- */

static uint32_t place_of(const tp_rotation *r, uint32_t var) {
  return tp_query_place_of(&r->smt->q, var);
}

static void count_vars(tp_rotation *r, uint32_t place) {
  uint32_t n;
  const uint32_t *vars = tp_expr_vars(r->smt->exprs, expr_at(r, place), &n);
  for (uint32_t i = 0; i < n; i++)
    r->from.at[place_of(r, vars[i])]++;
}

/* From behind, so that `from` ends as the beginning of each. */
static void put_vars(tp_rotation *r, uint32_t place) {
  uint32_t n;
  const uint32_t *vars = tp_expr_vars(r->smt->exprs, expr_at(r, place), &n);
  for (uint32_t i = 0; i < n; i++)
    r->places.at[--r->from.at[place_of(r, vars[i])]] = place;
}

void tp_rotation_begin(tp_rotation *r, tp_smt *smt) {
  const tp_vec_u32 *core = &smt->core;
  *r = (tp_rotation){.smt = smt};
  r->left = (uint64_t)core->n * TP_LIMIT_SMT_ROTATE;
  VEC_RESIZE(&r->needed, smt->q.items.n);
  VEC_RESIZE(&r->inside, smt->q.items.n);
  VEC_RESIZE(&r->from, smt->q.vars.n + 1);
  for (uint32_t i = 0; i < core->n; i++)
    count_vars(r, core->at[i]);
  for (uint32_t v = 1; v <= smt->q.vars.n; v++)
    r->from.at[v] += r->from.at[v - 1];
  VEC_RESIZE(&r->places, r->from.at[smt->q.vars.n]);
  for (uint32_t i = 0; i < core->n; i++)
    put_vars(r, core->at[i]);
}

void tp_rotation_end(tp_rotation *r) {
  VEC_FREE(&r->from);
  VEC_FREE(&r->places);
  VEC_FREE(&r->needed);
  VEC_FREE(&r->inside);
  VEC_FREE(&r->open);
  VEC_FREE(&r->done);
}

bool tp_rotation_is_needed(const tp_rotation *r, uint32_t place) {
  return r->needed.at[place];
}

/* ---- turning --------------------------------------------------------------
 */

/* The place that alone does not hold of those with the variable; NONE: no or
 * several do not. */
static uint32_t only_failure(tp_rotation *r, uint32_t var) {
  uint32_t found = NONE;
  for (uint32_t i = r->from.at[var]; i < r->from.at[var + 1]; i++) {
    uint32_t place = r->places.at[i];
    if (!r->inside.at[place] || holds(r, place))
      continue;
    if (found != NONE)
      return NONE;
    found = place;
  }
  return found;
}

static uint64_t value_of(tp_rotation *r, tp_expr e) {
  return tp_expr_eval(r->smt->exprs, e, tp_smt_value_at_hand, r->smt);
}

/* Values of the variable that may make the predicate true. */
static uint32_t find_tries(tp_rotation *r, uint32_t place, uint32_t var,
                           uint64_t tries[MAX_TRIES]) {
  const tp_term_var *v = tp_solver_var(r->smt->solver, r->smt->q.vars.at[var]);
  const tp_expr_node *n = tp_expr_get(r->smt->exprs, expr_at(r, place));
  uint64_t now = r->smt->values.at[var];
  if (v && v->sort == TP_X_BOOL) {
    tries[0] = !now;
    return 1;
  }
  if (!v || n->op != TP_E_EQ)
    return 0;
  tp_expr sides[2] = {n->a, n->b};
  uint64_t mask = v->width == 64 ? UINT64_MAX : (UINT64_C(1) << v->width) - 1;
  uint64_t a = value_of(r, sides[0]), b = value_of(r, sides[1]);
  tries[0] = a & mask;
  tries[1] = b & mask;
  tries[2] = (now + a - b) & mask;
  tries[3] = (now + b - a) & mask;
  return MAX_TRIES;
}

static void turn(tp_rotation *r, uint32_t place, uint32_t var) {
  uint64_t tries[MAX_TRIES], *value = &r->smt->values.at[var];
  uint32_t n = find_tries(r, place, var, tries);
  uint64_t now = *value;
  for (uint32_t i = 0; i < n && r->left; i++) {
    if (tries[i] == now)
      continue;
    *value = tries[i];
    uint32_t other = only_failure(r, var);
    *value = now;
    if (other == NONE || r->needed.at[other])
      continue;
    r->needed.at[other] = true;
    VEC_PUSH(&r->open,
             (struct tp_turn){r->done.n, other, var, .bits = tries[i]});
  }
}

static void turn_all(tp_rotation *r, uint32_t place) {
  uint32_t n;
  tp_vec_u32 vars = {0};
  const uint32_t *in = tp_expr_vars(r->smt->exprs, expr_at(r, place), &n);
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&vars, place_of(r, in[i]));
  for (uint32_t i = 0; i < vars.n && r->left; i++)
    turn(r, place, vars.at[i]);
  VEC_FREE(&vars);
}

static void take_back(tp_rotation *r, uint32_t depth) {
  while (r->done.n > depth) {
    struct tp_turn t = VEC_POP(&r->done);
    r->smt->values.at[t.var] = t.bits;
  }
}

static void go_on(tp_rotation *r, struct tp_turn t) {
  take_back(r, t.depth);
  if (t.var != NONE) {
    uint64_t *value = &r->smt->values.at[t.var];
    VEC_PUSH(&r->done, (struct tp_turn){.var = t.var, .bits = *value});
    *value = t.bits;
  }
  turn_all(r, t.place);
}

/* Whether it is so: nobody has evaluated this model. */
static bool fails_alone(tp_rotation *r, uint32_t place) {
  const tp_vec_u32 *core = &r->smt->core;
  for (uint32_t i = 0; i < core->n; i++)
    if (core->at[i] != place && !holds(r, core->at[i]))
      return false;
  return true;
}

void tp_rotation_from(tp_rotation *r, uint32_t place) {
  const tp_vec_u32 *core = &r->smt->core;
  memset(r->inside.at, 0, r->inside.n * sizeof *r->inside.at);
  for (uint32_t i = 0; i < core->n; i++)
    r->inside.at[core->at[i]] = true;
  r->needed.at[place] = true;
  if (!r->left || !fails_alone(r, place))
    return;
  VEC_PUSH(&r->open, (struct tp_turn){0, place, NONE, 0});
  while (r->open.n)
    go_on(r, VEC_POP(&r->open));
  VEC_CLEAR(&r->done);
}
