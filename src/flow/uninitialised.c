/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scalar without an initialiser is fine if the first thing that its block
 * does with it is to assign it, for sure: as a statement of its own, or as the
 * beginning of a for. Jumps could lead behind that: then nothing is known. Nor
 * is it of arrays and records, which are set piece by piece. */
#include "flow/uninitialised.h"

typedef struct mention { /* of a variable, the first two */
  uint32_t first, second;
} mention;

typedef struct search {
  const tp_program *p;
  mention *at; /* by tp_decl_id */
} search;

static void add_mention(mention *m, uint32_t at) {
  if (at < m->first) {
    m->second = m->first;
    m->first = at;
  } else if (at < m->second) {
    m->second = at;
  }
}

static void find_mentions(search *s) {
  for (tp_decl_id d = 0; d < s->p->decls.n; d++)
    s->at[d] = (mention){UINT32_MAX, UINT32_MAX};
  for (tp_node_id n = 1; n < s->p->nodes.n; n++) {
    const tp_node *node = tp_node_get(s->p, n);
    if (node->kind == TP_N_NAME && node->ref < s->p->decls.n)
      add_mention(&s->at[node->ref], node->begin);
  }
}

static bool is_automatic(const tp_decl *d) {
  return d->kind == TP_D_VAR && d->scope && !d->is_static && !d->is_extern;
}

static bool is_scalar(const tp_program *p, tp_type_id type) {
  tp_type_kind kind = tp_type_get(&p->types, type)->kind;
  return kind != TP_T_ARRAY && kind != TP_T_RECORD;
}

/* The statement is `d = ...`, without d on the right. */
static bool assigns(const search *s, tp_node_id statement, tp_decl_id d) {
  const tp_node *e = tp_node_get(s->p, statement);
  const tp_node *a = tp_node_get(s->p, e->first);
  if (e->kind != TP_N_EXPR || a->kind != TP_N_ASSIGN || a->op != TP_OP_ASSIGN)
    return false;
  const tp_node *left = tp_node_get(s->p, a->first);
  return left->kind == TP_N_NAME && left->ref == d &&
         left->begin == s->at[d].first && s->at[d].second >= a->end;
}

/* Of the statements behind the declaration, the first that names d. */
static bool is_set_first(const search *s, tp_node_id declaration,
                         tp_decl_id d) {
  tp_node_id n = tp_node_get(s->p, declaration)->next;
  for (; n; n = tp_node_get(s->p, n)->next) {
    const tp_node *node = tp_node_get(s->p, n);
    if (node->kind == TP_N_CASE || node->kind == TP_N_DEFAULT ||
        node->kind == TP_N_LABEL)
      return false;
    if (s->at[d].first >= node->begin && s->at[d].first < node->end)
      return assigns(s, node->kind == TP_N_FOR ? node->first : n, d);
  }
  return s->at[d].first == UINT32_MAX;
}

static bool is_set(const search *s, tp_node_id declaration) {
  TP_KIDS (s->p, declaration, var) {
    tp_decl_id d = tp_node_get(s->p, var)->ref;
    const tp_decl *decl = &s->p->decls.at[d];
    if (!is_automatic(decl) || tp_node_get(s->p, var)->first)
      continue;
    if (!is_scalar(s->p, decl->type) || !is_set_first(s, declaration, d))
      return false;
  }
  return true;
}

bool tp_flow_may_be_uninitialised(const tp_program *p) {
  search s = {p, TP_NEW_ARRAY(mention, p->decls.n + 1)};
  bool may_be = p->opaque > 0 || p->labels.n > 1;
  find_mentions(&s);
  for (tp_node_id n = 1; n < p->nodes.n && !may_be; n++)
    if (tp_node_get(p, n)->kind == TP_N_DECL &&
        !(tp_node_get(p, n)->flags & TP_F_SYSTEM))
      may_be = !is_set(&s, n);
  tp_free(s.at);
  return may_be;
}
