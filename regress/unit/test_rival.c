/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison strategies: complete where they claim to be, within limits,
 * and repeatable. */
#include "check.h"
#include "mini.h"

#include "base/map.h"
#include "rival/rival.h"

static bool lost_something(mini *m) {
  tp_bits feasible = {0};
  mini_feasible(m, &feasible);
  bool lost = tp_bits_count(&feasible) != tp_bits_count(&m->covered);
  tp_bits_free(&feasible);
  return lost;
}

static uint64_t covers_all(const tp_strategy *strategy, uint32_t n) {
  uint64_t calls = 0;
  for (uint64_t seed = 1; seed <= n; seed++) {
    mini m;
    tp_search_counts counts = {0};
    mini_init(&m, &mini_usual, seed);
    strategy->search(&m.oracle, NULL, &counts);
    if (lost_something(&m) || !counts.is_exhausted ||
        counts.runs != m.run_log.n) {
      fprintf(stderr, "seed %" PRIu64 "\n", seed);
      tp_test_fail(__FILE__, __LINE__, strategy->name);
    }
    calls += counts.solver_calls;
    mini_free(&m);
  }
  return calls;
}

TEST(rival_dfs_and_dfs_reach_cover_all) {
  uint64_t all = covers_all(&tp_rival_dfs, 1000);
  uint64_t guided = covers_all(&tp_rival_dfs_reach, 1000);
  CHECK(guided < all);
}

TEST(rival_names_are_found) {
  CHECK(tp_rival_find("dfs-reach") == &tp_rival_dfs_reach);
  CHECK(tp_rival_find("uniform-random") == &tp_rival_uniform_random);
  CHECK(tp_rival_find("two-phase") == NULL);
  uint32_t n = 0;
  for (const tp_strategy *const *s = tp_rivals; *s; s++, n++)
    CHECK(tp_rival_find((*s)->name) == *s);
  CHECK_EQ(n, 14);
}

static uint32_t covered_with(const tp_strategy *strategy, uint64_t seed,
                             uint64_t max_runs, tp_vec_u32 *runs) {
  mini m;
  tp_search_counts counts = {0};
  tp_search_limits limits = {.max_runs = max_runs, .seed = 7};
  mini_init(&m, &mini_usual, seed);
  strategy->search(&m.oracle, &limits, &counts);
  uint32_t covered = tp_bits_count(&m.covered);
  CHECK(m.run_log.n <= max_runs);
  CHECK_EQ(m.run_log.n, counts.runs);
  *runs = m.run_log;
  m.run_log = (tp_vec_u32){0};
  mini_free(&m);
  return covered;
}

TEST(rivals_keep_the_limit_and_repeat_themselves) {
  for (const tp_strategy *const *s = tp_rivals; *s; s++)
    for (uint64_t seed = 1; seed <= 100; seed++) {
      tp_vec_u32 once = {0}, twice = {0};
      uint32_t a = covered_with(*s, seed, 40, &once);
      uint32_t b = covered_with(*s, seed, 40, &twice);
      CHECK_EQ(a, b);
      CHECK_EQ(once.n, twice.n);
      CHECK(memcmp(once.at, twice.at, once.n * sizeof *once.at) == 0);
      VEC_FREE(&once);
      VEC_FREE(&twice);
    }
}

/* In total over many programs: searching beats guessing. */
TEST(rivals_search_better_than_random_inputs) {
  uint64_t total[16] = {0};
  for (uint64_t seed = 1; seed <= 200; seed++)
    for (uint32_t i = 0; tp_rivals[i]; i++) {
      tp_vec_u32 runs = {0};
      total[i] += covered_with(tp_rivals[i], seed, 12, &runs);
      VEC_FREE(&runs);
    }
  uint64_t guessed = 0, cfg = 0, reach = 0;
  for (uint32_t i = 0; tp_rivals[i]; i++) {
    if (tp_rivals[i] == &tp_rival_random_input)
      guessed = total[i];
    if (tp_rivals[i] == &tp_rival_cfg)
      cfg = total[i];
    if (tp_rivals[i] == &tp_rival_dfs_reach)
      reach = total[i];
  }
  CHECK(cfg > guessed);
  CHECK(reach > guessed);
}

/* Without any limit the endless ones stop when nothing new comes. */
TEST(rivals_end_by_themselves) {
  for (const tp_strategy *const *s = tp_rivals; *s; s++)
    for (uint64_t seed = 1; seed <= 3; seed++) {
      mini m;
      tp_search_counts counts = {0};
      mini_init(&m, &mini_usual, seed);
      (*s)->search(&m.oracle, NULL, &counts);
      CHECK(!lost_something(&m));
      CHECK(counts.runs + counts.solver_calls < 3 * TP_RIVAL_STALE);
      mini_free(&m);
    }
}

TEST(rivals_stop_when_the_budget_is_over) {
  for (const tp_strategy *const *s = tp_rivals; *s; s++) {
    mini m;
    tp_search_counts counts = {0};
    mini_init(&m, &mini_usual, 3);
    m.budget.deadline = 1e-9;
    (*s)->search(&m.oracle, NULL, &counts);
    CHECK_EQ(m.run_log.n, 0);
    CHECK(!counts.is_exhausted || strncmp((*s)->name, "dfs", 3) != 0);
    mini_free(&m);
  }
}

static uint64_t path_taken(mini *m, uint32_t inputs) {
  tp_path path = {0};
  uint64_t hash = UINT64_C(1) << 40;
  m->oracle.run(m, inputs, &path);
  for (uint32_t i = 0; i < path.n; i++)
    hash = tp_hash_u64(hash) + path.at[i].branch;
  VEC_FREE(&path);
  return hash;
}

/* --paths all: dfs makes one run for each path that some inputs take, also
 * those behind which nothing is new. */
TEST(rival_dfs_runs_each_path_once) {
  mini_shape shape = mini_usual;
  shape.choice_chance = 0; /* what no input decides can't be asked for */
  for (uint64_t seed = 1; seed <= 300; seed++) {
    mini m;
    tp_search_counts counts = {0};
    tp_search_limits limits = {.seed = seed, .all_paths = true};
    tp_map met = {0}, all = {0};
    bool is_new;
    mini_init(&m, &shape, seed);
    tp_rival_dfs.search(&m.oracle, &limits, &counts);
    CHECK(counts.is_exhausted);
    uint32_t n = m.run_log.n;
    for (uint32_t i = 0; i < n; i++)
      tp_map_put(&met, path_taken(&m, m.run_log.at[i]), &is_new);
    for (uint32_t inputs = 0; inputs < 64; inputs++)
      tp_map_put(&all, path_taken(&m, inputs), &is_new);
    CHECK_EQ(met.n, n);
    CHECK_EQ(met.n, all.n);
    tp_map_free(&met);
    tp_map_free(&all);
    mini_free(&m);
  }
}

/* Every other decision as one of a callee. */
typedef struct queues {
  tp_graph *g;
  uint32_t wanted; /* own turns of the first run */
  uint32_t n_own;  /* that were tried before the first of a callee */
  bool has_begun, is_late;
} queues;

static bool is_own(const queues *q, tp_branch e) {
  return q->g->nodes.at[q->g->edges.at[e].from].context == 0;
}

static void see_turn(void *context, const tp_path *path, uint32_t at,
                     tp_branch instead) {
  queues *q = context;
  (void)at;
  for (uint32_t i = 0; i < path->n && !q->has_begun; i++)
    q->wanted +=
        is_own(q, path->at[i].branch) && path->at[i].pred != TP_PRED_CONCRETE;
  q->has_begun = true;
  q->is_late |= !is_own(q, instead);
  q->n_own += !q->is_late;
}

static uint32_t count_overtaken(const tp_strategy *strategy) {
  uint32_t n = 0;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    mini m;
    tp_search_counts counts = {0};
    tp_search_limits limits = {.max_runs = 200, .seed = 1, .all_paths = true};
    mini_init(&m, &mini_usual, seed);
    queues q = {.g = m.g};
    VEC_PUSH(&m.g->contexts, (tp_graph_context){0, 1, 5});
    for (uint32_t i = 2; i < m.g->nodes.n; i += 2)
      m.g->nodes.at[i].context = 1;
    m.on_solve = see_turn;
    m.context = &q;
    strategy->search(&m.oracle, &limits, &counts);
    n += q.is_late && q.n_own < q.wanted;
    mini_free(&m);
  }
  return n;
}

/* No branch of a callee is turned as long as one of the function is left. */
TEST(rival_unit_first_has_two_queues) {
  CHECK_EQ(count_overtaken(&tp_rival_unit_first), 0);
  CHECK(count_overtaken(&tp_rival_dart) > 50);
}

/* The others go on as long as they may. */
TEST(rivals_go_on_for_paths) {
  for (const tp_strategy *const *s = tp_rivals; *s; s++) {
    mini m;
    tp_search_counts counts = {0};
    tp_search_limits limits = {.max_runs = 500, .seed = 1, .all_paths = true};
    bool is_endless = strncmp((*s)->name, "dfs", 3) != 0;
    mini_init(&m, &mini_usual, 3);
    (*s)->search(&m.oracle, &limits, &counts);
    CHECK(!is_endless || counts.runs == 500);
    CHECK(counts.is_exhausted == !is_endless);
    mini_free(&m);
  }
}
