/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layout of our own for maps that Graphviz would take minutes for.
 *
 * Ranks: the longest way from the entry, edges that lead back left out. In a
 * rank, nodes stand in the order of the middle of their predecessors, pushed
 * apart where they would overlap. Linear but for the sorting of each rank. */
#include "report/map_view.h"

#include <stdlib.h>

#define STEP 64.0 /* from rank to rank */
#define GAP 18.0  /* between nodes of a rank */
#define HEIGHT 34.0
#define CHARACTER 6.6 /* the width of one in a node's label */

typedef struct layout {
  tp_map_view *view;
  const tp_map_source *source;
  uint32_t *first, *edge; /* edges of node v: edge[first[v] .. first[v+1]) */
  tp_vec_u32 order;       /* nodes, successors after predecessors */
} layout;

static void index_edges(layout *l) {
  uint32_t n = l->view->nodes.n;
  l->first = TP_NEW_ARRAY(uint32_t, n + 2);
  l->edge = TP_NEW_ARRAY(uint32_t, l->view->edges.n + 1);
  for (uint32_t e = 0; e < l->view->edges.n; e++)
    l->first[l->view->edges.at[e].from + 1]++;
  for (uint32_t v = 0; v < n; v++)
    l->first[v + 1] += l->first[v];
  uint32_t *fill = TP_NEW_ARRAY(uint32_t, n + 1);
  memcpy(fill, l->first, n * sizeof *fill);
  for (uint32_t e = 0; e < l->view->edges.n; e++)
    l->edge[fill[l->view->edges.at[e].from]++] = e;
  tp_free(fill);
}

/* Depth-first from node 0; the reverse of the order in which nodes are left
 * has every edge that does not lead back from earlier to later. */
static void sort_nodes(layout *l) {
  uint32_t n = l->view->nodes.n;
  uint32_t *next = TP_NEW_ARRAY(uint32_t, n + 1);
  bool *seen = TP_NEW_ARRAY(bool, n + 1);
  tp_vec_u32 path = {0};
  VEC_PUSH(&path, 0);
  seen[0] = true;
  next[0] = l->first[0];
  while (path.n) {
    uint32_t v = VEC_LAST(&path);
    if (next[v] == l->first[v + 1]) {
      VEC_PUSH(&l->order, v);
      (void)VEC_POP(&path);
      continue;
    }
    uint32_t to = l->view->edges.at[l->edge[next[v]++]].to;
    if (seen[to])
      continue;
    seen[to] = true;
    next[to] = l->first[to];
    VEC_PUSH(&path, to);
  }
  for (uint32_t i = 0, j = l->order.n; i + 1 < j; i++) {
    uint32_t swap = l->order.at[i];
    l->order.at[i] = l->order.at[--j];
    l->order.at[j] = swap;
  }
  VEC_FREE(&path);
  tp_free(next);
  tp_free(seen);
}

static bool is_drawn(const layout *l, uint32_t e) {
  return !l->view->splits_exits ||
         !tp_map_is_exit(l->source, l->view, l->view->edges.at[e].to);
}

uint64_t tp_map_view_rank(tp_map_view *view, const tp_map_source *source) {
  layout l = {.view = view, .source = source};
  uint32_t *at = TP_NEW_ARRAY(uint32_t, view->nodes.n + 1);
  uint64_t crossed = 0;
  view->pos = TP_NEW_ARRAY(tp_place_xy, view->nodes.n + 1);
  index_edges(&l);
  sort_nodes(&l);
  for (uint32_t i = 0; i < l.order.n; i++)
    at[l.order.at[i]] = i;
  for (uint32_t i = 0; i < l.order.n; i++) {
    uint32_t v = l.order.at[i];
    for (uint32_t k = l.first[v]; k < l.first[v + 1]; k++) {
      uint32_t to = view->edges.at[l.edge[k]].to;
      if (at[to] > i && view->pos[to].rank <= view->pos[v].rank)
        view->pos[to].rank = view->pos[v].rank + 1;
    }
  }
  for (uint32_t e = 0; e < view->edges.n; e++) {
    uint32_t a = view->pos[view->edges.at[e].from].rank;
    uint32_t b = view->pos[view->edges.at[e].to].rank;
    crossed += !is_drawn(&l, e) ? 1 : a < b ? b - a : a - b + 1;
  }
  tp_free(at);
  tp_free(l.first);
  tp_free(l.edge);
  VEC_FREE(&l.order);
  return crossed;
}

static void size_nodes(tp_map_view *view, const tp_map_source *source) {
  tp_str text = {0};
  for (uint32_t v = 0; v < view->nodes.n; v++) {
    text.n = 0;
    tp_map_node_text(source, view->nodes.at[v].sample, &text);
    uint32_t n = text.n < 12 ? 12 : text.n > 44 ? 44 : text.n;
    view->pos[v].width = n * CHARACTER + 20;
    view->pos[v].height = HEIGHT;
    view->pos[v].y = -STEP * view->pos[v].rank;
  }
  tp_str_free(&text);
}

typedef struct wish {
  double x;
  uint32_t node;
} wish;

static int by_wish(const void *p, const void *q) {
  const wish *a = p, *b = q;
  if (a->x != b->x)
    return a->x < b->x ? -1 : 1;
  return a->node < b->node ? -1 : a->node > b->node;
}

/* Puts the nodes of a rank as close to where they want to be as fits. */
static void place_rank(tp_map_view *view, wish *wishes, uint32_t n) {
  double end = 0, moved = 0;
  qsort(wishes, n, sizeof *wishes, by_wish);
  for (uint32_t i = 0; i < n; i++) {
    tp_place_xy *p = &view->pos[wishes[i].node];
    double least = i ? end + GAP + p->width / 2 : wishes[i].x;
    p->x = wishes[i].x > least ? wishes[i].x : least;
    moved += p->x - wishes[i].x;
    end = p->x + p->width / 2;
  }
  for (uint32_t i = 0; i < n; i++)
    view->pos[wishes[i].node].x -= moved / n;
}

void tp_map_view_place(tp_map_view *view, const tp_map_source *source) {
  uint32_t n = view->nodes.n, ranks = 0;
  size_nodes(view, source);
  for (uint32_t v = 0; v < n; v++)
    ranks = view->pos[v].rank + 1 > ranks ? view->pos[v].rank + 1 : ranks;
  uint32_t *first = TP_NEW_ARRAY(uint32_t, ranks + 2);
  wish *wishes = TP_NEW_ARRAY(wish, n + 1);
  double *sum = TP_NEW_ARRAY(double, n + 1);
  uint32_t *count = TP_NEW_ARRAY(uint32_t, n + 1), *member = NULL;
  layout l = {.view = view, .source = source};
  index_edges(&l);
  member = TP_NEW_ARRAY(uint32_t, n + 1);
  for (uint32_t v = 0; v < n; v++)
    first[view->pos[v].rank + 1]++;
  for (uint32_t r = 0; r < ranks; r++)
    first[r + 1] += first[r];
  for (uint32_t v = n; v-- > 0;)
    member[--first[view->pos[v].rank + 1]] = v;
  for (uint32_t r = 0; r < ranks; r++) {
    uint32_t from = first[r + 1], to = r + 2 <= ranks ? first[r + 2] : n;
    for (uint32_t i = from; i < to; i++) {
      uint32_t v = member[i];
      wishes[i - from] = (wish){count[v] ? sum[v] / count[v] : 0, v};
    }
    place_rank(view, wishes, to - from);
    for (uint32_t i = from; i < to; i++)
      for (uint32_t k = l.first[member[i]]; k < l.first[member[i] + 1]; k++) {
        const tp_view_edge *e = &view->edges.at[l.edge[k]];
        /* the first branch goes down on the left, the others to the right */
        sum[e->to] += view->pos[member[i]].x + (e->label ? 60 : -60);
        count[e->to]++;
      }
  }
  tp_free(first);
  tp_free(wishes);
  tp_free(sum);
  tp_free(count);
  tp_free(member);
  tp_free(l.first);
  tp_free(l.edge);
}
