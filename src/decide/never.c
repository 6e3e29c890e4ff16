/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "decide/never.h"

static bool is_single(const tp_model *m, uint32_t number,
                      const tp_endless *loop) {
  return number >= loop->first_single && number < loop->first_any &&
         tp_endless_has(m, loop, m->instances.at[number].guard);
}

static bool is_never(tp_never *n, tp_decision_id d, uint32_t k,
                     const tp_endless *loop) {
  const tp_model *m = n->model;
  bool has_single = false;
  for (uint32_t i = m->first.at[d]; i < m->first.at[d + 1]; i++) {
    uint32_t number = m->by_decision.at[i];
    has_single = has_single || is_single(m, number, loop);
    if (number < loop->first_any || number >= loop->end)
      continue;
    tp_question_build_loosely(n->q, m, &m->instances.at[number], k);
    if (!has_single || !n->is_refuted(n->state, n->q))
      return false;
  }
  return has_single;
}

void tp_never_find(tp_never *n, tp_decision_id d, uint32_t k) {
  VEC_CLEAR(&n->loops);
  for (uint32_t i = 0; i < n->model->endless.n; i++)
    if (is_never(n, d, k, &n->model->endless.at[i]))
      VEC_PUSH(&n->loops, i);
}

bool tp_never_has(const tp_never *n, uint32_t number) {
  for (uint32_t i = 0; i < n->loops.n; i++) {
    const tp_endless *loop = &n->model->endless.at[n->loops.at[i]];
    if ((number >= loop->first_any && number < loop->end) ||
        is_single(n->model, number, loop))
      return true;
  }
  return false;
}

void tp_never_free(tp_never *n) {
  VEC_FREE(&n->loops);
}
