/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that do not end get little of the time once they have had most of it,
 * and each length of run gets as much as the others. */
#include "exec_fixture.h"

#include "base/clock.h"
#include "exec/patience.h"

TEST(patience_has_luby_shares) {
  static const int shares[] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8};
  tp_patience p = {.whole = 100};
  CHECK(tp_patience_next(&p) == 100);
  tp_patience_learn(&p, 100, true);
  double least = tp_patience_next(&p);
  CHECK(least < 0.1);
  for (uint32_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    double seconds = tp_patience_next(&p);
    CHECK(seconds == shares[i] * least);
    tp_patience_learn(&p, seconds, true);
  }
}

TEST(patience_is_back_when_most_runs_end) {
  tp_patience p = {.whole = 1};
  tp_patience_learn(&p, 1, true);
  tp_patience_learn(&p, 0.25, false);
  CHECK(tp_patience_next(&p) == 0.5); /* twice the longest that ended */
  for (int i = 0; i < 4; i++)
    tp_patience_learn(&p, 0.25, false);
  CHECK(tp_patience_next(&p) == 1);
}

/* Only when time is short: else results would not repeat. */
TEST(patience_cuts_runs_off_only_before_a_deadline) {
  fixture f;
  tp_budget budget;
  fixture_open(&f);
  f.opt.run_seconds = 0.3;
  f.opt.budget = &budget;
  tp_budget_init(&budget, 0);
  if (!fixture_start(&f, "int main(void) { for (volatile int i = 0;; i++); }"))
    return;
  for (int i = 0; i < 3; i++) {
    fixture_go_values(&f, NULL, 0);
    CHECK_EQ(f.run.end, TP_END_TIMEOUT);
    CHECK(!f.run.is_cut_off);
  }
  tp_budget_init(&budget, 1000);
  fixture_go_values(&f, NULL, 0);
  CHECK_EQ(f.run.end, TP_END_TIMEOUT);
  CHECK(f.run.is_cut_off);
  CHECK(tp_exec_hangs(f.exec));
  fixture_close(&f);
}
