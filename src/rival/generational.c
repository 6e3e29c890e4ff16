/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generational: the search of SAGE (Godefroid, Levin and Molnar 2008): all
 * steps of the run that covered most are turned, but only those behind the step
 * by which it was made itself.
 */
#include "rival/pursue.h"
#include "rival/rival.h"

static uint32_t pick(tp_pursuit *p) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < p->turns.n; i++)
    if (p->turns.at[i].score > p->turns.at[best].score)
      best = i;
  return best;
}

void tp_rival_search_generational(const tp_oracle *oracle,
                                  const tp_search_limits *limits,
                                  tp_search_counts *counts) {
  tp_pursue(&(tp_pursuit_way){.pick = pick, .only_behind = true}, NULL, oracle,
            limits, counts);
}
