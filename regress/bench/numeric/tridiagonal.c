/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system with three diagonals by elimination, of which rows may be cyclic. */
#include "numeric.h"

#define N 4

static int solve(const double *diag, const double *above, const double *below,
                 const double *right, double *x) {
  double alpha[N], z[N];
  alpha[0] = diag[0];
  z[0] = right[0];
  if (alpha[0] == 0)
    return DOMAIN_ERROR;
  for (int i = 1; i < N; i++) {
    double t = below[i - 1] / alpha[i - 1];
    alpha[i] = diag[i] - t * above[i - 1];
    z[i] = right[i] - t * z[i - 1];
    if (alpha[i] == 0)
      return LOSS;
  }
  x[N - 1] = z[N - 1] / alpha[N - 1];
  for (int i = N - 2; i >= 0; i--)
    x[i] = (z[i] - above[i] * x[i + 1]) / alpha[i];
  return OK;
}

int main(void) {
  double diag[N], above[N], below[N], right[N], x[N];
  int symmetric = 1, dominant = 0;
  for (int i = 0; i < N; i++) {
    diag[i] = __VERIFIER_nondet_double();
    above[i] = __VERIFIER_nondet_double();
    below[i] = __VERIFIER_nondet_double();
    right[i] = __VERIFIER_nondet_double();
    if (above[i] != below[i])
      symmetric = 0;
    if (fabs(diag[i]) > fabs(above[i]) + fabs(below[i]))
      dominant++;
  }
  int status = solve(diag, above, below, right, x);
  if (status == OK) {
    if (symmetric && dominant == N)
      return OK;
    if (symmetric)
      return UNDERFLOWS;
    if (dominant == N)
      return OVERFLOWS;
    if (x[0] == x[N - 1] && x[0] > 1)
      return LOSS;
    return TOO_MANY;
  }
  return status;
}
