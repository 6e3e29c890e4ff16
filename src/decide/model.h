/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/model.h - the whole program as predicates over its inputs.
 *
 * One walk over the operations evaluates all paths at once: where paths meet,
 * values are merged; calls are inlined, bounded loops unrolled. Each time a
 * decision is met it leaves an instance: under which guard it is reached, and
 * the predicate of its branches.
 *
 * Sound for proofs: whatever is not understood (an unknown pointer, a library
 * call, a bound that is reached) is a free variable, so a branch none of whose
 * instances can be satisfied can't be taken. A satisfying assignment is only a
 * proposal if a free variable is in it: the run tells.
 */
#ifndef TP_DECIDE_MODEL_H
#define TP_DECIDE_MODEL_H

#include "program/program.h"
#include "base/clock.h"
#include "decide/guard.h"
#include "engine/vars.h"
#include "expr/overflow.h"
#include "instr/plan.h"
#include "ir/ir.h"
#include "smt/smt.h"

/* Why a value is free, or the whole model says nothing. */
typedef enum tp_free_reason {
  TP_FREE_NOT, /* an input: not free at all */
  TP_FREE_CALL,
  TP_FREE_POINTER,
  TP_FREE_VOLATILE,
  TP_FREE_MEMORY,
  TP_FREE_LOOP,
  TP_FREE_RECURSION,
  TP_FREE_EXPRESSION,
  TP_FREE_UNSET,
  TP_FREE_ROOM, /* whether there is memory */
  TP_FREE_PARAMETER,
  TP_FREE_ROUNDING,
  TP_FREE_CONTEXT,
  TP_FREE_TIME,
  TP_FREE_CALLBACK,
  TP_FREE_ENTRY,
  TP_FREE_CONVERSION,
  TP_FREE_STRANGE, /* node: an index into strange, + 1 */
  TP_FREE_STRANGER
} tp_free_reason;

typedef struct tp_free_value {
  uint8_t why;     /* tp_free_reason */
  tp_node_id node; /* that made it; 0: not known */
} tp_free_value;

typedef struct tp_instance {
  tp_decision_id decision;
  tp_guard guard;
  tp_expr value;    /* condition: its truth; switch: its promoted value */
  uint32_t hazards; /* met before it: see assume.c */
  uint32_t turn;    /* of the loop around it that is not sure to get there */
  bool is_single;   /* it stands for one moment of a run, not for several */
  uint32_t broken;  /* in `broken`, so many: a run that gets here broke none */
} tp_instance;

/* A loop that was not unrolled to its end. What can't be in any turn can't be
 * in a single one: instances by number. */
typedef struct tp_endless {
  tp_guard before;         /* the loop */
  uint32_t first_single;   /* .. first_any - 1: of single turns */
  uint32_t first_any, end; /* of the turn that stands for any */
  tp_map summaries;        /* guards of those that are called in turns only */
} tp_endless;

/* A test of the tester program, as --inputs declares them. */
typedef struct tp_model_test {
  tp_func_id func;
  int64_t number;  /* where its function has a `test number` .. */
  tp_name name;    /* .. or a `test name`; 0: none */
  tp_node_id node; /* a call that makes it */
} tp_model_test;

/* What it delivers: by this call of it. */
typedef struct tp_model_result {
  uint32_t var;
  uint32_t test; /* in tests */
  tp_guard guard;
  tp_expr is_this; /* .. and not the variable of another count; 0: it is */
} tp_model_result;

/* Under this guard it is computed. */
typedef struct tp_model_arith {
  tp_guard guard;
  tp_arith n;
} tp_model_arith;

/* Under this guard an assumption is broken, and the run ends. */
typedef struct tp_broken {
  tp_guard guard;
  tp_expr holds; /* that it is not broken */
  uint32_t hazards;
  uint32_t site; /* of the call */
} tp_broken;

typedef struct tp_model {
  const tp_program *program;
  const tp_ir *ir;
  tp_exprs *exprs;
  tp_vars *vars;
  tp_guards guards;
  VEC(tp_instance) instances;
  VEC(tp_endless) endless;
  VEC(tp_broken) broken;      /* in the order of the walk */
  VEC(tp_model_arith) ariths; /* that C may leave open: likewise */
  VEC(tp_model_test) tests;
  VEC(tp_model_result) results;
  tp_node_id untold; /* a call of which it is not known which test it makes */
  /* Instances of decision d: by_decision.at[first.at[d] .. first.at[d+1]). */
  tp_vec_u32 by_decision, first;
  VEC(tp_free_value) free; /* by variable; shorter: an input */
  tp_free_value cut; /* why not TP_FREE_NOT: nothing is proved by the model */
  bool has_driven_loop; /* by inputs, and not unrolled to its end */
} tp_model;

/* Inputs that have one value. */
typedef struct tp_given {
  tp_map at; /* key of the input -> place in bits */
  VEC(uint64_t) bits;
} tp_given;

typedef struct tp_model_options {
  uint32_t max_loop;    /* turns that are unrolled, */
  uint32_t max_counted; /* of loops that end by themselves */
  uint64_t max_steps;   /* statements and expressions walked in all */
  const tp_budget *budget;
  /* The walk is left every few thousand steps, and continued when this returns;
   * `steps` since the last time. What the model has by then can be asked about
   * (tp_model_index). May be NULL. */
  void (*pause)(void *state, uint64_t steps);
  /* Whether literals can hold together, asked when a loop does not end by
   * itself: false only if they surely can't. */
  bool (*is_possible)(void *state, const tp_expr *literals, uint32_t n);
  /* The same with values, or why not: NULL if nobody answers. Asked about what
   * holds in each turn of a loop that is not unrolled to its end. */
  tp_smt_answer (*ask)(void *state, const tp_expr *literals, uint32_t n,
                       const tp_smt_result **out);
  uint32_t max_asked; /* how often */
  bool is_first;      /* only about loops that inputs drive */
  void *state;
  struct tp_diary *told; /* what the walk does is told there; NULL: it is not */
  /* The inputs that some run read first: the walk goes its way, and is where
   * another input is read in a state that the run really had. What lies behind
   * is all that the model has: max_loop turns of each loop, and so many steps.
   * Nothing is proved. NULL: the program from its start. */
  const tp_given *given;
  uint64_t max_onward;
  tp_func_id alone; /* only this function, from any state; 0: the program */
} tp_model_options;

void tp_model_build(tp_model *out, const tp_ir *ir, const tp_plan *plan,
                    tp_exprs *exprs, tp_vars *vars,
                    const tp_model_options *opt);
/* Brings by_decision and first up to the instances there are. */
void tp_model_index(tp_model *m);
void tp_model_free(tp_model *m);
/* The predicate of branch k of an instance. */
tp_expr tp_model_branch(const tp_model *m, const tp_instance *i, uint32_t k);
/* Nothing is proved from now on; the first reason is kept. */
void tp_model_cut(tp_model *m, tp_free_reason why, tp_node_id node);
bool tp_model_is_cut(const tp_model *m);
/* Whether a run that takes the instance does not break this assumption: it
 * stands before it, or nothing in between can end the run. */
bool tp_model_assumes(const tp_model *m, const tp_instance *i, uint32_t broken);
bool tp_model_is_free(const tp_model *m, uint32_t var);
/* Whether what stands below a guard is in a turn of the loop (endless.c). */
bool tp_endless_has(const tp_model *m, const tp_endless *loop, tp_guard guard);
/* For reports: "unmodelled call of read_adc at prog.c:12". */
void tp_model_explain(const tp_model *m, tp_free_value v, tp_str *out);

#endif
