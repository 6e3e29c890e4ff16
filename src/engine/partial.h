/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/partial.h - how a path is put to the solver: as a whole, or in part
 * (seed 000, figure 4.1: incremental partial path constraints).
 *
 * A path constraint is the conditions of a path, of which the last is turned.
 * In part it begins with that one alone; the whole path is evaluated on the
 * answer, and what fails first (the cause of divergence) is added, until all
 * hold or the part is contradictory, and with it the whole (theorem 4.1).
 */
#ifndef TP_ENGINE_PARTIAL_H
#define TP_ENGINE_PARTIAL_H

#include "smt/smt.h"

typedef enum tp_constraints {
  TP_CONSTRAINTS_FULL,
  TP_CONSTRAINTS_PARTIAL,      /* as printed */
  TP_CONSTRAINTS_PARTIAL_LAST, /* of what fails the last is added */
  TP_CONSTRAINTS_AUTO          /* like that, or as a whole */
} tp_constraints;

/* What is added of the conditions that fail. */
typedef enum tp_partial_adds {
  TP_ADD_FIRST, /* as printed */
  TP_ADD_LAST,
  TP_ADD_ALL
} tp_partial_adds;

typedef struct tp_partial_plan {
  tp_constraints kind;
  tp_partial_adds adds;
  uint32_t max_rounds; /* of one question; then it is asked as a whole */
} tp_partial_plan;

typedef struct tp_turned {
  const tp_expr *conds; /* in the order of the path; the last is the turned */
  uint32_t n;
  tp_expr_values values; /* of the run whose path is turned */
  void *state;
  bool was_run; /* with these values all but the last hold */
} tp_turned;

/* What is put to the solver: see tp_smt_check. */
typedef struct tp_partial_ask {
  const tp_expr *conds;
  uint32_t n, pivot;
  bool is_quick; /* without Yices: UNKNOWN where it is needed */
  bool is_more;  /* the conditions of the ask before, and further ones */
  const tp_turned *of;
} tp_partial_ask;

typedef struct tp_asker {
  void *state;
  tp_smt_answer (*ask)(void *state, const tp_partial_ask *ask,
                       tp_smt_result *out);
} tp_asker;

typedef struct tp_constraint_counts {
  uint64_t calls;   /* asks, however they were answered */
  uint64_t sizes;   /* conditions in them (definition 2.11) */
  uint64_t sliced;  /* of those, what shares inputs with the turned one */
  uint64_t largest; /* conditions in one */
  uint64_t gave_up; /* questions in part that had to be asked as a whole */
  double seconds;   /* of the processor: solving and evaluating */
} tp_constraint_counts;

/* What questions of one kind cost lately, for auto. */
typedef struct tp_partial_cost {
  double mean;
  uint32_t n;
} tp_partial_cost;

typedef struct tp_partial {
  tp_exprs *exprs;
  const tp_budget *budget;
  tp_asker asker;
  tp_partial_plan plan;
  tp_constraint_counts counts;
  tp_partial_cost cost_whole, cost_in_part;
  double to_lose;       /* by questions of the kind that costs more */
  uint64_t spent;       /* on the question at hand */
  tp_smt_result result; /* of the last question; the core: places in conds */
  /* Of the question at hand: */
  tp_vec_u32 part;         /* its conditions: places in conds */
  VEC(tp_expr) part_conds; /* the same */
  tp_vec_u32 in_part;      /* by place in conds: the question that added it */
  VEC(uint64_t) value;     /* by variable, valid where the stamp is now's */
  tp_vec_u32 value_stamp;
  uint32_t question, round; /* numbers of now */
} tp_partial;

/* The plan of each kind; by its name, as --constraints has it. */
tp_partial_plan tp_partial_plan_of(tp_constraints kind);
tp_partial_plan tp_partial_plan_named(const char *name);
void tp_partial_init(tp_partial *p, tp_exprs *exprs, const tp_budget *budget,
                     const tp_asker *asker);
void tp_partial_free(tp_partial *p);
/* SAT: p->result.model over the values of the run satisfies all conditions.
 * UNSAT: a core; it names the last condition if the others hold together.
 * UNKNOWN: the reason is in the result. */
tp_smt_answer tp_partial_solve(tp_partial *p, const tp_turned *q);

#endif
