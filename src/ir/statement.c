/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements. Each construct makes the labels it needs and pushes its steps,
 * last first. case labels may lie anywhere inside the body, also in loops
 * (Duff's device): they are found by node when the walk meets them, and the
 * switch itself was emitted before with labels in place. */
#include "ir/build.h"

#include <stdlib.h>

static void do_if(tp_ir_builder *b, tp_node_id n) {
  tp_node_id condition = tp_ir_node(b, n)->first;
  tp_node_id then = tp_ir_node(b, condition)->next;
  tp_node_id other = then ? tp_ir_node(b, then)->next : 0;
  tp_ir_label t = tp_ir_new_label(b), f = tp_ir_new_label(b);
  tp_ir_label end = other ? tp_ir_new_label(b) : f;
  tp_ir_push(b, TP_IR_DO_PLACE, 0, end, 0);
  if (other) {
    tp_ir_push(b, TP_IR_DO_STATEMENT, other, 0, 0);
    tp_ir_push(b, TP_IR_DO_PLACE, 0, f, 0);
    tp_ir_push(b, TP_IR_DO_JUMP, n, end, 0);
  }
  if (then)
    tp_ir_push(b, TP_IR_DO_STATEMENT, then, 0, 0);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, t, 0);
  tp_ir_push(b, TP_IR_DO_CONDITION, condition, t, f);
}

/* ---- loops --------------------------------------------------------------- */

static void push_body(tp_ir_builder *b, tp_node_id body, tp_ir_label on_break,
                      tp_ir_label on_continue) {
  tp_ir_push(b, TP_IR_DO_LEAVE, 0, 0, 0);
  if (body)
    tp_ir_push(b, TP_IR_DO_STATEMENT, body, 0, 0);
  tp_ir_push(b, TP_IR_DO_ENTER, 0, on_break, on_continue);
}

static void do_while(tp_ir_builder *b, tp_node_id n) {
  tp_node_id test = tp_ir_node(b, n)->first;
  tp_ir_label again = tp_ir_new_label(b), body = tp_ir_new_label(b),
              end = tp_ir_new_label(b);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, end, 0);
  tp_ir_push(b, TP_IR_DO_JUMP, n, again, 0);
  push_body(b, tp_ir_node(b, test)->next, end, again);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, body, 0);
  tp_ir_push(b, TP_IR_DO_CONDITION, test, body, end);
  tp_ir_push(b, TP_IR_DO_HEAD, n, again, 0);
}

static void do_do(tp_ir_builder *b, tp_node_id n) {
  tp_node_id body = tp_ir_node(b, n)->first;
  tp_ir_label again = tp_ir_new_label(b), test = tp_ir_new_label(b),
              end = tp_ir_new_label(b);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, end, 0);
  tp_ir_push(b, TP_IR_DO_CONDITION, tp_ir_node(b, body)->next, again, end);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, test, 0);
  push_body(b, body, end, test);
  tp_ir_push(b, TP_IR_DO_HEAD, n, again, 0);
}

static void do_for(tp_ir_builder *b, tp_node_id n) {
  tp_node_id init = tp_ir_node(b, n)->first, test = tp_ir_node(b, init)->next;
  tp_node_id next = tp_ir_node(b, test)->next;
  tp_node_id body = tp_ir_node(b, next)->next;
  tp_ir_label again = tp_ir_new_label(b), on_body = tp_ir_new_label(b),
              on_next = tp_ir_new_label(b), end = tp_ir_new_label(b);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, end, 0);
  tp_ir_push(b, TP_IR_DO_JUMP, n, again, 0);
  tp_ir_push(b, TP_IR_DO_STATEMENT, next, 0, 0);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, on_next, 0);
  push_body(b, body, end, on_next);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, on_body, 0);
  if (tp_ir_node(b, test)->kind != TP_N_EMPTY)
    tp_ir_push(b, TP_IR_DO_CONDITION, test, on_body, end);
  tp_ir_push(b, TP_IR_DO_HEAD, n, again, 0);
  tp_ir_push(b, TP_IR_DO_STATEMENT, init, 0, 0);
}

/* ---- switch -------------------------------------------------------------- */

static void do_switch(tp_ir_builder *b, tp_node_id n) {
  tp_node_id value = tp_ir_node(b, n)->first;
  tp_node_id body = tp_ir_node(b, value)->next;
  tp_ir_label end = tp_ir_new_label(b);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, end, 0);
  push_body(b, body, end, 0);
  tp_ir_push(b, TP_IR_DO_SWITCH, n, end, 0);
  tp_ir_push(b, TP_IR_DO_VALUE, value, 0, 0);
}

/* The label of a case: index into the program's, 0 of default. */
static uint32_t case_index(const tp_ir_builder *b, tp_node_id label) {
  const tp_node *node = tp_ir_node(b, label);
  return node->kind == TP_N_CASE ? node->ref : 0;
}

static void add_case(tp_ir_builder *b, tp_node_id label) {
  bool is_new;
  tp_ir_label to = tp_ir_new_label(b);
  *tp_map_put(&b->case_labels, label, &is_new) = to;
  tp_ir_add_target(b, to, case_index(b, label));
}

static void add_branches(tp_ir_builder *b, tp_decision_id d, tp_ir_label end) {
  const tp_decision *decision = &b->p->decisions.at[d];
  for (uint32_t i = 0; i < decision->n; i++) {
    tp_node_id label = b->p->branches.at[decision->first + i].label;
    if (label)
      add_case(b, label);
    else
      tp_ir_add_target(b, end, 0);
  }
}

void tp_ir_switch(tp_ir_builder *b, const tp_ir_item *item) {
  tp_decision_id d = tp_ir_node(b, item->node)->decision;
  tp_ir_arg value = tp_ir_pop(b);
  tp_ir_op op = {.kind = TP_IR_SWITCH, .node = item->node, .ref = d};
  tp_ir_emit(b, op, &value, 1);
  if (d) {
    add_branches(b, d, item->a);
    return;
  }
  bool has_default = false;
  const uint32_t *first = tp_map_get(&b->switch_cases, item->node);
  for (uint32_t i = first ? *first : 0; first && b->cases.at[i]; i++) {
    has_default |= tp_ir_node(b, b->cases.at[i])->kind == TP_N_DEFAULT;
    add_case(b, b->cases.at[i]);
  }
  if (!has_default)
    tp_ir_add_target(b, item->a, 0);
}

/* A label outside of any switch: text that does not compile. */
static void do_case(tp_ir_builder *b, tp_node_id n) {
  const uint32_t *known = tp_map_get(&b->case_labels, n);
  if (known)
    tp_ir_place(b, *known);
  else
    tp_ir_opaque(b, n, TP_IR_WHY_NOWHERE);
  tp_ir_push_kids(b, TP_IR_DO_STATEMENT, tp_ir_node(b, n)->first);
}

/* ---- which labels a switch has that nobody records ----------------------- */

typedef struct found_case {
  tp_node_id of, label;
  uint32_t number;
} found_case;

typedef struct visit {
  tp_node_id node, of;
} visit;

static int by_switch(const void *x, const void *y) {
  const found_case *a = x, *b = y;
  if (a->of != b->of)
    return a->of < b->of ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

void tp_ir_find_cases(tp_ir_builder *b, tp_node_id body) {
  VEC(visit) work = {0};
  VEC(found_case) found = {0};
  VEC_PUSH(&work, (visit){body, 0});
  while (work.n) {
    visit v = VEC_POP(&work);
    const tp_node *node = tp_ir_node(b, v.node);
    if ((node->kind == TP_N_CASE || node->kind == TP_N_DEFAULT) && v.of)
      VEC_PUSH(&found, (found_case){v.of, v.node, node->begin});
    tp_node_id of = v.of;
    if (node->kind == TP_N_SWITCH)
      of = node->decision ? 0 : v.node;
    TP_KIDS (b->p, v.node, kid)
      VEC_PUSH(&work, (visit){kid, of});
  }
  if (found.n)
    qsort(found.at, found.n, sizeof *found.at, by_switch);
  for (uint32_t i = 0; i < found.n; i++) {
    bool is_new;
    uint32_t *first = tp_map_put(&b->switch_cases, found.at[i].of, &is_new);
    if (is_new)
      *first = b->cases.n;
    VEC_PUSH(&b->cases, found.at[i].label);
    if (i + 1 == found.n || found.at[i + 1].of != found.at[i].of)
      VEC_PUSH(&b->cases, 0);
  }
  VEC_FREE(&work);
  VEC_FREE(&found);
}

/* ---- jumps --------------------------------------------------------------- */

static tp_ir_label goto_label(tp_ir_builder *b, uint32_t ref) {
  struct tp_ir_goto *to = &b->gotos[ref];
  if (to->func != b->func)
    *to = (struct tp_ir_goto){b->func, tp_ir_new_label(b)};
  return to->label;
}

void tp_ir_goto_any(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_arg value = tp_ir_pop(b);
  tp_ir_op op = {.kind = TP_IR_CHOOSE, .node = item->node};
  tp_ir_emit(b, op, &value, 1);
  for (uint32_t i = 1; i < b->p->labels.n; i++)
    if (b->p->labels.at[i].func == b->func && b->p->labels.at[i].address_taken)
      tp_ir_add_target(b, goto_label(b, i), i);
}

static void leave_by(tp_ir_builder *b, tp_node_id n, tp_ir_label label) {
  if (label)
    tp_ir_jump(b, n, label);
  else
    tp_ir_opaque(b, n, TP_IR_WHY_NOWHERE);
}

void tp_ir_return(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_op op = {.kind = TP_IR_RETURN, .node = item->node};
  tp_ir_arg value;
  if (item->a)
    value = tp_ir_pop(b);
  tp_ir_emit(b, op, item->a ? &value : NULL, item->a);
}

/* ---- all ----------------------------------------------------------------- */

void tp_ir_declare(tp_ir_builder *b, const tp_ir_item *item) {
  const tp_node *node = tp_ir_node(b, item->node);
  tp_ir_op op = {.kind = TP_IR_DECLARE,
                 .node = item->node,
                 .type = b->p->decls.at[node->ref].type,
                 .ref = node->ref};
  tp_ir_arg count;
  if (item->a)
    count = tp_ir_pop(b);
  tp_ir_emit(b, op, item->a ? &count : NULL, item->a);
  if (node->first)
    tp_ir_var(b, item->node);
}

/* A static one was initialised before the program began. */
static void declare(tp_ir_builder *b, tp_node_id var) {
  const tp_decl *d = &b->p->decls.at[tp_ir_node(b, var)->ref];
  if (d->is_static || d->is_extern || d->kind != TP_D_VAR)
    return;
  tp_ir_push(b, TP_IR_DO_DECLARE, var, tp_decl_is_room(d), 0);
  if (tp_decl_is_room(d))
    tp_ir_push(b, TP_IR_DO_VALUE, d->count, 0, 0);
}

static void do_return(tp_ir_builder *b, tp_node_id n) {
  tp_node_id value = tp_ir_node(b, n)->first;
  tp_ir_push(b, TP_IR_DO_RETURN, n, value != 0, 0);
  if (value)
    tp_ir_push(b, TP_IR_DO_VALUE, value, 0, 0);
}

void tp_ir_statement(tp_ir_builder *b, tp_node_id n) {
  const tp_node *node = tp_ir_node(b, n);
  b->begin = b->ir->ops.n;
  switch (node->kind) {
  case TP_N_BLOCK:
  case TP_N_DECL:
    tp_ir_push_kids(b, TP_IR_DO_STATEMENT, node->first);
    break;
  case TP_N_VAR:
    declare(b, n);
    break;
  case TP_N_EXPR:
    if (node->first)
      tp_ir_push_unused(b, node->first);
    break;
  case TP_N_IF:
    do_if(b, n);
    break;
  case TP_N_SWITCH:
    do_switch(b, n);
    break;
  case TP_N_CASE:
  case TP_N_DEFAULT:
    do_case(b, n);
    break;
  case TP_N_WHILE:
    do_while(b, n);
    break;
  case TP_N_DO:
    do_do(b, n);
    break;
  case TP_N_FOR:
    do_for(b, n);
    break;
  case TP_N_BREAK:
    leave_by(b, n, b->scopes.n ? VEC_LAST(&b->scopes).on_break : 0);
    break;
  case TP_N_CONTINUE:
    leave_by(b, n, b->scopes.n ? VEC_LAST(&b->scopes).on_continue : 0);
    break;
  case TP_N_GOTO:
    tp_ir_jump(b, n, goto_label(b, node->ref));
    break;
  case TP_N_GOTO_ANY:
    tp_ir_push(b, TP_IR_DO_GOTO_ANY, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_VALUE, node->first, 0, 0);
    break;
  case TP_N_LABEL:
    tp_ir_place(b, goto_label(b, node->ref));
    b->head = b->ir->ops.n;
    tp_ir_push_kids(b, TP_IR_DO_STATEMENT, node->first);
    break;
  case TP_N_RETURN:
    do_return(b, n);
    break;
  case TP_N_EMPTY:
    break;
  case TP_N_OPAQUE:
    tp_ir_left_alone(b, n, false);
    break;
  default: /* an expression: the step of a for, a kid of opaque text */
    tp_ir_push_unused(b, n);
  }
}
