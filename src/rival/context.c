/* SPDX-License-Identifier: GPL-3.0-or-later */
/* context: context-guided search (Seo and Kim 2014). The turn nearest to the
 * entry is tried whose context, the k branches that end in it, was not tried
 * before; when there is none, k is larger.
 */
#include "rival/pursue.h"
#include "rival/rival.h"

#define MOST 8 /* branches of a context; then they all count as new */

typedef struct contexts {
  tp_map tried;
  uint32_t k;
} contexts;

static uint64_t context_of(const tp_pursuit *p, const contexts *c, uint32_t i) {
  return tp_hash_pair(tp_turn_context(p, &p->turns.at[i], c->k), c->k) >> 1;
}

/* UINT32_MAX: there is none. */
static uint32_t find_new(const tp_pursuit *p, const contexts *c) {
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < p->turns.n; i++)
    if ((best == UINT32_MAX || p->turns.at[i].at < p->turns.at[best].at) &&
        (c->k > MOST || !tp_map_get(&c->tried, context_of(p, c, i))))
      best = i;
  return best;
}

static uint32_t pick(tp_pursuit *p) {
  contexts *c = p->own;
  bool is_new;
  uint32_t found = find_new(p, c);
  while (found == UINT32_MAX) {
    c->k++;
    found = find_new(p, c);
  }
  tp_map_put(&c->tried, context_of(p, c, found), &is_new);
  return found;
}

void tp_rival_search_context(const tp_oracle *oracle,
                             const tp_search_limits *limits,
                             tp_search_counts *counts) {
  contexts c = {.k = 1};
  tp_pursue(&(tp_pursuit_way){.pick = pick}, &c, oracle, limits, counts);
  tp_map_free(&c.tried);
}
