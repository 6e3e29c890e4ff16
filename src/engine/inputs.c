/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs that runs are given: values by variable, or by the order in which
 * they are read. */
#include "engine/inside.h"

tp_inputs tp_engine_new_inputs(tp_engine *e, uint64_t seed) {
  if (e->unused.n == 0) {
    VEC_PUSH(&e->unused, e->inputs.n);
    VEC_PUSH(&e->inputs, (tp_input_vector){0});
  }
  tp_inputs id = VEC_POP(&e->unused);
  e->inputs.at[id].seed = seed;
  return id;
}

void tp_engine_drop_inputs(void *state, tp_inputs id) {
  tp_engine *e = state;
  tp_input_vector *in = &e->inputs.at[id];
  VEC_CLEAR(&in->values);
  VEC_CLEAR(&in->row);
  in->is_aimed = in->is_all = in->is_looked_at = false;
  VEC_PUSH(&e->unused, id);
}

tp_inputs tp_engine_initial_inputs(void *state) {
  return tp_engine_new_inputs(state, 0);
}

tp_inputs tp_engine_random_inputs(void *state, uint64_t seed) {
  return tp_engine_new_inputs(state, seed ? seed : 1);
}

tp_inputs tp_engine_propose(tp_engine *e, const tp_smt_value *values,
                            uint32_t n) {
  tp_inputs id = tp_engine_new_inputs(e, 0);
  e->inputs.at[id].is_aimed = true;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&e->inputs.at[id].values, values[i]);
  return id;
}

tp_inputs tp_engine_propose_row(tp_engine *e, const uint64_t *bits,
                                uint32_t n) {
  tp_inputs id = tp_engine_new_inputs(e, 0);
  e->inputs.at[id].is_all = true;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&e->inputs.at[id].row, bits[i]);
  return id;
}
