/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The relative exponential of order n: cases by sign and size, a continued
 * fraction, a series. */
#include "numeric.h"

static int fraction(int n, double x, double *out) {
  double before = 1, now = 1 - x / (n + 1), value = now;
  for (int k = 2; k < 40; k++) {
    double a = k % 2 ? -(n + k / 2) * x : k / 2 * x;
    double next = (n + k) * now + a * before;
    before = now;
    now = next;
    if (fabs(now) > 1e20) {
      before /= 1e20;
      now /= 1e20;
    }
    if (before == 0)
      return LOSS;
    double was = value;
    value = now / before;
    if (fabs(was - value) < 1e-14 * fabs(value)) {
      *out = value;
      return OK;
    }
  }
  return TOO_MANY;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  double x = __VERIFIER_nondet_double(), value = 0;
  if (n < 0)
    return DOMAIN_ERROR;
  if (x == 0)
    return 10;
  if (fabs(x) < 1e-5 * n)
    return x / (n + 1) > 1e-6 ? 11 : 12;
  if (n == 0)
    return x > 700 ? OVERFLOWS : x < -700 ? UNDERFLOWS : 13;
  if (n == 1)
    return x > 0 ? 14 : 15;
  if (x > n) {
    if (x > 709 || n > 1000)
      return OVERFLOWS;
    double term = 1, sum = 1;
    for (int k = 1; k < n && k < 50; k++) {
      term *= (n - k) / x;
      sum += term;
      if (term < 1e-16 * sum)
        break;
    }
    return sum > 2 ? 16 : 17;
  }
  if (x > -10 * n)
    return fraction(n, x, &value) == OK ? (value > 1 ? 18 : 19) : LOSS;
  return n > 100 ? 20 : 21;
}
