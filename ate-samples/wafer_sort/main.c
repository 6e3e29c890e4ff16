/* SPDX-License-Identifier: MIT */
/* The flow: one die, its steps in order; the first that fails decides. */
#include "prober.h"
#include "sort.h"

struct die_state die;

static const struct flow_step {
  step run;
  int cold_only, retries;
} flow[] = {
    {test_contact, 0, 1}, {test_leakage, 0, 0}, {test_power, 0, 0},
    {test_scan, 0, 0},    {test_rams, 0, 0},    {test_fuses, 1, 0},
    {test_adc, 0, 0},
};

static int run_step(const struct flow_step *s) {
  int tries, bin = 0;
  for (tries = 0; tries <= s->retries; tries++) {
    bin = s->run();
    if (bin == 0 || bin == SB_ALARM)
      break;
  }
  return bin;
}

static int test_die(void) {
  unsigned i;
  for (i = 0; i < sizeof flow / sizeof *flow; i++) {
    int bin;
    if (flow[i].cold_only && die.is_hot)
      continue;
    bin = run_step(&flow[i]);
    if (bin)
      return bin;
  }
  return good_bin();
}

static int set_up(void) {
  int t = pr_temperature();
  if (t < -45 || t > 155)
    return SB_SETUP;
  die.is_hot = t > 85;
  pr_power(1800);
  return 0;
}

int main(void) {
  struct prober_die at = pr_next();
  int bin;
  if (at.event == EV_END)
    return 2;
  if (at.event == EV_EDGE || at.x * at.x + at.y * at.y > 20000) {
    pr_category(SB_EDGE, hard_bin_of(SB_EDGE));
    return 0;
  }
  bin = set_up();
  if (bin == 0)
    bin = test_die();
  pr_power(0);
  if (hard_bin_of(bin) == HB_FAIL && at.event == EV_INK)
    pr_ink(at.x, at.y);
  pr_category(bin, hard_bin_of(bin));
  return 0;
}
