/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dilogarithm of a real number: six intervals, each with a series. */
#include "numeric.h"

static int sum_series(double x, double *out) {
  double term = x, sum = x;
  for (int k = 2; k < 60; k++) {
    double rk = (k - 1.0) / k;
    term *= x * rk * rk;
    sum += term;
    if (fabs(term / sum) < 1e-14) {
      *out = sum;
      return OK;
    }
  }
  return TOO_MANY;
}

int main(void) {
  double x = __VERIFIER_nondet_double(), s = 0;
  int negative = 0;
  if (x < 0) {
    negative = 1;
    x = -x;
  }
  if (x > 2)
    return sum_series(1 / x, &s) == OK ? 10 + negative : LOSS;
  if (x > 1.01)
    return sum_series(1 - 1 / x, &s) == OK ? (s > 0.25 ? 12 : 13) : LOSS;
  if (x > 1) {
    double e = x - 1, sum = 0, power = 1;
    for (int k = 1; k <= 8; k++) {
      power *= e;
      sum += power / (k * k);
    }
    return sum > 1e-3 ? 14 : 15;
  }
  if (x == 1)
    return 16;
  if (x > 0.5)
    return sum_series(1 - x, &s) == OK ? (s > 0.4 && negative ? 17 : 18) : LOSS;
  if (x > 0)
    return sum_series(x, &s) == OK ? (s > 0.3 ? 19 : 20) : LOSS;
  return 21;
}
