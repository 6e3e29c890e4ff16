/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two phases on thousands of random programs, against enumeration. */
#include "check.h"
#include "mini.h"
#include "toy.h"

#include "phase1/phase1.h"
#include "phase2/phase2.h"
#include "reach/bfs.h"

static const mini_shape dag = {
    .n_nodes = 14, .span = 5, .exit_chance = 8, .n_atoms = 7};
static const mini_shape mixed = {.n_nodes = 16,
                                 .span = 6,
                                 .switch_chance = 20,
                                 .choice_chance = 8,
                                 .exit_chance = 8,
                                 .shared_chance = 20,
                                 .n_atoms = 8};
static const mini_shape stateful = {.n_nodes = 14,
                                    .span = 5,
                                    .exit_chance = 8,
                                    .switch_chance = 10,
                                    .n_atoms = 7,
                                    .dependent_chance = 25};
static const mini_shape loops = {.n_nodes = 10,
                                 .span = 4,
                                 .exit_chance = 15,
                                 .loop_chance = 15,
                                 .n_atoms = 6,
                                 .dependent_chance = 20};

static void fail_seed(const char *what, uint64_t seed) {
  char text[128];
  snprintf(text, sizeof text, "%s (seed %" PRIu64 ")", what, seed);
  tp_test_fail(__FILE__, __LINE__, text);
}

static bool lost_something(mini *m) {
  tp_bits feasible = {0};
  mini_feasible(m, &feasible);
  bool lost = tp_bits_count(&feasible) != tp_bits_count(&m->covered);
  tp_bits_free(&feasible);
  return lost;
}

static void run_both(tp_phases *p, mini *m, const tp_phase_options *options) {
  tp_phases_init(p, &m->oracle, NULL, options, tp_unsat_new(m->g));
  tp_phase1_run(p);
  tp_phase2_run(p);
}

static void release(tp_phases *p, mini *m) {
  tp_unsat_free(p->unsat);
  tp_phases_fini(p);
  mini_free(m);
}

static void nothing_is_lost(const mini_shape *shape, uint32_t n) {
  for (uint64_t seed = 1; seed <= n; seed++) {
    mini m;
    tp_phases p;
    tp_phase_options options = {.is_thrifty = seed % 3 == 0,
                                .is_aimless = seed % 2 == 0};
    mini_init(&m, shape, seed);
    run_both(&p, &m, &options);
    if (lost_something(&m))
      fail_seed("a feasible branch is lost", seed);
    if (!p.phase1.is_exhausted || !p.phase2.is_exhausted)
      fail_seed("the phases should end by themselves", seed);
    release(&p, &m);
  }
}

/* Determinism: the same seed runs the same inputs in the same order. */
TEST(phases_random_same_seed_same_runs) {
  for (uint64_t seed = 1; seed <= 100; seed++) {
    mini m[2];
    for (int i = 0; i < 2; i++) {
      tp_phases p;
      mini_init(&m[i], &mixed, seed);
      run_both(&p, &m[i], NULL);
      tp_unsat_free(p.unsat);
      tp_phases_fini(&p);
    }
    if (m[0].run_log.n != m[1].run_log.n ||
        memcmp(m[0].run_log.at, m[1].run_log.at, m[0].run_log.n * 4) != 0)
      fail_seed("two searches of one program differ", seed);
    mini_free(&m[0]);
    mini_free(&m[1]);
  }
}

TEST(phases_random_dags_nothing_is_lost) {
  nothing_is_lost(&dag, 10000);
}

TEST(phases_random_switches_choices_shared_goals) {
  nothing_is_lost(&mixed, 5000);
}

TEST(phases_random_path_dependent_programs) {
  nothing_is_lost(&stateful, 5000);
}

/* Where nothing is proved, guessing covers all before patience ends: without
 * it one program in a hundred or so would not be done. */
TEST(phases_random_unproved_programs) {
  mini_shape shape = dag;
  shape.n_nodes = 60;
  shape.n_atoms = 12;
  shape.proves_nothing = true;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    mini m;
    tp_phases p;
    tp_phase_options options = {.stale_limit = 60};
    mini_init(&m, &shape, seed);
    run_both(&p, &m, &options);
    if (lost_something(&m))
      fail_seed("a feasible branch is lost", seed);
    release(&p, &m);
  }
  shape.n_nodes = 14;
  shape.dependent_chance = 20;
  nothing_is_lost(&shape, 1000);
}

TEST(phases_random_loops) {
  nothing_is_lost(&loops, 2000);
}

/* The graph does not say which conditions are path-dependent: what runs show
 * is all there is. Nothing is promised then but an end and a restart. */
TEST(phases_random_hidden_dependence_is_noticed) {
  mini_shape shape = stateful;
  uint32_t restarts = 0, lost = 0;
  shape.hides_dependence = true;
  shape.dependent_chance = 40;
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    mini m;
    tp_phases p;
    mini_init(&m, &shape, seed);
    run_both(&p, &m, NULL);
    restarts += p.restarts;
    lost += lost_something(&m);
    release(&p, &m);
  }
  CHECK(restarts > 0);
  CHECK(lost < 100);
}

TEST(phases_limits_are_kept) {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    mini m;
    tp_phases p;
    tp_search_limits limits = {.max_runs = 1 + seed % 7};
    mini_init(&m, &dag, seed);
    tp_phases_init(&p, &m.oracle, &limits, NULL, tp_unsat_new(m.g));
    tp_phase1_run(&p);
    tp_phase2_run(&p);
    if (m.run_log.n > limits.max_runs ||
        m.run_log.n != p.phase1.runs + p.phase2.runs)
      fail_seed("max_runs should hold for both phases together", seed);
    release(&p, &m);
  }
}

TEST(phases_stop_when_the_budget_is_over) {
  mini m;
  tp_phases p;
  mini_init(&m, &dag, 1);
  m.budget.deadline = 1e-9;
  tp_phases_init(&p, &m.oracle, NULL, NULL, tp_unsat_new(m.g));
  tp_phase1_run(&p);
  tp_phase2_run(&p);
  CHECK_EQ(m.run_log.n, 0);
  CHECK(!p.phase1.is_exhausted);
  release(&p, &m);
}

/* Phase 1 by its definition ------------------------------------------------ */

typedef struct shortest {
  const tp_graph *g;
  tp_bits marked, tried;
  tp_vec_u32 depth;
  uint32_t n_wrong;
} shortest;

/* Every step of the prefix is an unmarked edge, the prefix is as long as the
 * node is deep, and no branch is tried twice. */
static void expect_shortest(void *context, const tp_path *path, uint32_t at,
                            tp_branch instead) {
  shortest *s = context;
  for (uint32_t i = 0; i < at; i++)
    s->n_wrong += tp_bits_has(&s->marked, path->at[i].branch);
  s->n_wrong += s->depth.at[s->g->edges.at[instead].from] != at + 1;
  s->n_wrong += tp_bits_has(&s->tried, instead);
  tp_bits_add(&s->tried, instead);
}

/* The marks that Phase 1 makes: ties go to the edges of its first run. */
static void mark_as_phase_1(shortest *s, const mini_shape *shape,
                            uint64_t seed) {
  mini twin;
  tp_path path = {0};
  tp_vec_u32 rank = {0};
  mini_init(&twin, shape, seed);
  VEC_RESIZE(&rank, twin.g->edges.n);
  memset(rank.at, 0xff, rank.n * sizeof *rank.at);
  twin.oracle.run(&twin, twin.oracle.initial(&twin), &path);
  for (uint32_t i = path.n; i-- > 0;)
    rank.at[path.at[i].branch] = i;
  tp_reach_mark(&s->marked, &s->depth, s->g, &rank);
  VEC_FREE(&rank);
  VEC_FREE(&path);
  mini_free(&twin);
}

static void shortest_prefixes(const mini_shape *shape, uint32_t n) {
  for (uint64_t seed = 1; seed <= n; seed++) {
    mini m;
    tp_phases p;
    mini_init(&m, shape, seed);
    shortest s = {.g = m.g};
    mark_as_phase_1(&s, shape, seed);
    tp_bits_init(&s.tried, m.g->edges.n);
    m.on_solve = expect_shortest;
    m.context = &s;
    tp_phases_init(&p, &m.oracle, NULL, NULL, tp_unsat_new(m.g));
    tp_phase1_run(&p);
    if (s.n_wrong)
      fail_seed("phase 1 should use shortest prefixes only", seed);
    tp_bits_free(&s.marked);
    tp_bits_free(&s.tried);
    VEC_FREE(&s.depth);
    release(&p, &m);
  }
}

TEST(phase_1_visits_nodes_by_their_shortest_prefix) {
  shortest_prefixes(&dag, 1000);
  shortest_prefixes(&mixed, 1000);
  shortest_prefixes(&loops, 1000);
}

/* "If there are no infeasible paths during Phase 1" nothing is left. */
TEST(phase_1_alone_is_enough_without_infeasible_paths) {
  uint32_t seen = 0;
  mini_shape shape = dag;
  shape.n_nodes = 6;
  shape.n_atoms = 30;
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    mini m;
    tp_phases p;
    tp_phase_options options = {.check = TP_CHECK_FAITHFUL};
    mini_init(&m, &shape, seed);
    tp_phases_init(&p, &m.oracle, NULL, &options, tp_unsat_new(m.g));
    tp_phase1_run(&p);
    if (p.phase1.infeasible_paths + p.phase1.solver_calls_saved == 0) {
      seen++;
      if (lost_something(&m))
        fail_seed("phase 1 should have covered all", seed);
    }
    release(&p, &m);
  }
  CHECK(seen > 10);
}

/* Conflict sets over branches ---------------------------------------------- */

/* A random part, of at most three branches, of a random path. */
static void add_conflict(toy *t, tp_rng *rng) {
  toy_set set = {{0}};
  tp_vec_u32 path = {0};
  for (tp_gnode v = 1; t->g->nodes.at[v].n;) {
    tp_branch e =
        t->g->nodes.at[v].first + tp_rng_below(rng, t->g->nodes.at[v].n);
    VEC_PUSH(&path, e);
    v = t->g->edges.at[e].to;
  }
  uint32_t need = 2 + tp_rng_below(rng, 2);
  for (uint32_t i = 0; i < path.n; i++)
    if (tp_rng_below(rng, path.n - i) < need) {
      VEC_PUSH(&set.branches, path.at[i]);
      need -= need > 0;
    }
  VEC_PUSH(&t->conflicts, set);
  VEC_FREE(&path);
}

static bool random_toy(toy *t, uint64_t seed) {
  tp_rng rng;
  tp_rng_init(&rng, seed);
  mini_shape shape = {.n_nodes = 3 + tp_rng_below(&rng, 13),
                      .span = 4,
                      .exit_chance = 20,
                      .switch_chance = 10};
  tp_graph *g = mini_graph(&shape, &rng);
  tp_graph_freeze(g);
  toy_take(t, g);
  for (uint32_t n = 1 + tp_rng_below(&rng, 8); n > 0; n--)
    add_conflict(t, &rng);
  return toy_ready(t, 300);
}

/* Branches that a feasible path takes and no run took. */
static uint32_t n_lost(const toy *t) {
  uint32_t n = 0;
  for (tp_branch e = 1; e < t->g->edges.n; e++)
    n += toy_is_feasible(t, e) && t->g->edges.at[e].goal != TP_NO_GOAL &&
         !tp_bits_has(&t->covered, t->g->edges.at[e].goal);
  return n;
}

static uint32_t lost_by(toy *t, tp_check check, tp_search_counts *counts) {
  tp_phases p;
  tp_phase_options options = {.check = check};
  tp_bits_clear_all(&t->covered);
  tp_phases_init(&p, &t->oracle, NULL, &options, tp_unsat_new(t->g));
  tp_phase1_run(&p);
  tp_phase2_run(&p);
  *counts = p.phase2;
  tp_unsat_free(p.unsat);
  tp_phases_fini(&p);
  return n_lost(t);
}

/* Learning loses nothing, and asks the solver less than searching by
 * reachability alone. */
TEST(phases_random_conflict_sets_nothing_is_lost) {
  uint64_t calls = 0, basic_calls = 0;
  for (uint64_t seed = 1; seed <= 6000; seed++) {
    toy t;
    tp_search_counts complete, basic;
    if (random_toy(&t, seed)) {
      if (lost_by(&t, TP_CHECK_COMPLETE, &complete))
        fail_seed("a feasible branch is lost", seed);
      if (lost_by(&t, TP_CHECK_BASIC, &basic))
        fail_seed("reachability alone lost a feasible branch", seed);
      calls += complete.solver_calls;
      basic_calls += basic.solver_calls;
    }
    toy_free(&t);
  }
  CHECK(calls * 3 < basic_calls * 2);
}

/* Where the thesis' algorithm misses a feasible branch. */
TEST(gap_of_algorithm_4_2) {
  toy t;
  tp_search_counts counts;
  uint32_t n = 0;
  toy_load(&t, "gap_totally_unexplored.rg");
  toy_conflict(&t, "aT bT");
  toy_conflict(&t, "eT fT");
  CHECK(toy_ready(&t, 100));
  toy_prefer(&t, &n, "aT bF cF");
  toy_prefer(&t, &n, "aT bF cT dT");
  CHECK(toy_is_feasible(&t, toy_branch(&t, "dF")));
  CHECK_EQ(lost_by(&t, TP_CHECK_FAITHFUL, &counts), 1);
  CHECK(!tp_bits_has(&t.covered, t.g->edges.at[toy_branch(&t, "dF")].goal));
  CHECK(counts.is_exhausted);
  CHECK_EQ(lost_by(&t, TP_CHECK_COMPLETE, &counts), 0);
  CHECK_EQ(lost_by(&t, TP_CHECK_BASIC, &counts), 0);
  toy_free(&t);
}

/* Eight diamonds, then a condition that no input decides: the branches that
 * can be decided are covered before the 256 ways to it are tried. */
TEST(phase_2_leaves_undecided_conditions_aside) {
  toy t;
  tp_phases p;
  tp_phase_options options = {.stale_limit = 60};
  toy_load(&t, "undecided.rg");
  toy_conflict(&t, "uT");
  CHECK(toy_ready(&t, 1000));
  t.undecided = toy_node(&t, "u");
  tp_phases_init(&p, &t.oracle, NULL, &options, tp_unsat_new(t.g));
  tp_phase2_run(&p);
  CHECK_EQ(tp_bits_count(&t.covered), t.g->n_goals - 1);
  CHECK(!p.phase2.is_exhausted);
  tp_phases_fini(&p);
  options.stale_limit = 0;
  tp_phases_init(&p, &t.oracle, NULL, &options, p.unsat);
  tp_phase2_run(&p);
  CHECK(p.phase2.is_exhausted);
  tp_unsat_free(p.unsat);
  tp_phases_fini(&p);
  toy_free(&t);
}

/* Most ways through these programs are infeasible; aiming ends them with
 * hardly more solver calls than there are branches. */
TEST(phases_end_on_large_stateless_programs) {
  mini_shape shape = {.n_nodes = 1500, .span = 3, .n_atoms = 9};
  for (uint64_t seed = 1; seed <= 20; seed++) {
    mini m;
    tp_phases p;
    mini_init(&m, &shape, seed);
    m.max_steps = UINT32_MAX;
    run_both(&p, &m, NULL);
    if (!p.phase2.is_exhausted || lost_something(&m))
      fail_seed("the phases should end, and lose nothing", seed);
    if (p.phase2.solver_calls > 4 * m.g->edges.n)
      fail_seed("too many solver calls", seed);
    release(&p, &m);
  }
}

/* 100,000 decisions, nine of ten branches infeasible. */
TEST(phases_do_not_blow_up_at_100000_nodes) {
  mini_shape shape = {.n_nodes = 100000, .span = 400, .n_atoms = 2000};
  mini m;
  tp_phases p;
  mini_init(&m, &shape, 1);
  m.max_steps = UINT32_MAX;
  double start = tp_cpu_now();
  run_both(&p, &m, NULL);
  double took = tp_cpu_now() - start;
  if (took > 10)
    fprintf(stderr, "the phases took %.2f s\n", took);
  CHECK(took <= 10);
  CHECK(p.phase2.is_exhausted && !lost_something(&m));
  release(&p, &m);
}
