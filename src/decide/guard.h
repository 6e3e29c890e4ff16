/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/guard.h - under which conditions a point of the program is reached.
 *
 * A guard is a chain of literals up to the root (always reached). The literals
 * of a chain are exactly the conditions that every path to the point has taken
 * since the last point where all paths met: a merge of the two sides of one
 * condition is the guard above it again, so chains stay as short as the code is
 * nested.
 */
#ifndef TP_DECIDE_GUARD_H
#define TP_DECIDE_GUARD_H

#include "program/program.h"
#include "expr/expr.h"

typedef uint32_t tp_guard;
#define TP_GUARD_ROOT 0u
#define TP_GUARD_NEVER UINT32_MAX

typedef struct tp_guard_node {
  tp_guard above;
  uint32_t depth;
  tp_expr literal;
  tp_sbranch branch; /* that the literal is, UINT32_MAX: a merge */
  /* Which of the ways of the guard above are here (guard.c); 1: all of them.
   * 0: it is not known. */
  uint64_t share;
  uint64_t lost; /* the share of its ways that end in a broken assumption */
  /* Branches of one switch: all `of` of them together are the guard above. */
  uint32_t group, count, of;
  tp_func_id func; /* the literal is: some call of it is reached; 0: not so */
  /* It is any turn of a loop: the guard before the loop, + 1; 0: it is not. */
  uint32_t before_loop;
} tp_guard_node;

/* Invariant (tp_guards_check): at[0] is the root; the guard above another was
 * made before it and is less deep by one; no literal is a constant, but for
 * that of a function (func), which is said last and may be known by then. */
typedef struct tp_guards {
  VEC(tp_guard_node) at;
  tp_exprs *exprs;
  uint32_t groups;
  /* Told of each literal that can't hold where it stands: what lies behind it
   * is not followed. May be NULL. */
  void (*on_never)(void *state, tp_guard above, tp_expr literal,
                   tp_sbranch branch);
  void *state;
} tp_guards;

void tp_guards_init(tp_guards *g, tp_exprs *exprs);
void tp_guards_free(tp_guards *g);
void tp_guards_check(const tp_guards *g);
/* above and literal. NEVER if the literal is false; above if it is true. */
tp_guard tp_guard_add(tp_guards *g, tp_guard above, tp_expr literal,
                      tp_sbranch branch);
/* The two sides of a condition, told branches[0] and branches[1]. */
void tp_guard_split(tp_guards *g, tp_guard above, tp_expr truth,
                    const tp_sbranch *branches, tp_guard *yes, tp_guard *no);
/* The n-th of the `of` branches of a switch that can be, which exclude each
 * other. `group` is a number of that switch (tp_guards_group). */
tp_guard tp_guard_add_case(tp_guards *g, tp_guard above, tp_expr literal,
                           tp_sbranch branch, uint32_t group, uint32_t n,
                           uint32_t of);
uint32_t tp_guards_group(tp_guards *g);
/* These ways end here, in a broken assumption: all others that part from a
 * guard above are that guard again when they meet. */
void tp_guard_lose(tp_guards *g, tp_guard at);
/* The next guard above, past the single turns of a loop from any of its turns:
 * what a chain of these asks for, each turn does. */
static inline tp_guard tp_guard_loosely_above(const tp_guards *g, tp_guard at) {
  const tp_guard_node *node = &g->at.at[at];
  return node->before_loop ? node->before_loop - 1 : node->above;
}
/* Whether all that reaches `guard` reaches `above`, which may be NEVER. */
bool tp_guard_is_below(const tp_guards *g, tp_guard above, tp_guard guard);
/* What lies between `above` and `below`: it holds where `above` does and
 * `below` is reached. */
tp_expr tp_guard_below(const tp_guards *g, tp_guard above, tp_guard below);
/* a or b; *select is an expression that tells them apart: true under a. */
tp_guard tp_guard_merge(tp_guards *g, tp_guard a, tp_guard b, tp_expr *select);

#endif
