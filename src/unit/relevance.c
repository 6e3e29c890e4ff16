/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over small graphs: each looks at all edges again, which for the call
 * graph of a program costs nothing beside testing it. */
#include "unit/relevance.h"

bool tp_call_graph_add(tp_call_graph *g, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < g->edges.n; i++)
    if (g->edges.at[i].from == from && g->edges.at[i].to == to)
      return false;
  VEC_PUSH(&g->edges, (tp_call_edge){from, to});
  return true;
}

void tp_call_graph_free(tp_call_graph *g) {
  VEC_FREE(&g->edges);
}

/* ---- what leads where ---------------------------------------------------- */

/* One step from what is in the set, forward or back, to those that may be
 * entered (NULL: all); whether it grew. */
static bool step(tp_bits *set, const tp_call_graph *g, bool is_forward,
                 const tp_bits *may) {
  bool grew = false;
  for (uint32_t i = 0; i < g->edges.n; i++) {
    tp_call_edge e = g->edges.at[i];
    uint32_t from = is_forward ? e.from : e.to;
    uint32_t to = is_forward ? e.to : e.from;
    if (!tp_bits_has(set, from) || tp_bits_has(set, to) ||
        (may && !tp_bits_has(may, to)))
      continue;
    tp_bits_add(set, to);
    grew = true;
  }
  return grew;
}

/* Those that a call of f leads to, or that lead to f; f itself only if it is
 * on a circle. */
static void reach(tp_bits *out, const tp_call_graph *g, uint32_t f,
                  bool is_forward) {
  tp_bits_init(out, g->n);
  for (uint32_t i = 0; i < g->edges.n; i++) {
    tp_call_edge e = g->edges.at[i];
    if ((is_forward ? e.from : e.to) == f)
      tp_bits_add(out, is_forward ? e.to : e.from);
  }
  while (step(out, g, is_forward, NULL)) {
  }
}

/* ---- dependency ---------------------------------------------------------- */

static bool calls(const tp_call_graph *profile, uint32_t f) {
  for (uint32_t i = 0; i < profile->edges.n; i++)
    if (profile->edges.at[i].to == f || profile->edges.at[i].from == f)
      return true;
  return false;
}

/* Case 1: g calls f; case 2: f calls g; case 3, a circle: either. */
static void count(double *p, const tp_call_graph *profile, uint32_t f,
                  const tp_bits *before, const tp_bits *behind) {
  tp_bits callers, called;
  reach(&callers, profile, f, false);
  reach(&called, profile, f, true);
  for (uint32_t g = 0; g < profile->n; g++)
    p[g] += (tp_bits_has(before, g) && tp_bits_has(&callers, g)) ||
            (tp_bits_has(behind, g) && tp_bits_has(&called, g));
  tp_bits_free(&callers);
  tp_bits_free(&called);
}

bool tp_dependency(double *p, const tp_call_graph *graph,
                   const tp_call_graph *profiles, uint32_t n_profiles,
                   uint32_t f) {
  tp_bits before, behind;
  uint32_t n_f = 0;
  reach(&before, graph, f, false);
  reach(&behind, graph, f, true);
  memset(p, 0, graph->n * sizeof *p);
  for (uint32_t i = 0; i < n_profiles; i++) {
    if (!calls(&profiles[i], f))
      continue;
    n_f++;
    count(p, &profiles[i], f, &before, &behind);
  }
  for (uint32_t g = 0; g < graph->n && n_f; g++)
    p[g] = tp_bits_has(&before, g) || tp_bits_has(&behind, g) ? p[g] / n_f : -1;
  tp_bits_free(&before);
  tp_bits_free(&behind);
  return n_f > 0;
}

/* ---- the extended unit --------------------------------------------------- */

static void enter_high(tp_bits *may, const double *p, double threshold,
                       uint32_t n) {
  tp_bits_init(may, n);
  for (uint32_t g = 0; g < n; g++)
    if (p[g] >= threshold)
      tp_bits_add(may, g);
}

void tp_unit_within(tp_bits *unit, const tp_call_graph *graph,
                    uint32_t distance, uint32_t f) {
  tp_bits_init(unit, graph->n);
  tp_bits_add(unit, f);
  for (uint32_t i = 0; i < distance; i++) {
    tp_bits now; /* a step is from those that were there before it */
    tp_bits_init(&now, graph->n);
    for (uint32_t k = 0; k < graph->edges.n; k++)
      if (tp_bits_has(unit, graph->edges.at[k].from))
        tp_bits_add(&now, graph->edges.at[k].to);
    bool grew = tp_bits_or(unit, &now);
    tp_bits_free(&now);
    if (!grew)
      break;
  }
}

void tp_extended_unit(tp_bits *unit, const tp_call_graph *graph,
                      const double *p, double threshold, uint32_t f) {
  tp_bits may;
  if (!p) {
    tp_unit_within(unit, graph, 1, f);
    return;
  }
  tp_bits_init(unit, graph->n);
  tp_bits_add(unit, f);
  enter_high(&may, p, threshold, graph->n);
  while (step(unit, graph, true, &may)) {
  }
  tp_bits_free(&may);
}

/* ---- calling contexts ---------------------------------------------------- */

typedef struct climber {
  const tp_call_graph *graph;
  const tp_bits *may;
  uint32_t longest; /* calls in a path */
  uint32_t max;
  tp_vec_u32 path; /* from f upwards */
  tp_contexts *out;
} climber;

static bool is_on(const tp_vec_u32 *path, uint32_t f) {
  for (uint32_t i = 0; i < path->n; i++)
    if (path->at[i] == f)
      return true;
  return false;
}

static void keep(climber *c) {
  if (c->path.n < 2)
    return;
  if (c->out->at.n == c->max) {
    c->out->is_cut = true;
    return;
  }
  VEC_PUSH(&c->out->at, (tp_vec_u32){0});
  for (uint32_t i = c->path.n; i-- > 0;)
    VEC_PUSH(&VEC_LAST(&c->out->at), c->path.at[i]);
}

/* Recursion: a path visits a function once. */
static void climb(climber *c) {
  bool is_top = true;
  uint32_t at = VEC_LAST(&c->path);
  for (uint32_t i = 0; i < c->graph->edges.n && !c->out->is_cut; i++) {
    tp_call_edge e = c->graph->edges.at[i];
    if (e.to != at || (c->may && !tp_bits_has(c->may, e.from)) ||
        is_on(&c->path, e.from) || c->path.n > c->longest)
      continue;
    is_top = false;
    VEC_PUSH(&c->path, e.from);
    climb(c);
    c->path.n--;
  }
  if (is_top)
    keep(c);
}

static void climb_from(tp_contexts *out, const tp_call_graph *graph,
                       const tp_bits *may, uint32_t longest, uint32_t f,
                       uint32_t max) {
  *out = (tp_contexts){0};
  climber c = {
      .graph = graph, .may = may, .longest = longest, .max = max, .out = out};
  VEC_PUSH(&c.path, f);
  climb(&c);
  VEC_FREE(&c.path);
}

void tp_contexts_within(tp_contexts *out, const tp_call_graph *graph,
                        uint32_t distance, uint32_t f, uint32_t max) {
  climb_from(out, graph, NULL, distance, f, max);
}

void tp_calling_contexts(tp_contexts *out, const tp_call_graph *graph,
                         const double *p, double threshold, uint32_t f,
                         uint32_t max) {
  tp_bits may;
  if (!p) {
    tp_contexts_within(out, graph, 1, f, max);
    return;
  }
  enter_high(&may, p, threshold, graph->n);
  climb_from(out, graph, &may, graph->n, f, max);
  tp_bits_free(&may);
}

void tp_contexts_free(tp_contexts *contexts) {
  for (uint32_t i = 0; i < contexts->at.n; i++)
    VEC_FREE(&contexts->at.at[i]);
  VEC_FREE(&contexts->at);
}
