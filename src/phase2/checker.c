/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the reachability check and its prefix. */
#include "phase2/check.h"

#include "reach/bfs.h"
#include "reach/joins.h"

#include <stdlib.h>

void tp_checker_init(tp_checker *c, const tp_phases *p) {
  memset(c, 0, sizeof *c);
  c->g = p->s.g;
  c->unsat = p->unsat;
  c->budget = p->s.oracle->budget;
  c->todo =
      p->options.check == TP_CHECK_COMPLETE ? &p->s.cover.live : &p->unexplored;
  c->visit_limit = UINT32_MAX;
  tp_nopath_init(&c->nopath, c->g->nodes.n);
  if (p->options.check == TP_CHECK_FAITHFUL)
    c->closure = tp_closure_new(c->g, &p->s.cover.scc, TP_CLOSURE_SMALL);
  if (p->options.check == TP_CHECK_COMPLETE) {
    c->why = TP_NEW_ARRAY(tp_reason, c->g->nodes.n);
    tp_nogoods_init(&c->nogoods, c->g->nodes.n);
  }
  tp_bits_init(&c->is_open_node, c->g->nodes.n);
  VEC_RESIZE(&c->entered, c->g->nodes.n);
  VEC_RESIZE(&c->visit, c->g->nodes.n);
}

typedef struct arrival { /* an edge, in the order it is walked backward */
  tp_gnode to;
  uint32_t depth;
  tp_branch edge;
} arrival;

static int by_depth(const void *x, const void *y) {
  const arrival *a = x, *b = y;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  if (a->depth != b->depth)
    return a->depth < b->depth ? -1 : 1;
  return a->edge < b->edge ? -1 : a->edge > b->edge;
}

void tp_checker_init_backward(tp_checker *c, const tp_phases *p) {
  const tp_graph *g = p->s.g;
  arrival *all = TP_NEW_ARRAY(arrival, g->edges.n + 1);
  tp_bits marked;
  tp_checker_init(c, p);
  c->is_backward = true;
  tp_reach_joins(&c->join, g);
  tp_reach_mark(&marked, &c->depth, g, NULL);
  for (tp_branch e = 0; e < g->edges.n; e++)
    all[e] = (arrival){g->edges.at[e].to, c->depth.at[g->edges.at[e].from], e};
  qsort(all, g->edges.n, sizeof *all, by_depth);
  VEC_RESIZE(&c->in, g->edges.n);
  for (uint32_t i = 0; i < g->edges.n; i++)
    c->in.at[i] = all[i].edge;
  tp_bits_free(&marked);
  tp_free(all);
}

void tp_checker_free(tp_checker *c) {
  tp_nopath_free(&c->nopath);
  tp_closure_free(c->closure);
  tp_classes_free(&c->classes);
  VEC_FREE(&c->trims);
  tp_free(c->why);
  tp_nogoods_free(&c->nogoods);
  tp_bits_free(&c->is_open_node);
  VEC_FREE(&c->entered);
  VEC_FREE(&c->in);
  VEC_FREE(&c->depth);
  VEC_FREE(&c->join);
  VEC_FREE(&c->visit);
}

void tp_checker_push(tp_checker *c, uint32_t pred) {
  VEC_PUSH(&c->trims, c->closure && tp_unsat_trims(c->unsat, pred));
  tp_unsat_push(c->unsat, pred);
}

void tp_checker_pop_to(tp_checker *c, uint32_t depth) {
  if (depth >= tp_unsat_depth(c->unsat))
    return;
  c->trims.n = depth;
  tp_unsat_pop_to(c->unsat, depth);
  tp_nopath_drop_from(&c->nopath, 2 * depth);
}

void tp_checker_learned(tp_checker *c, tp_core core) {
  if (core == TP_NO_CORE)
    return;
  uint32_t n, leading = tp_unsat_trim(c->unsat, core);
  const tp_unsat_step *steps = tp_unsat_core(c->unsat, core, &n);
  for (uint32_t i = 0; i < leading; i++)
    c->trims.at[tp_unsat_position(c->unsat, steps[i].pred)] = 1;
}

void tp_checker_doubt(tp_checker *c) {
  tp_nopath_clear(&c->nopath);
  tp_nogoods_clear(&c->nogoods);
}
