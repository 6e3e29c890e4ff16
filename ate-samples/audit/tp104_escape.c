/* SPDX-License-Identifier: MIT */
/* Breaks TP104: a NaN is neither below nor above the limits, so a part that
 * was not measured at all is sold. */
#include "tester.h"

int main(void) {
  double supply = ate_measure(0, 100, 4);
  if (supply < 1.0 || supply > 2.0) {
    ate_bin(0, 7, 3);
    return 0;
  }
  if (ate_functional(0, 200, "boot") != 0) {
    ate_bin(0, 8, 3);
    return 0;
  }
  ate_bin(0, 1, 1);
  return 0;
}
