/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of one function in static single assignment form. Variables get a
 * joining value at the iterated dominance frontier of their stores; then the
 * dominator tree is walked with the current value of each variable, undoing
 * changes on the way back. A joining value is ANY: the value depends on the
 * path. What an expression reads is flattened into the list of values it is
 * made from; a variable that the same expression also changes is ANY, since C
 * does not say what comes first. */
#include "flow/ssa.h"
#include "base/limits.h"
#include "reach/dominate.h"
#include "flow/ssa_build.h"
#include "flow/address.h"
#include "reach/scc.h"

#include <stdlib.h>

/* The operations of f as a graph: node i is operation first + i. */
static tp_graph *function_graph(const tp_cfg *cfg, tp_func_id f) {
  tp_graph *g = tp_graph_new();
  uint32_t first = cfg->first.at[f], end = cfg->first.at[f + 1];
  for (uint32_t i = first; i < end; i++) {
    const tp_cfg_op *op = &cfg->ops.at[i];
    tp_gnode v = tp_graph_add(g, TP_G_CHOICE, 0, op->n);
    for (uint32_t t = 0; t < op->n; t++)
      tp_graph_lead(g, g->nodes.at[v].first + t,
                    tp_cfg_target(cfg, i, t) - first);
  }
  tp_graph_freeze(g);
  return g;
}

static void find_loops(tp_ssa *out, const tp_graph *g) {
  tp_scc scc;
  tp_scc_init(&scc, g);
  tp_bits_init(&out->in_loop, g->nodes.n + 1);
  for (tp_gnode v = 0; v < g->nodes.n; v++) {
    uint32_t c = scc.of.at[v];
    bool loops = scc.first.at[c + 1] - scc.first.at[c] > 1;
    for (uint32_t i = 0; i < g->nodes.at[v].n; i++)
      loops |= g->edges.at[g->nodes.at[v].first + i].to == v;
    if (loops)
      tp_bits_add(&out->in_loop, v);
  }
  tp_scc_free(&scc);
}

/* ---- where ways with different values join ------------------------------- */

typedef struct store {
  uint32_t location, node;
} store;
typedef VEC(store) stores;

static void add_stores(const tp_ssa_builder *b, const tp_dominators *dom,
                       stores *out) {
  for (uint32_t i = 0; i < dom->order.n; i++) {
    uint32_t node = dom->order.at[i];
    const tp_cfg_op *op = &b->cfg->ops.at[b->first + node];
    tp_locations l = tp_cells_stored(&b->objects->cells, op);
    for (uint32_t k = 0; k < l.n; k++)
      if (tp_ssa_is_followed(b, l.first + k))
        VEC_PUSH(out, (store){l.first + k, node});
    if (op->kind != TP_CFG_CALL)
      continue;
    const tp_vec_u32 *changes = &b->objects->changes[op->callee];
    for (uint32_t k = 0; k < changes->n; k++)
      if (tp_ssa_is_followed(b, changes->at[k]))
        VEC_PUSH(out, (store){changes->at[k], node});
  }
}

static int by_location(const void *x, const void *y) {
  const store *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  return a->node < b->node ? -1 : a->node > b->node;
}

/* The joins of one location, from its stores at all[from .. to). */
static void join_one(const tp_dominators *dom, const stores *all, uint32_t from,
                     uint32_t to, uint32_t *mark, stores *joins) {
  tp_vec_u32 work = {0};
  uint32_t location = all->at[from].location;
  for (uint32_t i = from; i < to; i++)
    VEC_PUSH(&work, all->at[i].node);
  while (work.n) {
    uint32_t v = VEC_POP(&work);
    for (uint32_t k = dom->first[v]; k < dom->first[v + 1]; k++) {
      uint32_t join = dom->frontier.at[k];
      if (mark[join] == location)
        continue;
      mark[join] = location;
      VEC_PUSH(joins, (store){location, join});
      VEC_PUSH(&work, join);
    }
  }
  VEC_FREE(&work);
}

/* By node: the locations that are joined there. False: too many. */
static bool find_joins(tp_ssa_builder *b, const tp_dominators *dom,
                       uint32_t n) {
  stores all = {0}, joins = {0};
  uint32_t *mark = TP_NEW_ARRAY(uint32_t, n + 1);
  add_stores(b, dom, &all);
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, by_location);
  for (uint32_t i = 0, j; i < all.n && joins.n <= TP_LIMIT_FLOW_JOINS; i = j) {
    for (j = i + 1; j < all.n && all.at[j].location == all.at[i].location; j++)
      ;
    join_one(dom, &all, i, j, mark, &joins);
  }
  bool fits = joins.n <= TP_LIMIT_FLOW_JOINS;
  b->join_first = TP_NEW_ARRAY(uint32_t, n + 2);
  VEC_RESIZE(&b->joined, joins.n);
  for (uint32_t i = 0; i < joins.n; i++)
    b->join_first[joins.at[i].node + 1]++;
  for (uint32_t v = 0; v < n; v++)
    b->join_first[v + 1] += b->join_first[v];
  memcpy(mark, b->join_first, n * sizeof *mark);
  for (uint32_t i = 0; i < joins.n; i++)
    b->joined.at[mark[joins.at[i].node]++] = joins.at[i].location;
  VEC_FREE(&all);
  VEC_FREE(&joins);
  tp_free(mark);
  return fits;
}

/* ---- the walk down the dominator tree ------------------------------------ */

static void enter(tp_ssa_builder *b, uint32_t node) {
  for (uint32_t i = b->join_first[node]; i < b->join_first[node + 1]; i++)
    tp_ssa_set(b, b->joined.at[i], TP_VALUE_ANY);
  tp_ssa_operation(b, b->first + node);
}

static void undo(tp_ssa_builder *b, uint32_t to) {
  while (b->undo.n > to) {
    tp_flow_value old = VEC_POP(&b->undo);
    tp_location l = VEC_POP(&b->undo);
    b->current[l] = old;
  }
}

static void walk(tp_ssa_builder *b, const tp_dominators *dom, uint32_t n) {
  uint32_t *kid = TP_NEW_ARRAY(uint32_t, n + 1); /* + 1 */
  uint32_t *next = TP_NEW_ARRAY(uint32_t, n + 1);
  tp_vec_u32 path = {0}; /* pairs: node, length of undo before it */
  for (uint32_t i = dom->order.n; i-- > 1;) {
    uint32_t v = dom->order.at[i];
    next[v] = kid[dom->above[v]];
    kid[dom->above[v]] = v + 1;
  }
  for (uint32_t v = dom->order.at[0];;) {
    VEC_PUSH(&path, v);
    VEC_PUSH(&path, b->undo.n);
    enter(b, v);
    while (path.n && !kid[path.at[path.n - 2]]) {
      undo(b, VEC_LAST(&path));
      path.n -= 2;
    }
    if (!path.n)
      break;
    uint32_t up = path.at[path.n - 2];
    v = kid[up] - 1;
    kid[up] = next[v];
  }
  VEC_FREE(&path);
  tp_free(kid);
  tp_free(next);
}

static void find_literals(tp_ssa_builder *b, tp_func_id f) {
  const tp_ir *ir = b->cfg->ir;
  for (uint32_t i = ir->first.at[f]; i < ir->first.at[f + 1]; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    bool is_new;
    if (op->kind == TP_IR_STORE &&
        tp_ir_at(ir, tp_ir_arg_of(ir, op, 0))->kind == TP_IR_LITERAL)
      *tp_map_put(&b->literals, tp_ir_arg_of(ir, op, 0), &is_new) =
          tp_ir_arg_of(ir, op, 1);
  }
}

void tp_ssa_build(tp_ssa *out, const tp_cfg *cfg, const tp_objects *objects,
                  tp_func_id f, tp_flow_value *scratch) {
  *out = (tp_ssa){.func = f};
  tp_ssa_builder b = {.out = out, .cfg = cfg, .p = cfg->p, .objects = objects};
  b.first = cfg->first.at[f];
  b.current = scratch;
  VEC_RESIZE(&out->values, TP_VALUE_CONSTANT + 1);
  tp_graph *g = function_graph(cfg, f);
  tp_dominators dom;
  find_loops(out, g);
  out->is_lost = !tp_dominators_init(&dom, g, cfg->entry.at[f] - b.first,
                                     TP_LIMIT_FLOW_FRONTIER) ||
                 !find_joins(&b, &dom, g->nodes.n);
  if (f < b.p->funcs.n) /* not what runs at exit */
    find_literals(&b, f);
  if (!out->is_lost)
    walk(&b, &dom, g->nodes.n);
  tp_dominators_free(&dom);
  tp_graph_free(g);
  tp_free(b.join_first);
  VEC_FREE(&b.joined);
  VEC_FREE(&b.undo);
  VEC_FREE(&b.stack);
  tp_map_free(&b.value_of);
  tp_map_free(&b.literals);
  tp_map_free(&b.entry);
}

void tp_ssa_free(tp_ssa *ssa) {
  VEC_FREE(&ssa->values);
  VEC_FREE(&ssa->parts);
  tp_map_free(&ssa->decided);
  tp_map_free(&ssa->argument);
  tp_map_free(&ssa->passed);
  tp_map_free(&ssa->call_of);
  tp_map_free(&ssa->left);
  tp_bits_free(&ssa->in_loop);
}
