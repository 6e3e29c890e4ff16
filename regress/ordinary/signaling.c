/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The greater of two numbers, of which one may be a NaN that signals: gcc has
 * a NaN then.
 * Decided: 5 covered, 1 infeasible */
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  if (fmax(d, 1) != fmax(1, d))
    return 1;
  if (d == d && fmin(d, 3) > 3)
    return 2;
  return 0;
}
