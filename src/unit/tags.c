/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each function once, with what is known of tags where one is: behind a
 * comparison or a case label, also behind one that leaves if it is another.
 * What is known is a list that grows at its head, so that all ways share it. */
#include "unit/tags.h"

#define MOST 64 /* tags that are known at one place */
#define DEEP 8  /* && and || in each other; deeper ones are of no interest */

typedef struct known {
  uint32_t tag;
  int64_t value;
  uint32_t next; /* 0: no more */
} known;

typedef struct visit {
  tp_node_id node;
  uint32_t head; /* of what is known there */
} visit;

typedef struct walk {
  tp_tags *out;
  const tp_program *p;
  VEC(known) knows;
  VEC(visit) left;
} walk;

static const tp_node *get(const walk *w, tp_node_id n) {
  return tp_node_get(w->p, n);
}

static tp_node_id skip_casts(const walk *w, tp_node_id n) {
  while (get(w, n)->kind == TP_N_CAST)
    n = get(w, n)->first;
  return n;
}

static void visit_at(walk *w, tp_node_id n, uint32_t head) {
  if (n)
    VEC_PUSH(&w->left, (visit){n, head});
}

static uint32_t add_known(walk *w, uint32_t head, uint32_t tag, int64_t value) {
  VEC_PUSH(&w->knows, (known){tag, value, head});
  return w->knows.n - 1;
}

/* ---- conditions ---------------------------------------------------------- */

/* v->tag == 3 (or != 3): what is known where that holds (does not). */
static uint32_t after_comparison(walk *w, tp_node_id n, uint32_t head) {
  tp_node_id l = skip_casts(w, tp_node_kid(w->p, n, 0));
  tp_node_id r = skip_casts(w, tp_node_kid(w->p, n, 1));
  uint64_t bits;
  if (get(w, r)->kind == TP_N_MEMBER) {
    tp_node_id other = l;
    l = r;
    r = other;
  }
  return get(w, l)->kind == TP_N_MEMBER && tp_node_constant(w->p, r, &bits)
             ? add_known(w, head, get(w, l)->ref, (int64_t)bits)
             : head;
}

/* Recursion: up to DEEP. */
static uint32_t after_condition(walk *w, tp_node_id n, bool holds,
                                uint32_t head, unsigned depth) {
  n = skip_casts(w, n);
  const tp_node *node = get(w, n);
  tp_op both = holds ? TP_OP_LOGAND : TP_OP_LOGOR;
  tp_op compares = holds ? TP_OP_EQ : TP_OP_NE;
  if (node->kind == TP_N_BINARY && node->op == compares)
    return after_comparison(w, n, head);
  if (node->kind != TP_N_LOGICAL || node->op != both || depth > DEEP)
    return head;
  head = after_condition(w, tp_node_kid(w->p, n, 0), holds, head, depth + 1);
  return after_condition(w, tp_node_kid(w->p, n, 1), holds, head, depth + 1);
}

/* ---- statements ---------------------------------------------------------- */

static tp_node_id last_of(const walk *w, tp_node_id block) {
  tp_node_id last = 0;
  TP_KIDS (w->p, block, kid)
    last = kid;
  return last;
}

/* What stands behind it is not come to from there. */
static bool leaves(const walk *w, tp_node_id n) {
  while (n && (get(w, n)->kind == TP_N_BLOCK || get(w, n)->kind == TP_N_CASE ||
               get(w, n)->kind == TP_N_DEFAULT))
    n = last_of(w, n);
  uint8_t kind = n ? get(w, n)->kind : TP_N_EMPTY;
  return kind == TP_N_BREAK || kind == TP_N_RETURN || kind == TP_N_GOTO ||
         kind == TP_N_CONTINUE;
}

static void visit_if(walk *w, tp_node_id n, uint32_t head) {
  tp_node_id condition = tp_node_kid(w->p, n, 0);
  visit_at(w, condition, head);
  visit_at(w, tp_node_kid(w->p, n, 1),
           after_condition(w, condition, true, head, 0));
  visit_at(w, tp_node_kid(w->p, n, 2),
           after_condition(w, condition, false, head, 0));
}

static void visit_block(walk *w, tp_node_id n, uint32_t head) {
  TP_KIDS (w->p, n, kid) {
    visit_at(w, kid, head);
    if (get(w, kid)->kind == TP_N_IF && leaves(w, tp_node_kid(w->p, kid, 1)))
      head = after_condition(w, tp_node_kid(w->p, kid, 0), false, head, 0);
  }
}

/* case A: case B: statement */
static tp_node_id pass_labels(walk *w, tp_node_id n, uint32_t tag,
                              uint32_t *head) {
  while (n &&
         (get(w, n)->kind == TP_N_CASE || get(w, n)->kind == TP_N_DEFAULT)) {
    const tp_node *node = get(w, n);
    const tp_case *c = &w->p->cases.at[node->ref];
    if (node->kind == TP_N_CASE && c->low == c->high)
      *head = add_known(w, *head, tag, c->low);
    n = node->first;
  }
  return n;
}

static void visit_switch(walk *w, tp_node_id n, uint32_t head) {
  tp_node_id value = skip_casts(w, tp_node_kid(w->p, n, 0));
  tp_node_id body = tp_node_kid(w->p, n, 1);
  uint32_t tag = get(w, value)->ref, at = head;
  visit_at(w, value, head);
  if (get(w, value)->kind != TP_N_MEMBER || get(w, body)->kind != TP_N_BLOCK) {
    visit_at(w, body, head);
    return;
  }
  TP_KIDS (w->p, body, kid) {
    tp_node_id statement = pass_labels(w, kid, tag, &at);
    visit_at(w, statement, at);
    if (leaves(w, kid))
      at = head;
  }
}

/* ---- expressions --------------------------------------------------------- */

static void visit_logical(walk *w, tp_node_id n, uint32_t head) {
  tp_node_id left = tp_node_kid(w->p, n, 0);
  bool holds = get(w, n)->op == TP_OP_LOGAND;
  visit_at(w, left, head);
  visit_at(w, tp_node_kid(w->p, n, 1),
           after_condition(w, left, holds, head, 0));
}

static bool is_of_union(const walk *w, tp_node_id member) {
  tp_type_id of = get(w, get(w, member)->first)->type;
  const tp_type *t = tp_type_get(&w->p->types, of);
  return t->kind == TP_T_RECORD && t->is_union;
}

static void see_member(walk *w, tp_node_id n, uint32_t head) {
  unsigned n_tags = is_of_union(w, n) ? MOST : 0;
  for (; head && n_tags-- > 0; head = w->knows.at[head].next) {
    const known *k = &w->knows.at[head];
    VEC_PUSH(&w->out->at, (tp_tag_use){get(w, n)->ref, k->tag, k->value});
  }
}

static void visit_node(walk *w, tp_node_id n, uint32_t head) {
  const tp_node *node = get(w, n);
  if (node->kind == TP_N_MEMBER)
    see_member(w, n, head);
  if (node->kind == TP_N_IF || node->kind == TP_N_COND)
    visit_if(w, n, head);
  else if (node->kind == TP_N_BLOCK)
    visit_block(w, n, head);
  else if (node->kind == TP_N_SWITCH)
    visit_switch(w, n, head);
  else if (node->kind == TP_N_LOGICAL)
    visit_logical(w, n, head);
  else
    TP_KIDS (w->p, n, kid)
      visit_at(w, kid, head);
}

void tp_tags_find(tp_tags *out, const tp_program *p) {
  walk w = {.out = out, .p = p};
  *out = (tp_tags){0};
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    w.knows.n = 0;
    add_known(&w, 0, 0, 0); /* index 0 is "nothing" */
    visit_at(&w, p->funcs.at[f].body, 0);
    while (w.left.n) {
      visit v = VEC_POP(&w.left);
      visit_node(&w, v.node, v.head);
    }
  }
  VEC_FREE(&w.knows);
  VEC_FREE(&w.left);
}

void tp_tags_free(tp_tags *t) {
  VEC_FREE(&t->at);
}
