/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cutting the graph. Contexts form a tree. For each context the graph is seen
 * as: its own nodes, each context below it as one call, and all else as the
 * place it came from or returns to. An edge of the graph then shows in the
 * lowest context that both ends lie in, as an edge; in those further down at
 * its start as a return; in those further down at its end as an entry.
 * A function that is shared by its callers has a tree of its own: an edge that
 * leads there is a call, one that leads from there a return. */
#include "report/map_pages.h"

#include "base/map.h"

typedef struct cutter {
  const tp_graph *g;
  const tp_program *p;
  tp_pages *pages;
  tp_map page_of;  /* function -> page */
  tp_map nodes;    /* hash of page, kind and ref -> node of the page */
  tp_map edges;    /* hash of page, ends and branch: seen */
  uint32_t *depth; /* of contexts */
} cutter;

static uint32_t page_of(cutter *c, tp_func_id func) {
  bool is_new;
  uint32_t *at = tp_map_put(&c->page_of, func, &is_new);
  if (is_new) {
    *at = c->pages->n;
    VEC_PUSH(c->pages, (tp_page){.func = func});
    VEC_PUSH(&VEC_LAST(c->pages).nodes, (tp_page_node){.func = func});
  }
  return *at;
}

static uint32_t node_of(cutter *c, uint32_t page, tp_page_node node) {
  bool is_new;
  tp_page *to = &c->pages->at[page];
  if (node.kind == TP_PAGE_ENTRY)
    return 0;
  uint64_t key = tp_hash_pair(
      tp_hash_pair((uint64_t)page << 8 | node.kind, node.ref), node.func);
  uint32_t *at = tp_map_put(&c->nodes, key >> 1, &is_new);
  if (is_new) {
    *at = to->nodes.n;
    VEC_PUSH(&to->nodes, node);
  }
  return *at;
}

static void add_edge(cutter *c, uint32_t context, tp_page_node from,
                     tp_page_node to, uint32_t branch) {
  bool is_new;
  uint32_t page = page_of(c, c->g->contexts.at[context].func);
  uint32_t a = node_of(c, page, from), b = node_of(c, page, to);
  uint64_t key =
      tp_hash_pair(tp_hash_pair(page, (uint64_t)a << 32 | b), branch);
  tp_map_put(&c->edges, key >> 1, &is_new);
  if (is_new)
    VEC_PUSH(&c->pages->at[page].edges, (tp_page_edge){a, b, branch});
}

/* ---- what a node of the graph is in a context ---------------------------- */

static uint32_t parent_of(const cutter *c, uint32_t context) {
  return c->g->contexts.at[context].parent;
}

/* The context directly below `top` that holds `context`. */
static uint32_t child_below(const cutter *c, uint32_t top, uint32_t context) {
  while (c->depth[context] > c->depth[top] + 1)
    context = parent_of(c, context);
  return context;
}

static tp_page_node seen_from(const cutter *c, uint32_t context, tp_gnode v) {
  const tp_graph_node *node = &c->g->nodes.at[v];
  static const uint8_t kinds[] = {[TP_G_ENTRY] = TP_PAGE_ENTRY,
                                  [TP_G_DECISION] = TP_PAGE_DECISION,
                                  [TP_G_CHOICE] = TP_PAGE_CHOICE,
                                  [TP_G_EXIT] = TP_PAGE_EXIT};
  if (node->kind == TP_G_EXIT || node->context == context)
    return (tp_page_node){kinds[node->kind], node->decision, 0};
  uint32_t child = child_below(c, context, node->context);
  const tp_graph_context *call = &c->g->contexts.at[child];
  return (tp_page_node){TP_PAGE_CALL, call->site, call->func};
}

static bool is_root(const cutter *c, uint32_t context) {
  return context == 0 || c->g->contexts.at[context].site == 0;
}

/* TP_NO_NODE: they are in different trees. */
static uint32_t common(const cutter *c, uint32_t a, uint32_t b) {
  while (a != b) {
    if (is_root(c, a) && is_root(c, b))
      return TP_NO_NODE;
    if (c->depth[a] >= c->depth[b])
      a = parent_of(c, a);
    else
      b = parent_of(c, b);
  }
  return a;
}

static uint32_t root_of(const cutter *c, uint32_t context) {
  while (!is_root(c, context))
    context = parent_of(c, context);
  return context;
}

/* A condition names its branch; a call does not know which one left it. */
static uint32_t branch_of(const cutter *c, const tp_graph_edge *e,
                          uint32_t context) {
  return c->g->nodes.at[e->from].context == context ? e->goal : TP_NO_GOAL;
}

/* From inside of each context up to `top`, which is the last. */
static void leave(cutter *c, const tp_graph_edge *e, uint32_t top,
                  bool with_top) {
  tp_page_node out = {.kind = TP_PAGE_RETURN};
  for (uint32_t k = c->g->nodes.at[e->from].context; k != top || with_top;
       k = parent_of(c, k)) {
    add_edge(c, k, seen_from(c, k, e->from), out, branch_of(c, e, k));
    if (k == top)
      return;
  }
}

static void enter(cutter *c, const tp_graph_edge *e, uint32_t top,
                  bool with_top) {
  tp_page_node in = {.kind = TP_PAGE_ENTRY};
  for (uint32_t k = c->g->nodes.at[e->to].context; k != top || with_top;
       k = parent_of(c, k)) {
    add_edge(c, k, in, seen_from(c, k, e->to), TP_NO_GOAL);
    if (k == top)
      return;
  }
}

/* Between trees: where choices lead to is a return, all else is a call. */
static void cut_between(cutter *c, const tp_graph_edge *e) {
  const tp_graph_node *from = &c->g->nodes.at[e->from];
  const tp_graph_node *to = &c->g->nodes.at[e->to];
  uint32_t out_of = root_of(c, from->context), into = root_of(c, to->context);
  bool is_return = into == 0 || from->kind == TP_G_CHOICE;
  if (is_return) {
    tp_page_node call = {TP_PAGE_CALL, 0, c->g->contexts.at[out_of].func};
    leave(c, e, out_of, true);
    add_edge(c, to->context, call, seen_from(c, to->context, e->to),
             TP_NO_GOAL);
  } else {
    tp_page_node call = {TP_PAGE_CALL, 0, c->g->contexts.at[into].func};
    add_edge(c, from->context, seen_from(c, from->context, e->from), call,
             branch_of(c, e, from->context));
    enter(c, e, into, true);
  }
}

static void cut_edge(cutter *c, const tp_graph_edge *e) {
  uint32_t from = c->g->nodes.at[e->from].context;
  bool is_exit = c->g->nodes.at[e->to].kind == TP_G_EXIT;
  uint32_t to = is_exit ? from : c->g->nodes.at[e->to].context;
  uint32_t top = common(c, from, to);
  if (top == TP_NO_NODE) {
    cut_between(c, e);
    return;
  }
  leave(c, e, top, false);
  add_edge(c, top, seen_from(c, top, e->from), seen_from(c, top, e->to),
           branch_of(c, e, top));
  if (!is_exit)
    enter(c, e, top, false);
}

void tp_pages_init(tp_pages *out, const tp_graph *g, const tp_program *p) {
  cutter c = {.g = g, .p = p, .pages = out};
  *out = (tp_pages){0};
  c.depth = TP_NEW_ARRAY(uint32_t, g->contexts.n + 1);
  for (uint32_t k = 1; k < g->contexts.n; k++)
    c.depth[k] = is_root(&c, k) ? 0 : c.depth[g->contexts.at[k].parent] + 1;
  page_of(&c, g->contexts.at[0].func);
  for (tp_branch e = 0; e < g->edges.n; e++)
    cut_edge(&c, &g->edges.at[e]);
  tp_map_free(&c.page_of);
  tp_map_free(&c.nodes);
  tp_map_free(&c.edges);
  tp_free(c.depth);
}

void tp_pages_free(tp_pages *pages) {
  for (uint32_t i = 0; i < pages->n; i++) {
    VEC_FREE(&pages->at[i].nodes);
    VEC_FREE(&pages->at[i].edges);
  }
  VEC_FREE(pages);
}
