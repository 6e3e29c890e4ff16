/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logarithm of the gamma function, in pieces: a series at 1 and at 2,
 * Stirling's for what is large, reflection for what is negative, poles. */
#include "numeric.h"

static double series(double e) {
  static const double c[] = {-0.5772156649, 0.8224670334, -0.4006856343,
                             0.2705808084, -0.2073855510};
  double sum = 0;
  for (int i = 4; i >= 0; i--)
    sum = (sum + c[i]) * e;
  return sum;
}

static int lngamma(double x, double *out, double *sign) {
  *sign = 1;
  if (fabs(x - 1) < 0.01) {
    *out = series(x - 1);
    return OK;
  }
  if (fabs(x - 2) < 0.01) {
    double e = x - 2;
    *out = series(e) + e - e * e / 2;
    return OK;
  }
  if (x >= 0.5) {
    double shift = 0, y = x;
    if (y > 1e300)
      return OVERFLOWS;
    for (int i = 0; i < 10 && y < 8; i++) {
      shift += y - 1;
      y += 1;
    }
    *out = (y - 0.5) * (y / 4) - y + 1 / (12 * y) - shift;
    return OK;
  }
  if (x == 0)
    return DOMAIN_ERROR;
  if (fabs(x) < 0.02) {
    *sign = x < 0 ? -1 : 1;
    *out = 1 / x;
    return OK;
  }
  if (x > -1e6) {
    double n = floor(x), rest = x - n;
    if (rest == 0)
      return DOMAIN_ERROR;
    if (rest < 1e-3 || rest > 1 - 1e-3)
      return LOSS;
    *sign = fmod(n, 2) == 0 ? 1 : -1;
    *out = -rest;
    return OK;
  }
  return TOO_MANY;
}

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  double ga = 0, gb = 0, sa, sb;
  int status = lngamma(a, &ga, &sa);
  if (status != OK)
    return status;
  status = lngamma(a + b, &gb, &sb);
  if (status != OK)
    return 10 + status;
  if (sa != sb)
    return 20;
  return gb > ga ? 21 : 22;
}
