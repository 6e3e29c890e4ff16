/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random graphs and programs with 64 inputs: see mini.h. */
#include "mini.h"

#include "base/map.h"

const mini_shape mini_usual = {.n_nodes = 12,
                               .span = 5,
                               .switch_chance = 15,
                               .choice_chance = 5,
                               .exit_chance = 10,
                               .shared_chance = 10,
                               .n_atoms = 8,
                               .dependent_chance = 15};

#define MAX_STEPS 60
#define N_STATES 3
#define MAX_SIDES 4

static bool chance(tp_rng *rng, uint32_t percent) {
  return tp_rng_below(rng, 100) < percent;
}

static tp_gnode target(const mini_shape *s, tp_rng *rng, tp_gnode v) {
  tp_gnode last = s->n_nodes + 1;
  if (chance(rng, s->exit_chance))
    return last;
  if (chance(rng, s->loop_chance))
    return 1 + tp_rng_below(rng, v);
  uint32_t ahead = last - v;
  return v + 1 + tp_rng_below(rng, ahead < s->span ? ahead : s->span);
}

static void add_decision(tp_graph *g, const mini_shape *s, tp_rng *rng) {
  tp_gnode v = g->nodes.n;
  bool is_choice = chance(rng, s->choice_chance);
  uint32_t n = chance(rng, s->switch_chance) ? 3 + tp_rng_below(rng, 2) : 2;
  tp_graph_add(g, is_choice ? TP_G_CHOICE : TP_G_DECISION, v, n);
  for (uint32_t i = 0; i < n; i++)
    tp_graph_lead(g, g->nodes.at[v].first + i, target(s, rng, v));
}

static void set_goals(tp_graph *g, const mini_shape *s, tp_rng *rng) {
  for (tp_gnode v = 1; v < g->nodes.n; v++) {
    const tp_graph_node *node = &g->nodes.at[v];
    tp_gnode other = 1 + tp_rng_below(rng, v);
    bool shares = chance(rng, s->shared_chance) && other < v &&
                  g->nodes.at[other].kind == node->kind &&
                  g->nodes.at[other].n == node->n;
    for (uint32_t i = 0; node->kind == TP_G_DECISION && i < node->n; i++)
      g->edges.at[node->first + i].goal =
          shares ? g->edges.at[g->nodes.at[other].first + i].goal
                 : g->n_goals++;
  }
}

tp_graph *mini_graph(const mini_shape *s, tp_rng *rng) {
  tp_graph *g = tp_graph_new();
  tp_graph_add(g, TP_G_ENTRY, 0, 1);
  tp_graph_lead(g, 0, 1);
  for (uint32_t i = 0; i < s->n_nodes; i++)
    add_decision(g, s, rng);
  tp_graph_add(g, TP_G_EXIT, 0, 0);
  set_goals(g, s, rng);
  return g;
}

/* The branch that an input takes at a node in a state. */
static uint32_t side_of(const mini *m, tp_gnode v, uint32_t state,
                        uint32_t input) {
  uint32_t n = m->g->nodes.at[v].n, atom = m->atom.at[v];
  if (m->g->nodes.at[v].kind == TP_G_CHOICE)
    return (uint32_t)tp_hash_pair(m->seed + v, state) % n;
  if (tp_bits_has(&m->dependent, v))
    atom += state * 7;
  uint64_t h = tp_hash_pair(m->seed, atom);
  switch (h % 3) {
  case 0: /* a threshold on one of two 3-bit fields */
    return (h >> 8 & 1 ? input & 7 : input >> 3) > (h >> 16) % 7 ? 0 : n - 1;
  case 1: /* equality */
    return (h >> 8 & 1 ? input & 7 : input >> 3) == (h >> 16) % 8 ? 0 : n - 1;
  default:
    return (uint32_t)(tp_hash_pair(h, input) % n);
  }
}

static uint64_t mask_of(const mini *m, tp_gnode v, uint32_t state,
                        uint32_t side) {
  return m->mask_of[(v * N_STATES + state) * MAX_SIDES + side];
}

static void compute_masks(mini *m) {
  m->mask_of = TP_NEW_ARRAY(uint64_t, m->g->nodes.n * N_STATES * MAX_SIDES);
  for (tp_gnode v = 1; v + 1 < m->g->nodes.n; v++)
    for (uint32_t state = 0; state < N_STATES; state++)
      for (uint32_t input = 0; input < 64; input++) {
        uint32_t side = side_of(m, v, state, input);
        m->mask_of[(v * N_STATES + state) * MAX_SIDES + side] |= UINT64_C(1)
                                                                 << input;
      }
}

/* The number of a mask; a node that no input decides is concrete. */
static tp_pred pred_of(mini *m, tp_gnode v, uint32_t state, uint32_t side) {
  uint32_t sides = 0;
  for (uint32_t i = 0; i < m->g->nodes.at[v].n; i++)
    sides += mask_of(m, v, state, i) != 0;
  if (m->g->nodes.at[v].kind == TP_G_CHOICE || sides < 2)
    return TP_PRED_CONCRETE;
  uint64_t mask = mask_of(m, v, state, side);
  for (uint32_t i = 0; i < m->masks.n; i++)
    if (m->masks.at[i] == mask)
      return i + 1;
  VEC_PUSH(&m->masks, mask);
  return m->masks.n;
}

static uint32_t next_state(const mini *m, tp_branch taken, uint32_t state) {
  tp_gnode v = m->g->edges.at[taken].from;
  bool is_first = taken == m->g->nodes.at[v].first;
  return tp_bits_has(&m->writes, v) && is_first ? (state + 1) % N_STATES
                                                : state;
}

static tp_inputs initial(void *state) {
  (void)state;
  return 0;
}

static tp_inputs random_inputs(void *state, uint64_t seed) {
  (void)state;
  return (tp_inputs)(seed >> 7 & 63);
}

static void simulate(mini *m, uint32_t input, tp_path *path) {
  uint32_t state = 0;
  tp_gnode v = m->g->edges.at[0].to;
  VEC_CLEAR(path);
  while (m->g->nodes.at[v].n && path->n < m->max_steps) {
    uint32_t side = side_of(m, v, state, input);
    tp_branch taken = m->g->nodes.at[v].first + side;
    VEC_PUSH(path, (tp_step){taken, pred_of(m, v, state, side)});
    state = next_state(m, taken, state);
    v = m->g->edges.at[taken].to;
  }
}

static void add_goals(const mini *m, const tp_path *path, tp_bits *goals) {
  for (uint32_t i = 0; i < path->n; i++) {
    uint32_t goal = m->g->edges.at[path->at[i].branch].goal;
    if (goal != TP_NO_GOAL)
      tp_bits_add(goals, goal);
  }
}

static tp_outcome run(void *state, tp_inputs inputs, tp_path *path) {
  mini *m = state;
  simulate(m, inputs, path);
  add_goals(m, path, &m->covered);
  VEC_PUSH(&m->run_log, inputs);
  return TP_RUN_ENDED;
}

static uint32_t state_at(const mini *m, const tp_path *path, uint32_t at) {
  uint32_t state = 0;
  for (uint32_t i = 0; i < at; i++)
    state = next_state(m, path->at[i].branch, state);
  return state;
}

/* The step says what it is a step of, also on a path that was never run: there
 * the state is one in which it has its predicate. */
static tp_pred predicate(void *context, const tp_path *path, uint32_t at,
                         tp_branch instead) {
  mini *m = context;
  tp_gnode v = m->g->edges.at[instead].from;
  tp_branch first = m->g->nodes.at[v].first;
  uint32_t side = path->at[at].branch - first;
  uint32_t state = state_at(m, path, at), tried = 0;
  while (pred_of(m, v, state, side) != path->at[at].pred && tried < N_STATES)
    state = tried++;
  return pred_of(m, v, state, instead - first);
}

static uint64_t mask_without(const mini *m, const tp_path *path,
                             const tp_vec_u32 *core, uint32_t without,
                             uint64_t last) {
  uint64_t mask = last;
  for (uint32_t i = 0; i < core->n; i++)
    if (i != without && path->at[core->at[i]].pred != TP_PRED_CONCRETE)
      mask &= m->masks.at[path->at[core->at[i]].pred - 1];
  return mask;
}

static void find_core(const mini *m, const tp_path *path, uint32_t at,
                      uint64_t last, tp_vec_u32 *core) {
  VEC_CLEAR(core);
  /* Steps that exclude no further input can be left out from the start. */
  uint64_t left = last;
  for (uint32_t i = 0; i < at && left; i++) {
    tp_pred pred = path->at[i].pred;
    if (pred == TP_PRED_CONCRETE || (left & ~m->masks.at[pred - 1]) == 0)
      continue;
    left &= m->masks.at[pred - 1];
    VEC_PUSH(core, i);
  }
  for (uint32_t i = 0; i < core->n;) {
    if (mask_without(m, path, core, i, last)) {
      i++;
      continue;
    }
    memmove(core->at + i, core->at + i + 1,
            (core->n - i - 1) * sizeof *core->at);
    core->n--;
  }
  if (mask_without(m, path, core, UINT32_MAX, UINT64_MAX))
    VEC_PUSH(core, at);
}

static tp_answer solve(void *context, const tp_path *path, uint32_t at,
                       tp_branch instead, tp_solution *out) {
  mini *m = context;
  if (m->on_solve)
    m->on_solve(m->context, path, at, instead);
  tp_pred pred = predicate(m, path, at, instead);
  if (pred == TP_PRED_CONCRETE)
    return TP_CONCRETE;
  tp_vec_u32 all = {0};
  for (uint32_t i = 0; i < at; i++)
    VEC_PUSH(&all, i);
  uint64_t last = m->masks.at[pred - 1];
  uint64_t mask = mask_without(m, path, &all, UINT32_MAX, last);
  VEC_FREE(&all);
  if (mask) {
    out->inputs = (tp_inputs)__builtin_ctzll(mask);
    return TP_SAT;
  }
  find_core(m, path, at, last, &out->core);
  return TP_UNSAT;
}

static bool is_covered(void *state, uint32_t goal) {
  mini *m = state;
  return tp_bits_has(&m->covered, goal);
}

static void choose_dependence(mini *m, const mini_shape *s, tp_rng *rng) {
  for (tp_gnode v = 1; v < m->g->nodes.n; v++) {
    VEC_PUSH(&m->atom, tp_rng_below(rng, s->n_atoms));
    m->g->nodes.at[v].is_path_dependent = s->proves_nothing;
    if (chance(rng, s->dependent_chance))
      tp_bits_add(&m->writes, v);
    if (!chance(rng, s->dependent_chance))
      continue;
    tp_bits_add(&m->dependent, v);
    m->g->nodes.at[v].is_path_dependent = !s->hides_dependence;
  }
}

void mini_init(mini *m, const mini_shape *s, uint64_t seed) {
  tp_rng rng;
  tp_rng_init(&rng, seed);
  memset(m, 0, sizeof *m);
  m->seed = seed;
  m->g = mini_graph(s, &rng);
  m->max_steps = MAX_STEPS;
  VEC_PUSH(&m->atom, 0);
  tp_bits_init(&m->writes, m->g->nodes.n);
  tp_bits_init(&m->dependent, m->g->nodes.n);
  tp_bits_init(&m->covered, m->g->n_goals + 1);
  choose_dependence(m, s, &rng);
  tp_graph_freeze(m->g);
  compute_masks(m);
  m->oracle = (tp_oracle){.state = m,
                          .graph = m->g,
                          .budget = &m->budget,
                          .initial = initial,
                          .random = random_inputs,
                          .run = run,
                          .solve = solve,
                          .predicate = predicate,
                          .is_covered = is_covered};
}

void mini_free(mini *m) {
  tp_graph_free(m->g);
  VEC_FREE(&m->atom);
  tp_free(m->mask_of);
  VEC_FREE(&m->masks);
  VEC_FREE(&m->run_log);
  tp_bits_free(&m->writes);
  tp_bits_free(&m->dependent);
  tp_bits_free(&m->covered);
}

void mini_feasible(mini *m, tp_bits *goals) {
  tp_path path = {0};
  tp_bits_init(goals, m->g->n_goals + 1);
  for (uint32_t input = 0; input < 64; input++) {
    simulate(m, input, &path);
    add_goals(m, &path, goals);
  }
  VEC_FREE(&path);
}
