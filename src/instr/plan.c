/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan's tables. Expression 0 is not used; element 0 of funcs and sites
 * stands for "none". */
#include "instr/plan.h"

void tp_plan_init(tp_plan *plan) {
  *plan = (tp_plan){0};
  VEC_RESIZE(&plan->exprs, 1);
  VEC_RESIZE(&plan->wire_exprs, 1);
}

void tp_plan_free(tp_plan *plan) {
  VEC_FREE(&plan->exprs);
  VEC_FREE(&plan->wire_exprs);
  VEC_FREE(&plan->wire_leaves);
  VEC_FREE(&plan->leaf_nodes);
  VEC_FREE(&plan->funcs);
  VEC_FREE(&plan->param_sizes);
  VEC_FREE(&plan->sites);
  VEC_FREE(&plan->parts);
  VEC_FREE(&plan->notes);
}
