/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr/rewrite.h - an expression with parts of it replaced. */
#ifndef TP_EXPR_REWRITE_H
#define TP_EXPR_REWRITE_H

#include "base/map.h"
#include "expr/expr.h"

typedef struct tp_rewrite {
  tp_exprs *exprs;
  /* What stands in for e; e itself: it stays; 0: made of its parts' stand-ins.
   * A leaf is never 0. */
  tp_expr (*replace)(void *state, tp_expr e);
  void *state;
  tp_map at; /* what is known already; begins empty */
} tp_rewrite;

tp_expr tp_rewrite_of(tp_rewrite *r, tp_expr e);
void tp_rewrite_free(tp_rewrite *r);

#endif
