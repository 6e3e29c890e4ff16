/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle over a Markov chain, and random chains: see markov.h. */
#include "markov.h"

#include "base/diag.h"

/* ---- the oracle ---------------------------------------------------------- */

static tp_inputs new_inputs(markov *m) {
  if (m->unused.n == 0) {
    VEC_PUSH(&m->unused, m->prefix.n);
    VEC_PUSH(&m->prefix, (tp_vec_u32){0});
  }
  tp_inputs id = VEC_POP(&m->unused);
  VEC_CLEAR(&m->prefix.at[id]);
  return id;
}

static tp_inputs initial(void *state) {
  return new_inputs(state);
}

static tp_inputs draw_inputs(void *state, uint64_t seed) {
  (void)seed; /* the chain has its own */
  return new_inputs(state);
}

static double draw(markov *m) {
  return (double)(tp_rng_next(&m->rng) >> 11) * 0x1p-53;
}

static tp_branch next_branch(markov *m, tp_gnode v) {
  const tp_graph_node *node = &m->g->nodes.at[v];
  tp_branch e = node->first;
  if (node->n == 1)
    return e;
  double at = draw(m);
  while (e < node->first + node->n - 1 && at >= m->chance.at[e])
    at -= m->chance.at[e++];
  return e;
}

static tp_pred pred_of(const markov *m, tp_branch e) {
  return m->g->nodes.at[m->g->edges.at[e].from].n > 1 ? e + 1
                                                      : TP_PRED_CONCRETE;
}

static tp_outcome run(void *state, tp_inputs inputs, tp_path *path) {
  markov *m = state;
  const tp_vec_u32 *prefix = &m->prefix.at[inputs];
  tp_gnode v = m->g->edges.at[0].to;
  VEC_CLEAR(path);
  if (m->most > 0 && m->spent >= m->most)
    return TP_RUN_OVER;
  while (m->g->nodes.at[v].n) {
    tp_branch e = path->n < prefix->n ? prefix->at[path->n] : next_branch(m, v);
    VEC_PUSH(path, (tp_step){e, pred_of(m, e)});
    if (m->g->edges.at[e].goal != TP_NO_GOAL)
      tp_bits_add(&m->covered, m->g->edges.at[e].goal);
    v = m->g->edges.at[e].to;
  }
  m->random_runs += prefix->n == 0;
  m->spent += prefix->n == 0;
  VEC_PUSH(&m->unused, inputs);
  return TP_RUN_ENDED;
}

static double estimate(void *state, const tp_path *path, uint32_t at,
                       tp_branch instead) {
  const markov *m = state;
  double sum = m->cost.at[instead];
  for (uint32_t i = 0; i < at; i++)
    sum += m->cost.at[path->at[i].branch];
  return sum;
}

static tp_answer solve(void *state, const tp_path *path, uint32_t at,
                       tp_branch instead, tp_solution *out) {
  markov *m = state;
  out->inputs = new_inputs(m);
  for (uint32_t i = 0; i < at; i++)
    VEC_PUSH(&m->prefix.at[out->inputs], path->at[i].branch);
  VEC_PUSH(&m->prefix.at[out->inputs], instead);
  m->spent += estimate(m, path, at, instead);
  m->solved++;
  return TP_SAT;
}

static tp_pred predicate(void *state, const tp_path *path, uint32_t at,
                         tp_branch instead) {
  (void)path;
  (void)at;
  return pred_of(state, instead);
}

static bool is_covered(void *state, uint32_t goal) {
  const markov *m = state;
  return tp_bits_has(&m->covered, goal);
}

/* ---- life ---------------------------------------------------------------- */

static void build_graph(markov *m, const markov_edge *edges, uint32_t n) {
  uint32_t degree[MARKOV_MAX + 1] = {0};
  for (uint32_t i = 0; i < n; i++)
    degree[edges[i].from]++;
  m->g = tp_graph_new();
  tp_graph_add(m->g, TP_G_ENTRY, 0, 1);
  for (uint32_t s = 1; s <= m->n; s++)
    tp_graph_add(m->g,
                 degree[s] == 0   ? TP_G_EXIT
                 : degree[s] == 1 ? TP_G_CHOICE
                                  : TP_G_DECISION,
                 s, degree[s]);
  tp_graph_lead(m->g, 0, 1);
  VEC_PUSH(&m->chance, 1);
  VEC_PUSH(&m->cost, 0);
  for (uint32_t i = 0; i < n; i++) {
    TP_INVARIANT(m->g->edges.at[i + 1].from == edges[i].from,
                 "edges should be in the order of their states");
    tp_graph_lead(m->g, i + 1, edges[i].to);
    if (edges[i].to != 1) /* where every run begins */
      m->g->edges.at[i + 1].goal = edges[i].to;
    m->g->edges.at[i + 1].label = i + 1 - m->g->nodes.at[edges[i].from].first;
    VEC_PUSH(&m->chance, edges[i].chance);
    VEC_PUSH(&m->cost, edges[i].cost);
  }
  m->g->n_goals = m->n + 1;
  tp_graph_freeze(m->g);
}

void markov_init(markov *m, uint32_t n, const markov_edge *edges,
                 uint32_t n_edges) {
  memset(m, 0, sizeof *m);
  m->n = n;
  build_graph(m, edges, n_edges);
  tp_bits_init(&m->covered, n + 1);
  m->oracle = (tp_oracle){.state = m,
                          .graph = m->g,
                          .budget = &m->budget,
                          .initial = initial,
                          .random = draw_inputs,
                          .run = run,
                          .solve = solve,
                          .estimate = estimate,
                          .predicate = predicate,
                          .is_covered = is_covered};
  markov_reset(m, 1);
}

void markov_free(markov *m) {
  for (uint32_t i = 0; i < m->prefix.n; i++)
    VEC_FREE(&m->prefix.at[i]);
  VEC_FREE(&m->prefix);
  VEC_FREE(&m->unused);
  VEC_FREE(&m->chance);
  VEC_FREE(&m->cost);
  tp_bits_free(&m->covered);
  tp_graph_free(m->g);
}

void markov_reset(markov *m, uint64_t seed) {
  tp_rng_init(&m->rng, seed);
  tp_bits_clear_all(&m->covered);
  m->spent = 0;
  m->random_runs = m->solved = 0;
  VEC_CLEAR(&m->unused);
  for (uint32_t i = 0; i < m->prefix.n; i++)
    VEC_PUSH(&m->unused, i);
}

tp_branch markov_branch(const markov *m, uint32_t from, uint32_t to) {
  const tp_graph_node *v = &m->g->nodes.at[from];
  tp_branch e = v->first;
  while (e < v->first + v->n && m->g->edges.at[e].to != to)
    e++;
  return e < v->first + v->n ? e : TP_NO_BRANCH;
}

bool markov_is_done(const markov *m) {
  for (uint32_t s = 2; s <= m->n; s++)
    if (!tp_bits_has(&m->covered, s))
      return false;
  return true;
}

/* ---- random chains ------------------------------------------------------- */

typedef struct sketch {
  uint32_t n;
  uint32_t slots[MARKOV_MAX + 1]; /* edges that a state has */
  uint32_t to[MARKOV_MAX + 1][2];
  uint32_t used[MARKOV_MAX + 1]; /* of them: lead somewhere */
} sketch;

static double unit(tp_rng *rng) {
  return (double)(tp_rng_next(rng) >> 11) * 0x1p-53;
}

static void draw_degrees(sketch *k, tp_rng *rng) {
  for (uint32_t s = 1; s <= k->n; s++) {
    k->slots[s] = 1 + (unit(rng) < 0.2);
    k->used[s] = 0;
  }
  k->slots[k->n] = 0; /* the last of them is an end whatever comes */
  for (uint32_t ends = 1; ends < k->n / 5;) {
    uint32_t s = 2 + tp_rng_below(rng, k->n - 2);
    ends += k->slots[s] != 0;
    k->slots[s] = 0;
  }
}

/* Each state hangs on a free edge of an earlier one; what is left leads on, or
 * back. False: some state finds none. */
static bool wire(sketch *k, const markov_shape *shape, tp_rng *rng) {
  for (uint32_t s = 2; s <= k->n; s++) {
    uint32_t free[2 * MARKOV_MAX], n = 0;
    for (uint32_t t = 1; t < s; t++)
      for (uint32_t i = k->used[t]; i < k->slots[t]; i++)
        free[n++] = t;
    if (n == 0)
      return false;
    uint32_t t = free[tp_rng_below(rng, n)];
    k->to[t][k->used[t]++] = s;
  }
  for (uint32_t s = 1; s < k->n; s++)
    while (k->used[s] < k->slots[s]) {
      bool is_back = k->used[s] == 1 && s > 1 && unit(rng) < shape->loops;
      uint32_t t = is_back ? 1 + tp_rng_below(rng, s)
                           : s + 1 + tp_rng_below(rng, k->n - s);
      if (k->used[s] == 1 && k->to[s][0] == t)
        return false;
      k->to[s][k->used[s]++] = t;
    }
  return true;
}

static bool has_branch(const sketch *k) {
  for (uint32_t s = 1; s <= k->n; s++)
    if (k->slots[s] > 1)
      return true;
  return false;
}

static double draw_chance(const markov_shape *shape, tp_rng *rng) {
  if (unit(rng) >= shape->rare)
    return unit(rng);
  double rare = (1 + tp_rng_below(rng, 9)) * 1e-4;
  return unit(rng) < 0.5 ? rare : 1 - rare;
}

void markov_draw(markov *m, const markov_shape *shape, uint64_t seed) {
  tp_rng rng;
  sketch k = {.n = shape->n};
  markov_edge edges[2 * MARKOV_MAX];
  uint32_t n = 0;
  tp_rng_init(&rng, seed);
  do
    draw_degrees(&k, &rng);
  while (!wire(&k, shape, &rng) || !has_branch(&k));
  for (uint32_t s = 1; s <= k.n; s++) {
    double first = k.slots[s] > 1 ? draw_chance(shape, &rng) : 1;
    for (uint32_t i = 0; i < k.slots[s]; i++)
      edges[n++] = (markov_edge){s, k.to[s][i], i ? 1 - first : first,
                                 2 + tp_rng_below(&rng, 999)};
  }
  markov_init(m, k.n, edges, n);
}
