/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi's functions by arithmetic and geometric means, limits apart. */
#include "numeric.h"

static int jacobi(double u, double m, double *sn, double *cn) {
  double mu[12], nu[12];
  int n = 0;
  if (fabs(m) > 1)
    return DOMAIN_ERROR;
  if (fabs(m) < 2e-16) {
    *sn = u;
    *cn = 1;
    return OK;
  }
  if (fabs(m - 1) < 2e-16) {
    *sn = u / (1 + fabs(u));
    *cn = *sn;
    return OK;
  }
  mu[0] = 1;
  nu[0] = sqrt(1 - m);
  while (fabs(mu[n] - nu[n]) > 4e-16 * fabs(mu[n] + nu[n])) {
    mu[n + 1] = (mu[n] + nu[n]) / 2;
    nu[n + 1] = sqrt(mu[n] * nu[n]);
    n++;
    if (n >= 10)
      return TOO_MANY;
  }
  double s = u * mu[n], c = 1;
  if (fabs(s) > 1e8)
    return LOSS;
  if (fabs(s) < 0.7) {
    for (int k = n; k > 0; k--)
      c = c * mu[k] / (mu[k - 1] + s * s);
    *sn = s;
    *cn = c;
  } else {
    for (int k = n; k > 0; k--)
      s = s * nu[k] / (nu[k - 1] + c * c);
    *sn = s < 0 ? -s : s;
    *cn = s;
  }
  return OK;
}

int main(void) {
  double u = __VERIFIER_nondet_double(), m = __VERIFIER_nondet_double();
  double sn = 0, cn = 0;
  int status = jacobi(u, m, &sn, &cn);
  if (status != OK)
    return status;
  if (sn * sn + cn * cn > 2)
    return 10;
  return m < 0 ? 11 : sn < 0 ? 12 : 13;
}
