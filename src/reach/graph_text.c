/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form of a reachability graph.
 *
 *   # a comment
 *   goals 4                         optional: then goals are written out
 *   approximate                     optional
 *   context 1: 0 17 3               parent, call site, function; 1, 2, ...
 *   n0 entry: n1
 *   n1 decision 7 path-dependent context=1: n2/0 n3/1
 *   n2 choice 5: n3 n4
 *   n4 exit:
 *
 * A target is a name, then /GOAL and =LABEL where they are not the usual ones.
 * Without a "goals" line each edge of a decision that is not constant has a
 * goal of its own, in order. Names are resolved at the end, so they may be used
 * before their line.
 */
#include "reach/graph.h"

#include <ctype.h>

static const char *const kind_names[] = {"entry", "decision", "choice", "exit"};

static void write_node(const tp_graph *g, tp_gnode v, tp_str *out) {
  const tp_graph_node *node = &g->nodes.at[v];
  tp_str_addf(out, "n%u %s", v, kind_names[node->kind]);
  if (node->decision)
    tp_str_addf(out, " %u", node->decision);
  if (node->is_path_dependent)
    tp_str_add(out, " path-dependent");
  if (node->is_constant)
    tp_str_add(out, " constant");
  if (node->context)
    tp_str_addf(out, " context=%u", node->context);
  tp_str_addc(out, ':');
  for (uint32_t i = 0; i < node->n; i++) {
    const tp_graph_edge *edge = &g->edges.at[node->first + i];
    tp_str_addf(out, " n%u", edge->to);
    if (edge->goal != TP_NO_GOAL)
      tp_str_addf(out, "/%u", edge->goal);
    if (edge->label != i)
      tp_str_addf(out, "=%u", edge->label);
  }
  tp_str_addc(out, '\n');
}

void tp_graph_write(const tp_graph *g, tp_str *out) {
  tp_str_addf(out, "goals %u\n", g->n_goals);
  if (g->is_approximate)
    tp_str_add(out, "approximate\n");
  for (uint32_t i = 1; i < g->contexts.n; i++) {
    const tp_graph_context *c = &g->contexts.at[i];
    tp_str_addf(out, "context %u: %u %u %u\n", i, c->parent, c->site, c->func);
  }
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    write_node(g, v, out);
}

typedef struct target {
  tp_branch edge;
  tp_name name;
  uint32_t line, column;
} target;

typedef struct reader {
  const char *file, *p, *end, *line_start;
  uint32_t line;
  tp_graph *g;
  tp_names *names;
  tp_vec_u32 node_of; /* by name: node + 1 */
  tp_vec_u32 *name_of;
  VEC(target) targets;
  bool has_goals;
  tp_diag *diag;
} reader;

static int fail_at(reader *r, uint32_t line, uint32_t column,
                   const char *what) {
  tp_diag_set(r->diag, TP_REFUSED, "%s", what);
  tp_diag_at(r->diag, r->file, line, column, "");
  return -1;
}

static int fail(reader *r, const char *what) {
  return fail_at(r, r->line, (uint32_t)(r->p - r->line_start) + 1, what);
}

static void skip_blanks(reader *r) {
  while (r->p < r->end && (*r->p == ' ' || *r->p == '\t' || *r->p == '\r'))
    r->p++;
  if (r->p < r->end && *r->p == '#')
    while (r->p < r->end && *r->p != '\n')
      r->p++;
}

static bool is_at_end(const reader *r) {
  return r->p == r->end || *r->p == '\n';
}

static bool take(reader *r, char c) {
  if (r->p == r->end || *r->p != c)
    return false;
  r->p++;
  return true;
}

/* The length of the word at p: letters, digits, '_', '-', '.'. */
static uint32_t word(const reader *r) {
  const char *q = r->p;
  while (q < r->end &&
         (isalnum((unsigned char)*q) || *q == '_' || *q == '-' || *q == '.'))
    q++;
  return (uint32_t)(q - r->p);
}

static bool take_word(reader *r, const char *what) {
  size_t n = strlen(what);
  if (word(r) != n || memcmp(r->p, what, n) != 0)
    return false;
  r->p += n;
  return true;
}

static int take_number(reader *r, uint32_t *out) {
  uint64_t value = 0;
  if (r->p == r->end || !isdigit((unsigned char)*r->p))
    return fail(r, "a number is expected here");
  for (; r->p < r->end && isdigit((unsigned char)*r->p); r->p++) {
    value = value * 10 + (uint64_t)(*r->p - '0');
    if (value >= UINT32_MAX)
      return fail(r, "the number is too large");
  }
  *out = (uint32_t)value;
  return 0;
}

static uint32_t *node_slot(reader *r, tp_name name) {
  if (name >= r->node_of.n)
    VEC_RESIZE(&r->node_of, name + 1);
  return &r->node_of.at[name];
}

static int read_context(reader *r) {
  uint32_t index;
  tp_graph_context c;
  skip_blanks(r);
  if (take_number(r, &index) < 0)
    return -1;
  if (index != r->g->contexts.n)
    return fail(r, "contexts are numbered 1, 2, ... in order");
  if (!take(r, ':'))
    return fail(r, "':' is expected here");
  uint32_t *field[] = {&c.parent, &c.site, &c.func};
  for (int i = 0; i < 3; i++) {
    skip_blanks(r);
    if (take_number(r, field[i]) < 0)
      return -1;
  }
  if (c.parent >= index)
    return fail(r, "the parent of a context comes before it");
  VEC_PUSH(&r->g->contexts, c);
  return 0;
}

static int read_target(reader *r, tp_gnode v) {
  uint32_t n = word(r);
  if (n == 0)
    return fail(r, "the name of a node is expected here");
  tp_graph_node *node = &r->g->nodes.at[v];
  uint32_t goal = TP_NO_GOAL, label = node->n;
  target t = {r->g->edges.n, tp_names_id(r->names, r->p, n), r->line,
              (uint32_t)(r->p - r->line_start) + 1};
  r->p += n;
  if (take(r, '/') && take_number(r, &goal) < 0)
    return -1;
  if (goal != TP_NO_GOAL && (!r->has_goals || goal >= r->g->n_goals))
    return fail(r, "the goal is not below the number of a 'goals' line");
  if (take(r, '=') && take_number(r, &label) < 0)
    return -1;
  if (!r->has_goals && node->kind == TP_G_DECISION && !node->is_constant)
    goal = r->g->n_goals++;
  tp_graph_edge edge = {v, TP_NO_NODE, goal, label};
  VEC_PUSH(&r->g->edges, edge);
  VEC_PUSH(&r->targets, t);
  node->n++;
  return 0;
}

static int read_flags(reader *r, tp_graph_node *node) {
  skip_blanks(r);
  if (r->p < r->end && isdigit((unsigned char)*r->p) &&
      take_number(r, &node->decision) < 0)
    return -1;
  for (;;) {
    skip_blanks(r);
    if (take(r, ':'))
      return 0;
    if (take_word(r, "path-dependent")) {
      node->is_path_dependent = 1;
    } else if (take_word(r, "constant")) {
      node->is_constant = 1;
    } else if (take_word(r, "context") && take(r, '=')) {
      if (take_number(r, &node->context) < 0)
        return -1;
      if (node->context >= r->g->contexts.n)
        return fail(r, "there is no such context");
    } else {
      return fail(r, "':' or a property of the node is expected here");
    }
  }
}

/* How many edges a node of a kind may have. */
static int check_node(reader *r, const tp_graph_node *node, tp_gnode v) {
  if ((node->kind == TP_G_ENTRY) != (v == 0))
    return fail(r, "the first node, and only it, is the entry");
  if (node->kind == TP_G_ENTRY && node->n != 1)
    return fail(r, "the entry has one edge");
  if (node->kind == TP_G_EXIT && node->n != 0)
    return fail(r, "an exit has no edge");
  if ((node->kind == TP_G_DECISION || node->kind == TP_G_CHOICE) &&
      node->n == 0)
    return fail(r, "a decision has an edge");
  return 0;
}

static int read_node(reader *r) {
  uint32_t n = word(r);
  if (n == 0)
    return fail(r, "the name of a node is expected here");
  tp_name name = tp_names_id(r->names, r->p, n);
  if (*node_slot(r, name))
    return fail(r, "the node has a line already");
  r->p += n;
  skip_blanks(r);
  uint32_t kind = 0;
  while (kind < 4 && !take_word(r, kind_names[kind]))
    kind++;
  if (kind == 4)
    return fail(r, "entry, decision, choice or exit is expected here");
  tp_gnode v = tp_graph_add(r->g, (tp_gnode_kind)kind, 0, 0);
  *node_slot(r, name) = v + 1;
  VEC_PUSH(r->name_of, name);
  if (read_flags(r, &r->g->nodes.at[v]) < 0)
    return -1;
  for (skip_blanks(r); !is_at_end(r); skip_blanks(r))
    if (read_target(r, v) < 0)
      return -1;
  return check_node(r, &r->g->nodes.at[v], v);
}

static int read_line(reader *r) {
  skip_blanks(r);
  if (is_at_end(r))
    return 0;
  if (take_word(r, "approximate")) {
    r->g->is_approximate = true;
  } else if (take_word(r, "context")) {
    if (read_context(r) < 0)
      return -1;
  } else if (take_word(r, "goals")) {
    if (r->g->nodes.n || r->has_goals)
      return fail(r, "the goals line comes once, before the nodes");
    r->has_goals = true;
    skip_blanks(r);
    if (take_number(r, &r->g->n_goals) < 0)
      return -1;
  } else if (read_node(r) < 0) {
    return -1;
  }
  skip_blanks(r);
  return is_at_end(r) ? 0 : fail(r, "the line should end here");
}

static int read_all(reader *r) {
  while (r->p < r->end) {
    r->line++;
    r->line_start = r->p;
    if (read_line(r) < 0)
      return -1;
    take(r, '\n');
  }
  if (r->g->nodes.n == 0)
    return fail(r, "the graph has no node");
  for (uint32_t i = 0; i < r->targets.n; i++) {
    const target *t = &r->targets.at[i];
    uint32_t node = *node_slot(r, t->name);
    if (node == 0)
      return fail_at(r, t->line, t->column, "no node has this name");
    tp_graph_lead(r->g, t->edge, node - 1);
  }
  tp_graph_freeze(r->g);
  return 0;
}

int tp_graph_read_named(tp_graph **out, tp_names *names, tp_vec_u32 *name_of,
                        const char *text, size_t n, const char *file,
                        tp_diag *diag) {
  reader r = {.file = file,
              .p = text,
              .end = text + n,
              .line_start = text,
              .g = tp_graph_new(),
              .names = names,
              .name_of = name_of,
              .diag = diag};
  int rc = read_all(&r);
  if (rc < 0) {
    tp_graph_free(r.g);
    r.g = NULL;
  }
  *out = r.g;
  VEC_FREE(&r.node_of);
  VEC_FREE(&r.targets);
  return rc;
}

int tp_graph_read(tp_graph **out, const char *text, size_t n, const char *file,
                  tp_diag *diag) {
  tp_names *names = tp_names_new();
  tp_vec_u32 name_of = {0};
  int rc = tp_graph_read_named(out, names, &name_of, text, n, file, diag);
  VEC_FREE(&name_of);
  tp_names_free(names);
  return rc;
}
