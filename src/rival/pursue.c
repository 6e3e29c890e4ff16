/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns and the loop around them: see rival/pursue.h. */
#include "rival/pursue.h"

#include "rival/endless.h"
#include "search/path.h"

static uint64_t key_after(uint64_t key, tp_branch branch) {
  return tp_hash_pair(key, branch) >> 1; /* never the reserved one */
}

tp_branch tp_turn_branch(const tp_pursuit *p, const tp_turn *turn,
                         uint32_t at) {
  return at == turn->at ? turn->instead
                        : p->routes.at[turn->route].path.at[at].branch;
}

uint64_t tp_path_context(const tp_path *path, uint32_t end, uint32_t n) {
  uint64_t key = 1;
  for (uint32_t i = end > n ? end - n : 0; i < end; i++)
    key = key_after(key, path->at[i].branch);
  return key;
}

uint64_t tp_turn_context(const tp_pursuit *p, const tp_turn *turn, uint32_t n) {
  const tp_path *path = &p->routes.at[turn->route].path;
  uint32_t from = turn->at + 1 > n ? turn->at + 1 - n : 0;
  uint64_t key = 1;
  for (uint32_t i = from; i < turn->at; i++)
    key = key_after(key, path->at[i].branch);
  return key_after(key, turn->instead);
}

static uint32_t add_route(tp_pursuit *p) {
  if (p->spare.n == 0) {
    VEC_PUSH(&p->spare, p->routes.n);
    VEC_PUSH(&p->routes, (tp_turn_route){0});
  }
  uint32_t route = VEC_POP(&p->spare);
  tp_path_copy(&p->routes.at[route].path, &p->path);
  return route;
}

static void add_turns_at(tp_pursuit *p, uint32_t route, uint32_t at,
                         uint64_t prefix) {
  const tp_graph *g = p->s.g;
  tp_branch taken = p->path.at[at].branch;
  for (tp_branch e = tp_path_counter(g, taken, 0); e != TP_NO_BRANCH;
       e = tp_path_counter(g, taken, e + 1)) {
    bool is_new;
    tp_map_put(&p->met, key_after(prefix, e), &is_new);
    if (!is_new)
      continue;
    VEC_PUSH(&p->turns, (tp_turn){route, at, e, p->s.news});
    p->routes.at[route].uses++;
  }
}

/* The turns of the last run, from a step on. */
static void add_turns(tp_pursuit *p, uint32_t from) {
  uint32_t route = add_route(p);
  uint64_t prefix = 1;
  bool is_new;
  for (uint32_t at = 0; at < p->path.n && p->turns.n < TP_MOST_TURNS; at++) {
    if (at >= from && p->path.at[at].pred != TP_PRED_CONCRETE)
      add_turns_at(p, route, at, prefix);
    prefix = key_after(prefix, p->path.at[at].branch);
    tp_map_put(&p->met, prefix, &is_new);
  }
  if (p->routes.at[route].uses == 0)
    VEC_PUSH(&p->spare, route);
}

/* The order of the others stays. */
static tp_turn take(tp_pursuit *p, uint32_t number) {
  tp_turn turn = p->turns.at[number];
  memmove(&p->turns.at[number], &p->turns.at[number + 1],
          (p->turns.n - number - 1) * sizeof *p->turns.at);
  p->turns.n--;
  return turn;
}

static void try_turn(tp_pursuit *p, const tp_pursuit_way *way, tp_turn turn) {
  tp_turn_route *route = &p->routes.at[turn.route];
  bool runs = tp_session_solve(&p->s, &route->path, turn.at, turn.instead,
                               &p->solution) == TP_SAT &&
              tp_session_run(&p->s, p->solution.inputs, &p->path);
  bool follows =
      runs && tp_path_follows(&p->path, &route->path, turn.at, turn.instead);
  if (--route->uses == 0)
    VEC_PUSH(&p->spare, turn.route);
  if (!runs)
    return;
  if (way->ran)
    way->ran(p);
  add_turns(p, follows && way->only_behind ? turn.at + 1 : 0);
}

static void start_again(tp_pursuit *p, const tp_pursuit_way *way) {
  tp_map_clear(&p->met);
  if (!tp_rival_restart(&p->s, &p->rng, &p->path))
    return;
  if (way->ran)
    way->ran(p);
  add_turns(p, 0);
}

static void end(tp_pursuit *p) {
  for (uint32_t i = 0; i < p->routes.n; i++)
    VEC_FREE(&p->routes.at[i].path);
  VEC_FREE(&p->routes);
  VEC_FREE(&p->spare);
  VEC_FREE(&p->turns);
  VEC_FREE(&p->path);
  VEC_FREE(&p->solution.core);
  tp_map_free(&p->met);
  tp_session_fini(&p->s);
}

void tp_pursue(const tp_pursuit_way *way, void *own, const tp_oracle *oracle,
               const tp_search_limits *limits, tp_search_counts *counts) {
  tp_pursuit p = {.own = own};
  tp_session_init(&p.s, oracle, limits, counts);
  tp_rng_init(&p.rng, p.s.limits.seed);
  while (!tp_rival_is_done(&p.s))
    if (p.turns.n)
      try_turn(&p, way, take(&p, way->pick(&p)));
    else
      start_again(&p, way);
  counts->is_exhausted = tp_cover_is_complete(&p.s.cover);
  end(&p);
}
