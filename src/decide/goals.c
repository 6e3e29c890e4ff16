/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches by the depth of their guards: a counting sort. */
#include "decide/goals.h"

static bool is_goal(const tp_decide_parts *parts, tp_sbranch b) {
  const tp_program *p = parts->program;
  return tp_branch_is_sought(p, b) &&
         !tp_bits_has(tp_engine_covered(parts->engine), b) &&
         !(parts->proved && parts->proved[b]);
}

bool tp_goals_are_left(const tp_decide_parts *parts) {
  for (tp_sbranch b = 0; b < parts->program->branches.n; b++)
    if (is_goal(parts, b))
      return true;
  return false;
}

static uint32_t depth_of(const tp_model *m, tp_sbranch b) {
  tp_decision_id d = m->program->branches.at[b].decision;
  uint32_t depth = 0;
  for (uint32_t i = m->first.at[d]; i < m->first.at[d + 1]; i++) {
    tp_guard g = m->instances.at[m->by_decision.at[i]].guard;
    uint32_t here = m->guards.at.at[g].depth;
    depth = here > depth ? here : depth;
  }
  return depth;
}

void tp_goals_order(tp_vec_u32 *out, const tp_model *m,
                    const tp_decide_parts *parts) {
  uint32_t n = m->program->branches.n, max = 0;
  VEC(uint32_t) depths = {0};
  VEC(uint32_t) place = {0}; /* where the next one of a depth goes */
  VEC_RESIZE(&depths, n);
  for (tp_sbranch b = 0; b < n; b++) {
    depths.at[b] = depth_of(m, b);
    max = depths.at[b] > max ? depths.at[b] : max;
  }
  VEC_RESIZE(&place, max + 2);
  for (tp_sbranch b = 0; b < n; b++)
    place.at[max - depths.at[b] + 1] += is_goal(parts, b);
  for (uint32_t i = 0; i <= max; i++)
    place.at[i + 1] += place.at[i];
  VEC_RESIZE(out, place.at[max + 1]);
  for (tp_sbranch b = 0; b < n; b++)
    if (is_goal(parts, b))
      out->at[place.at[max - depths.at[b]]++] = b;
  VEC_FREE(&depths);
  VEC_FREE(&place);
}
