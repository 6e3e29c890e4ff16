/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow of statements. Each construct makes the labels it needs and
 * pushes its steps, last first. case labels may lie anywhere inside the body,
 * also in loops (Duff's device): they are found by node when the walk meets
 * them, and the switch itself was emitted before with labels in place. */
#include "flow/cfg_build.h"

static void do_if(tp_cfg_builder *b, const tp_node *node) {
  tp_node_id condition = node->first;
  tp_node_id then = tp_cfg_node(b, condition)->next;
  tp_node_id other = then ? tp_cfg_node(b, then)->next : 0;
  tp_cfg_label t = tp_cfg_new_label(b), f = tp_cfg_new_label(b);
  tp_cfg_label end = other ? tp_cfg_new_label(b) : f;
  tp_cfg_push(b, TP_DO_PLACE, 0, end, 0);
  if (other) {
    tp_cfg_push(b, TP_DO_STATEMENT, other, 0, 0);
    tp_cfg_push(b, TP_DO_PLACE, 0, f, 0);
    tp_cfg_push(b, TP_DO_JUMP, 0, end, 0);
  }
  if (then)
    tp_cfg_push(b, TP_DO_STATEMENT, then, 0, 0);
  tp_cfg_push(b, TP_DO_PLACE, 0, t, 0);
  tp_cfg_push(b, TP_DO_CONDITION, condition, t, f);
}

static void push_body(tp_cfg_builder *b, tp_node_id body, tp_cfg_label on_break,
                      tp_cfg_label on_continue) {
  tp_cfg_push(b, TP_DO_LEAVE, 0, 0, 0);
  if (body)
    tp_cfg_push(b, TP_DO_STATEMENT, body, 0, 0);
  tp_cfg_push(b, TP_DO_ENTER, 0, on_break, on_continue);
}

static void do_while(tp_cfg_builder *b, const tp_node *node) {
  tp_cfg_label again = tp_cfg_new_label(b), body = tp_cfg_new_label(b),
               end = tp_cfg_new_label(b);
  tp_cfg_push(b, TP_DO_PLACE, 0, end, 0);
  tp_cfg_push(b, TP_DO_JUMP, 0, again, 0);
  push_body(b, tp_cfg_node(b, node->first)->next, end, again);
  tp_cfg_push(b, TP_DO_PLACE, 0, body, 0);
  tp_cfg_push(b, TP_DO_CONDITION, node->first, body, end);
  tp_cfg_push(b, TP_DO_PLACE, 0, again, 0);
}

static void do_do(tp_cfg_builder *b, const tp_node *node) {
  tp_cfg_label body = tp_cfg_new_label(b), test = tp_cfg_new_label(b),
               end = tp_cfg_new_label(b);
  tp_cfg_push(b, TP_DO_PLACE, 0, end, 0);
  tp_cfg_push(b, TP_DO_CONDITION, tp_cfg_node(b, node->first)->next, body, end);
  tp_cfg_push(b, TP_DO_PLACE, 0, test, 0);
  push_body(b, node->first, end, test);
  tp_cfg_push(b, TP_DO_PLACE, 0, body, 0);
}

static void do_for(tp_cfg_builder *b, const tp_node *node) {
  tp_node_id init = node->first, test = tp_cfg_node(b, init)->next;
  tp_node_id next = tp_cfg_node(b, test)->next;
  tp_node_id body = tp_cfg_node(b, next)->next;
  tp_cfg_label again = tp_cfg_new_label(b), on_body = tp_cfg_new_label(b),
               on_next = tp_cfg_new_label(b), end = tp_cfg_new_label(b);
  tp_cfg_push(b, TP_DO_PLACE, 0, end, 0);
  tp_cfg_push(b, TP_DO_JUMP, 0, again, 0);
  if (tp_cfg_node(b, next)->kind != TP_N_EMPTY)
    tp_cfg_push(b, TP_DO_STATEMENT, next, 0, 0);
  tp_cfg_push(b, TP_DO_PLACE, 0, on_next, 0);
  push_body(b, body, end, on_next);
  tp_cfg_push(b, TP_DO_PLACE, 0, on_body, 0);
  if (tp_cfg_node(b, test)->kind != TP_N_EMPTY)
    tp_cfg_push(b, TP_DO_CONDITION, test, on_body, end);
  tp_cfg_push(b, TP_DO_PLACE, 0, again, 0);
  tp_cfg_push(b, TP_DO_STATEMENT, init, 0, 0);
}

static void do_switch(tp_cfg_builder *b, tp_node_id n) {
  const tp_node *node = tp_cfg_node(b, n);
  tp_cfg_label end = tp_cfg_new_label(b);
  tp_cfg_label dispatch = node->decision ? 0 : tp_cfg_new_label(b);
  tp_cfg_push(b, TP_DO_PLACE, 0, end, 0);
  tp_cfg_push(b, TP_DO_LEAVE, 0, 0, 0);
  if (dispatch) {
    tp_cfg_push(b, TP_DO_DISPATCH, 0, end, 0);
    tp_cfg_push(b, TP_DO_PLACE, 0, dispatch, 0);
    tp_cfg_push(b, TP_DO_JUMP, 0, end, 0);
  }
  tp_node_id body = tp_cfg_node(b, node->first)->next;
  if (body)
    tp_cfg_push(b, TP_DO_STATEMENT, body, 0, 0);
  tp_cfg_push(b, TP_DO_ENTER, 0, end, 0);
  if (dispatch)
    tp_cfg_push(b, TP_DO_JUMP, 0, dispatch, 0);
  else
    tp_cfg_push(b, TP_DO_SWITCH, n, end, 0);
  tp_cfg_push(b, TP_DO_VALUE, node->first, 0, 0);
}

void tp_cfg_switch(tp_cfg_builder *b, tp_node_id n, tp_cfg_label end) {
  uint32_t d = tp_cfg_node(b, n)->decision;
  const tp_decision *decision = &b->p->decisions.at[d];
  tp_cfg_emit_end(b, TP_CFG_DECIDE, n, d);
  for (uint32_t i = 0; i < decision->n; i++) {
    tp_node_id label = b->p->branches.at[decision->first + i].label;
    tp_cfg_label to = end;
    if (label) {
      bool is_new;
      to = tp_cfg_new_label(b);
      *tp_map_put(&b->case_labels, label, &is_new) = to;
    }
    tp_cfg_add_target(b, to, i);
  }
}

/* A switch that nobody records: any of its labels, or past it. */
void tp_cfg_dispatch(tp_cfg_builder *b, tp_cfg_label end) {
  tp_cfg_emit_end(b, TP_CFG_CHOICE, 0, 0);
  uint32_t first = VEC_LAST(&b->scopes).first_case, i;
  for (i = first; i < b->cases.n; i++)
    tp_cfg_add_target(b, b->cases.at[i], i - first);
  tp_cfg_add_target(b, end, i - first);
}

static void do_case(tp_cfg_builder *b, tp_node_id n) {
  const uint32_t *known = tp_map_get(&b->case_labels, n);
  tp_cfg_label label = known ? *known : tp_cfg_new_label(b);
  tp_cfg_place(b, label);
  if (!known && b->scopes.n)
    VEC_PUSH(&b->cases, label);
  tp_cfg_push_kids(b, TP_DO_STATEMENT, tp_cfg_node(b, n)->first);
}

static tp_cfg_label goto_label(tp_cfg_builder *b, uint32_t ref) {
  if (!b->goto_label[ref])
    b->goto_label[ref] = tp_cfg_new_label(b);
  return b->goto_label[ref];
}

void tp_cfg_goto_any(tp_cfg_builder *b) {
  tp_cfg_emit_end(b, TP_CFG_CHOICE, 0, 0);
  for (uint32_t i = b->label_first[b->func]; i < b->label_first[b->func + 1];
       i++) {
    uint32_t ref = b->labels_by_func[i];
    if (b->p->labels.at[ref].address_taken)
      tp_cfg_add_target(b, goto_label(b, ref), ref);
  }
  if (!VEC_LAST(&b->cfg->ops).n)
    VEC_LAST(&b->cfg->ops).kind = TP_CFG_EXIT;
}

/* break and continue outside of any loop: text that does not compile. */
static void leave_by(tp_cfg_builder *b, tp_cfg_label label) {
  if (label)
    tp_cfg_jump(b, label);
}

static void define(tp_cfg_builder *b, tp_node_id var) {
  if (!tp_cfg_node(b, var)->first)
    return;
  b->begin = b->cfg->ops.n;
  if (b->opt->with_data)
    tp_cfg_push(b, TP_DO_DEFINE, var, 0, 0);
  tp_cfg_push(b, TP_DO_VALUE, tp_cfg_node(b, var)->first, 0, 0);
}

void tp_cfg_statement(tp_cfg_builder *b, tp_node_id n) {
  const tp_node *node = tp_cfg_node(b, n);
  b->begin = b->cfg->ops.n;
  switch (node->kind) {
  case TP_N_BLOCK:
  case TP_N_DECL:
    tp_cfg_push_kids(b, TP_DO_STATEMENT, node->first);
    break;
  case TP_N_VAR:
    define(b, n);
    break;
  case TP_N_EXPR:
    if (node->first)
      tp_cfg_push(b, TP_DO_VALUE, node->first, 0, 0);
    break;
  case TP_N_IF:
    do_if(b, node);
    break;
  case TP_N_SWITCH:
    do_switch(b, n);
    break;
  case TP_N_CASE:
  case TP_N_DEFAULT:
    do_case(b, n);
    break;
  case TP_N_WHILE:
    do_while(b, node);
    break;
  case TP_N_DO:
    do_do(b, node);
    break;
  case TP_N_FOR:
    do_for(b, node);
    break;
  case TP_N_BREAK:
    leave_by(b, b->scopes.n ? VEC_LAST(&b->scopes).on_break : 0);
    break;
  case TP_N_CONTINUE:
    leave_by(b, b->scopes.n ? VEC_LAST(&b->scopes).on_continue : 0);
    break;
  case TP_N_GOTO:
    tp_cfg_jump(b, goto_label(b, node->ref));
    break;
  case TP_N_GOTO_ANY:
    tp_cfg_push(b, TP_DO_GOTO_ANY, 0, 0, 0);
    tp_cfg_push_kids(b, TP_DO_VALUE, node->first);
    break;
  case TP_N_LABEL:
    tp_cfg_place(b, goto_label(b, node->ref));
    tp_cfg_push_kids(b, TP_DO_STATEMENT, node->first);
    break;
  case TP_N_RETURN:
    tp_cfg_push(b, TP_DO_RETURN, n, 0, 0);
    tp_cfg_push_kids(b, TP_DO_VALUE, node->first);
    break;
  case TP_N_EMPTY:
    break;
  default: /* an expression: the step of a for, a kid of opaque text */
    tp_cfg_value(b, n);
  }
}
