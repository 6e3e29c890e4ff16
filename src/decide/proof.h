/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/proof.h - why branches can't be taken, in words and as files.
 *
 * In: the query about one instance of a branch, and its core. Out: a proof with
 * the conditions of the core as source lines, and, if asked for, what the walk
 * made of them as an SMT-LIB file (explain.h tells more, where it can). What
 * was proved of a guard holds for all that lies behind it.
 */
#ifndef TP_DECIDE_PROOF_H
#define TP_DECIDE_PROOF_H

#include "decide/argument.h"
#include "decide/model.h"

/* What is asked for beside the guard: an assumption, by its call, or that an
 * earlier check holds. */
typedef struct tp_beside {
  uint32_t site; /* 0: a check */
  tp_sbranch check;
} tp_beside;

/* The conditions under which a branch of an instance is taken: the literals of
 * the guard, the deepest first, then, if they are asked for, the assumptions
 * that each run which takes the branch comes to and the checks that hold
 * before, then its own predicate. */
typedef struct tp_question {
  const tp_instance *instance;
  tp_sbranch branch;
  VEC(tp_expr) conds;
  VEC(tp_guard) guards; /* of the literals of the guard */
  VEC(tp_beside) beside;
  tp_smt_result result;
} tp_question;

void tp_question_build(tp_question *q, const tp_model *m, const tp_instance *i,
                       uint32_t k);
/* The same for any turn of a loop (tp_guard_loosely_above). */
void tp_question_build_loosely(tp_question *q, const tp_model *m,
                               const tp_instance *i, uint32_t k);
/* Add the assumptions; false: there are none. */
bool tp_question_assume(tp_question *q, const tp_model *m);
/* Of a check: that no run counts which has violated another one before. False:
 * it is no check, or there is no other. */
bool tp_question_first(tp_question *q, const tp_model *m);
/* Where the way of the answer has a result that C leaves open: ask that it has
 * not. False: nothing is added. What is asked so proves nothing. */
bool tp_question_fit(tp_question *q, const tp_model *m, bool *overflows);
void tp_question_free(tp_question *q);

typedef struct tp_proof {
  char *text;
  tp_argument core; /* its conditions, then limits; if certificates are asked
                       for */
  uint32_t n_conditions;
} tp_proof;

typedef struct tp_proofs {
  const tp_decide_parts *parts;
  const tp_model *model;
  VEC(tp_proof) at;
  uint64_t n_names; /* made for certificates */
  tp_map dead;      /* (guard, literal below it) -> index into at, + 1 */
} tp_proofs;

void tp_proofs_free(tp_proofs *p);
/* The number of a proof that a guard on the way, or the predicate where it
 * stands, can't hold, + 1; 0: none is known. */
uint32_t tp_proofs_find(const tp_proofs *p, tp_guard guard, tp_expr pred);
/* The question was UNSAT: remember the deepest literal of the core as dead
 * where it stands. Returns the number + 1. */
uint32_t tp_proofs_add(tp_proofs *p, const tp_question *q);
/* The proof for a branch of which there is no instance. */
uint32_t tp_proofs_add_unreached(tp_proofs *p);
/* Write the certificate of a branch that is infeasible by these proofs
 * (numbers + 1), one for each way to it. False: it is not written. */
bool tp_proofs_certify(tp_proofs *p, tp_sbranch b, const tp_vec_u32 *used);

#endif
