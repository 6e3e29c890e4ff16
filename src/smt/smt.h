/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/smt.h - satisfiability of sets of predicates, by Yices 2.
 *
 * In: truth-valued expressions that must hold together. Out: values of the
 * variables (only of those that occur in what had to be asked; others keep
 * their old values), or a core, or unknown with its reason. All answers are
 * exact, floating-point arithmetic included (it is bit-blasted). No Yices type
 * is visible. Limits on a single variable are decided without Yices; contexts
 * are kept from query to query where that pays (smt/solver.c). What always
 * holds of a variable (tp_expr_limit) is part of each query about it.
 */
#ifndef TP_SMT_SMT_H
#define TP_SMT_SMT_H

#include "base/clock.h"
#include "base/diag.h"
#include "expr/expr.h"

typedef struct tp_smt tp_smt;

typedef struct tp_smt_options {
  const char *log_dir;  /* each query as SMT-LIB 2 there; NULL: none */
  double query_seconds; /* processor time of one check; 0: no limit */
  const tp_budget *budget;
} tp_smt_options;

typedef enum tp_smt_answer {
  TP_SMT_SAT,
  TP_SMT_UNSAT,
  TP_SMT_UNKNOWN
} tp_smt_answer;

typedef struct tp_smt_value {
  uint32_t var;
  uint64_t bits; /* floats: IEEE pattern */
} tp_smt_value;

typedef struct tp_smt_result {
  VEC(tp_smt_value) model; /* if SAT */
  tp_vec_u32 core;    /* if UNSAT: indices into the query, ascending, minimal if
                         asked for (within the time limit of a query) */
  bool is_minimal;    /* .. it is */
  tp_vec_u32 limited; /* if UNSAT: variables whose limits are needed for it */
  /* If UNKNOWN: "timeout", "interrupted", "solver", "spared", "too large" */
  const char *reason;
  bool is_exact;   /* SAT: values need no check by a run; now always so */
  uint32_t asked;  /* predicates that were left after slicing */
  uint64_t checks; /* handed to Yices for it */
} tp_smt_result;

typedef struct tp_smt_counts {
  uint64_t checks;     /* handed to Yices */
  uint64_t cache_hits; /* answered without: asked before */
  uint64_t quick;      /* answered without: limits on one variable */
  uint64_t unsat, unknown;
  double seconds;
  bool log_failed; /* a query could not be written; logging ended there */
} tp_smt_counts;

int tp_smt_new(tp_smt **out, tp_exprs *exprs, const tp_smt_options *options,
               tp_diag *diag);
/* All expressions were cleared: what is known of them is forgotten. */
void tp_smt_forget(tp_smt *smt);
/* Of all that live, in a copy of the process: no check is under way. */
void tp_smt_renew_all(void);
void tp_smt_free(tp_smt *smt);
/* Conjunction of conds[0..n-1]. `pivot` is the index of the one that changed
 * (independent-constraint slicing keeps only what shares variables with it,
 * directly or through others); n = no slicing. `current` gives the values the
 * variables have now; they are preferred where the query leaves a choice (may
 * be NULL). *out is zeroed, or from an earlier check: its memory is reused.
 * A core names the pivot whenever the rest of the conds holds together. */
tp_smt_answer tp_smt_check(tp_smt *smt, const tp_expr *conds, uint32_t n,
                           uint32_t pivot, bool want_minimal_core,
                           tp_expr_values current, void *state,
                           tp_smt_result *out);
/* The same without a solver: from the values that the variables have now they
 * are moved as long as that brings the conjunction nearer to holding, at most
 * so many steps. False: that found nothing, which means nothing. */
bool tp_smt_approach(tp_smt *smt, const tp_expr *conds, uint32_t n,
                     uint32_t pivot, uint32_t steps, tp_expr_values current,
                     void *state, tp_smt_result *out);
/* The same with the conds of the check before, and more: in the context where
 * these were asked, whatever variables the new ones bring. */
tp_smt_answer tp_smt_check_more(tp_smt *smt, const tp_expr *conds, uint32_t n,
                                uint32_t pivot, bool want_minimal_core,
                                tp_expr_values current, void *state,
                                tp_smt_result *out);
/* The same, but Yices is not asked: what needs it is UNKNOWN. */
tp_smt_answer tp_smt_check_quickly(tp_smt *smt, const tp_expr *conds,
                                   uint32_t n, uint32_t pivot,
                                   bool want_minimal_core,
                                   tp_expr_values current, void *state,
                                   tp_smt_result *out);
/* How much the checks from now on are worth. Whoever asks says it before:
 * others may have asked meanwhile. */
typedef struct tp_smt_effort {
  bool spares;    /* hard arithmetic (floats, products) is not worked out: what
                     can't be told otherwise is UNKNOWN */
  double seconds; /* of a check, if it is less than it may have at most (0: it
                     is not): then it may be asked again */
} tp_smt_effort;

void tp_smt_set_effort(tp_smt *smt, tp_smt_effort effort);
/* A step of an argument. */
typedef struct tp_smt_statement {
  tp_expr name; /* is defined as e; 0: e holds */
  tp_expr e;
  const char *text; /* why it holds; one line */
} tp_smt_statement;

/* Write statements that can't hold together as dir/NNNNNN.smt2, for any solver
 * to repeat: each is an assertion with a name, and its text behind it. `head`
 * is the first line. */
int tp_smt_certify(tp_exprs *exprs, const char *head,
                   const tp_smt_statement *at, uint32_t n, const char *dir,
                   uint32_t number, tp_diag *diag);
void tp_smt_result_free(tp_smt_result *r);
const tp_smt_counts *tp_smt_get_counts(const tp_smt *smt);
/* What another one did counts here, too. */
void tp_smt_count_in(tp_smt *smt, const tp_smt *other);
/* Queries answered without Yices, either way. */
uint64_t tp_smt_quick_answers(const tp_smt *smt);
const char *tp_smt_version(void); /* "Yices 2.6.5" */

#endif
