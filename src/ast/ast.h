/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ast/ast.h - the typed syntax trees of a program.
 *
 * Read by who makes the IR of them, and by who writes text into the program.
 * What the front end does not understand is TP_N_OPAQUE: its text is left to
 * the compiler, nothing is symbolic in it, and it counts in the report.
 */
#ifndef TP_AST_AST_H
#define TP_AST_AST_H

#include "program/program.h"

typedef enum tp_node_kind {
  TP_N_NONE,
  /* Expressions. Kids in source order. Parentheses leave no node; begin/end
   * of the expression inside exclude them. */
  TP_N_INT,       /* literal, enum constant, sizeof, offsetof: value in ref */
  TP_N_FLOAT,     /* value in ref (index into floats) */
  TP_N_STRING,    /* array type; bytes in strings[ref] */
  TP_N_NAME,      /* decl in ref: variable, parameter or function */
  TP_N_MEMBER,    /* kid 0: record lvalue or value; field in ref, an index into
                     types.fields. p->f is MEMBER(DEREF(p)) with flag TP_F_ARROW
                     on the MEMBER. A name found inside an anonymous member has
                     one MEMBER for each step, the inner ones with the text of
                     kid 0 (see tp_type_member_index) */
  TP_N_INDEX,     /* kid 0: array or pointer, kid 1: integer (swapped if 1[a])*/
  TP_N_DEREF,     /* kid 0 */
  TP_N_ADDR,      /* kid 0 */
  TP_N_UNARY,     /* op: - ~ ! + ; kid 0 */
  TP_N_BINARY,    /* op: * / % + - << >> < > <= >= == != & ^ | */
  TP_N_LOGICAL,   /* op: && || */
  TP_N_COND,      /* ?: kids 0,1,2; with flag TP_F_ELVIS (a ?: b) kids 0,1 */
  TP_N_ASSIGN,    /* op: = or the operator of a compound assignment */
  TP_N_INCDEC,    /* op: + or -; flag TP_F_POSTFIX */
  TP_N_CALL,      /* kid 0: function, then arguments; site in ref */
  TP_N_CAST,      /* to its type; kid 0 */
  TP_N_COMMA,     /* kids 0,1 */
  TP_N_COMPOUND,  /* compound literal; kid 0: TP_N_INIT_LIST */
  TP_N_STMT_EXPR, /* ({ ... }); kid 0: TP_N_BLOCK */
  TP_N_GENERIC,   /* _Generic, __builtin_choose_expr: kid 0 the chosen one */
  TP_N_INIT_LIST, /* kids: TP_N_INIT */
  TP_N_INIT,      /* one initialiser: kid 0 the value; ref: byte offset of what
                     it initialises, type: of that; flag TP_F_BITFIELD with the
                     field in `extra`. Designators are already resolved. */
  TP_N_OPAQUE,    /* expression or statement; its kids are the expressions and
                     statements inside that were understood, so that branches
                     in them still count */
  /* Statements. */
  TP_N_BLOCK,
  TP_N_DECL,    /* kids: TP_N_VAR, one for each declarator that is a variable */
  TP_N_VAR,     /* decl in ref; kid 0: initialiser expression or INIT_LIST */
  TP_N_EXPR,    /* kid 0 */
  TP_N_IF,      /* kids: condition, then[, else] */
  TP_N_SWITCH,  /* kids: value, body */
  TP_N_CASE,    /* range in ref (index into cases); kid: statement, if any */
  TP_N_DEFAULT, /* kid: statement, if any */
  TP_N_WHILE,   /* kids: condition, body */
  TP_N_DO,      /* kids: body, condition */
  TP_N_FOR,     /* always 4 kids: init (DECL, EXPR or EMPTY), condition
                   (expression or EMPTY), step (expression or EMPTY), body */
  TP_N_BREAK,
  TP_N_CONTINUE,
  TP_N_GOTO,     /* label in ref (index into labels) */
  TP_N_GOTO_ANY, /* computed goto: goto *p; kid 0 */
  TP_N_LABEL,    /* label in ref; kid: statement, if any */
  TP_N_RETURN,   /* kid 0, if any */
  TP_N_EMPTY
} tp_node_kind;

enum {
  TP_F_ARROW = 1,
  TP_F_POSTFIX = 2,
  TP_F_ELVIS = 4,
  TP_F_BITFIELD = 8,
  TP_F_SYSTEM = 16,   /* text comes from a system header */
  TP_F_MACRO = 32,    /* text comes out of a macro expansion */
  TP_F_CONSTANT = 64, /* clang folds it to a constant (see decision) */
  TP_F_LVALUE = 128,  /* designates an object */
  TP_F_PARENS = 256,  /* was written in parentheses */
  TP_F_RANGE = 512    /* an initialiser that gcc's [0 ... 3] = repeats */
};

typedef struct tp_node {
  uint8_t kind; /* tp_node_kind */
  uint8_t op;   /* tp_op */
  uint16_t flags;
  tp_type_id type; /* of an expression's value; arrays and functions are not
                      decayed here: a user of the value decays them */
  uint32_t begin, end;
  tp_node_id first, next; /* first kid, next sibling */
  uint32_t ref;
  tp_decision_id decision; /* if the expression is an atomic condition, or the
                              statement is a switch */
  uint32_t extra;
} tp_node;

static inline const tp_node *tp_node_get(const tp_program *p, tp_node_id n) {
  return &p->nodes.at[n];
}
/* An empty program whose node 0 is none. */
tp_program *tp_tree_new(void);
tp_node_id tp_tree_add(tp_program *p, tp_node node);
/* The text of a node. */
const char *tp_node_text(const tp_program *p, tp_node_id n, uint32_t *length);
/* The i-th kid, 0 if there are fewer. */
tp_node_id tp_node_kid(const tp_program *p, tp_node_id n, uint32_t i);
uint32_t tp_node_kid_count(const tp_program *p, tp_node_id n);
#define TP_KIDS(p, n, kid) \
  for (tp_node_id kid = tp_node_get(p, n)->first; kid; \
       kid = tp_node_get(p, kid)->next)
/* The type of an expression's value after integer promotion: a bit-field's
 * width counts. */
tp_type_id tp_node_promoted(const tp_program *p, tp_node_id n);
bool tp_node_is_expression(const tp_program *p, tp_node_id n);
/* va_arg(list, T): an opaque node with the list as its kid. */
bool tp_node_is_next_arg(const tp_program *p, tp_node_id n);
/* Whether a constant integer expression, and its value (64-bit pattern). */
bool tp_node_constant(const tp_program *p, tp_node_id n, uint64_t *value);
/* Whether a constant arithmetic expression: *type, and its value as *bits (an
 * integer) or *number (a float). */
bool tp_node_number(const tp_program *p, tp_node_id n, tp_type_id *type,
                    uint64_t *bits, double *number);
/* The same as clang folds conditions: const variables with a constant
 * initialiser count, signed overflow does not. Only integers are folded. */
bool tp_node_folds(const tp_program *p, tp_node_id n, uint64_t *value);
/* A readable S-expression of the tree, for tests and -v. */
void tp_node_print(const tp_program *p, tp_node_id n, tp_str *out);

#endif
