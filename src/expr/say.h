/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/say.h - an expression as C over what its variables are called there. */
#ifndef TP_EXPR_SAY_H
#define TP_EXPR_SAY_H

#include "expr/expr.h"

/* What a variable is in C. */
typedef struct tp_said_var {
  tp_str text; /* an expression; the caller of tp_expr_say frees it */
  unsigned bits;
  bool is_signed;
} tp_said_var;

/* False: it has no name there. */
typedef bool (*tp_say_var)(void *state, uint32_t var, tp_said_var *out);

/* A truth value as C that has no effect, calls nothing, can't go wrong, and in
 * which && and || mean the same as & and |: all their operands are 0 or 1.
 * False: C, as far as we write it, has no words for it, or a variable has no
 * name. */
bool tp_expr_say(tp_exprs *x, tp_expr e, tp_say_var name, void *state,
                 tp_str *out);

#endif
