/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dominators and frontiers against their definition, on random graphs. */
#include "check.h"

#include "base/bits.h"
#include "base/rng.h"
#include "reach/dominate.h"
#include "reach/joins.h"

static tp_graph *random_graph(tp_rng *rng, uint32_t n) {
  tp_graph *g = tp_graph_new();
  for (uint32_t v = 0; v < n; v++) {
    uint32_t out = tp_rng_below(rng, 4);
    tp_graph_add(g, TP_G_CHOICE, 0, out);
    for (uint32_t i = 0; i < out; i++) {
      bool near = tp_rng_below(rng, 3);
      uint32_t to = near && v + 1 < n ? v + 1 : tp_rng_below(rng, n);
      tp_graph_lead(g, g->nodes.at[v].first + i, to);
    }
  }
  tp_graph_freeze(g);
  return g;
}

/* Nodes reached from the root without passing `without`. */
static void reach(const tp_graph *g, tp_gnode root, tp_gnode without,
                  tp_bits *out) {
  tp_vec_u32 stack = {0};
  tp_bits_clear_all(out);
  if (root != without) {
    tp_bits_add(out, root);
    VEC_PUSH(&stack, root);
  }
  while (stack.n) {
    const tp_graph_node *node = &g->nodes.at[VEC_POP(&stack)];
    for (uint32_t i = 0; i < node->n; i++) {
      tp_gnode to = g->edges.at[node->first + i].to;
      if (to == without || tp_bits_has(out, to))
        continue;
      tp_bits_add(out, to);
      VEC_PUSH(&stack, to);
    }
  }
  VEC_FREE(&stack);
}

/* dominates[d * n + v], by the definition. */
static bool *naive(const tp_graph *g, tp_gnode root) {
  uint32_t n = g->nodes.n;
  bool *dominates = TP_NEW_ARRAY(bool, (size_t)n *n);
  tp_bits all, some;
  tp_bits_init(&all, n);
  tp_bits_init(&some, n);
  reach(g, root, TP_NO_NODE, &all);
  for (tp_gnode d = 0; d < n; d++) {
    reach(g, root, d, &some);
    for (tp_gnode v = 0; v < n; v++)
      dominates[d * n + v] = tp_bits_has(&all, v) && tp_bits_has(&all, d) &&
                             !tp_bits_has(&some, v);
  }
  tp_bits_free(&all);
  tp_bits_free(&some);
  return dominates;
}

static bool chain_is_right(const tp_dominators *dom, const bool *dominates,
                           uint32_t n, tp_gnode root, tp_gnode v) {
  if (dom->above[v] == UINT32_MAX)
    return !dominates[root * n + v];
  tp_bits chain;
  tp_bits_init(&chain, n);
  for (tp_gnode d = v;; d = dom->above[d]) {
    tp_bits_add(&chain, d);
    if (d == root)
      break;
  }
  bool right = true;
  for (tp_gnode d = 0; d < n; d++)
    right &= tp_bits_has(&chain, d) == dominates[d * n + v];
  tp_bits_free(&chain);
  return right;
}

static bool in_frontier(const tp_graph *g, const bool *dominates, tp_gnode d,
                        tp_gnode v) {
  uint32_t n = g->nodes.n;
  if (dominates[d * n + v] && d != v)
    return false;
  for (uint32_t k = g->in_first.at[v]; k < g->in_first.at[v + 1]; k++)
    if (dominates[d * n + g->edges.at[g->in.at[k]].from])
      return true;
  return false;
}

static bool frontier_is_right(const tp_dominators *dom, const tp_graph *g,
                              const bool *dominates, tp_gnode d) {
  tp_bits found;
  tp_bits_init(&found, g->nodes.n);
  for (uint32_t k = dom->first[d]; k < dom->first[d + 1]; k++)
    tp_bits_add(&found, dom->frontier.at[k]);
  bool right = true;
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    right &= tp_bits_has(&found, v) == in_frontier(g, dominates, d, v);
  tp_bits_free(&found);
  return right;
}

TEST(flow_dominators_are_those_of_the_definition) {
  for (uint64_t seed = 1; seed <= 400; seed++) {
    tp_rng rng;
    tp_rng_init(&rng, seed);
    uint32_t n = 1 + tp_rng_below(&rng, 24);
    tp_graph *g = random_graph(&rng, n);
    tp_gnode root = tp_rng_below(&rng, n);
    bool *dominates = naive(g, root);
    tp_dominators dom;
    bool right = tp_dominators_init(&dom, g, root, 1000000);
    for (tp_gnode v = 0; v < n; v++)
      right = right && chain_is_right(&dom, dominates, n, root, v) &&
              frontier_is_right(&dom, g, dominates, v);
    if (!right)
      fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
    CHECK(right);
    tp_dominators_free(&dom);
    tp_free(dominates);
    tp_graph_free(g);
  }
}

TEST(flow_dominators_of_many_ways_to_one_place_are_fast) {
  enum { N = 200000 };
  tp_graph *g = tp_graph_new();
  for (uint32_t v = 0; v < N; v++) {
    tp_graph_add(g, TP_G_CHOICE, 0, 2);
    tp_graph_lead(g, 2 * v, v + 1);
    tp_graph_lead(g, 2 * v + 1, N);
  }
  tp_graph_add(g, TP_G_EXIT, 0, 0);
  tp_graph_freeze(g);
  tp_dominators dom;
  CHECK(tp_dominators_init(&dom, g, 0, 10 * N));
  CHECK_EQ(dom.above[N], 0);
  CHECK_EQ(dom.above[N - 1], N - 2);
  CHECK_EQ(dom.frontier.n, N - 1);
  tp_dominators_free(&dom);
  CHECK(!tp_dominators_init(&dom, g, 0, 10));
  tp_dominators_free(&dom);
  tp_graph_free(g);
}

/* Whether every way from d to an exit passes v. */
static bool is_passed(const tp_graph *g, tp_gnode d, tp_gnode v) {
  tp_bits all = {0};
  bool escapes = false;
  tp_bits_init(&all, g->nodes.n);
  reach(g, d, v, &all);
  for (tp_gnode u = 0; u < g->nodes.n; u++)
    escapes |= tp_bits_has(&all, u) && g->nodes.at[u].n == 0;
  tp_bits_free(&all);
  return !escapes;
}

TEST(joins_are_passed_whatever_is_taken) {
  uint32_t found = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    tp_rng rng;
    tp_vec_u32 joins = {0};
    tp_rng_init(&rng, seed);
    tp_graph *g = random_graph(&rng, 2 + tp_rng_below(&rng, 14));
    bool *dominates = naive(g, 0);
    tp_reach_joins(&joins, g);
    for (tp_gnode v = 0; v < g->nodes.n; v++) {
      tp_gnode d = joins.at[v];
      if (d == TP_NO_NODE)
        continue;
      CHECK(dominates[d * g->nodes.n + v] && is_passed(g, d, v));
      found++;
    }
    VEC_FREE(&joins);
    tp_free(dominates);
    tp_graph_free(g);
  }
  CHECK(found > 100);
}
