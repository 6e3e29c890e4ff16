/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unsat constraints: watched lookup, subsumption, trimming, classification,
 * each against a naive reading. */
#include "check.h"
#include "mini.h"

#include "unsat/classify.h"
#include "unsat/unsat.h"

#define N_PREDS 24

typedef struct naive {
  uint32_t core[400];
  uint32_t n;
} naive;

static tp_graph *line_graph(uint32_t n_nodes) {
  mini_shape shape = {.n_nodes = n_nodes, .span = 4, .exit_chance = 10};
  tp_rng rng;
  tp_rng_init(&rng, 5);
  tp_graph *g = mini_graph(&shape, &rng);
  tp_graph_freeze(g);
  return g;
}

static bool naive_blocks(const naive *list, uint32_t prefix, uint32_t pred) {
  for (uint32_t i = 0; i < list->n; i++)
    if ((list->core[i] >> pred & 1) &&
        (list->core[i] & ~(prefix | 1u << pred)) == 0)
      return true;
  return false;
}

static bool naive_contains(const naive *list, uint32_t prefix) {
  for (uint32_t i = 0; i < list->n; i++)
    if ((list->core[i] & ~prefix) == 0)
      return true;
  return false;
}

/* Keeps the list free of supersets; whether the core was taken. */
static bool naive_add(naive *list, uint32_t core) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->n; i++)
    if ((list->core[i] & ~core) == 0)
      return false;
  for (uint32_t i = 0; i < list->n; i++)
    if ((core & ~list->core[i]) != 0)
      list->core[kept++] = list->core[i];
  list->core[kept++] = core;
  list->n = kept;
  return true;
}

static uint32_t add_random(tp_unsat *db, tp_rng *rng, naive *list) {
  tp_unsat_step steps[4];
  uint32_t n = 1 + tp_rng_below(rng, 4), core = 0;
  if (n == 1 && tp_rng_below(rng, 4))
    n = 2;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t pred = tp_rng_below(rng, N_PREDS);
    steps[i] = (tp_unsat_step){pred, pred + 100};
    core |= 1u << pred;
  }
  bool was_new = naive_add(list, core);
  return was_new != (tp_unsat_add(db, steps, n) != TP_NO_CORE);
}

static uint32_t live_cores(const tp_unsat *db) {
  uint32_t n_live = 0;
  for (tp_core id = 0; id < tp_unsat_n(db); id++) {
    uint32_t n;
    tp_unsat_core(db, id, &n);
    n_live += n > 0;
  }
  return n_live;
}

static uint32_t compare(const tp_unsat *db, const naive *list,
                        uint32_t prefix) {
  uint32_t n_wrong = live_cores(db) != list->n;
  for (uint32_t pred = 0; pred < N_PREDS; pred++)
    if (!(prefix >> pred & 1))
      n_wrong +=
          tp_unsat_blocks(db, pred + 100) != naive_blocks(list, prefix, pred);
  n_wrong += tp_unsat_is_contradictory(db) != naive_contains(list, prefix);
  return n_wrong;
}

/* Pushes, pops and new cores in any order; contradictory prefixes too. */
TEST(unsat_lookup_agrees_with_a_scan) {
  tp_graph *g = line_graph(20);
  for (uint64_t seed = 1; seed <= 400; seed++) {
    tp_rng rng;
    naive list = {.n = 0};
    uint32_t pushed[64], depth = 0, n_wrong = 0;
    tp_rng_init(&rng, seed);
    tp_unsat *db = tp_unsat_new(g);
    for (int round = 0; round < 150 && !n_wrong; round++) {
      uint32_t what = tp_rng_below(&rng, 10), prefix = 0;
      if (what < 2 && list.n < 390) {
        n_wrong += add_random(db, &rng, &list);
      } else if (what < 7 && depth < 12) {
        pushed[depth++] = tp_rng_below(&rng, N_PREDS);
        tp_unsat_push(db, pushed[depth - 1] + 100);
      } else if (depth) {
        depth -= 1 + tp_rng_below(&rng, depth < 4 ? depth : 4);
        tp_unsat_pop_to(db, depth);
      }
      for (uint32_t i = 0; i < depth; i++)
        prefix |= 1u << pushed[i];
      n_wrong += compare(db, &list, prefix);
    }
    if (n_wrong)
      fprintf(stderr, "seed %" PRIu64 "\n", seed);
    CHECK_EQ(n_wrong, 0);
    tp_unsat_free(db);
  }
  tp_graph_free(g);
}

TEST(unsat_blocker_is_the_earliest) {
  tp_graph *g = line_graph(20);
  tp_unsat *db = tp_unsat_new(g);
  tp_unsat_step late[] = {{2, 12}, {9, 19}}, early[] = {{1, 11}, {9, 19}};
  CHECK_EQ(tp_unsat_add(db, late, 2), 0);
  CHECK_EQ(tp_unsat_add(db, early, 2), 1);
  for (uint32_t pred = 10; pred < 14; pred++)
    tp_unsat_push(db, pred);
  CHECK(tp_unsat_blocks(db, 19));
  CHECK_EQ(tp_unsat_blocker(db, 19), 1);
  CHECK_EQ(tp_unsat_position(db, 11), 1);
  CHECK_EQ(tp_unsat_position(db, 19), TP_NOT_IN_PREFIX);
  tp_unsat_pop_to(db, 1);
  CHECK(!tp_unsat_blocks(db, 19));
  tp_unsat_free(db);
  tp_graph_free(g);
}

TEST(unsat_what_no_input_decides_is_not_learned) {
  tp_graph *g = line_graph(20);
  tp_unsat *db = tp_unsat_new(g);
  tp_unsat_step steps[] = {{2, 0}, {9, 19}};
  CHECK_EQ(tp_unsat_add(db, steps, 2), TP_NO_CORE);
  CHECK_EQ(tp_unsat_add(db, steps, 0), TP_NO_CORE);
  CHECK_EQ(live_cores(db), 0);
  tp_unsat_free(db);
  tp_graph_free(g);
}

TEST(unsat_second_predicate_makes_path_dependent) {
  tp_graph *g = line_graph(20);
  g->nodes.at[3].is_path_dependent = 1;
  tp_unsat *db = tp_unsat_new(g);
  tp_branch b = g->nodes.at[2].first, flagged = g->nodes.at[3].first;
  tp_unsat_step steps[] = {{1, 11}, {b, 19}};
  tp_unsat_add(db, steps, 2);
  CHECK(!tp_unsat_observe(db, b, 19));
  CHECK(!tp_unsat_observe(db, b, 19));
  CHECK(!tp_unsat_observe(db, b + 1, 20));
  CHECK(!tp_unsat_observe(db, flagged, 30));
  CHECK_EQ(tp_unsat_known(db, flagged), 0);
  tp_unsat_guess(db, true);
  CHECK(tp_unsat_is_guess(db));
  CHECK_EQ(tp_unsat_known(db, flagged), 30);
  CHECK(tp_unsat_observe(db, flagged, 31));
  CHECK_EQ(tp_unsat_known(db, flagged), 0);
  tp_unsat_guess(db, false);
  tp_unsat_push(db, 11);
  CHECK(tp_unsat_blocks_branch(db, b));
  CHECK(tp_unsat_observe(db, b, 21));
  CHECK(!tp_unsat_blocks_branch(db, b));
  CHECK(tp_unsat_blocks(db, 19)); /* the predicate is still blocked */
  CHECK_EQ(tp_unsat_known(db, b + 1), 0);
  CHECK(!tp_unsat_observe(db, b, 19));
  CHECK_EQ(tp_unsat_known(db, b), 0);
  tp_unsat_free(db);
  tp_graph_free(g);
}

TEST(unsat_concrete_then_decided_is_path_dependent) {
  tp_graph *g = line_graph(20);
  tp_unsat *db = tp_unsat_new(g);
  tp_branch b = g->nodes.at[2].first;
  CHECK(!tp_unsat_observe(db, b, 0));
  CHECK(!tp_unsat_observe(db, b, 0));
  CHECK(tp_unsat_observe(db, b, 5));
  CHECK_EQ(tp_unsat_known(db, b), 0);
  tp_unsat_free(db);
  tp_graph_free(g);
}

/* The lemmas, read naively ------------------------------------------------- */

typedef struct example {
  tp_graph *g;
  tp_scc scc;
  tp_closure *closure;
  tp_unsat *db;
  tp_vec_u32 prefix; /* branches */
  tp_gnode end;
} example;

static tp_gnode random_path(const tp_graph *g, tp_rng *rng, uint32_t length,
                            tp_vec_u32 *path) {
  tp_gnode v = 1;
  VEC_CLEAR(path);
  while (g->nodes.at[v].n && path->n < length) {
    tp_branch e = g->nodes.at[v].first + tp_rng_below(rng, g->nodes.at[v].n);
    VEC_PUSH(path, e);
    v = g->edges.at[e].to;
  }
  return v;
}

static void learn_from_path(example *x, tp_rng *rng) {
  tp_vec_u32 path = {0};
  VEC(tp_unsat_step) core = {0};
  random_path(x->g, rng, UINT32_MAX, &path);
  for (uint32_t i = 0; i < path.n; i++)
    if (tp_rng_below(rng, 3) == 0)
      VEC_PUSH(&core, (tp_unsat_step){path.at[i], path.at[i] + 1});
  tp_unsat_add(x->db, core.at, core.n);
  VEC_FREE(&core);
  VEC_FREE(&path);
}

static void make_example(example *x, uint64_t seed) {
  mini_shape shape = {
      .n_nodes = 14, .span = 4, .exit_chance = 10, .switch_chance = 10};
  tp_rng rng;
  memset(x, 0, sizeof *x);
  tp_rng_init(&rng, seed);
  x->g = mini_graph(&shape, &rng);
  tp_graph_freeze(x->g);
  tp_scc_init(&x->scc, x->g);
  x->closure = tp_closure_new(x->g, &x->scc, seed % 2 ? 0 : 100);
  x->db = tp_unsat_new(x->g);
  for (tp_branch e = 1; e < x->g->edges.n; e++)
    tp_unsat_observe(x->db, e, e + 1);
  for (int i = 0; i < 12; i++)
    learn_from_path(x, &rng);
  x->end = random_path(x->g, &rng, tp_rng_below(&rng, 8), &x->prefix);
  for (uint32_t i = 0; i < x->prefix.n; i++)
    tp_unsat_push(x->db, x->prefix.at[i] + 1);
}

static void free_example(example *x) {
  tp_unsat_free(x->db);
  tp_closure_free(x->closure);
  tp_scc_free(&x->scc);
  tp_graph_free(x->g);
  VEC_FREE(&x->prefix);
}

static bool is_ahead(const tp_graph *g, tp_gnode from, tp_gnode to) {
  if (from == to)
    return true;
  const tp_graph_node *node = &g->nodes.at[from];
  for (tp_branch e = node->first; e < node->first + node->n; e++)
    if (is_ahead(g, g->edges.at[e].to, to))
      return true;
  return false;
}

/* "We first check if the root branch matches the first branch ... delete the
 * branch. We then follow the same procedure for every branch along the path
 * prefix." */
static uint32_t naive_trim(const example *x, const tp_unsat_step *steps,
                           uint32_t n) {
  uint32_t cut = 0;
  for (uint32_t i = 0; i < x->prefix.n; i++)
    if (cut < n && steps[cut].branch == x->prefix.at[i])
      cut++;
  return cut;
}

static tp_class naive_class(const example *x, const tp_unsat_step *steps,
                            uint32_t n) {
  uint32_t cut = naive_trim(x, steps, n), n_ahead = 0;
  if (n - cut == 1)
    return TP_CLASS_UNREACHABLE;
  for (uint32_t i = cut; i < n; i++)
    n_ahead += is_ahead(x->g, x->end, x->g->edges.at[steps[i].branch].from);
  if (cut < n && n_ahead == n - cut)
    return TP_CLASS_POSSIBLE;
  if (cut < n &&
      is_ahead(x->g, x->end, x->g->edges.at[steps[n - 1].branch].from))
    return TP_CLASS_REACHABLE;
  return TP_CLASS_NONE;
}

static bool is_in(const tp_vec_u32 *list, uint32_t x) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == x)
      return true;
  return false;
}

static tp_class listed_class(const tp_classes *c, tp_branch b) {
  uint32_t n = is_in(&c->unreachable, b) + is_in(&c->possible, b) +
               is_in(&c->reachable, b);
  CHECK(n <= 1); /* "each branch is present in only one of the three" */
  return is_in(&c->unreachable, b) ? TP_CLASS_UNREACHABLE
         : is_in(&c->possible, b)  ? TP_CLASS_POSSIBLE
         : is_in(&c->reachable, b) ? TP_CLASS_REACHABLE
                                   : TP_CLASS_NONE;
}

static uint32_t n_misclassified(const example *x, uint32_t seen[4]) {
  tp_classes classes = {0};
  uint32_t n_wrong = 0;
  tp_unsat_classify(&classes, x->db, x->closure, x->end, NULL);
  for (tp_branch b = 1; b < x->g->edges.n; b++) {
    tp_class want = TP_CLASS_NONE;
    for (tp_core id = 0; id < tp_unsat_n(x->db); id++) {
      uint32_t n;
      const tp_unsat_step *steps = tp_unsat_core(x->db, id, &n);
      if (n == 0 || steps[n - 1].branch != b)
        continue;
      n_wrong += tp_unsat_trim(x->db, id) != naive_trim(x, steps, n);
      tp_class class = naive_class(x, steps, n);
      want = class > want ? class : want;
    }
    seen[want]++;
    n_wrong += listed_class(&classes, b) != want;
  }
  tp_classes_free(&classes);
  return n_wrong;
}

TEST(unsat_classification_equals_the_lemmas) {
  uint32_t seen[4] = {0};
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    example x;
    make_example(&x, seed);
    uint32_t n_wrong = n_misclassified(&x, seen);
    if (n_wrong)
      fprintf(stderr, "seed %" PRIu64 "\n", seed);
    CHECK_EQ(n_wrong, 0);
    free_example(&x);
  }
  for (int i = 0; i < 4; i++)
    CHECK(seen[i] > 500);
}

/* The no feasible path nodes list depends on this: a push that trims nothing
 * leaves every trimmed constraint as it was. */
TEST(unsat_trims_tells_whether_the_list_changes) {
  uint32_t n_changes = 0;
  for (uint64_t seed = 1; seed <= 500; seed++) {
    example x;
    make_example(&x, seed);
    for (tp_branch b = 1; b < x.g->edges.n; b++) {
      uint32_t depth = tp_unsat_depth(x.db), before = 0, after = 0;
      bool said = tp_unsat_trims(x.db, b + 1);
      for (tp_core id = 0; id < tp_unsat_n(x.db); id++)
        before += tp_unsat_trim(x.db, id);
      tp_unsat_push(x.db, b + 1);
      for (tp_core id = 0; id < tp_unsat_n(x.db); id++)
        after += tp_unsat_trim(x.db, id);
      tp_unsat_pop_to(x.db, depth);
      CHECK_EQ(said, before != after);
      n_changes += said;
    }
    free_example(&x);
  }
  CHECK(n_changes > 500);
}
