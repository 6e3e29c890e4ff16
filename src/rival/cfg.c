/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cfg: the control-flow directed search of CREST (Burnim and Sen, ASE 2008).
 *
 * The graph gives each branch its distance to the nearest uncovered one. The
 * steps of the last path are tried in the order of the distance of their
 * counter branch (plus how often that branch came before in the path, against
 * loops). A turned run that covers nothing new is followed: as long as it
 * offers a branch that is nearer, that one is turned next. Success makes the
 * new path the one to start from. A path without success, or with its limit of
 * runs used up, ends in a restart with random inputs, and the limit doubles.
 */
#include "rival/endless.h"
#include "rival/rival.h"

#include "base/map.h"
#include "reach/bfs.h"
#include "search/path.h"

#include <stdlib.h>

#define FIRST_LIMIT 30

typedef struct scored {
  uint32_t at;
  tp_branch counter;
  uint32_t score, tie;
} scored;

typedef VEC(scored) scored_list;

typedef struct cfg {
  tp_session s;
  tp_rng rng;
  tp_path path, next;
  tp_vec_u32 distance;
  uint32_t measured; /* covered goals when the distances were computed */
  scored_list list;
  tp_map met; /* how often a branch came in the path so far */
  tp_solution solution;
} cfg;

static void measure(cfg *c) {
  if (c->distance.n && c->measured == c->s.cover.n_covered)
    return;
  tp_reach_distance(&c->distance, c->s.g, &c->s.cover.live.open);
  c->measured = c->s.cover.n_covered;
}

/* Edges from taking the branch to an uncovered one; 0: it is one itself. */
static uint32_t distance_of(const cfg *c, tp_branch e) {
  return tp_live_is_open(&c->s.cover.live, e)
             ? 0
             : c->distance.at[c->s.g->edges.at[e].to];
}

static int by_score(const void *a, const void *b) {
  const scored *x = a, *y = b;
  if (x->score != y->score)
    return x->score < y->score ? -1 : 1;
  if (x->tie != y->tie)
    return x->tie < y->tie ? -1 : 1;
  return x->at != y->at ? (x->at < y->at ? -1 : 1)
                        : (x->counter < y->counter ? -1 : 1);
}

static void score_step(cfg *c, const tp_path *path, uint32_t at) {
  tp_branch branch = path->at[at].branch;
  bool is_new;
  uint32_t *met = tp_map_put(&c->met, branch, &is_new);
  uint32_t before = (*met)++;
  if (path->at[at].pred == TP_PRED_CONCRETE)
    return;
  for (tp_branch e = tp_path_counter(c->s.g, branch, 0); e != TP_NO_BRANCH;
       e = tp_path_counter(c->s.g, branch, e + 1)) {
    uint32_t far = distance_of(c, e);
    if (far == TP_FAR && !c->s.limits.all_paths)
      continue;
    uint32_t score = far < TP_FAR - before ? far + before : TP_FAR;
    scored entry = {at, e, score, (uint32_t)tp_rng_next(&c->rng)};
    VEC_PUSH(&c->list, entry);
  }
}

static void score_path(cfg *c) {
  VEC_CLEAR(&c->list);
  tp_map_clear(&c->met);
  measure(c);
  for (uint32_t at = 0; at < c->path.n; at++)
    score_step(c, &c->path, at);
  if (c->list.n)
    qsort(c->list.at, c->list.n, sizeof *c->list.at, by_score);
}

typedef enum turned { TURN_FAILED, TURN_RAN, TURN_NEW } turned;

/* Turns a step of `path`; the run is in c->next. */
static turned turn(cfg *c, const tp_path *path, uint32_t at,
                   tp_branch counter) {
  if (tp_session_solve(&c->s, path, at, counter, &c->solution) != TP_SAT ||
      !tp_session_run(&c->s, c->solution.inputs, &c->next))
    return TURN_FAILED;
  if (c->s.news)
    return TURN_NEW;
  return tp_path_follows(&c->next, path, at, counter) ? TURN_RAN : TURN_FAILED;
}

/* The nearest counter branch of the steps from `from` on that is nearer than
 * `limit`; false if there is none. */
static bool find_nearer(const cfg *c, const tp_path *path, uint32_t from,
                        uint32_t limit, scored *best) {
  bool found = false;
  for (uint32_t at = from; at < path->n; at++) {
    tp_branch branch = path->at[at].branch;
    if (path->at[at].pred == TP_PRED_CONCRETE)
      continue;
    for (tp_branch e = tp_path_counter(c->s.g, branch, 0); e != TP_NO_BRANCH;
         e = tp_path_counter(c->s.g, branch, e + 1)) {
      uint32_t far = distance_of(c, e);
      if (far >= limit)
        continue;
      limit = far;
      *best = (scored){at, e, far, 0};
      found = true;
    }
  }
  return found;
}

/* Goes on from the run in c->next, which was turned at `at` and is `far` away;
 * true if something new was covered. */
static bool follow(cfg *c, uint32_t at, uint32_t far, uint32_t *left) {
  tp_path path = {0};
  turned result = TURN_RAN;
  scored best = {at, 0, far, 0};
  while (result == TURN_RAN && *left && !tp_rival_is_done(&c->s)) {
    tp_path_copy(&path, &c->next);
    if (!find_nearer(c, &path, best.at + 1, best.score, &best))
      break;
    result = turn(c, &path, best.at, best.counter);
    --*left;
  }
  VEC_FREE(&path);
  return result == TURN_NEW;
}

/* Works through the scored steps of the path; true if something new was
 * covered, by the run in c->next. */
static bool attempt(cfg *c, uint32_t limit) {
  uint32_t left = limit;
  score_path(c);
  for (uint32_t i = 0; i < c->list.n && left && !tp_rival_is_done(&c->s); i++) {
    scored entry = c->list.at[i];
    turned result = turn(c, &c->path, entry.at, entry.counter);
    left -= result != TURN_FAILED;
    if (result == TURN_NEW)
      return true;
    if (result == TURN_RAN &&
        follow(c, entry.at, distance_of(c, entry.counter), &left))
      return true;
  }
  return false;
}

void tp_rival_search_cfg(const tp_oracle *oracle,
                         const tp_search_limits *limits,
                         tp_search_counts *counts) {
  cfg c = {0};
  uint32_t limit = FIRST_LIMIT;
  tp_session_init(&c.s, oracle, limits, counts);
  tp_rng_init(&c.rng, c.s.limits.seed);
  while (!tp_rival_is_done(&c.s)) {
    if (!tp_rival_restart(&c.s, &c.rng, &c.path))
      continue;
    while (!tp_rival_is_done(&c.s) && attempt(&c, limit))
      tp_path_copy(&c.path, &c.next);
    limit = limit < UINT32_MAX / 2 ? limit * 2 : limit;
  }
  counts->is_exhausted = tp_session_has_all(&c.s);
  VEC_FREE(&c.path);
  VEC_FREE(&c.next);
  VEC_FREE(&c.distance);
  VEC_FREE(&c.list);
  VEC_FREE(&c.solution.core);
  tp_map_free(&c.met);
  tp_session_fini(&c.s);
}
