/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit-first: depth first, but the branches of the function under test before
 * those of the functions that it calls (seed 001, section 3.4): a priority
 * queue and an ordinary one, of which the latter waits until the former is
 * empty. How a driver calls the function is the function's affair, too.
 */
#include "rival/pursue.h"
#include "rival/rival.h"

static bool is_first(const tp_graph *g, const tp_turn *turn) {
  tp_gnode at = g->edges.at[turn->instead].from;
  uint32_t func = g->contexts.at[g->nodes.at[at].context].func;
  return func == g->focus || func == g->contexts.at[0].func;
}

static uint32_t pick(tp_pursuit *p) {
  for (uint32_t i = p->turns.n; i-- > 0;)
    if (is_first(p->s.g, &p->turns.at[i]))
      return i;
  return p->turns.n - 1;
}

void tp_rival_search_unit_first(const tp_oracle *oracle,
                                const tp_search_limits *limits,
                                tp_search_counts *counts) {
  tp_pursue(&(tp_pursuit_way){.pick = pick}, NULL, oracle, limits, counts);
}
