/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts and estimates: see optimal/chain.h. */
#include "optimal/chain.h"

void tp_chain_init(tp_chain *c, const tp_graph *g, tp_chain_rule rule,
                   double prior, const double *known) {
  memset(c, 0, sizeof *c);
  c->g = g;
  c->rule = rule;
  c->prior = prior;
  c->known = known;
  VEC_RESIZE(&c->taken, g->edges.n);
  VEC_RESIZE(&c->visits, g->nodes.n);
  tp_bits_init(&c->dead, g->edges.n);
}

void tp_chain_free(tp_chain *c) {
  VEC_FREE(&c->taken);
  VEC_FREE(&c->visits);
  tp_bits_free(&c->dead);
}

void tp_chain_count(tp_chain *c, const tp_path *path, uint32_t from) {
  for (uint32_t i = from; i < path->n; i++) {
    tp_branch e = path->at[i].branch;
    c->taken.at[e]++;
    c->visits.at[c->g->edges.at[e].from]++;
  }
}

void tp_chain_bury(tp_chain *c, tp_branch e) {
  tp_bits_add(&c->dead, e);
}

/* How many sides of a node were taken so often; dead ones do not count. */
static uint32_t sides_taken(const tp_chain *c, const tp_graph_node *v,
                            uint64_t times) {
  uint32_t n = 0;
  for (tp_branch e = v->first; e < v->first + v->n; e++)
    n += c->taken.at[e] == times && !tp_bits_has(&c->dead, e);
  return n;
}

static uint32_t sides_alive(const tp_chain *c, const tp_graph_node *v) {
  uint32_t n = 0;
  for (tp_branch e = v->first; e < v->first + v->n; e++)
    n += !tp_bits_has(&c->dead, e);
  return n;
}

static double laplace(const tp_chain *c, const tp_graph_node *v, tp_branch e) {
  double visits = (double)c->visits.at[c->g->edges.at[e].from];
  return ((double)c->taken.at[e] + c->prior) /
         (visits + c->prior * sides_alive(c, v));
}

/* Where each run took another side the rule leaves nothing to what was seen:
 * Laplace's then. */
static double good_turing(const tp_chain *c, const tp_graph_node *v,
                          tp_branch e) {
  double visits = (double)c->visits.at[c->g->edges.at[e].from];
  uint32_t never = sides_taken(c, v, 0), once = sides_taken(c, v, 1);
  if (once >= visits)
    return laplace(c, v, e);
  double unseen = never ? once / visits : 0;
  return c->taken.at[e] ? (1 - unseen) * (double)c->taken.at[e] / visits
                        : unseen / never;
}

double tp_chain_chance(const tp_chain *c, tp_branch e) {
  const tp_graph_node *v = &c->g->nodes.at[c->g->edges.at[e].from];
  if (tp_bits_has(&c->dead, e))
    return 0;
  if (v->n == 1)
    return 1;
  if (c->known)
    return c->known[e];
  return c->rule == TP_CHAIN_GOOD_TURING ? good_turing(c, v, e)
                                         : laplace(c, v, e);
}
