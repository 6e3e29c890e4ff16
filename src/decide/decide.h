/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/decide.h - the last word on every branch that the search left over.
 *
 * Each branch gets a verdict: covered (a model was run and took it),
 * infeasible (no instance of it in the merged model can be satisfied: a proof
 * over all paths), or unknown with the reason.
 */
#ifndef TP_DECIDE_DECIDE_H
#define TP_DECIDE_DECIDE_H

#include "base/clock.h"
#include "engine/engine.h"
#include "ir/ir.h"
#include "smt/smt.h"

typedef enum tp_decided {
  TP_DECIDED_UNKNOWN,
  TP_DECIDED_COVERED,
  TP_DECIDED_INFEASIBLE
} tp_decided;

typedef struct tp_decide_verdict {
  uint8_t kind;      /* tp_decided */
  bool is_explained; /* infeasible: as far as it can be (decide/explain.h) */
  bool was_brief;    /* that was tried by a short walk */
  /* Owned by the verdicts. */
  char *reason;            /* unknown: why, and where in the source */
  char *proof;             /* infeasible: the conflicting conditions as source
                              lines, of the last instance that was looked at */
  tp_vec_u32 certificates; /* infeasible: the numbers of its files; empty
                              without certify_dir */
} tp_decide_verdict;

typedef struct tp_decide_counts {
  uint64_t runs, covered, infeasible, unknown;
  uint32_t instances;
  double model_seconds, solve_seconds;
} tp_decide_counts;

typedef struct tp_verdicts {
  VEC(tp_decide_verdict) at; /* by tp_sbranch; all branches of the program */
  tp_decide_counts counts;
} tp_verdicts;

/* Work, to be weighed by others. */
typedef struct tp_decide_work {
  uint64_t walked;     /* statements and expressions of the model */
  uint64_t checks;     /* calls of the solver */
  uint64_t conditions; /* in what was asked */
  uint64_t runs, steps;
  double lost; /* seconds of checks that were given up */
} tp_decide_work;

typedef struct tp_decide_parts { /* borrowed */
  const tp_program *program;
  const tp_plan *plan;
  tp_exprs *exprs;
  tp_smt *smt;
  tp_engine *engine;
  const tp_budget *budget;
  const tp_ir *ir;
  const char *const *proved; /* by tp_sbranch: a proof that is known already, or
                                NULL; may be NULL itself */
  const char *certify_dir;   /* each proof as SMT-LIB there; NULL: none */
  /* Told of each branch when it is proved infeasible; may be NULL. */
  void (*on_proof)(void *state, tp_sbranch b, const tp_decide_verdict *v);
  /* Told when the model led a run to the branch that ended elsewhere, though
   * nothing is free on the way: the model is wrong. May be NULL. */
  void (*on_astray)(void *state, tp_sbranch b);
  /* What was done since it was called last: others may have their turn, and
   * cover branches, before it returns. May be NULL. */
  void (*spend)(void *state, const tp_decide_work *work);
  /* Processor seconds that a question of tp_onward may take now. */
  double (*patience)(void *state);
  void *state;
  tp_diag *diag; /* for what can't be written there */
} tp_decide_parts;

typedef struct tp_decider tp_decider;

/* The model is made piece by piece, and asked about before it is whole: what
 * can be taken is run, but only the whole proves. All but what lies in late
 * turns of loops only: questions about these are large, and a search may be
 * faster. Fills *out, which outlives the decider. */
tp_decider *tp_decide(tp_verdicts *out, const tp_decide_parts *parts);
/* Whether something is left there; decide it, as far as this budget goes. */
bool tp_decide_is_late(const tp_decider *d);
void tp_decide_late(tp_decider *d, const tp_budget *budget);
void tp_decider_free(tp_decider *d);
void tp_verdicts_free(tp_verdicts *v);

#endif
