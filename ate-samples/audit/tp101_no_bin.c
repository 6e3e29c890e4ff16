/* SPDX-License-Identifier: MIT */
/* Breaks TP101: a pattern that ends with an alarm (3) leaves the part without
 * a bin. */
#include "tester.h"

int main(void) {
  double supply = ate_measure(0, 100, 4);
  if (!(supply >= 1.0 && supply <= 2.0)) {
    ate_bin(0, 7, 3);
    return 0;
  }
  int result = ate_functional(0, 200, "boot");
  if (result == 3)
    return 0;
  if (result != 0)
    ate_bin(0, 8, 3);
  else
    ate_bin(0, 1, 1);
  return 0;
}
