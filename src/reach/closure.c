/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reachability between components of the graph.
 *
 * Labels (after GRAIL): a depth-first search numbers components in post-order;
 * each gets the interval [lowest number it reaches, own number]. If a reaches b
 * then a's interval encloses b's; several searches with edges in different
 * orders sharpen this "no". The tree of the first search gives a "yes": b lies
 * in a's tree interval. Else both ends are searched, always the smaller
 * frontier, and components that the labels exclude are not entered.
 */
#include "reach/closure.h"

#include "base/bits.h"
#include "base/rng.h"

#define N_LABELS 3

typedef struct interval {
  uint32_t low, post;
} interval;

typedef struct frontier {
  tp_vec_u32 queue;
  uint32_t head;
  uint32_t *seen; /* by component: number of the question that met it */
} frontier;

struct tp_closure {
  const tp_graph *g;
  const tp_scc *scc;
  uint32_t n;
  tp_bits *row; /* small graphs: by component */
  /* Edges between components, both ways. */
  tp_vec_u32 out, out_first, in, in_first;
  interval *label[N_LABELS];
  uint32_t *tree_low; /* lowest number in the tree of the first search */
  frontier ahead, back;
  uint32_t question;
};

/* Lists the edges that leave components; targets may repeat. */
static void link_components(tp_closure *c) {
  const tp_scc *scc = c->scc;
  VEC_RESIZE(&c->in_first, c->n + 1);
  for (uint32_t k = 0; k < c->n; k++) {
    VEC_PUSH(&c->out_first, c->out.n);
    for (uint32_t i = scc->first.at[k]; i < scc->first.at[k + 1]; i++) {
      const tp_graph_node *node = &c->g->nodes.at[scc->member.at[i]];
      for (uint32_t j = 0; j < node->n; j++) {
        uint32_t to = scc->of.at[c->g->edges.at[node->first + j].to];
        if (to == k)
          continue;
        VEC_PUSH(&c->out, to);
        c->in_first.at[to + 1]++;
      }
    }
  }
  VEC_PUSH(&c->out_first, c->out.n);
}

static void link_back(tp_closure *c) {
  tp_vec_u32 end = {0};
  for (uint32_t k = 0; k < c->n; k++) {
    c->in_first.at[k + 1] += c->in_first.at[k];
    VEC_PUSH(&end, c->in_first.at[k]);
  }
  VEC_RESIZE(&c->in, c->out.n);
  for (uint32_t k = 0; k < c->n; k++)
    for (uint32_t i = c->out_first.at[k]; i < c->out_first.at[k + 1]; i++)
      c->in.at[end.at[c->out.at[i]]++] = k;
  VEC_FREE(&end);
}

static void fill_matrix(tp_closure *c) {
  c->row = TP_NEW_ARRAY(tp_bits, c->n);
  for (uint32_t k = 0; k < c->n; k++) {
    tp_bits_init(&c->row[k], c->n);
    tp_bits_add(&c->row[k], k);
    for (uint32_t i = c->out_first.at[k]; i < c->out_first.at[k + 1]; i++)
      tp_bits_or(&c->row[k], &c->row[c->out.at[i]]);
  }
}

typedef struct visit {
  uint32_t k, done, turn; /* component, edges looked at, where to start */
} visit;

typedef VEC(visit) visit_stack;

static void begin_visit(const tp_closure *c, visit_stack *stack,
                        interval *label, uint32_t k, tp_rng *rng) {
  uint32_t degree = c->out_first.at[k + 1] - c->out_first.at[k];
  visit v = {k, 0, degree > 1 ? tp_rng_below(rng, degree) : 0};
  label[k].low = UINT32_MAX;
  VEC_PUSH(stack, v);
}

static void end_visit(visit_stack *stack, interval *label, uint32_t *tree_low,
                      uint32_t *count) {
  uint32_t k = VEC_POP(stack).k;
  label[k].post = ++*count;
  if (label[k].low > *count)
    label[k].low = *count;
  if (tree_low[k] == 0)
    tree_low[k] = *count;
  if (stack->n == 0)
    return;
  uint32_t up = VEC_LAST(stack).k;
  if (label[k].low < label[up].low)
    label[up].low = label[k].low;
  if (tree_low[up] == 0)
    tree_low[up] = tree_low[k]; /* the first child has the lowest number */
}

/* One search over all components; edges of each from a random one on. */
static void fill_label(const tp_closure *c, interval *label, uint32_t *tree_low,
                       uint64_t seed) {
  tp_rng rng;
  visit_stack stack = {0};
  uint32_t count = 0;
  tp_rng_init(&rng, seed);
  for (uint32_t root = c->n; root-- > 0;) {
    if (label[root].post)
      continue;
    begin_visit(c, &stack, label, root, &rng);
    while (stack.n) {
      visit *v = &VEC_LAST(&stack);
      uint32_t first = c->out_first.at[v->k];
      uint32_t degree = c->out_first.at[v->k + 1] - first;
      if (v->done == degree) {
        end_visit(&stack, label, tree_low, &count);
        continue;
      }
      uint32_t to = c->out.at[first + (v->turn + v->done++) % degree];
      if (label[to].post == 0)
        begin_visit(c, &stack, label, to, &rng);
      else if (label[to].low < label[v->k].low)
        label[v->k].low = label[to].low;
    }
  }
  VEC_FREE(&stack);
}

static void fill_labels(tp_closure *c) {
  uint32_t *scratch = TP_NEW_ARRAY(uint32_t, c->n);
  c->tree_low = TP_NEW_ARRAY(uint32_t, c->n);
  for (int i = 0; i < N_LABELS; i++) {
    c->label[i] = TP_NEW_ARRAY(interval, c->n);
    fill_label(c, c->label[i], i ? scratch : c->tree_low, (uint64_t)i + 1);
  }
  tp_free(scratch);
  c->ahead.seen = TP_NEW_ARRAY(uint32_t, c->n);
  c->back.seen = TP_NEW_ARRAY(uint32_t, c->n);
}

tp_closure *tp_closure_new(const tp_graph *g, const tp_scc *scc,
                           uint32_t small_limit) {
  tp_closure *c = TP_NEW(tp_closure);
  c->g = g;
  c->scc = scc;
  c->n = scc->n;
  link_components(c);
  if (c->n <= small_limit) {
    fill_matrix(c);
  } else {
    link_back(c);
    fill_labels(c);
  }
  return c;
}

void tp_closure_free(tp_closure *c) {
  if (!c)
    return;
  for (uint32_t k = 0; c->row && k < c->n; k++)
    tp_bits_free(&c->row[k]);
  tp_free(c->row);
  VEC_FREE(&c->out);
  VEC_FREE(&c->out_first);
  VEC_FREE(&c->in);
  VEC_FREE(&c->in_first);
  for (int i = 0; i < N_LABELS; i++)
    tp_free(c->label[i]);
  tp_free(c->tree_low);
  VEC_FREE(&c->ahead.queue);
  VEC_FREE(&c->back.queue);
  tp_free(c->ahead.seen);
  tp_free(c->back.seen);
  tp_free(c);
}

static bool may_reach(const tp_closure *c, uint32_t a, uint32_t b) {
  if (a < b)
    return false;
  for (int i = 0; i < N_LABELS; i++) {
    interval outer = c->label[i][a], inner = c->label[i][b];
    if (inner.low < outer.low || inner.post > outer.post)
      return false;
  }
  return true;
}

static bool is_below_in_tree(const tp_closure *c, uint32_t a, uint32_t b) {
  uint32_t post = c->label[0][b].post;
  return c->tree_low[a] <= post && post <= c->label[0][a].post;
}

static void start(frontier *f, uint32_t k, uint32_t question) {
  VEC_CLEAR(&f->queue);
  f->head = 0;
  f->seen[k] = question;
  VEC_PUSH(&f->queue, k);
}

/* Expands one component of the frontier ahead; true if it met the answer. */
static bool step_ahead(tp_closure *c, uint32_t b) {
  uint32_t k = c->ahead.queue.at[c->ahead.head++];
  for (uint32_t i = c->out_first.at[k]; i < c->out_first.at[k + 1]; i++) {
    uint32_t to = c->out.at[i];
    if (c->ahead.seen[to] == c->question || !may_reach(c, to, b))
      continue;
    if (c->back.seen[to] == c->question || is_below_in_tree(c, to, b))
      return true;
    c->ahead.seen[to] = c->question;
    VEC_PUSH(&c->ahead.queue, to);
  }
  return false;
}

static bool step_back(tp_closure *c, uint32_t a) {
  uint32_t k = c->back.queue.at[c->back.head++];
  for (uint32_t i = c->in_first.at[k]; i < c->in_first.at[k + 1]; i++) {
    uint32_t from = c->in.at[i];
    if (c->back.seen[from] == c->question || !may_reach(c, a, from))
      continue;
    if (c->ahead.seen[from] == c->question || is_below_in_tree(c, a, from))
      return true;
    c->back.seen[from] = c->question;
    VEC_PUSH(&c->back.queue, from);
  }
  return false;
}

static bool search_both(tp_closure *c, uint32_t a, uint32_t b) {
  c->question++;
  start(&c->ahead, a, c->question);
  start(&c->back, b, c->question);
  for (;;) {
    uint32_t ahead = c->ahead.queue.n - c->ahead.head;
    uint32_t back = c->back.queue.n - c->back.head;
    if (ahead == 0 || back == 0)
      return false;
    if (ahead <= back ? step_ahead(c, b) : step_back(c, a))
      return true;
  }
}

bool tp_closure_reaches(tp_closure *c, tp_gnode from, tp_gnode to) {
  uint32_t a = c->scc->of.at[from], b = c->scc->of.at[to];
  if (c->row)
    return tp_bits_has(&c->row[a], b);
  if (a == b)
    return true;
  if (!may_reach(c, a, b))
    return false;
  return is_below_in_tree(c, a, b) || search_both(c, a, b);
}

bool tp_closure_reaches_branch(tp_closure *c, tp_gnode a, tp_branch e) {
  return tp_closure_reaches(c, a, c->g->edges.at[e].from);
}
