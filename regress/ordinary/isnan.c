/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of floats.
 * Decided: 3 covered, 1 infeasible */
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  if (isnan(d))
    return 1;
  if (isinf(f))
    return 2;
  if (isnan(f) && f == f)
    return 3;
  if (isfinite(d) && d > 1e308 && isinf(d))
    return 4;
  return 0;
}
