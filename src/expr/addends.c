/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kids have smaller ids than their parents: from the greatest id down, all that
 * adds to a node has been seen before the node passes it on to its kids. */
#include "expr/addends.h"

#include "base/map.h"
#include "expr/node.h"

#include <stdlib.h>

typedef struct walk {
  const tp_exprs *x;
  tp_addend_list at; /* sums and addends */
  tp_map place;      /* expression -> its place in `at` */
} walk;

static bool is_sum(const tp_exprs *x, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(x, e);
  return n->op == TP_E_BV && n->aux == TP_BV_ADD;
}

static void add_once(walk *w, tp_expr e) {
  bool is_new;
  tp_map_put(&w->place, e, &is_new);
  if (is_new)
    VEC_PUSH(&w->at, (tp_addend){e, 0});
}

/* Breadth first, until there are so many addends. */
static uint32_t find_all(walk *w, tp_expr e, uint32_t enough) {
  uint32_t found = 0;
  add_once(w, e);
  for (uint32_t i = 0; i < w->at.n && found < enough; i++) {
    tp_expr at = w->at.at[i].e;
    if (is_sum(w->x, at)) {
      const tp_expr_node *n = tp_expr_get(w->x, at);
      add_once(w, n->a);
      add_once(w, n->b);
    } else {
      found++;
    }
  }
  return found;
}

static int by_falling_id(const void *p, const void *q) {
  tp_expr a = ((const tp_addend *)p)->e, b = ((const tp_addend *)q)->e;
  return a > b ? -1 : a < b;
}

static void count(walk *w, tp_expr e, uint64_t times) {
  w->at.at[*tp_map_get(&w->place, e)].times += times;
}

static void free_walk(walk *w) {
  VEC_FREE(&w->at);
  tp_map_free(&w->place);
}

void tp_expr_addends(const tp_exprs *x, tp_expr e, tp_addend_list *out) {
  walk w = {.x = x};
  find_all(&w, e, UINT32_MAX);
  qsort(w.at.at, w.at.n, sizeof *w.at.at, by_falling_id);
  for (uint32_t i = 0; i < w.at.n; i++)
    *tp_map_put(&w.place, w.at.at[i].e, NULL) = i;
  count(&w, e, 1);
  for (uint32_t i = 0; i < w.at.n; i++) {
    tp_addend a = w.at.at[i];
    if (!is_sum(x, a.e)) {
      VEC_PUSH(out, a);
      continue;
    }
    const tp_expr_node *n = tp_expr_get(x, a.e);
    count(&w, n->a, a.times);
    count(&w, n->b, a.times);
  }
  free_walk(&w);
}

bool tp_expr_has_addends(const tp_exprs *x, tp_expr e, uint32_t n) {
  walk w = {.x = x};
  uint32_t found = find_all(&w, e, n);
  free_walk(&w);
  return found >= n;
}
