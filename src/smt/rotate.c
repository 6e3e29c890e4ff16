/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "smt/rotate.h"

#include "base/limits.h"
#include "expr/node.h"

typedef struct aim { /* a value that an expression should have */
  tp_expr e;
  uint64_t value;
} aim;

typedef struct change { /* of a variable, by its place in q.vars */
  uint32_t at;
  uint64_t value;
} change;

typedef VEC(uint64_t) values_list;

typedef struct shown { /* the one that does not hold for these values */
  uint32_t place;
  values_list values;
} shown;

typedef struct rotation {
  tp_smt *smt;
  tp_bits *needed;
  tp_map place_of;        /* variable -> place in q.vars, + 1 */
  tp_vec_u32 first, uses; /* by that place: which of the core have it */
  values_list now;
  VEC(aim) aims;
  VEC(change) changes;
  VEC(shown) open;
} rotation;

static uint64_t value_of(void *state, uint32_t var) {
  const rotation *r = state;
  const uint32_t *place = tp_map_get(&r->place_of, var);
  return place ? r->now.at[*place - 1] : 0;
}

/* ---- who uses a variable --------------------------------------------------
 */

static void find_places(rotation *r) {
  const tp_vec_u32 *vars = &r->smt->q.vars;
  for (uint32_t i = 0; i < vars->n; i++)
    *tp_map_put(&r->place_of, vars->at[i], NULL) = i + 1;
}

static const uint32_t *vars_at(const rotation *r, uint32_t i, uint32_t *n) {
  const tp_smt *smt = r->smt;
  return tp_expr_vars(smt->exprs, smt->q.items.at[smt->core.at[i]].e, n);
}

static void find_uses(rotation *r) {
  uint32_t n, all = 0;
  VEC_RESIZE(&r->first, r->smt->q.vars.n + 2);
  for (uint32_t i = 0; i < r->smt->core.n; i++) {
    const uint32_t *var = vars_at(r, i, &n);
    for (uint32_t k = 0; k < n; k++)
      r->first.at[*tp_map_get(&r->place_of, var[k]) + 1]++;
    all += n;
  }
  for (uint32_t v = 1; v < r->first.n; v++)
    r->first.at[v] += r->first.at[v - 1];
  VEC_RESIZE(&r->uses, all);
  for (uint32_t i = 0; i < r->smt->core.n; i++) {
    const uint32_t *var = vars_at(r, i, &n);
    for (uint32_t k = 0; k < n; k++)
      r->uses.at[r->first.at[*tp_map_get(&r->place_of, var[k])]++] =
          r->smt->core.at[i];
  }
}

/* ---- which changes would make it hold ------------------------------------ */

static uint64_t worth(rotation *r, tp_expr e) {
  return tp_expr_eval_more(r->smt->exprs, e, value_of, r);
}

static void add_aim(rotation *r, tp_expr e, uint64_t value) {
  if (r->aims.n < TP_LIMIT_SMT_AIMS)
    VEC_PUSH(&r->aims, ((aim){e, value}));
}

static uint64_t mask_of(const tp_expr_node *n) {
  return UINT64_MAX >> (64 - n->width);
}

static void aim_at_sum(rotation *r, const tp_expr_node *n, uint64_t value) {
  uint64_t a = worth(r, n->a), b = worth(r, n->b), mask = mask_of(n);
  switch (n->aux) {
  case TP_BV_ADD:
    add_aim(r, n->a, (value - b) & mask);
    add_aim(r, n->b, (value - a) & mask);
    break;
  case TP_BV_SUB:
    add_aim(r, n->a, (value + b) & mask);
    add_aim(r, n->b, (a - value) & mask);
    break;
  case TP_BV_XOR:
    add_aim(r, n->a, value ^ b);
    add_aim(r, n->b, value ^ a);
    break;
  default:
    break;
  }
}

/* Both have to be so, or one of them. */
static void aim_at_two(rotation *r, const tp_expr_node *n, uint64_t value) {
  if (worth(r, n->a) != value)
    add_aim(r, n->a, value);
  if (worth(r, n->b) != value)
    add_aim(r, n->b, value);
}

static void aim_at_choice(rotation *r, const tp_expr_node *n, uint64_t value) {
  uint64_t yes = worth(r, n->a);
  add_aim(r, yes ? n->b : n->c, value);
  add_aim(r, n->a, !yes);
}

static void aim_at_kids(rotation *r, const tp_expr_node *n, uint64_t value) {
  switch (n->op) {
  case TP_E_NOT:
    add_aim(r, n->a, !value);
    break;
  case TP_E_AND:
  case TP_E_OR:
    aim_at_two(r, n, value);
    break;
  case TP_E_ITE:
    aim_at_choice(r, n, value);
    break;
  case TP_E_EQ:
    add_aim(r, n->a, value ? worth(r, n->b) : worth(r, n->b) ^ 1);
    add_aim(r, n->b, value ? worth(r, n->a) : worth(r, n->a) ^ 1);
    break;
  case TP_E_BV:
    aim_at_sum(r, n, value);
    break;
  case TP_E_ZEXT:
  case TP_E_SEXT:
  case TP_E_OF_BOOL:
    add_aim(r, n->a, value & mask_of(tp_expr_get(r->smt->exprs, n->a)));
    break;
  default:
    break;
  }
}

static void find_changes(rotation *r, tp_expr e) {
  VEC_CLEAR(&r->aims);
  VEC_CLEAR(&r->changes);
  tp_expr_eval(r->smt->exprs, e, value_of, r); /* the walk begins */
  add_aim(r, e, 1);
  for (uint32_t i = 0; i < r->aims.n; i++) {
    aim at = r->aims.at[i];
    tp_expr_node n = *tp_expr_get(r->smt->exprs, at.e);
    if (n.op != TP_E_VAR)
      aim_at_kids(r, &n, at.value);
    else if (worth(r, at.e) != at.value)
      VEC_PUSH(&r->changes,
               ((change){*tp_map_get(&r->place_of, (uint32_t)n.bits) - 1,
                         at.value}));
  }
}

/* ---- what does not hold then --------------------------------------------- */

/* The only one that uses it and does not hold; UINT32_MAX: none, or more. */
static uint32_t find_broken(rotation *r, uint32_t var) {
  uint32_t found = UINT32_MAX;
  for (uint32_t i = r->first.at[var]; i < r->first.at[var + 1]; i++) {
    tp_expr e = r->smt->q.items.at[r->uses.at[i]].e;
    bool holds = i == r->first.at[var]
                     ? tp_expr_eval(r->smt->exprs, e, value_of, r)
                     : worth(r, e);
    if (!holds && found != UINT32_MAX)
      return UINT32_MAX;
    if (!holds)
      found = r->uses.at[i];
  }
  return found;
}

static void add_shown(rotation *r, uint32_t place) {
  shown s = {.place = place};
  for (uint32_t i = 0; i < r->now.n; i++)
    VEC_PUSH(&s.values, r->now.at[i]);
  tp_bits_add(r->needed, place);
  VEC_PUSH(&r->open, s);
}

static void try(rotation *r, change c) {
  uint64_t was = r->now.at[c.at];
  r->now.at[c.at] = c.value;
  uint32_t broken = find_broken(r, c.at);
  if (broken != UINT32_MAX && !tp_bits_has(r->needed, broken))
    add_shown(r, broken);
  r->now.at[c.at] = was;
}

static void take(rotation *r, const values_list *values) {
  VEC_CLEAR(&r->now);
  for (uint32_t i = 0; i < values->n; i++)
    VEC_PUSH(&r->now, values->at[i]);
}

void tp_smt_rotate(tp_smt *smt, uint32_t place, tp_bits *needed) {
  rotation r = {.smt = smt, .needed = needed};
  find_places(&r);
  find_uses(&r);
  for (uint32_t i = 0; i < smt->values.n; i++)
    VEC_PUSH(&r.now, smt->values.at[i]);
  add_shown(&r, place);
  while (r.open.n) {
    shown s = VEC_POP(&r.open);
    take(&r, &s.values);
    VEC_FREE(&s.values);
    find_changes(&r, smt->q.items.at[s.place].e);
    for (uint32_t i = 0; i < r.changes.n; i++)
      try(&r, r.changes.at[i]);
  }
  tp_map_free(&r.place_of);
  VEC_FREE(&r.first);
  VEC_FREE(&r.uses);
  VEC_FREE(&r.now);
  VEC_FREE(&r.aims);
  VEC_FREE(&r.changes);
  VEC_FREE(&r.open);
}
