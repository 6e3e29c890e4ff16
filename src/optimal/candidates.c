/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths worth solving: see optimal/candidates.h. */
#include "optimal/candidates.h"

#include "search/path.h"

#include <math.h>

/* So many runs in a row that are all the same are no chance. */
#define MOST_SAME 16

static bool is_stateless(const tp_graph *g) {
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    if (g->nodes.at[v].is_path_dependent ||
        (g->nodes.at[v].kind == TP_G_CHOICE && g->nodes.at[v].n > 1))
      return false;
  return !g->is_approximate;
}

void tp_candidates_init(tp_candidates *c, const tp_oracle *oracle,
                        const tp_cover *cover, bool is_wide) {
  memset(c, 0, sizeof *c);
  c->oracle = oracle;
  c->cover = cover;
  c->is_wide = is_wide;
  c->is_stateless = is_stateless(cover->g);
  tp_bits_init(&c->refused, cover->g->edges.n);
  VEC_RESIZE(&c->pred, cover->g->edges.n);
  VEC_RESIZE(&c->price, cover->g->edges.n);
  VEC_RESIZE(&c->again, cover->g->edges.n);
  VEC_RESIZE(&c->far, cover->g->nodes.n);
  VEC_RESIZE(&c->by, cover->g->nodes.n);
}

void tp_candidates_free(tp_candidates *c) {
  for (uint32_t i = 0; i < c->routes.n; i++)
    VEC_FREE(&c->routes.at[i].path);
  VEC_FREE(&c->routes);
  VEC_FREE(&c->spare);
  VEC_FREE(&c->lists);
  VEC_FREE(&c->pred);
  tp_bits_free(&c->refused);
  VEC_FREE(&c->price);
  VEC_FREE(&c->again);
  VEC_FREE(&c->far);
  VEC_FREE(&c->by);
  VEC_FREE(&c->heap);
  tp_map_free(&c->list_of);
  tp_map_free(&c->ignored);
  tp_map_free(&c->turns);
}

double tp_candidates_cost(const tp_oracle *oracle, const tp_path *path,
                          uint32_t at, tp_branch instead) {
  return oracle->estimate ? oracle->estimate(oracle->state, path, at, instead)
                          : at + 1.0;
}

/* ---- keys of paths ------------------------------------------------------- */

static uint64_t key_after(uint64_t prefix, tp_branch branch) {
  return tp_hash_pair(prefix, branch) >> 1; /* never the reserved one */
}

static uint64_t key_of(const tp_path *path, uint32_t n) {
  uint64_t key = 1;
  for (uint32_t i = 0; i < n; i++)
    key = key_after(key, path->at[i].branch);
  return key;
}

/* ---- lists --------------------------------------------------------------- */

static uint32_t add_route(tp_candidates *c, const tp_path *path) {
  if (c->spare.n == 0) {
    VEC_PUSH(&c->spare, c->routes.n);
    VEC_PUSH(&c->routes, (tp_route){0});
  }
  uint32_t route = VEC_POP(&c->spare);
  tp_path_copy(&c->routes.at[route].path, path);
  return route;
}

static void release(tp_candidates *c, uint32_t route) {
  if (--c->routes.at[route].uses == 0)
    VEC_PUSH(&c->spare, route);
}

static tp_candidate_list *list_of(tp_candidates *c, tp_branch branch) {
  bool is_new;
  uint32_t *place = tp_map_put(&c->list_of, branch, &is_new);
  if (is_new) {
    *place = c->lists.n;
    VEC_PUSH(&c->lists, (tp_candidate_list){.branch = branch});
  }
  return &c->lists.at[*place];
}

static bool has_key(const tp_candidate_list *list, uint64_t key) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i].key == key)
      return true;
  return false;
}

static void insert(tp_candidates *c, tp_candidate_list *list,
                   tp_candidate candidate) {
  uint32_t i = list->n;
  if (i == TP_CANDIDATES) {
    if (list->at[i - 1].cost <= candidate.cost)
      return;
    release(c, list->at[--i].route);
    list->n--;
  }
  for (; i > 0 && list->at[i - 1].cost > candidate.cost; i--)
    list->at[i] = list->at[i - 1];
  list->at[i] = candidate;
  list->n++;
  c->routes.at[candidate.route].uses++;
}

static void drop(tp_candidates *c, tp_candidate_list *list, uint32_t place) {
  release(c, list->at[place].route);
  list->n--;
  for (uint32_t i = place; i < list->n; i++)
    list->at[i] = list->at[i + 1];
}

void tp_candidates_ignore(tp_candidates *c, tp_candidate_list *list) {
  bool is_new;
  tp_map_put(&c->ignored, list->at[0].key, &is_new);
  drop(c, list, 0);
}

bool tp_candidates_try(tp_candidates *c, const tp_path *path) {
  bool is_new;
  tp_map_put(&c->ignored, key_of(path, path->n), &is_new);
  return is_new;
}

/* ---- runs ---------------------------------------------------------------- */

/* A step of a path with another branch instead. */
typedef struct turn {
  const tp_path *path;
  uint32_t at;
  tp_branch instead;
  uint64_t key;
  uint32_t route; /* of the path; UINT32_MAX: it has none yet */
} turn;

static bool is_wanted(const tp_candidates *c, tp_branch e) {
  return c->is_wide ? tp_live_edge(&c->cover->live, e)
                    : tp_live_is_open(&c->cover->live, e);
}

/* Longer than all that are kept: it will hardly be cheaper. */
static bool is_long(const tp_candidate_list *list, uint32_t at) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i].at >= at)
      return false;
  return list->n == TP_CANDIDATES;
}

static void offer(tp_candidates *c, turn *t) {
  tp_candidate_list *list = list_of(c, t->instead);
  if (tp_map_get(&c->ignored, t->key) || has_key(list, t->key) ||
      is_long(list, t->at))
    return;
  tp_candidate candidate = {
      .at = t->at,
      .key = t->key,
      .cost = tp_candidates_cost(c->oracle, t->path, t->at, t->instead)};
  if (t->route == UINT32_MAX)
    t->route = add_route(c, t->path);
  candidate.route = t->route;
  insert(c, list, candidate);
}

static void offer_step(tp_candidates *c, turn *t, uint64_t prefix) {
  const tp_graph *g = c->cover->g;
  tp_branch taken = t->path->at[t->at].branch;
  for (tp_branch e = tp_path_counter(g, taken, 0); e != TP_NO_BRANCH;
       e = tp_path_counter(g, taken, e + 1)) {
    if (!is_wanted(c, e))
      continue;
    t->instead = e;
    t->key = key_after(prefix, e);
    offer(c, t);
  }
}

/* What one step alone would cost. */
static void price(tp_candidates *c, tp_step step) {
  tp_path one = {&step, 1, 1};
  if (c->price.at[step.branch] == 0)
    c->is_new = true;
  c->pred.at[step.branch] = step.pred;
  c->price.at[step.branch] =
      1e-9 + tp_candidates_cost(c->oracle, &one, 0, step.branch);
}

void tp_candidates_add(tp_candidates *c, const tp_path *path) {
  turn t = {.path = path, .route = UINT32_MAX};
  uint64_t prefix = 1;
  tp_map_clear(&c->turns);
  for (t.at = 0; t.at < path->n; t.at++) {
    const tp_step *step = &path->at[t.at];
    bool is_new;
    uint32_t *turns = tp_map_put(
        &c->turns, c->cover->g->edges.at[step->branch].from, &is_new);
    if (step->pred != TP_PRED_CONCRETE && ++*turns <= TP_TURNS)
      offer_step(c, &t, prefix);
    prefix = key_after(prefix, step->branch);
    if (c->is_stateless && c->price.at[step->branch] == 0)
      price(c, *step);
  }
  if (t.route != UINT32_MAX && c->routes.at[t.route].uses == 0)
    VEC_PUSH(&c->spare, t.route);
}

/* ---- paths joined from several runs -------------------------------------- */

static bool is_farther(const tp_candidates *c, uint32_t i, uint32_t j) {
  return c->far.at[c->heap.at[i]] > c->far.at[c->heap.at[j]];
}

static void swap(tp_candidates *c, uint32_t i, uint32_t j) {
  uint32_t v = c->heap.at[i];
  c->heap.at[i] = c->heap.at[j];
  c->heap.at[j] = v;
}

static void push(tp_candidates *c, tp_gnode v) {
  VEC_PUSH(&c->heap, v);
  for (uint32_t i = c->heap.n - 1; i && is_farther(c, (i - 1) / 2, i);
       i = (i - 1) / 2)
    swap(c, i, (i - 1) / 2);
}

static tp_gnode pop(tp_candidates *c) {
  tp_gnode v = c->heap.at[0];
  c->heap.at[0] = VEC_LAST(&c->heap);
  c->heap.n--;
  for (uint32_t i = 0;;) {
    uint32_t k = 2 * i + 1;
    if (k >= c->heap.n)
      return v;
    k += k + 1 < c->heap.n && is_farther(c, k, k + 1);
    if (!is_farther(c, i, k))
      return v;
    swap(c, i, k);
    i = k;
  }
}

/* Dijkstra over the edges that some run took. A node may be in the heap more
 * than once; the first time counts. */
static void find_ways(tp_candidates *c) {
  const tp_graph *g = c->cover->g;
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    c->far.at[v] = HUGE_VAL;
  tp_gnode first = g->edges.at[0].to;
  c->far.at[first] = 0;
  c->by.at[first] = TP_NO_BRANCH;
  VEC_CLEAR(&c->heap);
  push(c, first);
  while (c->heap.n) {
    tp_gnode v = pop(c);
    const tp_graph_node *node = &g->nodes.at[v];
    for (tp_branch e = node->first; e < node->first + node->n; e++) {
      tp_gnode to = g->edges.at[e].to;
      double far = c->far.at[v] + c->price.at[e];
      if (c->price.at[e] == 0 || far >= c->far.at[to])
        continue;
      c->far.at[to] = far;
      c->by.at[to] = e;
      push(c, to);
    }
  }
}

static void walk_way(const tp_candidates *c, tp_gnode to, tp_path *path) {
  const tp_graph *g = c->cover->g;
  uint32_t n = 0;
  for (tp_gnode v = to; c->by.at[v] != TP_NO_BRANCH;
       v = g->edges.at[c->by.at[v]].from)
    n++;
  VEC_RESIZE(path, n);
  for (tp_gnode v = to; n; v = g->edges.at[c->by.at[v]].from)
    path->at[--n] = (tp_step){c->by.at[v], c->pred.at[c->by.at[v]]};
}

/* A step out of node v that was taken and that inputs decide. */
static bool find_step(const tp_candidates *c, tp_gnode v, tp_step *step) {
  const tp_graph_node *node = &c->cover->g->nodes.at[v];
  for (tp_branch e = node->first; e < node->first + node->n; e++)
    if (c->price.at[e] != 0 && c->pred.at[e] != TP_PRED_CONCRETE) {
      *step = (tp_step){e, c->pred.at[e]};
      return true;
    }
  return false;
}

tp_pred tp_candidates_pred(const tp_candidates *c, tp_branch e) {
  tp_step step = {e, c->pred.at[e]};
  if (!c->is_stateless || c->price.at[e] != 0)
    return step.pred;
  find_step(c, c->cover->g->edges.at[e].from, &step);
  tp_path one = {&step, 1, 1};
  return c->oracle->predicate(c->oracle->state, &one, 0, e);
}

static void offer_joined(tp_candidates *c, tp_branch open, tp_path *path) {
  tp_gnode v = c->cover->g->edges.at[open].from;
  tp_step step;
  if (c->far.at[v] == HUGE_VAL || !find_step(c, v, &step))
    return;
  walk_way(c, v, path);
  turn t = {.path = path,
            .at = path->n,
            .instead = open,
            .key = key_after(key_of(path, path->n), open),
            .route = UINT32_MAX};
  VEC_PUSH(path, step);
  offer(c, &t);
  if (t.route != UINT32_MAX && c->routes.at[t.route].uses == 0)
    VEC_PUSH(&c->spare, t.route);
}

static void join(tp_candidates *c) {
  tp_path path = {0};
  find_ways(c);
  for (uint32_t i = 0; i < c->cover->edge.n; i++)
    if (tp_live_is_open(&c->cover->live, c->cover->edge.at[i]))
      offer_joined(c, c->cover->edge.at[i], &path);
  VEC_FREE(&path);
}

void tp_candidates_forget(tp_candidates *c) {
  for (uint32_t i = 0; i < c->lists.n; i++)
    while (c->lists.at[i].n)
      drop(c, &c->lists.at[i], 0);
  memset(c->pred.at, 0, c->pred.n * sizeof *c->pred.at);
  memset(c->price.at, 0, c->price.n * sizeof *c->price.at);
  for (tp_gnode v = 0; v < c->far.n; v++)
    c->far.at[v] = HUGE_VAL;
}

double tp_candidates_again_cost(const tp_candidates *c, tp_branch e) {
  const tp_graph_edge *edge = &c->cover->g->edges.at[e];
  if (c->pred.at[e] == TP_PRED_CONCRETE || c->far.at[edge->from] == HUGE_VAL ||
      tp_bits_has(&c->refused, e))
    return 0;
  return c->far.at[edge->from] + c->price.at[e];
}

bool tp_candidates_again(tp_candidates *c, tp_branch e, tp_path *path) {
  if (tp_candidates_again_cost(c, e) == 0)
    return false;
  walk_way(c, c->cover->g->edges.at[e].from, path);
  VEC_PUSH(path, (tp_step){e, c->pred.at[e]});
  return true;
}

void tp_candidates_refuse(tp_candidates *c, tp_branch e) {
  tp_bits_add(&c->refused, e);
}

void tp_candidates_ran_again(tp_candidates *c, tp_branch e,
                             const tp_path *path) {
  tp_again *again = &c->again.at[e];
  uint64_t key = key_of(path, path->n);
  again->same = again->key == key ? again->same + 1 : 1;
  again->key = key;
  if (again->same >= MOST_SAME)
    tp_candidates_refuse(c, e);
}

void tp_candidates_update(tp_candidates *c) {
  for (uint32_t i = 0; i < c->lists.n; i++)
    if (!is_wanted(c, c->lists.at[i].branch))
      while (c->lists.at[i].n)
        drop(c, &c->lists.at[i], 0);
  if (c->is_stateless && c->is_new)
    join(c);
  c->is_new = false;
}
