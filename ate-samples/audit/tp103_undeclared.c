/* SPDX-License-Identifier: MIT */
/* Breaks TP103: the result of the pattern is added to a bin number, and 9 and
 * 10 are no bins of this part. */
#include "tester.h"

int main(void) {
  double supply = ate_measure(0, 100, 4);
  if (!(supply >= 1.0 && supply <= 2.0)) {
    ate_bin(0, 7, 3);
    return 0;
  }
  int result = ate_functional(0, 200, "boot");
  if (result != 0)
    ate_bin(0, 7 + result, 3);
  else
    ate_bin(0, 1, 1);
  return 0;
}
