/* SPDX-License-Identifier: MIT */
/* Breaks TP106: the second test of the flow is made on all sites, whether they
 * have a part or not. */
#include "tester.h"

static int supply_is_good(int site) {
  double supply = ate_measure(site, 100, 4);
  return supply >= 1.0 && supply <= 2.0;
}

int main(void) {
  for (int site = 0; site < 2; site++) {
    int is_on = (active_sites >> site) & 1;
    if (is_on)
      ate_bin(site, 99, 9);
    if (is_on && !supply_is_good(site)) {
      ate_bin(site, 7, 3);
      continue;
    }
    int result = ate_functional(site, 200, "boot");
    if (is_on)
      ate_bin(site, result == 0 ? 1 : 8, result == 0 ? 1 : 3);
  }
  return 0;
}
