/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies each function at its call sites and leads every branch to the next
 * node met after it. Following a place means: step over calls into the callee,
 * over returns back to the caller, until an operation that is a node; all the
 * places passed remember it, so that each is followed once. A function shared
 * by several places returns to a choice among them (a join), which grows while
 * callers are found. */
#include "flow/expand.h"
#include "flow/address.h"

#define NONE UINT32_MAX
#define PENDING UINT32_MAX
#define END 0 /* the raw node where the program ends by itself */

typedef struct place {
  uint32_t copy, op;
} place;

static uint32_t new_node(tp_expansion *x, tp_cfg_kind kind, uint32_t ref,
                         uint32_t copy, uint32_t op) {
  tp_raw_node node = {.kind = (uint8_t)kind, .ref = ref, .copy = copy};
  VEC_PUSH(&x->nodes, node);
  VEC_PUSH(&x->op_of, op);
  return x->nodes.n - 1;
}

static uint32_t new_join(tp_expansion *x) {
  VEC_PUSH(&x->joins, (tp_join){NONE, 0});
  return x->joins.n - 1;
}

static uint32_t new_copy(tp_expansion *x, tp_func_id f) {
  tp_copy copy = {.func = f, .base = x->met.n, .context = NONE};
  VEC_RESIZE(&x->met, x->met.n + x->calls->n_local[f]);
  VEC_PUSH(&x->copies, copy);
  return x->copies.n - 1;
}

static void add_point(tp_expansion *x, uint32_t join, place at,
                      uint32_t label) {
  tp_point point = {join, at.copy, at.op, label, x->joins.at[join].point};
  VEC_PUSH(&x->points, point);
  x->joins.at[join].point = x->points.n;
  if (x->joins.at[join].node != NONE)
    VEC_PUSH(&x->ready, x->points.n - 1);
}

/* The choice of a join. Its points are followed from now on. */
static uint32_t join_node(tp_expansion *x, uint32_t join, uint32_t copy) {
  if (x->joins.at[join].node == NONE) {
    uint32_t node = new_node(x, TP_CFG_CHOICE, 0, copy, TP_NO_OP);
    x->nodes.at[node].is_join = 1;
    x->joins.at[join].node = node;
    uint32_t from = x->ready.n;
    for (uint32_t i = x->joins.at[join].point; i;
         i = x->points.at[i - 1].before)
      VEC_PUSH(&x->ready, i - 1);
    for (uint32_t i = from, j = x->ready.n; i + 1 < j; i++) {
      uint32_t swap = x->ready.at[i];
      x->ready.at[i] = x->ready.at[--j];
      x->ready.at[j] = swap;
    }
  }
  return x->joins.at[join].node;
}

/* The group that a callee belongs to: 0 is that of functions shared by all. */
static uint32_t group_of(tp_expansion *x, uint32_t caller, tp_func_id callee) {
  const tp_calls *calls = x->calls;
  uint32_t c = calls->component[callee];
  if (tp_bits_has(&calls->is_shared, c))
    return 0;
  if (caller != NONE && calls->component[x->copies.at[caller].func] == c)
    return x->copies.at[caller].group;
  return ++x->n_groups;
}

/* The copy of a callee for a call; the place to return to is remembered. */
static uint32_t enter(tp_expansion *x, place at, const tp_cfg_op *call) {
  const tp_calls *calls = x->calls;
  uint32_t c = calls->component[call->callee];
  place back = {at.copy, x->cfg->targets.at[call->first]};
  bool all = tp_bits_has(&calls->is_shared, c);
  uint32_t copy = NONE, *known = NULL;
  if (all || tp_bits_has(&calls->is_recursive, c)) {
    uint32_t group = group_of(x, at.copy, call->callee);
    bool is_new;
    known =
        tp_map_put(&x->shared, (uint64_t)group << 32 | call->callee, &is_new);
    copy = is_new ? new_copy(x, call->callee) : *known - 1;
    *known = copy + 1;
    if (is_new) {
      x->copies.at[copy].group = group;
      x->copies.at[copy].join = new_join(x) + 1;
    }
    add_point(x, x->copies.at[copy].join - 1, back, call->ref);
    if (!is_new)
      return copy;
  } else {
    copy = new_copy(x, call->callee);
  }
  tp_copy *entered = &x->copies.at[copy];
  entered->caller = at.copy;
  entered->site = call->ref;
  entered->return_to = back.op;
  entered->is_shared = all;
  return copy;
}

static uint32_t exit_node(tp_expansion *x, place at, const tp_cfg_op *op) {
  if (!op->ref)
    return END;
  const char *name = tp_flow_callee_name(x->cfg->p, op->ref);
  if (x->at_exit != END && strcmp(name, "exit") == 0)
    return x->at_exit;
  bool is_new;
  uint32_t *node = tp_map_put(&x->exits, op->ref, &is_new);
  if (is_new)
    *node = new_node(x, TP_CFG_EXIT, op->ref, at.copy, at.op) + 1;
  return *node - 1;
}

/* One step from an operation that counts: true if `at` moved on, false if it
 * stays and *node is met there. */
static bool step(tp_expansion *x, place *at, uint32_t *node) {
  const tp_cfg_op *op = &x->cfg->ops.at[at->op];
  tp_copy *copy = &x->copies.at[at->copy];
  switch (op->kind) {
  case TP_CFG_CALL:
    at->copy = enter(x, *at, op);
    at->op = x->cfg->entry.at[op->callee];
    return true;
  case TP_CFG_RETURN:
    if (copy->join)
      *node = join_node(x, copy->join - 1, at->copy);
    else if (copy->caller == NONE)
      *node = x->at_exit;
    else {
      *at = (place){copy->caller, copy->return_to};
      return true;
    }
    return false;
  case TP_CFG_SETJMP: {
    place next = {at->copy, x->cfg->targets.at[op->first]};
    add_point(x, x->longjmp, next, op->ref);
    *at = next;
    return true;
  }
  case TP_CFG_LONGJMP:
    *node = join_node(x, x->longjmp, 0);
    return false;
  case TP_CFG_EXIT:
    *node = exit_node(x, *at, op);
    return false;
  default:
    *node = new_node(x, (tp_cfg_kind)op->kind, op->ref, at->copy, at->op);
    return false;
  }
}

static uint32_t follow(tp_expansion *x, place at) {
  uint32_t node = END; /* also of calls that go round without a decision */
  VEC_CLEAR(&x->trail);
  for (;;) {
    at.op = x->calls->stop[at.op];
    uint32_t slot = x->copies.at[at.copy].base + x->calls->local[at.op];
    if (x->met.at[slot] == PENDING)
      break;
    if (x->met.at[slot]) {
      node = x->met.at[slot] - 1;
      break;
    }
    x->met.at[slot] = PENDING;
    VEC_PUSH(&x->trail, slot);
    if (!step(x, &at, &node))
      break;
  }
  for (uint32_t i = 0; i < x->trail.n; i++)
    x->met.at[x->trail.at[i]] = node + 1;
  return node;
}

/* The edges of a node from its operation. */
static void lead_on(tp_expansion *x, uint32_t v) {
  if (x->nodes.at[v].kind == TP_CFG_EXIT || x->nodes.at[v].is_join)
    return;
  const tp_cfg_op *op = &x->cfg->ops.at[x->op_of.at[v]];
  uint32_t first = x->edges.n, copy = x->nodes.at[v].copy;
  x->nodes.at[v].first = first;
  x->nodes.at[v].n = op->n;
  VEC_RESIZE(&x->edges, first + op->n);
  for (uint32_t i = 0; i < op->n; i++) {
    uint32_t to = follow(x, (place){copy, x->cfg->targets.at[op->first + i]});
    x->edges.at[first + i] =
        (tp_raw_edge){to, x->cfg->labels.at[op->first + i]};
  }
}

/* Gives the joins their edges, in the order in which callers were found. */
static void close_joins(tp_expansion *x, const tp_vec_u32 *reached) {
  for (uint32_t i = 0; i < reached->n; i += 2)
    x->nodes.at[x->joins.at[x->points.at[reached->at[i]].join].node].n++;
  for (uint32_t j = 0; j < x->joins.n; j++) {
    if (x->joins.at[j].node == NONE)
      continue;
    tp_raw_node *node = &x->nodes.at[x->joins.at[j].node];
    node->first = x->edges.n;
    VEC_RESIZE(&x->edges, x->edges.n + node->n);
    node->n = 0;
  }
  for (uint32_t i = 0; i < reached->n; i += 2) {
    const tp_point *point = &x->points.at[reached->at[i]];
    tp_raw_node *node = &x->nodes.at[x->joins.at[point->join].node];
    x->edges.at[node->first + node->n++] =
        (tp_raw_edge){reached->at[i + 1], point->label};
  }
}

static void run(tp_expansion *x) {
  tp_vec_u32 reached = {0}; /* pairs: point, raw node */
  uint32_t v = 0, r = 0;
  while (v < x->nodes.n || r < x->ready.n) {
    if (v < x->nodes.n) {
      lead_on(x, v++);
      continue;
    }
    uint32_t point = x->ready.at[r++];
    place at = {x->points.at[point].copy, x->points.at[point].op};
    uint32_t to = at.copy == NONE ? x->at_exit : follow(x, at);
    VEC_PUSH(&reached, point);
    VEC_PUSH(&reached, to);
  }
  close_joins(x, &reached);
  VEC_FREE(&reached);
}

/* A function that nobody in the program calls: the entry, or the handlers of
 * atexit. */
static uint32_t start_at(tp_expansion *x, tp_func_id f) {
  uint32_t copy = new_copy(x, f);
  x->copies.at[copy].caller = NONE;
  if (tp_bits_has(&x->calls->is_recursive, x->calls->component[f])) {
    uint32_t group = group_of(x, NONE, f);
    bool is_new;
    *tp_map_put(&x->shared, (uint64_t)group << 32 | f, &is_new) = copy + 1;
    x->copies.at[copy].group = group;
    x->copies.at[copy].join = new_join(x) + 1;
    add_point(x, x->copies.at[copy].join - 1, (place){NONE, 0}, 0);
  }
  return follow(x, (place){copy, x->cfg->entry.at[f]});
}

void tp_expand(tp_expansion *out, const tp_cfg *cfg, const tp_calls *calls) {
  *out = (tp_expansion){.cfg = cfg, .calls = calls};
  new_node(out, TP_CFG_EXIT, 0, 0, TP_NO_OP);
  out->longjmp = new_join(out);
  out->at_exit = END;
  if (cfg->at_exit)
    out->at_exit = start_at(out, cfg->at_exit);
  out->start = start_at(out, cfg->p->entry);
  run(out);
}

void tp_expansion_free(tp_expansion *x) {
  VEC_FREE(&x->nodes);
  VEC_FREE(&x->edges);
  VEC_FREE(&x->copies);
  VEC_FREE(&x->met);
  VEC_FREE(&x->joins);
  VEC_FREE(&x->points);
  VEC_FREE(&x->ready);
  VEC_FREE(&x->op_of);
  VEC_FREE(&x->trail);
  tp_map_free(&x->shared);
  tp_map_free(&x->exits);
}
