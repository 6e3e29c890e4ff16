/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/solver.h - checks by Yices under assumptions (inside module smt). */
#ifndef TP_SMT_SOLVER_H
#define TP_SMT_SOLVER_H

#include "smt/smt.h"
#include "smt/terms.h"

typedef struct tp_solver tp_solver;

tp_solver *tp_solver_new(tp_exprs *exprs, const tp_smt_options *options);
void tp_solver_free(tp_solver *s);
/* Processor time of a check from now on; 0: no limit. */
void tp_solver_limit(tp_solver *s, double seconds);

/* Conjunction of es[0..n-1]. group chooses the context: queries about the same
 * variables should share one. SAT: the model stays for tp_solver_value until
 * the next check. UNSAT: core gets places in es, ascending. UNKNOWN: *reason.
 */
tp_smt_answer tp_solver_check(tp_solver *s, const tp_expr *es, uint32_t n,
                              uint32_t group, tp_vec_u32 *core,
                              const char **reason);
/* The value of a variable in the model; false if the model does not say. */
bool tp_solver_value(tp_solver *s, uint32_t var, uint64_t *bits);
/* Its sort and width, or NULL if it never occurred. */
const tp_term_var *tp_solver_var(const tp_solver *s, uint32_t var);

#endif
