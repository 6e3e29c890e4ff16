/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/literals.h"

static void add_float(double value, tp_values *out) {
  float single = (float)value;
  uint64_t bits;
  uint32_t low;
  memcpy(&bits, &value, sizeof bits);
  memcpy(&low, &single, sizeof low);
  VEC_PUSH(out, bits);
  VEC_PUSH(out, low);
}

void tp_literals(const tp_program *p, tp_values *out) {
  VEC_CLEAR(out);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = &p->nodes.at[n];
    if (node->kind == TP_N_INT)
      VEC_PUSH(out, p->ints.at[node->ref]);
    else if (node->kind == TP_N_FLOAT)
      add_float(p->floats.at[node->ref], out);
  }
}
