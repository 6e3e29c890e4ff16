/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between which numbers results lie that nobody knows; what they are no test
 * chooses.
 * Decided: 6 covered, 4 infeasible */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int k = __VERIFIER_nondet_int();
  int dice = rand() % 6 + 1;
  if (dice < 1 || dice > 6)
    return 9;
  if (printf("%d\n", k) < -1)
    return 7;
  if (lrand48() < 0)
    return 6;
  if (k == 3)
    return 1;
  return 0;
}
