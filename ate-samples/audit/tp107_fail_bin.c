/* SPDX-License-Identifier: MIT */
/* Breaks TP107: a pattern that times out (2) is binned as a fault of the
 * supply; the table of limits says 8. */
#include "tester.h"

int main(void) {
  double supply = ate_measure(0, 100, 4);
  if (!(supply >= 1.0 && supply <= 2.0)) {
    ate_bin(0, 7, 3);
    return 0;
  }
  switch (ate_functional(0, 200, "boot")) {
  case 0:
    ate_bin(0, 1, 1);
    break;
  case 2:
    ate_bin(0, 7, 3);
    break;
  default:
    ate_bin(0, 8, 3);
  }
  return 0;
}
