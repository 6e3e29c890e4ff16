/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains of fabs, floor, ceil and trunc of one number, compared with each
 * other.
 * Decided: 12 covered, 4 infeasible */
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (isnan(x) || fabs(x) > 1e6)
    return 1;
  if (ceil(x) < floor(x))
    return 9;
  if (floor(fabs(x)) == 3)
    return 2;
  if (fabs(floor(x)) < floor(fabs(x)))
    return 8;
  if (ceil(x) == floor(x)) {
    if (x != trunc(x))
      return 7;
    return 3;
  }
  if (round(x) != floor(x) && round(x) != ceil(x))
    return 6;
  return 0;
}
