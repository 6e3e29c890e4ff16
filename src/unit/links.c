/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records that point to themselves, and to what others point to. */
#include "unit/uses.h"

/* ---- what points to itself ----------------------------------------------- */

/* h->next = h, or == h; q->head.next = &q->head. */
static void see_circle(tp_uses *u, tp_node_id member, tp_node_id value) {
  const tp_program *p = u->p;
  tp_type_id to = tp_use_behind(p, tp_node_get(p, member)->type);
  bool is_behind, is_new;
  const tp_node *node = tp_node_get(p, value);
  while (node->kind == TP_N_CAST || node->kind == TP_N_ASSIGN) {
    value = node->kind == TP_N_CAST ? node->first : tp_node_kid(p, value, 1);
    node = tp_node_get(p, value);
  }
  if (tp_node_get(p, member)->kind != TP_N_MEMBER || !to ||
      tp_use_behind(p, node->type) != to)
    return;
  tp_decl_id root = tp_use_root(p, member, &is_behind);
  tp_decl_id of = node->kind == TP_N_ADDR
                      ? tp_use_root(p, node->first, &is_behind)
                  : node->kind == TP_N_NAME ? node->ref
                                            : 0;
  if (root && root == of)
    tp_map_put(&u->closed, to, &is_new);
}

/* struct head h = {&h, &h}; */
static void see_own_address(tp_uses *u, tp_node_id var) {
  tp_use_walk w = tp_use_walk_tree(u->p, tp_node_get(u->p, var)->first);
  bool is_new, is_behind;
  for (tp_node_id n; (n = tp_use_next(&w));) {
    const tp_node *node = tp_node_get(u->p, n);
    if (node->kind == TP_N_ADDR && tp_use_root(u->p, node->first, &is_behind) ==
                                       tp_node_get(u->p, var)->ref)
      tp_map_put(&u->closed, tp_use_behind(u->p, node->type), &is_new);
  }
}

/* ---- members that point to one object ------------------------------------ */

static uint64_t shared_key(tp_use_place a, tp_use_place b) {
  return a < b ? tp_use_pair(a, b) : tp_use_pair(b, a);
}

bool tp_uses_share(const tp_uses *u, tp_use_place a, tp_use_place b) {
  return tp_map_get(&u->shared, shared_key(a, b)) != NULL;
}

static void note_shared(tp_uses *u, tp_use_place a, tp_use_place b) {
  bool is_new;
  if (a && b)
    tp_map_put(&u->shared, shared_key(a, b), &is_new);
}

static tp_use_place member_of(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_MEMBER && tp_use_behind(p, node->type)
             ? tp_use_of_node(p, n)
             : 0;
}

typedef struct stored_pointer {
  tp_use_place member, value;
} stored_pointer;

/* a->f = p; b->g = p; and a->f = b->g, or ==. */
void tp_links_see_function(tp_uses *u, tp_func_id f) {
  VEC(stored_pointer) stored = {0};
  tp_use_walk w = tp_use_walk_function(u->p, f);
  for (tp_node_id n; (n = tp_use_next(&w));) {
    const tp_node *node = tp_node_get(u->p, n);
    bool is_store = node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN;
    bool is_equal = node->kind == TP_N_BINARY &&
                    (node->op == TP_OP_EQ || node->op == TP_OP_NE);
    if (!is_store && !is_equal)
      continue;
    tp_node_id right = tp_node_kid(u->p, n, 1);
    tp_use_place member = member_of(u->p, node->first);
    note_shared(u, member, member_of(u->p, right));
    if (is_store && member && tp_node_get(u->p, right)->kind == TP_N_NAME)
      VEC_PUSH(&stored, (stored_pointer){member, tp_use_of_node(u->p, right)});
  }
  for (uint32_t i = 0; i < stored.n; i++)
    for (uint32_t k = 0; k < i; k++)
      if (stored.at[i].value == stored.at[k].value)
        note_shared(u, stored.at[i].member, stored.at[k].member);
  VEC_FREE(&stored);
}

void tp_links_see(tp_uses *u, tp_node_id n) {
  const tp_node *node = tp_node_get(u->p, n);
  bool is_new;
  if (node->kind == TP_N_MEMBER)
    tp_map_put(&u->opened, tp_use_type(u->p, node->first)->unqualified,
               &is_new);
  else if (node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN)
    see_circle(u, node->first, tp_node_kid(u->p, n, 1));
  else if (node->kind == TP_N_VAR)
    see_own_address(u, n);
  if (node->kind != TP_N_BINARY ||
      (node->op != TP_OP_EQ && node->op != TP_OP_NE))
    return;
  see_circle(u, tp_node_kid(u->p, n, 0), tp_node_kid(u->p, n, 1));
  see_circle(u, tp_node_kid(u->p, n, 1), tp_node_kid(u->p, n, 0));
}
