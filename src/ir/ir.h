/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir/ir.h - what a C program does, operation by operation.
 *
 * The one reading of the syntax trees: lvalues are addresses, arrays have
 * become pointers, && || ?: and loops are jumps, initialisers are stores, and
 * operands are in the order in which the compiler evaluates them. Where C
 * leaves that order open and it may show, the operation says so. Each function
 * is a row of operations; one goes on to the next unless it has targets. What
 * can't be expressed is TP_IR_OPAQUE, with its reason; nothing is guessed.
 *
 * A value is the number of the operation that made it, as it was made last in
 * this activation. Where ways with different values meet (?:) they leave it in
 * a temporary. Every operation knows the node that it comes from.
 *
 * docs/architecture.md (IR) says why it is cut this way.
 */
#ifndef TP_IR_IR_H
#define TP_IR_IR_H

#include "program/program.h"
#include "libc/pure.h"

#define TP_IR_NONE UINT32_MAX /* no operation, no value */

typedef enum tp_ir_kind {
  /* Addresses; `type` is that of the object there. As values: of an array to
   * its first element, of a function to it; other objects only by CONVERT. */
  TP_IR_PLACE,   /* of a variable or function; ref: its declaration */
  TP_IR_TEXT,    /* of a string literal */
  TP_IR_LITERAL, /* of the object of a compound literal */
  TP_IR_HOLD,    /* of an unnamed copy of a record; its value */
  TP_IR_FIELD,   /* of a member; ref: field; address of the record */
  TP_IR_ELEMENT, /* pointer, integer: so many elements on */
  /* Values; `type` is theirs. */
  TP_IR_CONST, /* ref: where it is in ints of the program, a float in floats */
  TP_IR_TRUTH, /* ref: 0 or 1, which && and || make */
  TP_IR_LOAD,  /* address. Of a FIELD that is a bit-field: its bits */
  TP_IR_UNARY, /* op; operand. Promotes as C does; so do the next two */
  TP_IR_BINARY,
  TP_IR_STEP,    /* op: + or -; one more, or less, of the operand's type */
  TP_IR_CONVERT, /* to its type */
  TP_IR_LIST,    /* its PARTs; the rest is zero */
  TP_IR_PART,    /* ref: where it lies (tp_ir_part); value */
  TP_IR_GET,     /* ref: temporary */
  TP_IR_NEXT,    /* va_arg; the list */
  TP_IR_CALL,    /* ref: site; function, then arguments in their order */
  TP_IR_INPUT,   /* a call that delivers an input; the same */
  TP_IR_OPAQUE,  /* may do anything; op: tp_ir_why */
  /* What is done. */
  TP_IR_STORE,   /* address, value; converted to `type`, which is the result's.
                    op: of the assignment, ++ is +; NONE: an initialiser */
  TP_IR_SET,     /* ref: temporary; value, which becomes one of its type */
  TP_IR_DECLARE, /* ref: an automatic variable, whose content is now any; one
                    operand: how many elements an array has, if that varies */
  TP_IR_CHECK,   /* op: tp_ir_must; the operand of which it must be true */
  /* Where control goes: only these have targets, or are the last on a way. */
  TP_IR_DECIDE, /* ref: decision, 0: nobody records it; value; true, false */
  TP_IR_SWITCH, /* the same; a target for each label, in branch order */
  TP_IR_CHOOSE, /* any of its targets: computed goto, parts of opaque text */
  TP_IR_JUMP,
  TP_IR_RETURN, /* value, if any; node: RETURN, 0 at the end of the body */
  TP_IR_KINDS
} tp_ir_kind;

/* Why an operation is opaque. */
typedef enum tp_ir_why {
  TP_IR_WHY_TEXT,      /* the front end left it alone */
  TP_IR_WHY_ASSEMBLER, /* the same, of asm */
  TP_IR_WHY_LABEL,     /* goto a label in such text */
  TP_IR_WHY_NOWHERE,   /* break or continue outside of any loop */
  TP_IR_WHY_VALUE,     /* ({ }) that does not end in an expression */
  TP_IR_WHY_NODE       /* no rule for it */
} tp_ir_why;

/* What a check asks of its operand. Otherwise C defines nothing. */
typedef enum tp_ir_must {
  TP_IR_MUST_DIVIDE, /* is not 0 */
  TP_IR_MUST_POINT,  /* points to an object */
  TP_IR_MUST_INDEX   /* is the index of an element of its array */
} tp_ir_must;

enum {
  /* The order in which its operands are evaluated is the compiler's choice, and
   * one of them acts (calls, stores) while another acts or reads memory. The
   * operations are in the order that was measured. */
  TP_IR_OPEN = 1
};

typedef struct tp_ir_op {
  uint8_t kind; /* tp_ir_kind */
  uint8_t op;   /* tp_op, tp_ir_why or tp_ir_must */
  uint8_t flags;
  tp_type_id type;
  tp_node_id node; /* 0 only at the end of a body */
  uint32_t ref;
  uint32_t first, n; /* operands */
  uint32_t to, n_to; /* targets */
  uint32_t begin;    /* first operation of the full expression, or condition,
                        that it is in */
} tp_ir_op;

/* An operand: a value, and where the operations that make it begin. They end
 * where those of the next operand begin, or at the operation itself. */
typedef struct tp_ir_arg {
  uint32_t value, from;
} tp_ir_arg;

/* Where in what a list initialises a part lies. */
typedef struct tp_ir_part {
  uint32_t offset; /* bytes */
  uint32_t field;  /* a bit-field there; TP_IR_NONE: none */
} tp_ir_part;

/* The operations from .. to - 1. */
typedef struct tp_ir_span {
  uint32_t from, to;
} tp_ir_span;

typedef struct tp_ir_target {
  uint32_t op;
  uint32_t label; /* SWITCH: index into cases of the program, 0: default.
                     CHOOSE: index into its labels, or number of the part */
} tp_ir_target;

/* Invariant (tp_ir_check): operands are made, and begin, before what uses them
 * and in the same function; targets are in it, too, only the last operation on
 * a way has some, and control does not run out of a function. */
typedef struct tp_ir {
  const tp_program *p;
  bool is_gcc; /* whose order of evaluation it is; else clang's */
  VEC(tp_ir_op) ops;
  VEC(tp_ir_arg) args;
  VEC(tp_ir_target) targets;
  VEC(tp_ir_part) parts;
  /* Function f has ops first.at[f] .. first.at[f + 1) - 1. Function 0 are the
   * initialisers of all static objects, done before the program starts. */
  VEC(uint32_t) first;
  /* By node: what evaluating an expression does; empty where nothing is. A
   * condition that is decided does not contain its own DECIDE. */
  VEC(tp_ir_span) spans;
  /* By node: the operation that is its value (none of an lvalue that is only
   * a place), and the address that an lvalue is. TP_IR_NONE: none. */
  VEC(uint32_t) worth, places;
  /* By operation: how many before it act, how many have targets. One more than
   * operations. */
  VEC(uint32_t) acts, turns;
} tp_ir;

tp_ir *tp_ir_new(const tp_program *p, bool is_gcc);
void tp_ir_free(tp_ir *ir);
/* Ends with a message if the invariant is broken. */
void tp_ir_check(const tp_ir *ir);

static inline const tp_ir_op *tp_ir_at(const tp_ir *ir, uint32_t op) {
  return &ir->ops.at[op];
}
/* Of a PART. */
static inline const tp_ir_part *tp_ir_part_of(const tp_ir *ir,
                                              const tp_ir_op *part) {
  return &ir->parts.at[part->ref];
}
/* The i-th operand. */
static inline uint32_t tp_ir_arg_of(const tp_ir *ir, const tp_ir_op *op,
                                    uint32_t i) {
  return ir->args.at[op->first + i].value;
}
/* Whether control never goes from it to the one behind it. */
static inline bool tp_ir_is_end(const tp_ir_op *op) {
  return op->kind >= TP_IR_DECIDE;
}

/* Of operations that yield addresses; pointers are values. */
static inline bool tp_ir_is_address(const tp_ir_op *op) {
  return op->kind <= TP_IR_ELEMENT;
}

/* It may change memory that others read, or is seen from outside. */
bool tp_ir_acts(const tp_ir *ir, const tp_ir_op *op);
/* One of them does. */
static inline bool tp_ir_any_acts(const tp_ir *ir, tp_ir_span s) {
  return ir->acts.at[s.from] != ir->acts.at[s.to];
}
/* Control may go several ways in them. */
static inline bool tp_ir_any_turns(const tp_ir *ir, tp_ir_span s) {
  return ir->turns.at[s.from] != ir->turns.at[s.to];
}
/* The bit-field that an address designates; NULL: it is none. */
const tp_field *tp_ir_bitfield(const tp_ir *ir, uint32_t address);
/* The type of a value after integer promotion, bit-fields included. */
tp_type_id tp_ir_promoted(const tp_ir *ir, uint32_t value);
/* The type as which an operand of that type, if it is a pointer, takes part in
 * the operation. What *rows points to, as a pointer, has the type of the sum
 * that it is in; where there is none, in a difference, it is UNKNOWN. */
tp_type_id tp_ir_moved_type(const tp_ir *ir, const tp_ir_op *op,
                            tp_type_id operand);
/* It computes what L op= R stores: the store is behind it. */
static inline bool tp_ir_is_update(const tp_ir *ir, uint32_t op) {
  return ir->ops.at[op].kind == TP_IR_BINARY &&
         ir->ops.at[op + 1].kind == TP_IR_STORE &&
         ir->ops.at[op + 1].node == ir->ops.at[op].node;
}
/* Of a store: ++ or --. */
static inline bool tp_ir_is_step(const tp_ir *ir, const tp_ir_op *store) {
  const tp_ir_arg *value = &ir->args.at[store->first + 1];
  return value->value != TP_IR_NONE &&
         ir->ops.at[value->value].kind == TP_IR_STEP &&
         ir->ops.at[value->value].node == store->node;
}
/* The value of a constant integer expression; false: it is none. */
bool tp_ir_constant(const tp_ir *ir, uint32_t value, uint64_t *bits);
/* The variable that an address is a part of, canonical; 0: a pointer leads
 * there, or it has no name. *is_named: no pointer leads there. */
tp_decl_id tp_ir_variable(const tp_ir *ir, uint32_t address, bool *is_named);
/* Whether the value of an expression is that of a variable, read by its name.
 */
bool tp_ir_is_variable(const tp_ir *ir, tp_node_id expression);
/* What an expression calls, or NULL: its CALL or INPUT. */
const tp_ir_op *tp_ir_call_of(const tp_ir *ir, tp_node_id expression);
/* Operand 0, of two, is evaluated before the other. */
static inline bool tp_ir_is_left_first(const tp_ir *ir, uint32_t op) {
  const tp_ir_arg *args = ir->args.at + ir->ops.at[op].first;
  return args[0].from < args[1].from;
}
/* The table of <ctype.h> that a pointer leads to; NONE: it is none, or not
 * seen. */
tp_ctype tp_ir_ctype_table(const tp_ir *ir, uint32_t value);
/* Whether the address of an array stands for its first element, as in *a,
 * a->member and (*a)[i]: `in`, of type t, is found there. */
bool tp_ir_is_first_element(const tp_ir *ir, uint32_t address,
                            const tp_ir_op *in, tp_type_id t);
/* Where the text of a node begins, and ends, in its unit. */
uint32_t tp_ir_begin(const tp_ir *ir, tp_node_id n);
uint32_t tp_ir_end(const tp_ir *ir, tp_node_id n);
const char *tp_ir_words(const tp_ir *ir, tp_node_id n, uint32_t *length);
/* The text of one lies in that of the other. */
bool tp_ir_is_inside(const tp_ir *ir, tp_node_id outer, tp_node_id n);
/* The operations of the i-th operand, in the order in which they are. */
tp_ir_span tp_ir_operand(const tp_ir *ir, uint32_t op, uint32_t i);

/* The text form: of one function (0: the initialisers), of all of the user. */
void tp_ir_print_function(const tp_ir *ir, tp_func_id f, tp_str *out);
void tp_ir_print(const tp_ir *ir, tp_str *out);

#endif
