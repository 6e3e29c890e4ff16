/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nogoods by node: see phase2/nogood.h. A list is short, and an entry is given
 * up at its first literal outside the prefix, so looking through it is cheap.
 */
#include "phase2/nogood.h"

#include "base/limits.h"

void tp_nogoods_init(tp_nogoods *all, uint32_t n_nodes) {
  memset(all, 0, sizeof *all);
  VEC_RESIZE(&all->of, n_nodes);
}

void tp_nogoods_free(tp_nogoods *all) {
  for (uint32_t v = 0; v < all->of.n; v++)
    VEC_FREE(&all->of.at[v].words);
  VEC_FREE(&all->of);
}

void tp_nogoods_clear(tp_nogoods *all) {
  for (uint32_t v = 0; v < all->of.n; v++) {
    VEC_CLEAR(&all->of.at[v].words);
    all->of.at[v].n = 0;
  }
  all->n_words = 0;
}

static void drop_oldest(tp_nogoods *all, tp_nogood_list *list) {
  uint32_t n = list->words.at[0] + 1;
  memmove(list->words.at, list->words.at + n,
          (list->words.n - n) * sizeof *list->words.at);
  list->words.n -= n;
  list->n--;
  all->n_words -= n;
}

void tp_nogoods_add(tp_nogoods *all, tp_gnode v, const tp_unsat *db,
                    const tp_reason *why) {
  tp_nogood_list *list = &all->of.at[v];
  if (!tp_reason_is_exact(why) || all->n_words >= TP_LIMIT_NOGOOD_WORDS)
    return;
  if (list->n == TP_LIMIT_NOGOOD_OF_NODE)
    drop_oldest(all, list);
  VEC_PUSH(&list->words, why->n);
  /* The steps that came last differ most from prefix to prefix: first. */
  for (uint32_t i = 0; i < why->n; i++)
    VEC_PUSH(&list->words, tp_unsat_literal_at(db, why->thing[i] / 2));
  list->n++;
  all->n_words += why->n + 1;
}

static bool holds(const tp_unsat *db, const uint32_t *words) {
  for (uint32_t i = 1; i <= words[0]; i++)
    if (tp_unsat_literal_position(db, words[i]) == TP_NOT_IN_PREFIX)
      return false;
  return true;
}

bool tp_nogoods_find(const tp_nogoods *all, tp_gnode v, const tp_unsat *db,
                     tp_reason *why) {
  const tp_nogood_list *list = &all->of.at[v];
  for (uint32_t at = 0; at < list->words.n; at += list->words.at[at] + 1) {
    const uint32_t *words = list->words.at + at;
    if (!holds(db, words))
      continue;
    *why = (tp_reason){0};
    for (uint32_t i = 1; i <= words[0]; i++)
      tp_reason_add(why, 2 * tp_unsat_literal_position(db, words[i]));
    return true;
  }
  return false;
}
