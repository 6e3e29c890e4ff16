/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/work.h - what the parts of a decider share; private to decide. */
#ifndef TP_DECIDE_WORK_H
#define TP_DECIDE_WORK_H

#include "decide/decide.h"
#include "decide/never.h"
#include "decide/pack.h"
#include "decide/proof.h"

struct tp_decider {
  tp_decide_parts parts;
  tp_verdicts *out;
  tp_model model;
  tp_question q;
  tp_proofs proofs;
  tp_path path;
  tp_pack pack;
  double start;     /* when it began */
  uint32_t hung;    /* runs over their time */
  bool has_ended;   /* the last run, by itself */
  tp_vec_u32 goals; /* branches to decide, in the order of work */
  uint64_t effort;  /* checks while the model was made */
  uint64_t in_vain; /* of these: without an answer */
  bool is_left_out; /* the model: it takes too long to make now */
  tp_bits late;     /* branches with instances that were not looked at yet */
  bool is_late;     /* now they are */
  bool is_peeking;  /* the model is not whole */
  bool was_alone;   /* tp_work_prove_alone */
  uint64_t walked, next_peek;
  uint32_t peeked;     /* instances that were looked at before the whole was */
  tp_decide_work work; /* that was not told yet */
  tp_vec_u32 used;     /* proofs about the branch in question */
  tp_never never;
};

bool tp_work_is_covered(const tp_decider *w, tp_sbranch b);
/* Neither taken nor proved. */
bool tp_work_is_open(const tp_decider *w, tp_sbranch b);
/* Tells what was done; others may have their turn. */
void tp_work_spend(tp_decider *w);
/* Into the question's result, in the time that one may take now; `spares`: that
 * is not worth much. */
tp_smt_answer tp_work_solve(tp_decider *w, const tp_expr *conds, uint32_t n,
                            bool spares, bool want_minimal_core);
/* One that may take so many seconds (of a processor). Where there is a deadline
 * it has few at first, and twice as many as long as these were not enough;
 * others have their turn in between. */
tp_smt_answer tp_work_ask(tp_decider *w, const tp_expr *conds, uint32_t n,
                          bool want_minimal_core, double most,
                          tp_smt_result *out);
/* What one test may take. */
void tp_work_limit_pack(tp_decider *w);
/* Proofs can be had without runs. NULL: runs can be made. */
const char *tp_work_why_no_run(const tp_decider *w);
void tp_work_run(tp_decider *w, const tp_smt_value *values, uint32_t n);
void tp_work_set_reason(tp_decide_verdict *v, const char *reason);

/* ---- one branch (branch.c) */
/* Of w->goals. */
void tp_branch_decide(tp_decider *w, uint32_t goal);
/* As tp_never.is_refuted: of loops that were not unrolled to their end. */
bool tp_branch_is_refuted(void *decider, const tp_question *q);
/* The question at hand. */
tp_smt_answer tp_work_check(tp_decider *w);
/* Run the answer, branch k of the instance, which is b, with what else can be
 * taken with it of the goals behind; whether it is covered then. */
bool tp_work_take(tp_decider *w, const tp_instance *i, uint32_t k, tp_sbranch b,
                  uint32_t goal);

/* All ways to it were refuted, the last proof (numbers + 1) is told. */
void tp_work_call_infeasible(tp_decider *w, tp_sbranch b, tp_proofs *proofs,
                             const tp_vec_u32 *used);
/* Branch b is TP_RULE_EFFECT (effect.c). */
void tp_effect_decide(tp_decider *w, tp_sbranch b);

/* ---- the model (decide.c) */
/* The whole is not easy: what functions tell by themselves, once. */
void tp_work_prove_alone(tp_decider *w);

/* ---- half a model (peek.c) */
void tp_peek_begin(tp_decider *w);
/* As tp_model_options.pause: between two pieces of the walk. */
void tp_peek_pause(void *decider, uint64_t steps);

#endif
