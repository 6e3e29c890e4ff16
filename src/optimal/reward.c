/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rewards, component by component: see optimal/reward.h. Small loops are solved
 * by elimination, large ones by sweeps that start from what was there before.
 */
#include "optimal/reward.h"

#include <math.h>
#include <stdlib.h>

#define SMALL 24    /* nodes */
#define SWEEPS 200  /* at most */
#define EXACT 1e-12 /* a change that is none */

void tp_reward_init(tp_reward *r, const tp_chain *chain, const tp_cover *cover,
                    bool is_printed) {
  memset(r, 0, sizeof *r);
  r->chain = chain;
  r->cover = cover;
  r->is_printed = is_printed;
  VEC_RESIZE(&r->at, cover->g->nodes.n);
  VEC_RESIZE(&r->inside, cover->g->nodes.n);
  VEC_RESIZE(&r->place, cover->g->nodes.n);
  tp_bits_init(&r->dirty, cover->scc.n);
  for (uint32_t c = 0; c < cover->scc.n; c++)
    tp_bits_add(&r->dirty, c);
}

void tp_reward_free(tp_reward *r) {
  VEC_FREE(&r->at);
  VEC_FREE(&r->inside);
  VEC_FREE(&r->matrix);
  VEC_FREE(&r->place);
  VEC_FREE(&r->goals);
  tp_bits_free(&r->dirty);
}

void tp_reward_touch(tp_reward *r, tp_gnode v) {
  uint32_t c = r->cover->scc.of.at[v];
  tp_bits_add(&r->dirty, c);
  if (c < r->first_dirty)
    r->first_dirty = c;
}

void tp_reward_touch_path(tp_reward *r, const tp_path *path) {
  for (uint32_t i = 0; i < path->n; i++)
    tp_reward_touch(r, r->cover->g->edges.at[path->at[i].branch].from);
}

void tp_reward_touch_closed(tp_reward *r, const tp_bits *before) {
  const tp_bits *now = &r->cover->live.open;
  for (uint32_t w = 0; w <= (now->n - 1) / 64 && now->n; w++)
    for (uint64_t bits = before->word[w] & ~now->word[w]; bits;
         bits &= bits - 1)
      tp_reward_touch(
          r,
          r->cover->g->edges.at[w * 64 + (uint32_t)__builtin_ctzll(bits)].from);
}

/* ---- one component ------------------------------------------------------- */

typedef struct loop {
  tp_reward *r;
  const tp_gnode *member;
  uint32_t n;
  uint32_t number; /* of the component */
  double again;    /* the share that is left when one of its goals was taken */
  double stay;     /* the chance that a step inside is not the last one */
} loop;

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static bool is_inside(const loop *l, tp_branch e) {
  const tp_cover *cover = l->r->cover;
  return cover->scc.of.at[cover->g->edges.at[e].to] == l->number;
}

/* The goals that are open inside, each once. */
static uint32_t count_goals(const loop *l) {
  const tp_cover *cover = l->r->cover;
  tp_vec_u32 *goals = &l->r->goals;
  VEC_CLEAR(goals);
  for (uint32_t i = 0; i < l->n; i++) {
    const tp_graph_node *v = &cover->g->nodes.at[l->member[i]];
    for (tp_branch e = v->first; e < v->first + v->n; e++)
      if (tp_live_is_open(&cover->live, e) && is_inside(l, e))
        VEC_PUSH(goals, cover->g->edges.at[e].goal);
  }
  if (!goals->n)
    return 0;
  qsort(goals->at, goals->n, sizeof *goals->at, by_number);
  uint32_t n = 1;
  for (uint32_t i = 1; i < goals->n; i++)
    n += goals->at[i] != goals->at[i - 1];
  return n;
}

/* What edges give at once: those that lead outside with all that is behind
 * them, those inside, if asked for, as far as they are open. */
static double gives(const loop *l, tp_gnode v, bool inside, bool outside) {
  const tp_reward *r = l->r;
  const tp_graph_node *node = &r->cover->g->nodes.at[v];
  double sum = 0;
  for (tp_branch e = node->first; e < node->first + node->n; e++) {
    double chance = tp_chain_chance(r->chain, e);
    if (!is_inside(l, e) ? outside : inside)
      sum += chance * (is_inside(l, e) ? tp_live_is_open(&r->cover->live, e)
                                       : tp_reward_of_edge(r, e));
  }
  return sum;
}

/* The weight of edge e, which leads inside, in the system. */
static double weight(const loop *l, tp_branch e, bool inside) {
  const tp_reward *r = l->r;
  bool is_open = tp_live_is_open(&r->cover->live, e);
  return tp_chain_chance(r->chain, e) * l->stay *
         (inside && is_open ? l->again : 1);
}

/* x = W x + b by elimination, n rows of n + 1; false: it is singular. */
static bool eliminate(double *m, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    uint32_t pivot = k;
    for (uint32_t i = k + 1; i < n; i++)
      if (fabs(m[i * (n + 1) + k]) > fabs(m[pivot * (n + 1) + k]))
        pivot = i;
    if (fabs(m[pivot * (n + 1) + k]) < EXACT)
      return false;
    for (uint32_t j = 0; j <= n; j++) {
      double swap = m[k * (n + 1) + j];
      m[k * (n + 1) + j] = m[pivot * (n + 1) + j];
      m[pivot * (n + 1) + j] = swap;
    }
    for (uint32_t i = 0; i < n; i++) {
      double factor = m[i * (n + 1) + k] / m[k * (n + 1) + k];
      for (uint32_t j = k; i != k && factor != 0 && j <= n; j++)
        m[i * (n + 1) + j] -= factor * m[k * (n + 1) + j];
    }
  }
  return true;
}

static void fill_matrix(loop *l, bool inside, bool outside) {
  tp_reward *r = l->r;
  uint32_t n = l->n;
  VEC_RESIZE(&r->matrix, n * (n + 1));
  memset(r->matrix.at, 0, n * (n + 1) * sizeof *r->matrix.at);
  for (uint32_t i = 0; i < n; i++)
    r->place.at[l->member[i]] = i;
  for (uint32_t i = 0; i < n; i++) {
    const tp_graph_node *v = &r->cover->g->nodes.at[l->member[i]];
    double *row = &r->matrix.at[i * (n + 1)];
    row[i] = 1;
    row[n] = gives(l, l->member[i], inside, outside);
    for (tp_branch e = v->first; e < v->first + v->n; e++)
      if (is_inside(l, e))
        row[r->place.at[r->cover->g->edges.at[e].to]] -= weight(l, e, inside);
  }
}

static bool solve_small(loop *l, bool inside, bool outside, double *x) {
  tp_reward *r = l->r;
  fill_matrix(l, inside, outside);
  if (!eliminate(r->matrix.at, l->n))
    return false;
  for (uint32_t i = 0; i < l->n; i++)
    x[l->member[i]] =
        r->matrix.at[i * (l->n + 1) + l->n] / r->matrix.at[i * (l->n + 1) + i];
  return true;
}

/* Members come with those first that leave the loop soonest, more or less. */
static void sweep(loop *l, bool inside, bool outside, double *x) {
  const tp_graph *g = l->r->cover->g;
  double changed = 1;
  for (uint32_t k = 0; k < SWEEPS && changed > 1e-9; k++) {
    changed = 0;
    for (uint32_t i = 0; i < l->n; i++) {
      const tp_graph_node *v = &g->nodes.at[l->member[i]];
      double sum = gives(l, l->member[i], inside, outside);
      for (tp_branch e = v->first; e < v->first + v->n; e++)
        if (is_inside(l, e))
          sum += weight(l, e, inside) * x[g->edges.at[e].to];
      changed = fmax(changed, fabs(sum - x[l->member[i]]));
      x[l->member[i]] = sum;
    }
  }
}

static void solve(loop *l, bool inside, bool outside, double *x) {
  if (l->n > SMALL || !solve_small(l, inside, outside, x))
    sweep(l, inside, outside, x);
}

/* The rewards by what is inside, and by what is outside, are two systems: only
 * the first shrinks. */
static void solve_loop(loop *l) {
  tp_reward *r = l->r;
  if (r->is_printed) {
    solve(l, true, true, r->at.at);
    return;
  }
  uint32_t k = count_goals(l);
  l->again = k ? (k - 1.0) / k : 0;
  l->stay = 1 - TP_REWARD_END;
  for (uint32_t i = 0; i < l->n; i++)
    r->at.at[l->member[i]] -= r->inside.at[l->member[i]];
  solve(l, true, false, r->inside.at);
  solve(l, false, true, r->at.at);
  for (uint32_t i = 0; i < l->n; i++)
    r->at.at[l->member[i]] += r->inside.at[l->member[i]];
}

static bool is_loop(const loop *l) {
  const tp_graph_node *v = &l->r->cover->g->nodes.at[l->member[0]];
  bool found = l->n > 1;
  for (tp_branch e = v->first; e < v->first + v->n && !found; e++)
    found = is_inside(l, e);
  return found;
}

/* ---- all of them --------------------------------------------------------- */

static void touch_before(tp_reward *r, tp_gnode v) {
  const tp_graph *g = r->cover->g;
  for (uint32_t i = g->in_first.at[v]; i < g->in_first.at[v + 1]; i++)
    tp_bits_add(&r->dirty, r->cover->scc.of.at[g->edges.at[g->in.at[i]].from]);
}

static void compute(tp_reward *r, uint32_t c) {
  const tp_scc *scc = &r->cover->scc;
  loop l = {.r = r,
            .member = &scc->member.at[scc->first.at[c]],
            .n = scc->first.at[c + 1] - scc->first.at[c],
            .number = c,
            .again = 1,
            .stay = 1};
  double before = r->at.at[l.member[0]];
  r->computed++;
  if (!tp_live_node(&r->cover->live, l.member[0]))
    for (uint32_t i = 0; i < l.n; i++)
      r->at.at[l.member[i]] = r->inside.at[l.member[i]] = 0;
  else if (is_loop(&l))
    solve_loop(&l);
  else
    r->at.at[l.member[0]] = gives(&l, l.member[0], true, true);
  if (l.n == 1 && r->at.at[l.member[0]] == before)
    return;
  for (uint32_t i = 0; i < l.n; i++)
    touch_before(r, l.member[i]);
  tp_bits_del(&r->dirty, c); /* a loop touches itself */
}

void tp_reward_settle(tp_reward *r) {
  for (uint32_t c = r->first_dirty; c < r->cover->scc.n; c++) {
    if (c % 64 == 0 && r->dirty.word[c / 64] == 0) {
      c += 63;
      continue;
    }
    if (!tp_bits_has(&r->dirty, c))
      continue;
    tp_bits_del(&r->dirty, c);
    compute(r, c);
  }
  r->first_dirty = r->cover->scc.n;
}
