/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks/checks.h - what must hold where a program computes something
 * (--check), written into the program as C.
 *
 * A check is a decision of the program like any other: `a / b` becomes
 * `(b == 0 ? 7 : 0, a / b)`, where 7 is the number of the check. Its true side
 * is a goal (tp_branch_is_sought): covered, the check is violated; infeasible,
 * it is safe. So whoever looks for branches, proves or replays them needs to
 * know nothing of checks; and nothing else of the program changes, for what is
 * said twice has no effect, and a violated check does not end the run.
 *
 * Where it shows which operand comes first (`n + f()`, and f changes n),
 * nothing is written into the expression, for that may change the order. Its
 * checks stand in front of it and are never decided.
 *
 * What a pointer points into no text of the program tells: checks of memory ask
 * the questions of wire/library.def (tp2ph_range_place, .._size, .._gone),
 * which runs, Decide and the recorder answer, each from what it knows of
 * objects. Local variables that pointers may lead to are announced by the text.
 *
 * tp_front_load does both steps; behind it p->checks lists the checks, each
 * with its branch.
 *
 * The edges of limits (--limits) are written in the same way: that a value is
 * at its limit, or a step from it, is a goal. p->edges lists them. So are the
 * vectors of decisions (--criterion mcdc); p->mcdc lists those.
 */
#ifndef TP_CHECKS_CHECKS_H
#define TP_CHECKS_CHECKS_H

#include "ast/ast.h"
#include "base/diag.h"

/* Kinds as bits: 1 << tp_check_kind. */
typedef uint32_t tp_check_kinds;

/* What the unit tests of a function say must hold where it begins; hoisted from
 * its checks (seed 002): a goal that is no check. */
typedef struct tp_hoisted {
  const char *function;
  const char *condition; /* without an effect or a decision */
  uint32_t number;
} tp_hoisted;

/* What is written. */
typedef struct tp_check_plan {
  tp_check_kinds kinds;
  const tp_hoisted *hoisted;
  uint32_t n_hoisted;
  /* Whether an expression depends on an input: asked for the edges of limits.
   */
  bool (*depends)(const tp_program *p, tp_node_id n, void *state);
  /* Whether it shows which of two expressions comes first; `is_place`: b is
   * assigned to. */
  bool (*disturbs)(const tp_program *p, tp_node_id a, tp_node_id b,
                   bool is_place, void *state);
  void *state;
} tp_check_plan;

/* The edges of limits (--limits): goals that are no checks. */
#define TP_CHECK_EDGES \
  ((tp_check_kinds)(1u << TP_CHECK_AT | 1u << TP_CHECK_INSIDE | \
                    1u << TP_CHECK_OUTSIDE | 1u << TP_CHECK_NAN))

/* Vectors of decisions (--criterion mcdc): the same. */
#define TP_CHECK_VECTORS ((tp_check_kinds)(1u << TP_CHECK_VECTOR))

/* "assert,division", or "all" for those that predict makes by itself. Status 2
 * names the word that is no kind. */
int tp_check_kinds_parse(tp_check_kinds *out, const char *text, tp_diag *diag);
tp_check_kinds tp_check_kinds_default(void);

/* Of each unit (from 1) its text with checks, and how it came of the text. */
typedef struct tp_checked {
  struct {
    tp_str text;
    tp_moves moves;
  } * units;
  uint32_t n; /* units */
  VEC(tp_program_check) checks;
  VEC(tp_mcdc) decisions;
  VEC(tp_mcdc_condition) conditions;
  VEC(tp_mcdc_vector) vectors;
  bool has_ranges; /* they ask about objects (wire/library.def) */
} tp_checked;

void tp_checks_write(tp_checked *out, const tp_program *p,
                     const tp_check_plan *plan);
/* The program was read again, from these texts: give each check its branch. */
void tp_checks_mark(tp_program *p, const tp_checked *checked);
void tp_checked_free(tp_checked *c);

/* The violated side of a check behind which memory may be anything: from there
 * on C says nothing of the run, and the instrumented program, whose objects lie
 * elsewhere, may do something else than the plain one. */
bool tp_branch_spoils_memory(const tp_program *p, tp_sbranch b);

#endif
