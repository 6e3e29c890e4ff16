/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the nodes of a function are to one who writes checks beside them: three
 * passes, each over all nodes, without recursion. Kids before parents: what may
 * be said twice. Parents before kids: where checks may stand. */
#include "checks/inside.h"

/* ---- order --------------------------------------------------------------- */

static bool is_static_init(const tp_program *p, const tp_node *n) {
  return n->kind == TP_N_VAR && p->decls.at[n->ref].is_static;
}

/* Initialisers of static objects are constants; what was not understood is
 * left alone. */
static bool is_left_alone(const tp_program *p, tp_node_id id) {
  const tp_node *n = tp_node_get(p, id);
  return n->kind == TP_N_OPAQUE || is_static_init(p, n);
}

typedef struct step {
  tp_node_id node;
  bool is_left; /* its kids are done */
} step;

typedef VEC(step) steps;

/* The last kid is pushed first. */
static void push_kids(const tp_program *p, tp_node_id n, steps *stack) {
  uint32_t from = stack->n;
  TP_KIDS (p, n, kid)
    VEC_PUSH(stack, (step){.node = kid});
  for (uint32_t i = from, k = stack->n; i + 1 < k; i++) {
    step other = stack->at[--k];
    stack->at[k] = stack->at[i];
    stack->at[i] = other;
  }
}

static void fill_order(tp_check_writer *w, tp_node_id body) {
  steps stack = {0};
  VEC_CLEAR(&w->order);
  VEC_PUSH(&stack, (step){.node = body});
  while (stack.n) {
    step s = VEC_POP(&stack);
    if (s.is_left || is_left_alone(w->p, s.node)) {
      VEC_PUSH(&w->order, s.node);
      continue;
    }
    VEC_PUSH(&stack, (step){s.node, true});
    push_kids(w->p, s.node, &stack);
  }
  VEC_FREE(&stack);
}

/* ---- what may be said twice ---------------------------------------------- */

static bool is_volatile(const tp_program *p, tp_type_id t) {
  const tp_type *type = tp_type_get(&p->types, t);
  while (type->kind == TP_T_ARRAY)
    type = tp_type_get(&p->types, type->base);
  return type->is_volatile;
}

static bool is_pure_kind(uint8_t kind) {
  switch (kind) {
  case TP_N_INT:
  case TP_N_FLOAT:
  case TP_N_STRING:
  case TP_N_NAME:
  case TP_N_MEMBER:
  case TP_N_INDEX:
  case TP_N_DEREF:
  case TP_N_ADDR:
  case TP_N_UNARY:
  case TP_N_BINARY:
  case TP_N_CAST:
    return true;
  default:
    return false;
  }
}

static void find_purity(tp_check_writer *w, tp_node_id id) {
  tp_spot *spot = &w->spots[id];
  const tp_node *n = tp_node_get(w->p, id);
  spot->is_calm = tp_node_is_expression(w->p, id) && n->kind != TP_N_OPAQUE &&
                  n->kind != TP_N_STMT_EXPR && n->kind != TP_N_LOGICAL &&
                  n->kind != TP_N_COND && n->kind != TP_N_COMMA;
  TP_KIDS (w->p, id, kid)
    spot->is_calm &= w->spots[kid].is_pure;
  spot->is_pure =
      spot->is_calm && is_pure_kind(n->kind) && !is_volatile(w->p, n->type);
}

/* ---- where the order of evaluation shows --------------------------------- */

static bool has_open_order(const tp_program *p, const tp_node *n) {
  switch (n->kind) {
  case TP_N_BINARY: { /* gcc and clang take plain calls as they come */
    const tp_node *l = tp_node_get(p, n->first);
    return l->kind != TP_N_CALL || tp_node_get(p, l->next)->kind != TP_N_CALL;
  }
  case TP_N_ASSIGN:
  case TP_N_INDEX:
  case TP_N_CALL:
    return true;
  default:
    return false;
  }
}

/* Kid `a` and those behind it. */
static bool disturbs_others(tp_check_writer *w, tp_node_id id, tp_node_id a) {
  const tp_node *n = tp_node_get(w->p, id);
  bool is_place =
      a == n->first && n->kind == TP_N_ASSIGN && n->op == TP_OP_ASSIGN;
  for (tp_node_id b = tp_node_get(w->p, a)->next; b;
       b = tp_node_get(w->p, b)->next)
    if (!(w->spots[a].is_pure && w->spots[b].is_pure) &&
        w->plan.disturbs(w->p, b, a, is_place, w->plan.state))
      return true;
  return false;
}

static void find_order(tp_check_writer *w, tp_node_id id) {
  tp_spot *spot = &w->spots[id];
  if (!spot->is_calm && has_open_order(w->p, tp_node_get(w->p, id)))
    TP_KIDS (w->p, id, kid)
      spot->is_open = spot->is_open || disturbs_others(w, id, kid);
}

/* ---- where checks may stand ---------------------------------------------- */

static bool is_array(const tp_program *p, tp_node_id n) {
  return tp_type_get(&p->types, tp_node_get(p, n)->type)->kind == TP_T_ARRAY;
}

/* Whether kid i of an expression stands for its value, so that a comma
 * expression may take its place. */
static bool kid_is_value(const tp_program *p, tp_node_id id, uint32_t i) {
  const tp_node *n = tp_node_get(p, id);
  switch (n->kind) {
  case TP_N_ASSIGN:
  case TP_N_CALL:
    return i > 0;
  case TP_N_INDEX:
    return i > 0 || !is_array(p, n->first);
  case TP_N_MEMBER:
  case TP_N_ADDR:
  case TP_N_INCDEC:
  case TP_N_GENERIC:
    return false;
  case TP_N_INIT:
    return tp_node_get(p, n->first)->kind != TP_N_INIT_LIST &&
           tp_node_get(p, n->first)->kind != TP_N_STRING;
  case TP_N_VAR:
    return tp_node_get(p, n->first)->kind != TP_N_STRING;
  default:
    return true;
  }
}

/* Only where kid 0 lies matters. An array that is no operand of [] is its
 * address, too. */
static bool kid_is_address(const tp_check_writer *w, tp_node_id id) {
  const tp_node *n = tp_node_get(w->p, id);
  switch (n->kind) {
  case TP_N_ADDR:
    return true;
  case TP_N_MEMBER:
    return w->spots[id].is_address;
  case TP_N_INDEX:
  case TP_N_DEREF:
    return false;
  default:
    return is_array(w->p, n->first) &&
           tp_node_get(w->p, n->first)->kind == TP_N_INDEX;
  }
}

const char *tp_check_type(const tp_program *p, tp_node_id n) {
  const char *name = tp_type_is_pointer(&p->types, tp_node_get(p, n)->type)
                         ? NULL
                         : tp_type_c_name(&p->types, tp_node_promoted(p, n));
  return name ? name : "__auto_type";
}

static bool is_number(const tp_program *p, tp_node_id n) {
  tp_type_id type = tp_node_get(p, n)->type;
  return tp_type_is_integer(&p->types, type) ||
         tp_type_is_float(&p->types, type);
}

/* Arithmetic of which one operand has an effect: its checks come when that one
 * is known, and those of the other operand just before them. */
static void lead_other(tp_check_writer *w, tp_node_id id) {
  const tp_node *n = tp_node_get(w->p, id);
  bool is_compound = n->kind == TP_N_ASSIGN && n->op != TP_OP_ASSIGN;
  if (w->spots[id].region || (n->kind != TP_N_BINARY && !is_compound))
    return;
  tp_node_id l = n->first, r = tp_node_get(w->p, l)->next;
  tp_node_id acts = is_compound ? r : l, other = is_compound ? l : r;
  if (w->spots[acts].is_pure || !w->spots[other].is_pure ||
      !is_number(w->p, l) || !is_number(w->p, r))
    return;
  w->spots[acts].type = tp_check_type(w->p, acts);
  w->spots[other].region = acts;
  w->spots[other].region_put = TP_PUT_VALUE;
}

/* The parents have been visited. */
static void find_place(tp_check_writer *w, tp_node_id id) {
  tp_spot *spot = &w->spots[id];
  uint32_t i = 0;
  if (!spot->region && spot->is_value && spot->is_calm) {
    spot->region = id;
    spot->region_put = TP_PUT_BEFORE;
  }
  TP_KIDS (w->p, id, kid) {
    tp_spot *below = &w->spots[kid];
    below->parent = id;
    below->region = spot->region;
    below->region_put = spot->region_put;
    below->is_value = kid_is_value(w->p, id, i);
    below->is_address = i == 0 && kid_is_address(w, id);
    below->is_open |= spot->is_open;
    i++;
  }
  lead_other(w, id);
}

void tp_check_survey(tp_check_writer *w, tp_node_id body) {
  fill_order(w, body);
  for (uint32_t i = 0; i < w->order.n; i++) {
    w->spots[w->order.at[i]].index = i;
    find_purity(w, w->order.at[i]);
  }
  for (uint32_t i = 0; i < w->order.n; i++)
    find_order(w, w->order.at[i]);
  for (uint32_t i = w->order.n; i > 0; i--)
    if (!is_left_alone(w->p, w->order.at[i - 1]))
      find_place(w, w->order.at[i - 1]);
}
