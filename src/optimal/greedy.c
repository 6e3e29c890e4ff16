/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithms 1 and 2 of seed 003: see optimal/optimal.h. */
#include "optimal/optimal.h"

#include "optimal/ahead.h"
#include "optimal/candidates.h"
#include "optimal/dead.h"
#include "optimal/reward.h"
#include "rival/endless.h"
#include "search/path.h"
#include "search/rows.h"

/* A decision for random runs holds until there are so many more of them, by
 * share: chances that are estimated from many runs hardly change by one. */
#define LOOK_AGAIN 0.05
/* Random runs that are made in full, for what can be turned in them: the first,
 * and then one of so many. The others are only followed. */
#define FIRST_FULL 16
#define FULL 16
/* Runs without anything new after which what is kept of runs is given up. */
#define KEPT 5000

typedef struct greedy {
  const tp_optimal_options *options;
  tp_session s;
  tp_rng rng;
  tp_chain chain;
  tp_reward reward;
  tp_candidates candidates;
  tp_bits open;     /* edges, when it was looked at last */
  uint64_t look_at; /* random runs at which it is decided again */
  uint64_t kept;    /* as many as that: runs are given up */
  tp_path path, route, longer;
  tp_solution solution;
} greedy;

static void begin(greedy *y, const tp_optimal_options *options,
                  const tp_oracle *oracle, const tp_search_limits *limits,
                  tp_search_counts *counts) {
  memset(y, 0, sizeof *y);
  y->options = options;
  tp_session_init(&y->s, oracle, limits, counts);
  tp_rng_init(&y->rng, y->s.limits.seed);
  tp_chain_init(&y->chain, y->s.g, options->rule, options->prior,
                options->known);
  tp_reward_init(&y->reward, &y->chain, &y->s.cover, options->is_printed);
  tp_candidates_init(&y->candidates, oracle, &y->s.cover, !options->is_printed);
  tp_bits_init(&y->open, y->s.g->edges.n);
  tp_bits_or(&y->open, &y->s.cover.live.open);
  y->kept = KEPT;
}

static void end(greedy *y) {
  y->s.counts->is_exhausted = tp_cover_is_complete(&y->s.cover);
  tp_bits_free(&y->open);
  tp_candidates_free(&y->candidates);
  tp_reward_free(&y->reward);
  tp_chain_free(&y->chain);
  VEC_FREE(&y->path);
  VEC_FREE(&y->route);
  VEC_FREE(&y->longer);
  VEC_FREE(&y->solution.core);
  tp_session_fini(&y->s);
}

/* ---- what runs show ------------------------------------------------------ */

/* What was closed since, by whatever run. */
static void note_closed(greedy *y) {
  tp_reward_touch_closed(&y->reward, &y->open);
  tp_bits_clear_all(&y->open);
  tp_bits_or(&y->open, &y->s.cover.live.open);
  tp_candidates_update(&y->candidates);
  y->look_at = 0;
}

/* The run in y->path, whose steps before `from` were forced. */
static void learn(greedy *y, uint32_t from) {
  tp_chain_count(&y->chain, &y->path, from);
  tp_reward_touch_path(&y->reward, &y->path);
}

static void learn_in_full(greedy *y, uint32_t from) {
  learn(y, from);
  tp_candidates_add(&y->candidates, &y->path);
  if (y->s.news || y->candidates.is_new)
    note_closed(y);
}

static tp_inputs draw(greedy *y) {
  const tp_oracle *oracle = y->s.oracle;
  return oracle->random(oracle->state, tp_rng_next(&y->rng));
}

static void run_in_full(greedy *y, tp_inputs inputs) {
  if (tp_session_run(&y->s, inputs, &y->path))
    learn_in_full(y, 0);
}

/* A run that shows nothing but which way it went, unless it is new. */
static void run_blindly(greedy *y) {
  const tp_rows *rows = y->s.oracle->rows;
  tp_inputs inputs = draw(y);
  tp_looked looked = rows->follow(rows->state, inputs, &y->path);
  if (looked == TP_LOOKED_NEW) {
    run_in_full(y, inputs);
    return;
  }
  y->s.counts->runs += looked != TP_LOOKED_LOST;
  y->s.is_lost |= looked == TP_LOOKED_LOST;
  y->s.hung += looked == TP_LOOKED_HUNG;
  y->s.stale++;
  if (looked == TP_LOOKED_LOST)
    return;
  rows->drop(rows->state, inputs);
  if (looked == TP_LOOKED_KNOWN)
    learn(y, 0);
}

/* A search that goes on for ever keeps nothing that grows: runs come again. */
static void give_up_runs(greedy *y) {
  const tp_oracle *oracle = y->s.oracle;
  y->kept = y->s.counts->random_runs + KEPT;
  if (!oracle->forget || y->s.stale < KEPT)
    return;
  tp_candidates_forget(&y->candidates);
  oracle->forget(oracle->state);
}

static void run_random(greedy *y) {
  const tp_oracle *oracle = y->s.oracle;
  uint64_t number = y->s.counts->random_runs++;
  if (number >= y->kept)
    give_up_runs(y);
  if (number == 0)
    run_in_full(y, oracle->initial(oracle->state));
  else if (number < FIRST_FULL || number % FULL == 0 || !oracle->rows)
    run_in_full(y, draw(y));
  else
    run_blindly(y);
}

/* ---- solving ------------------------------------------------------------- */

/* A branch that no run takes gives no reward, and is no goal if it is the only
 * one with its goal. */
static void bury(greedy *y, tp_branch e) {
  const tp_cover *cover = &y->s.cover;
  uint32_t goal = y->s.g->edges.at[e].goal;
  tp_chain_bury(&y->chain, e);
  if (goal != TP_NO_GOAL &&
      cover->first.at[goal + 1] - cover->first.at[goal] == 1)
    tp_live_close(&y->s.cover.live, e);
  tp_reward_touch(&y->reward, y->s.g->edges.at[e].from);
  note_closed(y);
}

/* Solves a path and runs the answer; whether the run went there. As printed all
 * of its steps count. */
static bool try_route(greedy *y, const tp_path *route, uint32_t at,
                      tp_branch branch) {
  bool follows = false;
  y->look_at = 0;
  tp_answer answer = tp_session_solve(&y->s, route, at, branch, &y->solution);
  if (answer == TP_SAT && tp_session_run(&y->s, y->solution.inputs, &y->path)) {
    follows = tp_path_follows(&y->path, route, at, branch);
    uint32_t forced = follows ? at + 1 : y->path.n;
    learn_in_full(y, y->options->is_printed ? 0 : forced);
  }
  if (answer == TP_UNSAT && !y->options->is_printed &&
      tp_dead_by_core(y->s.g, route, at, &y->solution.core))
    bury(y, branch);
  return follows;
}

/* Whether the chosen path was followed and went on through more. */
static bool solve_ahead(greedy *y, const tp_candidate *chosen,
                        tp_branch branch) {
  const tp_oracle *oracle = y->s.oracle;
  tp_pred pred =
      oracle->predicate(oracle->state, &y->route, chosen->at, branch);
  tp_path_copy(&y->longer, &y->route);
  y->longer.n = chosen->at;
  VEC_PUSH(&y->longer, (tp_step){branch, pred});
  return tp_ahead_extend(&y->candidates, &y->reward, &y->longer,
                         chosen->cost) &&
         tp_candidates_try(&y->candidates, &y->longer) &&
         try_route(y, &y->longer, y->longer.n - 1, VEC_LAST(&y->longer).branch);
}

/* Algorithm 1, lines 9 to 14: whatever comes of it, this path is not solved
 * again. */
static void solve(greedy *y, tp_candidate_list *list) {
  tp_candidate chosen = list->at[0];
  tp_branch branch = list->branch;
  tp_path_copy(&y->route, &y->candidates.routes.at[chosen.route].path);
  tp_candidates_ignore(&y->candidates, list);
  if (y->options->is_printed || !solve_ahead(y, &chosen, branch))
    try_route(y, &y->route, chosen.at, branch);
}

/* A way that turns out not to be one is left to random runs. */
static void solve_again(greedy *y, tp_branch branch) {
  if (tp_candidates_again(&y->candidates, branch, &y->route) &&
      try_route(y, &y->route, y->route.n - 1, branch))
    tp_candidates_ran_again(&y->candidates, branch, &y->path);
  else
    tp_candidates_refuse(&y->candidates, branch);
}

/* ---- what to do next ----------------------------------------------------- */

/* What to solve; NULL and TP_NO_BRANCH: a random run brings more. */
typedef struct choice {
  tp_candidate_list *list;
  tp_branch again;
  double rate; /* what it brings for its cost */
} choice;

/* Algorithm 2: the candidate that brings most for its cost. */
static void consider_candidates(greedy *y, choice *best) {
  for (uint32_t i = 0; i < y->candidates.lists.n; i++) {
    tp_candidate_list *list = &y->candidates.lists.at[i];
    double reward = tp_reward_of_edge(&y->reward, list->branch);
    if (list->n == 0 || reward <= best->rate * list->at[0].cost)
      continue;
    best->rate = reward / list->at[0].cost;
    best->list = list;
  }
}

/* The beginning of a way that leads to what is open may be solved again, and
 * the rest left to chance, as section 2 of the paper says. */
static void consider_again(greedy *y, choice *best) {
  for (tp_branch e = 0; e < y->s.g->edges.n; e++) {
    double reward = tp_reward_of(&y->reward, y->s.g->edges.at[e].to);
    double cost = reward > 0 ? tp_candidates_again_cost(&y->candidates, e) : 0;
    if (cost <= 0 || reward <= best->rate * cost)
      continue;
    best->rate = reward / cost;
    best->again = e;
  }
}

static void act(greedy *y) {
  tp_reward_settle(&y->reward);
  choice best = {.again = TP_NO_BRANCH,
                 .rate = tp_reward_of(&y->reward, y->s.g->edges.at[0].to)};
  consider_candidates(y, &best);
  if (!y->options->is_printed)
    consider_again(y, &best);
  if (best.again != TP_NO_BRANCH)
    solve_again(y, best.again);
  else if (best.list)
    solve(y, best.list);
  else
    run_random(y);
}

/* The first run is random: nothing is known. */
static void step(greedy *y) {
  uint64_t runs = y->s.counts->random_runs;
  if (runs == 0 || runs < y->look_at) {
    run_random(y);
    return;
  }
  if (!y->options->is_printed)
    y->look_at = runs + 1 + (uint64_t)((double)runs * LOOK_AGAIN);
  act(y);
}

void tp_optimal_search(const tp_optimal_options *options,
                       const tp_oracle *oracle, const tp_search_limits *limits,
                       tp_search_counts *counts) {
  greedy y;
  begin(&y, options, oracle, limits, counts);
  while (!tp_rival_is_done(&y.s))
    step(&y);
  end(&y);
}

const tp_optimal_options tp_optimal_mended = {.rule = TP_CHAIN_LAPLACE,
                                              .prior = 0.5};
const tp_optimal_options tp_optimal_as_printed = {
    .rule = TP_CHAIN_LAPLACE, .prior = 1, .is_printed = true};

static void search(const tp_oracle *oracle, const tp_search_limits *limits,
                   tp_search_counts *counts) {
  tp_optimal_search(&tp_optimal_mended, oracle, limits, counts);
}

static void search_printed(const tp_oracle *oracle,
                           const tp_search_limits *limits,
                           tp_search_counts *counts) {
  tp_optimal_search(&tp_optimal_as_printed, oracle, limits, counts);
}

const tp_strategy tp_optimal_greedy = {"greedy", search};
const tp_strategy tp_optimal_printed = {"greedy-printed", search_printed};

const tp_strategy *tp_optimal_find(const char *name) {
  if (strcmp(name, tp_optimal_greedy.name) == 0)
    return &tp_optimal_greedy;
  return strcmp(name, tp_optimal_printed.name) == 0 ? &tp_optimal_printed
                                                    : NULL;
}
