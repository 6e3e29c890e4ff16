/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir/build.h - the builder that the files of ir share; private to ir.
 *
 * A work list instead of recursion: an item is a statement or expression to
 * read, or a thing to do when what was pushed above it is done. Items are taken
 * from the end, so a construct pushes its steps last first. What expressions
 * are worth lies on a stack of its own: VALUE and ADDRESS leave one entry each.
 */
#ifndef TP_IR_BUILD_H
#define TP_IR_BUILD_H

#include "ast/ast.h"
#include "base/map.h"
#include "ir/ir.h"

typedef uint32_t tp_ir_label; /* a place in the function, known later; 0: none*/

typedef enum tp_ir_do {
  TP_IR_DO_STATEMENT,
  TP_IR_DO_VALUE,
  TP_IR_DO_ADDRESS,
  TP_IR_DO_SPAN,   /* the node is done; a: what it leaves begins where it does;
                      b: that is its value, not its address */
  TP_IR_DO_FINISH, /* the node's operands are there: make its value */
  TP_IR_DO_LOAD,   /* of the address there: make the node's value */
  TP_IR_DO_FINISH_ADDRESS,
  TP_IR_DO_HOLD,
  TP_IR_DO_DROP,       /* a value that nobody uses */
  TP_IR_DO_SET,        /* a: temporary */
  TP_IR_DO_SET_TRUTH,  /* a: temporary, b: 0 or 1 */
  TP_IR_DO_GET,        /* a: temporary; TP_IR_NONE: of no value */
  TP_IR_DO_INITIALISE, /* node: VAR or COMPOUND; address and value are there */
  TP_IR_DO_CONDITION,  /* a: label if true, b: label if false; keep: temporary
                          that gets its value, TP_IR_NONE: none */
  TP_IR_DO_DECIDE,     /* the same */
  TP_IR_DO_PLACE,      /* a: label */
  TP_IR_DO_HEAD,       /* a: label, where a loop begins */
  TP_IR_DO_JUMP,       /* a: label */
  TP_IR_DO_RETURN,
  TP_IR_DO_DECLARE, /* node: VAR; a: its length is there */
  TP_IR_DO_SWITCH,  /* a: label of the end */
  TP_IR_DO_CHOOSE,  /* a: first of b labels, which it also may pass */
  TP_IR_DO_GOTO_ANY,
  TP_IR_DO_OPAQUE,
  TP_IR_DO_ENTER, /* a: label of break, b: of continue (0: the outer one's) */
  TP_IR_DO_LEAVE,
  TP_IR_DO_BEGIN /* a: first operation of the expression around it; TP_IR_NONE:
                    a new one begins */
} tp_ir_do;

typedef struct tp_ir_item {
  uint32_t what;
  tp_node_id node;
  uint32_t a, b, keep;
  uint32_t from; /* the operation that was next when it was pushed */
} tp_ir_item;

typedef struct tp_ir_scope {
  tp_ir_label on_break, on_continue;
} tp_ir_scope;

typedef struct tp_ir_builder {
  tp_ir *ir;
  const tp_program *p;
  tp_func_id func;
  uint32_t begin; /* first operation of the expression being read */
  uint32_t head;  /* the operation where a loop, or a label, was placed last */
  VEC(tp_type_id) temporaries; /* their types */
  VEC(tp_ir_item) work;
  VEC(tp_ir_arg) values;
  VEC(uint32_t) places; /* by label: operation, TP_IR_NONE: not placed yet */
  VEC(tp_ir_scope) scopes;
  tp_map case_labels;    /* CASE or DEFAULT node -> label */
  tp_map switch_cases;   /* SWITCH nobody records -> index of its first case */
  VEC(tp_node_id) cases; /* CASE and DEFAULT nodes, 0 behind each switch's */
  /* By index of p->labels: its label in the function that is being read. */
  struct tp_ir_goto {
    tp_func_id func;
    tp_ir_label label;
  } * gotos;
  /* By operation: how many before it act or read memory. */
  VEC(uint32_t) touches;
} tp_ir_builder;

static inline const tp_node *tp_ir_node(const tp_ir_builder *b, tp_node_id n) {
  return &b->p->nodes.at[n];
}
/* The i-th kid of a node that has so many. */
tp_node_id tp_ir_kid(const tp_ir_builder *b, tp_node_id n, uint32_t i);
void tp_ir_push(tp_ir_builder *b, tp_ir_do what, tp_node_id node, uint32_t x,
                uint32_t y);
/* Push all kids from `kid` on, so that they are done in their order. */
void tp_ir_push_kids(tp_ir_builder *b, tp_ir_do what, tp_node_id kid);
/* A value that is only evaluated. */
void tp_ir_push_unused(tp_ir_builder *b, tp_node_id n);
tp_ir_label tp_ir_new_label(tp_ir_builder *b);
void tp_ir_place(tp_ir_builder *b, tp_ir_label label);
/* The same, of a loop: no other one begins at the same operation. */
void tp_ir_place_head(tp_ir_builder *b, tp_node_id node, tp_ir_label label);
/* A new temporary; its number. */
uint32_t tp_ir_temporary(tp_ir_builder *b, tp_type_id type);
/* The value becomes that of a temporary. */
void tp_ir_set(tp_ir_builder *b, tp_node_id node, uint32_t temporary,
               tp_ir_arg value);

/* An operation of these operands; its number. */
uint32_t tp_ir_emit(tp_ir_builder *b, tp_ir_op op, const tp_ir_arg *args,
                    uint32_t n);
/* The same, whose value is the result of the item. */
void tp_ir_give(tp_ir_builder *b, const tp_ir_item *item, tp_ir_op op,
                const tp_ir_arg *args, uint32_t n);
/* A target of the operation emitted last; its labels become operations when
 * the function is complete. */
void tp_ir_add_target(tp_ir_builder *b, tp_ir_label to, uint32_t label);
void tp_ir_jump(tp_ir_builder *b, tp_node_id node, tp_ir_label to);
void tp_ir_opaque(tp_ir_builder *b, tp_node_id node, tp_ir_why why);
static inline tp_ir_arg tp_ir_pop(tp_ir_builder *b) {
  return VEC_POP(&b->values);
}

/* value.c */
void tp_ir_value(tp_ir_builder *b, tp_node_id n);
void tp_ir_finish(tp_ir_builder *b, const tp_ir_item *item);
/* A variable gets its initialiser. */
void tp_ir_var(tp_ir_builder *b, tp_node_id var);
void tp_ir_literal(tp_ir_builder *b, tp_node_id n);
void tp_ir_initialise(tp_ir_builder *b, const tp_ir_item *item);
/* Text that was left alone; `as_value`: as an expression. */
void tp_ir_left_alone(tp_ir_builder *b, tp_node_id n, bool as_value);
void tp_ir_choose(tp_ir_builder *b, const tp_ir_item *item);
/* address.c */
void tp_ir_address(tp_ir_builder *b, tp_node_id n);
void tp_ir_finish_address(tp_ir_builder *b, const tp_ir_item *item);
void tp_ir_load(tp_ir_builder *b, const tp_ir_item *item);
void tp_ir_hold(tp_ir_builder *b, const tp_ir_item *item);
/* What must be true where a load or store of n uses this address: indices lie
 * in their arrays, a pointer points to an object. */
void tp_ir_check_access(tp_ir_builder *b, tp_node_id n, uint32_t address);
/* condition.c */
void tp_ir_condition(tp_ir_builder *b, const tp_ir_item *item);
void tp_ir_decide(tp_ir_builder *b, const tp_ir_item *item);
void tp_ir_logical(tp_ir_builder *b, tp_node_id n);
void tp_ir_select(tp_ir_builder *b, tp_node_id n);
/* statement.c */
void tp_ir_statement(tp_ir_builder *b, tp_node_id n);
void tp_ir_switch(tp_ir_builder *b, const tp_ir_item *item);
void tp_ir_goto_any(tp_ir_builder *b, const tp_ir_item *item);
void tp_ir_return(tp_ir_builder *b, const tp_ir_item *item);
void tp_ir_declare(tp_ir_builder *b, const tp_ir_item *item);
/* Which labels belong to the switches of a function that nobody records. */
void tp_ir_find_cases(tp_ir_builder *b, tp_node_id body);

#endif
