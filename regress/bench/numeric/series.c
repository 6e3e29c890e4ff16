/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pair of power series with a recurrence of three terms, as of Coulomb waves:
 * both are summed until their last terms are small. */
#include "numeric.h"

static int waves(double eta, double rho, double *f, double *g) {
  double u0 = 0, u1 = rho, v0 = 1, v1 = 0, u = u0 + u1, v = v0 + v1;
  if (rho < 0)
    return DOMAIN_ERROR;
  if (rho == 0) {
    *f = 0;
    *g = 1;
    return eta > 0 ? OK : LOSS;
  }
  if (rho > 1e6 || eta > 1e6 || eta < -1e6)
    return OVERFLOWS;
  for (int m = 2; m < 60; m++) {
    double um = (2 * eta * rho * u1 - rho * rho * u0) / (m * (m - 1.0));
    double vm = (2 * eta * rho * v1 - rho * rho * v0 -
                 2 * eta * (2 * m - 1.0) * um) /
                (m * (m - 1.0));
    u += um;
    v += vm;
    if (fabs(um) < 1e-12 * fabs(u) && fabs(vm) < 1e-12 * fabs(v)) {
      *f = u;
      *g = v;
      return m > 20 ? LOSS : OK;
    }
    if (fabs(um) > 1e100)
      return OVERFLOWS;
    u0 = u1;
    u1 = um;
    v0 = v1;
    v1 = vm;
  }
  return TOO_MANY;
}

int main(void) {
  double eta = __VERIFIER_nondet_double(), rho = __VERIFIER_nondet_double();
  double f = 0, g = 0;
  int status = waves(eta, rho, &f, &g);
  if (status == OK && f * g > 1)
    status = LOSS;
  return status;
}
