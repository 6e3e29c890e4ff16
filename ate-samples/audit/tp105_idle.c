/* SPDX-License-Identifier: MIT */
/* Breaks TP105: of a part that fails its supply test the leakage is measured,
 * to sort shorts out; but both go into the same bin. */
#include "tester.h"

int main(void) {
  double supply = ate_measure(0, 100, 4);
  if (!(supply >= 1.0 && supply <= 2.0)) {
    double leakage = ate_measure(0, 110, 7);
    int is_short = leakage > 2.0;
    ate_bin(0, is_short ? 7 : 7, 3); /* 8 was meant */
    return 0;
  }
  if (ate_functional(0, 200, "boot") != 0) {
    ate_bin(0, 8, 3);
    return 0;
  }
  ate_bin(0, 1, 1);
  return 0;
}
