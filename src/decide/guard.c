/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains of literals. Merging climbs to the lowest guard that is above both;
 * what lies below it on either side is and-ed together. States are never at two
 * places, so ways that have parted and whose shares come to all of a guard are
 * that guard again, whatever their literals look like. */
#include "decide/guard.h"

#include "base/diag.h"
#include "wire/wire.h"

void tp_guards_init(tp_guards *g, tp_exprs *exprs) {
  *g = (tp_guards){.exprs = exprs};
  VEC_PUSH(&g->at, (tp_guard_node){.literal = tp_expr_bool(exprs, true),
                                   .branch = UINT32_MAX});
}

/* ---- shares --------------------------------------------------------------
 *
 * A condition gives one of its sides a number of its own, r, and the other one
 * 1 - r, modulo a prime; the share of a way is the product of those on it. As
 * polynomials over these numbers shares add up to 1 only where the ways are all
 * there are, however deep they lie; for numbers as if by chance anything else
 * does so once in 2^50.
 */

#define PRIME ((UINT64_C(1) << 61) - 1)
#define ALL UINT64_C(1)

static uint64_t own_share(uint64_t number) {
  return tp_wire_mix(number) % PRIME;
}

static uint64_t without(uint64_t a, uint64_t b) {
  return (a + PRIME - b) % PRIME;
}

/* 0: not known. */
static uint64_t share_of_share(uint64_t a, uint64_t b) {
  return (uint64_t)((unsigned __int128)a * b % PRIME);
}

static uint64_t both_shares(uint64_t a, uint64_t b) {
  return a && b ? (a + b) % PRIME : 0;
}

/* To the share that is lost of each guard above, which is so much of it. */
static void add_lost(tp_guards *g, tp_guard at, uint64_t share) {
  for (; at != TP_GUARD_ROOT && share; at = g->at.at[at].above) {
    share = share_of_share(share, g->at.at[at].share);
    tp_guard_node *above = &g->at.at[g->at.at[at].above];
    above->lost = (above->lost + share) % PRIME;
  }
}

void tp_guard_lose(tp_guards *g, tp_guard at) {
  add_lost(g, at, ALL);
}

/* Whether such a share of its ways are all that go on. What was lost in it is
 * then as good as there for those above. */
static bool are_all(tp_guards *g, tp_guard of, uint64_t share) {
  uint64_t lost = g->at.at[of].lost;
  if (share == ALL)
    return true;
  if (!share || !lost || (share + lost) % PRIME != ALL)
    return false;
  g->at.at[of].lost = 0;
  add_lost(g, of, without(0, lost));
  return true;
}

/* -------------------------------------------------------------------------- */

void tp_guards_free(tp_guards *g) {
  VEC_FREE(&g->at);
}

void tp_guards_check(const tp_guards *g) {
  uint64_t bits;
  for (tp_guard i = 1; i < g->at.n; i++) {
    const tp_guard_node *node = &g->at.at[i];
    TP_INVARIANT(node->above < i &&
                     node->depth == g->at.at[node->above].depth + 1,
                 "a guard should stand below one that was made before");
    TP_INVARIANT(node->func ||
                     !tp_expr_constant(g->exprs, node->literal, &bits),
                 "a literal should not be a constant");
    TP_INVARIANT(node->share != ALL, "a literal should leave something out");
    TP_INVARIANT(!node->before_loop || node->before_loop <= i,
                 "a loop should begin before its turns");
    TP_INVARIANT(!node->group || (node->count && node->count <= node->of),
                 "some branches of a switch should be below it");
  }
}

tp_guard tp_guard_add(tp_guards *g, tp_guard above, tp_expr literal,
                      tp_sbranch branch) {
  uint64_t bits;
  if (above == TP_GUARD_NEVER)
    return above;
  if (tp_expr_known(g->exprs, literal, &bits)) {
    if (!bits && g->on_never)
      g->on_never(g->state, above, literal, branch);
    return bits ? above : TP_GUARD_NEVER;
  }
  VEC_PUSH(&g->at, (tp_guard_node){.above = above,
                                   .depth = g->at.at[above].depth + 1,
                                   .literal = literal,
                                   .branch = branch});
  return g->at.n - 1;
}

void tp_guard_split(tp_guards *g, tp_guard above, tp_expr truth,
                    const tp_sbranch *branches, tp_guard *yes, tp_guard *no) {
  *no = tp_guard_add(g, above, tp_expr_not(g->exprs, truth), branches[1]);
  *yes = tp_guard_add(g, above, truth, branches[0]);
  uint64_t share = own_share(g->at.n);
  if (*yes != above && *yes != TP_GUARD_NEVER)
    g->at.at[*yes].share = share;
  if (*no != above && *no != TP_GUARD_NEVER)
    g->at.at[*no].share = without(ALL, share);
}

/* Of the n-th branch of a switch that has `of`. */
static uint64_t share_of_case(uint32_t group, uint32_t n, uint32_t of) {
  uint64_t first = UINT64_C(1) << 63 | (uint64_t)group << 32, share = ALL;
  if (n + 1 < of)
    return own_share(first | n);
  for (uint32_t i = 0; i < n; i++)
    share = without(share, own_share(first | i));
  return share;
}

static tp_guard add_cases(tp_guards *g, tp_guard above, tp_expr literal,
                          tp_sbranch branch, const tp_guard_node *what) {
  tp_guard added = tp_guard_add(g, above, literal, branch);
  if (added != above && added != TP_GUARD_NEVER) {
    g->at.at[added].group = what->group;
    g->at.at[added].count = what->count;
    g->at.at[added].of = what->of;
    g->at.at[added].share = what->share;
  }
  return added;
}

tp_guard tp_guard_add_case(tp_guards *g, tp_guard above, tp_expr literal,
                           tp_sbranch branch, uint32_t group, uint32_t n,
                           uint32_t of) {
  tp_guard_node what = {.group = group,
                        .count = 1,
                        .of = of,
                        .share = share_of_case(group, n, of)};
  return add_cases(g, above, literal, branch, &what);
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
  uint64_t share = both_shares(m.share, n.share);
  if (m.count + n.count >= m.of || are_all(g, m.above, share))
    return m.above;
  tp_guard_node what = {
      .group = m.group, .count = m.count + n.count, .of = m.of, .share = share};
  return add_cases(g, m.above, tp_expr_or(g->exprs, m.literal, n.literal),
                   UINT32_MAX, &what);
}

/* What was climbed: all literals, the uppermost, and all below that one. */
typedef struct side {
  tp_expr rest, first, under;
  uint64_t share; /* of the ways of the guard that was climbed to */
} side;

/* Move *a up one literal. */
static void climb(const tp_guards *g, tp_guard *a, side *s) {
  s->under = s->rest;
  s->first = g->at.at[*a].literal;
  s->rest = tp_expr_and(g->exprs, s->first, s->under);
  s->share = share_of_share(s->share, g->at.at[*a].share);
  *a = g->at.at[*a].above;
}

/* Where b is just the other side of the first literal of a, the two are all but
 * what a leaves out below that: so ways that leave a chain of && come to
 * nothing but "not all of it", the complement of the way through it. */
static bool is_beside(const tp_guards *g, const side *a, const side *b) {
  return a->first && tp_expr_not(g->exprs, a->first) == b->rest;
}

static tp_expr all_but(const tp_guards *g, const side *s) {
  tp_exprs *x = g->exprs;
  return tp_expr_not(x, tp_expr_and(x, s->first, tp_expr_not(x, s->under)));
}

static tp_expr either(const tp_guards *g, const side *a, const side *b) {
  return is_beside(g, a, b)   ? all_but(g, a)
         : is_beside(g, b, a) ? all_but(g, b)
                              : tp_expr_or(g->exprs, a->rest, b->rest);
}

bool tp_guard_is_below(const tp_guards *g, tp_guard above, tp_guard guard) {
  while (guard != above && guard != TP_GUARD_ROOT)
    guard = g->at.at[guard].above;
  return guard == above;
}

tp_expr tp_guard_below(const tp_guards *g, tp_guard above, tp_guard below) {
  side s = {.rest = tp_expr_bool(g->exprs, below != TP_GUARD_NEVER)};
  while (below != TP_GUARD_NEVER && below != above)
    climb(g, &below, &s);
  return s.rest;
}

tp_guard tp_guard_merge(tp_guards *g, tp_guard a, tp_guard b, tp_expr *select) {
  tp_exprs *x = g->exprs;
  *select = tp_expr_bool(x, b == TP_GUARD_NEVER);
  if (a == TP_GUARD_NEVER || b == TP_GUARD_NEVER || a == b)
    return a == TP_GUARD_NEVER ? b : a;
  if (are_cases(g, a, b))
    return merge_cases(g, a, b, select);
  side of_a = {.rest = tp_expr_bool(x, true), .share = ALL}, of_b = of_a;
  while (a != b) {
    if (g->at.at[a].depth >= g->at.at[b].depth)
      climb(g, &a, &of_a);
    else
      climb(g, &b, &of_b);
  }
  *select = of_a.rest;
  uint64_t share = both_shares(of_a.share, of_b.share);
  if (are_all(g, a, share) || tp_expr_not(x, of_a.rest) == of_b.rest)
    return a;
  tp_guard out = tp_guard_add(g, a, either(g, &of_a, &of_b), UINT32_MAX);
  if (out != a && out != TP_GUARD_NEVER)
    g->at.at[out].share = share;
  return out;
}
