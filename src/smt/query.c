/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/query.c - independent-constraint slicing.
 *
 * In: the predicates of a path and the one that changed. Out: those that share
 * a variable with it, directly or through others, sorted and without doubles,
 * and their variables. The rest has no say in it: it holds now and keeps its
 * variables' values. Constants, and a predicate together with its complement,
 * are decided here.
 */
#include "smt/query.h"

#include "base/stage.h"
#include "expr/node.h"

#include <stdlib.h>

#define POLL_EVERY 8192u /* predicates */

void tp_slicer_free(tp_slicer *s) {
  tp_map_free(&s->place);
  VEC_FREE(&s->parent);
  VEC_FREE(&s->stamp);
  VEC_FREE(&s->node_place);
  VEC_FREE(&s->node_stamp);
  VEC_FREE(&s->stack);
}

void tp_query_free(tp_query *q) {
  VEC_FREE(&q->items);
  VEC_FREE(&q->vars);
  VEC_FREE(&q->conflict);
}

/* The place of a variable, as a group of its own if new in this query. */
static uint32_t place_of(tp_slicer *s, uint32_t var) {
  bool is_new;
  uint32_t *at = tp_map_put(&s->place, var, &is_new);
  if (is_new) {
    *at = s->parent.n;
    VEC_PUSH(&s->parent, 0);
    VEC_PUSH(&s->stamp, 0);
  }
  uint32_t place = *at;
  if (s->stamp.at[place] != s->generation) {
    s->stamp.at[place] = s->generation;
    s->parent.at[place] = place;
  }
  return place;
}

static uint32_t find_group(tp_slicer *s, uint32_t place) {
  uint32_t *parent = s->parent.at;
  while (parent[place] != place) {
    parent[place] = parent[parent[place]];
    place = parent[place];
  }
  return place;
}

/* Join two groups, one of which may be none. */
static uint32_t join(tp_slicer *s, uint32_t a, uint32_t b) {
  if (a == TP_NO_ITEM || b == TP_NO_ITEM)
    return a == TP_NO_ITEM ? b : a;
  a = find_group(s, a);
  b = find_group(s, b);
  uint32_t low = a < b ? a : b;
  s->parent.at[a < b ? b : a] = low;
  return low;
}

static bool is_grouped(const tp_slicer *s, tp_expr e) {
  return e < s->node_stamp.n && s->node_stamp.at[e] == s->generation;
}

/* The group of a node whose own variables are a few, or that was grouped. */
static uint32_t group_of_kid(tp_slicer *s, tp_expr e) {
  uint32_t n, group = TP_NO_ITEM;
  const uint32_t *vars = tp_expr_few_vars(s->exprs, e, &n);
  if (!vars)
    return s->node_place.at[e];
  for (uint32_t i = 0; i < n; i++)
    group = join(s, group, place_of(s, vars[i]));
  return group;
}

/* Kids that have to be grouped first go onto the stack. */
static bool push_kids(tp_slicer *s, const tp_expr *kids) {
  uint32_t n, before = s->stack.n;
  for (unsigned i = 0; i < 3; i++)
    if (kids[i] && !tp_expr_few_vars(s->exprs, kids[i], &n) &&
        !is_grouped(s, kids[i]))
      VEC_PUSH(&s->stack, kids[i]);
  return s->stack.n > before;
}

/* Join the variables below e, which has more than a few. What other predicates
 * of the query share with it has been joined by them. */
static void group_node(tp_slicer *s, tp_expr e) {
  if (s->node_stamp.n <= e) {
    VEC_RESIZE(&s->node_stamp, tp_exprs_count(s->exprs) + 1);
    VEC_RESIZE(&s->node_place, tp_exprs_count(s->exprs) + 1);
  }
  VEC_PUSH(&s->stack, e);
  while (s->stack.n) {
    tp_expr at = VEC_LAST(&s->stack);
    const tp_expr_node *n = tp_expr_get(s->exprs, at);
    const tp_expr kids[3] = {n->a, n->b, n->c};
    if (!is_grouped(s, at) && push_kids(s, kids))
      continue;
    s->stack.n--;
    if (is_grouped(s, at))
      continue;
    uint32_t group = TP_NO_ITEM;
    for (unsigned i = 0; i < 3; i++)
      if (kids[i])
        group = join(s, group, group_of_kid(s, kids[i]));
    s->node_place.at[at] = group;
    s->node_stamp.at[at] = s->generation;
  }
}

static void group_vars(tp_slicer *s, tp_expr e) {
  uint32_t n;
  if (tp_expr_few_vars(s->exprs, e, &n))
    group_of_kid(s, e);
  else if (!is_grouped(s, e))
    group_node(s, e);
}

/* The group of a predicate, TP_NO_ITEM for a constant. */
static uint32_t group_of(tp_slicer *s, tp_expr e) {
  uint32_t n;
  const uint32_t *vars = tp_expr_few_vars(s->exprs, e, &n);
  if (!vars)
    return find_group(s, s->node_place.at[e]);
  return n ? find_group(s, place_of(s, vars[0])) : TP_NO_ITEM;
}

static bool is_time_over(const tp_slicer *s, uint32_t i) {
  return i % POLL_EVERY == POLL_EVERY - 1 &&
         tp_budget_over(s->budget) != TP_STOP_NONE;
}

static bool group_all(tp_slicer *s, const tp_expr *conds, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    group_vars(s, conds[i]);
    if (is_time_over(s, i))
      return false;
  }
  return true;
}

static int by_expr(const void *p, const void *q) {
  const tp_query_item *a = p, *b = q;
  if (a->e != b->e)
    return a->e < b->e ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static void drop_doubles(tp_query *q) {
  uint32_t kept = 0;
  if (q->items.n > 1)
    qsort(q->items.at, q->items.n, sizeof *q->items.at, by_expr);
  for (uint32_t i = 0; i < q->items.n; i++)
    if (!kept || q->items.at[kept - 1].e != q->items.at[i].e)
      q->items.at[kept++] = q->items.at[i];
  q->items.n = kept;
}

static uint32_t find_item(const tp_query *q, tp_expr e) {
  uint32_t low = 0, high = q->items.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (q->items.at[middle].e < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low < q->items.n && q->items.at[low].e == e ? low : TP_NO_ITEM;
}

static void collect_vars(tp_query *q, tp_exprs *exprs) {
  tp_expr_vars_begin(exprs);
  for (uint32_t i = 0; i < q->items.n; i++)
    tp_expr_vars_add(exprs, q->items.at[i].e, &q->vars);
  tp_expr_vars_sort(&q->vars, 0);
}

/* Some predicate is false by itself, or two are complements. */
static void find_conflict(tp_query *q, tp_exprs *exprs) {
  for (uint32_t i = 0; i < q->items.n; i++) {
    tp_expr e = q->items.at[i].e;
    if (tp_expr_constant(exprs, e, NULL)) {
      VEC_PUSH(&q->conflict, i);
      return;
    }
    uint32_t other = find_item(q, tp_expr_not(exprs, e));
    if (other == TP_NO_ITEM)
      continue;
    VEC_PUSH(&q->conflict, i < other ? i : other);
    VEC_PUSH(&q->conflict, i < other ? other : i);
    return;
  }
}

static void add_item(tp_query *q, const tp_expr *conds, uint32_t i) {
  tp_query_item item = {conds[i], i};
  VEC_PUSH(&q->items, item);
}

/* A pivot without variables decides by itself; without a pivot all is asked. */
static void select_items(tp_query *q, tp_slicer *s, const tp_expr *conds,
                         uint32_t n, uint32_t pivot) {
  uint64_t truth;
  if (pivot < n && tp_expr_constant(s->exprs, conds[pivot], &truth)) {
    if (!truth)
      add_item(q, conds, pivot);
    return;
  }
  uint32_t wanted = pivot < n ? group_of(s, conds[pivot]) : TP_NO_ITEM;
  for (uint32_t i = 0; i < n; i++) {
    bool is_constant = tp_expr_constant(s->exprs, conds[i], &truth);
    if (is_constant ? !truth : pivot >= n || group_of(s, conds[i]) == wanted)
      add_item(q, conds, i);
  }
}

static void forget_groups(tp_slicer *s) {
  if (++s->generation == 0) { /* stamps of old would look new */
    VEC_CLEAR(&s->stamp);
    VEC_CLEAR(&s->node_stamp);
    VEC_RESIZE(&s->stamp, s->parent.n);
    s->generation = 1;
  }
}

typedef struct member {
  uint32_t group, index;
} member;

static int by_group(const void *p, const void *q) {
  const member *a = p, *b = q;
  if (a->group != b->group)
    return a->group < b->group ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

bool tp_query_split(tp_slicer *s, const tp_expr *conds, uint32_t n,
                    tp_vec_u32 *order, tp_vec_u32 *part) {
  VEC(member) members = {0};
  VEC_CLEAR(order);
  VEC_CLEAR(part);
  forget_groups(s);
  if (!group_all(s, conds, n))
    return false;
  VEC_RESIZE(&members, n);
  for (uint32_t i = 0; i < n; i++)
    members.at[i] = (member){group_of(s, conds[i]), i};
  if (n > 1)
    qsort(members.at, n, sizeof *members.at, by_group);
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(order, members.at[i].index);
    VEC_PUSH(part, members.at[i].group);
  }
  VEC_FREE(&members);
  return true;
}

/* One predicate, and few variables: nothing is to be sliced or sorted. */
static bool build_of_one(tp_query *q, tp_exprs *exprs, tp_expr e,
                         uint32_t pivot) {
  uint32_t n;
  const uint32_t *vars = tp_expr_few_vars(exprs, e, &n);
  if (!vars || !n)
    return false;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&q->vars, vars[i]);
  add_item(q, &e, 0);
  q->pivot = pivot == 0 ? 0 : TP_NO_ITEM;
  return true;
}

bool tp_query_build(tp_query *q, tp_slicer *s, const tp_expr *conds, uint32_t n,
                    uint32_t pivot) {
  tp_stage("a query");
  VEC_CLEAR(&q->items);
  VEC_CLEAR(&q->vars);
  VEC_CLEAR(&q->conflict);
  if (n == 1 && build_of_one(q, s->exprs, conds[0], pivot))
    return true;
  forget_groups(s);
  if (pivot < n && !group_all(s, conds, n))
    return false;
  select_items(q, s, conds, n, pivot);
  drop_doubles(q);
  q->pivot = pivot < n ? find_item(q, conds[pivot]) : TP_NO_ITEM;
  if (q->pivot != TP_NO_ITEM)
    q->items.at[q->pivot].index = pivot;
  collect_vars(q, s->exprs);
  find_conflict(q, s->exprs);
  return true;
}
