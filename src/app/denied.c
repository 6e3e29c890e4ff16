/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that only compute cost next to nothing here; the others are made twice
 * more (exec/exec.h, tp_exec_observe). */
#include "app/denied.h"

#include "app/tell.h"

static void observe(const tp_project *s, uint32_t test) {
  const tp_engine_test *t = tp_engine_test_at(s->engine, test);
  VEC(tp_wire_input) inputs = {0};
  tp_exec_denials found = {0};
  for (uint32_t i = 0; i < t->reads.n; i++)
    VEC_PUSH(&inputs, (tp_wire_input){tp_wire_nth_key(i), t->reads.at[i].bits});
  tp_exec_observe(s->exec, inputs.at, inputs.n, &found);
  for (uint32_t i = 0; i < found.n; i++)
    tp_tell_denied(s->tell, test, &found.at[i]);
  tp_exec_denials_free(&found);
  VEC_FREE(&inputs);
}

void tp_denied_tell(const tp_project *s) {
  if (s->sandbox.kind == TP_WORLD_OPEN)
    return;
  for (uint32_t i = 0; i < tp_engine_test_count(s->engine) &&
                       tp_budget_over(&s->budget) == TP_STOP_NONE;
       i++)
    if (tp_engine_test_at(s->engine, i)->end != TP_END_TIMEOUT)
      observe(s, i);
}
