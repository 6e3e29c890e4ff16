/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See explore/distance.h. */
#include "explore/distance.h"

#include "base/limits.h"
#include "explore/pool.h"
#include "search/path.h"
#include "search/session.h"

#define MEASURE_EVERY 4 /* of the runs that go on anyhow */
#define FIRST_STEP 64   /* of a value; it grows while it helps */
#define NEAR_BY 8       /* inputs before a condition that most often matter */
#define NEAR_STEPS 24   /* of a path before one */
#define PROGRESS 0.05   /* what coming nearer is worth, in goals */
#define STALE_LIMIT \
  20000 /* runs in vain after which it ends, if it has no \
           limit of time or runs */
/* What things cost, in runs that are looked at. */
#define TAKEN_A_RUN 300.0    /* branches of it */
#define WORDS_A_RUN 1000.0   /* that a run in full tells */
#define FULL_RUN 2.0         /* a run in full */
#define STEPS_A_RUN 40.0     /* steps of its path */
#define APPROACHED_A_RUN 1.0 /* an approach */
/* What a way did before it cost so much counts little; nothing is known of one
 * that has cost less than FIRST. */
#define MEMORY 2000.0
#define FIRST 200.0
#define TRIAL 60.0 /* that each costs before it is judged */

/* A goal that runs came to, and the inputs of the one that came nearest. */
typedef struct aim {
  uint32_t goal;
  uint32_t reads; /* inputs that were read before the condition */
  double distance;
  tp_values row;
  uint32_t tries;
  tp_vec_u32 matter; /* inputs that change the distance */
} aim;

/* How the next runs are chosen: continued, moved towards a goal, turned at any
 * condition, beside a test that others found. Each as long as it gains more for
 * its cost than the others. */
typedef enum way { ONWARD, AIM, TURN, FOLLOW, N_WAYS } way;

typedef struct account {
  double gain, cost; /* lately */
} account;

typedef struct waiting { /* inputs that were found, and how */
  tp_inputs inputs;
  way how;
} waiting;

typedef struct seeker {
  tp_session s;
  const tp_rows *rows;
  tp_pool pool;
  account accounts[N_WAYS];
  double cost; /* of the step in progress */
  double gain;
  uint32_t hot; /* goal that came nearer last */
  VEC(aim) aims;
  tp_map by_goal;    /* goal -> its aim */
  tp_map approached; /* goal -> how often */
  VEC(waiting) found;
  tp_vec_u32 others; /* tests that others found, to be followed */
  tp_values row;     /* of the run to make */
  tp_seen seen;
  tp_path path;
} seeker;

static bool is_done(const seeker *k) {
  const tp_budget *budget = k->s.oracle->budget;
  bool has_limit = k->s.limits.max_runs || k->s.oracle->epoch ||
                   (budget && budget->deadline > 0);
  return tp_session_is_done(&k->s) || (!has_limit && k->s.stale >= STALE_LIMIT);
}

static void copy(tp_values *to, const tp_values *from) {
  VEC_CLEAR(to);
  for (uint32_t i = 0; i < from->n && i < TP_POOL_MAX_ROW; i++)
    VEC_PUSH(to, from->at[i]);
}

/* ---- aims ---------------------------------------------------------------- */

static aim *aim_of(seeker *k, uint32_t goal) {
  bool is_new;
  uint32_t *slot = tp_map_put(&k->by_goal, goal, &is_new);
  if (is_new || *slot == UINT32_MAX) {
    *slot = k->aims.n;
    VEC_PUSH(&k->aims, ((aim){.goal = goal, .distance = 1e9}));
  }
  return &k->aims.at[*slot];
}

/* As near with fewer inputs is better: what is left matters, and can be
 * repeated. With as many it counts now and then: it may lead elsewhere. */
static bool is_better(seeker *k, const aim *a, const tp_near *n) {
  if (n->distance != a->distance)
    return n->distance < a->distance;
  return n->reads < a->reads || tp_rng_below(&k->pool.rng, 8) == 0;
}

/* What the last run came near to. Before the first input nothing can be moved.
 */
static void note_near(seeker *k) {
  for (uint32_t i = 0; i < k->seen.near.n; i++) {
    const tp_near *n = &k->seen.near.at[i];
    if (!n->reads || !k->seen.read.n)
      continue;
    aim *a = aim_of(k, n->goal);
    if (!is_better(k, a, n))
      continue;
    if (n->reads != a->reads)
      VEC_CLEAR(&a->matter);
    if (a->distance < 1e9 && n->distance < a->distance) {
      k->gain += PROGRESS;
      k->hot = n->goal;
      a->tries /= 2;
    }
    a->distance = n->distance;
    a->reads = n->reads;
    copy(&a->row, &k->seen.read);
    a->row.n = n->reads < a->row.n ? n->reads : a->row.n;
  }
}

static bool is_open(const seeker *k, uint32_t goal) {
  return !k->s.oracle->is_covered(k->s.oracle->state, goal);
}

static void drop_aim(seeker *k, uint32_t which) {
  aim *a = &k->aims.at[which];
  bool is_new;
  VEC_FREE(&a->row);
  VEC_FREE(&a->matter);
  *tp_map_put(&k->by_goal, VEC_LAST(&k->aims).goal, &is_new) = which;
  *tp_map_put(&k->by_goal, a->goal, &is_new) = UINT32_MAX;
  *a = VEC_LAST(&k->aims);
  k->aims.n--;
}

/* That which came nearer last, or one of two, the one that was tried less. */
static bool choose_aim(seeker *k, uint32_t *out) {
  const uint32_t *hot = tp_map_get(&k->by_goal, k->hot);
  if (hot && *hot < k->aims.n && is_open(k, k->hot) &&
      tp_rng_below(&k->pool.rng, 2)) {
    *out = *hot;
    return true;
  }
  while (k->aims.n) {
    uint32_t a = tp_rng_below(&k->pool.rng, k->aims.n);
    uint32_t b = tp_rng_below(&k->pool.rng, k->aims.n);
    *out = k->aims.at[a].tries <= k->aims.at[b].tries ? a : b;
    if (is_open(k, k->aims.at[*out].goal))
      return true;
    drop_aim(k, *out);
  }
  return false;
}

/* ---- conditions whose predicate is known --------------------------------- */

static void approach(seeker *k, uint32_t at, tp_branch instead, way how) {
  tp_inputs inputs;
  k->cost += APPROACHED_A_RUN + at / TAKEN_A_RUN;
  if (k->found.n < TP_LIMIT_DISTANCE_FOUND &&
      k->rows->approach(k->rows->state, &k->path, at, instead, &inputs))
    VEC_PUSH(&k->found, ((waiting){inputs, how}));
}

static bool is_worth(seeker *k, tp_branch e) {
  bool is_new;
  uint32_t goal = k->s.g->edges.at[e].goal;
  if (!tp_live_is_open(&k->s.cover.live, e) || goal == TP_NO_GOAL)
    return false;
  uint32_t *often = tp_map_put(&k->approached, goal, &is_new);
  return ++*often <= TP_LIMIT_DISTANCE_OFTEN ||
         tp_rng_below(&k->pool.rng, *often) == 0;
}

/* Of the run in full just made: open branches beside its path. */
static void approach_open(seeker *k, way how) {
  uint32_t n = 0, work = 0;
  for (uint32_t at = 0; at < k->path.n && n < TP_LIMIT_DISTANCE_TURNS &&
                        work < TP_LIMIT_DISTANCE_WORK;
       at++) {
    tp_branch taken = k->path.at[at].branch;
    if (k->path.at[at].pred == TP_PRED_CONCRETE)
      continue;
    for (tp_branch e = tp_path_counter(k->s.g, taken, 0); e != TP_NO_BRANCH;
         e = tp_path_counter(k->s.g, taken, e + 1))
      if (is_worth(k, e)) {
        approach(k, at, e, how);
        n++;
        work += at;
      }
  }
}

/* ---- runs ---------------------------------------------------------------- */

static void take_others(seeker *k) {
  uint32_t test = k->pool.n_tests;
  for (tp_pool_take_tests(&k->pool); test < k->pool.n_tests; test++)
    VEC_PUSH(&k->others, test);
}

static bool run_in_full(seeker *k, tp_inputs inputs) {
  const uint64_t *told = k->s.oracle->told;
  uint64_t before = told ? *told : 0;
  take_others(k);
  bool has_path = tp_session_run(&k->s, inputs, &k->path);
  tp_pool_take_tests(&k->pool); /* its own */
  k->gain += k->s.news;
  k->cost += FULL_RUN + k->path.n / STEPS_A_RUN;
  k->cost += told ? (double)(*told - before) / WORDS_A_RUN : 0;
  return has_path;
}

static void look(seeker *k, tp_inputs inputs, way how) {
  /* To measure costs time, and those that just go on come near to the same. */
  bool is_measured = how != ONWARD || k->s.counts->runs % MEASURE_EVERY == 0;
  tp_looked looked =
      k->rows->look(k->rows->state, inputs, is_measured, &k->seen);
  tp_session_looked(&k->s, looked);
  k->cost += 1 + k->seen.taken.n / TAKEN_A_RUN;
  tp_pool_look(&k->pool, &k->seen);
  note_near(k);
  if (looked == TP_LOOKED_NEW) {
    if (run_in_full(k, inputs))
      approach_open(k, how);
  } else if (looked != TP_LOOKED_LOST) {
    k->rows->drop(k->rows->state, inputs);
  }
}

static tp_inputs inputs_of_row(seeker *k) {
  return k->rows->make(k->rows->state, k->row.at, k->row.n,
                       tp_rng_next(&k->pool.rng) | 1);
}

/* ---- towards a goal ------------------------------------------------------ */

typedef struct burst {
  uint32_t goal, at, left; /* at: the input that is moved */
} burst;

/* NULL: it was reached. */
static aim *aim_of_burst(const seeker *k, const burst *b) {
  const uint32_t *slot = tp_map_get(&k->by_goal, b->goal);
  return slot && *slot < k->aims.n && is_open(k, b->goal) ? &k->aims.at[*slot]
                                                          : NULL;
}

static double distance_now(const seeker *k, uint32_t goal) {
  for (uint32_t i = 0; i < k->seen.near.n; i++)
    if (k->seen.near.at[i].goal == goal)
      return k->seen.near.at[i].distance;
  return 1e9;
}

/* Whether the goal comes nearer by another value. */
static bool try_value(seeker *k, burst *b, uint64_t value) {
  aim *a = aim_of_burst(k, b);
  if (!a || !b->left || b->at >= a->row.n || a->row.at[b->at] == value)
    return false;
  double before = a->distance;
  b->left--;
  copy(&k->row, &a->row);
  k->row.at[b->at] = value;
  look(k, inputs_of_row(k), AIM);
  a = aim_of_burst(k, b);
  double now = distance_now(k, b->goal);
  if (a && now != before && a->matter.n < TP_LIMIT_DISTANCE_MATTER)
    VEC_PUSH(&a->matter, b->at);
  return now < before;
}

static uint64_t value_at(const seeker *k, const burst *b) {
  const aim *a = aim_of_burst(k, b);
  return a && b->at < a->row.n ? a->row.at[b->at] : 0;
}

static bool goes_on(const seeker *k, const burst *b) {
  return b->left && aim_of_burst(k, b) && !is_done(k);
}

static void walk(seeker *k, burst *b) {
  for (uint64_t step = FIRST_STEP; step && goes_on(k, b);) {
    bool helps = try_value(k, b, value_at(k, b) + step) ||
                 try_value(k, b, value_at(k, b) - step);
    step = helps ? step * 2 : step / 4;
  }
}

static void flip_bits(seeker *k, burst *b) {
  for (unsigned i = 0; i < 32 && goes_on(k, b); i++)
    try_value(k, b, value_at(k, b) ^ UINT64_C(1) << i);
}

static void try_known(seeker *k, burst *b) {
  for (unsigned i = 0; i < 16 && goes_on(k, b); i++)
    try_value(k, b, tp_pool_value(&k->pool));
}

/* The row without some of its inputs: note_near keeps what is as near. */
static void leave_out(seeker *k, burst *b) {
  for (aim *a; b->left && (a = aim_of_burst(k, b)) && a->row.n > 1; b->left--) {
    uint32_t n = 1 + tp_rng_below(&k->pool.rng, (a->row.n + 1) / 2);
    uint32_t from = tp_rng_below(&k->pool.rng, a->row.n - n + 1);
    VEC_CLEAR(&k->row);
    for (uint32_t i = 0; i < a->row.n; i++)
      if (i < from || i >= from + n)
        VEC_PUSH(&k->row, a->row.at[i]);
    look(k, inputs_of_row(k), AIM);
  }
}

/* The inputs before the condition once more, some or all: what counts turns
 * grows. */
static void repeat_part(seeker *k, const aim *a) {
  uint32_t end = a->reads < a->row.n ? a->reads : a->row.n;
  uint32_t most = end < 16 || tp_rng_below(&k->pool.rng, 4) == 0 ? end : 16;
  uint32_t n = end ? 1 + tp_rng_below(&k->pool.rng, most) : 0;
  uint32_t times = 1u << tp_rng_below(&k->pool.rng, 6);
  VEC_CLEAR(&k->row);
  for (uint32_t i = 0; i < end; i++)
    VEC_PUSH(&k->row, a->row.at[i]);
  for (uint32_t i = 0; i < n * times && k->row.n < TP_POOL_MAX_ROW; i++)
    VEC_PUSH(&k->row, a->row.at[end - n + i % n]);
  for (uint32_t i = end; i < a->row.n && k->row.n < TP_POOL_MAX_ROW; i++)
    VEC_PUSH(&k->row, a->row.at[i]);
  look(k, inputs_of_row(k), AIM);
}

static uint32_t choose_input(seeker *k, const aim *a) {
  tp_rng *rng = &k->pool.rng;
  uint32_t end = a->reads && a->reads < a->row.n ? a->reads : a->row.n;
  if (a->matter.n && tp_rng_below(rng, 4))
    return a->matter.at[tp_rng_below(rng, a->matter.n)];
  bool is_near = tp_rng_below(rng, 2) && end > NEAR_BY;
  return end - 1 - tp_rng_below(rng, is_near ? NEAR_BY : end);
}

/* First of all where its condition is a predicate over the inputs. */
static void approach_aim(seeker *k, const aim *a) {
  copy(&k->row, &a->row);
  if (run_in_full(k, inputs_of_row(k)))
    approach_open(k, AIM);
}

static void aim_at(seeker *k, aim *a) {
  uint32_t how = tp_rng_below(&k->pool.rng, 9);
  burst b = {a->goal, choose_input(k, a), TP_LIMIT_DISTANCE_BURST};
  if (a->tries++ == 0 && !tp_map_get(&k->approached, a->goal))
    approach_aim(k, a);
  else if (how == 0)
    repeat_part(k, a);
  else if (how < 4)
    walk(k, &b);
  else if (how < 7)
    try_known(k, &b);
  else if (how == 7)
    leave_out(k, &b);
  else
    flip_bits(k, &b);
}

/* ---- the ways ------------------------------------------------------------ */

static void go_onward(seeker *k) {
  tp_pool_next(&k->pool, &k->row);
  look(k, inputs_of_row(k), ONWARD);
}

static void go_to_goal(seeker *k) {
  uint32_t which;
  if (choose_aim(k, &which))
    aim_at(k, &k->aims.at[which]);
  else
    go_onward(k);
}

/* Behind the last step of the path at which the goal could be taken. */
static uint32_t end_at_goal(const seeker *k, uint32_t goal) {
  for (uint32_t at = k->path.n; at > 0; at--) {
    tp_branch taken = k->path.at[at - 1].branch;
    for (tp_branch e = tp_path_counter(k->s.g, taken, 0); e != TP_NO_BRANCH;
         e = tp_path_counter(k->s.g, taken, e + 1))
      if (k->s.g->edges.at[e].goal == goal)
        return at;
  }
  return k->path.n;
}

/* The path of some row, turned at a few of its conditions; if it leads to a
 * goal mostly before that. */
static void turn_somewhere(seeker *k) {
  tp_rng *rng = &k->pool.rng;
  uint32_t which, goal = TP_NO_GOAL;
  VEC_CLEAR(&k->row);
  if (tp_rng_below(rng, 2) && choose_aim(k, &which)) {
    goal = k->aims.at[which].goal;
    copy(&k->row, &k->aims.at[which].row);
  } else if (k->pool.at.n) {
    copy(&k->row, &k->pool.at.at[tp_rng_below(rng, k->pool.at.n)]);
  }
  if (!run_in_full(k, inputs_of_row(k)))
    return;
  uint32_t end = goal == TP_NO_GOAL ? k->path.n : end_at_goal(k, goal);
  for (uint32_t i = 0; i < TP_LIMIT_DISTANCE_FEW_TURNS; i++) {
    uint32_t near = end < NEAR_STEPS || i % 2 ? end : NEAR_STEPS;
    uint32_t at = end - 1 - tp_rng_below(rng, near);
    tp_branch taken = k->path.at[at].branch;
    tp_branch e = tp_path_counter(k->s.g, taken, 0);
    if (k->path.at[at].pred != TP_PRED_CONCRETE && e != TP_NO_BRANCH)
      approach(k, at, e, TURN);
  }
}

static void take_test(seeker *k, uint32_t test) {
  k->rows->test(k->rows->state, test, &k->row);
  if (k->row.n > TP_POOL_MAX_ROW)
    k->row.n = TP_POOL_MAX_ROW;
}

/* What others came to is to be gone on from as if this had found it: their
 * branches are never new here. */
static void follow_test(seeker *k, uint32_t test) {
  take_test(k, test);
  if (run_in_full(k, inputs_of_row(k)))
    approach_open(k, FOLLOW);
}

/* What they came near to costs little to know. */
static void look_at_others(seeker *k) {
  uint32_t from = k->others.n;
  take_others(k);
  for (uint32_t i = from; i < k->others.n; i++) {
    take_test(k, k->others.at[i]);
    look(k, inputs_of_row(k), FOLLOW);
  }
}

static way choose_way(const seeker *k) {
  way best = ONWARD;
  double rate = 0;
  for (uint32_t w = 0; w < N_WAYS; w++) {
    const account *a = &k->accounts[w];
    double now = (a->gain + 1) / (a->cost + FIRST);
    if (w == FOLLOW && !k->others.n)
      continue;
    if (a->cost < TRIAL)
      return (way)w;
    if (now > rate) {
      rate = now;
      best = (way)w;
    }
  }
  return best;
}

static void learn(seeker *k, way how) {
  account *a = &k->accounts[how];
  double kept = MEMORY / (MEMORY + k->cost);
  a->gain = kept * (a->gain + k->gain);
  a->cost = kept * (a->cost + k->cost);
}

static void step(seeker *k) {
  look_at_others(k);
  way how = choose_way(k);
  k->cost = k->gain = 0;
  if (k->found.n) {
    waiting w = VEC_POP(&k->found);
    how = w.how;
    look(k, w.inputs, how);
  } else if (how == ONWARD) {
    go_onward(k);
  } else if (how == AIM) {
    go_to_goal(k);
  } else if (how == TURN) {
    turn_somewhere(k);
  } else {
    follow_test(k, VEC_POP(&k->others));
  }
  learn(k, how);
}

static void start(seeker *k) {
  const tp_oracle *oracle = k->s.oracle;
  look(k, oracle->initial(oracle->state), ONWARD);
}

static void finish(seeker *k) {
  for (uint32_t i = 0; i < k->found.n; i++)
    k->rows->drop(k->rows->state, k->found.at[i].inputs);
  for (uint32_t i = 0; i < k->aims.n; i++) {
    VEC_FREE(&k->aims.at[i].row);
    VEC_FREE(&k->aims.at[i].matter);
  }
  VEC_FREE(&k->aims);
  VEC_FREE(&k->found);
  VEC_FREE(&k->others);
  VEC_FREE(&k->row);
  tp_seen_free(&k->seen);
  VEC_FREE(&k->path);
  tp_map_free(&k->by_goal);
  tp_map_free(&k->approached);
  tp_pool_free(&k->pool);
  tp_session_fini(&k->s);
}

static void search(const tp_oracle *oracle, const tp_search_limits *limits,
                   tp_search_counts *counts) {
  seeker k = {.rows = oracle->rows};
  if (!oracle->rows)
    return;
  tp_session_init(&k.s, oracle, limits, counts);
  tp_pool_init(&k.pool, oracle->rows, k.s.limits.seed);
  start(&k);
  while (!is_done(&k))
    step(&k);
  counts->is_exhausted = tp_cover_is_complete(&k.s.cover);
  finish(&k);
}

const tp_strategy tp_explore_distance = {"distance", search};
