/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulation of all ways through the graph at once. Where the graph is exact
 * there is one way, and each event costs one step. */
#include "engine/trail.h"

#include "base/limits.h"

#define NONE UINT32_MAX

void tp_trail_free(tp_trail *trail) {
  VEC_FREE(&trail->ways);
  VEC_FREE(&trail->now);
  VEC_FREE(&trail->then);
  VEC_FREE(&trail->open);
  VEC_FREE(&trail->event);
  tp_bits_free(&trail->shown);
}

static uint32_t add_way(tp_trail *t, tp_branch edge, uint32_t before,
                        uint32_t event) {
  VEC_PUSH(&t->ways, (tp_trail_way){edge, before, event});
  return t->ways.n - 1;
}

static bool is_alive(const tp_trail *t, tp_branch edge) {
  for (uint32_t i = 0; i < t->then.n; i++)
    if (t->ways.at[t->then.at[i]].edge == edge)
      return true;
  return false;
}

/* A way through choices must not turn round in them. */
static bool passed(const tp_trail *t, uint32_t way, tp_branch edge) {
  for (; way != NONE && t->ways.at[way].event == NONE;
       way = t->ways.at[way].before)
    if (t->ways.at[way].edge == edge)
      return true;
  return false;
}

/* Continue `way` to a node of the event's decision, through any choices. */
static void extend(tp_trail *t, const tp_graph *g, uint32_t way,
                   const tp_event *e, uint32_t event) {
  uint32_t first_new = t->ways.n;
  VEC_CLEAR(&t->open);
  VEC_PUSH(&t->open, way);
  while (t->open.n && t->ways.n - first_new < 4096) {
    uint32_t w = VEC_POP(&t->open);
    const tp_graph_node *v = &g->nodes.at[g->edges.at[t->ways.at[w].edge].to];
    if (v->kind == TP_G_DECISION) {
      tp_branch edge = v->first + e->label;
      if (v->decision == e->decision && e->label < v->n && !is_alive(t, edge) &&
          t->then.n < TP_LIMIT_TRAIL_WAYS)
        VEC_PUSH(&t->then, add_way(t, edge, w, event));
    } else if (v->kind == TP_G_CHOICE) {
      for (uint32_t i = v->n; i-- > 0;)
        if (!passed(t, w, v->first + i))
          VEC_PUSH(&t->open, add_way(t, v->first + i, w, NONE));
    }
  }
}

static void trace_back(tp_trail *t, uint32_t way, const tp_event *events,
                       tp_path *path) {
  uint32_t n = 0;
  for (uint32_t w = way; t->ways.at[w].before != NONE; w = t->ways.at[w].before)
    n++;
  VEC_RESIZE(path, n);
  VEC_RESIZE(&t->event, n);
  for (uint32_t w = way; n > 0; w = t->ways.at[w].before) {
    uint32_t event = t->ways.at[w].event;
    t->event.at[--n] = event;
    path->at[n] =
        (tp_step){t->ways.at[w].edge,
                  event == NONE ? TP_PRED_CONCRETE : events[event].pred};
  }
}

static void find_shown(tp_trail *t, const tp_graph *g) {
  tp_decision_id last = 0;
  for (uint32_t v = 0; v < g->nodes.n; v++)
    if (g->nodes.at[v].kind == TP_G_DECISION && g->nodes.at[v].decision > last)
      last = g->nodes.at[v].decision;
  tp_bits_init(&t->shown, last + 1);
  for (uint32_t v = 0; v < g->nodes.n; v++)
    if (g->nodes.at[v].kind == TP_G_DECISION)
      tp_bits_add(&t->shown, g->nodes.at[v].decision);
}

static bool is_shown(const tp_trail *t, tp_decision_id d) {
  return d < t->shown.n && tp_bits_has(&t->shown, d);
}

uint32_t tp_trail_find(tp_trail *t, const tp_graph *g, const tp_event *events,
                       uint32_t n, tp_path *path) {
  if (!t->shown.n)
    find_shown(t, g);
  VEC_CLEAR(&t->ways);
  VEC_CLEAR(&t->now);
  VEC_PUSH(&t->now, add_way(t, g->nodes.at[0].first, NONE, NONE));
  uint32_t i = 0;
  for (; i < n; i++) {
    if (!is_shown(t, events[i].decision))
      continue;
    VEC_CLEAR(&t->then);
    for (uint32_t k = 0; k < t->now.n; k++)
      extend(t, g, t->now.at[k], &events[i], i);
    if (t->then.n == 0)
      break;
    tp_vec_u32 swap = t->now;
    t->now = t->then;
    t->then = swap;
  }
  trace_back(t, t->now.at[0], events, path);
  return i;
}
