/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of nodes without feasible path: see phase2/nopath.h. */
#include "phase2/nopath.h"

void tp_nopath_init(tp_nopath *list, uint32_t n_nodes) {
  memset(list, 0, sizeof *list);
  VEC_RESIZE(&list->rests_on, n_nodes);
  VEC_RESIZE(&list->next, n_nodes);
}

void tp_nopath_free(tp_nopath *list) {
  VEC_FREE(&list->rests_on);
  VEC_FREE(&list->next);
  VEC_FREE(&list->head);
}

void tp_nopath_add(tp_nopath *list, tp_gnode v, uint32_t thing) {
  if (tp_nopath_has(list, v))
    return;
  if (thing == TP_NOPATH_ALWAYS) {
    list->rests_on.at[v] = 1;
    return;
  }
  if (thing >= list->head.n)
    VEC_RESIZE(&list->head, thing + 1);
  list->rests_on.at[v] = thing + 2;
  list->next.at[v] = list->head.at[thing];
  list->head.at[thing] = v + 1;
}

void tp_nopath_drop_from(tp_nopath *list, uint32_t thing) {
  while (list->head.n > thing) {
    uint32_t v = VEC_POP(&list->head);
    for (; v; v = list->next.at[v - 1])
      list->rests_on.at[v - 1] = 0;
  }
}

void tp_nopath_clear(tp_nopath *list) {
  tp_nopath_drop_from(list, 0);
  for (uint32_t i = 0; i < list->rests_on.n; i++)
    list->rests_on.at[i] = 0;
}
