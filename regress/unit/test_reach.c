/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reachability graph: text form, components, closure, marking, liveness. */
#include "check.h"
#include "mini.h"

#include "base/clock.h"
#include "reach/bfs.h"
#include "reach/closure.h"
#include "reach/live.h"

static const mini_shape plain = {
    .n_nodes = 40, .span = 8, .exit_chance = 5, .switch_chance = 10};
static const mini_shape loopy = {.n_nodes = 40,
                                 .span = 8,
                                 .exit_chance = 5,
                                 .loop_chance = 8,
                                 .choice_chance = 10,
                                 .shared_chance = 20};

static tp_graph *random_graph(const mini_shape *shape, uint64_t seed) {
  tp_rng rng;
  tp_rng_init(&rng, seed);
  tp_graph *g = mini_graph(shape, &rng);
  tp_graph_freeze(g);
  return g;
}

/* Nodes ahead of v, v included. */
static void ahead_of(const tp_graph *g, tp_gnode v, tp_bits *seen) {
  tp_vec_u32 stack = {0};
  tp_bits_init(seen, g->nodes.n);
  tp_bits_add(seen, v);
  VEC_PUSH(&stack, v);
  while (stack.n) {
    const tp_graph_node *node = &g->nodes.at[VEC_POP(&stack)];
    for (tp_branch e = node->first; e < node->first + node->n; e++) {
      tp_gnode to = g->edges.at[e].to;
      if (tp_bits_has(seen, to))
        continue;
      tp_bits_add(seen, to);
      VEC_PUSH(&stack, to);
    }
  }
  VEC_FREE(&stack);
}

static tp_graph *read_text(const char *text, tp_diag *diag) {
  tp_graph *g = NULL;
  int rc = tp_graph_read(&g, text, strlen(text), "x.rg", diag);
  CHECK_EQ(rc, g ? 0 : -1);
  return g;
}

TEST(graph_text_reads_what_it_says) {
  tp_diag diag = {0};
  tp_graph *g = read_text("# a graph\n"
                          "start entry: a\n"
                          "a decision 7: b out  # true, false\n"
                          "b decision 9 path-dependent: out a b=7\n"
                          "out exit:\n",
                          &diag);
  CHECK_EQ(g->nodes.n, 4);
  CHECK_EQ(g->edges.n, 6);
  CHECK_EQ(g->n_goals, 5);
  CHECK_EQ(g->nodes.at[1].decision, 7);
  CHECK(g->nodes.at[2].is_path_dependent && !g->nodes.at[1].is_path_dependent);
  CHECK_EQ(g->edges.at[1].to, 2);
  CHECK_EQ(g->edges.at[4].to, 1);
  CHECK_EQ(g->edges.at[5].label, 7);
  CHECK_EQ(g->edges.at[5].goal, 4);
  CHECK_EQ(g->edges.at[0].goal, TP_NO_GOAL);
  CHECK_EQ(g->in_first.at[4] - g->in_first.at[3], 2);
  CHECK_EQ(g->in.at[g->in_first.at[1]], 0);
  CHECK_EQ(g->in.at[g->in_first.at[1] + 1], 4);
  tp_graph_free(g);
}

TEST(graph_text_round_trip) {
  for (uint64_t seed = 1; seed <= 50; seed++) {
    tp_diag diag = {0};
    tp_str once = {0}, twice = {0};
    tp_graph *g = random_graph(seed % 2 ? &plain : &loopy, seed), *back;
    VEC_PUSH(&g->contexts, (tp_graph_context){0, 3, 2});
    g->nodes.at[3].context = 1;
    g->nodes.at[4].is_constant = 1;
    g->is_approximate = seed % 3 == 0;
    tp_graph_write(g, &once);
    CHECK_EQ(tp_graph_read(&back, once.at, once.n, "x", &diag), 0);
    tp_graph_write(back, &twice);
    CHECK_STR(tp_str_text(&twice), tp_str_text(&once));
    CHECK_EQ(back->nodes.at[3].context, 1);
    tp_graph_free(g);
    tp_graph_free(back);
    tp_str_free(&once);
    tp_str_free(&twice);
  }
}

static void refuses(const char *text, unsigned line, unsigned column) {
  tp_diag diag = {0};
  CHECK(read_text(text, &diag) == NULL);
  CHECK_EQ(diag.status, TP_REFUSED);
  CHECK_EQ(diag.line, line);
  CHECK_EQ(diag.column, column);
  tp_diag_free(&diag);
}

TEST(graph_text_errors_have_a_place) {
  refuses("", 0, 1);
  refuses("a decision 1: a a\n", 1, 18);
  refuses("a entry: b\n", 1, 10);
  refuses("a entry: a\nb decision 2: a c\n", 2, 17);
  refuses("a entry: a b\n", 1, 13);
  refuses("a entry: a\na exit:\n", 2, 1);
  refuses("a entry: a\nb exit: a\n", 2, 10);
  refuses("a entry: a\nb what: a\n", 2, 3);
  refuses("goals 2\na entry: a\nb decision 1: a/2 a\n", 3, 18);
  refuses("goals 99999999999\n", 1, 16);
  refuses("a entry: a\nb decision 1 context=4: a\n", 2, 23);
}

/* Any bytes: an error or a graph, no crash. */
TEST(graph_text_takes_any_bytes) {
  static const char base[] = "goals 3\ncontext 1: 0 1 1\nn0 entry: n1\n"
                             "n1 decision 7 context=1: n2/0 n1/1=4\nn2 exit:\n";
  for (uint64_t seed = 1; seed <= 5000; seed++) {
    tp_rng rng;
    char text[sizeof base];
    tp_diag diag = {0};
    tp_graph *g;
    tp_rng_init(&rng, seed);
    memcpy(text, base, sizeof base);
    for (int i = 0; i < 3; i++)
      text[tp_rng_below(&rng, sizeof base - 1)] =
          (char)(seed % 2 ? tp_rng_below(&rng, 256)
                          : (uint32_t)base[tp_rng_below(&rng, sizeof base)]);
    tp_graph_read(&g, text, tp_rng_below(&rng, sizeof base), "x", &diag);
    tp_graph_free(g);
    tp_diag_free(&diag);
  }
}

static void closure_agrees(const mini_shape *shape, uint32_t small_limit) {
  for (uint64_t seed = 1; seed <= 60; seed++) {
    tp_graph *g = random_graph(shape, seed);
    tp_scc scc;
    tp_scc_init(&scc, g);
    tp_closure *c = tp_closure_new(g, &scc, small_limit);
    uint32_t n_wrong = 0;
    for (tp_gnode a = 0; a < g->nodes.n; a++) {
      tp_bits ahead = {0};
      ahead_of(g, a, &ahead);
      for (tp_gnode b = 0; b < g->nodes.n; b++)
        n_wrong += tp_closure_reaches(c, a, b) != tp_bits_has(&ahead, b);
      tp_bits_free(&ahead);
    }
    CHECK_EQ(n_wrong, 0);
    tp_closure_free(c);
    tp_scc_free(&scc);
    tp_graph_free(g);
  }
}

TEST(closure_matrix_agrees_with_search) {
  closure_agrees(&plain, TP_CLOSURE_SMALL);
  closure_agrees(&loopy, TP_CLOSURE_SMALL);
}

TEST(closure_labels_agree_with_search) {
  closure_agrees(&plain, 0);
  closure_agrees(&loopy, 0);
}

TEST(components_are_the_loops) {
  for (uint64_t seed = 1; seed <= 60; seed++) {
    tp_graph *g = random_graph(seed % 2 ? &plain : &loopy, seed);
    tp_scc scc;
    tp_scc_init(&scc, g);
    CHECK(seed % 2 == 0 || (scc.is_acyclic && scc.n == g->nodes.n));
    for (tp_branch e = 0; e < g->edges.n; e++)
      CHECK(scc.of.at[g->edges.at[e].from] >= scc.of.at[g->edges.at[e].to]);
    for (tp_gnode a = 0; a < g->nodes.n; a++) {
      tp_bits ahead = {0};
      ahead_of(g, a, &ahead);
      for (tp_gnode b = 0; b < g->nodes.n; b++)
        if (scc.of.at[a] == scc.of.at[b])
          CHECK(tp_bits_has(&ahead, b));
      tp_bits_free(&ahead);
    }
    tp_scc_free(&scc);
    tp_graph_free(g);
  }
}

/* Without marked edges there is one way to each node, as long as its depth; of
 * several as short it ends with one of lowest rank. */
TEST(marking_leaves_one_shortest_path_to_each_node) {
  for (uint64_t seed = 1; seed <= 100; seed++) {
    tp_graph *g = random_graph(seed % 2 ? &plain : &loopy, seed);
    tp_bits marked = {0};
    tp_vec_u32 depth = {0}, rank = {0};
    for (tp_branch e = 0; e < g->edges.n; e++)
      VEC_PUSH(&rank, (e * 7 + (uint32_t)seed) % 4);
    tp_reach_mark(&marked, &depth, g, seed % 5 ? &rank : NULL);
    for (tp_gnode v = 1; v + 1 < g->nodes.n; v++) {
      uint32_t n_ways = 0;
      uint32_t lowest = UINT32_MAX, chosen = UINT32_MAX;
      for (uint32_t i = g->in_first.at[v]; i < g->in_first.at[v + 1]; i++) {
        tp_branch e = g->in.at[i];
        uint32_t before = depth.at[g->edges.at[e].from];
        if (before == TP_FAR)
          continue;
        CHECK(before + 1 >= depth.at[v]);
        if (before + 1 == depth.at[v] && rank.at[e] < lowest)
          lowest = rank.at[e];
        if (tp_bits_has(&marked, e))
          continue;
        n_ways++;
        chosen = rank.at[e];
        CHECK_EQ(before + 1, depth.at[v]);
      }
      CHECK_EQ(n_ways, depth.at[v] != TP_FAR);
      CHECK(seed % 5 == 0 || chosen == lowest);
    }
    tp_bits_free(&marked);
    VEC_FREE(&rank);
    VEC_FREE(&depth);
    tp_graph_free(g);
  }
}

static bool sees_open(const tp_graph *g, const tp_bits *open, tp_gnode v) {
  tp_bits ahead = {0};
  bool found = false;
  ahead_of(g, v, &ahead);
  for (tp_branch e = 0; e < g->edges.n && !found; e++)
    found = tp_bits_has(open, e) && tp_bits_has(&ahead, g->edges.at[e].from);
  tp_bits_free(&ahead);
  return found;
}

TEST(liveness_is_kept_while_edges_close) {
  for (uint64_t seed = 1; seed <= 40; seed++) {
    tp_graph *g = random_graph(seed % 2 ? &plain : &loopy, seed);
    tp_rng rng;
    tp_scc scc;
    tp_live live;
    tp_bits open = {0};
    tp_rng_init(&rng, seed);
    tp_scc_init(&scc, g);
    tp_bits_init(&open, g->edges.n);
    for (tp_branch e = 0; e < g->edges.n; e++)
      if (tp_rng_below(&rng, 3) == 0)
        tp_bits_add(&open, e);
    tp_live_init(&live, g, &scc, &open);
    while (live.n_open) {
      for (tp_gnode v = 0; v < g->nodes.n; v++)
        CHECK_EQ(tp_live_node(&live, v), sees_open(g, &open, v));
      for (int i = 0; i < 5; i++) {
        tp_branch e = tp_rng_below(&rng, g->edges.n);
        tp_bits_del(&open, e);
        tp_live_close(&live, e);
      }
      CHECK_EQ(live.n_open, tp_bits_count(&open));
    }
    for (tp_gnode v = 0; v < g->nodes.n; v++)
      CHECK(!tp_live_node(&live, v));
    tp_live_free(&live);
    tp_bits_free(&open);
    tp_scc_free(&scc);
    tp_graph_free(g);
  }
}

TEST(distances_to_open_edges) {
  tp_diag diag = {0};
  tp_graph *g = read_text("s entry: a\na decision 1: b c\nb decision 2: c a\n"
                          "c decision 3: x x\nx exit:\n",
                          &diag);
  tp_bits open = {0};
  tp_vec_u32 distance = {0};
  tp_bits_init(&open, g->edges.n);
  tp_bits_add(&open, g->nodes.at[3].first);
  tp_reach_distance(&distance, g, &open);
  CHECK_EQ(distance.at[3], 1);
  CHECK_EQ(distance.at[1], 2);
  CHECK_EQ(distance.at[2], 2);
  CHECK_EQ(distance.at[0], 3);
  CHECK_EQ(distance.at[4], TP_FAR);
  tp_bits_free(&open);
  VEC_FREE(&distance);
  tp_graph_free(g);
}

/* 100,000 decisions in layers of 200: marking, closure, and 1,000 questions
 * about pairs, in about a second. The limit leaves room for slow machines. */
TEST(reach_is_fast_at_100000_nodes) {
  mini_shape shape = {.n_nodes = 100000, .span = 400, .exit_chance = 1};
  tp_graph *g = random_graph(&shape, 1);
  tp_rng rng;
  tp_scc scc;
  tp_bits marked = {0};
  double start = tp_cpu_now();
  tp_rng_init(&rng, 2);
  tp_reach_mark(&marked, NULL, g, NULL);
  tp_scc_init(&scc, g);
  tp_closure *c = tp_closure_new(g, &scc, TP_CLOSURE_SMALL);
  uint32_t n_yes = 0;
  for (int i = 0; i < 1000; i++) {
    tp_gnode a = tp_rng_below(&rng, g->nodes.n);
    tp_gnode b = i % 2 ? tp_rng_below(&rng, g->nodes.n)
                       : a + tp_rng_below(&rng, 2000) % (g->nodes.n - a);
    n_yes += tp_closure_reaches(c, a, b);
  }
  double took = tp_cpu_now() - start;
  CHECK(n_yes > 100 && n_yes < 900);
  if (took > 8)
    fprintf(stderr, "marking, closure and questions took %.2f s\n", took);
  CHECK(took <= 8);
  tp_closure_free(c);
  tp_bits_free(&marked);
  tp_scc_free(&scc);
  tp_graph_free(g);
}
