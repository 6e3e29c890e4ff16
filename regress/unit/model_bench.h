/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_bench.h - Decide's walk over one program, and what it says of values of
 * the inputs. Nothing is run, and no solver is asked. */
#ifndef TP_REGRESS_MODEL_BENCH_H
#define TP_REGRESS_MODEL_BENCH_H

#include "decide/model.h"

enum { MODEL_INPUTS = 3 };

typedef struct model_bench {
  const tp_program *p;
  tp_exprs *exprs;
  tp_vars vars;
  tp_model model;
  int64_t values[MODEL_INPUTS]; /* of the sites of inputs, in their order */
} model_bench;

/* ir and plan are borrowed. */
void model_open(model_bench *b, const tp_ir *ir, const tp_plan *plan,
                uint64_t max_steps);
void model_close(model_bench *b);
/* Whether, with these values, some instance of the decision takes side k.
 * Nothing that is free may be in it. */
bool model_says(model_bench *b, tp_decision_id d, uint32_t k);
/* Whether something is free in an instance of the decision for that reason. */
bool model_is_open(model_bench *b, tp_decision_id d, tp_free_reason why);

#endif
