/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/cfg_build.h - the builder that cfg*.c share; private to flow.
 *
 * A work list instead of recursion: an item is a statement or expression to
 * lower, or a thing to do when what was pushed above it is done (place a label,
 * emit an operation, leave a scope). Items are taken from the end, so a
 * construct pushes its steps last first.
 */
#ifndef TP_FLOW_CFG_BUILD_H
#define TP_FLOW_CFG_BUILD_H

#include "base/map.h"
#include "flow/cfg.h"

typedef uint32_t tp_cfg_label; /* a place in the function, known later */

typedef enum tp_cfg_do {
  TP_DO_STATEMENT,
  TP_DO_VALUE,
  TP_DO_CONDITION, /* a: label if true, b: label if false */
  TP_DO_PLACE,     /* a: label */
  TP_DO_JUMP,      /* a: label */
  TP_DO_DECIDE,    /* node, a, b: labels */
  TP_DO_CHOOSE,    /* a, b: labels */
  TP_DO_CALL,      /* node */
  TP_DO_DEFINE,    /* node */
  TP_DO_RETURN,    /* node */
  TP_DO_SWITCH,    /* node, a: label of the end */
  TP_DO_DISPATCH,  /* of a switch nobody records; a: label of the end */
  TP_DO_GOTO_ANY,
  TP_DO_ENTER, /* a: label of break, b: of continue (0: the outer one's) */
  TP_DO_LEAVE,
  TP_DO_BEGIN /* a: first operation of the expression around it */
} tp_cfg_do;

typedef struct tp_cfg_item {
  uint32_t what;
  tp_node_id node;
  uint32_t a, b;
} tp_cfg_item;

typedef struct tp_cfg_scope {
  tp_cfg_label on_break, on_continue;
  uint32_t first_case; /* cases collected for a switch nobody records */
} tp_cfg_scope;

typedef struct tp_cfg_builder {
  tp_cfg *cfg;
  const tp_program *p;
  const tp_cfg_options *opt;
  tp_func_id func;
  uint32_t begin; /* first operation of the expression being lowered */
  VEC(tp_cfg_item) work;
  VEC(uint32_t) places; /* by label: operation, TP_NO_OP: not placed yet */
  VEC(tp_cfg_scope) scopes;
  VEC(tp_cfg_label) cases;
  tp_map case_labels;       /* CASE or DEFAULT node -> label */
  tp_cfg_label *goto_label; /* by index of p->labels; 0: none yet */
  uint32_t *label_first;    /* by func: p->labels of it, in labels_by_func */
  uint32_t *labels_by_func;
  tp_cfg_decls taken;       /* functions whose address is used */
  VEC(tp_func_id) handlers; /* registered with atexit */
} tp_cfg_builder;

static inline const tp_node *tp_cfg_node(const tp_cfg_builder *b,
                                         tp_node_id n) {
  return &b->p->nodes.at[n];
}
static inline void tp_cfg_push(tp_cfg_builder *b, tp_cfg_do what,
                               tp_node_id node, uint32_t x, uint32_t y) {
  VEC_PUSH(&b->work, (tp_cfg_item){what, node, x, y});
}
/* Push all kids from `kid` on, so that they are done in their order. */
void tp_cfg_push_kids(tp_cfg_builder *b, tp_cfg_do what, tp_node_id kid);
tp_cfg_label tp_cfg_new_label(tp_cfg_builder *b);
void tp_cfg_place(tp_cfg_builder *b, tp_cfg_label label);
/* An operation that goes on to the next one emitted. Returns its index. */
uint32_t tp_cfg_emit(tp_cfg_builder *b, tp_cfg_kind kind, tp_node_id node,
                     uint32_t ref);
/* One without target; then tp_cfg_add_target for each. */
uint32_t tp_cfg_emit_end(tp_cfg_builder *b, tp_cfg_kind kind, tp_node_id node,
                         uint32_t ref);
void tp_cfg_add_target(tp_cfg_builder *b, tp_cfg_label to, uint32_t edge_label);
void tp_cfg_jump(tp_cfg_builder *b, tp_cfg_label to);

void tp_cfg_statement(tp_cfg_builder *b, tp_node_id n);
void tp_cfg_switch(tp_cfg_builder *b, tp_node_id n, tp_cfg_label end);
void tp_cfg_dispatch(tp_cfg_builder *b, tp_cfg_label end);
void tp_cfg_goto_any(tp_cfg_builder *b);
void tp_cfg_value(tp_cfg_builder *b, tp_node_id n);
void tp_cfg_condition(tp_cfg_builder *b, tp_node_id n, tp_cfg_label t,
                      tp_cfg_label f);
void tp_cfg_call(tp_cfg_builder *b, tp_node_id n);
/* Fills handlers and has_longjmp. */
void tp_cfg_find_handlers(tp_cfg_builder *b);

#endif
