/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/shape.h - what the parser gets to read instead of the user's text.
 *
 * tree-sitter's C grammar knows no typedefs and only some of gcc's extensions,
 * so it has to guess what `(a) - b` or `a * b;` is. The shape of a piece of C
 * is a text with the same structure in which nothing is left to guess: every
 * type is `int`, every operand `0`, every name `x`; attributes, qualifiers and
 * storage classes are left out, a `case` is a label, a `switch` a `while`.
 * Each word of the shape remembers its token, so nothing is lost: the analysis
 * reads names, types and operators from the tokens.
 */
#ifndef TP_FRONT_SHAPE_H
#define TP_FRONT_SHAPE_H

#include "front/token.h"

/* Says whether a name is a typedef's at the place where the piece begins. */
typedef bool (*tp_is_typedef)(void *state, tp_name name);

typedef struct tp_shape {
  tp_str text;
  tp_vec_u32 token_at; /* by byte of text: the token it stands for */
} tp_shape;

typedef enum tp_shape_mode {
  TP_SHAPE_FILE,  /* one external declaration */
  TP_SHAPE_VALUE, /* an expression: int x = ( ... ) ; */
  TP_SHAPE_TYPE   /* a type name: int x = sizeof ( ... ) ; */
} tp_shape_mode;

/* The shape of the piece that begins at `from`: up to the end of the external
 * declaration, or up to `to`. Returns the token behind the piece. Sets the
 * HIDDEN, TYPE and GROUP flags of the tokens. */
tp_tok tp_shape_make(tp_shape *out, tp_tokens *t, tp_tok from, tp_tok to,
                     tp_shape_mode mode, tp_is_typedef is_typedef, void *state);
void tp_shape_free(tp_shape *s);

#endif
