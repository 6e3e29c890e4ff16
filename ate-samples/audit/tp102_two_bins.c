/* SPDX-License-Identifier: MIT */
/* Breaks TP102: after the supply has failed the pattern is still run, and its
 * failure claims another bin. */
#include "tester.h"

int main(void) {
  double supply = ate_measure(0, 100, 4);
  int is_bad = !(supply >= 1.0 && supply <= 2.0);
  if (is_bad)
    ate_bin(0, 7, 3);
  if (ate_functional(0, 200, "boot") != 0) {
    ate_bin(0, 8, 3);
    return 0;
  }
  if (!is_bad)
    ate_bin(0, 1, 1);
  return 0;
}
