/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans the expansion of calls: first which functions count (backwards over
 * the calls from those with a node or exit of their own), then the components
 * of the call graph (Tarjan, without recursion), then how often each would be
 * copied. If that is too much, components whose copies would hold more than a
 * threshold of nodes are shared, the threshold being halved until it fits. All
 * linear, but for the at most 20 halvings. */
#include "flow/calls.h"

#define OPEN (TP_NO_OP - 1)
#define MANY 1e18

typedef struct planner {
  const tp_cfg *cfg;
  tp_calls *out;
  uint32_t n_funcs;
  tp_bits seen;    /* operations that control can reach in their function */
  uint32_t *first; /* calls of f: callee[first[f] .. first[f+1]) */
  tp_func_id *callee;
  uint32_t *own;  /* by component: what one copy costs: about its nodes */
  double *copies; /* by component */
} planner;

/* Collects the calls of f that control can reach; true if f itself has
 * something that counts. */
static bool scan(planner *pl, tp_func_id f, tp_vec_u32 *stack,
                 tp_vec_u32 *callees) {
  const tp_cfg *cfg = pl->cfg;
  bool counts = false;
  VEC_PUSH(stack, cfg->entry.at[f]);
  while (stack->n) {
    uint32_t i = VEC_POP(stack);
    if (tp_bits_has(&pl->seen, i))
      continue;
    tp_bits_add(&pl->seen, i);
    const tp_cfg_op *op = &cfg->ops.at[i];
    if (op->kind == TP_CFG_CALL)
      VEC_PUSH(callees, op->callee);
    else if (op->kind != TP_CFG_RETURN && op->kind != TP_CFG_CHOICE)
      counts = true;
    for (uint32_t t = op->n; t-- > 0;)
      VEC_PUSH(stack, tp_cfg_target(cfg, i, t));
  }
  return counts;
}

static void scan_all(planner *pl, tp_vec_u32 *work) {
  tp_vec_u32 stack = {0}, callees = {0};
  tp_bits_init(&pl->seen, pl->cfg->ops.n + 1);
  pl->first = TP_NEW_ARRAY(uint32_t, pl->n_funcs + 2);
  for (tp_func_id f = 0; f < pl->n_funcs; f++) {
    pl->first[f] = callees.n;
    if (pl->cfg->entry.at[f] == TP_NO_OP)
      continue;
    if (scan(pl, f, &stack, &callees)) {
      tp_bits_add(&pl->out->is_relevant, f);
      VEC_PUSH(work, f);
    }
  }
  pl->first[pl->n_funcs] = callees.n;
  pl->callee = callees.at;
  VEC_FREE(&stack);
}

/* Callers of what counts count. */
static void find_relevant(planner *pl) {
  tp_vec_u32 work = {0};
  scan_all(pl, &work);
  uint32_t n_calls = pl->first[pl->n_funcs];
  uint32_t *by_callee = TP_NEW_ARRAY(uint32_t, pl->n_funcs + 2);
  tp_func_id *caller = TP_NEW_ARRAY(tp_func_id, n_calls + 1);
  for (uint32_t i = 0; i < n_calls; i++)
    by_callee[pl->callee[i] + 1]++;
  for (tp_func_id f = 0; f < pl->n_funcs; f++)
    by_callee[f + 1] += by_callee[f];
  uint32_t *fill = TP_NEW_ARRAY(uint32_t, pl->n_funcs + 1);
  memcpy(fill, by_callee, pl->n_funcs * sizeof *fill);
  for (tp_func_id f = 0; f < pl->n_funcs; f++)
    for (uint32_t i = pl->first[f]; i < pl->first[f + 1]; i++)
      caller[fill[pl->callee[i]]++] = f;
  while (work.n) {
    tp_func_id f = VEC_POP(&work);
    for (uint32_t i = by_callee[f]; i < by_callee[f + 1]; i++) {
      if (tp_bits_has(&pl->out->is_relevant, caller[i]))
        continue;
      tp_bits_add(&pl->out->is_relevant, caller[i]);
      VEC_PUSH(&work, caller[i]);
    }
  }
  VEC_FREE(&work);
  tp_free(by_callee);
  tp_free(caller);
  tp_free(fill);
}

static bool is_passed(const planner *pl, uint32_t op) {
  return pl->cfg->ops.at[op].kind == TP_CFG_CALL &&
         !tp_bits_has(&pl->out->is_relevant, pl->cfg->ops.at[op].callee);
}

/* The first operation from op on that counts; `endless` if there is none. */
static void find_stop(planner *pl, uint32_t op, uint32_t endless) {
  uint32_t *stop = pl->out->stop;
  uint32_t end = op;
  while (stop[end] == TP_NO_OP && is_passed(pl, end)) {
    stop[end] = OPEN;
    end = tp_cfg_target(pl->cfg, end, 0);
  }
  if (stop[end] == OPEN)
    end = endless;
  else if (stop[end] != TP_NO_OP)
    end = stop[end];
  while (stop[op] == OPEN) {
    stop[op] = end;
    op = tp_cfg_target(pl->cfg, op, 0);
  }
  stop[end] = end;
}

static void number_stops(planner *pl) {
  const tp_cfg *cfg = pl->cfg;
  tp_calls *out = pl->out;
  memset(out->stop, 0xff, (cfg->ops.n + 1) * sizeof *out->stop);
  for (tp_func_id f = 0; f < pl->n_funcs; f++) {
    uint32_t n = 0, end = f + 1 < cfg->first.n ? cfg->first.at[f + 1] : 0;
    for (uint32_t i = cfg->first.at[f]; i < end; i++)
      if (tp_bits_has(&pl->seen, i) && out->stop[i] == TP_NO_OP)
        find_stop(pl, i, end - 1);
    for (uint32_t i = cfg->first.at[f]; i < end; i++)
      if (out->stop[i] == i)
        out->local[i] = n++;
    out->n_local[f] = n;
  }
}

/* ---- components: Tarjan's algorithm over functions that count ------------ */

typedef struct tarjan {
  planner *pl;
  uint32_t *index, *low, *next_call;
  tp_vec_u32 path, open;
  tp_bits is_open;
  uint32_t count;
} tarjan;

static void open_func(tarjan *t, tp_func_id f) {
  t->index[f] = t->low[f] = ++t->count;
  t->next_call[f] = t->pl->first[f];
  VEC_PUSH(&t->path, f);
  VEC_PUSH(&t->open, f);
  tp_bits_add(&t->is_open, f);
}

static void close_func(tarjan *t, tp_func_id f) {
  tp_calls *out = t->pl->out;
  if (t->low[f] != t->index[f])
    return;
  tp_func_id g;
  do {
    g = VEC_POP(&t->open);
    tp_bits_del(&t->is_open, g);
    out->component[g] = out->n_components;
    if (g != f)
      tp_bits_add(&out->is_recursive, out->n_components);
  } while (g != f);
  out->n_components++;
}

static void look_at(tarjan *t, tp_func_id f, tp_func_id g) {
  if (!tp_bits_has(&t->pl->out->is_relevant, g))
    return;
  if (!t->index[g])
    open_func(t, g);
  else if (tp_bits_has(&t->is_open, g) && t->index[g] < t->low[f])
    t->low[f] = t->index[g];
}

static void find_components(planner *pl) {
  tarjan t = {.pl = pl};
  t.index = TP_NEW_ARRAY(uint32_t, pl->n_funcs + 1);
  t.low = TP_NEW_ARRAY(uint32_t, pl->n_funcs + 1);
  t.next_call = TP_NEW_ARRAY(uint32_t, pl->n_funcs + 1);
  tp_bits_init(&t.is_open, pl->n_funcs + 1);
  for (tp_func_id root = 0; root < pl->n_funcs; root++) {
    if (t.index[root] || pl->cfg->entry.at[root] == TP_NO_OP)
      continue;
    open_func(&t, root);
    while (t.path.n) {
      tp_func_id f = VEC_LAST(&t.path);
      if (t.next_call[f] < pl->first[f + 1]) {
        look_at(&t, f, pl->callee[t.next_call[f]++]);
        continue;
      }
      (void)VEC_POP(&t.path);
      if (t.path.n && t.low[f] < t.low[VEC_LAST(&t.path)])
        t.low[VEC_LAST(&t.path)] = t.low[f];
      close_func(&t, f);
    }
  }
  for (tp_func_id f = 0; f < pl->n_funcs; f++)
    for (uint32_t i = pl->first[f]; i < pl->first[f + 1]; i++)
      if (pl->callee[i] == f)
        tp_bits_add(&pl->out->is_recursive, pl->out->component[f]);
  tp_free(t.index);
  tp_free(t.low);
  tp_free(t.next_call);
  VEC_FREE(&t.path);
  VEC_FREE(&t.open);
  tp_bits_free(&t.is_open);
}

/* ---- sharing ------------------------------------------------------------- */

static void count_own(planner *pl) {
  const tp_cfg *cfg = pl->cfg;
  pl->own = TP_NEW_ARRAY(uint32_t, pl->out->n_components + 1);
  pl->copies = TP_NEW_ARRAY(double, pl->out->n_components + 1);
  for (tp_func_id f = 0; f < pl->n_funcs; f++) {
    if (cfg->entry.at[f] == TP_NO_OP)
      continue;
    uint32_t *own = &pl->own[pl->out->component[f]];
    *own += 1 + (pl->first[f + 1] - pl->first[f]) / 4; /* calls cost memory */
    for (uint32_t i = cfg->first.at[f]; i < cfg->first.at[f + 1]; i++)
      *own +=
          tp_bits_has(&pl->seen, i) && (cfg->ops.at[i].kind == TP_CFG_DECIDE ||
                                        cfg->ops.at[i].kind == TP_CFG_CHOICE);
  }
}

/* By component, callers first: its functions. */
static tp_func_id *callers_first(const planner *pl) {
  uint32_t n = pl->out->n_components;
  uint32_t *fill = TP_NEW_ARRAY(uint32_t, n + 2);
  tp_func_id *order = TP_NEW_ARRAY(tp_func_id, pl->n_funcs + 1);
  for (tp_func_id f = 0; f < pl->n_funcs; f++)
    if (pl->cfg->entry.at[f] != TP_NO_OP)
      fill[n - pl->out->component[f]]++;
  for (uint32_t c = 0; c < n; c++)
    fill[c + 1] += fill[c];
  for (tp_func_id f = 0; f < pl->n_funcs; f++)
    if (pl->cfg->entry.at[f] != TP_NO_OP)
      order[fill[n - 1 - pl->out->component[f]]++] = f;
  tp_free(fill);
  return order;
}

/* Nodes of the whole graph if components above the threshold are shared. */
static double try_threshold(planner *pl, const tp_func_id *order, uint32_t n,
                            double threshold) {
  tp_calls *out = pl->out;
  double total = 0;
  tp_bits_clear_all(&out->is_shared);
  memset(pl->copies, 0, out->n_components * sizeof *pl->copies);
  pl->copies[out->component[pl->cfg->p->entry]] = 1;
  if (pl->cfg->at_exit)
    pl->copies[out->component[pl->cfg->at_exit]] = 1;
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t c = out->component[order[i]];
    if (c != last && pl->copies[c] > 1 &&
        pl->copies[c] * pl->own[c] > threshold) {
      tp_bits_add(&out->is_shared, c);
      pl->copies[c] = 1;
    }
    if (c != last)
      total += pl->copies[c] * pl->own[c];
    last = c;
    for (uint32_t k = pl->first[order[i]]; k < pl->first[order[i] + 1]; k++) {
      tp_func_id g = pl->callee[k];
      if (!tp_bits_has(&out->is_relevant, g) || out->component[g] == c)
        continue;
      double *copies = &pl->copies[out->component[g]];
      *copies = *copies + pl->copies[c] < MANY ? *copies + pl->copies[c] : MANY;
    }
  }
  return total;
}

static void plan_sharing(planner *pl, uint32_t max_nodes) {
  count_own(pl);
  tp_func_id *order = callers_first(pl);
  uint32_t n = 0;
  for (tp_func_id f = 0; f < pl->n_funcs; f++)
    n += pl->cfg->entry.at[f] != TP_NO_OP;
  double threshold = max_nodes;
  while (try_threshold(pl, order, n, threshold) > max_nodes && threshold > 0)
    threshold = threshold > 1 ? threshold / 2 : 0;
  tp_free(order);
}

void tp_calls_init(tp_calls *out, const tp_cfg *cfg, uint32_t max_nodes) {
  uint32_t n = cfg->entry.n;
  *out = (tp_calls){0};
  planner pl = {.cfg = cfg, .out = out, .n_funcs = n};
  out->stop = TP_NEW_ARRAY(uint32_t, cfg->ops.n + 1);
  out->local = TP_NEW_ARRAY(uint32_t, cfg->ops.n + 1);
  out->n_local = TP_NEW_ARRAY(uint32_t, n + 1);
  out->component = TP_NEW_ARRAY(uint32_t, n + 1);
  tp_bits_init(&out->is_relevant, n + 1);
  tp_bits_init(&out->is_recursive, n + 1);
  tp_bits_init(&out->is_shared, n + 1);
  find_relevant(&pl);
  number_stops(&pl);
  find_components(&pl);
  plan_sharing(&pl, max_nodes);
  tp_bits_free(&pl.seen);
  tp_free(pl.first);
  tp_free(pl.callee);
  tp_free(pl.own);
  tp_free(pl.copies);
}

void tp_calls_free(tp_calls *calls) {
  tp_free(calls->stop);
  tp_free(calls->local);
  tp_free(calls->n_local);
  tp_free(calls->component);
  tp_bits_free(&calls->is_relevant);
  tp_bits_free(&calls->is_recursive);
  tp_bits_free(&calls->is_shared);
}
