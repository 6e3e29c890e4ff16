/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/tree.h - the syntax tree of one shape, by tree-sitter.
 *
 * Only what the analysis needs: a kind, a field, the tokens from which to which
 * the node reaches, its kids. tree-sitter's own tree is gone when this one is
 * there. Node 0 is the root (translation unit).
 */
#ifndef TP_FRONT_TREE_H
#define TP_FRONT_TREE_H

#include "front/shape.h"

typedef enum tp_tree_kind {
  TREE_OTHER, /* brackets, keywords ... */
  TREE_ERROR,
  TREE_UNIT,
  TREE_FUNCTION,
  TREE_DECLARATION,
  TREE_INIT_DECLARATOR,
  TREE_POINTER,  /* * in a declarator, also an abstract one */
  TREE_CALLABLE, /* (parameters) in a declarator */
  TREE_ARRAY,    /* [size] in a declarator */
  TREE_PARENS,   /* a declarator in parentheses */
  TREE_PARAMETERS,
  TREE_PARAMETER,
  TREE_VARIADIC,
  TREE_NAME,
  TREE_TYPE, /* int */
  TREE_RECORD,
  TREE_FIELDS,
  TREE_FIELD,
  TREE_BITS,
  TREE_ENUM,
  TREE_ENUMERATORS,
  TREE_ENUMERATOR,
  TREE_BLOCK,
  TREE_LABEL,
  TREE_EXPR_STATEMENT,
  TREE_IF,
  TREE_ELSE,
  TREE_WHILE,
  TREE_DO,
  TREE_FOR,
  TREE_RETURN,
  TREE_BREAK,
  TREE_CONTINUE,
  TREE_GOTO,
  TREE_COMMA,
  TREE_CONDITIONAL,
  TREE_ASSIGNMENT,
  TREE_ADDRESS, /* & and * */
  TREE_UNARY,
  TREE_BINARY,
  TREE_UPDATE,
  TREE_CAST,
  TREE_TYPE_NAME,
  TREE_SIZEOF,
  TREE_SUBSCRIPT,
  TREE_CALL,
  TREE_ARGUMENTS,
  TREE_MEMBER,
  TREE_LITERAL, /* compound literal */
  TREE_PAREN_VALUE,
  TREE_LIST,       /* initialiser braces */
  TREE_PAIR,       /* designators = value */
  TREE_AT_INDEX,   /* [3] */
  TREE_AT_INDEXES, /* [3 ... 5] */
  TREE_AT_FIELD,   /* .x */
  TREE_OPERAND     /* 0: any literal, name or group */
} tp_tree_kind;

typedef enum tp_tree_field {
  FIELD_NONE,
  FIELD_ALTERNATIVE,
  FIELD_ARGUMENT,
  FIELD_ARGUMENTS,
  FIELD_BODY,
  FIELD_CONDITION,
  FIELD_CONSEQUENCE,
  FIELD_DECLARATOR,
  FIELD_DESIGNATOR,
  FIELD_END,
  FIELD_FIELD,
  FIELD_FUNCTION,
  FIELD_INDEX,
  FIELD_INITIALIZER,
  FIELD_LABEL,
  FIELD_LEFT,
  FIELD_NAME,
  FIELD_OPERATOR,
  FIELD_PARAMETERS,
  FIELD_RIGHT,
  FIELD_SIZE,
  FIELD_START,
  FIELD_TYPE,
  FIELD_UPDATE,
  FIELD_VALUE
} tp_tree_field;

typedef struct tp_tree_node {
  uint8_t kind, field;
  uint8_t is_bad;     /* an error, something missing, or such a thing inside */
  tp_tok begin, last; /* tokens; last may be the first of a group */
  uint32_t first, next;
} tp_tree_node;

typedef struct tp_tree {
  VEC(tp_tree_node) at;
} tp_tree;

typedef struct tp_parser tp_parser;

tp_parser *tp_parser_new(void);
void tp_parser_free(tp_parser *p);
void tp_tree_parse(tp_tree *out, tp_parser *p, const tp_shape *shape);
void tp_tree_free(tp_tree *t);
/* The first kid in that field, 0 if there is none. */
uint32_t tp_tree_kid(const tp_tree *t, uint32_t node, tp_tree_field field);

#endif
