/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bessel-like functions of integer order: upwards where that is stable, else
 * downwards from a start that is normalised at the end; a series near 0. */
#include "numeric.h"

static int near_zero(int n, double x, double *out) {
  double term = 1, sum = 1;
  for (int k = 1; k <= n; k++)
    term *= x / 2 / k;
  if (term == 0)
    return UNDERFLOWS;
  for (int k = 1; k < 20; k++) {
    sum += (k % 2 ? -1 : 1) * x * x / 4 / k / (n + k);
    if (x * x / k < 1e-10)
      break;
  }
  *out = term * sum;
  return OK;
}

static int upwards(int n, double x, double *out) {
  double before = 1 / x, now = 1 / (x * x);
  for (int k = 1; k < n; k++) {
    double next = 2 * k / x * now - before;
    before = now;
    now = next;
    if (now > 1e200)
      return OVERFLOWS;
  }
  *out = now;
  return OK;
}

static int downwards(int n, double x, double *out) {
  double after = 0, now = 1e-30, sum = 0, wanted = 0;
  for (int k = 2 * (n + 12); k > 0; k--) {
    double next = 2 * k / x * now - after;
    after = now;
    now = next;
    if (fabs(now) > 1e10) {
      now *= 1e-10;
      after *= 1e-10;
      sum *= 1e-10;
      wanted *= 1e-10;
    }
    if (k % 2)
      sum += now;
    if (k == n)
      wanted = after;
  }
  if (sum == 0)
    return LOSS;
  *out = wanted / (2 * sum - now);
  return OK;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  double x = __VERIFIER_nondet_double(), value = 0;
  int status;
  if (n < 0 || n > 30)
    return DOMAIN_ERROR;
  if (x == 0)
    return n == 0;
  if (x < 0)
    x = -x;
  if (x < 1e-3)
    status = near_zero(n, x, &value);
  else if (x > n)
    status = upwards(n, x, &value);
  else
    status = downwards(n, x, &value);
  if (status == OK && value > 0.5 && n > 3)
    status = LOSS;
  return status;
}
