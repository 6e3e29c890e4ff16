/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that were not unrolled to their end: what belongs to their turns. Of
 * summaries those do that are called from nowhere else. */
#include "decide/eval.h"

bool tp_endless_has(const tp_model *m, const tp_endless *loop, tp_guard guard) {
  const tp_guards *g = &m->guards;
  for (tp_guard at = guard; at != loop->before; at = g->at.at[at].above) {
    if (at == TP_GUARD_ROOT)
      return false;
    if (g->at.at[at].func)
      return tp_map_get(&loop->summaries, at) != NULL;
  }
  return true;
}

static bool are_all_in(const tp_eval *e, const tp_endless *loop,
                       uint32_t summary) {
  const tp_summaries *s = &e->summaries;
  uint32_t first = s->first_call.at[summary];
  uint32_t end = s->first_call.at[summary + 1];
  for (uint32_t c = first; c < end; c++)
    if (!tp_endless_has(e->model, loop, s->calls.at[c].guard))
      return false;
  return first < end;
}

void tp_endless_link(tp_eval *e) {
  const tp_summaries *s = &e->summaries;
  for (uint32_t i = 0; i < e->model->endless.n; i++) {
    tp_endless *loop = &e->model->endless.at[i];
    /* The latest first: calls lie in summaries that were complete later. */
    for (uint32_t k = s->at.n; k-- > 0;)
      if (are_all_in(e, loop, k))
        tp_map_put(&loop->summaries, s->at.at[k].root, NULL);
  }
}
