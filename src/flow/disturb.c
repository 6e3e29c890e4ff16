/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flow/disturb.h"

#include "flow/tree.h"

#define MAX_NODES 4096 /* of a large expression it always shows */

typedef struct use { /* what an expression does */
  tp_vec_u32 reads;  /* objects */
  tp_vec_u32 calls;  /* changers */
  bool is_wild;      /* more than is known */
} use;

typedef struct step {
  tp_node_id node;
  bool is_place;
} step;

typedef VEC(step) steps;

static bool is_private(const tp_changes *c, tp_decl_id d) {
  const tp_decl *decl = &c->p->decls.at[d];
  return decl->scope && !decl->is_static && !decl->is_extern &&
         !decl->is_thread && tp_changes_object(c, d) != TP_OBJECT_MEMORY;
}

static void add_read(const tp_changes *c, use *out, const step *s) {
  const tp_node *node = tp_node_get(c->p, s->node);
  bool is_name = node->kind == TP_N_NAME &&
                 c->p->decls.at[node->ref].kind != TP_D_FUNCTION;
  bool is_part = node->kind == TP_N_INDEX || node->kind == TP_N_DEREF;
  if (s->is_place || tp_flow_is_array(c->p, s->node) || (!is_name && !is_part))
    return;
  tp_decl_id d = tp_flow_root(c->p, s->node);
  if (!d || !is_private(c, d))
    VEC_PUSH(&out->reads, tp_changes_object(c, d));
}

static void add_call(const tp_changes *c, use *out, tp_node_id n) {
  uint8_t kind = tp_node_get(c->p, n)->kind;
  uint32_t changer = TP_CHANGER_NONE;
  if (kind == TP_N_CALL)
    changer = tp_changes_changer(c, n);
  else if (kind == TP_N_OPAQUE)
    changer = tp_changes_opaque(c, n);
  if (changer == TP_CHANGER_WILD)
    out->is_wild = true;
  if (changer != TP_CHANGER_NONE)
    VEC_PUSH(&out->calls, changer);
}

/* Of a[i] = .. only i is read, of *p = .. only p. */
static bool kid_is_place(const tp_changes *c, const step *s, tp_node_id kid) {
  const tp_node *node = tp_node_get(c->p, s->node);
  if (kid != node->first)
    return false;
  switch (node->kind) {
  case TP_N_ADDR:
    return true;
  case TP_N_ASSIGN:
    return node->op == TP_OP_ASSIGN;
  case TP_N_MEMBER:
    return s->is_place;
  case TP_N_INDEX:
    return s->is_place && tp_flow_is_array(c->p, kid);
  default:
    return false;
  }
}

static void collect(const tp_changes *c, use *out, tp_node_id n,
                    bool is_place) {
  steps stack = {0};
  VEC_PUSH(&stack, (step){n, is_place});
  for (uint32_t seen = 0; stack.n; seen++) {
    step s = VEC_POP(&stack);
    out->is_wild = out->is_wild || seen > MAX_NODES;
    if (out->is_wild)
      break;
    add_read(c, out, &s);
    add_call(c, out, s.node);
    TP_KIDS (c->p, s.node, kid)
      VEC_PUSH(&stack, (step){kid, kid_is_place(c, &s, kid)});
  }
  VEC_FREE(&stack);
}

static bool changes_read(tp_changes *c, const use *a, const use *b) {
  for (uint32_t i = 0; i < a->calls.n; i++)
    for (uint32_t k = 0; k < b->reads.n; k++)
      if (tp_changes_may(c, a->calls.at[i], b->reads.at[k]))
        return true;
  return false;
}

/* Stores to what is not one function's own. */
static bool changes_anything(tp_changes *c, const use *a) {
  for (uint32_t i = 0; i < a->calls.n; i++)
    for (uint32_t k = 0; k < c->stores.n; k++) {
      tp_decl_id object = c->stores.at[k].object;
      bool is_shared = object == TP_OBJECT_MEMORY || object >= c->p->decls.n ||
                       !is_private(c, object);
      if (is_shared && tp_changes_may(c, a->calls.at[i], object))
        return true;
    }
  return false;
}

bool tp_flow_disturbs(tp_changes *c, tp_node_id a, tp_node_id b,
                      bool is_place) {
  use of_a = {0}, of_b = {0};
  collect(c, &of_a, a, false);
  collect(c, &of_b, b, is_place);
  bool is_wild = of_a.is_wild || of_b.is_wild;
  bool out = (is_wild && (of_a.calls.n || of_b.calls.n)) ||
             changes_read(c, &of_a, &of_b) || changes_read(c, &of_b, &of_a) ||
             (of_a.calls.n && of_b.calls.n &&
              (changes_anything(c, &of_a) || changes_anything(c, &of_b)));
  VEC_FREE(&of_a.reads);
  VEC_FREE(&of_a.calls);
  VEC_FREE(&of_b.reads);
  VEC_FREE(&of_b.calls);
  return out;
}
