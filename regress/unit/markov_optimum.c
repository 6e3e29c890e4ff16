/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact optimum of markov.h: definition 3.3 of seed 003 as an equation for
 * each set of covered states.
 *
 * A walk is known by where it is and what it has visited: of all paths with the
 * same two the cheapest is as good as any, so there are finitely many actions,
 * with loops, too. Each leads to a distribution over what is visited when the
 * run has ended. Covered sets only grow, so that
 *   V(m) = min over actions of (cost + sum over n != m of T(n) V(n)) / (1 -
 * T(m)) is worked out from the largest set down.
 */
#include "markov.h"

#include "base/map.h"

#include <math.h>
#include <stdlib.h>

#define MOST_SETS 300000
#define SWEEPS 1000000

typedef struct walk {
  uint32_t state, visited; /* a bit a state */
  double cost;             /* of the cheapest path to here */
} walk;

typedef struct induction {
  const markov *m;
  VEC(walk) walks;
  tp_map walk_at;
  VEC(uint32_t) finals; /* what may be visited when a run ends */
  tp_map final_at;
  VEC(double) ends; /* by walk and final: the chance */
  VEC(uint32_t) sets;
  tp_map set_at;
  VEC(double) value; /* by set */
  VEC(double) after; /* by final: the value of the set with it */
} induction;

static uint32_t bit(uint32_t state) {
  return UINT32_C(1) << (state - 1);
}

static uint64_t key_of(uint32_t state, uint32_t visited) {
  return (uint64_t)state << 32 | visited;
}

static void meet(induction *d, uint32_t state, uint32_t visited, double cost) {
  bool is_new;
  uint32_t *place = tp_map_put(&d->walk_at, key_of(state, visited), &is_new);
  if (is_new) {
    *place = d->walks.n;
    VEC_PUSH(&d->walks, (walk){state, visited, cost});
  } else if (cost < d->walks.at[*place].cost) {
    d->walks.at[*place].cost = cost;
  }
}

/* Again until no walk gets cheaper: costs are positive, and there are few. */
static void find_walks(induction *d) {
  const tp_graph *g = d->m->g;
  double sum = 0, before = -1;
  meet(d, 1, bit(1), 0);
  while (sum != before) {
    before = sum;
    sum = 0;
    for (uint32_t i = 0; i < d->walks.n; i++) {
      walk w = d->walks.at[i];
      const tp_graph_node *v = &g->nodes.at[w.state];
      sum += w.cost;
      for (tp_branch e = v->first; e < v->first + v->n; e++) {
        uint32_t to = g->edges.at[e].to;
        meet(d, to, w.visited | bit(to), w.cost + d->m->cost.at[e]);
      }
    }
  }
}

static void find_finals(induction *d) {
  for (uint32_t i = 0; i < d->walks.n; i++) {
    bool is_new;
    if (d->m->g->nodes.at[d->walks.at[i].state].n)
      continue;
    uint32_t *place = tp_map_put(&d->final_at, d->walks.at[i].visited, &is_new);
    if (!is_new)
      continue;
    *place = d->finals.n;
    VEC_PUSH(&d->finals, d->walks.at[i].visited);
  }
}

static double *ends_of(const induction *d, uint32_t i) {
  return &d->ends.at[(size_t)i * d->finals.n];
}

/* One step of walk i; how much its distribution changed. */
static double step(induction *d, uint32_t i) {
  const tp_graph *g = d->m->g;
  walk w = d->walks.at[i];
  const tp_graph_node *v = &g->nodes.at[w.state];
  double changed = 0;
  for (uint32_t f = 0; f < d->finals.n; f++) {
    double sum = v->n == 0 && d->finals.at[f] == w.visited;
    for (tp_branch e = v->first; e < v->first + v->n; e++) {
      uint32_t to = g->edges.at[e].to;
      uint32_t next = *tp_map_get(&d->walk_at, key_of(to, w.visited | bit(to)));
      sum += d->m->chance.at[e] * ends_of(d, next)[f];
    }
    changed = fmax(changed, fabs(sum - ends_of(d, i)[f]));
    ends_of(d, i)[f] = sum;
  }
  return changed;
}

/* Walks found later come first: most rest on them. */
static void find_ends(induction *d) {
  double changed = 1;
  VEC_RESIZE(&d->ends, d->walks.n * d->finals.n);
  for (uint32_t k = 0; k < SWEEPS && changed > 1e-15; k++) {
    changed = 0;
    for (uint32_t i = d->walks.n; i-- > 0;)
      changed = fmax(changed, step(d, i));
  }
}

static bool add_set(induction *d, uint32_t set) {
  bool is_new;
  uint32_t *place = tp_map_put(&d->set_at, set, &is_new);
  if (is_new) {
    *place = d->sets.n;
    VEC_PUSH(&d->sets, set);
  }
  return d->sets.n <= MOST_SETS;
}

static int larger_first(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  int more = __builtin_popcount(y) - __builtin_popcount(x);
  return more ? more : (x > y) - (x < y);
}

static bool find_sets(induction *d) {
  add_set(d, 0);
  for (uint32_t i = 0; i < d->sets.n; i++)
    for (uint32_t f = 0; f < d->finals.n; f++)
      if (!add_set(d, d->sets.at[i] | d->finals.at[f]))
        return false;
  qsort(d->sets.at, d->sets.n, sizeof *d->sets.at, larger_first);
  for (uint32_t i = 0; i < d->sets.n; i++)
    *tp_map_get(&d->set_at, d->sets.at[i]) = i;
  return true;
}

/* The cost from set m on if this action is taken, as often as need be. */
static double cost_of(const induction *d, uint32_t m, double cost, uint32_t i) {
  const double *ends = ends_of(d, i);
  double stay = 0;
  for (uint32_t f = 0; f < d->finals.n; f++)
    if ((m | d->finals.at[f]) == m)
      stay += ends[f];
    else
      cost += ends[f] * d->after.at[f];
  return stay < 1 - 1e-12 ? cost / (1 - stay) : HUGE_VAL;
}

/* Of what the walk has visited nothing is new in m, but for its last state. */
static bool is_turn(const walk *w, uint32_t m) {
  return (w->visited & ~m & ~bit(w->state)) == 0;
}

static double value_of(induction *d, uint32_t m, markov_solves solves) {
  for (uint32_t f = 0; f < d->finals.n; f++) {
    uint32_t next = m | d->finals.at[f];
    if (next != m)
      d->after.at[f] = d->value.at[*tp_map_get(&d->set_at, next)];
  }
  double best = cost_of(d, m, 1, 0);
  for (uint32_t i = 1; i < d->walks.n && solves != MARKOV_SOLVES_NONE; i++)
    if (solves == MARKOV_SOLVES_ALL || is_turn(&d->walks.at[i], m))
      best = fmin(best, cost_of(d, m, d->walks.at[i].cost, i));
  return best;
}

static double induce(induction *d, markov_solves solves) {
  uint32_t all = (uint32_t)((UINT64_C(1) << d->m->n) - 1);
  VEC_RESIZE(&d->value, d->sets.n);
  VEC_RESIZE(&d->after, d->finals.n);
  for (uint32_t i = 0; i < d->sets.n; i++)
    d->value.at[i] =
        d->sets.at[i] == all ? 0 : value_of(d, d->sets.at[i], solves);
  return d->value.at[d->sets.n - 1];
}

double markov_optimum_of(const markov *m, markov_solves solves) {
  induction d = {.m = m};
  find_walks(&d);
  find_finals(&d);
  find_ends(&d);
  double value = find_sets(&d) ? induce(&d, solves) : -1;
  VEC_FREE(&d.walks);
  VEC_FREE(&d.finals);
  VEC_FREE(&d.ends);
  VEC_FREE(&d.sets);
  VEC_FREE(&d.value);
  VEC_FREE(&d.after);
  tp_map_free(&d.walk_at);
  tp_map_free(&d.final_at);
  tp_map_free(&d.set_at);
  return value;
}

double markov_optimum(const markov *m) {
  return markov_optimum_of(m, MARKOV_SOLVES_ALL);
}

double markov_random(const markov *m) {
  return markov_optimum_of(m, MARKOV_SOLVES_NONE);
}
