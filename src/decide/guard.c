/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains of literals. Merging climbs to the lowest guard that is above both;
 * what lies below it on either side is and-ed together. */
#include "decide/guard.h"

void tp_guards_init(tp_guards *g, tp_exprs *exprs) {
  *g = (tp_guards){.exprs = exprs};
  VEC_PUSH(&g->at, (tp_guard_node){.literal = tp_expr_bool(exprs, true),
                                   .branch = UINT32_MAX});
}

void tp_guards_free(tp_guards *g) {
  VEC_FREE(&g->at);
}

tp_guard tp_guard_add(tp_guards *g, tp_guard above, tp_expr literal,
                      tp_sbranch branch) {
  uint64_t bits;
  if (above == TP_GUARD_NEVER)
    return above;
  if (tp_expr_constant(g->exprs, literal, &bits))
    return bits ? above : TP_GUARD_NEVER;
  VEC_PUSH(&g->at, (tp_guard_node){.above = above,
                                   .depth = g->at.at[above].depth + 1,
                                   .literal = literal,
                                   .branch = branch});
  return g->at.n - 1;
}

tp_guard tp_guard_add_case(tp_guards *g, tp_guard above, tp_expr literal,
                           tp_sbranch branch, uint32_t group, uint32_t of) {
  tp_guard added = tp_guard_add(g, above, literal, branch);
  if (added != above && added != TP_GUARD_NEVER) {
    g->at.at[added].group = group;
    g->at.at[added].count = 1;
    g->at.at[added].of = of;
  }
  return added;
}

uint32_t tp_guards_group(tp_guards *g) {
  return ++g->groups;
}

/* Two sets of branches of one switch, under one guard. */
static bool are_cases(const tp_guards *g, tp_guard a, tp_guard b) {
  const tp_guard_node *m = &g->at.at[a], *n = &g->at.at[b];
  return m->group && m->group == n->group && m->above == n->above;
}

static tp_guard merge_cases(tp_guards *g, tp_guard a, tp_guard b,
                            tp_expr *select) {
  tp_guard_node m = g->at.at[a], n = g->at.at[b];
  *select = m.literal;
  if (m.count + n.count >= m.of)
    return m.above;
  tp_guard out =
      tp_guard_add_case(g, m.above, tp_expr_or(g->exprs, m.literal, n.literal),
                        UINT32_MAX, m.group, m.of);
  if (out != m.above && out != TP_GUARD_NEVER)
    g->at.at[out].count = m.count + n.count;
  return out;
}

/* Move *a up one literal, into *rest. */
static void climb(const tp_guards *g, tp_guard *a, tp_expr *rest) {
  *rest = tp_expr_and(g->exprs, g->at.at[*a].literal, *rest);
  *a = g->at.at[*a].above;
}

bool tp_guard_is_below(const tp_guards *g, tp_guard above, tp_guard guard) {
  while (guard != above && guard != TP_GUARD_ROOT)
    guard = g->at.at[guard].above;
  return guard == above;
}

tp_expr tp_guard_below(const tp_guards *g, tp_guard above, tp_guard below) {
  tp_expr rest = tp_expr_bool(g->exprs, below != TP_GUARD_NEVER);
  while (below != TP_GUARD_NEVER && below != above)
    climb(g, &below, &rest);
  return rest;
}

tp_guard tp_guard_rest(tp_guards *g, tp_guard above, tp_guard side) {
  tp_expr rest = tp_guard_below(g, above, side);
  return tp_guard_add(g, above, tp_expr_not(g->exprs, rest), UINT32_MAX);
}

tp_guard tp_guard_merge(tp_guards *g, tp_guard a, tp_guard b, tp_expr *select) {
  tp_exprs *x = g->exprs;
  *select = tp_expr_bool(x, b == TP_GUARD_NEVER);
  if (a == TP_GUARD_NEVER || b == TP_GUARD_NEVER || a == b)
    return a == TP_GUARD_NEVER ? b : a;
  if (are_cases(g, a, b))
    return merge_cases(g, a, b, select);
  tp_expr rest_a = tp_expr_bool(x, true), rest_b = rest_a;
  while (a != b) {
    if (g->at.at[a].depth >= g->at.at[b].depth)
      climb(g, &a, &rest_a);
    else
      climb(g, &b, &rest_b);
  }
  *select = rest_a;
  if (tp_expr_not(x, rest_a) == rest_b)
    return a;
  return tp_guard_add(g, a, tp_expr_or(x, rest_a, rest_b), UINT32_MAX);
}
