/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dart: directed automated random testing (Godefroid, Klarlund and Sen 2005):
 * the last step that is left is turned; when none is, again from random inputs.
 */
#include "rival/pursue.h"
#include "rival/rival.h"

static uint32_t pick(tp_pursuit *p) {
  return p->turns.n - 1;
}

void tp_rival_search_dart(const tp_oracle *oracle,
                          const tp_search_limits *limits,
                          tp_search_counts *counts) {
  tp_pursue(&(tp_pursuit_way){.pick = pick}, NULL, oracle, limits, counts);
}
